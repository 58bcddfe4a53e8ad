"""What a room keeps on the disk: a file that is replaced as a whole, and one that only grows.

When these functions return, what they wrote outlives a power cut; when they raise OSError, as on a
full disk, the file is as it was before.
"""

import os
from pathlib import Path


def replace(path: Path, body: bytes) -> None:
    """Make `body` the content of a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _keep_names(path.parent)


def append(path: Path, body: bytes) -> int:
    """Write `body` at the end of a file; returns how long the file is now, in bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        before = os.fstat(file).st_size
        try:
            rest = body
            while rest:
                rest = rest[os.write(file, rest) :]
            os.fsync(file)
        except OSError:
            # Half of it may be there: a restart would count what nobody was told is kept.
            os.ftruncate(file, before)
            raise
    finally:
        os.close(file)
    if is_new:
        _keep_names(path.parent)
    return before + len(body)


def _keep_names(folder: Path) -> None:
    """A new name outlives a power cut once its folder is on the disk."""
    names = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(names)
    finally:
        os.close(names)
