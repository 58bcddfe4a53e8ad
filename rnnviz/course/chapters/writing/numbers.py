"""What the chapter on training and writing begins with: an RNN that goes on with held-out passages, read
to it or written by itself, and trainings whose state was kept from piece to piece or not."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.forcing import forced, free
from rnnviz.presets.readers import ECHOES, MADE, REFERENCE, pieces

TEMPERATURES = (0.0, 0.5, 1.0)
PASSAGES, BEGINNING, LENGTH = 64, 16, 40
# Passages that are shown letter by letter.
SHOWN = 6
SEED = 1


@cache
def writing() -> dict[str, Any]:
    """The passages with what the RNN expects and writes in them, the mean losses, and the recorded
    trainings. Computed when it is first asked for."""
    return {"reader": _reader(), "pieces": _pieces()}


def _reader() -> dict[str, Any]:
    """truth: of the true text; own: of what the RNN writes, for each temperature.

    In both, `losses` are −ln p of the letters of that very text; `surprise` is −ln p of the *true*
    letter at each of the places after the beginning, the mean over all passages.
    """
    model = REFERENCE.load()
    letters = model.vocabulary
    read, held_out = REFERENCE.texts()
    true = _cut(letters.indices(held_out))
    learnt = forced(model, _cut(letters.indices(read)), BEGINNING)
    fed = forced(model, true, BEGINNING)
    known = set(f"{read} {held_out}".split())

    def text(codes: npt.NDArray[np.int64]) -> str:
        return "".join(letters[k] for k in codes)

    def words(codes: npt.NDArray[np.int64]) -> float:
        """The share of the whole words in all passages that stand in the reference."""
        whole = [word for column in codes.T for word in text(column).split(" ")[1:-1] if word]
        return sum(word in known for word in whole) / len(whole)

    def told(codes: npt.NDArray[np.int64], losses: Array) -> dict[str, Any]:
        return {
            "texts": [text(column) for column in codes.T[:SHOWN]],
            "losses": losses.T[:SHOWN].round(3).tolist(),
            "loss": float(losses.mean()),
            "words": words(codes),
        }

    own = []
    for temperature in TEMPERATURES:
        fed_back = free(model, true, BEGINNING, temperature, SEED)
        reread = forced(model, np.concatenate((true[:BEGINNING], fed_back.chosen)), BEGINNING)
        own.append(
            told(fed_back.chosen, reread.loss)
            | {"temperature": temperature, "surprise": fed_back.loss.mean(1).round(4).tolist()}
        )
    return {
        "beginnings": [text(column) for column in true[:BEGINNING].T[:SHOWN]],
        "known": sorted(known),
        "learnt": float(learnt.loss.mean()),
        "truth": told(true[BEGINNING:], fed.loss)
        | {
            "expected": [text(column) for column in fed.chosen.T[:SHOWN]],
            "surprise": fed.loss.mean(1).round(4).tolist(),
            "right": float(fed.right.mean()),
        },
        "own": own,
    }


def _cut(codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Passages from all over a text, each a beginning and what comes after it, side by side."""
    each = BEGINNING + LENGTH
    starts = np.linspace(0, len(codes) - each, PASSAGES).astype(int)
    return np.stack([codes[start : start + each] for start in starts], axis=1)


def _pieces() -> dict[str, Any]:
    trainings = pieces.recorded()
    begins = trainings[0]["begins"]
    return {
        "text": MADE.texts()[1][begins : begins + pieces.SHOWN],
        "begins": begins,
        "entropy": ECHOES.entropy,
        "lengths": list(pieces.LENGTHS),
        "trainings": trainings,
    }
