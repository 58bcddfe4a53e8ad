"""The sessions' shared cache: traces are made once, and texts learnt in turn."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

from pages.shared import traces
from pages.shared.traces import Traces
from rnnviz.address.link import Link
from rnnviz.address.reading import is_built_in, model_at_hand, trace_of
from rnnviz.trace import Trace

OWN = Link(text="abcab", hidden=3)
TIMEOUT = 30


def silent(_done: float) -> None:
    pass


class Teacher:
    """A stand-in for learning a text: it begins, goes on when told, and can be abandoned."""

    def __init__(self) -> None:
        self.asked = 0
        self.begun = Event()
        self.go_on = Event()
        self.given_up = Event()

    def __call__(self, link: Link, on_progress: Callable[[float, float], None]) -> Trace:
        self.asked += 1
        self.begun.set()
        on_progress(0.25, 1.0)
        assert self.go_on.wait(TIMEOUT)
        try:
            on_progress(0.5, 0.5)
        except BaseException:
            self.given_up.set()
            raise
        return trace_of(link)


@pytest.fixture
def teacher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Teacher]:
    made = Teacher()
    monkeypatch.setattr(traces, "trace_of", made)
    yield made
    made.go_on.set()


def test_a_built_in_text_is_at_hand_and_ones_own_has_to_be_learnt() -> None:
    assert model_at_hand(Link()) is not None
    assert model_at_hand(Link(cell="gru", text="hello world")) is not None
    assert model_at_hand(Link(text="a")) is not None
    assert model_at_hand(OWN.changed(weights="random")) is not None
    assert model_at_hand(OWN) is None
    assert model_at_hand(Link(hidden=9)) is None
    assert model_at_hand(Link(seed=1)) is None


def test_built_in_are_the_weights_that_come_along() -> None:
    assert is_built_in(Link())
    assert is_built_in(Link(cell="gru", text="hello world", t=3))
    for other in (OWN, Link(weights="random"), Link(seed=1), Link(hidden=9), Link(text="a")):
        assert not is_built_in(other)


def test_once_made_it_is_there_for_everybody() -> None:
    made = Traces()
    assert made.kept(OWN) is None
    learnt = made.get(OWN, silent)
    assert made.kept(OWN.changed(t=2)) is learnt
    assert made.kept(Link()) is None


def test_the_same_link_always_gives_the_same_numbers() -> None:
    one, other = trace_of(OWN), trace_of(OWN)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert one["loss"].mean() < 0.05
    assert one.inputs == ("a", "b", "c", "a")
    assert one.targets == ("b", "c", "a", "b")


def test_a_single_character_is_read_without_a_label() -> None:
    trace = trace_of(Link(text="a"))
    assert trace.steps == 1
    assert trace.targets is None


def test_a_trace_is_made_once_wherever_one_stands_in_it() -> None:
    kept = Traces()
    assert kept.get(Link(t=2, lang="en"), silent) is kept.get(Link(unit=3), silent)


def test_the_oldest_traces_make_room() -> None:
    kept = Traces(keep=2)
    links = [Link(cell=cell) for cell in ("rnn", "gru", "lstm")]
    first, second, third = [kept.get(link, silent) for link in links]
    assert kept.get(links[1], silent) is second
    assert kept.get(links[2], silent) is third
    assert kept.get(links[0], silent) is not first


def test_everybody_who_types_the_same_text_waits_for_one_training(teacher: Teacher) -> None:
    kept, heard = Traces(), [Event() for _ in range(3)]
    with ThreadPoolExecutor(len(heard)) as hall:
        waiting = [hall.submit(kept.get, OWN, lambda _done, e=e: e.set()) for e in heard]
        assert all(event.wait(TIMEOUT) for event in heard)
        teacher.go_on.set()
        first, *others = [one.result(TIMEOUT) for one in waiting]
    assert all(other is first for other in others)
    assert teacher.asked == 1
    assert kept.get(OWN, silent) is first


def test_what_nobody_waits_for_any_longer_is_given_up(teacher: Teacher) -> None:
    class Gone(BaseException):
        """As Streamlit ends the script run of a session that has left."""

    def leave(_done: float) -> None:
        raise Gone

    kept = Traces()
    with pytest.raises(Gone):
        kept.get(OWN, leave)
    assert teacher.begun.wait(TIMEOUT)
    teacher.go_on.set()
    assert teacher.given_up.wait(TIMEOUT)
    # The next session has it learnt again.
    assert kept.get(OWN, silent).steps == 4
    assert teacher.asked == 2


def test_one_who_leaves_does_not_disturb_one_who_stays(teacher: Teacher) -> None:
    kept, heard = Traces(), Event()

    def leave(_done: float) -> None:
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as hall:
        stays = hall.submit(kept.get, OWN, lambda _done: heard.set())
        assert heard.wait(TIMEOUT)
        with pytest.raises(KeyboardInterrupt):
            kept.get(OWN, leave)
        teacher.go_on.set()
        assert stays.result(TIMEOUT).steps == 4
    assert teacher.asked == 1


def test_what_cannot_be_learnt_is_told_to_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_link: Link, _on_progress: Callable[[float, float], None]) -> Trace:
        raise ValueError("The weights are not numbers any more.")

    monkeypatch.setattr(traces, "trace_of", fail)
    kept = Traces()
    for _ in range(2):
        with pytest.raises(ValueError, match="not numbers any more"):
            kept.get(OWN, silent)
