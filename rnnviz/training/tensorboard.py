"""The numbers of runs as TensorBoard reads them: a file of events for each run, written without TensorBoard.

A file is a row of records: the length and its checksum, the data and its checksum (TFRecord). The data of
each is an `Event` of TensorFlow's `event.proto`, in the wire format of protocol buffers.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from rnnviz import files
from rnnviz.training.runs import Runs

# What TensorBoard calls each column of a run's metrics; it draws those with one beginning together.
TAGS = {
    "loss": "loss/training",
    "validation": "loss/validation",
    "norm": "gradient/norm",
    "scale": "gradient/scale",
    "rate": "gradient/rate",
}
VERSION = b"brain.Event:2"
POLYNOMIAL = 0x82F63B78


def to_tensorboard(runs: Runs, names: Iterable[str], folder: str | Path) -> list[Path]:
    """Write the losses, the gradient's norm and the rate of some runs, a folder each, so that

        tensorboard --logdir FOLDER

    shows them. names: the runs' ids, such as `[run]`. Returns the files; those of an earlier call are
    replaced. Raises Refusal for a run that is not there, and OSError.
    """
    made = []
    for name in [names] if isinstance(names, str) else names:
        path = Path(folder) / name / f"events.out.tfevents.{int(runs.created(name))}.rnnviz"
        path.parent.mkdir(parents=True, exist_ok=True)
        files.put(path.resolve(), b"".join(_records(runs, name)), mode=files.AS_OTHERS)
        made.append(path)
    return made


def _records(runs: Runs, run: str) -> Iterator[bytes]:
    began, metrics = runs.created(run), runs.read(run).metrics
    yield _record(_double(1, began) + _bytes(3, VERSION))
    columns = zip(*(metrics[name] for name in ("step", "seconds", *TAGS)), strict=True)
    for step, seconds, *row in columns:
        values = b"".join(
            _bytes(1, _bytes(1, tag.encode()) + _key(2, 5) + struct.pack("<f", value))
            for tag, value in zip(TAGS.values(), row, strict=True)
            if not np.isnan(value)
        )
        # A number that is 0 is not written.
        number = _number(2, int(step)) if step else b""
        yield _record(_double(1, began + seconds) + number + _bytes(5, values))


def _record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + _checksum(length) + data + _checksum(data)


def _checksum(data: bytes) -> bytes:
    """CRC-32C, turned and moved as TFRecord has it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def _table() -> Sequence[int]:
    found = []
    for byte in range(256):
        crc = byte
        for _bit in range(8):
            crc = crc >> 1 ^ (POLYNOMIAL if crc & 1 else 0)
        found.append(crc)
    return found


CRC = _table()


def _key(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _number(field: int, value: int) -> bytes:
    return _key(field, 0) + _varint(value)


def _double(field: int, value: float) -> bytes:
    return _key(field, 1) + struct.pack("<d", value)


def _bytes(field: int, value: bytes) -> bytes:
    return _key(field, 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the eighth says that more follow."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
