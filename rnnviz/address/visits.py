"""What visitors have chosen and brought, in a folder that several servers share.

A server remembers it as long as a visitor's page is open. Where there are several, a visitor whose
server has ended comes to another one, and shows there the name of the session that was: what it
knew is found here. Whoever does not know the name finds nothing, since a hash of it names the
folder. What nobody has kept alive for a while goes.
"""

import hashlib
import json
import logging
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rnnviz import files

SETTING = "RNNVIZ_VISITORS"
# Seconds after which a visit is over that no server has kept alive, and between two signs of life.
MAX_AGE, EVERY = 600.0, 60.0
# Of all visitors' files together. More are kept by the server alone that they were brought to.
MOST_BYTES = 2**30
REMEMBERED, BROUGHT = "visit.json", ".file"
LOG = logging.getLogger(__name__)


def home() -> Path | None:
    """RNNVIZ_VISITORS; None where there is but one server, which needs no such folder."""
    return files.named_folder(SETTING)


def opened() -> "Visits | None":
    """The visits in `home`; None where there is none."""
    folder = home()
    return None if folder is None else _opened(folder)


@cache
def _opened(folder: Path) -> "Visits":
    return Visits(folder)


@dataclass(frozen=True)
class Brought:
    """A file that a visitor has brought."""

    id: str
    name: str
    type: str
    data: bytes


class Visits:
    """The visits of all servers that share a folder. Where the disk fails, a visit is as it would
    be without the folder, and the log says so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bytes = 0
        # The sessions that this server has written something of.
        self._own: set[str] = set()
        # Of each visit's folder, when it was changed, and since when this server has known that, by a
        # clock that nobody sets: were it the computer's, an hour too much would end all visits.
        self._seen: dict[str, tuple[int, float]] = {}

    def remember(self, session: str, what: dict[str, Any]) -> None:
        """Keep what a session knows, in the place of what it knew."""
        self._put(session, REMEMBERED, json.dumps(what).encode("utf-8", "replace"))

    def remembered(self, session: str) -> dict[str, Any] | None:
        """What a session knew; None where nothing is left of it."""
        try:
            told = json.loads((self._path(session) / REMEMBERED).read_bytes())
        except (OSError, ValueError):
            return None
        return told if isinstance(told, dict) else None

    def bring(self, session: str, file: Brought) -> None:
        """Keep a file that a visitor has brought."""
        # Nobody waits until it outlives a power cut, which may leave a part of it.
        digest = hashlib.blake2b(file.data, digest_size=16).hexdigest()
        about = json.dumps([file.id, file.name, file.type, digest]).encode()
        self._put(session, _hashed(file.id) + BROUGHT, about + b"\n" + file.data)

    def take_away(self, session: str, file: str) -> None:
        """Forget a file that its visitor has taken away again."""
        with suppress(OSError):
            files.remove(self._path(session) / (_hashed(file) + BROUGHT))

    def brought(self, session: str) -> list[Brought]:
        """The files that a session has; one that is not whole is to be brought again."""
        found = []
        with suppress(OSError):
            for path in self._path(session).glob(f"*{BROUGHT}"):
                about, _, data = path.read_bytes().partition(b"\n")
                with suppress(ValueError, TypeError):
                    key, name, kind, digest = json.loads(about)
                    if digest == hashlib.blake2b(data, digest_size=16).hexdigest():
                        found.append(Brought(key, name, kind, data))
        return found

    def go_on(self, former: str, session: str) -> bool:
        """Let a session begin with what a former one knew, which stays as it was: the page may not
        have heard of the new one when the next server ends. False where nothing is left of it."""
        try:
            shutil.copytree(
                self._path(former), self._path(session), copy_function=_link, dirs_exist_ok=True
            )
            os.utime(self._path(session))
        except (OSError, shutil.Error):
            return False
        self._own.add(session)
        return True

    def keep_alive(self, is_open: Callable[[str], bool]) -> None:
        """Keep this server's own as long as they are open, and remove those of any server that
        nobody keeps."""
        for session in filter(is_open, self._own.copy()):
            with suppress(OSError):
                os.utime(self._path(session))
        total, now, seen = 0, time.monotonic(), {}
        with suppress(OSError):
            for path in self.folder.iterdir():
                with suppress(OSError):
                    changed = path.stat().st_mtime_ns
                    before, since = self._seen.get(path.name, (changed, now))
                    since = since if before == changed else now
                    if now - since > MAX_AGE:
                        shutil.rmtree(path)
                    else:
                        seen[path.name] = changed, since
                        total += sum(file.stat().st_size for file in path.iterdir())
        self._bytes, self._seen = total, seen
        # One whose page is away for a moment may be open again.
        self._own = {one for one in self._own.copy() if self._path(one).exists()}

    def _put(self, session: str, name: str, data: bytes) -> None:
        path = self._path(session)
        self._own.add(session)
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            before = (path / name).stat().st_size if (path / name).exists() else 0
            if self._bytes + len(data) - before > MOST_BYTES:
                LOG.warning("%s is full; a visit is on this server alone.", self.folder)
                return
            self._bytes += len(data) - before
            files.put(path / name, data, lasting=False)
        except OSError as reason:
            LOG.warning("A visit is on this server alone: %s", reason)

    def _path(self, session: str) -> Path:
        return self.folder / _hashed(session)


def _hashed(name: str) -> str:
    return hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _link(path: str, to: str) -> None:
    """One file under two names, which takes no room: none is ever written over."""
    try:
        os.link(path, to)
    except OSError:
        shutil.copy2(path, to)
