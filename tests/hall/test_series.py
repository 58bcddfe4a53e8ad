"""Votes over weeks: the rooms of a series in one table, whatever becomes of them, for its key alone."""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from rnnviz.hall import Room, Rooms, Votes
from rnnviz.hall import series as series_module
from rnnviz.hall.in_redis import InRedis
from rnnviz.hall.on_disk import ASIDE, JOURNAL, OnDisk
from rnnviz.hall.series import MOST_LECTURES, MOST_SERIES
from rnnviz.hall.shelf import MAX_AGE, Shelf
from rnnviz.hall.tallies import Tally, each_once
from rnnviz.locale import Refusal
from tests.redis_server import PROGRAM, RedisServer
from tests.systems import no_longer_files

KEY, OTHER_KEY = "k" * 32, "o" * 32
GATE = {"text": "What does a forget gate of 1 do?", "choices": ["keep", "erase"], "truth": 0}
STATE = {"text": "What is carried along?", "choices": ["x", "h", "y"], "truth": 1}
OPINION = {"text": "Faster?", "choices": ["yes", "no"], "truth": None}


def taught(rooms: Rooms, *asked: tuple[dict[str, Any], list[int]], key: str = KEY) -> Room:
    """A room of the series, whose class was asked these and chose these answers."""
    room, _key = rooms.open("step")
    rooms.join(room, key, "Neural networks")
    answered(rooms, room, *asked)
    return room


def answered(rooms: Rooms, room: Room, *asked: tuple[dict[str, Any], list[int]]) -> Votes:
    votes = rooms.enter(room)
    for k, (question, choices) in enumerate(asked):
        keep(votes, *votes.ask(question, at=1_000.0 + k, present=len(choices) + 1))
        assert votes.open
        name = votes.open.id
        keep(votes, *(votes.vote(f"pupil {who}", name, c) for who, c in enumerate(choices)))
        keep(votes, *votes.end(1_500.0 + k))
    return votes


def keep(votes: Votes, *records: dict[str, Any]) -> None:
    votes.write(list(records))
    for one in records:
        votes.apply(one)


