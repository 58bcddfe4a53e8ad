"""One client that would have a server to itself: files that nobody fetches, weights that nobody
needs, messages and headers without end, long texts in a dozen tabs, large scenes, and another site's
page. Each attack has a number of attempts and a time, and ends by itself.
"""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException

from benchmarks.besieged import PATIENCE, Attack, Room, Site
from tests.serving import HOST

# A stage of the largest kind.
LARGE = {"text": "abcdefghij" * 20, "hidden": "128", "weights": "random"}
LONG = "the quick brown fox jumps over the lazy dog and runs on, "
HALF_MESSAGE, PIECE = 150 * 2**20, 2**20
LONG_HEADER = 60 * 2**20
# Seconds within which a server is idle again once its clients have gone, and the share of a
# processor that it may then use.
IDLE_WITHIN, IDLE = 20.0, 0.3
# Seconds until a reader's own short sentence has been learnt, beside twelve tabs with long ones.
SHORT_WITHIN = 3.0


def files_nobody_fetches(site: Site, _run: str) -> Attack:
    """Plans of a hundred large views each, whose clients hang up after two seconds."""

    def post(number: int) -> bool:
        views = [
            {"view": f"step?{urlencode(LARGE | {'seed': 1000 * number + k})}", "say": ""}
            for k in range(100)
        ]
        body = json.dumps({"title": "all of it", "views": views}).encode()
        with suppress(OSError):
            talk = socket.create_connection((HOST, site.port), timeout=2.0)
            head = f"POST /views-file HTTP/1.1\r\nHost: {site.netloc}\r\n"
            talk.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = talk.recv(100)
            talk.close()
            return b" 200 " in answer or b" 429 " in answer
        # Nobody has heard the answer.
        return True

    with ThreadPoolExecutor(30) as pool:
        held = sum(pool.map(post, range(30)))
    return Attack(31, held + _is_idle_again(site))


def weights_nobody_needs(site: Site, _run: str) -> Attack:
    """Forty clients who have the beginnings of ever new networks learnt again."""
    text = (LONG * 3)[:60]

    def address(number: int) -> str:
        return f"/weights?{urlencode({'text': text, 'hidden': 32, 'seed': number, 'steps': 40})}"

    return site.crowd(address, 20_000)


def messages_without_end(site: Site, _run: str) -> Attack:
    """Messages in pieces, the last of which never comes, to a room and to a page; none may fill the
    server's memory."""
    room, before = Room(site.server.url), site.memory
    stopped: list[Any] = []

    def send(number: int) -> None:
        path = f"/hall/{room.code}/live" if number % 2 else "/_stcore/stream"
        talk = _upgraded(site, path)
        # A first piece of binary data, then continuations, each with a mask of zeros.
        head = bytes((0x80 | 127,)) + PIECE.to_bytes(8, "big") + bytes(4)
        try:
            for piece in range(HALF_MESSAGE // PIECE):
                talk.sendall(bytes((0x02 if piece == 0 else 0x00,)) + head + bytes(PIECE))
            most.append(site.memory)
            held.wait(PATIENCE)
        except OSError:
            stopped.append(number)
        finally:
            talk.close()

    most: list[float] = []
    held = threading.Event()
    with ThreadPoolExecutor(8) as pool:
        sends = [pool.submit(send, number) for number in range(8)]
        _until(lambda: len(stopped) + len(most) == len(sends), site.seconds + 10)
        most.append(site.memory)
        held.set()
    room.close()
    return Attack(9, len(stopped) + (max(most) < before + 200))


def headers_without_end(site: Site, _run: str) -> Attack:
    """Headers of sixty megabytes that never end, then a byte at a time."""
    began, stopped = time.monotonic(), []

    def send(number: int) -> None:
        with socket.create_connection((HOST, site.port), timeout=PATIENCE) as talk:
            try:
                talk.sendall(f"GET /step HTTP/1.1\r\nHost: {site.netloc}\r\nX-Long: ".encode())
                for _ in range(LONG_HEADER // PIECE):
                    talk.sendall(b"a" * PIECE)
                while time.monotonic() - began < site.seconds:
                    talk.sendall(b"a")
                    time.sleep(0.004)
            except OSError:
                stopped.append(number)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send, range(4)))
    return Attack(4, len(stopped))


