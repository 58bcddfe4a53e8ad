"""A file of Keras's as a model: `.keras`, an archive of a description and weights, or `.weights.h5`.

The file may come from anyone: it is read as JSON and as arrays of numbers of limited size, and
nothing in it is run.
"""

import io
import itertools
import json
import math
import os
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.frameworks.keras_layers import SEVERAL, Tensors, ascending, described, undescribed
from rnnviz.frameworks.layers import Forms, in_order, model, vocabulary_of
from rnnviz.frameworks.refusals import NO_TENSOR, printable
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

MAX_BYTES = 64 * 2**20
MAX_CONFIG_BYTES = 2**20
# What a file may hold: a layer has at most a dozen groups and arrays.
MAX_ITEMS = 4096
HDF5 = b"\x89HDF\r\n\x1a\n"
# How Keras packs. Of other methods a kilobyte may unpack to gigabytes before anybody can count.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
CONFIG, WEIGHTS = "config.json", "model.weights.h5"
DAMAGED = N_("The file is no whole file of Keras's.")
NO_PATH = N_(
    'This is a {kind}; the path of a file fits. model.save("mine.keras") writes one, and '
    'rnnviz.from_keras("mine.keras", characters) reads it.'
)
OTHER_FORMAT = N_(
    "The file is neither a .keras nor a .weights.h5 file of Keras 3's; model.save and "
    "model.save_weights write these."
)


def from_keras(
    path: str | Path,
    vocabulary: Vocabulary | Iterable[str],
    labels: Vocabulary | Iterable[str] | None = None,
    phi: str = "tanh",
) -> SequenceModel:
    """The model in a file that Keras 3 has saved, in float64.

    path: of a `.keras` file, in which a Sequential or a functional model describes itself; or of a
    `.weights.h5` file, or one of a class of one's own, where the weights alone tell the layers. Then
    the layers come in the only order in which they fit, with Keras's own activations (phi is a
    SimpleRNN's), every state given to the next layer, and two directions side by side.
    vocabulary: the characters in the order of their numbers; labels: what the outputs stand for, if
    not for the characters.

    Embedding or one-hot input, then SimpleRNN, GRU (`reset_after` as it is), LSTM, Bidirectional
    (side by side), then Dense, with a softmax at the end or without. Dropout counts for nothing. A
    layer that returns its last state alone is read at every step, where it gives what Keras gives
    for the text so far. An embedding and linear Dense layers are folded into the weights beside
    them, as `from_torch` does it.

    Raises Refusal naming what cannot be read, ValueError for a number that is not finite, and OSError
    where there is no file. h5py reads HDF5; `pip install ".[keras]"` brings it.
    """
    if not isinstance(path, str | os.PathLike):
        raise Refusal(NO_PATH, kind=printable(type(path).__name__))
    with Path(path).open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    _check_size(len(data))
    vocabulary = vocabulary_of(vocabulary)
    others = vocabulary if labels is None else vocabulary_of(labels)
    config: object = None
    if data.startswith(b"PK"):
        config, data = _unpacked(data)
    elif not data.startswith(HDF5):
        raise Refusal(OTHER_FORMAT)
    tensors = _tensors(data)
    found = described(config, tensors)
    orders: Iterable[Forms] = () if found is None else [found]
    if found is None:
        found = undescribed(tensors, phi)
        orders = ascending(found)
    if not found:
        raise Refusal(N_("The file holds no layer's weights."))
    layers = in_order(found, len(vocabulary), len(others), [orders], SEVERAL)
    return model(layers, vocabulary, others)


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise Refusal(
            N_("The file is larger than {most} bytes, the most that is read."), most=MAX_BYTES
        )


def _unpacked(data: bytes) -> tuple[object, bytes]:
    """The description and the weights in a `.keras` file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
            if not {CONFIG, WEIGHTS} <= sizes.keys():
                raise Refusal(OTHER_FORMAT)
            # A small archive may unpack to more than the machine has.
            _check_size(sum(sizes.values()))
            if sizes[CONFIG] > MAX_CONFIG_BYTES:
                raise Refusal(
                    N_("The file's {name} has {size} bytes; it may have {most}."),
                    name=CONFIG,
                    size=sizes[CONFIG],
                    most=MAX_CONFIG_BYTES,
                )
            if not all(entry.compress_type in METHODS for entry in archive.infolist()):
                raise Refusal(OTHER_FORMAT)
            config, weights = (_read(archive, name, sizes[name]) for name in (CONFIG, WEIGHTS))
            return json.loads(config), weights
    except Refusal:
        raise
    except (
        zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError,
        NotImplementedError, RecursionError,
    ) as error:  # fmt: skip
        raise Refusal(DAMAGED) from error


def _read(archive: zipfile.ZipFile, name: str, size: int) -> bytes:
    """No more of a file than it says that it has; read as a whole, all that it unpacks to would be in memory."""
    with archive.open(name) as file:
        return file.read(size)


def _tensors(data: bytes) -> Tensors:
    """The arrays of an HDF5 file, by the groups in which Keras keeps a layer's own."""
    try:
        import h5py
    except ImportError as error:
        raise Refusal(N_("Keras's files need h5py; `pip install h5py` brings it.")) from error
    found: dict[str, Any] = {}
    seen = itertools.count(1)

    def visit(name: str, item: Any) -> bool | None:
        if isinstance(item, h5py.Dataset):
            found[name] = item
        # Any value but None ends the visit.
        return True if next(seen) > MAX_ITEMS else None

    try:
        with h5py.File(io.BytesIO(data), "r") as file:
            # Links to other places and other files are not followed.
            if file.visititems(visit):
                raise Refusal(
                    N_("The file holds more than {most} groups and arrays."), most=MAX_ITEMS
                )
            _check_size(sum(4 * math.prod(one.shape or ()) for one in found.values()))
            return _by_layer(
                {name: _array(name, item) for name, item in found.items() if _is_weight(name)}
            )
    except Refusal:
        raise
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, OverflowError) as error:
        raise Refusal(DAMAGED) from error


def _is_weight(name: str) -> bool:
    """Whether it is part of the network, and not of its training."""
    parts = name.split("/")
    return parts[0] != "optimizer" and "seed_generator" not in parts


def _array(name: str, item: Any) -> Array:
    # Numbers that lie elsewhere are not the file's.
    if item.dtype.kind != "f" or item.external or item.is_virtual:
        raise Refusal(NO_TENSOR, name=printable(name))
    # Keras writes an array in one piece. Pieces may be compressed, and longer than the array.
    if item.chunks is not None:
        raise Refusal(OTHER_FORMAT)
    return item[()].astype(np.float64)


def _by_layer(arrays: dict[str, Array]) -> Tensors:
    """Such as {"layers/dense": [kernel, bias]}."""
    tensors: dict[str, dict[int, Array]] = {}
    for name, array in arrays.items():
        layer, _, number = name.rpartition("/vars/")
        if not layer or not number.isdecimal() or len(number) > 4:
            raise Refusal(OTHER_FORMAT)
        tensors.setdefault(layer, {})[int(number)] = array
    return {layer: [own[k] for k in sorted(own)] for layer, own in tensors.items()}
