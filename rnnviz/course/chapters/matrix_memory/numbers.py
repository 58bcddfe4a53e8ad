"""Four cells that read pairs and are asked for one of them, in three sizes, with as many numbers of
memory each.

The browser writes the memories (`memory.js`) and trains these (`recall.js`).
"""

from functools import cache
from typing import Any

from rnnviz.cells import GRU, LSTM, Cell, DeltaNet, LinearAttention
from rnnviz.engine.program import program
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# Letters and digits; a pair is a token, and so is a letter that is asked for.
SYMBOLS = 4
SIZES = (2, 3, 4)
# Tokens have no text here: any characters do.
TOKENS = "".join(chr(ord("A") + token) for token in range(SYMBOLS * SYMBOLS + SYMBOLS))


@cache
def recalling() -> dict[str, Any]:
    """cells: by the memory's side d, of each cell what the browser trains it from: title, units,
    program, shapes of the parameters.

    The memory of linear attention and DeltaNet is d × d; a GRU has d² units, and an LSTM half as
    many, rounded, for it carries H and C.
    """
    return {"cells": {str(d): _in_size(d) for d in SIZES}}


def _in_size(d: int) -> dict[str, Any]:
    units: dict[type[Cell], int] = {
        LinearAttention: d,
        DeltaNet: d,
        GRU: d * d,
        LSTM: (d * d + 1) // 2,
    }
    return {cell.name: _from(cell, h) for cell, h in units.items()}


def _from(cell: type[Cell], units: int) -> dict[str, Any]:
    model = SequenceModel.random(
        cell, Vocabulary(TOKENS), units, seed=0, labels=Vocabulary(TOKENS[:SYMBOLS])
    )
    return {
        "title": cell.title,
        "units": units,
        "program": program(model),
        "shapes": {one: list(value.shape) for one, value in model.parameters.items()},
    }
