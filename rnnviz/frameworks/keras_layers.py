"""Keras's layers: what their description and their arrays say, or the arrays alone.

Keras stacks the gates' weights side by side, (d, gates · h), with the update gate first in the GRU,
whose biases are two, (2, 3h), if the reset gate acts after the product; every other layer has one.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from rnnviz.cells import GRU, LSTM, RNN, Bidirectional, Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.cell import finite_array
from rnnviz.frameworks.layers import (
    Forms,
    Layer,
    Linear,
    Recurrent,
    no_bias,
    reordered,
    stacked_gates,
)
from rnnviz.frameworks.refusals import (
    belongs_nowhere,
    check_shape,
    has_option,
    no_such_layer,
    printable,
)
from rnnviz.locale import N_, Refusal

Tensors = Mapping[str, list[Array]]
Rest = dict[str, list[Array]]
TENSOR = "__keras_tensor__"
SIDES = ("forward_layer", "backward_layer")
NUMBERED = re.compile(r"^(.*?)_?([0-9]*)$", re.DOTALL)
READ = ("Embedding", "Dense", "SimpleRNN", "GRU", "LSTM", "Bidirectional", "Dropout")
SEVERAL = N_(
    "The layers are {layers}; they fit together in several ways. A .keras file of a Sequential or a "
    "functional model tells which is meant."
)
UNREADABLE = N_("The file's description of the model is not as Keras 3 writes it.")


# What rnnviz computes, as Keras does by default.
GATED = {"activation": "tanh", "recurrent_activation": "sigmoid"}
# Each cell with Keras's order of its gates, in the documents' letters.
KINDS: dict[str, tuple[type[Cell], str]] = {
    "SimpleRNN": (RNN, "h"),
    "GRU": (GRU, "zrh"),
    "LSTM": (LSTM, "ifco"),
}
BY_GATES = {len(gates): kind for kind, (_, gates) in KINDS.items()}
PHIS = {"tanh": "tanh", "relu": "relu", "sigmoid": "sigmoid", "linear": "identity"}
WITHOUT_EFFECT = {"InputLayer", "Dropout", "SpatialDropout1D"}
# Their input is the logits, if they come last.
SOFTMAX = ("softmax", "log_softmax")
FOLDERS = {
    "Embedding": "embedding", "Dense": "dense", "SimpleRNN": "simple_rnn", "GRU": "gru",
    "LSTM": "lstm", "Bidirectional": "bidirectional", "TimeDistributed": "time_distributed",
}  # fmt: skip


def described(config: object, tensors: Tensors) -> list[list[Layer]] | None:
    """The layers of a Sequential or a functional model, in its order; None if there is no such
    description.

    config: of anyone's file. Raises Refusal for what cannot be read.
    """
    match config:
        case {"class_name": "Sequential" | "Functional", "config": {"layers": [*abouts], **about}}:
            pass
        case _:
            return None
    try:
        _check_row(abouts, about.get("output_layers"))
        return [[layer] for layer in _layers(abouts, tensors)]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise Refusal(UNREADABLE) from error


def _check_row(abouts: list[Any], outputs: object) -> None:
    """Raises Refusal where a functional model's layers do not stand in a row.

    outputs: of the model; a Sequential has none, and its layers are in a row.
    """
    if outputs is None:
        return
    names = [one["config"]["name"] for one in abouts]
    for before, one in zip([None, *names], abouts, strict=False):
        match one["inbound_nodes"]:
            case [] if before is None:
                continue
            case [{"args": [{"config": {"keras_history": [source, 0, 0]}}], "kwargs": beside}]:
                if source == before and TENSOR not in str(beside):
                    continue
        raise _out_of_row(one["config"]["name"])
    if outputs not in ([names[-1], 0, 0], [[names[-1], 0, 0]]):
        raise _out_of_row(names[-1])


def _out_of_row(name: object) -> Refusal:
    return Refusal(
        N_(
            "{name} has other inputs than the layer before it, or other outputs than to the layer "
            "after it; only layers in a row can be read."
        ),
        name=printable(str(name)),
    )


def _layers(abouts: list[Any], tensors: Tensors) -> Iterator[Layer]:
    """Every layer that computes something. Raises Refusal if arrays are left that no layer has."""
    rest = dict(tensors)
    counts: dict[str, int] = {}
    abouts = [about for about in abouts if about["class_name"] not in WITHOUT_EFFECT]
    for about in abouts:
        kind, own, last = about["class_name"], about["config"], about is abouts[-1]
        name = str(own["name"])
        if last and (kind == "Softmax" or (kind == "Activation" and own["activation"] in SOFTMAX)):
            continue
        # A class of one's own may have the name of one of Keras's.
        if kind not in FOLDERS or not str(about["module"]).startswith("keras."):
            raise no_such_layer(name, str(kind), READ)
        count = counts[kind] = counts.get(kind, -1) + 1
        folder = f"layers/{FOLDERS[kind]}" + (f"_{count}" if count else "")
        yield _layer(kind, own, name, folder, rest, last)
    for folder, arrays in rest.items():
        raise belongs_nowhere(folder, arrays[0].shape, READ)


def _layer(kind: str, own: dict[str, Any], name: str, folder: str, rest: Rest, last: bool) -> Layer:
    """The layer whose arrays are taken out of `rest`; the last one may have a softmax."""
    if kind == "TimeDistributed":
        kind, own, folder = own["layer"]["class_name"], own["layer"]["config"], f"{folder}/layer"
        if kind != "Dense":
            raise no_such_layer(name, f"TimeDistributed {kind}", READ)
    if kind == "Embedding":
        _check_options(name, own, {"mask_zero": False})
        return _table(name, rest.pop(folder))
    if kind == "Dense":
        if not (last and own["activation"] in SOFTMAX):
            _check_options(name, own, {"activation": "linear"})
        return _dense(name, rest.pop(folder))
    if kind != "Bidirectional":
        _check_options(name, own, {"go_backwards": False})
        cell = _told_cell(kind, own, name, rest.pop(f"{folder}/cell"))
        return Recurrent(printable(name), (cell,))
    sides = [own["layer"], own["backward_layer"]]
    for side, backwards in zip(sides, (False, True), strict=True):
        _check_options(name, side["config"], {"go_backwards": backwards, "return_sequences": True})
    _check_options(name, own, {"merge_mode": "concat"})
    cells = [
        _told_cell(side["class_name"], side["config"], name, rest.pop(f"{folder}/{place}/cell"))
        for side, place in zip(sides, SIDES, strict=True)
    ]
    return Recurrent(printable(name), (_both(name, *cells),))


def _check_options(name: str, own: dict[str, Any], fits: dict[str, Any]) -> None:
    for option, value in fits.items():
        if own[option] != value:
            raise has_option(name, option, own[option])


def _told_cell(kind: str, own: dict[str, Any], name: str, arrays: list[Array]) -> Cell:
    if kind not in KINDS:
        raise no_such_layer(name, str(kind), READ)
    if kind == "SimpleRNN":
        if own["activation"] not in PHIS:
            raise has_option(name, "activation", own["activation"])
        return _cell(kind, name, arrays, {"phi": PHIS[own["activation"]]})
    _check_options(name, own, GATED)
    after = {"reset_after": own["reset_after"]} if kind == "GRU" else {}
    return _cell(kind, name, arrays, after)


def _cell(kind: str, name: str, arrays: list[Array], options: dict[str, Any]) -> Cell:
    """The cell with these arrays: the input's weights, the recurrent ones, the biases."""
    cell, gates = KINDS[kind]
    if len(arrays) not in (2, 3) or not all(map(_is_matrix, arrays[:2])):
        raise belongs_nowhere(name, arrays[-1].shape, READ)
    W_x, W_h, *biases = arrays
    h = W_h.shape[0]
    wide = len(gates) * h
    check_shape(f"{name}, recurrent_kernel", W_h, (h, wide))
    check_shape(f"{name}, kernel", W_x, (W_x.shape[0], wide))
    apart = bool(options.get("reset_after"))
    shape = (2, wide) if apart else (wide,)
    b = biases[0] if biases else np.zeros(shape)
    check_shape(f"{name}, bias", b, shape)
    b_x, b_h = b if apart else (b, np.zeros(wide))
    return stacked_gates(cell, gates, W_x, W_h, b_x, b_h, **options)


