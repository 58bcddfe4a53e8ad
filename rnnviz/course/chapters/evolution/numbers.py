"""How the cell evolved: each cell on one text, with nearly the same number of parameters.

The weights and the losses are those of `presets.recall`; the derivatives are computed here, from the
traces of those very weights.
"""

from functools import cache
from typing import Any

import numpy as np

from rnnviz.cells import MATRIX_CELLS
from rnnviz.cells.activations import Array
from rnnviz.explain.jacobians import step_jacobians
from rnnviz.presets import recall
from rnnviz.presets.recall import stream

ORDER = (
    "rnn", "lstm1997", "lstm", "peephole", "gru", "cifg", "mgu", "indrnn", "mingru", "minlstm", "slstm",
)  # fmt: skip
# A step in the middle of the fillers.
STEP = 14


@cache
def evolution() -> dict[str, Any]:
    """Of each cell, in the order of their coming, what the chapter's figures show; and of the cells
    whose memory is a matrix, what became of their trainings.

    units, parameters: its size. states: their letters. once and stream: the losses of an answer of
    each training, in nats. moved: ∂ all states of step 15 / ∂ those of step 14, (m, m). left: the
    norm of ∂ the last H / ∂ all states of each step, as logarithms to the base of 10.
    """
    text = recall.LETTERS.text(recall.LETTERS.symbols[0])
    found = {}
    for name in ORDER:
        trace = recall.model(name).trace(text[:-1], targets=text[1:])
        steps = step_jacobians(trace)[:, 0]
        found[name] = {
            **_trainings(name),
            "states": list(trace.cell.states),
            "moved": [[float(f"{value:.3g}") for value in row] for row in steps[STEP]],
            "left": [round(float(value), 3) for value in left(steps, trace.cell.hidden_size)],
        }
    matrices = {name: _trainings(name) for name in MATRIX_CELLS}
    return {
        "cells": found,
        "matrices": matrices,
        "chance": round(float(np.log(recall.SYMBOLS)), 4),
        "step": STEP + 1,
    }


def _trainings(name: str) -> dict[str, Any]:
    h = recall.hidden_size(name)
    return {
        "title": recall.TRAINED[name].title,
        "units": h,
        "parameters": recall.parameter_count(name, h),
        "once": sorted(recall.seeds()[name]["loss"]),
        "stream": sorted(stream.losses()[name]),
    }


def left(steps: Array, h: int) -> Array:
    """log₁₀ ‖∂H_T/∂ all states of step k‖ for k = 1 … T, (T,): spectral norms, from the product of
    the steps' derivatives, (T, m, m). H is the first of the states."""
    product = np.eye(steps.shape[1])[:h]
    norms = [1.0]
    for step in steps[:0:-1]:
        product = product @ step
        norms.append(float(np.linalg.norm(product, 2)))
    return np.log10(np.maximum(norms[::-1], 1e-30))
