"""Rooms under attack: strangers guess codes, flood votes, never read, send giant frames, and drive
rooms of their own too fast, all at once, while a class follows its lecturer and has to hear each
step in time.

Clients share the machine with the server, and one address: that of a campus, as the server sees it.
"""

import asyncio
import json
import random
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.hall import QUESTION, Client, joined, open_room

FOLLOWERS = 40
PAUSE = 0.1
# Seconds after which a step that a follower hears counts as lost.
LATE = 1.0
PATIENCE = 20.0
GIANT = 8_000_000
RUDE, FULL, UNKNOWN = 4400, 4429, 4404
# Silent sockets in one room, more than may wait there; changes of a vote, more than are taken.
CROWD, CHANGES = 450, 30
# Of a room that is driven too fast: followers, moves a second, and characters of a place.
FAST_FOLLOWERS, FAST_MOVES, LONG = 60, 55, 7_900


class Tally:
    """How many attempts there were, and how many the server answered as it should; says at once what it did not."""

    def __init__(self) -> None:
        self.tried = self.held = 0

    def add(self, is_well: bool, what: str) -> None:
        self.tried += 1
        self.held += is_well
        if not is_well:
            print(f"not held: {what}", file=sys.stderr)


class Heard(NamedTuple):
    """The class: its steps, those that came in time, and the 95th percentile in milliseconds."""

    steps: int
    in_time: int
    p95: float


async def attack(url: str, seconds: float, chance: random.Random) -> tuple[Tally, Heard]:
    """All attacks at once for some seconds, beside a class."""
    room = await asyncio.to_thread(open_room, url)
    driver = Client(url, room["code"], room["key"])
    followers = [Client(url, room["code"], who=f"f{k}") for k in range(FOLLOWERS)]
    await joined([driver, *followers])
    await driver.say({"ask": QUESTION})
    tally = Tally()
    until = asyncio.get_running_loop().time() + seconds
    attacks: list[Callable[..., Coroutine[Any, Any, None]]] = [
        many_rooms, guesses, stuffing, floods, silence, deafness, giants, hush, hesitation, haste, disguise,
    ]  # fmt: skip
    tasks = [asyncio.create_task(one(url, room["code"], until, chance, tally)) for one in attacks]
    sent: dict[str, float] = {}
    while asyncio.get_running_loop().time() < until:
        view = f"step?t={len(sent) + 1}"
        sent[view] = await driver.move(view)
        await asyncio.sleep(PAUSE)
    await asyncio.sleep(LATE)
    waits = [wait for one in followers for wait in one.waits(sent, PATIENCE)]
    await asyncio.gather(*tasks)
    for client in (driver, *followers):
        await client.leave()
    waits.sort()
    p95 = 1000 * waits[int(0.95 * len(waits))]
    return tally, Heard(len(waits), sum(one <= LATE for one in waits), p95)


async def _asked(url: str, body: bytes | None = None) -> int:
    """The status of a request."""

    def ask() -> int:
        request = urllib.request.Request(url, body)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    return await asyncio.to_thread(ask)


async def _while(until: float, act: Callable[[], Awaitable[None]]) -> None:
    while asyncio.get_running_loop().time() < until:
        with suppress(OSError, WebSocketException, TimeoutError):
            await act()


def _wire(url: str, code: str) -> Any:
    return connect(f"{url.replace('http', 'ws')}/hall/{code}/live", compression=None)


