"""Which unit is the largest, by what its gate does: read from equations, for every cell."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Hold, SequenceModel, Trace, Vocabulary
from rnnviz.stage import track
from tests.cells.minimal_gated_unit import MinimalGatedUnit
from tests.javascript import in_node

TEXT = "想要有直升机想要"


def reading(cell: type, **options: Any) -> Trace:
    model = SequenceModel.random(cell, Vocabulary(TEXT), 5, seed=3, **options)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def ranked(trace: Trace, t: int, changes: str = "") -> dict[str, Any]:
    asked = {"track": track(trace), "changes": changes, "t": t}
    return in_node(Path(__file__).with_name("ranking.mjs"), asked)


def hold_to(found: dict[str, Any], values: np.ndarray, done: str = "") -> None:
    """The measured numbers, the largest of them, and the order from there down."""
    np.testing.assert_allclose(found["values"], values, rtol=1e-12, atol=1e-15)
    assert found["done"] == done
    assert found["largest"]["units"] == [int(values.argmax())]
    assert found["order"] == np.argsort(-values, kind="stable").tolist()


def test_of_a_forget_gate_the_share_that_it_erases_and_the_amount_are_told() -> None:
    trace = reading(LSTM)
    F, I, O, C, C_tilde, H = (trace[name][:, 0] for name in ("F", "I", "O", "C", "C_tilde", "H"))
    found = ranked(trace, 2)
    hold_to(found["F.share"], 1 - F[2], "erased")
    hold_to(found["F.amount"], np.abs(C[1]) * (1 - F[2]), "erased")
    hold_to(found["I.amount"], np.abs(C_tilde[2]) * I[2], "written")
    hold_to(found["O.amount"], np.abs(np.tanh(C[2])) * O[2], "shown")
    hold_to(found["C.size"], np.abs(C[2]))
    hold_to(found["H.change"], np.abs(H[2] - H[1]))
    assert "C_tilde.change" not in found


@pytest.mark.parametrize("reset_after", [False, True])
def test_a_gru_keeps_with_its_update_gate_and_looks_through_its_reset_gate(
    reset_after: bool,
) -> None:
    trace = reading(GRU, reset_after=reset_after)
    R, Z, H = (trace[name][:, 0] for name in ("R", "Z", "H"))
    found = ranked(trace, 3)
    hold_to(found["Z.share"], 1 - Z[3], "erased")
    hold_to(found["Z.amount"], np.abs(H[2]) * (1 - Z[3]), "erased")
    hold_to(found["R.share"], R[3], "seen")
    if not reset_after:
        hold_to(found["R.amount"], np.abs(H[2]) * R[3], "seen")


def test_a_gate_that_replaces_erases_its_own_share() -> None:
    trace = reading(MinimalGatedUnit)
    F, H = (trace[name][:, 0] for name in ("F", "H"))
    found = ranked(trace, 2)
    hold_to(found["F.share"], F[2], "erased")
    hold_to(found["F.amount"], np.abs(H[1]) * F[2], "erased")


def test_units_that_are_equally_large_are_all_the_largest() -> None:
    found = ranked(reading(LSTM), 2, "F.*.3=0")
    assert found["F.share"]["largest"] == {"units": [0, 1, 2, 3, 4], "count": 5, "value": 1}
    assert found["F.share"]["order"] == [0, 1, 2, 3, 4]


def test_after_a_change_it_is_told_where_it_made_the_most() -> None:
    before = reading(LSTM)
    after = before.model.trace(TEXT[:-1], targets=TEXT[1:], holds=[Hold("F", 1.0, units=(2,))])
    found = ranked(before, 4, "F.3.*=1")
    apart = np.abs(after["C"] - before["C"])[4, 0]
    np.testing.assert_allclose(found["C.difference"]["values"], apart, atol=1e-12)
    assert found["C.difference"]["largest"]["units"] == [int(apart.argmax())] == [2]
