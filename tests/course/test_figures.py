"""Every figure of every chapter is a table, too, of the numbers that it is drawn from."""

import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import course
from rnnviz.course import outline, pages
from tests.javascript import in_node

CHAPTERS = [name for name in outline.CHAPTERS if name in course.CHAPTERS]
PROGRAM = Path(__file__).with_name("figures.mjs")
# What no reader should meet in a head or a cell: a word that is missing, a mark of our own, or no number.
STRANGE = re.compile(r"undefined|NaN|null|\$|\{\w+\}|^$")


@cache
def tables(chapter: str, query: str = "") -> dict[str, list[dict[str, Any]]]:
    """By figure, all its tables with all their rows."""
    asked = {"chapter": chapter, "data": pages.told(chapter, "en"), "query": query}
    return {one["figure"]: one["tables"] for one in in_node(PROGRAM, asked)}


def columns(table: dict[str, Any]) -> dict[str, np.ndarray]:
    """The columns of a curve by their heads, the places under "x"."""
    found = {"x": [float(row["head"]) for row in table["rows"]]}
    for k, name in enumerate(table["columns"]):
        cells = [row["cells"][k] for row in table["rows"]]
        found[name] = [cell if isinstance(cell, float | int) else math.nan for cell in cells]
    return {name: np.array(values, float) for name, values in found.items()}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_figure_of_a_chapter_is_read_as_tables(chapter: str) -> None:
    for figure, found in tables(chapter).items():
        assert found, figure
        for table in found:
            assert table["rows"], (figure, table["title"])
            assert not STRANGE.search(table["title"]), (figure, table["title"])
            for row in table["rows"]:
                assert len(row["cells"]) == len(table["columns"]), (figure, table["title"])
                assert not STRANGE.search(row["head"]), (figure, table["title"], row)
                for cell in row["cells"]:
                    assert cell is not None, (figure, table["title"], row)


def test_a_curve_s_table_has_the_numbers_of_its_function_and_its_slope() -> None:
    values, slopes = tables("activations", "f=tanh")["curve"][:2]
    x = torch.tensor(columns(values)["x"], requires_grad=True)
    y = torch.tanh(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    np.testing.assert_allclose(columns(values)["tanh"], y.detach().numpy(), atol=1e-8)
    assert columns(values)["x"].tolist() == pytest.approx(np.linspace(-6, 6, 301).tolist())
    np.testing.assert_allclose(columns(slopes)["its slope f′(a)"], slope.numpy(), atol=1e-8)
    # So many are not read one by one; the file has them.
    assert len(values["rows"]) == 301
    assert values["read"] <= 61


def test_bars_are_told_by_what_they_are_computed_from() -> None:
    (shares,) = (one for one in tables("softmax", "z1=2&tau=0.5")["bars"] if "ŷ" in one["columns"])
    scores = [row["cells"][0] for row in shares["rows"]]
    assert scores[0] == 2
    expected = torch.softmax(torch.tensor(scores, dtype=torch.float64) / 0.5, 0)
    np.testing.assert_allclose([row["cells"][2] for row in shares["rows"]], expected, rtol=1e-12)


def test_an_axis_of_powers_is_read_as_the_numbers_that_it_stands_for() -> None:
    """Of a chain of layers, what is left of the gradient: the product of what each layer leaves."""
    factors, product = tables("depth", "f=sigmoid")["product"][:2]
    each = [row["cells"][0] for row in factors["rows"]]
    left = [row["cells"][0] for row in product["rows"]]
    np.testing.assert_allclose(left, np.cumprod([1, *each]), rtol=1e-6)


def test_what_a_reader_has_to_guess_first_stands_in_no_table() -> None:
    hidden = tables("why_history")["losses"]
    shown = tables("why_history", "seenCosts=yes")["losses"]
    assert not any("RNN" in one["columns"] for one in hidden)
    (curves,) = (one for one in shown if "RNN" in one["columns"])
    told = pages.told("why_history", "en")["numbers"]["reader"]["loss"]
    assert columns(curves)["RNN"] == pytest.approx(told, rel=1e-6)
