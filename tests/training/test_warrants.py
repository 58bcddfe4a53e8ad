"""What the page "How we know" says is what is measured, and a wrong number would be seen."""

import json
from typing import Any

import numpy as np
import pytest

from rnnviz import LSTM
from rnnviz.__main__ import main
from rnnviz.cells import EVERY_CELL
from rnnviz.course import warrants as page
from rnnviz.course.pages import told
from rnnviz.locale import LANGUAGES
from rnnviz.training import warrants
from rnnviz.training.warrants import Warrant

# Another processor adds in another order.
OTHER_PROCESSOR = 10


@pytest.fixture(scope="module")
def measured() -> list[Warrant]:
    return [*warrants.warrants()]


def test_the_page_says_what_is_measured(measured: list[Warrant]) -> None:
    recorded = [Warrant(**one) for one in json.loads(page.FILE.read_text("utf-8"))]
    assert [one[:4] for one in recorded] == [one[:4] for one in measured]
    for old, new in zip(recorded, measured, strict=True):
        assert new.holds, new
        assert new.largest <= OTHER_PROCESSOR * old.largest, (old, new)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_numbers_of_each_kind_of_network(language: str) -> None:
    shown = str(told("how_we_know", language))
    for network in warrants.LAYERS:
        assert page.texts()[f"{network}_states"] in shown
        assert page.texts()[f"{network}_gradients"] in shown
    assert "'number'" not in shown


def test_every_cell_has_its_slopes_measured(measured: list[Warrant]) -> None:
    assert [one.network for one in measured if one.what == "slopes"] == [*EVERY_CELL]


def test_a_mistake_in_one_gate_of_one_step_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command says so, too, and ends otherwise."""
    really = LSTM.backward

    def wrong(cell: LSTM, *given: Any, **more: Any) -> Any:
        gradients = really(cell, *given, **more)
        return gradients | {"W_xf": gradients["W_xf"] * (1 + 1e-6)}

    monkeypatch.setattr(LSTM, "backward", wrong)
    few = {name: LAYER for name, LAYER in warrants.LAYERS.items() if name == "lstm"}
    monkeypatch.setattr(warrants, "LAYERS", few)
    monkeypatch.setattr(warrants, "EVERY_CELL", {})
    assert main(["check"]) == 1
    printed = capsys.readouterr()
    [line] = [line for line in printed.out.splitlines() if line.startswith("lstm, gradients")]
    assert float(line.split()[-1]) > 1e-12
    assert "1 of these differ" in printed.err


@pytest.mark.parametrize(
    ("value", "rounded"), [(4.41e-16, "4.5·10⁻¹⁶"), (1e-9, "1.0·10⁻⁹"), (9.99e-13, "1.0·10⁻¹²")]
)
def test_a_small_number_is_rounded_up(value: float, rounded: str) -> None:
    assert page.power(value) == rounded
    assert np.isclose(value, float(rounded.replace("·10⁻", "e-").translate(ASCII)), rtol=0.1)


ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
