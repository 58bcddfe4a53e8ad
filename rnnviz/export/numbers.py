"""Every named number of a trace, as a table (CSV), as text (JSON) and as NumPy's arrays (NPZ).

Steps and units count from 1, as the stage and its links count them, but for the indices of arrays,
of which t = 5 is index 4; t = 0 is what was there before the first step. All numbers are float64,
written so that they read back the same to the last bit.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.expression import Tensor
from rnnviz.export.model import known_model
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

FORMAT = 1
COLUMNS = (N_("tensor"), "t", N_("unit"), N_("token"), N_("value"))
# A number takes some 20 bytes of text and 8 bytes of an array: files of at most 32 MB.
MOST_IN_TEXT, MOST_IN_ARRAYS = 1_000_000, 4_000_000
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
# What the trace of a model adds to that of its cell.
OUTPUTS = ("logits", "Y_hat")


def to_csv(trace: Trace, translate: Callable[[str], str] = str) -> str:
    """One row a number: tensor, t, unit, token and value, in the words of the reader's language.

    token: the character that the unit of a one-hot input or of an output stands for.
    Raises Refusal for a trace of more than MOST_IN_TEXT numbers, ValueError for one without a model.
    """
    _check_size(_tensors(trace), MOST_IN_TEXT)
    table = io.StringIO(newline="")
    rows = csv.writer(table)
    rows.writerow(map(translate, COLUMNS))
    for name, value in trace.items():
        rows.writerows(_rows(trace, name, value))
    return table.getvalue()


def to_json(trace: Trace) -> str:
    """An object of "about", "tensors", "weights" and "free".

    Each tensor and weight has its axes, its shape and its values, nested as the shape says; free
    has what a held quantity would have been by its own equation.
    Raises as `to_csv` does; the weights count too.
    """
    model = known_model(trace)
    _check_size(_tensors(trace) | model.parameters, MOST_IN_TEXT)
    letters = axes(trace)

    def told(name: str, value: Array) -> dict[str, Any]:
        return {"axes": letters[name], "shape": value.shape, "values": value.tolist()}

    file = {
        "about": _about(trace),
        "tensors": {name: told(name, value) for name, value in trace.items()},
        "weights": {name: told(name, value) for name, value in model.parameters.items()},
        "free": {name: told(name, value) for name, value in trace.free.items()},
    }
    return json.dumps(file, ensure_ascii=False)


def to_npz(trace: Trace) -> bytes:
    """An archive that `numpy.load` opens: every tensor and weight under its name, and "about", the
    JSON that says what they are; what a held quantity would have been is under "free." and its name.

    Raises Refusal for more than MOST_IN_ARRAYS numbers, ValueError for a trace without a model.
    """
    arrays = _tensors(trace) | known_model(trace).parameters
    _check_size(arrays, MOST_IN_ARRAYS)
    about = json.dumps(_about(trace) | {"axes": axes(trace)}, ensure_ascii=False)
    file = io.BytesIO()
    named: dict[str, Any] = {**arrays, "about": np.array(about)}
    np.savez(file, **named)
    return file.getvalue()


def _tensors(trace: Trace) -> dict[str, Array]:
    return {**trace, **{f"free.{name}": value for name, value in trace.free.items()}}


def _check_size(arrays: dict[str, Array], most: int) -> None:
    count = sum(value.size for value in arrays.values())
    if count > most:
        raise Refusal(
            N_("These are {count} numbers; such a file may hold {most}."), count=count, most=most
        )


def _rows(trace: Trace, name: str, value: Array) -> Iterator[tuple[object, ...]]:
    model = known_model(trace)
    tokens = {"X": model.vocabulary.tokens}.get(name)
    if name in OUTPUTS:
        tokens = model.labels.tokens
    is_before = "T" not in axes(trace)[name]
    steps = value[np.newaxis] if is_before else value
    # A trace of a model reads one text.
    for t, row in enumerate(steps[:, 0], start=0 if is_before else 1):
        if name == "loss":
            yield (
                name,
                t,
                "",
                cell(trace.targets[t - 1] if trace.targets else ""),
                repr(float(row)),
            )
            continue
        for place, number in np.ndenumerate(row):
            # Of a matrix its row and its column.
            unit = " ".join(str(k + 1) for k in place)
            yield name, t, unit, cell(tokens[place[0]] if tokens else ""), repr(float(number))


def cell(token: str) -> str:
    """A token as a spreadsheet shows it, never as a formula."""
    return f"'{token}" if len(token) > 1 and token.startswith(FORMULAS) else token


def axes(trace: Trace) -> dict[str, list[str]]:
    """The axes of each tensor and weight, in the letters of the package."""
    model = known_model(trace)
    own = trace.cell.description.axes
    starts = {f"{state}0": ["n", *own.of(Tensor(state))] for state in trace.cell.states}
    found = {name: ["T", "n", *own.of(Tensor(name))] for name in trace} | starts
    found |= {"X": ["T", "n", "d"], "loss": ["T", "n"]} | {
        name: ["T", "n", "q"] for name in OUTPUTS
    }
    weights = {weight.name: [*weight.axes] for weight in trace.cell.description.weights}
    weights |= {"W_hq": ["h", "q"], "b_q": ["1", "q"]}
    return {name: found[name] for name in trace} | {
        name: weights[name] for name in model.parameters
    }


def about_cell(trace: Trace) -> dict[str, Any]:
    """What a file says of the cell of a trace, whatever its size and its text."""
    return {
        "format": FORMAT,
        "cell": trace.cell.name,
        "title": trace.cell.title,
        "equations": [phase.equation for phase in trace.cell.description.phases],
        "letters": {
            "T": "steps",
            "n": "samples",
            "d": "inputs",
            "h": "hidden units",
            "k": "numbers of a key",
            "q": "outputs",
        },
        "loss": "nats",
        "counting": "t, units and held count from 1, as the stage does; arrays from 0: t = 5 is index 4",
    }


def _about(trace: Trace) -> dict[str, Any]:
    model = known_model(trace)
    return {
        **about_cell(trace),
        "inputs": trace.inputs,
        "targets": trace.targets,
        "vocabulary": model.vocabulary.tokens,
        "labels": model.labels.tokens,
        "t": [*range(1, trace.steps + 1)],
        "held": [
            {
                "tensor": hold.quantity,
                "value": hold.value,
                "units": None if hold.units is None else [unit + 1 for unit in hold.units],
                "t": None if hold.steps is None else [step + 1 for step in hold.steps],
            }
            for hold in trace.holds
        ],
    }
