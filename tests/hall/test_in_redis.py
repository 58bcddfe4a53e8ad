"""Rooms in a Redis: whatever ends, another server goes on where the last one was, and what one says
that has lost its rooms changes nothing."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rnnviz import __main__ as command
from rnnviz.hall import Room, Rooms, Votes, in_redis, where
from rnnviz.hall import rooms as rooms_module
from rnnviz.hall.__main__ import main
from rnnviz.hall.in_redis import InRedis
from rnnviz.hall.on_disk import OnDisk
from rnnviz.hall.shelf import MAX_AGE, Away, Shelf
from rnnviz.locale import LANGUAGES, Refusal, translator
from tests.redis_server import MISSING, PROGRAM, RedisServer

QUESTION = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}
NEW_KEY = "k" * 32

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path_factory.mktemp("redis"))
    yield made
    made.close()


Open = Callable[[], Rooms]


@pytest.fixture
def opened(server: RedisServer) -> Open:
    """Servers of their own on the same, empty Redis."""
    server.client.flushall()
    return lambda: Rooms(InRedis(server.address, server.address))


@pytest.fixture(params=["disk", "redis"])
def restarted(
    request: pytest.FixtureRequest, server: RedisServer, tmp_path: Path
) -> Callable[[Rooms | None], Rooms]:
    """The next server on the same shelf, once the one before has ended."""
    server.client.flushall()

    def restart(before: Rooms | None) -> Rooms:
        if before is not None:
            before.end()
        shelf: Shelf = OnDisk(tmp_path)
        return Rooms(shelf if request.param == "disk" else InRedis(server.address, server.address))

    return restart


def count(votes: Votes, *records: dict[str, Any]) -> None:
    votes.write(list(records))
    for one in records:
        votes.apply(one)


def test_each_shelf_keeps_all_of_a_room_for_the_next_server(
    restarted: Callable[[Rooms | None], Rooms],
) -> None:
    rooms = restarted(None)
    room, key = rooms.open("step?t=1", "10.0.0.1")
    rooms.pack(room, '{"plan":"计划"}')
    word = rooms.offer(room)
    votes = rooms.enter(room)
    count(votes, *votes.ask(QUESTION, {"zh-Hans": {"text": "？", "choices": ["一", "二"]}}))
    count(votes, votes.vote("a", "q1", 1), votes.vote("b", "q1", 0), votes.bar(["a"]))
    room.move("softmax?z1=2")
    rooms.save(room)
    before = room.moment
    assert (key in str(rooms._told(room)), word in str(rooms._told(room))) == (False, False)

    rooms = restarted(rooms)
    room = rooms.fetch(room.code)
    assert (room.epoch, room.seq, room.view) == (before["epoch"] + 1, before["seq"], before["view"])
    assert room.fits(key)
    assert room.parcel == '{"plan":"计划"}'
    again = rooms.enter(room)
    assert (again.ballots, again.only, again.open) == (votes.ballots, votes.only, votes.open)
    rooms.take(room, word, NEW_KEY, "Li")

    rooms = restarted(rooms)
    room = rooms.fetch(room.code)
    assert (room.fits(NEW_KEY), room.fits(key), room.knew(key), room.driver) == (
        *(True, False, True),
        "Li",
    )
    rooms.close(room)
    with pytest.raises(Refusal, match="no room"):
        restarted(rooms).fetch(room.code)


def test_a_room_that_an_earlier_version_has_kept_is_one(opened: Open, server: RedisServer) -> None:
    first = opened()
    room, key = first.open("step?t=1")
    first.end()
    # It knew of nothing that goes along.
    assert server.client.hdel(f"rnnviz:room:{room.code}", "parcel") == 1
    found = opened().fetch(room.code)
    assert (found.fits(key), found.parcel) == (True, "")


def test_what_a_server_writes_that_has_lost_its_room_is_refused_and_changes_nothing(
    opened: Open, server: RedisServer
) -> None:
    first, second = opened(), opened()
    lost, _key = first.open("step?t=1")
    other, _key = first.open("step?t=1")
    stale = first.enter(lost)
    count(stale, *stale.ask(QUESTION))
    # It sleeps; meanwhile another one is asked for the room, and answers.
    room = second.fetch(lost.code)
    votes = second.enter(room)
    count(votes, votes.vote("a", "q1", 1))
    room.move("step?t=7")
    second.save(room)
    before = kept(server)

    lost.move("step?t=2")
    writes: list[Callable[[], object]] = [
        lambda: first.save(lost),
        lambda: first._shelf.put(lost, first._told(lost)),
        lambda: stale.write([stale.vote("b", "q1", 0)]),
        stale._compact,
        lambda: first.offer(lost),
        lambda: first.close(lost),
        lambda: first._shelf.remove(lost),
        lambda: first._shelf.set_aside([lost]),
    ]
    for write in writes:
        # It hears of the first refusal; what it tries after that has no effect at all.
        with suppress(Away):
            write()
    assert kept(server) == before
    assert lost.has_moved
    # And it forgets that room alone.
    assert first.part() == []
    assert [*first._rooms] == [other.code]
    # A room that was closed meanwhile does not come back.
    taken = second.fetch(other.code)
    second.close(taken)
    with pytest.raises(Away):
        first._shelf.put(other, first._told(other))
    first.part()
    assert len(first) == 0
    with pytest.raises(Refusal, match="no room"):
        first.fetch(other.code)


def kept(server: RedisServer) -> dict[str, Any]:
    """All rooms and votes."""
    read = server.client
    rooms = {key: read.hgetall(key) for key in read.keys("rnnviz:room:*")}
    return rooms | {key: read.get(key) for key in read.keys("rnnviz:votes:*")}


def test_a_vote_that_was_kept_and_never_confirmed_counts_once(opened: Open) -> None:
    first = opened()
    room, _key = first.open("step")
    votes = first.enter(room)
    count(votes, *votes.ask(QUESTION))
    # Killed before the voter heard of it.
    votes.write([votes.vote("a", "q1", 1)])
    second = opened()
    votes = second.enter(second.fetch(room.code))
    assert votes.ballots["q1"].votes == {"a": 1}
    # Who was told nothing sends it again.
    count(votes, votes.vote("a", "q1", 1))
    second.end()
    third = opened()
    assert third.enter(third.fetch(room.code)).ballots["q1"].counts == [0, 1]


class KilledError(BaseException):
    """The server is no more."""


@dataclass
class Lecture:
    """One server's lecture, and what of it somebody has been told. key: that fits for sure; either:
    that may fit because its exchange was under way."""

    rooms: Rooms
    code: str = ""
    key: str = ""
    either: str = ""
    view: str = ""
    voted: dict[str, int] = field(default_factory=dict)

    def hold(self) -> None:
        room, self.key = self.rooms.open("step?t=1")
        self.code, self.view = room.code, room.view
        votes = self.rooms.enter(room)
        count(votes, *votes.ask(QUESTION))
        for who, choice in (("a", 0), ("b", 1), ("a", 1)):
            count(votes, votes.vote(who, "q1", choice))
            self.voted[who] = choice
        room.move("step?t=2")
        self.rooms.save(room)
        self.view = room.view
        word = self.rooms.offer(room)
        self.key, self.either = "", self.key
        self.rooms.take(room, word, NEW_KEY, "Li")
        self.key = NEW_KEY
        count(votes, *votes.reveal())


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_server_that_is_killed_at_any_of_its_commands_loses_nothing_that_was_told(
    opened: Open, moment: str
) -> None:
    killed = 0
    while True:
        lecture, left = Lecture(opened()), killed
        shelf = lecture.rooms._shelf
        assert isinstance(shelf, InRedis)
        really = shelf._run

        def run(script: Any, *given: Any) -> Any:
            nonlocal left
            left -= 1
            if left >= 0:
                return really(script, *given)  # noqa: B023
            if moment == "after":
                really(script, *given)  # noqa: B023
            raise KilledError

        shelf._run = run  # type: ignore[method-assign]
        with suppress(KilledError):
            lecture.hold()
        if left >= 0:
            break
        killed += 1
        if not lecture.code:
            continue
        # The next one has all that was told; of what was under way all or nothing.
        rooms = opened()
        room = rooms.fetch(lecture.code)
        assert room.view in {lecture.view, "step?t=2"}
        assert room.fits(lecture.key or NEW_KEY) or room.fits(lecture.either)
        assert not lecture.key or room.fits(lecture.key)
        votes = rooms.enter(room)
        votes.write(votes.ask(QUESTION) if "q1" not in votes.ballots else [])
        found = rooms.enter(room).ballots["q1"]
        assert all(who in found.votes for who in lecture.voted)
        assert found.votes.get("b", 1) == 1
        assert found.votes.get("a", 0) >= lecture.voted.get("a", 0)
        # Who was not told that a vote is kept sends it again; it counts once.
        votes = rooms.enter(room)
        for who in ("a", "b"):
            count(votes, votes.vote(who, "q1", 1))
        assert found.is_over or rooms.enter(room).ballots["q1"].counts == [0, 2]
        assert len(rooms.enter(room).ballots) == 1
    assert killed == 9


def test_a_command_that_comes_late_changes_nothing(opened: Open, server: RedisServer) -> None:
    """As when a Redis that hung goes on: what was sent over a connection that has been given up
    comes after what was sent later, over another one."""
    rooms = opened()
    room, _key = rooms.open("step?t=1")
    votes = rooms.enter(room)
    shelf = rooms._shelf
    assert isinstance(shelf, InRedis)
    sent: list[tuple[Any, ...]] = []
    really = shelf._run

    def run(script: Any, *given: Any) -> Any:
        sent.append((script, *given))
        return really(script, *given)

    shelf._run = run  # type: ignore[method-assign]
    count(votes, *votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 0))
    count(votes, votes.vote("a", "q1", 1))
    votes._compact()
    count(votes, votes.vote("b", "q1", 0))
    word = rooms.offer(room)
    rooms.take(room, word, NEW_KEY, "Li")
    before = kept(server)
    assert len(sent) == 7
    for one in sent:
        really(*one)
        assert kept(server) == before


def test_servers_that_are_asked_in_turn_do_not_pass_a_room_to_and_fro(
    opened: Open, server: RedisServer
) -> None:
    first, second = opened(), opened()
    room, _key = first.open("step")
    key = f"rnnviz:room:{room.code}"

    def rested(seconds: float) -> None:
        """Let the room have changed hands that long ago."""
        now, micro = server.client.time()
        server.client.hset(key, "taken", round(1000 * (now - seconds) + micro / 1000))

    # Where the proxy leads to is where it goes, at once.
    second.fetch(room.code)
    for number, owner in enumerate([first, second] * 4):
        rested(2**number - 0.9)
        first.part(), second.part()
        with pytest.raises(Away, match="on its way to another server"):
            owner.fetch(room.code)
        rested(2**number + 0.1)
        owner.fetch(room.code)
    # A server that ends leaves its rooms at once, to whoever is asked.
    second.end()
    first.part()
    found = first.fetch(room.code)
    assert found.epoch == 11
    with pytest.raises(Away):
        second._shelf.take(room.code)
    # One that says nothing for a while is gone.
    server.client.zincrby("rnnviz:servers", -3_100, first._shelf._name)  # type: ignore[attr-defined]
    opened().fetch(room.code)


def test_a_code_that_is_in_use_is_drawn_again(
    opened: Open, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = opened(), opened()
    room, key = first.open("step?t=1")
    server.client.set("rnnviz:votes:bbbbbb", "of a room that is over")
    drawn = iter([room.code, "bbbbbb", "cccccc"])
    really = Room.new

    def new(view: str, opener: str = "") -> tuple[Room, str]:
        made, own = really(view, opener)
        made.code = next(drawn)
        return made, own

    monkeypatch.setattr(Room, "new", new)
    assert second.open("step?t=2")[0].code == "cccccc"
    assert first.fetch(room.code).fits(key)


def test_the_rooms_of_all_servers_are_counted_together(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_OF_AN_ADDRESS", 3)
    first, second = opened(), opened()
    mine = [first.open("step", "10.0.0.1")[0] for _ in range(3)]
    for room in mine[1:]:
        room.joined = True
        first.save(room)
    # One that nobody has joined makes place, whosever it is.
    joined, _key = second.open("step", "10.0.0.1")
    joined.joined = True
    second.save(joined)
    first.part()
    assert [*first._rooms] == [room.code for room in mine[1:]]
    with pytest.raises(Refusal, match="3 rooms have been opened from your address"):
        opened().open("step", "10.0.0.1")
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 1)
    # So many for each server that is there.
    for rooms in (first, second):
        rooms.part()
        with pytest.raises(Refusal, match="There are 3 rooms open"):
            rooms.open("step", "10.0.0.2")


def test_a_room_that_nobody_drives_for_a_day_is_over_and_its_votes_are_kept(
    opened: Open, server: RedisServer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    rooms = opened()
    idle, _key = rooms.open("step")
    votes = rooms.enter(idle)
    count(votes, *votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 1))
    gone, _key = rooms.open("step")
    # Redis itself forgets rooms whose server has gone.
    left = server.client.pttl(f"rnnviz:room:{gone.code}") / 1000
    assert MAX_AGE < left < MAX_AGE + 1000
    idle.driven -= MAX_AGE + 1
    assert rooms.expire() == [idle]
    with pytest.raises(Refusal, match="no room"):
        opened().fetch(idle.code)
    monkeypatch.setenv("RNNVIZ_REDIS", server.address)
    monkeypatch.setattr("sys.argv", ["rnnviz.hall"])
    main()
    [told] = capsys.readouterr().out.splitlines()
    assert told.split("\t")[::2] == [idle.code, "questions: 1, votes: 1"]


def test_a_redis_that_is_killed_costs_no_vote_and_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_redis, "AGAIN", 0.0)
    with closing(RedisServer(tmp_path)) as server:
        rooms = Rooms(InRedis(server.address, "redis://host"))
        room, key = rooms.open("step?t=1")
        votes = rooms.enter(room)
        count(votes, *votes.ask(QUESTION))
        count(votes, votes.vote("a", "q1", 1))
        server.kill()
        # The room goes on; what cannot be kept is refused.
        room.move("step?t=2")
        with pytest.raises(OSError, match="redis://host"):
            rooms.save(room)
        with pytest.raises(OSError, match="redis://host"):
            votes.write([votes.vote("b", "q1", 0)])
        with pytest.raises(OSError, match="redis://host"):
            rooms.part()
        for refused in (lambda: rooms.open("step"), lambda: rooms.fetch("abcdef")):
            with pytest.raises(Refusal, match="cannot keep rooms at present"):
                refused()
        assert rooms.find(room.code) is room
        server.start()
        assert rooms.part() == []
        rooms.save(room)
        count(votes, votes.vote("b", "q1", 0))
        second = Rooms(InRedis(server.address, "redis://host"))
        found = second.fetch(room.code)
        assert (found.view, found.fits(key)) == ("step?t=2", True)
        assert second.enter(found).ballots["q1"].votes == {"a": 1, "b": 0}


def test_a_vote_that_was_refused_because_redis_hung_does_not_count_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_redis, "AGAIN", 0.0)
    monkeypatch.setattr(in_redis, "PATIENCE", 0.2)
    with closing(RedisServer(tmp_path)) as server:
        rooms = Rooms(InRedis(server.address, "redis://host"))
        room, _key = rooms.open("step")
        votes = rooms.enter(room)
        count(votes, *votes.ask(QUESTION))
        with server.hanging(), pytest.raises(OSError, match="Timeout"):
            votes.write([votes.vote("a", "q1", 1)])
        # By now it may lie there.
        patiently(lambda: count(votes, votes.vote("b", "q1", 0)))
        rooms.end()
        second = Rooms(InRedis(server.address, "redis://host"))
        assert second.enter(second.fetch(room.code)).ballots["q1"].votes == {"b": 0}


def patiently(act: Callable[[], None]) -> None:
    """Do it as soon as the server is there again."""
    for _ in range(100):
        with suppress(OSError):
            return act()
    raise TimeoutError


def test_a_redis_that_begins_empty_is_given_what_the_server_still_has(
    opened: Open, server: RedisServer
) -> None:
    rooms = opened()
    room, key = rooms.open("step?t=1")
    votes = rooms.enter(room)
    count(votes, *votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 1))
    server.client.flushall()
    with pytest.raises(OSError, match="missing"):
        votes.write([votes.vote("b", "q1", 0)])
    assert rooms.part() == [room]
    rooms.save(room)
    # Until the votes are back, too, nobody else takes the room.
    second = opened()
    with pytest.raises(Away):
        second.fetch(room.code)
    count(votes, votes.vote("b", "q1", 0))
    assert rooms.part() == []
    rooms.end()
    found = second.fetch(room.code)
    assert found.fits(key)
    assert second.enter(found).ballots["q1"].votes == {"a": 1, "b": 0}


@pytest.mark.parametrize("is_older_first", [True, False])
def test_of_two_servers_that_put_the_same_room_back_the_higher_epoch_stays(
    opened: Open, server: RedisServer, is_older_first: bool
) -> None:
    older, newer = opened(), opened()
    room, _key = older.open("step?t=1")
    votes = older.enter(room)
    count(votes, *votes.ask(QUESTION))
    count(votes, *(votes.vote(who, "q1", 1) for who in "abcdefgh"))
    # It sleeps, and has not heard yet that another one has the room.
    taken = newer.fetch(room.code)
    later = newer.enter(taken)
    count(later, later.vote("a", "q1", 0))
    taken.move("step?t=2")
    server.client.flushall()
    backs = [
        (older, room, votes, "z", 1),
        (newer, taken, later, "b", 0),
    ]
    for rooms, one, own, who, choice in backs if is_older_first else reversed(backs):
        with suppress(Away):
            for lost in rooms.part():
                rooms.save(lost)
                count(own, own.vote(who, "q1", choice))
                assert one.is_open
    assert older.part() == newer.part() == []
    assert (room.has_moved, taken.is_open) == (True, True)
    third = opened()
    newer.end()
    found = third.fetch(room.code)
    assert found.view == "step?t=2"
    assert third.enter(found).ballots["q1"].votes == {
        "a": 0, "b": 0, **dict.fromkeys("cdefgh", 1)
    }  # fmt: skip


def test_a_room_may_be_closed_whose_older_state_another_server_has_put_back(
    opened: Open, server: RedisServer
) -> None:
    older, newer = opened(), opened()
    room, _key = older.open("step")
    taken = newer.fetch(room.code)
    server.client.flushall()
    older.save(room)
    newer.close(taken)
    older.part()
    assert room.has_moved
    with pytest.raises(Refusal, match="no room"):
        opened().fetch(room.code)


def refusal_of(address: str) -> str:
    """What is missing, as the log says it; readers hear less, each in their language."""
    with pytest.raises(Away) as refused:
        Rooms(InRedis(address, where.shown(address)))
    said = {refused.value.sentence(translator(one)) for one in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not any("127.0.0.1" in one for one in said)
    assert "secret" not in refused.value.because
    return refused.value.because


def test_a_redis_that_cannot_keep_rooms_is_refused_with_what_is_missing(
    opened: Open, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, client = f"127.0.0.1:{server.port}", server.client
    assert "does not answer" in refusal_of("redis://127.0.0.1:1")
    assert "name or password" in refusal_of(f"redis://nobody:secret@{host}")
    for name, other in (
        ("appendonly", "no"), ("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru"),
    ):  # fmt: skip
        usual = client.config_get(name)[name]
        client.config_set(name, other)
        assert f"--{name} {in_redis.KEEPING[name]}" in refusal_of(server.address)
        client.config_set(name, usual)
    client.execute_command("ACL SETUSER class on >secret ~* &* +@all -config")
    assert "CONFIG GET" in refusal_of(f"redis://class:secret@{host}")
    with monkeypatch.context() as newer:
        newer.setattr(in_redis, "OLDEST", 99)
        assert "need 99 or newer" in refusal_of(server.address)
    opened().open("step")


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("localhost:6379", "localhost:6379"),
        ("http://host", "http://host"),
        ("redis://", "redis://"),
        ("redis://me:secret@host:x", "host:x"),
        ("redis://host/rooms", "redis://host/rooms"),
    ],
)
def test_what_is_no_address_of_a_redis_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, named: str, told: str
) -> None:
    monkeypatch.setenv("RNNVIZ_REDIS", named)
    with pytest.raises(Away) as refused:
        where.shelf()
    assert f"({told})" in refused.value.because


def test_the_command_says_what_is_no_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RNNVIZ_REDIS", "")
    assert command.main(["teach", "--redis", "http://host"]) == 1
    assert "none of a Redis (http://host)" in capsys.readouterr().err


def test_without_an_address_rooms_are_on_the_disk_and_redis_is_not_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("RNNVIZ_REDIS", raising=False)
    program = (
        "import sys; from rnnviz.hall import Rooms, shelf; print(type(shelf()).__name__, "
        "'redis' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert told.split() == ["OnDisk", "False"]
