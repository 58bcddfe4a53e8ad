"""A room that several servers share goes from one to the other with everybody in it: when its server
dies, when it comes back, when it is told to end, and when the Redis itself is gone for a while."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from pages.server import hall as hall_module
from pages.server.hall import HallApi
from rnnviz.hall import Rooms, in_redis
from rnnviz.hall.in_redis import InRedis
from rnnviz.training import Runs
from tests.loops import finished
from tests.redis_server import MISSING, PROGRAM, RedisServer

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

QUESTION = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}
PATIENCE = 60.0


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path_factory.mktemp("redis"))
    yield made
    made.close()


class Server:
    """The rooms' routes, called as a server calls them."""

    def __init__(self, redis: RedisServer) -> None:
        self._redis = redis
        self.hall = HallApi(
            lambda: Rooms(InRedis(redis.address, "redis://host")),
            lambda: Runs(Path("nowhere")),
            port=1,
            to_the_room=False,
        )
        self.app = Starlette(routes=self.hall.routes())

    async def ask(self, path: str, told: object = None) -> tuple[int, Any]:
        path, _, query = path.partition("?")
        scope = _scope(type="http", method="GET" if told is None else "POST", path=path)
        body, sent = b"" if told is None else json.dumps(told).encode(), []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope | {"query_string": query.encode()}, receive, send)
        return sent[0]["status"], json.loads(sent[1]["body"])

    def kill(self) -> None:
        """It does nothing any more, says goodbye to nobody, and after some seconds it is gone."""
        for chore in self.hall._chores:
            chore.cancel()
        name = self.hall._kept._shelf._name  # type: ignore[attr-defined, union-attr]
        self._redis.client.zrem("rnnviz:servers", name)


