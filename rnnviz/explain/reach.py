"""How far a loss reaches back: ‖∂L_t/∂H_k‖."""

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.explain.jacobians import state_of
from rnnviz.explain.probes import of_losses, probed
from rnnviz.model import Indices, SequenceModel
from rnnviz.trace import Trace


def reach(trace: Trace) -> Array:
    """‖∂L_t/∂H_k‖ at [t, k, sample], (T, T, n): Euclidean norms; L_t is the loss of step t.

    It is 0 for k > t. Raises ValueError as `jacobians` does, and for a trace without targets.
    """
    H = state_of(trace)
    found = probed(trace, np.arange(trace.steps), of_losses(trace), [H])[H]  # (T, T, n, h)
    return np.linalg.norm(found, axis=3).transpose(1, 0, 2)


def last_reach(model: SequenceModel, inputs: Indices, targets: Indices) -> Array:
    """‖∂L/∂H_{T−1−d}‖ at the distances d = 0 … T − 1, (T,): of the loss after the last step alone,
    the mean over pieces of text that are read side by side from a zero state.

    inputs: (T, n) numbers of the vocabulary; targets: (n,), the character after each piece.
    Raises ValueError as `reach` does.
    """
    trace = model.run(np.eye(len(model.vocabulary))[inputs])
    H = state_of(trace)
    last = trace["Y_hat"][-1] - np.eye(len(model.labels))[targets]  # ∂L/∂logits, (n, q)
    arriving = (last @ model.W_hq.T)[np.newaxis]
    at = np.array([len(inputs) - 1])
    found = probed(trace, at, arriving, [H])[H][:, 0]  # (T, n, h)
    norms: Array = np.linalg.norm(found, axis=2).mean(axis=1)[::-1]
    return norms


def truncated_share(norms: Array, T: int) -> float:
    """The share of what arrives, the norms of all distances added up, that batches of T steps drop.

    norms: (D,), at the distances 0 … D − 1. The losses stand at all T places of a piece: the first
    reaches no step but its own, the last T. NaN if the norms do not go as far as 2T steps back, or
    nothing arrives at all.
    """
    whole = norms.sum()
    if len(norms) <= 2 * T or not whole > 0:
        return float("nan")
    kept = norms[:T].cumsum() / whole
    return float(1 - kept.mean())
