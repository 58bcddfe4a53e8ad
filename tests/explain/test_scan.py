"""A recurrence put together in a tree: the loop's numbers, fewer rounds, and which cells have none."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnnviz import Hold, Stacked
from rnnviz.cells import Written
from rnnviz.explain import Stretch, scan
from tests.cells.examples import make, sequence, starts

WITH = {
    "mingru": "H",
    "minlstm": "H",
    "linear": "S",
    "s6": "S",
    "s6-zero-order-hold": "S",
}
WITHOUT = {
    "mlp": "carries nothing",
    "rnn": "has no ledger",
    "rnn-identity": "has no ledger",
    "gru": "A_z reads H_prev",
    "lstm": "A_f reads H_prev",
    "slstm": "F reads M_prev",
    "deltanet": "V_hat reads S_prev",
    "gateddeltanet": "V_hat reads S_prev",
}


@pytest.mark.parametrize("T", [1, 2, 3, 7, 8, 29])
@pytest.mark.parametrize("kind", WITH)
def test_the_tree_gives_the_numbers_of_the_loop(kind: str, T: int) -> None:
    cell = make(kind, 3, 4)
    trace = cell.run(sequence(T, 2, 3), **starts(cell, 2))
    found = scan(trace)
    assert found.memory == WITH[kind]
    np.testing.assert_allclose(found.values, trace[found.memory], rtol=0, atol=1e-12)
    (whole,) = found.up[-1]
    assert (whole.first, whole.last) == (0, T - 1)
    for below, above in zip(found.up, found.up[1:], strict=False):
        assert [one.first for one in above] == [one.first for one in below[::2]]
        assert above[-1].last == T - 1
    assert {one.first for level in found.down for one in level} <= {0}


def test_eight_steps_take_five_rounds_and_a_thousand_fewer_than_twenty() -> None:
    cell = make("mingru", 1, 1)
    eight = scan(cell.run(sequence(8, 1, 1)))
    assert [len(level) for level in eight.up] == [8, 4, 2, 1]
    # Of the way back two wait for nothing that is not there, so that one of its levels is empty.
    assert [[one.last + 1 for one in level] for level in eight.down] == [[], [6], [3, 5, 7]]
    assert eight.rounds == 5
    assert eight.compositions == 7 + 4
    for T in (2, 100, 1000):
        found = scan(cell.run(sequence(T, 1, 1)))
        assert found.rounds <= 2 * math.ceil(math.log2(T))
        assert found.compositions < 2 * T


@pytest.mark.parametrize("kind", WITHOUT)
def test_a_cell_whose_steps_wait_says_for_what(kind: str) -> None:
    cell = make(kind, 3, 4)
    with pytest.raises(ValueError, match=WITHOUT[kind]):
        scan(cell.run(sequence(4, 1, 3)))


def test_what_is_made_of_cells_has_none() -> None:
    two = Stacked(make("mingru", 3, 4), make("mingru", 4, 4))
    with pytest.raises(ValueError, match="made of cells"):
        scan(two.run(sequence(4, 1, 3)))


def test_it_is_the_equations_that_decide() -> None:
    """A leak of one's own has a scan; with a function around it, it has none."""
    leak = Written.random(3, 4, 1, equations="H = f * H_prev + X @ W_x")
    trace = leak.run(sequence(9, 1, 3))
    np.testing.assert_allclose(scan(trace).values, trace["H"], atol=1e-12)
    bent = Written.random(3, 4, 1, equations="H = tanh(f * H_prev + X @ W_x)")
    with pytest.raises(ValueError, match="has no ledger"):
        scan(bent.run(sequence(9, 1, 3)))


def test_what_is_held_by_hand_is_held_in_the_tree() -> None:
    cell = make("s6", 3, 4)
    holds = [Hold("S", 0.5, units=(2,), steps=(3, 4)), Hold("Delta", 0.1, steps=(6, 6))]
    trace = cell.run(sequence(9, 1, 3), holds=holds)
    np.testing.assert_allclose(scan(trace).values, trace["S"], rtol=0, atol=1e-12)


NUMBERS = st.lists(st.floats(-1, 1), min_size=6, max_size=6)


@given(NUMBERS)
def test_how_stretches_are_bracketed_changes_nothing(numbers: list[float]) -> None:
    a, b, c = (
        Stretch(k, k, np.array(numbers[2 * k]), np.array(numbers[2 * k + 1])) for k in range(3)
    )
    one, other = a.then(b).then(c), a.then(b.then(c))
    assert (one.first, one.last) == (other.first, other.last) == (0, 2)
    np.testing.assert_allclose(one.kept, other.kept, atol=1e-15)
    np.testing.assert_allclose(one.added, other.added, atol=1e-15)
