"""Whose turn it is to learn a text: those who have had least of the processor."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from pages.shared.turns import FORGOTTEN_BY_HALF, MARGIN, Asker, Turn, Turns

TIMEOUT = 30
CAMPUS, HOME = "192.0.2.1", "192.0.2.2"


class Room:
    """Turns for one processor, whose clock the test moves; each piece of work has a thread."""

    def __init__(self, most_begun: int = 8) -> None:
        self.now = 0.0
        self.turns = Turns(1, most_begun, lambda: self.now)
        self.threads = ThreadPoolExecutor(64)

    def there(self) -> int:
        """How many wait or work, while nobody is on the way from one to the other."""
        with self.turns._lock:
            return len(self.turns._waiting) + len(self.turns._working)

    def wants(self, address: str, tab: str, *, is_large: bool = False) -> "Work":
        return Work(self, Turn({Asker(address, tab)}, is_large))


class Work:
    def __init__(self, room: Room, turn: Turn) -> None:
        self.room, self.turn = room, turn
        there = room.there()
        self.begins = self._ask(room.turns.begin)
        while room.there() == there:
            pass

    def _ask(self, what: Callable[[Turn], None]) -> Future[None]:
        return self.room.threads.submit(what, self.turn)

    @property
    def works(self) -> bool:
        with self.room.turns._lock:
            return self.turn in self.room.turns._working

    def work(self, seconds: float) -> None:
        """Work, then ask whether to go on; returns when the answer or another one's turn is
        there."""
        assert self.works
        self.room.now += seconds
        asked = self._ask(self.room.turns.go_on)
        while not asked.done() and self.works:
            pass

    def end(self) -> None:
        self.room.turns.end(self.turn)


@pytest.fixture
def room() -> Iterator[Callable[..., Room]]:
    with ExitStack() as stack:

        def make(**options: int) -> Room:
            made = Room(**options)
            stack.callback(made.threads.shutdown, wait=False)
            stack.callback(lambda: [made.turns.end(t) for t in [*made.turns._waiting]])
            return made

        yield make


def test_a_short_sentence_goes_before_twelve_long_texts(room: Callable[..., Room]) -> None:
    hall = room()
    long = [hall.wants(CAMPUS, f"tab{k}") for k in range(12)]
    long[0].work(MARGIN / 2)
    assert long[0].works
    for _ in range(30):
        next(one for one in long if one.works).work(1.0)
    short = hall.wants(CAMPUS, "short")
    next(one for one in long if one.works).work(1.0)
    assert short.works
    short.work(0.5)
    assert short.works
    short.end()
    assert sum(one.works for one in long) == 1


def test_tabs_of_one_address_take_turns_and_have_the_same(room: Callable[..., Room]) -> None:
    hall = room()
    tabs = [hall.wants(CAMPUS, f"tab{k}") for k in range(5)]
    for _ in range(50):
        next(one for one in tabs if one.works).work(0.2)
    used = [one.turn.used for one in tabs]
    assert max(used) - min(used) < 0.5


def test_one_text_after_another_in_a_tab_waits_for_who_has_had_none(
    room: Callable[..., Room],
) -> None:
    hall = room()
    for _ in range(10):
        greedy = hall.wants(CAMPUS, "greedy")
        greedy.work(1.0)
        greedy.end()
    running = hall.wants(CAMPUS, "other")
    again, patient = hall.wants(CAMPUS, "greedy"), hall.wants(CAMPUS, "patient")
    running.end()
    assert patient.works
    patient.end()
    assert again.works


def test_an_address_that_had_much_waits_for_another_but_not_for_long(
    room: Callable[..., Room],
) -> None:
    hall = room()
    for k in range(20):
        crowd = hall.wants(CAMPUS, f"tab{k}")
        crowd.work(1.0)
        crowd.end()
    running = hall.wants(CAMPUS, "running")
    campus, home = hall.wants(CAMPUS, "new"), hall.wants(HOME, "one")
    running.end()
    assert home.works
    home.end()
    campus.end()
    hall.now += 20 * FORGOTTEN_BY_HALF
    running = hall.wants(HOME, "two")
    first, second = hall.wants(CAMPUS, "a"), hall.wants(HOME, "b")
    running.end()
    assert first.works
    assert not second.works


def test_what_nobody_wants_is_never_begun(room: Callable[..., Room]) -> None:
    hall = room()
    works, waits = hall.wants(CAMPUS, "a"), hall.wants(CAMPUS, "b")
    waits.end()
    with pytest.raises(CancelledError):
        waits.begins.result(TIMEOUT)
    works.end()
    with pytest.raises(CancelledError):
        hall.turns.go_on(works.turn)


def test_few_large_ones_have_begun_and_small_ones_pass_them(room: Callable[..., Room]) -> None:
    hall = room(most_begun=2)
    large = [hall.wants(CAMPUS, f"tab{k}", is_large=True) for k in range(5)]
    for _ in range(20):
        next(one for one in large if one.works).work(1.0)
    assert sum(one.turn.has_begun for one in large) == 2
    small = hall.wants(CAMPUS, "small")
    next(one for one in large if one.works).work(1.0)
    assert small.works
    small.end()
    next(one for one in large if one.turn.has_begun).end()
    for _ in range(3):
        next(one for one in large if one.works).work(1.0)
    assert sum(one.turn.has_begun for one in large) == 3


def test_who_stops_waiting_while_it_is_counted_has_had_its_share_nevertheless(
    room: Callable[..., Room],
) -> None:
    class Leaving(set[Asker]):
        """Those who wait, all of whom give up while the work's end counts what each has had."""

        def __iter__(self) -> Iterator[Asker]:
            left.turn.askers = set()
            return super().__iter__()

    hall = room()
    left = hall.wants(CAMPUS, "left")
    left.turn.askers = Leaving(left.turn.askers)
    hall.now += 10.0
    left.end()
    # What the tab has had is remembered, so that another one comes first.
    running = hall.wants(HOME, "running")
    again, other = hall.wants(CAMPUS, "left"), hall.wants(HOME, "other")
    running.end()
    assert other.works
    assert not again.works