def _both(name: str, forward: Cell, backward: Cell) -> Bidirectional:
    try:
        return Bidirectional(forward, backward)
    except ValueError as error:
        raise Refusal("{name}: {reason}", name=printable(name), reason=str(error)) from error


def _table(name: str, arrays: list[Array]) -> Linear:
    if len(arrays) != 1 or not _is_matrix(arrays[0]):
        raise belongs_nowhere(name, arrays[-1].shape, READ)
    W = finite_array(f"{printable(name)}, embeddings", arrays[0], "dq", {})
    return Linear(printable(name), W, no_bias(W), table=True)


def _dense(name: str, arrays: list[Array]) -> Linear:
    if len(arrays) > 2 or not _is_matrix(arrays[0]):
        raise belongs_nowhere(name, arrays[-1].shape, READ)
    W = finite_array(f"{printable(name)}, kernel", arrays[0], "dq", {})
    b = arrays[1] if len(arrays) == 2 else no_bias(W)[0]
    check_shape(f"{name}, bias", b, W.shape[1:])
    return Linear(printable(name), W, finite_array(f"{printable(name)}, bias", b, "q", {})[None])


def _is_matrix(array: Array) -> bool:
    return array.ndim == 2 and array.size > 0


def undescribed(tensors: Tensors, phi: str) -> list[list[Layer]]:
    """The layers that arrays alone tell: what else is to be known of them is Keras's default.

    phi: of a SimpleRNN. Raises Refusal for what cannot be read.
    """
    return [
        [_guessed(folder, arrays, tensors, phi)]
        for folder, arrays in tensors.items()
        if _other_side(folder, SIDES[1], SIDES[0]) not in tensors
    ]


