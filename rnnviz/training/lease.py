"""Who may write into a run: the last worker that took it, and no other.

The run's lock keeps others away for as long as the file system knows its holder. A worker that was
cut off from a shared file system may lose the lock without hearing of it, and go on writing when it
is back; meanwhile another has the run. So each holder gets a number, higher than all before it, and
whoever writes first looks whether a higher one was given out, under a second lock that is held for
that long only.
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rnnviz import files

# The number, and the name of the computer, in a file that keeps its length: a full disk has room
# for the next one.
RECORD = struct.Struct("<Q56s")


class SupersededError(Exception):
    """Another worker has taken the run since; nothing was written."""


class Lease:
    """The right to write into the run of this folder, from `take` until somebody takes it anew."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder, self.number = folder, number
        self._depth = 0

    @classmethod
    def take(cls, folder: Path, host: str = "") -> "Lease":
        """The next lease; only for whoever holds the run's lock. host: the computer that trains it.

        Raises OSError if it cannot be written down.
        """
        name = host.encode("utf-8", "replace")[:56]
        with _alone(folder):
            number = _read(folder)[0] + 1
            files.overwrite(folder / "lease", RECORD.pack(number, name))
        return cls(folder, number)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Within this block nobody takes the run; it may lie in another such block of this lease.

        Raises SupersededError if somebody has, OSError if the lease cannot be read.
        """
        if self._depth:
            yield
            return
        with _alone(self.folder):
            last = _read(self.folder)[0]
            if last != self.number:
                raise SupersededError(f"lease {self.number} of {self.folder.name}; now {last}")
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1


def host(folder: Path) -> str:
    """The computer that took the run last; "" where no worker has, or before there were leases."""
    with suppress(OSError):
        return _read(folder)[1].rstrip(b"\0").decode("utf-8", "replace")
    return ""


def prepare(folder: Path) -> None:
    """Room for the leases of a new run. Raises OSError."""
    files.put(folder / "lease", bytes(RECORD.size))


def _read(folder: Path) -> tuple[int, bytes]:
    try:
        data = (folder / "lease").read_bytes()
    except FileNotFoundError:
        # A run of an earlier version.
        return 0, b""
    number, name = RECORD.unpack(data[: RECORD.size].ljust(RECORD.size, b"\0"))
    return number, name


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    held = files.lock(folder / "lease.lock", waits=True)
    assert held is not None
    with held:
        yield
