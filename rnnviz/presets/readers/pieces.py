"""One text, cut into pieces of several lengths: an RNN trained with its state kept from piece to piece,
and one whose every piece begins with zeros. `pieces.json` holds what became of them."""

import json
from dataclasses import replace
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.presets.readers import FOLDER, MADE, Reader

FILE = FOLDER / "pieces.json"
LENGTHS = (4, 8, 16, 32)
# How often each training reads the text: after that the losses hardly fall. The reader that is kept
# reads it more often.
READER = replace(MADE, epochs=40)
# Characters of the held-out text whose losses are kept.
SHOWN = 64


def recorded() -> list[dict[str, Any]]:
    """Of each training: its `length`, whether its state is `kept`, the held-out `loss`, in nats; what
    a name costs where a line repeats it, `again`, the mean over all lines; and the `losses` at some
    characters that are held out, from the one that `begins` on: those of typical lines."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return found


def record() -> list[dict[str, Any]]:
    """Train them all, which takes some minutes."""
    text = READER.texts()[1]
    read = {
        (length, is_kept): read_in_pieces(
            READER, READER.train(steps=length, is_kept=is_kept), length, is_kept
        )
        for length in LENGTHS
        for is_kept in (True, False)
    }
    begins = typical(text, list(read.values()))
    return [
        {
            "length": length,
            "kept": is_kept,
            "loss": round(float(losses.mean()), 4),
            "again": round(repeated(text, losses), 4),
            "begins": begins,
            "losses": losses[begins : begins + SHOWN].round(3).tolist(),
        }
        for (length, is_kept), losses in read.items()
    ]


def typical(text: str, read: list[Array]) -> int:
    """Where the lines begin whose names cost what names cost on average: of all beginnings of a line, the
    one whose next `SHOWN` characters have repeated names that cost, in the mean over them and summed over
    all trainings, least more or less than `repeated`.

    read: the losses of the text's characters in each training, (T,).
    """
    whole = min(len(losses) for losses in read)
    beginnings = [0, *(k + 1 for k, one in enumerate(text[:whole]) if one == ".")]
    means = [repeated(text, losses) for losses in read]

    def distance(begins: int) -> float:
        ends = [k for k in range(begins + 2, begins + SHOWN) if text[k] == "."]
        return sum(
            float(np.mean([abs(losses[k - 2] + losses[k - 1] - mean) for k in ends]))
            for losses, mean in zip(read, means, strict=True)
        )

    return min((one for one in beginnings if one + SHOWN <= whole), key=distance)


def read_in_pieces(reader: Reader, model: SequenceModel, length: int, is_kept: bool) -> Array:
    """The loss at each character that is held out, in nats, as far as whole pieces go, (T,).

    Each piece of `length` characters is read from the state that the last one has left, or from
    zeros; the very first always from zeros, behind the last character that was read.
    """
    read, held_out = reader.texts()
    k = model.vocabulary.indices(read[-1] + held_out)
    pieces = (len(k) - 1) // length
    T = pieces * length
    if is_kept:
        X, right = k[:T, np.newaxis], k[1 : T + 1, np.newaxis]
    else:
        X, right = k[:T].reshape(pieces, length).T, k[1 : T + 1].reshape(pieces, length).T
    losses = model.run(np.eye(len(model.vocabulary))[X], right)[
        "loss"
    ]  # (T, 1) or (length, pieces)
    return losses.T.reshape(-1)


def repeated(text: str, losses: Array) -> float:
    """What the name at the end of a line costs, both letters together, the mean over all lines.

    losses: of the text's characters, as far as they go, (T,).
    """
    ends = [end for end, one in enumerate(text[: len(losses)]) if one == "."]
    return float(np.mean([losses[end - 2] + losses[end - 1] for end in ends]))
