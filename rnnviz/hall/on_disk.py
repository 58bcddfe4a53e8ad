"""Rooms in a folder, so that a restart finds them again; the folder is one server's alone.

A room that nobody has driven for a day is set aside, in a folder beside the others: its votes can
still be read there, and it comes back at a start whose clock says that the day is not over. Nothing
but a lecturer's "close", and the number of those set aside, removes a room that anybody joined.
"""

import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import IO, Any

from rnnviz import files
from rnnviz.hall.room import CODE, Room
from rnnviz.hall.shelf import MAX_AGE, Away, Sorry
from rnnviz.locale import N_

# How many of the rooms that were set aside are kept.
MOST_ASIDE = 1_000
SUFFIX, JOURNAL = ".room", ".votes"
ASIDE, LOCK = "aside", ".lock"
SERIES = "series"
LONGEST_FILE = 1_000_000
SETTING = "RNNVIZ_ROOMS"
SORRY = Sorry(
    room=N_("The server cannot keep rooms at present; its disk may be full."),
    vote=N_(
        "The server cannot keep votes at present; its disk may be full. This one is not counted."
    ),
    votes=N_("The server cannot keep votes at present; its disk may be full."),
)
TAKEN = N_(
    "Another rnnviz on this computer has the rooms: open and join them there. To have rooms here "
    "too, start this one with a folder of its own in {setting}."
)
LOG = logging.getLogger(__name__)


def home() -> Path:
    """Where this machine's rooms lie: RNNVIZ_ROOMS, or rnnviz/rooms among its caches."""
    return files.folder_of(SETTING, "rooms")


class OnDisk:
    """A folder as a shelf (`rnnviz.hall.shelf`), which is this server's alone until `end`.

    now: the time in seconds since 1970, which somebody may set.
    """

    sorry = SORRY
    servers = 1
    pause = 0.5

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self.folder, self.now = folder, now
        self._guard = Lock()
        self._held: IO[bytes] | None = None

    def hold(self) -> None:
        with self._guard:
            self.folder.mkdir(0o700, parents=True, exist_ok=True)
            if self._held is not None:
                return
            self._held = files.lock(self.folder / LOCK)
        if self._held is None:
            raise Away(TAKEN, setting=SETTING)

    def end(self) -> None:
        if self._held:
            self._held.close()
            self._held = None

    def load(self) -> list[Room]:
        """Every room that the folder has, and of those set aside each whose day is not over. What
        is damaged, or no room, is left where it lies."""
        # A folder that nothing can be written to has no lock, and its rooms can still be followed.
        try:
            self.hold()
        except OSError as reason:
            LOG.warning("rooms: %s", reason)
        if self._held:
            self._tidy()
        found = {}
        for room in _rooms_in(self.folder):
            if self._is_over(room):
                self._put_aside(room.code)
            else:
                found[room.code] = room
        for room in _rooms_in(self.folder / ASIDE):
            if not self._is_over(room) and room.code not in found and self._bring_back(room.code):
                found[room.code] = room
        for room in found.values():
            room.epoch += 1
        return list(found.values())

    def add(self, room: Room, told: dict[str, Any]) -> bool:
        self.put(room, told)
        return True

    def put(self, room: Room, told: dict[str, Any]) -> None:
        self.hold()
        files.put(self._path(room.code), json.dumps(told).encode())

    def take(self, code: str) -> None:
        """All that there are were loaded."""

    def elsewhere(self) -> list[Room]:
        """All rooms are this server's."""
        return []

    def moved(self, rooms: Iterable[Room]) -> tuple[list[Room], list[Room]]:
        """No other server has any, nor takes it away."""
        return [], []

    def journal(self, room: Room) -> "File":
        return File(self._path(room.code).with_suffix(JOURNAL))

    def remove(self, room: Room) -> None:
        path = self._path(room.code)
        self.hold()
        _remove(path)
        with suppress(OSError):
            files.remove(path.with_suffix(JOURNAL))
        with suppress(OSError):
            files.sync_folder(self.folder)

    def set_aside(self, rooms: list[Room]) -> None:
        for room in rooms:
            self._put_aside(room.code)
        self._clear_aside()

    def read_series(self, name: str) -> str:
        try:
            return File(self._series_path(name)).read()[0]
        except FileNotFoundError:
            return ""

    def add_to_series(self, name: str, data: bytes) -> None:
        self.hold()
        path = self._series_path(name)
        if not path.parent.exists():
            path.parent.mkdir(0o700, exist_ok=True)
            files.sync_folder(self.folder)
        File(path).append(data, 0)

    def every_series(self) -> dict[str, float]:
        paths = _entries(self.folder / SERIES)
        return {path.stem: path.stat().st_mtime for path in paths if path.suffix == f".{SERIES}"}

    def forget_series(self, name: str) -> None:
        files.remove(self._series_path(name))

    def votes_of(self, code: str, series: str) -> "tuple[File, bool] | None":
        for path in (self._path(code), (self.folder / ASIDE / code).with_suffix(SUFFIX)):
            room, votes = _read(path), path.with_suffix(JOURNAL)
            if room is not None and room.series == series and votes.is_file():
                return File(votes), path.parent == self.folder
        return None

    def _series_path(self, name: str) -> Path:
        return self.folder / SERIES / f"{name}.{SERIES}"

    def _is_over(self, room: Room) -> bool:
        return self.now() - room.driven > MAX_AGE

    def _tidy(self) -> None:
        """Remove what a kill has left half written, and set aside votes whose room is gone."""
        for path in _entries(self.folder):
            half = files.ASIDE.fullmatch(path.name)
            name = Path(half[1] if half else path.name)
            if half or path.suffix == ".draft":
                if CODE.fullmatch(name.stem):
                    with suppress(OSError):
                        files.remove(path)
            elif path.suffix == JOURNAL and not path.with_suffix(SUFFIX).exists():
                self._put_aside(path.stem)

    def _put_aside(self, code: str) -> None:
        """Put a room's files beside the others. After a kill in between, `_tidy` goes on."""
        aside = self.folder / ASIDE
        try:
            aside.mkdir(0o700, exist_ok=True)
            for suffix in (SUFFIX, JOURNAL):
                path, to = self._path(code).with_suffix(suffix), (aside / code).with_suffix(suffix)
                if to.exists():
                    to = to.with_stem(f"{code}-{int(self.now())}")
                with suppress(FileNotFoundError):
                    files.move(path, to)
        except OSError as reason:
            LOG.warning("room %s: %s", code, reason)

    def _bring_back(self, code: str) -> bool:
        aside = (self.folder / ASIDE / code).with_suffix(SUFFIX)
        try:
            if self._path(code).exists():
                return False
            # Its own file last: a room that is there has its votes.
            for path in (aside.with_suffix(JOURNAL), aside):
                if path.exists():
                    files.move(path, self.folder / path.name)
        except OSError as reason:
            LOG.warning("room %s: %s", code, reason)
            return False
        return True

    def _clear_aside(self) -> None:
        """Remove those that were set aside first, where there are too many."""
        with suppress(OSError):
            kept = sorted(_entries(self.folder / ASIDE), key=lambda path: path.lstat().st_ctime)
            stems = list(dict.fromkeys(path.stem for path in kept))
            gone = set(stems[: max(0, len(stems) - MOST_ASIDE)])
            for path in kept:
                if path.stem in gone:
                    files.remove(path)

    def _path(self, code: str) -> Path:
        return self.folder / f"{code}{SUFFIX}"


