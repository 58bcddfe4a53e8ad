"""Whose turn it is, of those who keep a processor busy for seconds: whoever has had least of it.

Each asks again and again whether to go on. A sentence that is learnt in half a second never waits
behind a page that takes half a minute; a tab that has had one text after another learnt lately waits
for one that has not, and so does an address. A whole campus may have one address, so that within it
it is the tabs that take turns.
"""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import NamedTuple

# By how many seconds one may be ahead of another before it gives way, and the seconds after which
# half of what somebody has had is forgotten.
MARGIN, FORGOTTEN_BY_HALF = 0.1, 30.0
# How much large work may have begun: each holds up to 35 megabytes while it waits to go on.
MOST_BEGUN = 8
# The most tabs and addresses of which it is remembered what they have had.
MOST_KNOWN = 2000


class Asker(NamedTuple):
    """Who wants something: a browser tab at an address."""

    address: str
    session: str


@dataclass(eq=False)
class Turn:
    """One piece of work. askers: who wait for it now. is_large: whether it holds much memory."""

    askers: set[Asker]
    is_large: bool = False
    used: float = 0.0
    since: float = 0.0
    has_begun: bool = False
    is_over: bool = False
    go: Event = field(default_factory=Event)


class Turns:
    """at_once: how many may work. now: seconds of a clock that never goes back."""

    def __init__(
        self,
        at_once: int,
        most_begun: int = MOST_BEGUN,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._most_begun, self._now = at_once, most_begun, now
        self._lock = Lock()
        self._working: set[Turn] = set()
        self._waiting: list[Turn] = []
        # What each address and each tab has had, in seconds, and when that was so.
        self._had: dict[str | Asker, tuple[float, float]] = {}

    def begin(self, turn: Turn) -> None:
        """Wait for the first turn. Raises CancelledError once nobody wants the work."""
        with self._lock:
            self._waiting.append(turn)
            self._choose()
        self._wait(turn)

    def go_on(self, turn: Turn) -> None:
        """Let those go first who have had less. Raises CancelledError as `begin` does."""
        with self._lock:
            if turn.is_over:
                raise CancelledError
            if self._now() - turn.since < MARGIN:
                return
            self._charge(turn)
            other = self._next()
            if other is None or self._share(other) + MARGIN > self._share(turn):
                return
            turn.go.clear()
            self._working.discard(turn)
            self._waiting.append(turn)
            self._choose()
        self._wait(turn)

    def end(self, turn: Turn) -> None:
        """The work is done, or nobody wants it any more."""
        with self._lock:
            turn.is_over = True
            if turn in self._working:
                self._charge(turn)
                self._working.discard(turn)
            elif turn in self._waiting:
                self._waiting.remove(turn)
            turn.go.set()
            self._choose()

    def _wait(self, turn: Turn) -> None:
        turn.go.wait()
        if turn.is_over:
            raise CancelledError

    def _choose(self) -> None:
        while len(self._working) < self._at_once and (turn := self._next()) is not None:
            self._waiting.remove(turn)
            self._working.add(turn)
            turn.has_begun = True
            turn.since = self._now()
            turn.go.set()

    def _next(self) -> Turn | None:
        """The one of those who wait that has had least; of several with about as much, the first
        that came."""
        begun = sum(turn.is_large and turn.has_begun for turn in (*self._waiting, *self._working))
        may = (
            turn
            for turn in self._waiting
            if turn.has_begun or not turn.is_large or begun < self._most_begun
        )
        return min(may, key=lambda turn: round(self._share(turn) / MARGIN), default=None)

    def _share(self, turn: Turn) -> float:
        """The seconds that the work has had, and the least that one who waits for it has had."""
        own = (self._of(one.address) + self._of(one) for one in turn.askers)
        return turn.used + min(own, default=0.0)

    def _of(self, who: str | Asker) -> float:
        had, then = self._had.get(who, (0.0, 0.0))
        return had * 0.5 ** ((self._now() - then) / FORGOTTEN_BY_HALF)

    def _charge(self, turn: Turn) -> None:
        now = self._now()
        used, turn.since = now - turn.since, now
        turn.used += used
        # Those who wait may be others a moment later: `traces.py` changes them meanwhile.
        askers = turn.askers
        for asker in askers:
            for who in (asker.address, asker):
                had = self._of(who) + used / len(askers)
                self._had.pop(who, None)
                self._had[who] = had, now
        while len(self._had) > MOST_KNOWN:
            del self._had[next(iter(self._had))]