def long_texts(site: Site, _run: str) -> Attack:
    """Twelve tabs have long texts learnt; a reader's short sentence is learnt soon all the same."""
    gone = threading.Event()

    def tab(number: int) -> None:
        query = {"text": (f"{number}: " + LONG * 4)[:200], "hidden": 128, "cell": "lstm"}
        with suppress(OSError, WebSocketException, TimeoutError):
            site.session("step", urlencode(query), until=gone).__enter__()

    waits = []
    with ThreadPoolExecutor(12) as pool:
        for number in range(12):
            pool.submit(tab, number)
        time.sleep(3)
        for k in range(3):
            start = time.monotonic()
            query = urlencode({"text": f"my own sentence {k}", "hidden": 8})
            with site.session("step", query) as (_session, is_well):
                waits.append(time.monotonic() - start if is_well else PATIENCE)
        gone.set()
    return Attack(len(waits) + 1, sum(wait < SHORT_WITHIN for wait in waits) + _is_idle_again(site))


def large_scenes(site: Site, _run: str) -> Attack:
    """Ever new stages of the largest kind, each opened in a tab and then asked for as a follower
    does."""
    tried = held = 0
    before, most = site.memory, 0.0
    for number in site.in_time(24):
        tried += 1
        held += look_at_large_scene(site, number)
        most = max(most, site.memory)
    return Attack(tried + 1, held + (most < before + 1500))


def look_at_large_scene(site: Site, number: int) -> bool:
    """Whether a large stage, one of ever new ones, is shown in a tab and then to a follower."""
    query = urlencode(LARGE | {"seed": 5000 + number})
    with suppress(OSError, http.client.HTTPException, WebSocketException, TimeoutError):
        with site.session("step", query):
            pass
        return site.ask(f"/hall-scene?{query}").status in (200, 429)
    return False


def another_site(site: Site, _run: str) -> Attack:
    """Pictures of another site's page that are requests to this server."""
    tried = held = 0
    paths = ("/weights?seed=1&steps=5", "/stage-file?", "/early-stage?", "/hall-scene?")
    for number in site.in_time(200):
        tried += 1
        with suppress(OSError, http.client.HTTPException):
            path = paths[number % len(paths)]
            asked = site.ask(
                path,
                Sec_Fetch_Site="cross-site",
                Sec_Fetch_Mode="no-cors",
                Sec_Fetch_Dest="image",
            )
            held += asked.status == 403
    return Attack(tried, held)


ATTACKS: dict[str, Callable[[Site, str], Attack]] = {
    "files nobody fetches": files_nobody_fetches,
    "weights nobody needs": weights_nobody_needs,
    "messages without end": messages_without_end,
    "headers without end": headers_without_end,
    "long texts in twelve tabs": long_texts,
    "large scenes": large_scenes,
    "another site's page": another_site,
}


def _upgraded(site: Site, path: str) -> socket.socket:
    """A WebSocket whose opening is done; the rest is up to its owner."""
    talk = socket.create_connection((HOST, site.port), timeout=PATIENCE)
    talk.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {site.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: c2llZ2Vzc2llZ2Vzc2llZw==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n".encode()
    )
    talk.recv(1000)
    return talk


def _is_idle_again(site: Site) -> bool:
    """Whether the server soon rests, but for those who look at it."""

    def rests() -> bool:
        used = site.processor_time
        time.sleep(2.0)
        return site.processor_time - used < 2.0 * IDLE

    return _until(rests, IDLE_WITHIN)


def _until(is_so: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_so():
            return True
        time.sleep(0.05)
    return False