class File:
    """A file as a journal (`rnnviz.hall.shelf.Journal`)."""

    sorry = SORRY

    def __init__(self, path: Path) -> None:
        self.path = path
        # Whether the file's name outlives a power cut, as far as is known here.
        self._is_named = False

    def read(self) -> tuple[str, int]:
        text = files.patiently(partial(self.path.read_text, "utf-8", errors="replace"))
        return text, self.path.stat().st_size

    def append(self, data: bytes, after: int) -> int:
        # First its name outlives a power cut, or what is added would be lost with it.
        if not self._is_named or not self.path.exists():
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            self.path.touch(files.OWNER_ALONE)
            files.sync_folder(self.path.parent)
            self._is_named = True
        return files.append(self.path, data)

    def replace(self, data: bytes) -> None:
        # As long as it is unknown which of both a power cut would leave, nothing is added.
        self._is_named = False
        files.put(self.path, data)
        self._is_named = True


def journals(folder: Path) -> dict[str, tuple[float, File]]:
    """The journals of the votes in a folder of rooms and of those that were set aside there, by
    their names: "abcd23", or "aside/abcd23"; each with the time of its last line. They may be read
    beside a running server."""
    found = [*_entries(folder), *_entries(folder / ASIDE)]
    return {
        path.relative_to(folder).with_suffix("").as_posix(): (path.stat().st_mtime, File(path))
        for path in found
        if path.suffix == JOURNAL and path.is_file()
    }


def _remove(path: Path) -> None:
    """Remove a room's file, or empty it, so that it is no room. Raises OSError where neither can
    be done."""
    try:
        files.remove(path)
    except OSError:
        with path.open("r+b") as file:
            file.truncate()
            os.fsync(file.fileno())


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _rooms_in(folder: Path) -> Iterator[Room]:
    """The rooms whose files can be read. driven: in seconds since 1970."""
    for path in _entries(folder):
        if path.suffix == SUFFIX and (room := _read(path)) is not None:
            yield room


def _read(path: Path) -> Room | None:
    try:
        # A pipe would keep its reader waiting.
        if not path.is_file():
            return None
        with files.patiently(lambda: path.open("rb")) as file:
            told = json.loads(file.read(LONGEST_FILE))
        # An earlier version said nothing of these.
        told = {"driven": path.stat().st_mtime, "joined": True, "until": 0.0} | told
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    room = Room.kept(told)
    return room if room and room.code == path.stem else None
