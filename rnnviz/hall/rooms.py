"""The rooms of a server, kept in a folder so that a restart finds them again."""

import json
import logging
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Any

from rnnviz.hall import disk
from rnnviz.hall.room import CODE, KEY, LONGEST_DRIVER, TAKE_WITHIN, Room, hashed
from rnnviz.hall.votes import Votes
from rnnviz.locale import N_, Refusal

MOST_ROOMS = 200
# A room that nobody has driven for so long is closed, in seconds.
MAX_AGE = 24 * 3600.0
SUFFIX, JOURNAL = ".room", ".votes"
FULL = N_(
    "There are {most} rooms open here, and no more can be opened; one that is over can be closed."
)
UNKEPT = N_("The server cannot keep rooms at present; its disk may be full.")
NOT_OFFERED = N_(
    "This link no longer hands the room over: it has been used, taken back, or its time is over. "
    "Ask the lecturer for a new one."
)
NO_KEY = N_("A room needs the key of its new driver.")
LOG = logging.getLogger(__name__)
UNKNOWN = N_('There is no room "{code}" here; perhaps it has been closed.')


def home() -> Path:
    """Where this machine's rooms lie: RNNVIZ_ROOMS, or rnnviz/rooms among its caches."""
    if named := os.environ.get("RNNVIZ_ROOMS"):
        return Path(named).expanduser().absolute()
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative one is to be ignored, says the XDG Base Directory Specification.
    caches = caches if caches.is_absolute() else Path.home() / ".cache"
    return caches / "rnnviz" / "rooms"


class Rooms:
    """All rooms of a folder. One server at a time uses it.

    `save`, `offer`, `withdraw` and `take` wait for the disk, and may be called from any thread.

    now: the time in seconds since 1970.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._now = now
        self._rooms: dict[str, Room] = {}
        self._writes = Lock()
        self._load()

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, view: str) -> tuple[Room, str]:
        """A new room, and its driver's key.

        Raises Refusal where there are too many, where the disk fails, and as `Room.move` does.
        """
        if len(self._rooms) >= MOST_ROOMS:
            raise Refusal(FULL, most=MOST_ROOMS)
        room, key = Room.new(view)
        while room.code in self._rooms:
            room, key = Room.new(view)
        self._change(room)
        self._rooms[room.code] = room
        return room, key

    def find(self, code: str) -> Room:
        """The room with this code. Raises Refusal where there is none."""
        try:
            return self._rooms[code]
        except KeyError:
            raise Refusal(UNKNOWN, code=code[:20]) from None

    def votes(self, room: Room) -> Votes:
        """What the room's class has been asked and has answered, as its journal on disk has it."""
        return Votes(self._path(room.code).with_suffix(JOURNAL))

    def offer(self, room: Room) -> str:
        """A word with which one other person may take the room over, once and within TAKE_WITHIN
        seconds; an earlier one is worth nothing any more. Raises Refusal where the disk fails."""
        word = secrets.token_urlsafe(24)
        with self._writes:
            self._change(room, offer=hashed(word), until=self._now() + TAKE_WITHIN)
        return word

    def withdraw(self, room: Room) -> None:
        """Offer the room to nobody any more. Raises Refusal where the disk fails."""
        with self._writes:
            self._change(room, offer="", until=0.0)

    def take(self, room: Room, word: str, key: str, driver: str) -> None:
        """Make `key` the room's only one: that of another person, who shows the word of an offer.

        The same person may say so again, as long as the answer has not come. driver: the name that
        this person goes by. Raises Refusal for a word that is no offer, for what is no key, and
        where the disk fails.
        """
        if not KEY.fullmatch(key):
            raise Refusal(NO_KEY)
        with self._writes:
            if room.fits(key):
                return
            if not room.is_offered(word, self._now()):
                raise Refusal(NOT_OFFERED)
            name = " ".join(driver.split())[:LONGEST_DRIVER]
            self._change(room, lock=hashed(key), driver=name, offer="", until=0.0)

    def close(self, room: Room) -> None:
        """Close a room; nobody finds it any more."""
        with self._writes:
            room.is_open = False
            self._rooms.pop(room.code, None)
            self._remove(self._path(room.code))

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.with_suffix(JOURNAL).unlink(missing_ok=True)

    def save(self, room: Room) -> None:
        """Keep a room as it is now; what is on disk is always a whole one. Raises OSError."""
        with self._writes:
            if room.is_open:
                self._write(room, {})

    def _change(self, room: Room, **changes: Any) -> None:
        """Change a room, on the disk first."""
        if not room.is_open:
            raise Refusal(UNKNOWN, code=room.code)
        try:
            self._write(room, changes)
        except OSError as reason:
            LOG.warning("room %s: %s", room.code, reason)
            raise Refusal(UNKEPT) from None
        for name, value in changes.items():
            setattr(room, name, value)

    def _write(self, room: Room, changes: dict[str, Any]) -> None:
        told = {name: value for name, value in asdict(room).items() if name != "is_open"} | changes
        disk.replace(self._path(room.code), json.dumps(told).encode())

    def _load(self) -> None:
        """Every room that the folder has; a damaged file is left where it lies."""
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            if self._now() - path.stat().st_mtime > MAX_AGE:
                self._remove(path)
                continue
            room = _read(path)
            if room is not None and len(self._rooms) < MOST_ROOMS:
                room.epoch += 1
                self._rooms[room.code] = room
                # On a full disk there are the rooms that were, and no new ones.
                with suppress(OSError):
                    self.save(room)

    def _path(self, code: str) -> Path:
        return self._folder / f"{code}{SUFFIX}"


def _read(path: Path) -> Room | None:
    try:
        told = json.loads(path.read_text("utf-8"))
        room = Room(**told)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    types = {"code": str, "lock": str, "view": str, "epoch": int, "seq": int, "driver": str}
    types |= {"offer": str, "until": float}
    is_whole = all(isinstance(getattr(room, name), kind) for name, kind in types.items())
    return room if is_whole and CODE.fullmatch(room.code) and room.code == path.stem else None
