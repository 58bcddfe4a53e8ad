"""003: the effect of each gate, held at a value."""

from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Hold, Trace
from rnnviz.cells import Cell
from rnnviz.explain.gates import kept_share

T, D, H = 30, 5, 4
rng = np.random.default_rng(0)
X = rng.normal(size=(T, 1, D))
H0, C0 = rng.uniform(-1, 1, size=(2, 1, H))
GRU_CELL = GRU.random(D, H, seed=1)
LSTM_CELL = LSTM.random(D, H, seed=1)


def held(cell: Cell, inputs: np.ndarray, **values: Any) -> Trace:
    """The trace with these gates held in all units at all steps; H0 and C0 are initial states."""
    initial = {name: values.pop(name) for name in ("H0", "C0") if name in values}
    return cell.run(inputs, holds=[Hold(*one) for one in values.items()], **initial)


def state_after(trace: Trace, state: str) -> np.ndarray:
    """The first sample's state from before the first step on, (T + 1, h)."""
    return np.concatenate((trace[f"{state}0"][:1], trace[state][:, 0]))


def test_an_update_gate_at_1_keeps_the_state_to_the_last_bit() -> None:
    states = state_after(held(GRU_CELL, X, H0=H0, Z=1.0), "H")
    np.testing.assert_array_equal(states, np.repeat(H0, T + 1, axis=0))


@pytest.mark.parametrize("z", [0.5, 0.9, 0.99, 0.999])
def test_an_update_gate_near_1_keeps_z_to_the_power_of_t(z: float) -> None:
    """Two runs that differ in H_0 alone, and whose candidates cannot see it (R = 0)."""
    a, b = (state_after(held(GRU_CELL, X, H0=H0 * sign, Z=z, R=0.0), "H") for sign in (1, -1))
    np.testing.assert_allclose((a - b) / (2 * H0), kept_share(z, T)[:, None] * np.ones(H))


def test_near_1_is_not_near_enough_for_a_long_span() -> None:
    """003 says that almost nothing flows in; it depends on how long 'near 1' has to last."""
    assert kept_share(0.9, 30)[-1] < 0.05
    assert 0.7 < kept_share(0.99, 30)[-1] < 0.75
    assert kept_share(0.999, 30)[-1] > 0.97


def test_with_the_reset_gate_at_1_and_the_update_gate_at_0_a_gru_is_an_rnn() -> None:
    names = ("W_xh", "W_hh", "b_h")
    rnn = RNN(**{name: GRU_CELL.parameters[name] for name in names})
    np.testing.assert_array_equal(
        held(GRU_CELL, X, H0=H0, R=1.0, Z=0.0)["H"], rnn.run(X, H0=H0)["H"]
    )


def test_with_both_gates_at_0_a_gru_is_an_mlp() -> None:
    mlp = MLP(W_xh=GRU_CELL.parameters["W_xh"], b_h=GRU_CELL.parameters["b_h"])
    np.testing.assert_array_equal(held(GRU_CELL, X, H0=H0, R=0.0, Z=0.0)["H"], mlp.run(X)["H"])


def test_forget_1_and_input_0_keep_the_memory_to_the_last_bit() -> None:
    trace = held(LSTM_CELL, X, H0=H0, C0=C0, F=1.0, I=0.0)
    np.testing.assert_array_equal(state_after(trace, "C"), np.repeat(C0, T + 1, axis=0))


def test_closed_input_gate_keeps_only_what_the_forget_gate_lets_through() -> None:
    C = state_after(held(LSTM_CELL, X, C0=C0, F=0.5, I=0.0), "C")
    np.testing.assert_allclose(C, C0 * kept_share(0.5, T)[:, None], rtol=1e-12)


def test_a_closed_output_gate_keeps_the_memory_to_itself() -> None:
    trace = held(LSTM_CELL, X, C0=C0, O=0.0)
    assert not trace["H"].any()
    assert np.abs(np.diff(state_after(trace, "C"), axis=0)).max() > 0.01
    opened = held(LSTM_CELL, X[:1], C0=trace["C"][-2], O=1.0)
    np.testing.assert_array_equal(opened["H"], np.tanh(opened["C"]))


def test_a_held_gate_reaches_0_and_1_which_its_sigmoid_does_not() -> None:
    """003 gives the range as [0, 1]; σ is strictly inside, until a float64 rounds it."""
    trace = held(LSTM_CELL, X, F=1.0, I=0.0)
    assert (trace["F"] == 1).all()
    assert (trace["I"] == 0).all()
    for gate in ("F", "I"):
        assert ((trace.free[gate] > 0) & (trace.free[gate] < 1)).all()
