"""How much of an output comes from each earlier input (001, "O_t = V f(U X_t + W f(…))").

The output of step t is a function of every input up to t. Here it is written out level by
level, with numbers; one input is changed to measure the change of the output; and the exact
derivative does the same for small changes.
"""

import numpy as np

from rnnviz.cells import RNN
from rnnviz.cells.activations import ACTIVATIONS, Array, softmax
from rnnviz.model import SequenceModel
from rnnviz.trace import Trace


def expanded(trace: Trace, t: int, levels: int) -> Array:
    """The logits of step t with the state substituted by its equation `levels` times, (n, q).

    001 writes V f(U x_t + W f(U x_{t−1} + … W s_{t−levels})). With any number of levels the
    result is the same; only inputs and one earlier state enter.
    t: from 0. Raises ValueError if the trace is not an RNN model's, or t or levels do not fit.
    """
    cell, model = trace.cell, trace.model
    if not isinstance(cell, RNN) or model is None:
        raise ValueError(f"The trace is of {cell.title}; 001 expands an RNN with an output layer.")
    if not 0 <= t < trace.steps:
        raise ValueError(f"t is {t}; it must be from 0 to {trace.steps - 1}.")
    if not 1 <= levels <= t + 1:
        raise ValueError(f"levels is {levels}; it must be from 1 to {t + 1}.")
    f = ACTIVATIONS[cell.phi]
    S = trace.before("H")[t - levels + 1]
    for X in trace["X"][t - levels + 1 : t + 1]:
        S = f(X @ cell.W_xh + S @ cell.W_hh + cell.b_h)  # (n, h)
    return S @ model.W_hq + model.b_q  # (n, q)


def forgotten(trace: Trace, t: int, levels: int) -> Array:
    """The same with the remaining state, `levels` steps before, set to zero, (n, q).

    Raises ValueError as `expanded` does.
    """
    expanded(trace, t, levels)
    model = _model(trace, t)
    return model.trace(trace.inputs[t - levels + 1 : t + 1])["logits"][-1]


def changed_outputs(trace: Trace, t: int, token: str) -> Array:
    """Ŷ_t after the input k steps before was another token, for k = 0 … t, (t + 1, q).

    Row 0 is the change of the input at t itself; where the input was that token already, the
    row is what the trace has.
    Raises ValueError if the trace has no model, t is outside it, or the token is unknown.
    """
    model = _model(trace, t)
    k = np.arange(t + 1)
    # One sample an exchange, read side by side.
    X = np.repeat(model.vocabulary.one_hot(trace.inputs[: t + 1]), t + 1, axis=1)
    X[t - k, k] = model.vocabulary.one_hot([token])
    return model.run(X)["Y_hat"][t]


def moved(trace: Trace, t: int, token: str) -> Array:
    """The share of probability that each exchange moves in Ŷ_t, 0 to 1, (t + 1,).

    Half the sum of the differences: the total variation distance.
    Raises ValueError as `changed_outputs` does.
    """
    return np.abs(changed_outputs(trace, t, token) - trace["Y_hat"][t, 0]).sum(axis=1) / 2


def derivatives(trace: Trace, t: int) -> Array:
    """∂logits_t/∂X_{t−k} for k = 0 … t, (t + 1, q, d): exact, by backpropagation through time.

    One backward pass gives all of them: the q logits are q samples, each with its own ∂L/∂logits.
    Raises ValueError if the trace has no model, or t is outside it.
    """
    model = _model(trace, t)
    q = len(model.labels)
    X = model.vocabulary.one_hot(trace.inputs[: t + 1])
    run = model.run(np.repeat(X, q, axis=1))
    dlogits = np.zeros_like(run["logits"])
    dlogits[t] = np.eye(q)  # sample j is ∂logits_j
    return np.ascontiguousarray(model.backward(run, dlogits)["X"][::-1])


def with_and_without_g(trace: Trace, t: int) -> tuple[Array, Array]:
    """V s_t with g = softmax and without it, (q,) each: 001's expansion drops its g."""
    logits = trace["logits"][t, 0]
    return softmax(logits), logits


def _model(trace: Trace, t: int) -> SequenceModel:
    if trace.model is None:
        raise ValueError("The trace has no model; an influence is on an output.")
    if not 0 <= t < trace.steps:
        raise ValueError(f"t is {t}; it must be from 0 to {trace.steps - 1}.")
    return trace.model
