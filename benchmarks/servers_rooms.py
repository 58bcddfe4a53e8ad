"""Rooms on two servers behind HAProxy, kept in a Redis: a lecture that 300 follow through the proxy, and
a server that is killed while three rooms with 300 followers on it vote.

All run on this machine, as the clients do, with the real programs and `deploy/haproxy.cfg`.
"""

import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.hall import FOLLOWERS, GIVE_UP, QUESTION, Client, joined, lecture, open_room
from benchmarks.report import Row, arguments, quantiles, show
from tests.proxy import Proxy, environment
from tests.redis_server import RedisServer
from tests.serving import Server, start_server

ROOMS = 3
LATEST_MS, BACK_S = 100.0, 10.0
# As the follower's page has it: seconds until it connects again for the first time, and at most, and
# until a vote that is not confirmed is sent again.
FIRST_WAIT, LONGEST_WAIT, VOTE_AGAIN = 0.4, 4.0, 2.0
# What share of the votes is confirmed when the server is killed.
CONFIRMED = 0.1


@dataclass
class Place:
    """Two servers, the proxy before them, and the Redis behind."""

    servers: list[Server]
    proxy: Proxy
    redis: RedisServer

    def rooms_of_first(self, count: int) -> list[dict[str, Any]]:
        """New rooms whose codes belong to the first server."""
        opened = open_room(self.servers[0].url)
        own = self.holder(opened["code"])
        found: list[dict[str, Any]] = []
        while len(found) < count:
            room = open_room(self.proxy.url)
            asyncio.run(_asked(self.proxy.url, room))
            if self.holder(room["code"]) == own:
                found.append(room)
        return found

    def holder(self, code: str) -> str:
        return str(self.redis.client.hget(f"rnnviz:room:{code}", "server"))


async def _asked(url: str, room: dict[str, Any]) -> None:
    driver = Client(url, room["code"], room["key"])
    await driver.join()
    await driver.leave()


@contextmanager
def place() -> Iterator[Place]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as ends:
        folder = Path(name)
        redis = RedisServer(folder)
        ends.callback(redis.close)
        servers = []
        for own in ("one", "two"):
            shared = environment(folder, own) | {"RNNVIZ_REDIS": redis.address}
            servers.append(start_server(folder, environment=shared))
            ends.callback(servers[-1].stop)
        proxy = Proxy(folder, [one.url for one in servers])
        ends.callback(proxy.close)
        yield Place(servers, proxy, redis)


class Browser(Client):
    """A page in a room, which connects again when its socket ends, and sends a vote again until it is
    confirmed. back: when the room's place came over each socket, with the place."""

    def __init__(self, url: str, code: str, key: str = "", who: str = "") -> None:
        super().__init__(url, code, key, who)
        self.back: list[tuple[float, str]] = []
        self.view = ""
        self.vote: int | None = None
        self._lives: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._lives = asyncio.create_task(self._live())
        async with asyncio.timeout(GIVE_UP):
            while not self.back:
                await asyncio.sleep(0.01)

    async def _live(self) -> None:
        failures = 0
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.address, compression=None, open_timeout=GIVE_UP) as socket:
                    await socket.send(self.hello)
                    first = json.loads(await socket.recv())
                    self.back.append((time.perf_counter(), first["view"]))
                    self.socket, failures = socket, 0
                    self._take(json.dumps(first))
                    if self.view:
                        await self.say({"view": self.view})
                    votes = asyncio.create_task(self._send_again())
                    try:
                        async for text in socket:
                            self._take(text)
                    finally:
                        votes.cancel()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**failures)
            failures += 1
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))

    async def _send_again(self) -> None:
        while True:
            if self.vote is not None and not self.confirmed.is_set():
                with suppress(WebSocketException):
                    await self.say({"vote": {"question": "q1", "choice": self.vote}})
            await asyncio.sleep(VOTE_AGAIN)

    async def answer(self, choice: int) -> None:
        self.vote = choice
        with suppress(WebSocketException):
            await self.say({"vote": {"question": "q1", "choice": choice}})

    async def go(self, view: str) -> None:
        self.view = view
        await self.say({"view": view})

    async def leave(self) -> None:
        if self._lives:
            self._lives.cancel()
            await asyncio.gather(self._lives, return_exceptions=True)


