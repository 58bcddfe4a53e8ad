"""The rooms of a server, on a shelf that a restart, or another server, finds them on again."""

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

from rnnviz.hall.room import (
    CODE,
    KEPT,
    KEY,
    LONGEST_DRIVER,
    MOST_FORMER,
    TAKE_WITHIN,
    Room,
    hashed,
)
from rnnviz.hall.series import Series, SeriesOf
from rnnviz.hall.shelf import ELSEWHERE, MAX_AGE, Away, Shelf
from rnnviz.hall.votes import Votes
from rnnviz.locale import N_, Refusal

# Rooms that are open at once for each server of a shelf, and all those of one address, which may be
# a whole campus's.
MOST_ROOMS, MOST_OF_AN_ADDRESS = 200, 60
FULL = N_(
    "There are {most} rooms open here, and no more can be opened; one that is over can be closed."
)
FULL_OF_YOURS = N_(
    "{most} rooms have been opened from your address; one that is over has to be closed first."
)
UNCLOSED = N_("The room is still open: the server cannot change its files at present.")
NOT_OFFERED = N_(
    "This link no longer hands the room over: it has been used, taken back, or its time is over. "
    "Ask the lecturer for a new one."
)
NO_KEY = N_("A room needs the key of its new driver.")
LOG = logging.getLogger(__name__)
UNKNOWN = N_('There is no room "{code}" here; perhaps it has been closed.')


def uptime() -> float:
    """Seconds of a clock that nobody sets; a computer's sleep counts where the system says it."""
    try:
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    except AttributeError:
        # Windows has one such clock, which counts the sleep.
        return time.monotonic()


