"""What stage, course and docs say was measured is what is measured, and a wrong number would be seen."""

from typing import Any

import numpy as np
import pytest

from rnnviz import LSTM
from rnnviz.__main__ import main
from rnnviz.cells import EVERY_CELL
from rnnviz.course.pages import told
from rnnviz.course.warrants import texts
from rnnviz.explain.warrants import Warrant, power, recorded
from rnnviz.locale import LANGUAGES
from rnnviz.training import warrants

# Another processor adds in another order.
OTHER_PROCESSOR = 10


@pytest.fixture(scope="module")
def measured() -> list[Warrant]:
    return [*warrants.warrants()]


def test_what_was_recorded_is_what_is_measured(measured: list[Warrant]) -> None:
    def but_for_the_difference(one: Warrant) -> Warrant:
        return one._replace(largest=0)

    old_ones = recorded().warrants
    assert [*map(but_for_the_difference, old_ones)] == [*map(but_for_the_difference, measured)]
    for old, new in zip(old_ones, measured, strict=True):
        assert new.holds, new
        assert new.largest <= OTHER_PROCESSOR * old.largest, (old, new)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_numbers_of_each_kind_of_network(language: str) -> None:
    shown = str(told("how_we_know", language))
    for network in warrants.LAYERS:
        assert texts()[f"{network}_states"] in shown
        assert texts()[f"{network}_gradients"] in shown
    assert texts()["worst_quantities"] in shown
    assert texts()["worst_partials"] in shown
    assert "'number'" not in shown


@pytest.mark.parametrize("what", ["quantities", "partials", "slopes"])
def test_every_cell_is_measured(measured: list[Warrant], what: str) -> None:
    assert [one.network for one in measured if one.what == what] == [*EVERY_CELL]


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


def test_what_is_no_number_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor after it, when others are right."""
    really = LSTM.run

    def wrong(cell: LSTM, *given: Any, **more: Any) -> Any:
        trace = really(cell, *given, **more)
        if cell.hidden_size == 3:
            trace["H"][2] = np.nan
        return trace

    monkeypatch.setattr(LSTM, "run", wrong)
    monkeypatch.setattr(warrants, "LAYERS", {"lstm": warrants.LAYERS["lstm"]})
    monkeypatch.setattr(warrants, "EVERY_CELL", {})
    states = next(warrants.warrants())
    assert np.isnan(states.largest)
    assert not states.holds


@pytest.mark.parametrize(
    ("value", "rounded"), [(4.41e-16, "4.5·10⁻¹⁶"), (1e-9, "1.0·10⁻⁹"), (9.99e-13, "1.0·10⁻¹²")]
)
def test_a_small_number_is_rounded_up(value: float, rounded: str) -> None:
    assert power(value) == rounded
    assert np.isclose(value, float(rounded.replace("·10⁻", "e-").translate(ASCII)), rtol=0.1)


ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
