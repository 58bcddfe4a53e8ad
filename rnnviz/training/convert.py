"""Weights to and from PyTorch's files, for a process that does not import torch.

Each file is converted in a separate process, `python -m rnnviz.training.torch_weights`, with a limit
on its time and memory. One at a time of each address: whose file takes long leaves the other place
to others. Only a few may wait for their turn, and not for long.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rnnviz.locale import N_, Refusal
from rnnviz.text import Vocabulary
from rnnviz.training.workers import surroundings

SECONDS = 60.0
# Memory beside torch's own. A file of 64 MB is held as tensors, as arrays, and in float64.
MEMORY_BYTES = 2**30
FAILED = N_(
    "The file could not be read: it is damaged, or takes more than {seconds:g} seconds or "
    "{megabytes} MB of memory."
)
BUSY = N_("Other files are being converted; try again in a minute.")
AT_ONCE = 2
# How many may wait for their turn, of one address and of all, and how many seconds.
EACH_WAITS, ALL_WAIT, PATIENCE = 3, 12, 20.0
_changed = threading.Condition()
# The addresses whose files are being converted.
_converting: list[str] = []


class _Waiting:
    def __init__(self, address: str) -> None:
        self.address = address


# In the order in which they came.
_waiting: list[_Waiting] = []


def to_pt(weights: bytes, address: str = "") -> bytes:
    """A file of `rnnviz.weights` as one of `torch.save`, a state_dict. address: for whom.

    Raises ValueError as `torch_weights.to_state_dict` does, and Refusal if too many wait.
    """
    return _converted({"to": "pt"}, weights, address)


def from_pt(data: bytes, vocabulary: Vocabulary, phi: str = "tanh", address: str = "") -> bytes:
    """A state_dict of `torch.save` as a file of `rnnviz.weights`; nothing in it is run. address:
    for whom.

    Raises ValueError as `torch_weights.from_pt` does, and Refusal if too many wait.
    """
    asked = {"to": "safetensors", "vocabulary": vocabulary.tokens, "phi": phi}
    return _converted(asked, data, address)


@contextmanager
def _turn(address: str) -> Iterator[None]:
    """Raises Refusal if too many wait for theirs, or it does not come soon."""
    mine = _Waiting(address)
    with _changed:
        of_address = sum(one.address == address for one in _waiting)
        if of_address >= EACH_WAITS or len(_waiting) >= ALL_WAIT:
            raise Refusal(BUSY)
        _waiting.append(mine)
        try:
            if not _changed.wait_for(lambda: _next() is mine, PATIENCE):
                raise Refusal(BUSY)
            _converting.append(address)
        finally:
            _waiting.remove(mine)
            _changed.notify_all()
    try:
        yield
    finally:
        with _changed:
            _converting.remove(address)
            _changed.notify_all()


def _next() -> _Waiting | None:
    """Whose turn it is, if anybody's."""
    if len(_converting) >= AT_ONCE:
        return None
    return next((one for one in _waiting if one.address not in _converting), None)


def _converted(asked: dict[str, Any], data: bytes, address: str) -> bytes:
    with _turn(address):
        try:
            answer = _apart(json.dumps(asked).encode() + b"\n" + data)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            raise Refusal(FAILED, seconds=SECONDS, megabytes=MEMORY_BYTES // 2**20) from error
    line, _, converted = answer.partition(b"\n")
    said = json.loads(line)
    if "refused" in said:
        raise Refusal(said["refused"], **said["values"])
    return converted


def _apart(asked: bytes) -> bytes:
    """What `torch_weights.answer` gives in a process of its own; subprocess's errors if it ends without."""
    return subprocess.run(
        [sys.executable, "-m", "rnnviz.training.torch_weights", str(MEMORY_BYTES)],
        input=asked,
        capture_output=True,
        env=surroundings(),
        timeout=SECONDS,
        check=True,
    ).stdout
