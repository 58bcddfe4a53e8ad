"""Files that are whole whenever somebody reads them, even after a kill or a power failure.

A new version is written to a temporary file and moved into place; a growing file is appended to.
Only their owner may read them, because they hold texts, votes and keys; but for those that the user
asks for by name. Locks are the system's,
which releases them when their holder dies.

Windows moves or removes no file that is open anywhere, and no folder with such a file in it: what
is opened here is closed soon, and who moves or removes a file waits for that.
"""

import errno
import os
import re
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import IO, TypeVar

from filelock import lock_descriptor

T = TypeVar("T")

OWNER_ALONE = 0o600
# What a web host serves, or the user sends on: readable to whomever the user's own settings let in.
AS_OTHERS = 0o666
# Windows ends the lines of a file anew unless it is told not to.
AS_IT_IS: int = getattr(os, "O_BINARY", 0)
# Only POSIX opens a folder; and there, whether a file is open does not matter to who moves it.
FOLDER: int | None = getattr(os, "O_DIRECTORY", None)
# Seconds to wait until nobody has a file open, and between two looks at that or at a lock.
PATIENCE, LOOK = 2.0, 0.005
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
LOCKED_UP = {errno.EROFS, errno.EACCES, errno.EPERM}
# What a file system says that cannot make a folder's entries lasting, or that has no locks.
NOT_OFFERED = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK}
# The name of a temporary file: that of the file, the writer's process, and a random word.
ASIDE = re.compile(r"\.(.+)-\d+-[0-9a-f]{8}")


def named_folder(setting: str) -> Path | None:
    """The folder that an environment variable names."""
    named = os.environ.get(setting)
    return Path(named).expanduser().absolute() if named else None


def folder_of(setting: str, name: str) -> Path:
    """Where this machine keeps what is of one kind: in the folder that an environment variable
    names, or in rnnviz/`name` among the user's caches."""
    if folder := named_folder(setting):
        return folder
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative one is to be ignored, says the XDG Base Directory Specification.
    caches = caches if caches.is_absolute() else Path.home() / ".cache"
    return caches / "rnnviz" / name


def waits_for_room(error: OSError) -> bool:
    """Whether a retry may succeed later: the disk is full, or not writable."""
    return error.errno in FULL | LOCKED_UP and not _is_folder(error)


def _is_folder(error: OSError) -> bool:
    """Whether a folder lies where a file should be: Windows says of it what it says of a file that
    somebody has open, or that may not be written."""
    name = error.filename2 or error.filename
    return FOLDER is None and name is not None and os.path.isdir(name)


def put(path: Path, data: bytes, lasting: bool = True, mode: int = OWNER_ALONE) -> None:
    """Write a temporary file and move it into place: readers find the old file or the new one,
    whole. In the place of a link comes the file; what the link led to stays, and so does a pipe or a
    device such as /dev/null.

    lasting: also after a power failure; it takes some milliseconds. mode: who may read it, less
    what the user's umask takes away. Raises OSError. No half-written
    file is left then, and the old file stays; only where the folder's entries cannot be made
    lasting, which comes last, the new file stands in its place.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "This is a device or a pipe, not a file", str(path))
    aside = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        fd = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | AS_IT_IS, mode)
        try:
            _write(fd, data)
            if lasting:
                os.fsync(fd)
        finally:
            os.close(fd)
        patiently(lambda: os.replace(aside, path))
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise
    if lasting:
        sync_folder(path.parent)


def overwrite(path: Path, data: bytes) -> None:
    """Write over the beginning of a file, lasting; a file that is as long already has room for it on
    a full disk. Short data alone: of longer one a reader may find a part. Raises OSError."""
    fd = os.open(path, os.O_CREAT | os.O_WRONLY | AS_IT_IS, OWNER_ALONE)
    try:
        _write(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)


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
    """Make a folder's new entries survive a power failure. Raises OSError.

    Windows opens no folder; there, the file system's own journal has them.
    """
    if FOLDER is None:
        return
    fd = os.open(folder, os.O_RDONLY | FOLDER)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some file systems refuse this for a folder, because there is nothing to do.
        if error.errno not in NOT_OFFERED:
            raise
    finally:
        os.close(fd)


def move(path: Path, to: Path) -> None:
    """Move a file or a folder, once nobody has it open where that matters. Raises OSError."""
    patiently(lambda: path.rename(to))


def remove(path: Path) -> None:
    """Remove a file, if there is one, once nobody has it open where that matters. Raises OSError."""
    patiently(lambda: path.unlink(missing_ok=True))


def patiently(do: Callable[[], T]) -> T:
    """Open, move or remove a file as soon as nobody else has it in use, on Windows. Raises OSError,
    there only after a while."""
    until = time.monotonic() + (PATIENCE if FOLDER is None else 0.0)
    while True:
        try:
            return do()
        except PermissionError as error:
            if time.monotonic() >= until or _is_folder(error):
                raise
        time.sleep(LOOK)


def lock(path: Path, *, waits: bool = False) -> IO[bytes] | None:
    """Lock a file; it is made where there is none. The lock lasts until what is returned is closed,
    or this process ends, however it ends: no process that it starts inherits the lock.

    None where somebody else holds it, unless this call waits for that one. Where the file system
    has no locks, the caller is alone as far as anybody can tell. Raises OSError if the file cannot
    be opened.
    """
    return _locked(open(path, "ab", opener=_own), waits)


def is_locked(path: Path) -> bool:
    """Whether somebody holds a lock; nothing is written. Raises OSError if the file cannot be
    opened.

    To look means to hold it for a moment. Within a process one look waits for another; two
    processes that look at the very same moment may take each other for a holder.
    """
    with _looking:
        held = _locked(path.open("r+b"), waits=False)
        if held:
            held.close()
        return held is None


_looking = threading.Lock()


def _locked(file: IO[bytes], waits: bool) -> IO[bytes] | None:
    """The open file, locked; None, closed, where it cannot be."""
    try:
        if lock_descriptor(file.fileno(), blocking=waits, poll_interval=LOOK):
            return file
    except OSError as error:
        if error.errno in NOT_OFFERED:
            return file
        file.close()
        raise
    file.close()
    return None


class Log:
    """A file that only grows, open for its one writer. alone: within it, this is the one."""

    def __init__(
        self, path: Path, alone: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._alone = alone
        flags = os.O_CREAT | os.O_RDWR | os.O_APPEND | AS_IT_IS
        self._fd = os.open(path, flags, OWNER_ALONE)
        self.size = os.fstat(self._fd).st_size

    def append(self, data: bytes) -> None:
        """All of it or nothing. Raises OSError if there is no room."""
        with self._alone():
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
