"""The rooms of a server, kept in a folder so that a restart finds them again.

A room that nobody has driven for a day is set aside, in a folder beside the others: its votes can
still be read there, and it comes back at a start whose clock says that the day is not over. Nothing
but a lecturer's "close", and the number of those set aside, removes a room that anybody joined.
"""

import json
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any

from rnnviz import files
from rnnviz.hall.room import (
    CODE,
    KEY,
    LONGEST_DRIVER,
    MOST_FORMER,
    TAKE_WITHIN,
    Room,
    hashed,
)
from rnnviz.hall.votes import Votes
from rnnviz.locale import N_, Refusal

MOST_ROOMS = 200
# Rooms opened from one address, which may be a whole campus's.
MOST_OF_AN_ADDRESS = 60
# Seconds after which a room that nobody drives is set aside; and how many are kept there.
MAX_AGE = 24 * 3600.0
MOST_ASIDE = 1_000
SUFFIX, JOURNAL = ".room", ".votes"
ASIDE, LOCK = "aside", ".lock"
LONGEST_FILE = 100_000
SETTING = "RNNVIZ_ROOMS"
# What a room's file has, each with its type. An earlier version did not write the last ones.
KEPT = {
    **{"code": str, "lock": str, "view": str, "epoch": int, "seq": int, "driver": str},
    **{"offer": str, "until": float, "former": list, "opener": str, "joined": bool},
}
FULL = N_(
    "There are {most} rooms open here, and no more can be opened; one that is over can be closed."
)
FULL_OF_YOURS = N_(
    "{most} rooms have been opened from your address; one that is over has to be closed first."
)
UNKEPT = N_("The server cannot keep rooms at present; its disk may be full.")
UNCLOSED = N_("The room is still open: the server cannot change its files at present.")
NOT_OFFERED = N_(
    "This link no longer hands the room over: it has been used, taken back, or its time is over. "
    "Ask the lecturer for a new one."
)
NO_KEY = N_("A room needs the key of its new driver.")
TAKEN = N_(
    "Another rnnviz on this computer has the rooms: open and join them there. To have rooms here "
    "too, start this one with a folder of its own in {setting}."
)
LOG = logging.getLogger(__name__)
UNKNOWN = N_('There is no room "{code}" here; perhaps it has been closed.')


def home() -> Path:
    """Where this machine's rooms lie: RNNVIZ_ROOMS, or rnnviz/rooms among its caches."""
    if named := os.environ.get(SETTING):
        return Path(named).expanduser().absolute()
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative one is to be ignored, says the XDG Base Directory Specification.
    caches = caches if caches.is_absolute() else Path.home() / ".cache"
    return caches / "rnnviz" / "rooms"


def uptime() -> float:
    """Seconds of a clock that nobody sets; a computer's sleep counts where the system says it."""
    try:
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    except AttributeError:
        # Windows has one such clock, which counts the sleep.
        return time.monotonic()


