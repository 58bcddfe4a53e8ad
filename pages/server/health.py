"""Whether this server lives, and whether it may be sent readers: what a proxy or a cluster asks.

    GET /healthz    200 as long as the process answers at all
    GET /readyz     200, or 503 and why not: it is about to end, or cannot write where it has to

They answer under any name and before all else, and say nothing of what is in the server. What all
servers share and none can do anything about, such as a scheduler that is gone, does not count: no
other server would serve its readers any better.
"""

import asyncio
import logging
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ALIVE, READY = "/healthz", "/readyz"
# Seconds for which what was found about the disk holds, and after which one that does not answer is
# no longer waited for: who is only busy is not sent away.
HOLDS, HANGS = 2.0, 30.0
# How often who asks has to be told that the server ends, to believe it.
TOLD = 2
# Seconds after which a prober that has asked is one no more.
ASKS_WITHIN = 10.0
# Said to a proxy, which tells it from the end of a server (deploy/haproxy.cfg).
UNWRITABLE = "a folder cannot be written to"
HEADERS = {"Cache-Control": "no-store"}
LOG = logging.getLogger(__name__)


class Health:
    """What is known of this server's state. folders: those that it has to be able to write to."""

    def __init__(self, folders: Callable[[], Iterable[Path]]) -> None:
        self._folders = folders
        self.is_ending = False
        self._asked = -ASKS_WITHIN
        self._found, self._began = "", 0.0
        # A disk that does not answer keeps this thread waiting, and no other one.
        self._thread = ThreadPoolExecutor(1, "ready")
        self._look: asyncio.Future[str] | None = None
        self._left, self._heard = TOLD, asyncio.Event()

    async def why_not(self) -> str:
        """Why this server is not ready; "" where it is."""
        self._asked = time.monotonic()
        if self.is_ending:
            self._left -= 1
            if not self._left:
                self._heard.set()
            return "ending"
        look = self._look
        if look is None:
            look = self._look_again()
            await asyncio.wait([look], timeout=HOLDS)
        if look.done():
            self._note(look.result())
            if time.monotonic() - self._began > HOLDS:
                self._look_again()
        elif time.monotonic() - self._began > HANGS:
            self._note("the disk does not answer")
        return UNWRITABLE if self._found else ""

    def _look_again(self) -> "asyncio.Future[str]":
        """Look whether the folders can be written to; who asks meanwhile hears what was found before."""
        loop, self._began = asyncio.get_running_loop(), time.monotonic()
        self._look = loop.run_in_executor(self._thread, _unwritable, list(self._folders()))
        return self._look

    def _note(self, found: str) -> None:
        if found != self._found:
            LOG.warning("%s", f"Not ready: {found}." if found else "Ready again.")
        self._found = found

    async def end(self, within: float) -> None:
        """Be ready no more. Returns once whoever asks regularly has heard so, or after `within`
        seconds; at once where nobody asks."""
        self.is_ending = True
        if time.monotonic() - self._asked < ASKS_WITHIN:
            try:
                async with asyncio.timeout(within):
                    await self._heard.wait()
            except TimeoutError:
                LOG.warning("Nobody has heard within %g s that this server ends.", within)


def _unwritable(folders: list[Path]) -> str:
    for folder in folders:
        # What does not exist yet is made when it is needed.
        while not folder.exists():
            folder = folder.parent  # noqa: PLW2901
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"1")
        except OSError as reason:
            return f"cannot write to {folder}: {reason.strerror}"
    return ""


class Probes:
    """ASGI middleware that answers the two addresses."""

    def __init__(self, app: ASGIApp, health: Health) -> None:
        self._app, self._health = app, health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in {ALIVE, READY}:
            why = await self._health.why_not() if scope["path"] == READY else ""
            status, told = (503, "not ready") if why else (200, "ok")
            answer = PlainTextResponse(f"{why or told}\n", status_code=status, headers=HEADERS)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)
