"""Three cells that read a number a step and answer each with the next one.

The browser makes the series (`series.js`), the lines to beat (`baselines.js`) and the training
(`forecaster.js`).
"""

from functools import cache
from typing import Any

from rnnviz.cells import EVERY_CELL
from rnnviz.engine.program import program
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

HIDDEN = 8
CELLS = ("rnn", "gru", "lstm")


@cache
def forecasters() -> dict[str, Any]:
    """cells: of each cell, what the browser trains it from: title, program, shapes of the
    parameters.

    One label has one score, and that is the forecast: O = H W_hq + b_q, without a softmax.
    """
    found = {}
    for name in CELLS:
        model = SequenceModel.random(EVERY_CELL[name], Vocabulary("x"), HIDDEN, seed=0)
        found[name] = {
            "title": EVERY_CELL[name].title,
            "program": program(model),
            "shapes": {one: list(value.shape) for one, value in model.parameters.items()},
        }
    return {"cells": found}
