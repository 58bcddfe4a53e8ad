"""Rooms and votes outlive a power cut at any moment: also between a file's new content, its place in
the folder, and the folder on the disk, and while a journal is written anew."""

from itertools import compress, product
from pathlib import Path
from typing import Any

import pytest

from rnnviz.hall import Rooms, Votes
from rnnviz.hall import votes as votes_module
from rnnviz.hall.on_disk import File, OnDisk
from tests.power import Disk
from tests.systems import needs_linux

# The disk looks up in /proc which file is written.
pytestmark = needs_linux

QUESTION = {"text": "?", "choices": ["both", "neither"], "truth": 0}


class Kept:
    """What somebody was told is kept; what is on its way may be there or not."""

    def __init__(self, path: Path) -> None:
        self.votes = Votes(File(path))
        self.name = path.name
        self.told: list[dict[str, Any]] = []
        self.under_way: list[dict[str, Any]] = []

    def keep(self, *records: dict[str, Any]) -> None:
        self.under_way = list(records)
        self.votes.write(self.under_way)
        for one in self.under_way:
            self.votes.apply(one)
        self.told += self.under_way
        self.under_way = []

    def check(self, folder: Path) -> None:
        """What is told counts, and nothing else but what is under way."""
        found = Votes(File(folder / self.name))
        # Of what is under way together, a torn file may have any part.
        for are_there in product((False, True), repeat=len(self.under_way)):
            as_told = Votes(File(folder / "nothing"))
            for record in [*self.told, *compress(self.under_way, are_there)]:
                as_told.apply(record)
            same = (found.ballots, found.only, found.open) == (
                as_told.ballots,
                as_told.only,
                as_told.open,
            )
            if same:
                return
        raise AssertionError(f"of {self.told} there is {found.ballots}")


def lecture(kept: Kept, count: int) -> None:
    """A question, votes and changes of them, and what a lecturer does besides."""
    votes = kept.votes
    kept.keep(*votes.ask(QUESTION))
    for k in range(count):
        kept.keep(votes.vote(f"client{k % 3}", "q1", k % 2), votes.vote(f"b{k}", "q1", 1))
    kept.keep(votes.bar(["b1", "b2", "late"]))
    kept.keep(*votes.reveal())
    kept.keep(votes.vote("late", "q1", 1))
    kept.keep(*votes.ask(QUESTION | {"text": "And now?"}))
    for k in range(count):
        kept.keep(votes.vote("b1", "q2", k % 2))


@pytest.fixture
def short_journals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes_module, "COMPACT_AT", 600)


@pytest.mark.usefixtures("short_journals")
def test_a_power_cut_at_any_moment_costs_no_vote_that_was_confirmed(tmp_path: Path) -> None:
    folder = tmp_path / "rooms"
    folder.mkdir()
    kept = Kept(folder / "room.votes")
    with Disk(folder, kept.check) as disk:
        lecture(kept, 8)
    assert disk.moments > 100
    # It was written anew: the first votes are in one record.
    assert b'"choices": {"client0": 0, ' in (folder / "room.votes").read_bytes()
    assert [path.name for path in folder.iterdir()] == ["room.votes"]


@pytest.mark.usefixtures("short_journals")
def test_a_disk_that_fails_once_costs_no_confirmed_vote_and_counts_no_refused_one(
    tmp_path: Path,
) -> None:
    for calls in range(40):
        folder = tmp_path / f"rooms{calls}"
        folder.mkdir()
        kept = Kept(folder / "room.votes")
        with Disk(folder) as disk:
            kept.keep(*kept.votes.ask(QUESTION))
            disk.fails_after = calls
            for k in range(12):
                try:
                    kept.keep(kept.votes.vote(f"client{k % 4}", "q1", k % 2))
                except OSError:
                    # Its voter is told so.
                    kept.under_way = []
                kept.check(folder)
            disk.fails_after = None
        again = Kept(folder / "room.votes")
        assert again.votes.ballots == kept.votes.ballots


def test_a_power_cut_brings_no_former_key_and_no_closed_room_back(tmp_path: Path) -> None:
    folder = tmp_path / "rooms"
    folder.mkdir()
    code, must, may, never = "", "", set[str](), set[str]()

    def check(copy: Path) -> None:
        rooms = Rooms(OnDisk(copy))
        rooms.end()
        found = [rooms.find(code)] if code in rooms._rooms else []
        fitting = {key for key in {must, *may, *never} for room in found if room.fits(key)}
        assert not fitting & never
        assert not must or fitting == {must}

    rooms = Rooms(OnDisk(folder))
    with Disk(folder, check) as disk:
        room, must = rooms.open("step?t=1")
        code = room.code
        disk.cut()
        for k in range(2):
            word = rooms.offer(room)
            key, former, must = f"{k}" * 32, must, ""
            may = {key, former}
            rooms.take(room, word, key, "Li")
            must, may, never = key, set(), never | {former}
            disk.cut()
        must, may = "", {must}
        rooms.close(room)
        may, never = set(), never | may
        disk.cut()
    assert disk.moments > 30


def test_a_kill_while_a_room_is_set_aside_costs_no_vote(tmp_path: Path) -> None:
    folder = tmp_path / "rooms"
    time = 0.0

    def day() -> float:
        return 1_800_000_000.0 + time

    rooms = Rooms(OnDisk(folder, day), ticks=lambda: time)
    room, _key = rooms.open("step")
    kept = Kept(folder / f"{room.code}.votes")
    lecture(kept, 2)
    found: list[bool] = []

    def each(copy: Path) -> None:
        again = Rooms(OnDisk(copy, day), ticks=lambda: time)
        again.end()
        names = [copy / kept.name, copy / "aside" / kept.name]
        [path] = [path for path in names if path.exists()]
        kept.name = str(path.relative_to(copy))
        kept.check(copy)
        kept.name = path.name
        found.append(path.parent == copy)

    with Disk(folder, each) as disk:
        time = 25 * 3600.0
        rooms.expire()
        disk.cut()
    assert set(found) == {False}
