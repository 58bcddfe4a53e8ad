"""Teacher forcing and own output: one model goes on from the same beginnings, once with the true
text as its input, once with what it draws itself."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Cell
from rnnviz.cells.activations import Array, log_softmax
from rnnviz.model import SequenceModel
from rnnviz.sampling import expected


@dataclass(frozen=True)
class Feeding:
    """What n pieces of text were fed back, and what it cost, at K places after their beginnings.

    chosen: the number of the character chosen at each place, (K, n); with teacher forcing the
    likeliest. loss: −ln p of the *true* character there, (K, n), after k characters of the input's
    own kind; at k = 0 only the beginning has been read. right: whether the choice is the true
    character, (K, n).
    """

    chosen: npt.NDArray[np.int64]
    loss: Array
    right: npt.NDArray[np.bool_]


def forced(model: SequenceModel, pieces: npt.NDArray[np.int64], beginning: int) -> Feeding:
    """Every piece read as it stands.

    pieces: (beginning + K, n) numbers of characters, beginning ≥ 1. Raises ValueError for a model
    that reads in two directions.
    """
    return _fed(model, pieces, beginning, None, np.empty(0))


def free(
    model: SequenceModel,
    pieces: npt.NDArray[np.int64],
    beginning: int,
    temperature: float,
    seed: int,
) -> Feeding:
    """After its beginning, every piece is read as the model itself writes it at a temperature.

    The same seed draws the same chances at every temperature. Raises ValueError as `forced` and
    `expected` do.
    """
    chances = np.random.default_rng(seed).random((len(pieces) - beginning, pieces.shape[1]))
    return _fed(model, pieces, beginning, temperature, chances)


def _fed(
    model: SequenceModel,
    pieces: npt.NDArray[np.int64],
    beginning: int,
    temperature: float | None,
    chances: Array,
) -> Feeding:
    """temperature: None feeds the true characters."""
    if not isinstance(model.cell, Cell):
        raise ValueError("A model that reads in both directions cannot go on with a text.")
    truth = pieces[beginning:]
    one_hot = np.eye(len(model.vocabulary))
    states: dict[str, Array] = {}
    rows, chosen, loss = pieces[:beginning], [], []
    for k, true in enumerate(truth):
        trace = model.run(one_hot[rows], None, **states)
        states = {f"{state}0": trace[state][-1] for state in model.cell.states}
        logits = trace["logits"][-1]  # (n, q)
        loss.append(-np.take_along_axis(log_softmax(logits), true[:, np.newaxis], 1)[:, 0])
        if temperature is None:
            chosen.append(logits.argmax(1))
            rows = true[np.newaxis]
        else:
            chosen.append(_drawn(logits, temperature, chances[k]))
            rows = chosen[-1][np.newaxis]
    found = np.array(chosen)
    return Feeding(found, np.array(loss), found == truth)


def _drawn(logits: Array, temperature: float, chances: Array) -> npt.NDArray[np.int64]:
    """A character for each row of `logits`, (n, q), by where its chance from 0 to 1 falls."""
    p = np.array([expected(one, temperature) for one in logits])
    below = (p.cumsum(1) <= chances[:, np.newaxis]).sum(1)
    # Rounding may leave the sum a little below 1.
    return np.minimum(below, p.shape[1] - 1)
