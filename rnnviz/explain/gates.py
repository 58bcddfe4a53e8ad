"""What gates keep, over many steps (003, "GRU", "LSTM")."""

import numpy as np

from rnnviz.cells.activations import Array


def kept_share(value: float, steps: int) -> Array:
    """How much of H_0 is still in H_t if the update gate is `value` all along, (steps + 1,).

    H_t = Z H_{t−1} + (1 − Z) H̃_t, so the share is Z^t (003, "GRU").
    """
    return value ** np.arange(steps + 1.0)
