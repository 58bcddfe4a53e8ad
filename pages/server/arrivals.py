"""Sessions that start at the same moment are let in one after another.

Three hundred sessions that begin at the same moment are all served at the same, last moment, and
what answers their browsers meanwhile, the early stage, waits behind all of them. So few sessions
begin at a time: the first have their page soon, and a request takes no longer than a few of them.
"""

import asyncio
from collections import deque

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATH = "/_stcore/stream"
AT_A_TIME = 8
# Seconds: the longest that anybody waits, and the longest that a session may take to begin.
LONGEST_WAIT, LONGEST_START = 10.0, 1.0
# The message that reports the end of a script is one of the smallest.
SMALL = 100


class Arrivals:
    """ASGI middleware; a session begins with its browser's first request, and has begun when the
    answer is there. A client that connects and requests nothing takes nobody's place."""

    def __init__(self, app: ASGIApp, *, at_a_time: int = AT_A_TIME) -> None:
        self._app = app
        self._free = at_a_time
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or not scope["path"].endswith(PATH):
            await self._app(scope, receive, send)
            return
        has_asked, has_begun = False, True
        timer: asyncio.TimerHandle | None = None

        def begun() -> None:
            nonlocal has_begun
            if not has_begun:
                has_begun = True
                self._let_in()

        async def receive_in_turn() -> Message:
            nonlocal has_asked, has_begun, timer
            message = await receive()
            if message["type"] == "websocket.receive" and not has_asked:
                has_asked = True
                await self._turn()
                has_begun = False
                timer = asyncio.get_running_loop().call_later(LONGEST_START, begun)
            return message

        async def send_and_note(message: Message) -> None:
            await send(message)
            if not has_begun and _is_end_of_a_run(message):
                begun()

        try:
            await self._app(scope, receive_in_turn, send_and_note)
        finally:
            if timer:
                timer.cancel()
            begun()

    async def _turn(self) -> None:
        if self._free > 0:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await place
        except TimeoutError:
            # Let in anyway, beside those whose turn it is.
            self._free -= 1
        except asyncio.CancelledError:
            if not place.cancelled():
                self._let_in()
            raise

    def _let_in(self) -> None:
        self._free += 1
        while self._free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                self._free -= 1
                place.set_result(None)


def _is_end_of_a_run(message: Message) -> bool:
    data = message.get("bytes") or b""
    if message["type"] != "websocket.send" or not 0 < len(data) < SMALL:
        return False
    return ForwardMsg.FromString(data).WhichOneof("type") == "script_finished"
