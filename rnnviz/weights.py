"""A model as bytes and back, in the safetensors format: numbers and plain text, never code.

The tensors are the parameters by their names, float64. What else makes the model stands as
JSON under "rnnviz" in the file's metadata:

    {"format": 1, "cell": "lstm", "options": {}, "vocabulary": ["想", "要", …], "labels": null}

labels is null where they are the vocabulary. A bidirectional cell's options are its two cells:
{"forward": {"cell": "lstm", "options": {}}, "backward": {…}}; those of stacked layers are
{"layers": [{"cell": "lstm", "options": {}}, …]}, and a written cell's {"equations": "H = …"}.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from reprlib import repr as short
from typing import Any

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from rnnviz.cells import EVERY_CELL, Bidirectional, Cell, Composite, Stacked, Written
from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

FORMAT = 1
# What a file says of the model.
ABOUT = ["format", "cell", "options", "vocabulary", "labels"]
ONE_WAY: dict[str, type[Cell]] = {**EVERY_CELL, Written.name: Written}
MAX_LAYERS = 8
MAX_BYTES = 16 * 2**20
MAX_HEADER_BYTES = 2**20
# The largest size of one character, and a weight larger than any training leaves: with larger ones
# float32 overflows.
MAX_TOKEN_BYTES, MAX_WEIGHT = 64, 1e6
LENGTH_BYTES = 8  # a safetensors file begins with the length of its header
# What other files begin with; of archives, what is named near their beginning.
ARCHIVE, PICKLE, HDF5 = b"PK\x03\x04", b"\x80\x02", b"\x89HDF"
BEGINNING = 512
OF_TORCH = N_(
    "The file is one of torch.save's, which may hold code. In Python, rnnviz.from_torch reads what "
    "torch.load(FILE, weights_only=True) gives, with the characters in the order of their numbers, and "
    "rnnviz.weights.to_bytes makes a file of that which opens here. On the Units page it opens as it is, "
    "once you have said which text it has learnt."
)
OF_KERAS = N_(
    "The file is one of Keras's. In Python, rnnviz.from_keras reads it, with the characters in the order of "
    "their numbers, and rnnviz.weights.to_bytes makes a file of that which opens here."
)


def to_bytes(model: SequenceModel) -> bytes:
    """The model as a safetensors file; the same model gives the same bytes.

    Raises Refusal if `from_bytes` would not read it: for a cell that is neither in EVERY_CELL nor
    written as equations, a model too large, or numbers too large.
    """
    about = {
        "format": FORMAT,
        **about_cell(model.cell),
        "vocabulary": model.vocabulary.tokens,
        "labels": None if model.labels == model.vocabulary else model.labels.tokens,
    }
    for vocabulary in (model.vocabulary, model.labels):
        _check_tokens(vocabulary)
    parameters = {name: np.ascontiguousarray(value) for name, value in model.parameters.items()}
    for name, value in parameters.items():
        check_range(name, value)
    data: bytes = save(parameters, metadata={"rnnviz": json.dumps(about)})
    check_size(data)
    return data


def from_bytes(data: bytes) -> SequenceModel:
    """The model that `to_bytes` wrote, the same to the last bit.

    The file may come from anyone: nothing in it is run, and everything in it is checked.
    Raises Refusal naming the value and what fits.
    """
    with refusing():
        return _model(data)


@contextmanager
def refusing() -> Iterator[None]:
    """What is wrong with the tensors of a file is said in a Refusal."""
    try:
        yield
    except Refusal:
        raise
    except ValueError as error:
        raise Refusal(
            N_("The file's tensors do not make a model. {reason}"), reason=str(error)[:500]
        ) from error


def _model(data: bytes) -> SequenceModel:
    """Raises ValueError where the parts of a model do not fit together."""
    stored = stored_in(data)
    about = metadata(data, FORMAT, ABOUT)
    tensors = {name: _array(name, **tensor) for name, tensor in stored}
    cell = blank_cell(about["cell"], about["options"])
    names = [*cell.parameters, "W_hq", "b_q"]
    if tensors.keys() != set(names):
        raise Refusal(
            N_("The file's tensors are {names}; with {cell} they are {fits}."),
            names=short(sorted(tensors)),
            cell=cell.title,
            fits=str(names),
        )
    W_hq, b_q = tensors.pop("W_hq"), tensors.pop("b_q")
    labels = about["labels"]
    return SequenceModel(
        cell.with_parameters(**tensors),
        W_hq=W_hq,
        b_q=b_q,
        vocabulary=_vocabulary("vocabulary", about["vocabulary"]),
        labels=None if labels is None else _vocabulary("labels", labels),
    )


def stored_in(data: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The tensors of a file by their names, unread: their dtype, shape and data.

    Raises Refusal for a file that is too large or is no whole safetensors file.
    """
    check_size(data)
    try:
        return deserialize(data)  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise Refusal(N_("The file is not a whole safetensors file.")) from error


