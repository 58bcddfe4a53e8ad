"""Which earlier character mattered for a prediction? Three witnesses, who are asked three things.

None of them is the importance of a character: each measures what it says, and they may disagree.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array, log_softmax
from rnnviz.explain.ledger import account, ledger
from rnnviz.explain.probes import probed
from rnnviz.locale import N_
from rnnviz.model import SequenceModel
from rnnviz.trace import Trace

# How many texts are read side by side.
BATCH = 256
# Of each witness its title, and what it measures.
WITNESSES = {
    "gradient": (
        N_("gradient × input"),
        N_(
            "How the prediction would change with a very small change of this input, in proportion."
        ),
    ),
    "replacement": (
        N_("replacement"),
        N_(
            "How much likelier the prediction is than with another character here, read anew; mean over all others."
        ),
    ),
    "ledger": (
        N_("ledger"),
        N_(
            "What this step wrote into the memory and the gates have left, as it counts in the logit."
        ),
    ),
}


@dataclass(frozen=True, eq=False)
class Witness:
    """One number a character, of steps 0 … t, (t + 1,), in nats of the prediction's logarithm; of a
    cell that also reads from the end, of all steps, (T,).

    measures: what it is, in English; the catalogue has the translation. values: None where the
    cell has none, for which `reason` says why.
    """

    key: str
    title: str
    measures: str
    values: Array | None
    reason: str = ""


def witnesses(trace: Trace, t: int, label: str | None = None) -> tuple[Witness, Witness, Witness]:
    """Gradient × input, replacement and ledger, for the prediction of step t.

    label: whose probability is asked for; by default the target's, or, without targets, that of
    the likeliest one.
    What is held by hand stays held where the text is read anew, and no gradient passes through it.
    t: from 0. Raises ValueError for a t outside the trace, and for a trace that is not of a text
    that a model has read.
    """
    model = trace.model
    if model is None or not trace.inputs:
        raise ValueError("The trace is not of a text that a model has read.")
    if not 0 <= t < trace.steps:
        raise ValueError(f"t is {t}; it must be from 0 to {trace.steps - 1}.")
    if label is None and trace.targets is not None:
        label = trace.targets[t]
    k = int(trace["Y_hat"][t, 0].argmax() if label is None else model.labels.indices([label])[0])
    values, reason = _ledger(trace, t, k)
    return (
        Witness("gradient", *WITNESSES["gradient"], _gradient(trace, t, k)),
        Witness("replacement", *WITNESSES["replacement"], _replacement(model, trace, t, k)),
        Witness("ledger", *WITNESSES["ledger"], values, reason),
    )


def _gradient(trace: Trace, t: int, label: int) -> Array:
    """∂log Ŷ_t[label]/∂X_s · X_s."""
    model = trace.model
    assert model is not None
    dlogits = np.eye(len(model.labels))[label] - trace["Y_hat"][t]  # (n, q)
    found = probed(trace, np.array([t]), (dlogits @ model.W_hq.T)[np.newaxis], ["X"])["X"]
    count = _asked(trace, t)
    products: Array = (found[:count, 0, 0] * trace["X"][:count, 0]).sum(axis=1)
    return products


def _asked(trace: Trace, t: int) -> int:
    """How many characters the prediction of step t may depend on, from the first on."""
    reads_back = any(part.reversed for path in trace.cell.leaves for part in path)
    return trace.steps if reads_back else t + 1


def _replacement(model: SequenceModel, trace: Trace, t: int, label: int) -> Array:
    """log Ŷ_t[label], minus its mean with each other character in the place of one; 0 where the
    model knows no other."""
    first: dict[str, Array] = {f"{state}0": trace[f"{state}0"] for state in trace.cell.states}
    read = model.vocabulary.indices(trace.inputs)
    V = len(model.vocabulary)
    count = _asked(trace, t)
    places = [(s, k) for s in range(count) for k in range(V) if k != read[s]]
    found = np.zeros(count)
    steps = trace.steps if trace.holds else count
    for start in range(0, len(places), BATCH):
        batch = places[start : start + BATCH]
        codes = np.repeat(read[:steps, np.newaxis], len(batch), axis=1)
        for sample, (s, k) in enumerate(batch):
            codes[s, sample] = k
        own: dict[str, Any] = {
            name: np.repeat(state[:1], len(batch), axis=0) for name, state in first.items()
        }
        logits = model.run(np.eye(V)[codes], holds=trace.holds, **own)["logits"][t]
        for (s, _), row in zip(batch, log_softmax(logits)[:, label], strict=True):
            found[s] += row / (V - 1)
    return log_softmax(trace["logits"][t, 0])[label] - found if V > 1 else found


def _ledger(trace: Trace, t: int, label: int) -> tuple[Array | None, str]:
    """What each step's part of the memory adds to the logit, above its mean over all labels.

    Where H is not the memory itself, each unit's H is allotted to the steps as its C is.
    """
    model = trace.model
    assert model is not None
    try:
        memory = account(trace.cell).memory
    except ValueError as error:
        return None, str(error)
    parts = ledger(trace, t)[1:, 0]  # (t + 1, h)
    C, H = trace[memory][t, 0], trace["H"][t, 0]
    ratio = (
        np.ones_like(H) if memory == "H" else np.divide(H, C, out=np.zeros_like(H), where=C != 0)
    )
    weights = model.W_hq[:, label] - model.W_hq.mean(axis=1)
    values: Array = parts @ (ratio * weights)
    return values, ""
