"""The rooms of a server, kept in a folder so that a restart finds them again."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rnnviz.hall.room import CODE, Room
from rnnviz.hall.votes import Votes
from rnnviz.locale import N_, Refusal

MOST_ROOMS = 200
# A room that nobody has driven for so long is closed, in seconds.
MAX_AGE = 24 * 3600.0
SUFFIX, JOURNAL = ".room", ".votes"
FULL = N_(
    "There are {most} rooms open here, and no more can be opened; one that is over can be closed."
)
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
    """All rooms of a folder. One server at a time uses it; it is not safe for threads.

    now: the time in seconds since 1970.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._now = now
        self._rooms: dict[str, Room] = {}
        self._load()

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, view: str) -> tuple[Room, str]:
        """A new room, and its driver's key.

        Raises Refusal where there are too many, and as `Room.move` does.
        """
        if len(self._rooms) >= MOST_ROOMS:
            raise Refusal(FULL, most=MOST_ROOMS)
        room, key = Room.new(view)
        while room.code in self._rooms:
            room, key = Room.new(view)
        self._rooms[room.code] = room
        self.save(room)
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

    def close(self, room: Room) -> None:
        """Close a room; nobody finds it any more."""
        room.is_open = False
        self._rooms.pop(room.code, None)
        self._remove(self._path(room.code))

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.with_suffix(JOURNAL).unlink(missing_ok=True)

    def save(self, room: Room) -> None:
        """Keep a room as it is now; what is on disk is always a whole one."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(room.code)
        told = {name: value for name, value in asdict(room).items() if name != "is_open"}
        draft = path.with_suffix(".draft")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(told, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

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
                self.save(room)

    def _path(self, code: str) -> Path:
        return self._folder / f"{code}{SUFFIX}"


def _read(path: Path) -> Room | None:
    try:
        told = json.loads(path.read_text("utf-8"))
        room = Room(**told)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    types = {"code": str, "lock": str, "view": str, "epoch": int, "seq": int}
    is_whole = all(isinstance(getattr(room, name), kind) for name, kind in types.items())
    return room if is_whole and CODE.fullmatch(room.code) and room.code == path.stem else None
