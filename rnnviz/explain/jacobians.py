"""How one hidden state moves a later one: ∂H_t/∂H_k (004; BPTT)."""

import numpy as np

from rnnviz.cells import Bidirectional, Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.expression import Arriving, Gradient, Leaf, Parameter, Tensor, value
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


def step_jacobians(trace: Trace) -> Array:
    """∂ all states of step t / ∂ all states of the step before, (T, n, m, m).

    m: the units of all states, in the order of `cell.states`: of H, then of C, where there is one.
    At [t, sample, a, b] is ∂a/∂b, every other state being held. Their product over steps is what is
    left of a state after them.
    Raises ValueError for a cell without a state, made of cells, or with a matrix as a state, and for
    a trace in which something is held by hand.
    """
    cell = trace.cell
    if not isinstance(cell, Cell) or not cell.states or trace.holds:
        raise ValueError("It takes the trace of one cell with a state, nothing held by hand.")
    if matrices := [state for state in cell.states if len(cell.shapes[state]) > 1]:
        raise ValueError(f"{cell.title}'s state {matrices[0]} is a matrix; it takes vectors.")
    T, n, h = trace["H"].shape
    m = len(cell.states) * h
    seeds = np.eye(m).reshape(m, 1, len(cell.states), h)
    program = cell.program.backward
    zeros = np.zeros((1, h))
    known: dict[Leaf, Array] = {Arriving(Tensor("H"), later=False): zeros}
    for k, state in enumerate(cell.states):
        later = Arriving(Tensor(state), later=True)
        # H has a gradient from outside even where no later step reads it.
        given = later if later in program.carried else Arriving(Tensor(state), later=False)
        known[given] = seeds[:, :, k]

    def leaf(e: Leaf) -> Array:
        if e in known:
            return known[e]
        if isinstance(e, Parameter):
            return cell.parameters[e.name]
        assert isinstance(e, Tensor)
        whole = trace.before(e.name) if e.before else trace[e.name]
        return whole.reshape(T * n, -1)

    for target, expression in program.equations.items():
        if isinstance(target, Gradient) and isinstance(target.of, Tensor):
            known[target] = value(expression, leaf)
    rows = [
        np.broadcast_to(known.get(Gradient(Tensor(state, before=True)), zeros), (m, T * n, h))
        for state in cell.states
    ]
    return np.concatenate(rows, axis=2).reshape(m, T, n, m).transpose(1, 2, 0, 3)