class Rooms:
    """All rooms of a folder, which is this server's alone until `end`.

    Raises Refusal where another server has it. Everything but `find`, `drive` and `offers` waits
    for the disk, and may be called from any thread.

    now: the time in seconds since 1970, which somebody may set. ticks: seconds of a clock that
    nobody sets; by it rooms age while the server runs.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], float] = time.time,
        ticks: Callable[[], float] = uptime,
    ) -> None:
        self._folder = folder
        self._now, self._ticks = now, ticks
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, Room] = {}
        self._guard = Lock()
        # Those that have not been entered since the start: their new epoch is not on the disk yet.
        self._slept: set[str] = set()
        self._held: IO[bytes] | None = None
        # A folder that nothing can be written to has no lock, and its rooms can still be followed.
        try:
            self._hold()
        except OSError as reason:
            LOG.warning("rooms: %s", reason)
        self._load()

    def __len__(self) -> int:
        return len(self._rooms)

    def end(self) -> None:
        """Leave the folder to another server."""
        if self._held:
            self._held.close()
            self._held = None

    # Which rooms there are

    def open(self, view: str, opener: str = "") -> tuple[Room, str]:
        """A new room, and its driver's key. opener: the address it is opened from.

        Where there are too many, one that nobody has joined goes, the oldest first. Raises Refusal
        where all have been joined, where the disk fails, and as `Room.move` does.
        """
        room, key = Room.new(view, hashed(opener)[:16] if opener else "")
        room.driven = self._ticks()
        with self._guard:
            spare = self._spare(room.opener)
            if spare is not None:
                del self._rooms[spare.code]
            while room.code in self._rooms or room.code in self._opening:
                room, key = Room.new(view, room.opener)
            self._opening[room.code] = room
        try:
            if spare is not None:
                self._let_go(spare)
            self._change(room)
            self._rooms[room.code] = room
        finally:
            del self._opening[room.code]
        return room, key

    def _let_go(self, spare: Room) -> None:
        try:
            self.close(spare)
        except Refusal:
            self._rooms[spare.code] = spare
            raise

    def _spare(self, opener: str) -> Room | None:
        """The room that makes place for another one from this address; None where there is place.
        Raises Refusal where no room can be spared."""
        rooms = [*self._rooms.values(), *self._opening.values()]
        own = [room for room in rooms if room.opener == opener != ""]
        empty = [room for room in self._rooms.values() if not room.joined]
        if len(own) >= MOST_OF_AN_ADDRESS:
            empty = [room for room in empty if room.opener == opener]
            refusal = Refusal(FULL_OF_YOURS, most=MOST_OF_AN_ADDRESS)
        elif len(rooms) >= MOST_ROOMS:
            refusal = Refusal(FULL, most=MOST_ROOMS)
        else:
            return None
        if not empty:
            raise refusal
        # Of those who have opened most, so that nobody else's goes.
        count = Counter(room.opener for room in empty)
        return min(empty, key=lambda room: (-count[room.opener], room.driven))

    def find(self, code: str) -> Room:
        """The room with this code. Raises Refusal where there is none."""
        try:
            return self._rooms[code]
        except KeyError:
            raise Refusal(UNKNOWN, code=code[:20]) from None

    def enter(self, room: Room) -> Votes:
        """What the room's class has been asked and has answered, as its journal on disk has it."""
        if room.code in self._slept:
            # On a full disk there are the rooms that were, and no new ones.
            with suppress(OSError, Refusal):
                self.save(room)
                self._slept.discard(room.code)
        return Votes(self._path(room.code).with_suffix(JOURNAL))

    def drive(self, room: Room) -> None:
        """Its lecturer is there."""
        room.driven = self._ticks()

    def expire(self) -> list[Room]:
        """Set aside the rooms that nobody has driven for a day, and return them."""
        over = [r for r in list(self._rooms.values()) if self._ticks() - r.driven > MAX_AGE]
        for room in over:
            with room.writes:
                room.is_open = False
                self._rooms.pop(room.code, None)
                self._set_aside(room.code)
        if over:
            self._clear_aside()
        return over

    def close(self, room: Room) -> None:
        """Close a room for good. Raises Refusal where its file can neither be removed nor emptied:
        it would come back at the next start."""
        with room.writes:
            path = self._path(room.code)
            try:
                self._hold()
                _remove(path)
            except OSError as reason:
                LOG.warning("room %s: %s", room.code, reason)
                raise Refusal(UNCLOSED) from None
            room.is_open = False
            self._rooms.pop(room.code, None)
            with suppress(OSError):
                files.remove(path.with_suffix(JOURNAL))
            with suppress(OSError):
                files.sync_folder(self._folder)

    # Who drives

    def offer(self, room: Room) -> str:
        """A word with which one other person may take the room over, once and within TAKE_WITHIN
        seconds; an earlier one is worth nothing any more. Raises Refusal where the disk fails."""
        word = secrets.token_urlsafe(24)
        self._change(room, offer=hashed(word), until=self._now() + TAKE_WITHIN)
        return word

    def offers(self, room: Room, word: str) -> bool:
        """Whether this word takes the room over now."""
        return room.is_offered(word, self._now())

    def withdraw(self, room: Room) -> None:
        """Offer the room to nobody any more. Raises Refusal where the disk fails."""
        self._change(room, offer="", until=0.0)

    def take(self, room: Room, word: str, key: str, driver: str) -> None:
        """Make `key` the room's only one: that of another person, who shows the word of an offer.

        The same person may say so again, as long as the answer has not come. driver: the name that
        this person goes by. Raises Refusal for a word that is no offer, for what is no key, and
        where the disk fails.
        """
        if not KEY.fullmatch(key):
            raise Refusal(NO_KEY)
        with room.writes:
            if room.fits(key):
                return
            if not self.offers(room, word):
                raise Refusal(NOT_OFFERED)
            name = " ".join(driver.split())[:LONGEST_DRIVER]
            former = [*room.former, room.lock][-MOST_FORMER:]
            lock = hashed(key)
            self._keep(room, lock=lock, former=former, driver=name, offer="", until=0.0)

    # The disk

    def save(self, room: Room) -> None:
        """Keep a room as it is now; what is on disk is always a whole one. Raises OSError, and
        Refusal where another server has the folder."""
        with room.writes:
            if room.is_open:
                self._write(room, {})

    def _change(self, room: Room, **changes: Any) -> None:
        """Change a room, on the disk first. Raises Refusal."""
        with room.writes:
            self._keep(room, **changes)

    def _keep(self, room: Room, **changes: Any) -> None:
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
        self._hold()
        told = {name: getattr(room, name) for name in KEPT} | changes
        # On the disk stands a time that the next start can read, whatever its clock counts from.
        told["driven"] = self._now() - (self._ticks() - room.driven)
        files.put(self._path(room.code), json.dumps(told).encode())

    def _hold(self) -> None:
        """Have the folder for this server alone. Raises Refusal where another one has it, and
        OSError where nothing can be written."""
        with self._guard:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            if self._held is not None:
                return
            self._held = files.lock(self._folder / LOCK)
        if self._held is None:
            raise Refusal(TAKEN, setting=SETTING)

    def _load(self) -> None:
        """Every room that the folder has, and of those set aside each whose day is not over. What
        is damaged, or no room, is left where it lies."""
        if self._held:
            self._tidy()
        found = {}
        for room in _rooms_in(self._folder):
            age = self._age(room)
            if age > MAX_AGE:
                self._set_aside(room.code)
            else:
                found[room.code] = (age, room)
        for room in _rooms_in(self._folder / ASIDE):
            age = self._age(room)
            if age <= MAX_AGE and room.code not in found and self._bring_back(room.code):
                found[room.code] = (age, room)
        youngest = sorted(found.values(), key=lambda one: one[0])[:MOST_ROOMS]
        for age, room in youngest:
            room.epoch += 1
            room.driven = self._ticks() - age
            self._rooms[room.code] = room
        self._slept = set(self._rooms)

    def _age(self, room: Room) -> float:
        """Seconds since a room that was just read was driven; one of the future was driven now."""
        return max(0.0, self._now() - room.driven)

    def _tidy(self) -> None:
        """Remove what a kill has left half written, and set aside votes whose room is gone."""
        for path in _entries(self._folder):
            half = files.ASIDE.fullmatch(path.name)
            name = Path(half[1] if half else path.name)
            if half or path.suffix == ".draft":
                if CODE.fullmatch(name.stem):
                    with suppress(OSError):
                        files.remove(path)
            elif path.suffix == JOURNAL and not path.with_suffix(SUFFIX).exists():
                self._set_aside(path.stem)

    def _set_aside(self, code: str) -> None:
        """Put a room's files beside the others. After a kill in between, `_tidy` goes on."""
        aside = self._folder / ASIDE
        try:
            aside.mkdir(0o700, exist_ok=True)
            for suffix in (SUFFIX, JOURNAL):
                path, to = self._path(code).with_suffix(suffix), (aside / code).with_suffix(suffix)
                if to.exists():
                    to = to.with_stem(f"{code}-{int(self._now())}")
                with suppress(FileNotFoundError):
                    files.move(path, to)
        except OSError as reason:
            LOG.warning("room %s: %s", code, reason)

    def _bring_back(self, code: str) -> bool:
        aside = (self._folder / ASIDE / code).with_suffix(SUFFIX)
        try:
            if self._path(code).exists():
                return False
            # Its own file last: a room that is there has its votes.
            for path in (aside.with_suffix(JOURNAL), aside):
                if path.exists():
                    files.move(path, self._folder / path.name)
        except OSError as reason:
            LOG.warning("room %s: %s", code, reason)
            return False
        return True

    def _clear_aside(self) -> None:
        """Remove those that were set aside first, where there are too many."""
        with suppress(OSError):
            kept = sorted(_entries(self._folder / ASIDE), key=lambda path: path.lstat().st_ctime)
            stems = list(dict.fromkeys(path.stem for path in kept))
            gone = set(stems[: max(0, len(stems) - MOST_ASIDE)])
            for path in kept:
                if path.stem in gone:
                    files.remove(path)

    def _path(self, code: str) -> Path:
        return self._folder / f"{code}{SUFFIX}"


def journals(folder: Path) -> dict[str, Path]:
    """The journals of the votes in a folder of rooms and of those that were set aside there, by
    their names: "abcd23", or "aside/abcd23". They may be read beside a running server."""
    found = [*_entries(folder), *_entries(folder / ASIDE)]
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path
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
        room = Room(**{name: told[name] for name in (*KEPT, "driven") if name in told})
        room.driven = float(room.driven)
    except (OSError, ValueError, TypeError, RecursionError, OverflowError):
        return None
    is_whole = all(isinstance(getattr(room, name), kind) for name, kind in KEPT.items())
    is_whole = is_whole and all(isinstance(lock, str) for lock in room.former)
    return room if is_whole and CODE.fullmatch(room.code) and room.code == path.stem else None
