"""A hall that connects at once is let in few at a time, and everybody soon."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.server import arrivals
from pages.server.arrivals import Arrivals
from tests.loops import finished

SCOPE = {"type": "websocket", "path": "/_stcore/stream"}
END = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY).SerializeToString()


class Sessions:
    """A stand-in for Streamlit: a script runs for each request, until `finish`."""

    def __init__(self, at_a_time: int) -> None:
        self.app = Arrivals(self._session, at_a_time=at_a_time)
        self.connected, self.running, self.most = 0, 0, 0
        self.finish = asyncio.Event()

    async def _session(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.connected += 1
        while (await receive())["type"] == "websocket.receive":
            self.running += 1
            self.most = max(self.most, self.running)
            await self.finish.wait()
            self.running -= 1
            await send({"type": "websocket.send", "bytes": END})

    def visit(self, *messages: dict[str, Any], stays: bool = True) -> "asyncio.Task[None]":
        coming = iter([*messages, *([] if stays else [{"type": "websocket.disconnect"}])])

        async def receive() -> Message:
            return next(coming, None) or await asyncio.Future()

        async def send(message: Message) -> None:
            if message.get("bytes") == END:
                done.set_result(None)

        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def until_done() -> None:
            session = asyncio.create_task(self.app(SCOPE, receive, send))
            await asyncio.wait({session, done}, return_when=asyncio.FIRST_COMPLETED)

        return asyncio.create_task(until_done())


ASKS = {"type": "websocket.receive", "bytes": b"rerun"}


async def until(true: Callable[[], bool]) -> None:
    """The tests' own deadline ends it where that never comes."""
    while not true():
        await asyncio.sleep(0.001)


def test_few_begin_at_a_time_and_all_begin() -> None:
    async def hall() -> None:
        sessions = Sessions(at_a_time=4)
        visits = [sessions.visit(ASKS) for _ in range(50)]
        await until(lambda: sessions.connected == 50 and sessions.running == 4)
        sessions.finish.set()
        await asyncio.gather(*visits)
        assert sessions.most == 4

    finished(hall())


def test_who_asks_for_nothing_or_leaves_takes_no_place() -> None:
    async def hall() -> None:
        sessions = Sessions(at_a_time=1)
        for _ in range(20):
            sessions.visit()
            sessions.visit(stays=False)
        sessions.finish.set()
        await asyncio.gather(*(sessions.visit(ASKS, stays=False) for _ in range(5)))
        await sessions.visit(ASKS)

    finished(hall())


@pytest.mark.parametrize("limit", ["LONGEST_START", "LONGEST_WAIT"])
def test_nobody_waits_for_ever_behind_one_who_takes_long(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, limit, 0.01)

    async def hall() -> None:
        sessions = Sessions(at_a_time=1)
        for _ in range(5):
            sessions.visit(ASKS)
        await until(lambda: sessions.running == 5)

    finished(hall())
