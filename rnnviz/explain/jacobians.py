"""How one hidden state moves a later one: ∂H_t/∂H_k (004; BPTT)."""

import numpy as np

from rnnviz.cells import Bidirectional
from rnnviz.cells.activations import Array
from rnnviz.explain.probes import probed
from rnnviz.trace import Trace


def jacobians(trace: Trace) -> Array:
    """∂H_t[i]/∂H_k[j] at [t, k, sample, i, j], (T, T, n, h, h); ∂H_t/∂H_t is the identity.

    All ways from H_k to H_t count, those through a memory C as well; it is 0 for k > t, and where
    nothing carries H on. Of stacked cells it is the last one's.
    Raises ValueError for a cell that reads both ways.
    """
    H = state_of(trace)
    T, n, h = trace["H"].shape
    # One probe for each unit of each step.
    at = np.repeat(np.arange(T), h)
    arriving = np.broadcast_to(np.tile(np.eye(h), (T, 1))[:, np.newaxis], (T * h, n, h))
    found = probed(trace, at, arriving, [H])[H]  # (T, T·h, n, h)
    return found.reshape(T, T, h, n, h).transpose(1, 0, 3, 2, 4)


def state_of(trace: Trace) -> str:
    """The name of the state that is the cell's H.

    Raises ValueError for a cell that reads both ways.
    """
    cell = trace.cell
    if isinstance(cell, Bidirectional):
        raise ValueError(
            f"{cell.title} reads both ways, so that its H is no state of one; "
            "its forward and its backward cell each have these derivatives."
        )
    return cell.output[0] if hasattr(cell, "output") else "H"