class Days:
    """A clock of days that pass."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture(params=["disk", "redis"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Shelf]]:
    """The same shelf for one server after another."""
    if request.param == "disk":
        yield lambda: OnDisk(tmp_path)
        return
    if PROGRAM is None:
        pytest.skip("there is no Redis here")
    server = RedisServer(tmp_path)
    yield lambda: InRedis(server.address, server.address)
    server.close()


def test_the_rooms_of_a_series_are_in_one_table_open_closed_or_over(
    shelf: Callable[[], Shelf],
) -> None:
    ticks = Days()
    rooms = Rooms(shelf(), ticks)
    taught(rooms, (GATE, [1, 1, 0]), (STATE, [1, 1]))
    ticks.seconds += MAX_AGE + 1
    assert len(rooms.expire()) == 1
    rooms.close(taught(rooms, (GATE, [1, 1, 1, 0]), (OPINION, [0, 1])))
    taught(rooms, (GATE, [0, 0, 0]))
    stranger = taught(rooms, (STATE, [0, 0]), key=OTHER_KEY)
    rooms.close(stranger)
    for _restart in range(2):
        told = rooms.over_weeks(KEY).told("en")
        assert told["title"] == "Neural networks"
        assert [(one["present"], one["questions"], one["votes"]) for one in told["lectures"]] == [
            (4, 2, 5),
            (5, 2, 6),
            (4, 1, 3),
        ]
        # What the class got wrong twice comes first.
        gate, state, opinion = told["questions"]
        assert (gate["text"], gate["truth"], gate["wrong"]) == (GATE["text"], "keep", 2)
        assert [(one["right"], one["votes"]) for one in gate["times"]] == [(1, 3), (1, 4), (3, 3)]
        assert [(one["right"], one["votes"]) for one in state["times"]] == [(2, 2)]
        assert (opinion["truth"], opinion["times"][0]["right"]) == (None, None)
        rooms.end()
        rooms = Rooms(shelf(), ticks)
    assert rooms.over_weeks(OTHER_KEY).told("en")["questions"][0]["wrong"] == 1
    rooms.end()


def test_numbers_stay_when_the_votes_of_a_room_are_gone_and_name_no_device(tmp_path: Path) -> None:
    ticks = Days()
    rooms = Rooms(OnDisk(tmp_path), ticks)
    taught(rooms, (GATE, [1, 1, 0]))
    ticks.seconds += MAX_AGE + 1
    rooms.expire()
    for path in (tmp_path / ASIDE).iterdir():
        path.unlink()
    rooms.close(taught(rooms, (GATE, [0])))
    [times] = rooms.over_weeks(KEY).questions
    assert [(one.right, one.votes) for one in times] == [(1, 3), (1, 1)]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Neural networks" in kept
    assert b"pupil" not in kept
    assert KEY.encode() not in kept


def test_a_room_that_ended_while_no_server_was_there_is_counted_and_then_kept(
    tmp_path: Path,
) -> None:
    ticks, now = Days(), Days()
    rooms = Rooms(OnDisk(tmp_path, now), ticks)
    taught(rooms, (GATE, [1, 1, 0]))
    rooms.end()
    now.seconds += MAX_AGE + 1
    rooms = Rooms(OnDisk(tmp_path, now), ticks)
    assert len(rooms) == 0
    for _look in range(2):
        [[once]] = rooms.over_weeks(KEY).questions
        assert (once.right, once.votes) == (1, 3)
        for path in (tmp_path / ASIDE).glob(f"*{JOURNAL}"):
            path.unlink()


def test_only_its_key_shows_a_series_and_a_room_stays_in_it(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room = taught(rooms, (GATE, [0]))
    for key in (OTHER_KEY, "", "..", room.series, room.lock):
        with pytest.raises(Refusal, match="no course at this link"):
            rooms.over_weeks(key)
    for key, title, sentence in (
        (OTHER_KEY, "Mine", "belongs to another course"),
        ("short", "Mine", "needs a key"),
        ("../" * 12, "Mine", "needs a key"),
        (KEY, "  ", "1 to 80 characters"),
        (KEY, "x" * 81, "1 to 80 characters"),
    ):
        with pytest.raises(Refusal, match=sentence):
            rooms.join(room, key, title)
    # The same once more gives it another title, and changes nothing else.
    rooms.join(room, KEY, " Neural\n networks, again ")
    assert rooms.over_weeks(KEY).title == "Neural networks, again"
    assert len(rooms.over_weeks(KEY).lectures) == 1


def test_a_room_whose_numbers_cannot_be_kept_stays_open_with_its_votes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room = taught(rooms, (GATE, [1, 1, 0]))
    with no_longer_files(10), pytest.raises(Refusal, match="still open"):
        rooms.close(room)
    # Nor is a room forgotten whose votes cannot be read.
    shown = Path.read_text
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", failing)
        with pytest.raises(Refusal, match="still open"):
            rooms.close(room)
        with pytest.raises(Refusal):
            rooms.over_weeks(KEY)
    assert Path.read_text is shown
    assert rooms.find(room.code) is room
    [[once]] = rooms.over_weeks(KEY).questions
    assert (once.right, once.votes) == (1, 3)
    rooms.close(room)
    [[once]] = rooms.over_weeks(KEY).questions
    assert (once.right, once.votes) == (1, 3)


def failing(*_given: object, **_more: object) -> str:
    raise OSError("the disk does not answer")


def test_a_torn_or_damaged_line_costs_that_line_alone(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room = taught(rooms, (GATE, [1, 1, 0]))
    rooms.close(room)
    [path] = (tmp_path / "series").iterdir()
    whole = path.read_bytes()
    for damage in (
        b'\n{"ended": "abcdef", "tallies": [',
        b"\n17",
        b"\n" + b"[" * 100_000,
        b"\0\0\0",
        f'\n{{"ended": "{room.code}", "tallies": [{{"text": "?", "choices": ["a"], "counts": [-1]}}]}}'.encode(),
    ):
        path.write_bytes(whole.rpartition(b"\n")[0] + damage + b"\n" + whole.rpartition(b"\n")[2])
        second = taught(rooms, (GATE, [0]))
        rooms.close(second)
        [times] = rooms.over_weeks(KEY).questions
        assert [(one.right, one.votes) for one in times] == [(1, 3), (1, 1)]


def test_series_and_their_rooms_are_not_kept_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Days()
    now.seconds = 4_000_000_000.0
    rooms = Rooms(OnDisk(tmp_path, now))
    room = taught(rooms, (GATE, [0]))
    rooms.close(room)
    monkeypatch.setattr(series_module, "MOST_SERIES", 1)
    late, _key = rooms.open("step")
    # The files are of this year, and by that clock older than a series is kept.
    rooms.join(late, OTHER_KEY, "Another")
    with pytest.raises(Refusal, match="no course at"):
        rooms.over_weeks(KEY)
    now.seconds = 0.0
    third, _key = rooms.open("step")
    with pytest.raises(Refusal, match="room for no more"):
        rooms.join(third, KEY, "A third")
    monkeypatch.setattr(series_module, "MOST_LECTURES", 1)
    with pytest.raises(Refusal, match="takes no more"):
        rooms.join(third, OTHER_KEY, "Another")
    monkeypatch.setattr(series_module, "MOST_LECTURES", MOST_LECTURES)
    monkeypatch.setattr(series_module, "MOST_BYTES", 10)
    with pytest.raises(Refusal, match="so many votes"):
        rooms.join(third, OTHER_KEY, "Another")
    assert MOST_SERIES > 1


def test_the_file_has_a_row_a_question_with_its_times_behind(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    rooms.close(taught(rooms, (GATE | {"text": "=1+1"}, [1, 1, 0]), (OPINION, [0])))
    taught(rooms, (GATE | {"text": "=1+1"}, [0, 0]))
    rows = list(csv.reader(io.StringIO(rooms.over_weeks(KEY).table("en", UTC))))
    assert rows == [
        ["question", "right answer", "times asked", "times wrong"]
        + [f"{name} ({k})" for k in (1, 2) for name in ("asked at", "right", "votes", "present")],
        [
            *("'=1+1", "keep", "2", "1", "1970-01-01 00:16:40", "1", "3", "4"),
            *("1970-01-01 00:16:40", "2", "2", "3"),
        ],
        ["Faster?", "", "1", "", "1970-01-01 00:16:41", "", "1", "2"],
    ]


def test_a_question_asked_again_is_one_row_of_a_room_and_loses_no_vote(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _key = rooms.open("step")
    # The second time nobody was quick enough; then the class had talked about it.
    votes = answered(rooms, room, (GATE, [1, 1, 0]), (STATE, [0]), (GATE, []), (GATE, [0, 0, 0]))
    head, gate, state = csv.reader(io.StringIO(votes.table("en", UTC)))
    assert head[:7] == [
        *("question", "asked at", "answered at", "present", "votes", "right answer", "late votes")
    ]
    again = ["asked at", "answered at", "present", "votes", "late votes"]
    again += [f"votes for {letter}" for letter in "ABC"]
    assert head[13:] == [f"{name} (2)" for name in again]
    first = dict(zip(head, gate, strict=False))
    assert (first["votes"], first["votes for A"], first["votes for B"]) == ("3", "1", "2")
    assert (first["votes (2)"], first["votes for A (2)"], first["C"]) == ("3", "3", "")
    assert len(state) == 13


def test_a_question_is_the_same_in_whichever_language_it_was_asked() -> None:
    said = {
        "en": {"text": "Which?", "choices": ["a", "b"]},
        "zh-Hans": {"text": "哪个？", "choices": ["甲", "乙"]},
    }
    one = Tally("Which?", ["a", "b"], 0, [1, 2], said=said)
    other = Tally("哪个？", ["甲", "乙"], 0, [2, 2], said=said)
    different = Tally("Which?", ["a", "c"], 0, [2, 2])
    assert each_once([one, different, other]) == [[one, other], [different]]
    assert one.is_wrong
    assert not other.is_wrong
    assert one.words("zh-Hans") == ("哪个？", ["甲", "乙"])
    assert Tally.kept(one.record) == one
