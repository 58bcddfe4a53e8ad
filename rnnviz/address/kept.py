"""What readers have brought to the Units page: networks, and texts too long for a link.

Each is kept in a file that its own hash names, so that a link can name it and nobody can guess it.
Only the server's user may read them. The oldest go first.
"""

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rnnviz import files, weights
from rnnviz.fields import LinkError
from rnnviz.locale import N_, Refusal

SETTING = "RNNVIZ_UNITS"
MAX_AGE = 14 * 24 * 3600.0
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

    def put(self, data: bytes) -> str:
        """Keep it; returns its key. Raises Refusal where it is too large or cannot be written."""
        if len(data) > self.most_bytes:
            raise Refusal(TOO_LARGE, size=len(data), most=self.most_bytes)
        key = hashlib.blake2b(data, digest_size=16).hexdigest()
        path = self._folder / key
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.exists():
                os.utime(path)
            else:
                files.put(path, data, lasting=False)
            self._clean_up(key)
        except OSError as reason:
            raise Refusal(NO_ROOM) from reason
        return key

    def get(self, key: str) -> bytes:
        """What was kept under a key. Raises LinkError where it is gone."""
        try:
            return (self._folder / key).read_bytes()
        except OSError:
            raise LinkError(GONE, thing=self.thing) from None

    @property
    def _folder(self) -> Path:
        return home() / self.kind

    def _clean_up(self, but: str) -> None:
        """Remove what is too old, and the oldest beyond the limits."""
        found = []
        for path in self._folder.iterdir():
            with suppress(OSError):
                about = path.stat()
                found.append((about.st_mtime, about.st_size, path))
        total = 0
        for count, (changed, size, path) in enumerate(sorted(found, reverse=True), 1):
            total += size
            is_old = time.time() - changed > MAX_AGE
            if path.name != but and (is_old or count > self.most or total > self.most_in_all):
                with suppress(OSError):
                    files.remove(path)


NETWORKS = Kept("networks", N_("network"), weights.MAX_BYTES, 200, 512 * 2**20)
TEXTS = Kept("texts", N_("text"), 2**20, 2_000, 256 * 2**20)
