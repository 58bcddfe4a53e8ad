"""Where the state rests: beside what can be said by hand, and beside 10,000 steps."""

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, SequenceModel, Stacked, Vocabulary, units
from rnnviz.cells import Cell
from rnnviz.locale import Refusal
from rnnviz.presets import load
from rnnviz.units.rest import AFTER, FixedPoint, rest
from tests.units.planted import COUNTER, counting, text

ABC = Vocabulary("abc")


def model_of(cell: Cell, vocabulary: Vocabulary = ABC) -> SequenceModel:
    q = len(vocabulary)
    W_hq, b_q = np.zeros((cell.hidden_size, q)), np.zeros((1, q))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)


def stepped(model: SequenceModel, character: str, states: np.ndarray, steps: int) -> np.ndarray:
    """All states side by side after so many steps of the character, (n, m)."""
    cell = model.cell
    for _ in range(0, steps, 500):
        X = np.repeat(model.vocabulary.one_hot([character]), min(steps, 500), axis=0)
        parts = np.split(states, len(cell.states), axis=1)
        first = {f"{name}0": part for name, part in zip(cell.states, parts, strict=True)}
        trace = cell.run(np.repeat(X, len(states), axis=1), **first)
        states = np.concatenate([trace[name][-1] for name in cell.states], axis=1)
    return states


def joined(point: FixedPoint) -> np.ndarray:
    return np.concatenate([*point.state.values()])


def test_a_unit_that_doubles_rests_at_zero_and_on_both_sides_of_it() -> None:
    # h = tanh(2 h): 0, and ±0.9575 to four digits.
    cell = RNN(W_xh=[[0], [1.9], [-1.9]], W_hh=[[2.0]], b_h=[[0.0]])
    letters = np.random.default_rng(0).choice([*"abc"], 200)
    seen = units.read(model_of(cell), "".join(letters))
    found = rest(seen, "a")
    values = sorted((round(float(p.state["H"][0]), 4), p.is_stable) for p in found)
    assert values == [(-0.9575, True), (0.0, False), (0.9575, True)]
    quick = rest(seen, "a", is_whole=False)
    assert {round(float(p.state["H"][0]), 4) for p in quick} == {-0.9575, 0.9575}
    slopes = {round(float(p.state["H"][0]), 1): p.eigenvalues[0].real for p in found}
    assert slopes[0] == pytest.approx(2)
    assert slopes[1.0] == pytest.approx(2 * (1 - 0.9575040241**2), abs=1e-8)


@pytest.mark.parametrize("cell", ["gru", "lstm", "rnn"])
def test_fixed_points_are_where_ten_thousand_steps_lead(cell: str) -> None:
    model = load("abracadabra", cell, 8)
    seen = units.read(model, "abracadabra" * 4)
    states = np.concatenate([seen[name] for name in model.cell.states], axis=1)
    for character in "ar":
        found = rest(seen, character)
        assert found
        for point in found:
            s = joined(point)[np.newaxis]
            np.testing.assert_allclose(stepped(model, character, s, 1), s, atol=1e-9)
            moved = jacobian_by_differences(model, character, joined(point))
            eigenvalues = np.linalg.eigvals(moved)
            largest = eigenvalues[np.argsort(-abs(eigenvalues))]
            np.testing.assert_allclose(abs(point.eigenvalues), abs(largest), atol=1e-5)
            assert point.is_stable == (abs(largest[0]) < 1)
            if point.is_stable:
                pushed = stepped(model, character, s + 1e-4, 10_000)
                np.testing.assert_allclose(pushed, s, atol=1e-8)
        stable = [joined(point) for point in found if point.is_stable]
        for end in stepped(model, character, states[::7], 10_000):
            if np.allclose(stepped(model, character, end[np.newaxis], 1), end, atol=1e-9):
                assert min(abs(end - point).max() for point in stable) < 1e-6


def jacobian_by_differences(model: SequenceModel, character: str, s: np.ndarray) -> np.ndarray:
    """The step's Jacobian, (m, m), a column at a time."""
    eps = 1e-6
    pushed = np.concatenate([s + eps * np.eye(len(s)), s - eps * np.eye(len(s))])
    after = stepped(model, character, pushed, 1)
    return ((after[: len(s)] - after[len(s) :]) / (2 * eps)).T


def test_a_counter_rests_wherever_it_has_counted_to() -> None:
    found = rest(units.read(counting(), text(2000, seed=1)), "a")
    assert {round(float(point.state["H"][COUNTER])) for point in found} == {0, 1, 2}
    assert len(found) == 3
    assert all(point.eigenvalues[0] == pytest.approx(1) for point in found)


def test_a_state_that_drifts_far_away_rests_where_it_drifts_to() -> None:
    # h = 0.999 h + 0.1 without a function: 100, which 200 steps do not come near.
    cell = RNN(phi="identity", W_xh=[[0.1], [-0.1], [0]], W_hh=[[0.999]], b_h=[[0.0]])
    model = model_of(cell)
    (point,) = rest(units.read(model, "abcabacb" * 20), "a")
    assert point.state["H"][0] == pytest.approx(100)
    assert point.is_stable
    assert stepped(model, "a", np.zeros((1, 1)), 10_000)[0, 0] == pytest.approx(100, abs=0.01)


def test_what_goes_round_and_round_has_an_unstable_point_within() -> None:
    turn = 1.2 * np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    cell = RNN(W_xh=[[0, 0], [2, 0], [0, 2]], W_hh=turn, b_h=[[0, 0]])
    letters = np.random.default_rng(0).choice([*"abc"], 200)
    (point,) = rest(units.read(model_of(cell), "".join(letters)), "a")
    np.testing.assert_allclose(point.state["H"], 0, atol=1e-9)
    assert not point.is_stable
    np.testing.assert_allclose(abs(point.eigenvalues), 1.2)


def test_both_states_of_an_lstm_rest() -> None:
    seen = units.read(SequenceModel.random(LSTM, ABC, 4, seed=0), "abcabcabc")
    (point,) = rest(seen, "b")
    assert point.state.keys() == {"H", "C"}
    assert len(point.eigenvalues) == 8
    assert point.starts == 9 * len(AFTER)


@pytest.mark.parametrize(("cell", "sizes", "name"), [(Stacked, (2, 2), "Stacked"), (MLP, 2, "MLP")])
def test_networks_without_one_state_get_a_sentence(cell: type, sizes: object, name: str) -> None:
    options = {"of": GRU} if cell is Stacked else {}
    seen = units.read(SequenceModel.random(cell, ABC, sizes, seed=0, **options), "abc")
    with pytest.raises(Refusal, match=f"{name}: where a state rests can be computed for one layer"):
        rest(seen, "a")


def test_a_character_that_is_unknown_is_named() -> None:
    seen = units.read(SequenceModel.random(GRU, ABC, 2, seed=0), "abc")
    with pytest.raises(Refusal, match="does not know the character ␣"):
        rest(seen, " ")
