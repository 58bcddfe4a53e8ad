"""A worksheet asks what was chosen, gives what that needs, and its key is what rnnviz computed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.cells.description import Phase
from rnnviz.explain import unit_sum
from rnnviz.stage import scene
from tests.javascript import in_node

TEXT = "想要有直升机"
CELLS = {"rnn": RNN, "gru": GRU, "lstm": LSTM, "both ways": Bidirectional}
T = 2  # The third step, which reads 有.


def trace_of(cell: type, hidden_size: int = 4) -> Trace:
    model = SequenceModel.random(cell, Vocabulary(TEXT), hidden_size, seed=3)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def exercise(trace: Trace, *, notation: str = "row", **asked: Any) -> dict[str, Any]:
    place = {"t": str(T + 1), **asked.pop("place", {})}
    given = {"scene": scene([trace]), "notation": notation, "asked": [{"place": place, **asked}]}
    (found,) = in_node(Path(__file__).with_name("exercise.mjs"), given)
    return found


def made_by(phase: Phase) -> str:
    """The quantity that a phase computes."""
    return phase.equation.split("=")[0].strip()


def keys(found: dict[str, Any]) -> list[str]:
    return [one["key"] for one in found["questions"]]


def values(row: dict[str, Any]) -> list[float]:
    return [cell["value"] for cell in row["cells"]]


def blanks(found: dict[str, Any]) -> int:
    """How many boxes are left to be filled."""
    grids = [one["grid"] for one in found["questions"] if one["grid"]]
    return sum(cell["isBlank"] for grid in grids for row in grid["rows"] for cell in row["cells"])


@pytest.mark.parametrize("name", CELLS)
def test_the_key_has_every_number_of_the_step_as_it_was_computed(name: str) -> None:
    trace = trace_of(CELLS[name])
    everything = [one["key"] for one in exercise(trace)["blanks"]]
    found = exercise(trace, blanks=everything)
    assert keys(found) == everything
    assert everything[-1] == "loss"
    phases = [*trace.cell.description.phases]
    for phase, question in zip(phases, found["questions"], strict=False):
        assert question["grid"], "of a small network all units are asked for"
        row = question["grid"]["rows"][-1]
        assert values(row) == pytest.approx(trace[made_by(phase)][T, 0].tolist(), abs=1e-12)
        assert all(cell["isBlank"] for one in question["grid"]["rows"] for cell in one["cells"])
    (loss,) = values(found["questions"][-1]["grid"]["rows"][0])
    assert loss == pytest.approx(float(trace["loss"][T, 0]), abs=1e-12)


def test_from_what_is_given_one_gets_what_the_key_says() -> None:
    trace = trace_of(LSTM)
    found = exercise(trace, blanks=[one["key"] for one in exercise(trace)["blanks"]])
    # Of a step that is worked out as a whole, the state before is all that is given of other steps.
    (states,) = found["vectors"]
    assert [row["head"] for row in states["rows"]] == ["H₂", "C₂"]
    h, c = (np.array(values(row)) for row in states["rows"])
    weights = {
        one["name"]: np.array([values(row) for row in one["rows"]]) for one in found["weights"]
    }
    # Of a one-hot input one row of a matrix counts.
    assert {len(weights[f"W_x{gate}"]) for gate in "ifoc"} == {1}

    def gate(name: str) -> np.ndarray:
        return weights[f"W_x{name}"][0] + h @ weights[f"W_h{name}"] + weights[f"b_{name}"][0]

    def sigmoid(x: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-x))

    memory = sigmoid(gate("f")) * c + sigmoid(gate("i")) * np.tanh(gate("c"))
    state = sigmoid(gate("o")) * np.tanh(memory)
    logits = state @ weights["W_hq"] + weights["b_q"][0]
    asked = {one["key"]: values(one["grid"]["rows"][-1]) for one in found["questions"]}
    assert asked["memory"] == pytest.approx(memory.tolist(), abs=1e-12)
    assert asked["hidden"] == pytest.approx(state.tolist(), abs=1e-12)
    assert asked["predict"] == pytest.approx((np.exp(logits) / np.exp(logits).sum()).tolist())


def test_what_is_not_asked_for_and_is_needed_is_given() -> None:
    trace = trace_of(LSTM)
    found = exercise(trace, blanks=["memory"])
    assert keys(found) == ["memory"]
    assert found["weights"] == []
    heads = [row["head"] for grid in found["vectors"] for row in grid["rows"]]
    assert heads == ["F₃", "C₂", "I₃", "C̃₃"]
    assert not any(
        c["isBlank"] for grid in found["vectors"] for r in grid["rows"] for c in r["cells"]
    )
    assert blanks(found) == 4


def test_by_default_the_phase_where_one_is_and_what_follows_it_are_blank() -> None:
    trace = trace_of(LSTM)
    found = exercise(trace, place={"phase": "memory"})
    everything = [one["key"] for one in found["blanks"]]
    assert keys(found) == everything[everything.index("memory") :]


def test_a_column_s_matrices_have_a_row_a_unit() -> None:
    trace = trace_of(RNN)
    rows, columns = (exercise(trace, notation=key, blanks=["hidden"]) for key in ("row", "column"))
    one, other = (
        next(grid for grid in found["weights"] if grid["name"] == "W_hh")
        for found in (rows, columns)
    )
    assert np.array([values(row) for row in one["rows"]]).T.tolist() == [
        values(row) for row in other["rows"]
    ]
    assert [row["head"].lower() for row in one["rows"]] == other["columns"]


@pytest.mark.parametrize("size", [4, 16])
def test_of_one_unit_the_terms_of_its_sum_are_asked_for_and_of_many_the_largest(size: int) -> None:
    trace = trace_of(GRU, size)
    more = {"place": {"phase": "candidate", "unit": "2"}, "blanks": ["reset", "candidate"]}
    found = exercise(trace, isOneUnit=True, **more)
    if size > 4:
        whole = exercise(trace, **more)
        assert whole["questions"] == found["questions"], "too large to be asked for as a whole"
    reset, candidate = (one["sum"] for one in found["questions"])
    for key, asked in (("reset", reset), ("candidate", candidate)):
        phase = next(one for one in trace.cell.description.phases if one.key == key)
        true = unit_sum(trace, phase, T, 1)
        rest = asked["rest"] or {"value": 0, "count": 0}
        products = [term["product"]["value"] for term in asked["terms"]]
        assert sum(products) + rest["value"] == pytest.approx(true.total, abs=1e-12)
        assert len(products) + rest["count"] == len(true.terms)
        assert len(products) == min(12, len(true.terms))
        assert asked["total"]["value"] == pytest.approx(true.total, abs=1e-12)
        assert asked["result"]["value"] == pytest.approx(trace[made_by(phase)][T, 0, 1], abs=1e-12)
        assert asked["total"]["isBlank"]
    # What the sheet asks before is no number that it gives away.
    for term in candidate["terms"]:
        is_reset_s = term["letters"].startswith("(R₃ ⊙ H₂)[2]")
        assert term["factors"][0]["isBlank"] is is_reset_s


def test_a_number_that_is_held_is_given_and_said() -> None:
    trace = trace_of(LSTM)
    found = exercise(trace, place={"changes": "F.1.2-3=0.25"}, blanks=["forget"])
    assert found["held"] == [{"letter": "F₃[1]", "value": 0.25}]
    above, row = found["questions"][0]["grid"]["rows"]
    assert [cell["isBlank"] for cell in row["cells"]] == [False, True, True, True]
    assert row["cells"][0]["value"] == 0.25
    assert not above["cells"][0]["isBlank"]


def test_on_the_way_back_each_gradient_is_asked_for_by_its_paths() -> None:
    trace = trace_of(GRU)
    first = exercise(trace, place={"way": "back"})["blanks"][0]["key"]
    found = exercise(trace, place={"way": "back", "unit": "2", "phase": first})
    assert "loss" not in keys(found)
    assert found["choice"] is False
    # A term that is no product is not given away: what it is made of is given in its place.
    (logits,) = (
        one["sum"] for one in found["questions"] if one["key"] == found["blanks"][0]["key"]
    )
    (term,) = logits["terms"]
    assert term["product"]["isBlank"]
    assert term["factors"][0]["isBlank"]
    assert [part["letter"] for part in logits["parts"]] == ["Ŷ₃[直]", "Y₃[直]"]
    predicted, right = (part["value"] for part in logits["parts"])
    assert (predicted - right) / len(TEXT[1:]) == pytest.approx(term["product"]["value"], abs=1e-12)
    for one in found["questions"]:
        assert one["grid"] is None
        total = sum(term["product"]["value"] for term in one["sum"]["terms"])
        total += (one["sum"]["rest"] or {"value": 0})["value"]
        assert total == pytest.approx(one["sum"]["total"]["value"], abs=1e-12)
