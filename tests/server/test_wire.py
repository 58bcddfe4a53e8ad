"""What a connection may send before it is answered: headers and messages that end, over real sockets
and, where time passes, on a loop whose clock the test moves."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from pages.server import wire
from pages.server.wire import BoundedHttp, BoundedWebSocket
from tests.loops import finished
from tests.serving import HOST, Server

OPENING = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: cm5udml6cm5udml6cm5udg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, MORE, LAST = 0x01, 0x02, 0x00, 0x80


def piece(kind: int, data: bytes) -> bytes:
    """A frame of a client, with a mask of zeros."""
    return bytes((kind, 0x80 | 127)) + len(data).to_bytes(8, "big") + bytes(4) + data


@pytest.fixture
def talk(server: Server) -> Iterator[Callable[[], socket.socket]]:
    opened: list[socket.socket] = []

    def begin() -> socket.socket:
        port = urlsplit(server.url).port
        opened.append(socket.create_connection((HOST, port), timeout=90))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


def host(server: Server) -> str:
    return urlsplit(server.url).netloc


@pytest.mark.parametrize("ends", ["", "\r\n\r\n"])
def test_a_header_of_more_than_64_kilobytes_is_refused(
    server: Server, talk: Callable[[], socket.socket], ends: str
) -> None:
    long, short = talk(), talk()
    head = f"GET /_stcore/health HTTP/1.1\r\nHost: {host(server)}\r\nX-Long: "
    long.sendall(f"{head}{'a' * 2**16}{ends}".encode())
    assert long.recv(100).startswith(b"HTTP/1.1 431 ")
    short.sendall(f"{head}{'a' * 60_000}\r\n\r\n".encode())
    assert short.recv(100).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/hall/abcdef/live", wire.LONGEST_IN_ROOM),
        ("/_stcore/stream", wire.LONGEST_MESSAGE),
    ],
)
def test_a_message_in_pieces_ends_at_its_limit(
    server: Server, talk: Callable[[], socket.socket], path: str, most: int
) -> None:
    one = talk()
    one.sendall(OPENING.format(path=path, host=host(server)).encode())
    assert b" 101 " in one.recv(1000)
    assert _takes(one, piece(BINARY, bytes(most // 16)))
    taken = 0
    while taken < 64 and _takes(one, piece(MORE, bytes(most // 16))):
        taken += 1
    # What the network holds has been sent, but not taken.
    assert taken < 64


def _takes(one: socket.socket, data: bytes) -> bool:
    """Whether the other side has not closed the connection."""
    try:
        one.sendall(data)
        one.settimeout(0.02)
        return one.recv(1000) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


class Timer:
    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at, self.call = at, call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Clock:
    """A loop's timers; the test lets time pass."""

    def __init__(self) -> None:
        self._now = 0.0
        self._timers: list[Timer] = []

    def call_later(self, delay: float, call: Callable[..., object], *told: object) -> Timer:
        self._timers.append(Timer(self._now + delay, lambda: call(*told)))
        return self._timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        work.close()
        return Future()

    def pass_by(self, seconds: float) -> None:
        self._now += seconds
        due = [timer for timer in self._timers if timer.at <= self._now]
        self._timers = [timer for timer in self._timers if timer.at > self._now]
        for timer in due:
            if not timer.is_cancelled:
                timer.call()


class Wire(asyncio.Transport):
    """The other end: what was written to it, and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


async def nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    pass


def http() -> tuple[BoundedHttp, Wire, Clock]:
    config, clock, other = Config(nothing, log_config=None), Clock(), Wire()
    protocol = BoundedHttp(config, ServerState(), {}, _loop=clock)  # type: ignore[arg-type]
    protocol.connection_made(other)
    return protocol, other, clock


def test_a_header_that_comes_byte_by_byte_has_ten_seconds() -> None:
    protocol, other, clock = http()
    clock.pass_by(wire.SILENT_FOR - 1)
    for letter in b"GET /step":
        protocol.data_received(bytes((letter,)))
        clock.pass_by(1.1)
        assert not other.closed
    clock.pass_by(1)
    assert other.closed
    assert other.written.startswith(b"HTTP/1.1 408 ")


def test_who_says_nothing_at_all_is_waited_for_a_minute() -> None:
    _protocol, other, clock = http()
    clock.pass_by(wire.SILENT_FOR - 1)
    assert not other.closed
    clock.pass_by(1)
    assert other.closed


def test_a_request_that_has_come_may_take_as_long_as_it_does() -> None:
    protocol, other, clock = http()
    protocol.data_received(b"GET /step HTTP/1.1\r\nHost: a\r\n\r\n")
    clock.pass_by(1000)
    assert not other.closed
    assert not other.written


def websocket(path: str = "/_stcore/stream") -> tuple[BoundedWebSocket, Wire, Clock]:
    config = Config(nothing, log_config=None, ws_ping_interval=None)
    clock, other = Clock(), Wire()
    protocol = BoundedWebSocket(config, ServerState(), {}, _loop=clock)  # type: ignore[arg-type]
    protocol.connection_made(other)
    protocol.data_received(OPENING.format(path=path, host="a").encode())
    finished(protocol.send({"type": "websocket.accept"}))  # type: ignore[typeddict-item]
    return protocol, other, clock


def test_a_message_that_has_begun_is_whole_after_half_a_minute() -> None:
    for begun in (piece(TEXT, b"{"), piece(TEXT | LAST, b"{}")[:-1]):
        protocol, other, clock = websocket()
        protocol.data_received(piece(TEXT | LAST, b"{}"))
        clock.pass_by(1000)
        assert not other.closed
        protocol.read_paused = False
        protocol.data_received(begun)
        clock.pass_by(wire.MESSAGE_WITHIN - 1)
        assert not other.closed
        clock.pass_by(1)
        assert other.closed


def test_a_message_has_so_many_pieces_even_if_they_are_empty() -> None:
    protocol, other, _clock = websocket("/hall/abcdef/live")
    protocol.data_received(piece(TEXT, b""))
    protocol.data_received(piece(MORE, b"") * (wire.MOST_PIECES - 1))
    assert not other.closed
    protocol.data_received(piece(MORE, b""))
    assert other.closed


def test_where_unfinished_messages_take_too_much_together_the_oldest_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wire, "ALL_LARGE", 1_000_000)
    first, second, third, small = (websocket() for _ in range(4))
    try:
        small[0].data_received(piece(BINARY, bytes(wire.SMALL)))
        for protocol, _other, _clock in (first, second, third):
            protocol.data_received(piece(BINARY, bytes(400_000)))
        assert [one[1].closed for one in (first, second, third, small)] == [True, *[False] * 3]
        second[0].data_received(piece(MORE | LAST, b""))
        first[0].connection_lost(None)
        assert list(BoundedWebSocket.large) == [third[0]]
    finally:
        BoundedWebSocket.large.clear()
