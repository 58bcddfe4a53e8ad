"""What a power cut at any moment leaves of a folder.

    with Disk(folder, each) as disk: …

`each(copy)` is called before and after each call that changes the disk, and where `disk.cut()` is
called, with copies of the folder as a power cut would leave it then. Names and contents that were
synced are in all of them; of what was not, four copies have none or all: names with and without it,
contents with and without it. In others each file has its own fate, and what was written lately is torn
at the borders of sectors: some are there, some are as before, and some are zeros. A kill leaves the one
that has all.
"""

import os
import random
import shutil
import stat
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

# Bytes that a disk writes as one: smaller than real ones, so that short files have borders, too.
SECTOR = 32
# How many copies with torn files there are at each moment.
TORN = 3
CALLS = ("write", "fsync", "replace", "rename", "unlink", "ftruncate")


def torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """A file that was to become another: all of it or nothing, or some of its sectors, of one length or the other."""
    if before == after or chance.random() < 0.25:
        return chance.choice([before, after])
    made = bytearray(chance.choice([before, after, after]))
    for at in range(0, len(made), SECTOR):
        sector = chance.choice([before, after, after])[at : at + SECTOR]
        size = len(made[at : at + SECTOR])
        made[at : at + SECTOR] = sector[:size].ljust(size, b"\0")
    return bytes(made)


class Disk:
    def __init__(self, folder: Path, each: Callable[[Path], None] | None = None) -> None:
        self._folder, self._each = folder, each
        self.moments = 0
        # How many calls of the system are let through before one fails; None for all.
        self.fails_after: int | None = None
        # Every file that was ever there, open, so that its number is given to no other.
        self._open: dict[int, int] = {}
        # What is there already has been there for long.
        self._synced_names = self._names()
        self._contents = {number: self._now(number) for number in self._open}
        self._is_looking = False

    def __enter__(self) -> "Disk":
        self._patches = [patch.object(os, name, self._watched(name)) for name in CALLS]
        for one in self._patches:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._patches:
            one.stop()
        for fd in self._open.values():
            os.close(fd)

    def fail(self, name: str) -> None:
        """Raises OSError where this call is to fail."""
        if self.fails_after is not None:
            self.fails_after -= 1
            if self.fails_after == -1:
                raise OSError(5, "Input/output error")

    def cut(self) -> None:
        """Look at what a power cut would leave now."""
        self.moments += 1
        if self._each is None:
            return
        chance = random.Random(self.moments)
        self._is_looking = True
        try:
            for are_named, are_written in product((False, True), repeat=2):
                found = self._now if are_written else self._synced
                self._look_at(self._names() if are_named else self._synced_names, found)
            now = self._names()
            for _ in range(TORN if any(self._now(k) != self._synced(k) for k in self._open) else 0):
                names = chance.choice([now, self._synced_names])
                self._look_at(names, lambda k: torn(self._synced(k), self._now(k), chance))
        finally:
            self._is_looking = False

    def _look_at(self, names: dict[str, int], content: Callable[[int], bytes]) -> None:
        """Show a copy with these files. A file under two names has one content."""
        assert self._each
        copy = self._folder.with_name("after-the-cut")
        copy.mkdir()
        contents = {number: content(number) for number in sorted(set(names.values()))}
        for name, number in names.items():
            to = copy / name
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(contents[number])
        try:
            self._each(copy)
        finally:
            shutil.rmtree(copy)

    def _synced(self, number: int) -> bytes:
        return self._contents.get(number, b"")

    def _now(self, number: int) -> bytes:
        fd = self._open[number]
        return os.pread(fd, os.fstat(fd).st_size, 0)

    def _names(self) -> dict[str, int]:
        found = {}
        for path in self._folder.rglob("*"):
            if path.is_file():
                number = path.stat().st_ino
                found[str(path.relative_to(self._folder))] = number
                if number not in self._open:
                    self._open[number] = os.open(path, os.O_RDONLY)
        return found

    def _watched(self, name: str) -> Callable[..., Any]:
        really = getattr(os, name)

        def act(file: Any, *given: Any, **named: Any) -> Any:
            if self._is_looking or not self._is_ours(file):
                return really(file, *given, **named)
            self.cut()
            self.fail(name)
            found = really(file, *given, **named)
            if name == "fsync":
                self._sync(file)
            self.cut()
            return found

        return act

    def _is_ours(self, file: Any) -> bool:
        path = os.readlink(f"/proc/self/fd/{file}") if isinstance(file, int) else str(file)
        return Path(path).is_relative_to(self._folder)

    def _sync(self, fd: int) -> None:
        names = self._names()
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            self._contents[os.fstat(fd).st_ino] = self._now(os.fstat(fd).st_ino)
            return
        of = Path(os.readlink(f"/proc/self/fd/{fd}")).relative_to(self._folder)
        others = {n: k for n, k in self._synced_names.items() if Path(n).parent != of}
        self._synced_names = others | {n: k for n, k in names.items() if Path(n).parent == of}
