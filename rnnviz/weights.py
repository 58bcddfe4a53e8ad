"""A model as bytes and back, in the safetensors format: numbers and plain text, never code.

The tensors are the parameters by their names, float64. What else makes the model stands as
JSON under "rnnviz" in the file's metadata:

    {"format": 1, "cell": "lstm", "options": {}, "vocabulary": ["想", "要", …]}
"""

import json
from reprlib import repr as short
from typing import Any

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from rnnviz.cells import CELLS
from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

FORMAT = 1
MAX_BYTES = 16 * 2**20
MAX_HEADER_BYTES = 2**20
LENGTH_BYTES = 8  # a safetensors file begins with the length of its header


def to_bytes(model: SequenceModel) -> bytes:
    """The model as a safetensors file; the same model gives the same bytes.

    Raises ValueError if `from_bytes` would not read it: for a cell that is not in CELLS, or a
    model too large.
    """
    cell = model.cell
    if CELLS.get(cell.name) is not type(cell):
        raise ValueError(f"The cell is {cell.name}; those that can be kept are {', '.join(CELLS)}.")
    about = {
        "format": FORMAT,
        "cell": cell.name,
        "options": cell.options,
        "vocabulary": model.vocabulary.tokens,
    }
    parameters = {name: np.ascontiguousarray(value) for name, value in model.parameters.items()}
    data: bytes = save(parameters, metadata={"rnnviz": json.dumps(about)})
    _check_size(data)
    return data


def from_bytes(data: bytes) -> SequenceModel:
    """The model that `to_bytes` wrote, the same to the last bit.

    The file may come from anyone: nothing in it is run, and everything in it is checked.
    Raises ValueError naming what came and what fits.
    """
    _check_size(data)
    try:
        stored = deserialize(data)  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise ValueError(f"The file is not a whole safetensors file: {error}.") from error
    about = _metadata(data)
    tensors = {name: _array(name, **tensor) for name, tensor in stored}

    name, options = about["cell"], about["options"]
    if not isinstance(name, str) or name not in CELLS:
        raise ValueError(f"The file's cell is {short(name)}; it must be one of {', '.join(CELLS)}.")
    cell = CELLS[name]
    known = cell.random(1, 1, seed=0).options
    if not isinstance(options, dict) or options.keys() != known.keys():
        raise ValueError(
            f"The file's options are {short(options)}; {cell.title} takes {list(known)}."
        )
    names = [*cell.axes(**options), "W_hq", "b_q"]
    if tensors.keys() != set(names):
        raise ValueError(
            f"The file's tensors are {short(sorted(tensors))}; with {cell.title} they are {names}."
        )
    W_hq, b_q = tensors.pop("W_hq"), tensors.pop("b_q")
    made: dict[str, Any] = options | tensors
    return SequenceModel(
        cell(**made), W_hq=W_hq, b_q=b_q, vocabulary=_vocabulary(about["vocabulary"])
    )


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise ValueError(f"The file has {len(data)} bytes; it may have {MAX_BYTES}.")
    header = int.from_bytes(data[:LENGTH_BYTES], "little")
    if header > MAX_HEADER_BYTES:
        raise ValueError(
            f"The file is not a safetensors file, or too large: its header would have {header} "
            f"bytes; it may have {MAX_HEADER_BYTES}."
        )


def _metadata(data: bytes) -> dict[str, Any]:
    """What the file says of the model: its four fields, their values still to be checked."""
    end = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    try:
        about = json.loads(json.loads(data[LENGTH_BYTES:end])["__metadata__"]["rnnviz"])
    except (KeyError, TypeError):
        raise ValueError('The file\'s metadata has no "rnnviz"; it is no model of ours.') from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f'"rnnviz" in the file\'s metadata is not JSON: {error}.') from error
    if not isinstance(about, dict):
        raise ValueError(
            f'"rnnviz" in the file\'s metadata is {short(about)}; it must be an object.'
        )
    if about.get("format") != FORMAT:
        raise ValueError(f"The file's format is {short(about.get('format'))}; it must be {FORMAT}.")
    fields = ["format", "cell", "options", "vocabulary"]
    if about.keys() != set(fields):
        raise ValueError(f"The file's fields are {short(list(about))}; they must be {fields}.")
    return about


def _array(name: str, dtype: str, shape: list[int], data: bytes) -> Array:
    if dtype != "F64":
        raise ValueError(f"The file's tensor {short(name)} is {dtype}; it must be F64.")
    if len(shape) != 2 or 0 in shape:
        raise ValueError(
            f"The file's tensor {short(name)} has shape {short(tuple(shape))}; "
            "a parameter has two axes, none of them empty."
        )
    return np.frombuffer(data, dtype="<f8").reshape(shape)


def _vocabulary(tokens: object) -> Vocabulary:
    if not isinstance(tokens, list):
        raise ValueError(f"The file's vocabulary is {short(tokens)}; it must be a list of strings.")
    vocabulary = Vocabulary(tokens)
    if len(vocabulary) != len(tokens):
        twice = next(token for k, token in enumerate(tokens) if token in tokens[:k])
        raise ValueError(f"The file's vocabulary has {twice!r} twice; each stands in it once.")
    return vocabulary
