"""Files that are whole whenever somebody reads them, even after a kill or a power failure.

A new version is written to a temporary file and moved into place; a growing file is appended to.
Only their owner may read them, because they hold texts, votes and keys. Locks are the system's,
which releases them when their holder dies.
"""

import errno
import fcntl
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO

OWNER_ALONE = 0o600
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
LOCKED_UP = {errno.EROFS, errno.EACCES, errno.EPERM}
# What a file system says that cannot make a folder's entries lasting, or that has no locks.
NOT_OFFERED = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK}
# The name of a temporary file: that of the file, the writer's process, and a random word.
ASIDE = re.compile(r"\.(.+)-\d+-[0-9a-f]{8}")


def waits_for_room(error: OSError) -> bool:
    """Whether a retry may succeed later: the disk is full, or not writable."""
    return error.errno in FULL | LOCKED_UP


def put(path: Path, data: bytes, lasting: bool = True) -> None:
    """Write a temporary file and move it into place: readers find the old file or the new one,
    whole.

    lasting: also after a power failure; it takes some milliseconds. Raises OSError. No half-written
    file is left then, and the old file stays; only where the folder's entries cannot be made
    lasting, which comes last, the new file stands in its place.
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


def append(path: Path, data: bytes) -> int:
    """Write at the end of a file, all or nothing, so that it survives a power failure once the
    folder has been synced; returns how long the file is now. Raises OSError."""
    log = Log(path)
    before = log.size
    try:
        log.append(data)
        try:
            log.sync()
        except OSError:
            log.cut(before)
            raise
        return log.size
    finally:
        log.close()


def sync_folder(folder: Path) -> None:
    """Make a folder's new entries survive a power failure. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some file systems refuse this for a folder, because there is nothing to do.
        if error.errno not in NOT_OFFERED:
            raise
    finally:
        os.close(fd)


def lock(path: Path, *, shared: bool = False, waits: bool = False) -> IO[str] | None:
    """Lock a file; it is made where there is none. The lock lasts until what is returned is closed.

    None where another process holds it, unless this call waits for that one. shared: any number may
    hold it so at a time; the file must be there, and nothing is written. Where the file system has
    no locks, the caller is alone as far as anybody can tell. Raises OSError if the file cannot be
    opened.
    """
    file = path.open("r") if shared else open(path, "a", opener=_own)  # noqa: SIM115
    try:
        fcntl.flock(
            file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (not waits) * fcntl.LOCK_NB
        )
    except BlockingIOError:
        file.close()
        return None
    except OSError as error:
        if error.errno not in NOT_OFFERED:
            file.close()
            raise
    return file


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


def _own(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ALONE)


def _write(fd: int, data: bytes) -> None:
    """Write all of it: the system may take less at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
