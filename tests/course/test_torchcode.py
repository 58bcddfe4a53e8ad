"""The programs that a chapter prints, run as they stand: they give the figures beside them."""

import re
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
import pytest
import torch

from rnnviz.course.unrolled import unrolled
from tests.course.javascript import evaluated

WORDS = dict.fromkeys(
    ("twoProducts", "oneProduct", "beginsAtZero", "eachStep", "alsoNext"), "两个乘积相加"
)


def program(lines: list[dict[str, str]]) -> str:
    return "\n".join(line["text"] for line in lines)


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_program_for_two_products_or_one_prints_what_the_figure_shows(seed: int) -> None:
    (drawn,) = evaluated("chapters/why_unrolled/unrolled", ["concatenation", seed])
    (lines,) = evaluated("chapters/why_unrolled/torchcode", ["joinListing", drawn, WORDS])
    names: dict[str, torch.Tensor] = {}
    try:
        with redirect_stdout(StringIO()) as said:
            exec(program(lines), names)
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_printoptions(profile="default")
    for name, shown in (("X", "X"), ("W_xh", "W_xh"), ("H", "S"), ("W_hh", "W_hh")):
        np.testing.assert_array_equal(names[name], drawn[shown])
    promised = "\n".join(
        line["text"][2:] for line in lines if re.match(r"# (tensor| {8}\[)", line["text"])
    )
    assert said.getvalue().strip() == promised
    printed = [float(one) for one in re.findall(r"-?\d+\.\d+", promised)]
    np.testing.assert_allclose(printed, np.ravel([drawn["first"], drawn["second"]]), atol=6e-5)


def test_the_program_of_the_book_s_figure_computes_the_figure() -> None:
    (given,) = unrolled("helicopter").values()
    network = given["network"]
    codes = [given["vocabulary"].index(one) for one in given["text"][:-1]]
    (read,) = evaluated("maths/recurrent", ["reading", network, codes])
    (lines,) = evaluated("chapters/why_unrolled/torchcode", ["bookListing", 2, WORDS])
    weights = {name: network["readers"][0][name] for name in ("W_xh", "W_hh", "b_h")}
    weights |= {name: network[name] for name in ("W_hq", "b_q")}
    names = {name: torch.tensor(rows) for name, rows in weights.items()}
    names["X"] = torch.eye(len(given["vocabulary"]))[codes][:, None]
    states, predictions = [], []
    exec(program(lines), names | {"torch": torch, "states": states, "predictions": predictions})
    np.testing.assert_allclose(torch.cat(states), read["H"], atol=1e-5)
    np.testing.assert_allclose(torch.cat(predictions), read["P"], atol=1e-5)
    (now,) = (line["text"] for line in lines if line["isNow"])
    assert "torch.tanh" in now


def test_the_sum_behind_a_neuron_is_what_its_wires_bring() -> None:
    (given,) = unrolled("helicopter").values()
    codes = [given["vocabulary"].index(one) for one in given["text"][:-1]]
    (read,) = evaluated("maths/recurrent", ["reading", given["network"], codes])
    asked = [(t, k) for t in range(len(codes)) for k in range(8)]
    sums = evaluated(
        "chapters/why_unrolled/unrolled",
        *(["neuronSum", given["network"], codes, t, k] for t, k in asked),
    )
    for (t, k), found in zip(asked, sums, strict=True):
        assert found["value"] == pytest.approx(read["H"][t][k], abs=1e-12)
        assert (found["recurrent"] == 0) == (t == 0)
