"""A lecture hall of followers in one room, as WebSocket clients on this machine.

They join, the lecturer steps as a held key does, all of them vote, the server is killed and starts
again in the middle, and then a hundred rooms are driven at once. Clients and server share the
machine's cores.
"""

import asyncio
import json
import os
import signal
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.report import Row, arguments, quantiles, show
from tests.serving import HOST, Server, start_server

FOLLOWERS, ROOMS = 300, 100
# Steps of a lecture, and the pause between two of them in seconds.
STEPS, PAUSE = 60, 0.25
LATEST_MS, JOINED_S, BACK_S, VOTED_S = 100.0, 10.0, 10.0, 2.0
QUESTION = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}
GIVE_UP = 60.0


def open_room(url: str, of: str = "") -> dict[str, Any]:
    """A new room. of: the address for which it is opened, as by a proxy; no address has more than sixty."""
    said = {"X-Forwarded-For": of} if of else {}
    request = urllib.request.Request(f"{url}/hall", b'{"view": "step?t=0"}', said, method="POST")
    with urllib.request.urlopen(request, timeout=GIVE_UP) as answer:
        return dict(json.load(answer))


class Client:
    """One browser's wire. heard: of each view, when it first came. confirmed: when its vote was."""

    def __init__(self, url: str, code: str, key: str = "", who: str = "") -> None:
        self.address = f"{url.replace('http', 'ws')}/hall/{code}/live"
        self.hello = json.dumps({"key": key, "who": who})
        self.asked = asyncio.Event()
        self.confirmed = asyncio.Event()
        self.counted: list[int] = []
        self.heard: dict[str, float] = {}
        self.socket: ClientConnection | None = None
        self._listens: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Connect, again and again as a browser does, until the room's place has come."""
        while True:
            try:
                self.socket = await connect(self.address, compression=None, open_timeout=GIVE_UP)
                await self.socket.send(self.hello)
                self._take(await asyncio.wait_for(self.socket.recv(), GIVE_UP))
                break
            except OSError:
                await asyncio.sleep(0.2)
        self._listens = asyncio.create_task(self._listen(self.socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            self._take(text)

    def _take(self, text: str | bytes) -> None:
        news = json.loads(text)
        if "view" in news:
            self.heard.setdefault(news["view"], time.perf_counter())
        if news.get("question"):
            self.asked.set()
        if "voted" in news:
            self.confirmed.set()
        self.counted = news.get("counted", self.counted)

    def waits(self, sent: dict[str, float], never: float) -> list[float]:
        """Seconds from each move until this client heard of it, or of a later one in its place;
        `never` where it did not. sent: when each view was sent, in their order."""
        waits, latest = [], float("inf")
        for view, at in reversed(sent.items()):
            latest = min(latest, self.heard.get(view, latest))
            waits.append(min(latest - at, never))
        return waits[::-1]

    async def move(self, view: str) -> float:
        at = time.perf_counter()
        await self.say({"view": view})
        return at

    async def say(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def leave(self) -> None:
        if self.socket:
            await self.socket.close()
        if self._listens:
            await asyncio.gather(self._listens, return_exceptions=True)


async def joined(clients: Iterable[Client]) -> float:
    begin = time.perf_counter()
    await asyncio.wait_for(asyncio.gather(*(one.join() for one in clients)), GIVE_UP)
    return time.perf_counter() - begin


async def lecture(driver: Client, followers: list[Client], first: int) -> list[float]:
    """Milliseconds from each move to each follower has heard of it."""
    sent = {}
    for k in range(first, first + STEPS):
        view = f"step?t={k}"
        sent[view] = await driver.move(view)
        await asyncio.sleep(PAUSE)
    await asyncio.sleep(1)
    return [1000 * wait for one in followers for wait in one.waits(sent, GIVE_UP)]


async def election(driver: Client, followers: list[Client]) -> float:
    """Seconds until every vote is confirmed, which is when it is on disk."""
    await driver.say({"ask": QUESTION})
    await asyncio.wait_for(asyncio.gather(*(one.asked.wait() for one in followers)), GIVE_UP)
    begin = time.perf_counter()
    votes = (
        one.say({"vote": {"question": "q1", "choice": k % 2}}) for k, one in enumerate(followers)
    )
    await asyncio.gather(*votes)
    await asyncio.wait_for(asyncio.gather(*(one.confirmed.wait() for one in followers)), GIVE_UP)
    return time.perf_counter() - begin


def restarted(server: Server, folder: Path, environment: dict[str, str]) -> Server:
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    port = int(server.url.rpartition(":")[2])
    return start_server(folder, environment=environment, port=port)


def used(server: Server) -> tuple[float, float]:
    """The processor seconds and the megabytes that a server has used so far."""
    told = (
        Path(f"/proc/{server.process.pid}/stat")
        .read_text(encoding="utf-8")
        .rpartition(")")[2]
        .split()
    )
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    kilobytes = next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK"), kilobytes / 1024


async def many_rooms(server: Server) -> list[float]:
    """The times of lectures in ROOMS rooms at once, with one follower in each."""
    rooms = [open_room(server.url, f"10.0.0.{k % 4}") for k in range(ROOMS)]
    drivers = [Client(server.url, one["code"], one["key"]) for one in rooms]
    watchers = [Client(server.url, one["code"]) for one in rooms]
    await joined([*drivers, *watchers])
    pairs = zip(drivers, watchers, strict=True)
    lectures = await asyncio.gather(*(lecture(a, [b], 1) for a, b in pairs))
    for one in (*drivers, *watchers):
        await one.leave()
    return [time for times in lectures for time in times]


async def measure() -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, bool]]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        environment = {"RNNVIZ_ROOMS": str(folder / "rooms"), "RNNVIZ_HOSTS": HOST}
        server = start_server(folder, environment=environment)
        try:
            room = open_room(server.url)
            driver = Client(server.url, room["code"], room["key"])
            followers = [Client(server.url, room["code"], who=str(k)) for k in range(FOLLOWERS)]
            await driver.join()
            _, before_mb = used(server)
            joining = await joined(followers)
            seconds, after_mb = used(server)
            times = await lecture(driver, followers, 1)
            spent = used(server)[0] - seconds
            voting = await election(driver, followers)
            server = await asyncio.to_thread(restarted, server, folder, environment)
            for one in (driver, *followers):
                await one.leave()
            back = await joined([driver, *followers])
            again = await lecture(driver, followers, 1 + STEPS)
            counted = driver.counted
            for one in (driver, *followers):
                await one.leave()

            many = await many_rooms(server)
        finally:
            server.stop()
    rows: list[Row] = [
        {"lecture": name} | {f"{k} ms": v for k, v in quantiles(found).items()}
        for name, found in (
            (f"{FOLLOWERS} followers", times),
            ("after a killed server", again),
            (f"{ROOMS} rooms at once", many),
        )
    ]
    result = {
        f"{FOLLOWERS} joined within s": joining,
        f"{FOLLOWERS} votes kept within s": voting,
        "votes after the restart": " and ".join(map(str, counted)),
        "all back after a restart within s": back,
        "processor ms a step and follower": 1000 * spent / STEPS / FOLLOWERS,
        "memory kB a follower": 1024 * (after_mb - before_mb) / FOLLOWERS,
    }
    limits = {
        f"95 % within {LATEST_MS:g} ms": all(row["p95 ms"] <= LATEST_MS for row in rows),
        f"joined within {JOINED_S:g} s": joining <= JOINED_S,
        f"voted within {VOTED_S:g} s": voting <= VOTED_S,
        "no vote lost or doubled": counted == [FOLLOWERS // 2, FOLLOWERS // 2],
        f"back within {BACK_S:g} s": back <= BACK_S,
    }
    return result, rows, limits


def main() -> None:
    options = arguments(__doc__).parse_args()
    result, rows, limits = asyncio.run(measure())
    show(result, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
