"""Weights to and from PyTorch's files, for a process that does not import torch.

Each file is converted in a separate process, `python -m rnnviz.training.torch_weights`, one at a
time, with a limit on its time and memory. Only a few may wait for their turn, and not for long.
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
# How many may wait for their turn, and how many seconds.
WAITING, PATIENCE = 3, 20.0
_one_at_a_time = threading.Lock()
_room = threading.BoundedSemaphore(1 + WAITING)


def to_pt(weights: bytes) -> bytes:
    """A file of `rnnviz.weights` as one of `torch.save`, a state_dict.

    Raises ValueError as `torch_weights.to_state_dict` does, and Refusal if too many wait.
    """
    return _converted({"to": "pt"}, weights)


def from_pt(data: bytes, vocabulary: Vocabulary, phi: str = "tanh") -> bytes:
    """A state_dict of `torch.save` as a file of `rnnviz.weights`; nothing in it is run.

    Raises ValueError as `torch_weights.from_pt` does, and Refusal if too many wait.
    """
    asked = {"to": "safetensors", "vocabulary": vocabulary.tokens, "phi": phi}
    return _converted(asked, data)


@contextmanager
def _turn() -> Iterator[None]:
    """Raises Refusal if too many wait for theirs, or it does not come soon."""
    if not _room.acquire(blocking=False):
        raise Refusal(BUSY)
    try:
        if not _one_at_a_time.acquire(timeout=PATIENCE):
            raise Refusal(BUSY)
        try:
            yield
        finally:
            _one_at_a_time.release()
    finally:
        _room.release()


def _converted(asked: dict[str, Any], data: bytes) -> bytes:
    with _turn():
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
