"""A Jupyter notebook that computes a trace with rnnviz and shows its stage.

The model is in it, as base64 of a file of `rnnviz.weights`; nothing else is needed beside rnnviz. The
format is nbformat 4.5.
"""

import json
import pprint
from collections.abc import Callable
from typing import Any

from rnnviz import weights
from rnnviz.export.model import known_model
from rnnviz.export.script import listed, literal
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

MOST_BYTES = 4_000_000
HEAD = N_(
    "# {title}, computed with rnnviz\n\n"
    "Run the cells from the top. The weights are in the notebook, and nothing is fetched.\n\n"
    "The Python of this notebook, 3.11 or later, needs rnnviz. To install it once: in a terminal, go "
    "to the folder of rnnviz, the one with `pyproject.toml` in it, and run `python -m pip install .` "
    "there. Then start the notebook anew."
)
MODEL = N_("## The model")
READING = N_(
    "## Every number of every step\n\n"
    "`trace[name]` is an array with the axes (T, n, h): steps, one text, units. What was changed by "
    "hand is in the weights, the inputs, the initial states or the holds."
)
STAGE = N_("## The stage")


def to_notebook(trace: Trace, translate: Callable[[str], str] = str) -> str:
    """The file's text. translate: to the reader's language.

    Raises Refusal if `weights.to_bytes` does, or for a model of more than MOST_BYTES; ValueError for
    a trace without a model.
    """
    data = weights.to_bytes(known_model(trace))
    if len(data) > MOST_BYTES:
        raise Refusal(
            N_("The weights have {size} bytes; a notebook may hold {most}."),
            size=len(data),
            most=MOST_BYTES,
        )
    file = notebook(translate(trace.cell.title), literal("DATA", data), _reading(trace), translate)
    return json.dumps(file, ensure_ascii=False, indent=1)


def notebook(
    title: str, data: str, reading: str, translate: Callable[[str], str]
) -> dict[str, Any]:
    """The notebook of a cell. data: the line that names the weights; reading: those that make the trace."""
    cells = [
        _words(translate(HEAD).format(title=title)),
        _words(translate(MODEL)),
        _code(
            "import base64\n\nfrom rnnviz import Hold, weights\n\n"
            f"{data}\nmodel = weights.from_bytes(base64.b64decode(DATA))\nmodel.cell"
        ),
        _words(translate(READING)),
        _code(reading),
        _words(translate(STAGE)),
        _code("trace"),
    ]
    language = {"name": "python", "display_name": "Python 3", "language": "python"}
    return {
        "cells": [{"id": f"cell-{k}", **cell} for k, cell in enumerate(cells, start=1)],
        "metadata": {
            "kernelspec": language | {"name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _reading(trace: Trace) -> str:
    """The call that makes the trace again."""
    holds = [
        f"    Hold({hold.quantity!r}, {hold.value!r}, units={hold.units!r}, steps={hold.steps!r}),"
        for hold in trace.holds
    ]
    initial = {f"{state}0": trace[f"{state}0"].tolist() for state in trace.cell.states}
    return "\n".join(
        [
            *(
                [
                    "from rnnviz.readings import Readings",
                    "",
                    listed("rows", trace.readings.rows),
                    "inputs = Readings(tuple(rows))",
                ]
                if trace.readings
                else [listed("inputs", trace.inputs)]
            ),
            listed("targets", trace.targets) if trace.targets else "targets = None",
            *(["holds = [", *holds, "]"] if holds else ["holds = []"]),
            f"initial = {pprint.pformat(initial, width=96, compact=True)}",
            "trace = model.trace(inputs, targets=targets, holds=holds, **initial)",
            "{name: value.shape for name, value in trace.items()}",
        ]
    )


def _words(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "metadata": {},
        "source": text.splitlines(keepends=True),
        "execution_count": None,
        "outputs": [],
    }
