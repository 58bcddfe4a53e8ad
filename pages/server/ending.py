"""The end of a server that is told to end (SIGTERM): its readers go over to another one.

First it is ready no more, so that a proxy sends nobody here; then its rooms are let go, and uvicorn
closes the connections, upon which each page connects anew and finds another server. What still
computes then is not waited for.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from pages.server.health import Health

# Seconds until whoever asks has heard that the server ends, and until the process has ended, whatever
# it still does.
HEARD_WITHIN, OVER_WITHIN = 2.0, 9.0


@contextmanager
def gracefully(health: Health, let_go: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """While this lasts, SIGTERM ends the server in that order. let_go: of the rooms."""
    loop, exits = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
    told: set[asyncio.Task[None]] = set()

    async def end(number: int, frame: FrameType | None) -> None:
        try:
            await health.end(HEARD_WITHIN)
            await let_go()
        finally:
            if callable(exits):
                exits(number, frame)

    def begin(number: int, frame: FrameType | None) -> None:
        if told:
            return
        over = threading.Timer(OVER_WITHIN, os._exit, [0])
        over.daemon = True
        over.start()
        told.add(loop.create_task(end(number, frame)))

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(begin, number, frame)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, exits)
