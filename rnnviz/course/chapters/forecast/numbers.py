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
    parameters. bands: the same of cells that answer with three quantiles.

    A label has a score, and that is the forecast: O = H W_hq + b_q, without a softmax.
    """
    return {
        "cells": {name: _from(name, "x") for name in CELLS},
        "bands": {name: _from(name, "xyz") for name in CELLS},
    }


def _from(cell: str, labels: str) -> dict[str, Any]:
    model = SequenceModel.random(
        EVERY_CELL[cell], Vocabulary("x"), HIDDEN, seed=0, labels=Vocabulary(labels)
    )
    return {
        "title": EVERY_CELL[cell].title,
        "program": program(model),
        "shapes": {one: list(value.shape) for one, value in model.parameters.items()},
    }