class Wire:
    """One browser's WebSocket. code: with which the server has closed it, else 0."""

    def __init__(self) -> None:
        self.code = 0
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def say(self, told: dict[str, Any]) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps(told)})

    async def heard(self, is_it: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first news of which this holds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._out.get()
                assert message["type"] != "websocket.close", message
                if message["type"] == "websocket.send":
                    news = json.loads(message["text"])
                    if is_it(news):
                        return dict(news)

    async def ended(self) -> int:
        """The code with which the server closes it."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self._out.get())["type"] != "websocket.close":
                pass
        return int(message["code"])


@asynccontextmanager
async def wire(server: Server, code: str, **hello: object) -> AsyncIterator[Wire]:
    made = Wire()
    made._in.put_nowait({"type": "websocket.connect"})
    made.say({"who": "", "key": "", **hello})
    scope = _scope(type="websocket", path=f"/hall/{code}/live", subprotocols=[])
    task = asyncio.create_task(server.app(scope, made._in.get, made._out.put))
    try:
        yield made
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _scope(**more: Any) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"accept-language", b"en")]
    about = {"query_string": b"", "headers": headers, "client": ("10.0.0.1", 1)}
    return {**about, "server": ("localhost", 1), "scheme": "http", "root_path": "", **more}


def at(view: str) -> Callable[[dict[str, Any]], object]:
    return lambda news: news.get("view") == view


async def saved(server: Server, code: str, view: str) -> None:
    """Returns when the Redis has the room at this view."""
    while json.loads(server._redis.client.hget(f"rnnviz:room:{code}", "view") or "0") != view:
        await asyncio.sleep(0.01)


Lecture = Callable[[Server, Server, Callable[[], Server]], Awaitable[None]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next look."""
    for name in ("SAVE_AGAIN", "PART_EVERY", "COUNT_EVERY"):
        monkeypatch.setattr(hall_module, name, 0.01)
    monkeypatch.setattr(in_redis, "AGAIN", 0.0)


def held(redis: RedisServer, lecture: Lecture) -> None:
    """Hold a lecture with two servers; and with more of them, where it wants them."""
    redis.client.flushall()

    async def run() -> None:
        made: list[Server] = []

        def another() -> Server:
            made.append(Server(redis))
            return made[-1]

        try:
            await lecture(another(), another(), another)
        finally:
            for server in made:
                await server.hall.close()

    finished(run())


def test_a_room_whose_server_is_killed_goes_on_at_another_one(redis: RedisServer) -> None:
    async def lecture(first: Server, second: Server, another: Callable[[], Server]) -> None:
        _status, room = await first.ask("/hall", {"view": "step?t=1"})
        code, key = room["code"], room["key"]
        # Whoever the proxy asks has the room, whoever has opened it.
        async with wire(second, code, key=key) as driver, wire(second, code, who="a") as one:
            await driver.heard(lambda news: news.get("drives"))
            before = await one.heard(at("step?t=1"))
            driver.say({"ask": QUESTION})
            await one.heard(lambda news: news.get("question"))
            driver.say({"view": "step?t=5"})
            await one.heard(at("step?t=5"))
            one.say({"vote": {"question": "q1", "choice": 1}})
            await one.heard(lambda news: "voted" in news)
            await saved(second, code, "step?t=5")
            # The vote of another one is kept, and its server dies before the voter hears of it.
            votes = second.hall._audiences[code].votes
            votes.write([votes.vote("b", "q1", 0)])
            second.kill()
        third = another()
        async with wire(third, code, who="a") as one, wire(third, code, key=key) as driver:
            after = await one.heard(at("step?t=5"))
            assert (after["epoch"], after["seq"]) > (before["epoch"], before["seq"])
            assert after["question"]["mine"] == 1
            # Both have had no answer, as far as their pages know.
            for who, choice in (("a", 1), ("b", 0)):
                vote = {"who": who, "question": "q1", "choice": choice}
                status, told = await third.ask(f"/hall/{code}/vote", vote)
                assert (status, told["voted"]["choice"]) == (200, choice)
            await driver.heard(lambda news: news.get("counted") == [1, 1])
            driver.say({"view": "step?t=6"})
            await one.heard(at("step?t=6"))
            # The one that was dead hears of it, and lets nobody stay.
            async with wire(second, code, who="c") as late:
                await late.heard(at("step?t=5"))
                await second.hall._part(second.hall._kept)  # type: ignore[arg-type]
                assert await late.ended() == 4423

    held(redis, lecture)


def test_a_redis_that_comes_back_empty_has_the_votes_before_anybody_votes_again(
    redis: RedisServer,
) -> None:
    async def lecture(first: Server, second: Server, _another: Callable[[], Server]) -> None:
        _status, room = await first.ask("/hall", {"view": "step?t=1"})
        code, key = room["code"], room["key"]
        async with wire(first, code, key=key) as driver, wire(first, code, who="a") as one:
            driver.say({"ask": QUESTION})
            await one.heard(lambda news: news.get("question"))
            one.say({"vote": {"question": "q1", "choice": 1}})
            await one.heard(lambda news: "voted" in news)
            redis.client.flushall()
            async with asyncio.timeout(PATIENCE):
                while '"a": 1' not in (redis.client.get(f"rnnviz:votes:{code}") or ""):
                    await asyncio.sleep(0.01)
        first.kill()
        async with asyncio.timeout(PATIENCE):
            # Its last sign of life may come after that.
            while (answer := await second.ask(f"/hall/{code}?who=a"))[0] == 503:
                await asyncio.sleep(0.1)
        told = answer[1]
        assert (told["view"], told["question"]["mine"]) == ("step?t=1", 1)

    held(redis, lecture)


def test_who_votes_at_a_server_that_has_lost_the_room_is_sent_after_it(redis: RedisServer) -> None:
    async def lecture(first: Server, second: Server, _another: Callable[[], Server]) -> None:
        _status, room = await first.ask("/hall", {"view": "step?t=1"})
        code, key = room["code"], room["key"]
        async with wire(first, code, key=key) as driver, wire(first, code, who="a") as one:
            driver.say({"ask": QUESTION})
            await one.heard(lambda news: news.get("question"))
            first.kill()
            await second.ask(f"/hall/{code}?who=b")
            one.say({"vote": {"question": "q1", "choice": 1}})
            assert await one.ended() == 4423
            assert await driver.ended() == 4423
        status, told = await second.ask(f"/hall/{code}?who=a")
        assert (status, told["question"]["mine"]) == (200, None)

    held(redis, lecture)


def test_a_server_that_is_told_to_end_leaves_its_rooms_as_they_are(redis: RedisServer) -> None:
    async def lecture(first: Server, second: Server, _another: Callable[[], Server]) -> None:
        _status, room = await first.ask("/hall", {"view": "step?t=1"})
        code, key = room["code"], room["key"]
        async with wire(first, code, key=key) as driver, wire(first, code, who="a") as one:
            for t in range(2, 30):
                driver.say({"view": f"step?t={t}"})
            await one.heard(at("step?t=29"))
            await first.hall.let_go()
            assert (await one.ended(), await driver.ended()) == (4423, 4423)
            status, told = await first.ask(f"/hall/{code}")
            assert (status, "on its way to another server" in told["error"]) == (503, True)
        _status, told = await second.ask(f"/hall/{code}")
        assert told["view"] == "step?t=29"

    held(redis, lecture)


def test_without_its_redis_a_lecture_goes_on_and_what_cannot_be_kept_is_said(
    tmp_path: Path,
) -> None:
    redis = RedisServer(tmp_path)

    async def lecture(first: Server, second: Server, _another: Callable[[], Server]) -> None:
        _status, room = await first.ask("/hall", {"view": "step?t=1"})
        code, key = room["code"], room["key"]
        async with (
            wire(first, code, key=key, language="zh-Hant") as driver,
            wire(first, code, who="a", language="en") as one,
        ):
            driver.say({"ask": QUESTION})
            await one.heard(lambda news: news.get("question"))
            redis.kill()
            driver.say({"view": "step?t=2"})
            await one.heard(at("step?t=2"))
            one.say({"vote": {"question": "q1", "choice": 1}})
            told = await one.heard(lambda news: "refused" in news)
            assert "cannot keep votes at present. This one is not counted" in told["refused"]
            told = await driver.heard(lambda news: news.get("fails"))
            assert "伺服器目前無法儲存投票" in told["fails"]
            # Who comes now gets in; at another server he is told why not.
            assert (await first.ask(f"/hall/{code}?who=b"))[0] == 200
            status, told = await second.ask(f"/hall/{code}?who=b")
            assert (status, "neither opened nor joined" in told["error"]) == (503, True)
            assert (await first.ask("/hall", {"view": "step"}))[0] == 400
            redis.start()
            one.say({"vote": {"question": "q1", "choice": 1}})
            await one.heard(lambda news: "voted" in news)
            await driver.heard(lambda news: news.get("fails") == "")
            await saved(first, code, "step?t=2")
        first.kill()
        _status, told = await second.ask(f"/hall/{code}?who=a")
        assert (told["view"], told["question"]["mine"]) == ("step?t=2", 1)

    try:
        held(redis, lecture)
    finally:
        redis.close()
