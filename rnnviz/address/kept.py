"""What readers have brought: networks and texts for the Units page, and batches of models of their own.

Each is kept in a file that its own hash names, so that a link can name it and nobody can guess it.
Only the server's user may read them. Where there are too many, the oldest of whoever has brought
most goes first, so that nobody's go because another one brings many.

    <kind>/<hash>.<address that brought it, hashed>
"""

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rnnviz import files, weights
from rnnviz.fields import LinkError
from rnnviz.locale import N_, Refusal

SETTING = "RNNVIZ_UNITS"
MAX_AGE = 14 * 24 * 3600.0
# The files of one address, the newest first: when each was brought, its bytes, its path.
Share = list[tuple[float, int, Path]]
GONE = N_("The server no longer has this {thing}; old ones are removed. Bring it once more.")
TOO_LARGE = N_("It has {size} bytes; at most {most} fit.")
NO_ROOM = N_("The server cannot write to its disk; nothing was kept.")


def home() -> Path:
    """Where they lie: RNNVIZ_UNITS, or rnnviz/units among this machine's caches."""
    return files.folder_of(SETTING, "units")


@dataclass(frozen=True)
class Kept:
    """Files of a kind.

    thing: what one is called in a sentence. most_bytes: of one; most: how many are kept, and
    most_in_all their bytes together.
    """

    kind: str
    thing: str
    most_bytes: int
    most: int
    most_in_all: int

    def put(self, data: bytes, bringer: str = "") -> str:
        """Keep it, also after a power failure; returns its key. bringer: the address of whoever
        brings it, who gets the share of one. Raises Refusal where it is too large or cannot be
        written."""
        if len(data) > self.most_bytes:
            raise Refusal(TOO_LARGE, size=len(data), most=self.most_bytes)
        key = _hash(data)
        path = self._folder / f"{key}.{_hash(bringer.encode())[:16]}"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _content(path) == data:
                os.utime(path)
            else:
                files.put(path, data)
            self._clean_up(path)
        except OSError as reason:
            raise Refusal(NO_ROOM) from reason
        return key

    def get(self, key: str) -> bytes:
        """What was kept under a key. Raises LinkError where it is gone, or damaged."""
        for path in self._folder.glob(f"{key}*"):
            data = _content(path)
            if data is not None and _hash(data) == key:
                return data
        raise LinkError(GONE, thing=self.thing)

    @property
    def _folder(self) -> Path:
        return home() / self.kind

    def _clean_up(self, but: Path) -> None:
        """Remove what is too old, and beyond the limits the oldest of whoever has most."""
        shares: defaultdict[str, list[tuple[float, int, Path]]] = defaultdict(list)
        for path in self._folder.iterdir():
            with suppress(OSError):
                about = path.stat()
                shares[path.suffix].append((about.st_mtime, about.st_size, path))
        for share in shares.values():
            share.sort(reverse=True)
            while share and share[-1][2] != but and time.time() - share[-1][0] > MAX_AGE:
                _remove(share.pop())
        while measure := self._beyond(shares.values()):
            others = [share for share in shares.values() if share and share[-1][2] != but]
            if not others:
                return
            _remove(max(others, key=lambda share: (measure(share), -share[-1][0])).pop())

    def _beyond(self, shares: Iterable[Share]) -> Callable[[Share], int] | None:
        """The measure of which all shares together have too much."""
        for measure, most in ((len, self.most), (_bytes, self.most_in_all)):
            if sum(map(measure, shares)) > most:
                return measure
        return None


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _bytes(share: Share) -> int:
    return sum(size for _changed, size, _path in share)


def _remove(one: tuple[float, int, Path]) -> None:
    with suppress(OSError):
        files.remove(one[2])


# The shape of a key.
KEPT = r"[0-9a-f]{32}"
NETWORKS = Kept("networks", N_("network"), weights.MAX_BYTES, 200, 512 * 2**20)
TEXTS = Kept("texts", N_("text"), 2**20, 2_000, 256 * 2**20)
BATCHES = Kept("batches", N_("file"), weights.MAX_BYTES, 200, 512 * 2**20)
