"""A room's server under strain: a slow disk, too much to tell, sockets that say nothing."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from pages.server import audience as audience_module
from pages.server import silence as silence_module
from pages.server.audience import MOST_DESKS, MOST_FOLLOWERS, Audience, Connection
from pages.server.hall import ROOMS_AT_ONCE, HallApi
from pages.server.silence import Silence
from rnnviz.hall import Room, Rooms, Votes
from rnnviz.hall.on_disk import File, OnDisk
from rnnviz.locale import Refusal
from rnnviz.training import Runs
from tests.loops import finished

QUESTION = {"text": "?", "choices": ["both", "neither"], "truth": 0}


class Socket:
    """A WebSocket that is never slow."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)


def audience_of(folder: Path, followers: int = 0) -> Audience:
    room, _key = Room.new("step")
    made = Audience(room, Votes(File(folder / "room.votes")))
    for k in range(followers):
        one = Connection(Socket())  # type: ignore[arg-type]
        one.who = f"f{k}"
        assert made.admit(one)
    return made


class Called:
    """An application, called without a server."""

    def __init__(self, folder: Path) -> None:
        self.rooms = Rooms(OnDisk(folder))
        self.hall = HallApi(lambda: self.rooms, lambda: Runs(folder), port=1, to_the_room=False)
        self._app = Starlette(routes=self.hall.routes())

    async def ask(
        self, path: str, told: dict[str, Any] | None = None, address: str = "10.0.0.1"
    ) -> tuple[int, dict[str, Any]]:
        body = b"" if told is None else json.dumps(told).encode()
        scope = {
            **{"type": "http", "method": "GET" if told is None else "POST", "path": path},
            **{"query_string": b"", "headers": [(b"host", b"localhost")], "client": (address, 1)},
            **{"server": ("localhost", 1), "scheme": "http", "root_path": ""},
        }
        answers: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            answers.append(message)

        await self._app(scope, receive, send)
        return answers[0]["status"], json.loads(answers[1]["body"])


def test_a_disk_that_does_not_answer_keeps_nobody_waiting_but_those_who_asked_for_it(
    tmp_path: Path,
) -> None:
    async def lecture() -> None:
        app = Called(tmp_path)
        status, room = await app.ask("/hall", {"view": "step"})
        assert status == 200
        audience = await app.hall._audience(app.rooms.find(room["code"]))
        await audience.ask(QUESTION, "en")

        disk, really = threading.Event(), app.rooms.open

        def slow(*given: Any) -> Any:
            disk.wait(60)
            return really(*given)

        app.rooms.open = slow  # type: ignore[method-assign]
        openings = [asyncio.create_task(app.ask("/hall", {"view": "step"})) for _ in range(12)]
        while app.hall._opening["10.0.0.1"] < ROOMS_AT_ONCE:
            await asyncio.sleep(0)
        # A class goes on, and its votes are written.
        vote = {"who": "a", "question": "q1", "choice": 1}
        status, told = await app.ask(f"/hall/{room['code']}/vote", vote)
        assert (status, told["voted"]["choice"]) == (200, 1)
        status, _told = await app.ask(f"/hall/{room['code']}")
        assert status == 200
        # More from the same address are told to come again.
        status, told = await app.ask("/hall", {"view": "step"})
        assert (status, "try again" in told["error"]) == (429, True)
        disk.set()
        found = [status for status, _told in await asyncio.gather(*openings)]
        assert sorted(found) == [200] * ROOMS_AT_ONCE + [429] * 2
        await app.hall.close()

    finished(lecture())


def test_of_what_happens_while_a_class_is_told_everybody_hears_the_latest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience_module, "LONGEST_REST", 0.0)
    rounds = 0

    class Bell(asyncio.Event):
        def set(self) -> None:
            nonlocal rounds
            rounds += 1
            super().set()

    async def lecture() -> None:
        audience = audience_of(tmp_path, followers=100)
        [first, *_others] = audience.connections
        first.wake = Bell()
        for _ in range(55):
            audience.tell()
        await asyncio.sleep(0)
        # All of these come before the hundredth has heard of the first.
        for _ in range(55):
            audience.tell()
        assert audience._herald
        await audience._herald
        assert all(one.wake.is_set() for one in audience.connections)

    finished(lecture())
    assert rounds == 2


def test_what_happens_while_a_follower_is_told_something_is_told_after_that(
    tmp_path: Path,
) -> None:
    async def lecture() -> None:
        app = Called(tmp_path)
        audience = audience_of(tmp_path, followers=1)
        [one] = audience.connections

        class Slow(Socket):
            async def send_text(self, text: str) -> None:
                await super().send_text(text)
                if len(self.sent) == 1:
                    # The last move of a lecture, before the one before has been sent.
                    audience.room.move("step?t=9")
                    audience.tell()
                    assert audience._herald
                    await audience._herald

        one.socket = Slow()  # type: ignore[assignment]
        speaking = asyncio.create_task(app.hall._speak(audience, one))
        async with asyncio.timeout(30):
            while len(one.socket.sent) < 2:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
        speaking.cancel()
        views = [json.loads(text)["view"] for text in one.socket.sent]  # type: ignore[attr-defined]
        assert views == ["step", "step?t=9"]
        app.rooms.end()

    finished(lecture())