async def _ended(socket: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    with suppress(WebSocketException):
        async with asyncio.timeout(PATIENCE):
            async for _message in socket:
                pass
    return socket.close_code or 0


async def many_rooms(
    url: str, _code: str, until: float, _chance: random.Random, tally: Tally
) -> None:
    """More rooms than there may be, and views that are no links."""

    async def act() -> None:
        for body in (
            b'{"view": "step"}',
            b'{"view": "//else.where"}',
            b"[" * 9000,
            b"\xff" * 20_000,
        ):
            status = await _asked(f"{url}/hall", body)
            tally.add(status in (200, 400, 429), f"a room from {body[:20]!r}: {status}")

    await _while(until, act)


async def guesses(url: str, code: str, until: float, chance: random.Random, tally: Tally) -> None:
    """Codes and words that fit nothing."""

    async def act() -> None:
        guess = "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=6))
        status = await _asked(f"{url}/hall/{guess}")
        tally.add(status in (404, 429), f"a guessed room: {status}")
        told = json.dumps({"word": guess, "key": "k" * 32}).encode()
        status = await _asked(f"{url}/hall/{code}/take", told)
        tally.add(status in (403, 429), f"a guessed word: {status}")

    await _while(until, act)


async def stuffing(url: str, code: str, until: float, chance: random.Random, tally: Tally) -> None:
    """Votes under made-up names."""

    async def act() -> None:
        vote = {"who": str(chance.getrandbits(60)), "question": "q1", "choice": 0}
        status = await _asked(f"{url}/hall/{code}/vote", json.dumps(vote).encode())
        tally.add(status in (200, 400, 429), f"a vote under a made-up name: {status}")

    await _while(until, act)


async def floods(url: str, code: str, until: float, chance: random.Random, tally: Tally) -> None:
    """Messages faster than any hand: the socket is closed."""

    async def act() -> None:
        async with _wire(url, code) as socket:
            await socket.send(json.dumps({"who": str(chance.getrandbits(60))}))
            with suppress(WebSocketException):
                for k in range(200):
                    await socket.send(json.dumps({"vote": {"question": "q1", "choice": k % 2}}))
            closed = await _ended(socket)
            tally.add(closed == RUDE, f"a flood of votes: closed with {closed}")

    await _while(until, act)


async def silence(url: str, code: str, until: float, _chance: random.Random, tally: Tally) -> None:
    """Sockets that never say who they are: each is closed after a while."""

    async def act() -> None:
        sockets = [await _wire(url, code) for _ in range(50)]
        closes = await asyncio.gather(*(_ended(one) for one in sockets))
        for close in closes:
            tally.add(close in (RUDE, FULL), f"a silent socket: closed with {close}")

    await _while(until, act)


async def deafness(url: str, code: str, until: float, chance: random.Random, tally: Tally) -> None:
    """Sockets that speak and never read; the server keeps no more for them than the latest."""

    async def act() -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        for _ in range(20):
            reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
            key = "c2llZ2Vzc2llZ2Vzc2llZw=="
            writer.write(
                f"GET /hall/{code}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            answer = await asyncio.wait_for(reader.readline(), PATIENCE)
            tally.add(b"101" in answer, f"a deaf socket: {answer!r}")
            hello = json.dumps({"who": str(chance.getrandbits(60))}).encode()
            # A frame of text, with a mask of zeros.
            writer.write(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
            writers.append(writer)
        await asyncio.sleep(1)

    writers: list[asyncio.StreamWriter] = []
    await _while(until, act)
    for writer in writers:
        writer.transport.abort()


async def giants(url: str, code: str, until: float, _chance: random.Random, tally: Tally) -> None:
    """Frames a thousand times as long as any message may be."""

    async def act() -> None:
        async with _wire(url, code) as socket:
            await socket.send(b"{" + b" " * GIANT)
            tally.add(await _ended(socket) != 0, "a giant frame: not closed")
        async with _wire(url, code) as socket:
            await socket.send(json.dumps({"who": "giant", "more": "x" * GIANT}))
            tally.add(await _ended(socket) != 0, "a giant message: not closed")
        await asyncio.sleep(0.2)

    await _while(until, act)


async def hush(url: str, _code: str, until: float, _chance: random.Random, tally: Tally) -> None:
    """A room full of sockets that say nothing: its lecturer gets in once more, as after a reload.

    A room that nobody has ever joined makes place for another one of its address.
    """

    async def act() -> None:
        own = await asyncio.to_thread(open_room, url)
        first = Client(url, own["code"], own["key"])
        await asyncio.wait_for(first.join(), PATIENCE)
        await first.leave()
        sockets = [await _wire(url, own["code"]) for _ in range(CROWD)]
        lecturer = Client(url, own["code"], own["key"])
        with suppress(OSError, WebSocketException, TimeoutError):
            await asyncio.wait_for(lecturer.join(), PATIENCE)
        tally.add(bool(lecturer.heard), "a lecturer in a room of silent sockets: not let in")
        for one in sockets:
            one.transport.abort()
        await lecturer.leave()

    await _while(until, act)


async def hesitation(
    url: str, code: str, until: float, chance: random.Random, tally: Tally
) -> None:
    """One name that changes its vote again and again: after a while it is refused."""

    async def act() -> None:
        who, taken = str(chance.getrandbits(60)), 0
        for k in range(CHANGES):
            vote = json.dumps({"who": who, "question": "q1", "choice": k % 2}).encode()
            taken += await _asked(f"{url}/hall/{code}/vote", vote) == 200
        tally.add(taken < CHANGES, "a vote changed again and again: all taken")

    await _while(until, act)


async def haste(url: str, _code: str, until: float, _chance: random.Random, tally: Tally) -> None:
    """A room of one's own, with many followers and long places in quick succession: each follower
    hears the last one."""
    own = await asyncio.to_thread(open_room, url)
    driver = Client(url, own["code"], own["key"])
    followers = [Client(url, own["code"], who=f"h{k}") for k in range(FAST_FOLLOWERS)]
    await joined([driver, *followers])
    view, count = "", 0
    while asyncio.get_running_loop().time() < until:
        count += 1
        view = f"step?t={count}&text={'x' * LONG}"
        await driver.move(view)
        await asyncio.sleep(1 / FAST_MOVES)
    await asyncio.sleep(LATE)
    for one in followers:
        tally.add(view in one.heard, "the last place of a hasty lecturer: not heard")
    for one in (driver, *followers):
        await one.leave()


async def disguise(url: str, code: str, until: float, _chance: random.Random, tally: Tally) -> None:
    """Sockets that say they are a lecturer's, without a key: they are told what any follower is."""

    async def act() -> None:
        async with _wire(url, code) as socket:
            await socket.send(json.dumps({"who": "disguised", "lectures": True, "key": "x" * 32}))
            news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            tally.add(
                "driver" not in news and not news["drives"], "a disguised lecturer: told more"
            )
        await asyncio.sleep(0.1)

    await _while(until, act)
