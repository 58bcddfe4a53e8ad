"""Five cells on one task of a known distance: repeat the first symbol after k steps of noise.

The browser trains them on the spot (`recall.js`). `python -m rnnviz.course.chapters.long_memory`
runs that same module with many seeds, so that what the chapter says does not rest on the luck of
one; it needs node.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from rnnviz.cells import EVERY_CELL
from rnnviz.engine.program import program
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

SEEDS_FILE = Path(__file__).with_name("seeds.json")
# Four symbols, four letters of noise, and the mark.
CHARACTERS = "ABCDabcd?"
HIDDEN = 16
# Of each cell, the biases by which a gate keeps what is there, and the sign with which they do.
KEEP: dict[str, dict[str, int]] = {
    "rnn": {},
    "gru": {"b_z": 1},
    "lstm": {"b_f": 1},
    "indrnn": {},
    "mingru": {"b_z": -1},
}


@cache
def cells() -> dict[str, dict[str, Any]]:
    """Of each cell, what the browser trains it from: title, program, shapes of the parameters, and
    keep."""
    found = {}
    for name, keep in KEEP.items():
        model = SequenceModel.random(EVERY_CELL[name], Vocabulary(CHARACTERS), HIDDEN, seed=0)
        found[name] = {
            "title": EVERY_CELL[name].title,
            "program": program(model),
            "shapes": {one: list(value.shape) for one, value in model.parameters.items()},
            "keep": keep,
        }
    return found


def seeds() -> dict[str, Any]:
    """What became of many trainings, as `seeds.mjs` writes it."""
    found: dict[str, Any] = json.loads(SEEDS_FILE.read_text("utf-8"))
    return found


@cache
def measured() -> dict[str, Any]:
    """cells: what each is trained from; seeds: what became of trainings with many seeds."""
    return {"cells": cells(), "seeds": seeds()}
