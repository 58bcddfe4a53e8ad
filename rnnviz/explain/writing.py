"""What a prediction is worth where the rest of the text is not there yet: as in writing.

A cell that reads from the end has read the next character before it is predicted. Whoever writes
has nothing after the last character, so here each prediction is asked for again without it.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array, log_softmax
from rnnviz.model import SequenceModel
from rnnviz.trace import Trace


@dataclass(frozen=True, eq=False)
class Writing:
    """loss: −ln p of each step's target, (T,), where the text ends with that step's character.

    written: the number of the character that the model goes on with, step by step, (T,): it begins
    with the text's first character, and then reads the likeliest that it has said itself. p: how
    likely it held each of them, (T,).
    """

    loss: Array
    written: npt.NDArray[np.int64]
    p: Array


def writing(trace: Trace) -> Writing:
    """Each prediction without what comes after it, and the text that the model writes itself.

    What is held by hand stays held, as far as the text goes. Raises ValueError for a trace that is
    not of a text whose next characters a model predicts.
    """
    model = trace.model
    if model is None or trace.targets is None or model.labels != model.vocabulary:
        raise ValueError("The trace is not of a text whose next characters a model predicts.")
    read = model.vocabulary.indices(trace.inputs)
    targets = model.labels.indices(trace.targets)
    steps = range(trace.steps)
    known = [_logarithms(model, trace, read[: t + 1])[targets[t]] for t in steps]
    own, p = [int(read[0])], []
    for _t in steps:
        said = _logarithms(model, trace, np.array(own))
        own.append(int(said.argmax()))
        p.append(np.exp(said.max()))
    return Writing(-np.array(known), np.array(own[1:]), np.array(p))


def _logarithms(model: SequenceModel, trace: Trace, read: npt.NDArray[np.intp]) -> Array:
    """ln Ŷ after the last of some characters, (q,), with nothing after them."""
    first = {f"{state}0": trace[f"{state}0"][:1] for state in trace.cell.states}
    X = np.eye(len(model.vocabulary))[read][:, np.newaxis]
    holds = [begun for hold in trace.holds if (begun := hold.first(len(read)))]
    found = model.run(X, None, holds=holds, **first)
    return log_softmax(found["logits"][-1, 0])
