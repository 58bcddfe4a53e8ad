"""Rows in a file that only grows, written by one process and read by many at the same time.

A row is a fixed number of bytes, or a line. Only whole rows count: what stands behind the last of
them is still being written, or was when its writer died. A reader says which rows it knows, and
only those behind them are read. Opened for appending, the file is cut behind its last valid row.
"""

import os
from array import array
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from io import FileIO
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from rnnviz.files import Log
from rnnviz.training.records import Damaged

MAX_STEP = 10**9
NUMBER_BYTES = 8
T = TypeVar("T")
Alone = Callable[[], AbstractContextManager[None]]


class Table:
    """The rows of the file at `path`. row_bytes: the length of each; 0 where they are lines. alone:
    within it, the caller is its one writer."""

    def __init__(self, path: Path, row_bytes: int = 0, alone: Alone = nullcontext) -> None:
        self.path, self.row_bytes, self.alone = path, row_bytes, alone

    def read(self, since: int = 0) -> tuple[int, bytes]:
        """The number of rows, and the bytes of those from number `since` on; a negative number
        counts from the end. Raises Damaged if the file cannot be read."""
        try:
            with self.path.open("rb", buffering=0) as file:
                starts = self._starts(file)
                count = len(starts) - 1
                first = min(count, max(0, count + since if since < 0 else since))
                return count, _read(file, starts[first], starts[count])
        except FileNotFoundError:
            return 0, b""
        except OSError:
            raise Damaged(self.path) from None

    def _starts(self, file: FileIO) -> Sequence[int]:
        """Where each row begins, and at the end where the last one ends."""
        if self.row_bytes:
            return range(0, _size(file) + 1, self.row_bytes)
        return _index(self.path).starts(file)


class Numbers(Table):
    """Rows of float64, little-endian; the first number of each is its step.

    columns: how many numbers a row has.
    """

    def __init__(self, path: Path, columns: int, alone: Alone = nullcontext) -> None:
        super().__init__(path, NUMBER_BYTES * columns, alone)
        self.columns = columns

    def rows(self, since: int = 0) -> tuple[int, npt.NDArray[np.float64]]:
        """The number of rows, and those from number `since` on, (rows, columns). Raises Damaged if
        one of these has no valid step."""
        count, table = self._read(since)
        steps = table[:, 0]
        if not (np.isfinite(steps) & (steps >= 0) & (steps <= MAX_STEP)).all():
            raise Damaged(self.path)
        return count, table

    def log(self) -> tuple[Log, npt.NDArray[np.float64]]:
        """The file open for appending, cut behind its last valid row, and the valid rows: each is
        of a later step than the one before."""
        log = Log(self.path, self.alone)
        with self.alone():
            _, table = self._read()
            steps = table[:, 0]
            fits = (
                np.isfinite(steps) & (steps == np.floor(steps)) & (np.diff(steps, prepend=-1) > 0)
            )
            good = len(fits) if fits.all() else int(np.argmin(fits))
            log.cut(good * self.row_bytes)
        return log, table[:good]

    def _read(self, since: int = 0) -> tuple[int, npt.NDArray[np.float64]]:
        count, data = self.read(since)
        # Fewer bytes than asked for come from a file that was cut at this moment.
        whole = len(data) // self.row_bytes
        return count, np.frombuffer(data, "<f8", whole * self.columns).reshape(-1, self.columns)


class Lines(Table, Generic[T]):
    """Rows that are lines. parse: the row of a line, or None for an invalid line."""

    def __init__(
        self, path: Path, parse: Callable[[bytes], T | None], alone: Alone = nullcontext
    ) -> None:
        super().__init__(path, alone=alone)
        self.parse = parse

    def rows(self, since: int = 0) -> list[T]:
        """Those from number `since` on, as far as they are valid."""
        return [row for row, _ in self._read(since)]

    def log(self) -> tuple[Log, list[T]]:
        """The file open for appending, cut behind its last valid row, and the valid rows."""
        log = Log(self.path, self.alone)
        with self.alone():
            found = self._read()
            log.cut(sum(size for _, size in found))
        return log, [row for row, _ in found]

    def _read(self, since: int = 0) -> list[tuple[T, int]]:
        """The rows, each with its length in bytes, up to the first invalid one."""
        found = []
        for line in self.read(since)[1].split(b"\n")[:-1]:
            row = self.parse(line)
            if row is None:
                break
            found.append((row, len(line) + 1))
        return found


class Index:
    """Where the lines of a file begin, as far as it has been read."""

    def __init__(self) -> None:
        self._alone = Lock()
        self._forget()

    def starts(self, file: FileIO) -> "array[int]":
        """Where each whole line of an open file begins, and at the end where the last one ends.

        Only what has been appended since the last call is read. A file that is not the one of the
        last call with more behind it, because it was cut or replaced, is read anew.
        """
        with self._alone:
            if not self._goes_on(file):
                self._forget()
            end = self._starts[-1]
            data = _read(file, end, _size(file))
            for line in data.split(b"\n")[:-1]:
                end += len(line) + 1
                self._starts.append(end)
                self._last = line + b"\n"
            return self._starts

    def _goes_on(self, file: FileIO) -> bool:
        """Whether the last line that is known still stands in its place.

        A line names its step, and the steps only rise, so those before it stand there as well.
        """
        end = self._starts[-1]
        return _read(file, end - len(self._last), end) == self._last

    def _forget(self) -> None:
        # A new array, because readers may still hold the one there was.
        self._starts = array("Q", [0])
        self._last = b""


@lru_cache(maxsize=1000)
def _index(path: Path) -> Index:  # noqa: ARG001 (the key)
    return Index()


def _size(file: FileIO) -> int:
    return os.fstat(file.fileno()).st_size


def _read(file: FileIO, start: int, end: int) -> bytes:
    """The bytes of an open file from `start` to `end`; fewer if it ends before."""
    found = []
    file.seek(start)
    while start < end and (data := file.read(end - start)):
        found.append(data)
        start += len(data)
    return b"".join(found)