def test_a_full_room_lets_its_lecturer_in_and_no_crowd_of_lecturers_hides(tmp_path: Path) -> None:
    async def lecture() -> None:
        audience = audience_of(tmp_path, MOST_FOLLOWERS)
        assert audience.count()["isCrowded"]
        stranger, lecturer = Connection(Socket()), Connection(Socket())  # type: ignore[arg-type]
        assert not audience.admit(stranger)
        lecturer.fits = lecturer.lectures = True
        assert audience.admit(lecturer)
        audience.take_over(lecturer)
        former = []
        for _ in range(3 * MOST_DESKS):
            one = Connection(Socket())  # type: ignore[arg-type]
            one.lectures = True
            former.append(audience.admit(one))
        # Those with a key of before are few; more of them are followers, and here is no place.
        assert sum(former) == MOST_DESKS - 1
        assert audience.present == MOST_FOLLOWERS
        # One more with the key takes the place of one that does not drive.
        again = Connection(Socket())  # type: ignore[arg-type]
        again.fits = again.lectures = True
        assert audience.admit(again)
        assert [one.fits for one in audience.connections if one.is_sent_away] == [False]
        assert lecturer in audience.connections

    finished(lecture())


def test_how_the_pace_was_felt_goes_with_those_who_felt_it(tmp_path: Path) -> None:
    async def lecture() -> None:
        audience = audience_of(tmp_path, followers=3)
        tab = Connection(Socket())  # type: ignore[arg-type]
        tab.who = "f0"
        audience.admit(tab)
        for one in audience.connections:
            audience.votes.feel(one.who, "lost")
        assert audience.count()["paces"]["lost"] == 3
        assert not audience.count()["isCrowded"]
        # One has the room in two tabs.
        audience.leave(tab)
        assert audience.count()["paces"]["lost"] == 3
        for one in list(audience.connections):
            audience.leave(one)
        assert audience.count()["paces"]["lost"] == 0

    finished(lecture())


def test_names_that_only_vote_are_counted_among_those_present(tmp_path: Path) -> None:
    async def lecture() -> None:
        app = Called(tmp_path)
        _status, room = await app.ask("/hall", {"view": "step"})
        audience = await app.hall._audience(app.rooms.find(room["code"]))
        await audience.ask(QUESTION, "en")
        statuses = []
        for k in range(MOST_FOLLOWERS + 3):
            vote = {"who": f"made up {k}", "question": "q1", "choice": 1}
            status, told = await app.ask(f"/hall/{room['code']}/vote", vote, f"10.0.{k % 9}.1")
            statuses.append(status)
        assert statuses == [200] * MOST_FOLLOWERS + [429] * 3
        assert told == {"error": "This room is full."}
        count = audience.count()
        assert (count["present"], count["isCrowded"]) == (MOST_FOLLOWERS, True)
        await app.hall.close()

    finished(lecture())


def silence_of(test: Callable[[Silence], Awaitable[None]]) -> None:
    async def run() -> None:
        await test(Silence())

    finished(run())


async def never() -> dict[str, Any]:
    await asyncio.Event().wait()
    return {}


async def soon() -> dict[str, Any]:
    await asyncio.sleep(0)
    return {"key": "k"}


@pytest.mark.parametrize(
    ("limits", "gone"),
    [
        # The oldest of the address, of the room, and of the address that has most.
        ({"MOST_OF_AN_ADDRESS": 3}, [0, 2]),
        ({"MOST_IN_A_ROOM": 3}, [0, 2]),
        ({"MOST": 8}, [0]),
    ],
)
def test_the_one_that_was_silent_longest_goes_and_who_speaks_gets_in(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], gone: list[int]
) -> None:
    for name, most in limits.items():
        monkeypatch.setattr(silence_module, name, most)

    async def test(silence: Silence) -> None:
        waiting = []
        for k in range(8):
            # Two of three come from one address, to one room.
            who = ("10.0.0.1", "abcdef") if k % 3 != 1 else (f"10.0.1.{k}", f"room{k}")
            hello = asyncio.create_task(never())
            waiting.append(asyncio.create_task(silence.heard(hello, *who)))
            await asyncio.sleep(0)
        key = asyncio.create_task(soon())
        if limits.get("MOST"):
            assert await silence.heard(key, "10.0.0.2", "abcdef") == {"key": "k"}
        for _ in range(3):
            await asyncio.sleep(0)
        assert [k for k, one in enumerate(waiting) if one.done()] == gone
        assert all(one.result() is None for one in waiting if one.done())
        if not limits.get("MOST"):
            assert await silence.heard(key, "10.0.0.1", "abcdef") == {"key": "k"}
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not silence._of
        assert not silence._groups

    silence_of(test)


def test_who_says_nothing_for_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence_module, "HELLO_WITHIN", 0.0)

    async def test(silence: Silence) -> None:
        with pytest.raises(TimeoutError):
            await silence.heard(asyncio.create_task(never()), "10.0.0.1", "abcdef")
        assert not silence._groups

    silence_of(test)


def test_while_a_room_is_closed_no_vote_is_confirmed_that_would_go_with_it(tmp_path: Path) -> None:
    async def close() -> None:
        audience = audience_of(tmp_path)
        await audience.ask(QUESTION, "en")
        # One that is on its way is kept before the room is counted.
        on_its_way = asyncio.create_task(audience.vote("a", {"question": "q1", "choice": 0}))
        await asyncio.sleep(0)
        async with audience.at_rest():
            assert Votes(File(tmp_path / "room.votes")).ballots["q1"].counts == [1, 0]
            with pytest.raises(Refusal):
                await audience.vote("b", {"question": "q1", "choice": 0})
        await on_its_way
        # A room that could not be closed goes on.
        await audience.vote("b", {"question": "q1", "choice": 1})
        assert Votes(File(tmp_path / "room.votes")).ballots["q1"].counts == [1, 1]

    finished(close())
