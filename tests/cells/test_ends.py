"""What arrives at the states after the last step goes back through all of it."""

import numpy as np
import pytest

from rnnviz import LSTM, Bidirectional, Stacked
from rnnviz.cells import CELLS, EVOLUTION, Cell, Composite

RNG = np.random.default_rng(4)
X = RNG.normal(size=(4, 2, 3))
MADE: dict[str, Cell | Composite] = {
    name: cell.random(3, 5, seed=2)
    for name, cell in {**CELLS, **EVOLUTION}.items()
    if cell.random(1, 1, seed=0).states
}
MADE |= {
    "both ways": Bidirectional.random(3, 5, seed=2, of=LSTM),
    "layers": Stacked.random(3, 5, seed=2, of=LSTM),
}


@pytest.mark.parametrize("name", MADE)
def test_each_state_s_gradient_is_that_of_differences(name: str) -> None:
    """L = Σ w ⊙ the state after a part's own last step, for one state after the other."""
    cell = MADE[name]
    for state in cell.states:
        at = 0 if state.startswith("backward.") else -1
        trace = cell.run(X)
        w = RNG.normal(size=trace[state][at].shape)
        dX = cell.backward(trace, np.zeros_like(trace["H"]), {state: w})["X"]

        def loss(x: np.ndarray, state: str = state, at: int = at, w: np.ndarray = w) -> float:
            return float((w * cell.run(x)[state][at]).sum())

        found = np.zeros_like(X)
        for place in np.ndindex(X.shape):
            step = np.zeros_like(X)
            step[place] = 1e-6
            found[place] = (loss(X + step) - loss(X - step)) / 2e-6
        np.testing.assert_allclose(dX, found, atol=1e-7)


def test_a_state_that_is_not_there_and_one_of_another_shape_are_refused() -> None:
    lstm = LSTM.random(3, 5, seed=2)
    trace = lstm.run(X)
    zeros = np.zeros_like(trace["H"])
    with pytest.raises(ValueError, match="LSTM has no state Q; it has H, C"):
        lstm.backward(trace, zeros, {"Q": np.zeros((2, 5))})
    with pytest.raises(ValueError, match="dC"):
        lstm.backward(trace, zeros, {"C": np.zeros((2, 4))})
    layers = MADE["layers"]
    with pytest.raises(ValueError, match="has no state C; its names begin with layer1"):
        layers.backward(layers.run(X), zeros, {"C": np.zeros((2, 5))})