def about_cell(cell: Cell | Composite) -> dict[str, object]:
    """A cell's name and options, the same whatever its sizes."""
    if isinstance(cell, Bidirectional):
        sides = {"forward": about_cell(cell.forward), "backward": about_cell(cell.reverse)}
        return {"cell": cell.name, "options": sides}
    if isinstance(cell, Stacked):
        return {"cell": cell.name, "options": {"layers": [about_cell(one) for one in cell.layers]}}
    if ONE_WAY.get(cell.name) is not type(cell):
        raise Refusal(
            N_("The cell is {cell}; those that can be kept are {cells}."),
            cell=cell.name,
            cells=", ".join(ONE_WAY),
        )
    return {"cell": cell.name, "options": cell.options}


def blank_cell(name: object, options: object) -> Cell | Composite:
    """A cell as `about_cell` described it, with one input and one unit, to receive its parameters."""
    if name != Stacked.name:
        return _blank_layer(name, options, 1)
    abouts = fields(options, "options", ["layers"])["layers"]
    if not isinstance(abouts, list) or not 2 <= len(abouts) <= MAX_LAYERS:
        raise Refusal(
            N_("The file has {name} {value}; it must be a list of 2 to {most} cells."),
            name="layers",
            value=short(abouts),
            most=MAX_LAYERS,
        )
    layers: list[Cell | Bidirectional] = []
    for about in abouts:
        one = fields(about, "cell", ["cell", "options"])
        below = layers[-1].output_size if layers else 1
        layers.append(_blank_layer(one["cell"], one["options"], below))
    return Stacked(*layers)


def _blank_layer(name: object, options: object, inputs: int) -> Cell | Bidirectional:
    if name != Bidirectional.name:
        return _blank_one_way(name, options, inputs)
    sides = fields(options, "options", ["forward", "backward"])
    abouts = [fields(side, "cell", ["cell", "options"]) for side in sides.values()]
    return Bidirectional(*(_blank_one_way(one["cell"], one["options"], inputs) for one in abouts))


def _blank_one_way(name: object, options: object, inputs: int) -> Cell:
    if not isinstance(name, str) or name not in ONE_WAY:
        raise Refusal(
            N_("The file's cell is {cell}; it must be one of {cells}."),
            cell=short(name),
            cells=", ".join(ONE_WAY),
        )
    if name == Written.name:
        equations = fields(options, "options", ["equations"])["equations"]
        if not isinstance(equations, str):
            raise Refusal(
                N_("The file has {name} {value}; it must be a text."),
                name="equations",
                value=short(equations),
            )
        return Written.random(inputs, 1, seed=0, equations=equations)
    known = ONE_WAY[name].random(1, 1, seed=0).options
    return ONE_WAY[name].random(inputs, 1, seed=0, **fields(options, "options", list(known)))


def fields(came: object, word: str, names: list[str]) -> dict[str, Any]:
    """The values under these names, in their order; raises Refusal if there are others."""
    if not isinstance(came, dict) or came.keys() != set(names):
        raise Refusal(
            N_("The file has {name} {value}; it must be an object of {names}."),
            name=word,
            value=short(came),
            names=str(names),
        )
    return {name: came[name] for name in names}