async def followed(here: Place, followers: int = FOLLOWERS) -> list[float]:
    """Milliseconds from each move of a lecture to each follower, through the proxy."""
    room = await asyncio.to_thread(open_room, here.proxy.url)
    driver = Client(here.proxy.url, room["code"], room["key"])
    others = [Client(here.proxy.url, room["code"], who=str(k)) for k in range(followers)]
    await driver.join()
    await joined(others)
    times = await lecture(driver, others, 1)
    for one in (driver, *others):
        await one.leave()
    return times


@dataclass
class Killed:
    """back: seconds until each follower heard again where its room is; strayed: who heard another
    place. confirmed: votes before the kill; lost, doubled: of all votes, at the end."""

    back: list[float]
    strayed: int
    confirmed: int
    lost: int
    doubled: int


async def killed(
    here: Place, rooms: Sequence[dict[str, Any]], followers: int = FOLLOWERS
) -> Killed:
    """Kill the first server, on which the rooms are, in the middle of their votes."""
    url = here.proxy.url
    drivers = [Browser(url, room["code"], room["key"]) for room in rooms]
    classes = [
        [
            Browser(url, room["code"], who=f"{room['code']}{k}")
            for k in range(followers // len(rooms))
        ]
        for room in rooms
    ]
    everybody = [one for members in classes for one in members]
    await asyncio.gather(*(one.open() for one in (*drivers, *everybody)))
    for k, driver in enumerate(drivers):
        await driver.go(f"step?t={k + 1}")
        await driver.say({"ask": QUESTION})
    for one in everybody:
        await asyncio.wait_for(one.asked.wait(), GIVE_UP)
    await asyncio.gather(*(one.answer(k % 2) for k, one in enumerate(everybody)))
    while sum(one.confirmed.is_set() for one in everybody) < CONFIRMED * len(everybody):
        await asyncio.sleep(0)
    before = [one.confirmed.is_set() for one in everybody]
    at = time.perf_counter()
    here.servers[0].process.kill()
    async with asyncio.timeout(GIVE_UP):
        while not all(one.back[-1][0] > at for one in everybody):
            await asyncio.sleep(0.01)
        await asyncio.gather(*(one.confirmed.wait() for one in everybody))
    back, strayed = [], 0
    for k, members in enumerate(classes):
        for one in members:
            moment, view = next(come for come in one.back if come[0] > at)
            back.append(moment - at)
            strayed += view != f"step?t={k + 1}"
    # What the next server, and the disk behind it, has of each voter.
    lost = doubled = 0
    for driver, members in zip(drivers, classes, strict=True):
        async with asyncio.timeout(GIVE_UP):
            while sum(driver.counted) < len(members):
                await asyncio.sleep(0.05)
        choices = _kept(here.redis, rooms[drivers.index(driver)]["code"])
        lost += sum(choices.get(json.loads(one.hello)["who"]) != one.vote for one in members)
        doubled += max(0, sum(driver.counted) - len(members))
    for one in (*drivers, *everybody):
        await one.leave()
    return Killed(back, strayed, sum(before), lost, doubled)


def _kept(redis: RedisServer, code: str) -> dict[str, int]:
    """The last vote of each voter, as the lines in the Redis have it."""
    lines = str(redis.client.get(f"rnnviz:votes:{code}")).splitlines()
    records = [json.loads(line) for line in lines if line]
    return {one["who"]: one["choice"] for one in records if "vote" in one}


def measure() -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, bool]]:
    with place() as here:
        times = asyncio.run(followed(here))
        rooms = here.rooms_of_first(ROOMS)
        found = asyncio.run(killed(here, rooms))
    back = [1000 * one for one in found.back]
    rows: list[Row] = [
        {"what": name} | {f"{k} ms": v for k, v in quantiles(of).items()}
        for name, of in (
            (f"a step, {FOLLOWERS} follow", times),
            ("back after a kill", back),
        )
    ]
    result = {
        "votes confirmed when the server was killed": found.confirmed,
        "votes lost": found.lost,
        "votes doubled": found.doubled,
        "followers at another place": found.strayed,
    }
    limits = {
        f"95 % within {LATEST_MS:g} ms through the proxy": rows[0]["p95 ms"] <= LATEST_MS,
        f"back within {BACK_S:g} s": max(found.back) <= BACK_S,
        "at the right place": found.strayed == 0,
        "no vote lost or doubled": found.lost == found.doubled == 0,
    }
    return result, rows, limits


def main() -> None:
    options = arguments(__doc__).parse_args()
    result, rows, limits = measure()
    show(result, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
