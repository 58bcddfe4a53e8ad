"""Something goes wrong at each step of a vote on its way to the Redis: what its voter was told is kept, once."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from pages.server import hall as hall_module
from rnnviz.hall import Room, Votes, in_redis
from rnnviz.hall.in_redis import InRedis
from tests.loops import finished
from tests.redis_server import MISSING, PROGRAM, RedisServer
from tests.server.test_rooms_go_over import PATIENCE, QUESTION, Server, wire

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

# Seconds that a server waits for its Redis; longer than a busy disk keeps a write waiting.
ANSWER_WITHIN = 1.5
# How the vote is known on its way.
VOTE = b'"who": "a", "choice": 1'
# Before the Redis has it; once the Redis has it, before the server hears so; before the voter hears so.
STEPS = ("before", "after", "answer")


class CutError(Exception):
    """Nothing comes through this connection any more."""


class Relay:
    """The way between a server and its Redis. step, act: at which step of the vote what happens, once."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.step, self.act = "", Relay.nothing
        self.began, self.over = asyncio.Event(), asyncio.Event()

    @staticmethod
    async def nothing() -> None:
        pass

    async def start(self) -> str:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/0"

    async def at(self, step: str) -> None:
        if step == self.step:
            self.step = ""
            self.began.set()
            try:
                await self.act()
            finally:
                self.over.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to = await asyncio.open_connection("127.0.0.1", self._port)
        is_vote = False

        async def there_on() -> None:
            nonlocal is_vote
            while data := await reader.read(2**16):
                is_vote = VOTE in data
                if is_vote:
                    await self.at("before")
                to.write(data)

        async def back() -> None:
            while data := await there.read(2**16):
                if is_vote:
                    await self.at("after")
                writer.write(data)

        tasks = [asyncio.create_task(there_on()), asyncio.create_task(back())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in (to, writer):
            one.close()

    async def close(self) -> None:
        self._server.close()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path_factory.mktemp("redis"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SAVE_AGAIN", "PART_EVERY", "COUNT_EVERY"):
        monkeypatch.setattr(hall_module, name, 0.02)
    monkeypatch.setattr(in_redis, "AGAIN", 0.0)
    monkeypatch.setattr(in_redis, "PATIENCE", ANSWER_WITHIN)


class Place:
    """Two servers, the first of them behind a relay, and a lecture at the first."""

    def __init__(self, redis: RedisServer) -> None:
        self.redis, self.relay = redis, Relay(redis.port)

    async def begin(self) -> None:
        self.redis.client.flushall()
        through: Any = SimpleNamespace(address=await self.relay.start(), client=self.redis.client)
        self.first, self.second = Server(through), Server(self.redis)
        # Who votes comes to this one; then to the other, where something has happened to it.
        self.asked = self.first
        _status, room = await self.first.ask("/hall", {"view": "step?t=1"})
        self.code, key = room["code"], room["key"]
        async with wire(self.first, self.code, key=key) as driver:
            driver.say({"ask": QUESTION})
            await driver.heard(lambda news: news.get("question"))
        self.votes = self.first.hall._audiences[self.code].votes
        self._keep_to_the_relay()

    def _keep_to_the_relay(self) -> None:
        """The step at which the Redis has answered and the voter has not heard of it."""
        loop, really = asyncio.get_running_loop(), self.votes.write

        def write(records: list[dict[str, Any]]) -> None:
            really(records)
            if VOTE in json.dumps(records).encode():
                with suppress(CutError):
                    asyncio.run_coroutine_threadsafe(self.relay.at("answer"), loop).result()

        self.votes.write = write  # type: ignore[method-assign]

    async def end(self) -> None:
        await self.relay.close()
        for server in (self.first, self.second):
            await server.hall.close()

    async def vote(self, who: str, choice: int) -> None:
        """As a page does it: again and again, until it is told that the vote is kept."""
        told = {"who": who, "question": "q1", "choice": choice}
        async with asyncio.timeout(PATIENCE):
            while True:
                status, answer = await self.asked.ask(f"/hall/{self.code}/vote", told)
                if status == 200:
                    assert answer["voted"] == {"question": "q1", "choice": choice, "isLate": False}
                    return
                await asyncio.sleep(0.05)

    def kept(self) -> Votes:
        """What the Redis has."""
        shelf = InRedis(self.redis.address, "")
        return Votes(shelf.journal(Room(self.code, "")))

    # What goes wrong

    async def cut(self) -> None:
        raise CutError

    async def stopped(self) -> None:
        """The Redis answers nobody, for longer than a server waits."""
        with self.redis.hanging():
            await asyncio.sleep(2 * ANSWER_WITHIN)

    async def held_up(self) -> None:
        """Something on the way delivers late what it was given."""
        await asyncio.sleep(2 * ANSWER_WITHIN)

    async def emptied(self) -> None:
        self.redis.client.flushall()

    async def votes_lost(self) -> None:
        self.redis.client.delete(f"rnnviz:votes:{self.code}")

    async def cut_and_emptied(self) -> None:
        self.redis.client.flushall()
        raise CutError

    async def split(self) -> None:
        """Another proxy sends others of the room to the second server, while the first one lives."""
        async with asyncio.timeout(PATIENCE):
            while (await self.second.ask(f"/hall/{self.code}?who=z"))[0] != 200:
                await asyncio.sleep(0.05)
        self.asked = self.second

    async def emptied_and_split(self) -> None:
        """The Redis that has lost the room is asked for it by a server that never had it."""
        self.redis.client.flushall()
        await self.second.ask(f"/hall/{self.code}?who=z")

    async def killed(self) -> None:
        """The server is gone; what it has sent may still arrive."""
        self.first.kill()
        self.asked = self.second


WRONGS: list[Callable[[Place], Awaitable[None]]] = [
    Place.cut,
    Place.stopped,
    Place.held_up,
    Place.emptied,
    Place.votes_lost,
    Place.cut_and_emptied,
    Place.split,
    Place.emptied_and_split,
    Place.killed,
]


@pytest.mark.parametrize("wrong", WRONGS, ids=lambda wrong: wrong.__name__)
@pytest.mark.parametrize("step", STEPS)
def test_a_vote_that_its_voter_was_told_of_is_kept_once_whatever_goes_wrong_on_its_way(
    step: str, wrong: Callable[[Place], Awaitable[None]], redis: RedisServer
) -> None:
    async def run() -> None:
        place = Place(redis)
        await place.begin()
        try:
            await place.vote("a", 0)
            await place.vote("b", 1)
            place.relay.step, place.relay.act = step, lambda: wrong(place)  # type: ignore[assignment]
            # It is on its way twice: the second time because its page has had no answer.
            await place.vote("a", 1)
            assert place.relay.began.is_set()
            await place.relay.over.wait()
            await place.vote("c", 0)
            async with asyncio.timeout(PATIENCE):
                while (
                    place.kept().ballots.get("q1") is None
                    or len(place.kept().ballots["q1"].votes) < 3
                ):
                    await asyncio.sleep(0.05)
            [ballot] = place.kept().ballots.values()
            assert ballot.votes == {"a": 1, "b": 1, "c": 0}
            assert ballot.changes == {"a": 1}
            # What the next server tells is the same.
            _status, told = await place.asked.ask(f"/hall/{place.code}?who=a")
            assert told["question"]["mine"] == 1
            counted = place.asked.hall._audiences[place.code].votes.ballots["q1"]
            assert (counted.votes, counted.changes) == (ballot.votes, ballot.changes)
        finally:
            await place.end()

    finished(run())