def _other_side(folder: str, side: str, other: str) -> str:
    """Where the other direction's cell is; "" if this is no such cell's folder."""
    end = f"/{side}/cell"
    return f"{folder.removesuffix(end)}/{other}/cell" if folder.endswith(end) else ""


def _guessed(folder: str, arrays: list[Array], tensors: Tensors, phi: str) -> Layer:
    above, _, own = folder.removeprefix("layers/").rpartition("/")
    if own != "cell":
        name = folder.removeprefix("layers/").removesuffix("/layer")
        table = len(arrays) == 1 and "emb" in folder.lower()
        return _table(name, arrays) if table else _dense(name, arrays)
    backward = tensors.get(_other_side(folder, *SIDES))
    if backward is None:
        return Recurrent(printable(above), (_guessed_cell(above, arrays, phi),))
    name = above.removesuffix(f"/{SIDES[0]}")
    sides = (_guessed_cell(name, side, phi) for side in (arrays, backward))
    return Recurrent(printable(name), (_both(name, *sides),))


def _guessed_cell(name: str, arrays: list[Array], phi: str) -> Cell:
    square = arrays[1].shape if len(arrays) > 1 else ()
    gates = square[1] / square[0] if len(square) == 2 and square[0] else 0
    if gates not in BY_GATES:
        raise belongs_nowhere(name, square, READ)
    kind = BY_GATES[int(gates)]
    if kind == "SimpleRNN":
        return _cell(kind, name, arrays, {"phi": phi})
    if kind == "GRU" and len(arrays) < 3:
        raise Refusal(
            N_(
                "{name} is a GRU without biases, whose arrays do not tell on which side of the "
                "matrix product its reset gate acts; a .keras file tells it."
            ),
            name=printable(name),
        )
    return _cell(kind, name, arrays, {"reset_after": arrays[2].ndim == 2} if kind == "GRU" else {})


def ascending(found: Forms) -> Iterator[Forms]:
    """The orders in which lstm, lstm_1 and lstm_2, or lstm1 and lstm2, stand in theirs."""
    return (order for order in reordered(found) if _ascends(order))


def _ascends(order: Forms) -> bool:
    reached: dict[str, int] = {}
    for forms in order:
        family, digits = NUMBERED.findall(forms[0].name)[0]
        number = int(digits or 0)
        if number < reached.get(family, 0):
            return False
        reached[family] = number
    return True
