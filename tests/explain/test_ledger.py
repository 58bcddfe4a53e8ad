"""The ledger of a memory: exact sums, worked by hand, and the cells that have none."""

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Bidirectional, Hold, IndRNN, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import EVERY_CELL, Written
from rnnviz.explain import ledger
from rnnviz.explain.ledger import account
from tests.cells.examples import make, sequence, starts

WITH = {
    "gru": "H", "lstm": "C", "lstm1997": "C", "peephole": "C", "cifg": "C", "mgu": "H",
    "mingru": "H", "minlstm": "H", "slstm": "C",
}  # fmt: skip


@pytest.mark.parametrize("cell", WITH)
def test_what_each_step_has_left_adds_up_to_the_memory(cell: str) -> None:
    made = make(cell, 3, 6)
    trace = made.run(sequence(12, 2, 3), **starts(made, 2))
    assert account(made).memory == WITH[cell]
    for t in (0, 5, 11):
        parts = ledger(trace, t)
        assert parts.shape == (t + 2, 2, 6)
        np.testing.assert_allclose(parts.sum(axis=0), trace[WITH[cell]][t], rtol=1e-12, atol=1e-12)


def test_an_lstms_entries_are_those_of_the_formula() -> None:
    trace = LSTM.random(3, 4, seed=1).run(sequence(6, 1, 3), C0=np.ones((1, 4)))
    parts = ledger(trace, 4)
    F, I, C_tilde = (trace[name][:, 0] for name in ("F", "I", "C_tilde"))
    np.testing.assert_allclose(parts[0, 0], F[:5].prod(axis=0), rtol=1e-12)
    np.testing.assert_allclose(parts[3, 0], F[3] * F[4] * I[2] * C_tilde[2], rtol=1e-12)
    np.testing.assert_allclose(parts[5, 0], I[4] * C_tilde[4], rtol=1e-12)


def test_a_grus_entries_are_those_of_the_formula() -> None:
    trace = GRU.random(3, 4, seed=1).run(sequence(6, 1, 3), H0=np.ones((1, 4)))
    Z, H_tilde = trace["Z"][:, 0], trace["H_tilde"][:, 0]
    parts = ledger(trace, 5)
    np.testing.assert_allclose(parts[0, 0], Z.prod(axis=0), rtol=1e-12)
    np.testing.assert_allclose(
        parts[2, 0], Z[2:].prod(axis=0) * (1 - Z[1]) * H_tilde[1], rtol=1e-12
    )


@pytest.mark.parametrize("cell", [name for name in EVERY_CELL if name not in WITH])
def test_a_cell_without_a_ledger_says_why(cell: str) -> None:
    trace = make(cell, 3, 4).run(sequence(4, 1, 3))
    why = "carries nothing" if cell == "mlp" else "through a matrix or a function at every step"
    with pytest.raises(ValueError, match=why):
        ledger(trace, 2)


def test_composed_cells_have_one_each() -> None:
    for cell in (
        Stacked(GRU.random(3, 4, 0), GRU.random(4, 4, 1)),
        Bidirectional(GRU.random(3, 4, 0), GRU.random(3, 4, 1)),
    ):
        with pytest.raises(ValueError, match="made of cells"):
            ledger(cell.run(sequence(3, 1, 3)), 1)


def test_an_identity_does_not_make_a_ledger_of_another_cell() -> None:
    with pytest.raises(ValueError, match="no ledger"):
        ledger(IndRNN.random(3, 4, 0, phi="identity").run(sequence(3, 1, 3)), 1)


def test_a_memory_s_account_is_kept_also_where_the_hidden_state_could_have_one() -> None:
    """Whatever the order of the states."""
    equations = "F = sigmoid(X @ U)\nC = F * C_prev + tanh(X @ V)\nH = F * H_prev + C"
    assert account(Written.random(2, 3, 0, equations=equations)).memory == "C"


def test_what_is_held_by_hand_is_written_by_hand() -> None:
    model = SequenceModel.random(LSTM, Vocabulary("abc"), 4, seed=2)
    holds = [Hold("F", 0.5, units=[1]), Hold("C", 2.0, units=[0], steps=[3])]
    trace = model.trace("abcabc", holds=holds)
    parts = ledger(trace, 5)
    np.testing.assert_allclose(parts.sum(axis=0), trace["C"][5], rtol=1e-12, atol=1e-12)
    # Nothing from before the third step is left in the unit that was held there.
    assert not parts[:4, 0, 0].any()
    np.testing.assert_allclose(parts[4, 0, 0], 2 * trace["F"][4:, 0, 0].prod(), rtol=1e-12)


@pytest.mark.parametrize("t", [-1, 6, 100])
def test_a_step_outside_the_text_is_refused(t: int) -> None:
    trace = LSTM.random(3, 4, seed=1).run(sequence(6, 1, 3))
    with pytest.raises(ValueError, match=f"t is {t}; it must be from 0 to 5"):
        ledger(trace, t)


@pytest.mark.parametrize("cell", WITH)
def test_where_the_hidden_state_is_a_multiple_of_the_memory_the_account_says_so(cell: str) -> None:
    made = make(cell, 3, 6)
    through_tanh = cell in ("lstm", "lstm1997", "peephole", "cifg")
    assert account(made).is_linear == (not through_tanh)