def check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise Refusal(
            N_("The file has {size} bytes; it may have {most}."), size=len(data), most=MAX_BYTES
        )
    header = int.from_bytes(data[:LENGTH_BYTES], "little")
    if header > MAX_HEADER_BYTES:
        # A header of 640 bytes begins as a pickle does.
        _check_format(data)
        raise Refusal(
            N_(
                "The file is not a safetensors file, or too large: its header would have {size} "
                "bytes; it may have {most}."
            ),
            size=header,
            most=MAX_HEADER_BYTES,
        )


def _check_format(data: bytes) -> None:
    """Raises Refusal for a file that is known, and says what reads it."""
    named = data[:BEGINNING] if data.startswith(ARCHIVE) else b""
    if data.startswith(PICKLE) or b".pkl" in named:
        raise Refusal(OF_TORCH)
    if data.startswith(HDF5) or b"metadata.json" in named:
        raise Refusal(OF_KERAS)


def metadata(data: bytes, form: object, names: list[str]) -> dict[str, Any]:
    """What a file says of itself: the fields of these names, with unchecked values. form: its "format"."""
    end = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    try:
        about = json.loads(json.loads(data[LENGTH_BYTES:end])["__metadata__"]["rnnviz"])
    except (KeyError, TypeError):
        raise Refusal(
            N_('The file\'s metadata has no "rnnviz"; it was not saved by rnnviz.')
        ) from None
    except (ValueError, RecursionError) as error:
        raise Refusal(N_('"rnnviz" in the file\'s metadata is not JSON.')) from error
    if not isinstance(about, dict):
        raise Refusal(
            N_('"rnnviz" in the file\'s metadata is {value}; it must be an object.'),
            value=short(about),
        )
    if about.get("format") != form:
        raise Refusal(
            N_("The file's format is {value}; it must be {format}."),
            value=short(about.get("format")),
            format=form,
        )
    return fields(about, "model", names)


def _array(name: str, dtype: str, shape: list[int], data: bytes) -> Array:
    if dtype != "F64":
        raise Refusal(
            N_("The file's tensor {name} is {dtype}; it must be F64."),
            name=short(name),
            dtype=dtype,
        )
    if len(shape) != 2 or 0 in shape:
        raise Refusal(
            N_(
                "The file's tensor {name} has shape {shape}; a parameter has two axes, none of "
                "them empty."
            ),
            name=short(name),
            shape=short(tuple(shape)),
        )
    array = np.frombuffer(data, dtype="<f8").reshape(shape)
    check_range(name, array)
    return array


def check_range(name: str, array: Array) -> None:
    """NaN and infinity pass here: the model refuses them, and says where they are."""
    largest = float(np.fmax.reduce(np.abs(array), axis=None))
    if MAX_WEIGHT < largest < np.inf:
        raise Refusal(
            N_("The tensor {name} holds {value}; its numbers may be from −{most} to {most}."),
            name=short(name),
            value=f"{largest:.3g}",
            most=f"{MAX_WEIGHT:.0e}",
        )


def _vocabulary(word: str, tokens: object) -> Vocabulary:
    if not isinstance(tokens, list):
        raise Refusal(
            N_("The file has {name} {value}; it must be a list of strings."),
            name=word,
            value=short(tokens),
        )
    vocabulary = Vocabulary(tokens)
    _check_tokens(vocabulary)
    if len(vocabulary) != len(tokens):
        raise Refusal(
            N_("The file has {name} {value}; each must stand in it once."),
            name=word,
            value=short(tokens),
        )
    return vocabulary


def _check_tokens(vocabulary: Vocabulary) -> None:
    for token in vocabulary:
        if any("\ud800" <= character <= "\udfff" for character in token):
            raise Refusal(
                N_(
                    "A token of the vocabulary is {token}: half of a character, which cannot be shown."
                ),
                token=ascii(token)[:40],
            )
        if len(token.encode()) > MAX_TOKEN_BYTES:
            raise Refusal(
                N_("A token of the vocabulary has {size} bytes; it may have {most}."),
                size=len(token.encode()),
                most=MAX_TOKEN_BYTES,
            )