class Rooms:
    """The rooms of a shelf that are this server's, until `end`.

    Raises Away where another server has the shelf. Everything but `find`, `drive` and `offers`
    waits for the shelf, and may be called from any thread.

    ticks: seconds of a clock that nobody sets; by it rooms age while the server runs. pause: the
    seconds for which the shelf wants to rest after rooms have been saved.
    """

    def __init__(self, shelf: Shelf, ticks: Callable[[], float] = uptime) -> None:
        self._shelf, self._ticks = shelf, ticks
        self.pause = shelf.pause
        self._series = SeriesOf(shelf, shelf.now)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, Room] = {}
        self._guard, self._taking = Lock(), Lock()
        found = sorted(shelf.load(), key=lambda room: room.driven, reverse=True)
        for room in found[:MOST_ROOMS]:
            self._have(room)
        # Those that have not been entered since the start: their new epoch is not kept yet.
        self._slept = set(self._rooms)

    def __len__(self) -> int:
        return len(self._rooms)

    def end(self) -> None:
        """Leave the rooms to another server."""
        self._shelf.end()

    # Which rooms there are

    def open(self, view: str, opener: str = "") -> tuple[Room, str]:
        """A new room, and its driver's key. opener: the address it is opened from.

        Where there are too many, one that nobody has joined goes, the oldest first. Raises Refusal
        where all have been joined, where the shelf fails, and as `Room.move` does.
        """
        room, key = Room.new(view, hashed(opener)[:16] if opener else "")
        try:
            others = self._shelf.elsewhere()
        except OSError as reason:
            raise self._unkept(room, reason) from None
        for other in others:
            other.driven = self._in_ticks(other.driven)
        with self._guard:
            spare = self._spare(room.opener, others)
            if spare is not None:
                self._rooms.pop(spare.code, None)
            while room.code in self._rooms or room.code in self._opening:
                room, key = Room.new(view, room.opener)
            self._opening[room.code] = room
        code = room.code
        try:
            if spare is not None:
                self._let_go(spare, others)
            room.driven = self._ticks()
            while not self._added(room):
                room, key = Room.new(view, room.opener)
                room.driven = self._ticks()
            self._rooms[room.code] = room
        finally:
            del self._opening[code]
        return room, key

    def _added(self, room: Room) -> bool:
        try:
            return self._shelf.add(room, self._told(room))
        except OSError as reason:
            raise self._unkept(room, reason) from None

    def _let_go(self, spare: Room, others: list[Room]) -> None:
        if spare in others:
            # If it stays after all, there is one room too many.
            with suppress(Refusal):
                self.close(self.fetch(spare.code))
            return
        try:
            self.close(spare)
        except Refusal:
            self._rooms[spare.code] = spare
            raise

    def _spare(self, opener: str, others: list[Room]) -> Room | None:
        """The room that makes place for another one from this address; None where there is place.
        Raises Refusal where no room can be spared. others: those of other servers."""
        known = {room.code: room for room in others} | self._rooms
        rooms = [*known.values(), *self._opening.values()]
        own = [room for room in rooms if room.opener == opener != ""]
        empty = [room for room in known.values() if not room.joined]
        if len(own) >= MOST_OF_AN_ADDRESS:
            empty = [room for room in empty if room.opener == opener]
            refusal = Refusal(FULL_OF_YOURS, most=MOST_OF_AN_ADDRESS)
        elif len(rooms) >= (most := MOST_ROOMS * self._shelf.servers):
            refusal = Refusal(FULL, most=most)
        else:
            return None
        if not empty:
            raise refusal
        # Of those who have opened most, so that nobody else's goes.
        count = Counter(room.opener for room in empty)
        return min(empty, key=lambda room: (-count[room.opener], room.driven))

    def find(self, code: str) -> Room:
        """The room with this code, if it is this server's. Raises Refusal where it is not."""
        room = self._rooms.get(code)
        if room is None or not room.is_open:
            raise Refusal(UNKNOWN, code=code[:20])
        return room

    def fetch(self, code: str) -> Room:
        """The room with this code, which is this server's from now on.

        Who is asked for a room takes it: the proxy has sent the question here because the server
        that had it is gone, or because this one is there again. Raises Refusal where there is no
        such room, and Away where the shelf cannot be reached or leaves the room where it is.
        """
        if not CODE.fullmatch(code):
            raise Refusal(UNKNOWN, code=code[:20])
        with self._taking:
            with suppress(Refusal):
                return self.find(code)
            try:
                room = self._shelf.take(code)
            except OSError as reason:
                LOG.warning("room %s: %s", code, reason)
                raise Away(self._shelf.sorry.room) from None
            if room is None:
                raise Refusal(UNKNOWN, code=code)
            self._have(room)
            return room

    def _have(self, room: Room) -> None:
        room.driven = self._in_ticks(room.driven)
        self._rooms[room.code] = room

    def _in_ticks(self, driven: float) -> float:
        """When a room was driven, by the clock that nobody sets; one of the future was driven now.
        driven: in seconds since 1970."""
        return self._ticks() - max(0.0, self._shelf.now() - driven)

    def part(self) -> list[Room]:
        """Forget the rooms that other servers have taken; returns those that have to be saved
        because the shelf has lost them. Called again and again. Raises OSError."""
        moved, lost = self._shelf.moved(list(self._rooms.values()))
        for room in moved:
            room.leave()
        for room in list(self._rooms.values()):
            if room.has_moved and self._rooms.get(room.code) is room:
                del self._rooms[room.code]
        return lost

    def enter(self, room: Room) -> Votes:
        """What the room's class has been asked and has answered, as its journal has it."""
        if room.code in self._slept:
            # On a full disk there are the rooms that were, and no new ones.
            with suppress(OSError, Refusal):
                self.save(room)
                self._slept.discard(room.code)
        return Votes(self._shelf.journal(room))

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
            try:
                self._series.note(room)
            except (OSError, Refusal) as reason:
                # Its votes are kept for a while, and are counted there.
                LOG.warning("room %s: %s", room.code, reason)
        if over:
            self._shelf.set_aside(over)
        return over

    def close(self, room: Room) -> None:
        """Close a room for good; of its votes the numbers stay, where it belongs to a series. Raises
        Refusal where the shelf cannot forget it: it would come back at the next start."""
        with room.writes:
            try:
                self._series.note(room)
                self._shelf.remove(room)
            except OSError as reason:
                LOG.warning("room %s: %s", room.code, reason)
                raise Refusal(UNCLOSED) from None
            room.is_open = False
            self._rooms.pop(room.code, None)

    # Series of lectures

    def join(self, room: Room, key: str, title: str) -> None:
        """Have the room among those of a series. Raises Refusal."""
        with room.writes:
            try:
                name = self._series.add(room, key, title)
            except OSError as reason:
                raise self._unkept(room, reason) from None
            self._keep(room, series=name)

    def over_weeks(self, key: str) -> Series:
        """The series with this key. Raises Refusal where there is none, and where the shelf fails."""
        try:
            return self._series.read(key)
        except OSError as reason:
            LOG.warning("a series: %s", reason)
            raise Away(self._shelf.sorry.room) from None

    # Who drives

    def offer(self, room: Room) -> str:
        """A word with which one other person may take the room over, once and within TAKE_WITHIN
        seconds; an earlier one is worth nothing any more. Raises Refusal where the shelf fails."""
        word = secrets.token_urlsafe(24)
        self._change(room, offer=hashed(word), until=self._shelf.now() + TAKE_WITHIN)
        return word

    def offers(self, room: Room, word: str) -> bool:
        """Whether this word takes the room over now."""
        return room.is_offered(word, self._shelf.now())

    def withdraw(self, room: Room) -> None:
        """Offer the room to nobody any more. Raises Refusal where the shelf fails."""
        self._change(room, offer="", until=0.0, parcel="")

    def pack(self, room: Room, parcel: str) -> None:
        """What goes along with the room when it is offered next; an earlier offer is worth nothing
        any more. Raises Refusal where the shelf fails."""
        self._change(room, parcel=parcel, offer="", until=self._shelf.now() + TAKE_WITHIN)

    def unpack(self, room: Room) -> bool:
        """Forget what goes along, unless it is still to be taken over; whether there was anything.
        Called when the driver is there: a new one has it then."""
        if not room.parcel or self._shelf.now() < room.until:
            return False
        room.parcel = ""
        return True

    def take(self, room: Room, word: str, key: str, driver: str) -> None:
        """Make `key` the room's only one: that of another person, who shows the word of an offer.

        The same person may say so again, as long as the answer has not come. driver: the name that
        this person goes by. Raises Refusal for a word that is no offer, for what is no key, and
        where the shelf fails.
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

    # The shelf

    def save(self, room: Room) -> None:
        """Keep a room as it is now; what is kept is always a whole one. Raises OSError, and Away
        where another server has it."""
        with room.writes:
            if room.is_open:
                self._shelf.put(room, self._told(room))

    def _change(self, room: Room, **changes: Any) -> None:
        """Change a room, on the shelf first. Raises Refusal."""
        with room.writes:
            self._keep(room, **changes)

    def _keep(self, room: Room, **changes: Any) -> None:
        if not room.is_open:
            raise gone(room)
        try:
            self._shelf.put(room, self._told(room) | changes)
        except OSError as reason:
            raise self._unkept(room, reason) from None
        for name, value in changes.items():
            setattr(room, name, value)

    def _told(self, room: Room) -> dict[str, Any]:
        """What is kept of a room; `driven` so that another clock can read it, whatever it counts
        from."""
        told = {name: getattr(room, name) for name in KEPT}
        return told | {"driven": self._shelf.now() - (self._ticks() - room.driven)}

    def _unkept(self, room: Room, reason: OSError) -> Refusal:
        LOG.warning("room %s: %s", room.code, reason)
        return Refusal(self._shelf.sorry.room)


def gone(room: Room) -> Refusal:
    """Why a room is not to be had here."""
    return Away(ELSEWHERE) if room.has_moved else Refusal(UNKNOWN, code=room.code)
