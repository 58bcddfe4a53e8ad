"""How far a loss reaches back: ‖∂L_t/∂H_k‖."""

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.explain.jacobians import state_of
from rnnviz.explain.probes import of_losses, probed
from rnnviz.trace import Trace


def reach(trace: Trace) -> Array:
    """‖∂L_t/∂H_k‖ at [t, k, sample], (T, T, n): Euclidean norms; L_t is the loss of step t.

    It is 0 for k > t. Raises ValueError as `jacobians` does, and for a trace without targets.
    """
    H = state_of(trace)
    found = probed(trace, np.arange(trace.steps), of_losses(trace), [H])[H]  # (T, T, n, h)
    return np.linalg.norm(found, axis=3).transpose(1, 0, 2)
