"""A room: what a lecturer shows, in the order in which it was shown."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from rnnviz.locale import N_, Refusal

# Letters and digits that nobody mistakes for one another on a slide, and how many make a code.
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 6
CODE = re.compile(f"[{SIGNS}]{{{CODE_LENGTH}}}")
# A link of the Step page with many changes by hand in it has a few thousand characters.
LONGEST_VIEW = 8_000
# A page of ours by its name, and its query: no scheme, no host, no other folder.
VIEW = re.compile(r"[a-z_]*(\?[!-~]*)?")
# A key as a browser makes one; within how many seconds another person has to take a room over.
KEY = re.compile(r"[A-Za-z0-9_-]{32,64}")
TAKE_WITHIN = 300.0
# The hash of a series' key, by which it is kept.
SERIES = re.compile(r"[0-9a-f]{64}|")
LONGEST_DRIVER = 40
# What goes along with a room that is handed over, in bytes.
LONGEST_PARCEL = 200_000
# Keys of earlier drivers that are remembered, each by its hash.
MOST_FORMER = 8
# What is kept of a room, each part with its type. An earlier version did not keep the last ones.
KEPT = {
    **{"code": str, "lock": str, "view": str, "epoch": int, "seq": int, "driver": str},
    **{"offer": str, "until": float, "former": list, "opener": str, "joined": bool},
    **{"parcel": str, "series": str},
}


@dataclass
class Room:
    """A lecturer's place, and when it was reached.

    code: what followers type or scan. lock: the hash of the driver's key. view: the link of the
    place without the server's name, such as "step?cell=gru&t=3". (epoch, seq): the order of the
    views; seq counts them, epoch the servers that have had the room one after another. driver: the name that
    the person gave to whom the room was handed; former: the locks of those before. offer: the hash
    of the word with which one other person may take the room over until `until`, in seconds since
    1970; "" for none. parcel: what goes along then, such as a lecture plan, as JSON that the two
    browsers read. opener: the hash of the address that opened the room. joined: whether anybody
    has ever been in it. series: the name of the series of lectures to which it belongs, or "".
    driven: when its lecturer was last there, in seconds of the clock of the server that keeps it.
    is_open: whether this server has it; has_moved: whether another one has it now. is_bare: whether
    the shelf, which had lost the room, has it again without its votes. writes: held while the room
    is written.
    """

    code: str
    lock: str
    view: str = ""
    epoch: int = 1
    seq: int = 0
    driver: str = ""
    offer: str = ""
    until: float = 0.0
    parcel: str = ""
    former: list[str] = field(default_factory=list)
    opener: str = ""
    joined: bool = False
    series: str = ""
    driven: float = 0.0
    is_open: bool = field(default=True, compare=False)
    has_moved: bool = field(default=False, compare=False)
    is_bare: bool = field(default=False, compare=False)
    writes: Lock = field(default_factory=Lock, compare=False, repr=False)

    @classmethod
    def new(cls, view: str, opener: str = "") -> tuple["Room", str]:
        """A room at a view, and the key of whoever drives it. Raises Refusal as `move` does."""
        key = secrets.token_urlsafe(24)
        code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
        room = cls(code, hashed(key), opener=opener)
        room.move(view)
        return room, key

    @classmethod
    def kept(cls, told: object) -> "Room | None":
        """The room with these parts, KEPT and `driven`; None where they are no room."""
        try:
            room = cls(**{name: told[name] for name in (*KEPT, "driven") if name in told})  # type: ignore[operator, index]
            room.driven = float(room.driven)
        except (ValueError, TypeError, OverflowError):
            return None
        is_whole = all(isinstance(getattr(room, name), kind) for name, kind in KEPT.items())
        is_whole = is_whole and all(isinstance(lock, str) for lock in room.former)
        is_whole = is_whole and SERIES.fullmatch(room.series) is not None
        return room if is_whole and CODE.fullmatch(room.code) else None

    def leave(self) -> None:
        """Another server has the room from now on."""
        self.is_open, self.has_moved = False, True

    def fits(self, key: str) -> bool:
        """Whether this is the key of the room's driver."""
        return hmac.compare_digest(self.lock, hashed(key))

    def knew(self, key: str) -> bool:
        """Whether this is the key of an earlier driver."""
        found = hashed(key)
        return any(hmac.compare_digest(lock, found) for lock in self.former)

    def is_offered(self, word: str, now: float) -> bool:
        """Whether this word still takes the room over, at `now` in seconds since 1970."""
        return (
            bool(self.offer) and now < self.until and hmac.compare_digest(self.offer, hashed(word))
        )

    def move(self, view: str) -> None:
        """Show another view. Raises Refusal for what is no link of ours, and for one too long."""
        if len(view) > LONGEST_VIEW:
            raise Refusal(
                N_("The link has {length} characters; a room takes up to {most}."),
                length=len(view),
                most=LONGEST_VIEW,
            )
        if not VIEW.fullmatch(view):
            raise Refusal(
                N_('"{view}" is no link to a page here; one looks like {example}.'),
                view=view[:40],
                example="step?cell=gru&t=3",
            )
        self.view = view
        self.seq += 1

    @property
    def moment(self) -> dict[str, Any]:
        """What a follower is told: {epoch, seq, view}."""
        return {"epoch": self.epoch, "seq": self.seq, "view": self.view}


def hashed(key: str) -> str:
    """What the server keeps of a key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
