"""Where rooms are kept: what `Rooms` and `Votes` need of a disk, and of a Redis.

A shelf keeps rooms, and beside each a journal of its votes. What is put there outlives a power cut
once the call returns. Where several servers have the same shelf, each room is one server's at a
time: it has the room's epoch, and what it writes with an older one is refused.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from rnnviz.hall.room import Room
from rnnviz.locale import N_, Refusal

# Seconds after which a room that nobody drives is set aside.
MAX_AGE = 24 * 3600.0
ELSEWHERE = N_("This room is on its way to another server; try again in a moment.")


MISSING = N_("Rooms can be neither opened nor joined at present; the server's log says why.")


class Away(Refusal):
    """What was asked for cannot be had here at present; later it may.

    because: what whoever runs the server has to know beyond that, in English.
    """

    def __init__(self, message: str, because: str = "", **values: object) -> None:
        super().__init__(message, **values)
        self.because = because or str(self)


class UnsureError(OSError):
    """A journal has lost something, or may have something that was refused."""


@dataclass(frozen=True)
class Sorry:
    """What is said where nothing can be kept: to who opens or hands over a room, to who votes, and
    to the lecturer whose class votes."""

    room: str
    vote: str
    votes: str


class Journal(Protocol):
    """Lines of one room, of which more and more come."""

    sorry: Sorry

    def read(self) -> tuple[str, int]:
        """All that is there, and how many bytes that are. Raises FileNotFoundError where there has
        never been anything, and OSError where it cannot be read."""

    def append(self, data: bytes, after: int) -> int:
        """Add data, all or nothing; returns how many bytes there are now. after: how many there
        were as far as the caller knows.

        Raises OSError, UnsureError where it has to be replaced first, and Away where the room is
        another server's now.
        """

    def replace(self, data: bytes) -> None:
        """Put data in the place of all that is there. Raises as `append`."""


class Shelf(Protocol):
    """Raises OSError where it cannot be reached or is full, Away where another server has it, or
    has the room that is to be changed.

    servers: how many there are that have this shelf. pause: the seconds for which it wants to rest
    after places of rooms have been kept.
    """

    sorry: Sorry
    servers: int
    pause: float

    def now(self) -> float:
        """Seconds since 1970, the same for all who have this shelf."""

    def load(self) -> list[Room]:
        """The rooms that are this server's from the start. driven: in seconds since 1970."""

    def add(self, room: Room, told: dict[str, Any]) -> bool:
        """Keep a new room; False where its code is another room's. told: as for `put`."""

    def put(self, room: Room, told: dict[str, Any]) -> None:
        """Keep a room. told: its parts, which stand in place of those that it has now."""

    def take(self, code: str) -> Room | None:
        """Make a room this server's that was another's; it has a new epoch. None where there is no
        such room. driven: in seconds since 1970."""

    def journal(self, room: Room) -> Journal: ...

    def remove(self, room: Room) -> None:
        """Forget a room and its votes for good."""

    def set_aside(self, rooms: list[Room]) -> None:
        """Forget rooms, but not their votes. Never raises."""

    def elsewhere(self) -> list[Room]:
        """The rooms of other servers: code, opener, joined and driven of each, all in seconds since
        1970."""

    def read_series(self, name: str) -> str:
        """The journal of a series of lectures; "" where there is none."""

    def add_to_series(self, name: str, data: bytes) -> None:
        """Add to the journal of a series, all or nothing."""

    def every_series(self) -> dict[str, float]:
        """The names of all series that are kept, each with the time of its last line, in seconds
        since 1970."""

    def forget_series(self, name: str) -> None: ...

    def votes_of(self, code: str, series: str) -> "tuple[Journal, bool] | None":
        """The votes of a room of this series, open or set aside, and whether it is open; None where
        they are gone."""

    def moved(self, rooms: Iterable[Room]) -> tuple[list[Room], list[Room]]:
        """Those of these rooms that are another server's now, and those that are lost to the shelf.
        Called again and again; to others it says that this server is there."""

    def hold(self) -> None:
        """Have the shelf, if it is not had yet."""

    def end(self) -> None:
        """Leave what this server has to others."""


def records_in(text: str) -> Iterator[dict[str, Any]]:
    """The records of a journal, a JSON object a line; a torn or damaged line is passed over."""
    # Where a power cut has left zeros in the place of a line, what is before them is whole.
    for line in text.replace("\0", "\n").splitlines():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record
