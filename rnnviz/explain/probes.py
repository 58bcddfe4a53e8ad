"""Gradients of single steps: a probe is a gradient that arrives at one step alone.

Several probes are samples side by side of one backward pass, so that the equations' own
contributions give each of them its path.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.model import Indices, SequenceModel
from rnnviz.trace import Trace

# Probes times samples in one backward pass. More would take memory, and no less time.
MOST_ROWS = 512


def probed(trace: Trace, at: Indices, arriving: Array, names: Iterable[str]) -> dict[str, Array]:
    """The gradients of some quantities and pre-activations for each probe, (T, R, n, ·).

    at: the step of each probe, (R,). arriving: ∂L/∂H of that step, (R, n, h).
    """
    T, n, h = trace["H"].shape
    names, per = tuple(names), max(1, MOST_ROWS // n)
    found: dict[str, list[Array]] = {name: [] for name in names}
    for start in range(0, len(at), per):
        steps, rows = at[start : start + per], arriving[start : start + per]
        R = len(steps)
        dH = np.zeros((T, R, n, h))
        dH[steps, np.arange(R)] = rows
        gradients = trace.cell.backward(_repeated(trace, R), dH.reshape(T, R * n, h))
        for name in names:
            found[name].append(gradients[name].reshape(T, R, n, -1))
    return {name: np.concatenate(parts, axis=1) for name, parts in found.items()}


def of_losses(trace: Trace) -> Array:
    """∂L_t/∂H_t through the output layer alone, where L_t is the loss of step t, (T, n, h).

    Raises ValueError for a trace without a model or targets.
    """
    return dlogits(trace) @ _model(trace).W_hq.T


def dlogits(trace: Trace) -> Array:
    """∂L_t/∂logits_t, (T, n, q): what is predicted minus what is right.

    Raises ValueError as `of_losses` does.
    """
    model = _model(trace)
    if trace.targets is None:
        raise ValueError("The trace has no targets; a gradient needs a loss.")
    k = model.labels.indices(trace.targets)[:, np.newaxis]
    difference: Array = trace["Y_hat"] - np.eye(len(model.labels))[k]
    return difference


def _model(trace: Trace) -> SequenceModel:
    if trace.model is None:
        raise ValueError("The trace has no model; a loss needs an output layer.")
    return trace.model


def _repeated(trace: Trace, times: int) -> Trace:
    """The trace with its samples repeated `times` times, one copy after another."""

    def samples(array: Array, axis: int = 1) -> Array:
        return np.concatenate([array] * times, axis=axis)

    starts = {f"{state}0" for state in trace.cell.states}
    tensors = {
        name: samples(trace[name], axis=0 if name in starts else 1)
        for name in trace.cell.tensor_names
    }
    free = {name: samples(value) for name, value in trace.free.items()}
    n = trace["X"].shape[1]
    holds = tuple(
        hold
        if hold.samples is None
        else replace(hold, samples=[k * n + s for k in range(times) for s in hold.samples])
        for hold in trace.holds
    )
    return Trace(trace.cell, tensors, holds=holds, free=free)
