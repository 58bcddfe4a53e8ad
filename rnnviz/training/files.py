"""Files that are whole whenever somebody reads them, even after a kill or a power failure.

A new version is written to a temporary file and moved into place; a growing file is appended to.
Only their owner may read them, because they hold texts and keys.
"""

import errno
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from rnnviz.locale import N_, Refusal

MAX_JSON_BYTES = 64 * 10**6
OWNER_ALONE = 0o600
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
LOCKED_UP = {errno.EROFS, errno.EACCES, errno.EPERM}

DAMAGED = N_("This training is damaged: its file {name} cannot be read. Start it anew.")
NO_ROOM = N_("The disk is full; free some room on the server, and try again.")
UNWRITABLE = N_("Nothing can be written to the server's folder for trainings.")


class Damaged(Refusal):
    """A file of a run whose content is invalid."""

    def __init__(self, path: Path) -> None:
        super().__init__(DAMAGED, name=path.name)


def waits_for_room(error: OSError) -> bool:
    """Whether a retry may succeed later: the disk is full, or not writable."""
    return error.errno in FULL | LOCKED_UP


def why_not(error: OSError) -> Refusal:
    """The message for a reader whose command could not be saved."""
    return Refusal(NO_ROOM if error.errno in FULL else UNWRITABLE)


def put(path: Path, data: bytes, lasting: bool = True) -> None:
    """Write a temporary file and move it into place: readers find the old file or the new one,
    whole.

    lasting: also after a power failure; it takes some milliseconds. If that fails, the old file
    stays and no half-written file is left. Raises OSError.
    """
    aside = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        fd = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ALONE)
        try:
            _write(fd, data)
            if lasting:
                os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(aside, path)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise
    if lasting:
        sync_folder(path.parent)


def put_json(path: Path, value: dict[str, Any]) -> None:
    put(path, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file; {} if there is none. Raises Damaged for anything else."""
    data = read(path, MAX_JSON_BYTES)
    if data is None:
        return {}
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise Damaged(path) from None
    if not isinstance(value, dict):
        raise Damaged(path)
    return value


def read(path: Path, most: int | None = None) -> bytes | None:
    """All of a file; None if there is none. Raises Damaged if it cannot be read, or is longer
    than `most`."""
    try:
        with path.open("rb") as file:
            data = file.read() if most is None else file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError:
        raise Damaged(path) from None
    if most is not None and len(data) > most:
        raise Damaged(path)
    return data


def sync_folder(folder: Path) -> None:
    """Make a folder's new entries survive a power failure."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        # Some file systems refuse this for a folder, because there is nothing to do.
        with suppress(OSError):
            os.fsync(fd)
    finally:
        os.close(fd)


class Log:
    """A file that only grows, open for its one writer."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, OWNER_ALONE)
        self.size = os.fstat(self._fd).st_size

    def append(self, data: bytes) -> None:
        """All of it or nothing. Raises OSError if there is no room."""
        try:
            _write(self._fd, data)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._fd, self.size)
            raise
        self.size += len(data)

    def cut(self, size: int) -> None:
        """Keep only the first `size` bytes."""
        if size < self.size:
            os.ftruncate(self._fd, size)
            self.size = size

    def sync(self) -> None:
        """Make the appended bytes survive a power failure."""
        os.fsync(self._fd)

    def close(self) -> None:
        os.close(self._fd)


def _write(fd: int, data: bytes) -> None:
    """Write all of it: the system may take less at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
