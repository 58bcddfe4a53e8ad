"""Firefox and WebKit, driven as their makers mean them to be: a page is opened, and asked for what a script returns.

Both are Debian's (`make engines`); where one is missing, its tests are skipped.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.systems import lacks

# Opens an address in a window of such a size, and gives what a function without parameters returns there once it
# returns anything.
Asked = Callable[[str, str], Any]
WIDTH, HEIGHT = 1300, 840
PATIENCE = 60.0  # seconds
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class NotYetError(Exception):
    """The page is not there yet."""


def found(told: Any) -> Any:
    if told is None:
        raise NotYetError
    return told


def needed(*programs: str) -> None:
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        pytest.skip(lacks(*missing, brought_by="make engines"))


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def running(*command: str, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, **environment}, **QUIET)  # type: ignore[call-overload]
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def soon(ask: Callable[[], Any], *refusals: type[Exception]) -> Any:
    """What a program answers once it is there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except refusals:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@contextmanager
def firefox(folder: Path) -> Iterator[Asked]:
    """By WebDriver BiDi, which it speaks itself."""
    needed("firefox-esr")
    port = free_port()
    window = ["--width", str(WIDTH), "--height", str(HEIGHT)]
    profile = ["--headless", "--no-remote", "--profile", str(folder)]
    with ExitStack() as ending:
        ending.enter_context(
            running("firefox-esr", *profile, *window, "--remote-debugging-port", str(port))
        )
        socket_of_it: ClientConnection = ending.enter_context(
            soon(lambda: connect(f"ws://127.0.0.1:{port}/session", max_size=None), OSError)
        )
        numbers = count()

        def call(method: str, **params: Any) -> Any:
            own = next(numbers)
            socket_of_it.send(json.dumps({"id": own, "method": method, "params": params}))
            while True:
                told = json.loads(socket_of_it.recv(timeout=PATIENCE))
                if told.get("id") == own:
                    assert told["type"] == "success", told
                    return told["result"]

        call("session.new", capabilities={})
        tab = call("browsingContext.getTree")["contexts"][0]["context"]

        def asked(address: str, program: str) -> Any:
            call("browsingContext.navigate", context=tab, url=address, wait="complete")

            def run() -> Any:
                whole = f"JSON.stringify(({program})() ?? null)"
                own = {"context": tab}
                told = call("script.evaluate", expression=whole, target=own, awaitPromise=False)
                assert told["type"] == "success", told
                return found(json.loads(told["result"]["value"]))

            return soon(run, NotYetError)

        yield asked


@contextmanager
def webkit(_folder: Path) -> Iterator[Asked]:
    """By its driver, on a screen that nobody sees."""
    needed("WebKitWebDriver", "Xvfb")
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
    if browser is None:
        pytest.skip(lacks("WebKit's MiniBrowser", brought_by="make engines"))
    port, screen = free_port(), f":{100 + os.getpid() % 400}"
    drawn = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}

    def call(method: str, path: str, **told: Any) -> Any:
        asks = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}",
            method=method,
            headers={"Content-Type": "application/json"},
            data=json.dumps(told).encode() if method == "POST" else None,
        )
        try:
            with urllib.request.urlopen(asks, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    with ExitStack() as ending:
        ending.enter_context(running("Xvfb", screen, "-screen", "0", "1320x860x24"))
        ending.enter_context(running("WebKitWebDriver", f"--port={port}", DISPLAY=screen, **drawn))
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}

        def begin() -> Any:
            return call("POST", "/session", capabilities={"alwaysMatch": wanted})

        session = f"/session/{soon(begin, urllib.error.URLError)['sessionId']}"
        ending.callback(call, "DELETE", session)
        call("POST", f"{session}/window/rect", width=WIDTH, height=HEIGHT)

        def asked(address: str, program: str) -> Any:
            call("POST", f"{session}/url", url=address)
            script = f"return ({program})() ?? null"

            def run() -> Any:
                return found(call("POST", f"{session}/execute/sync", script=script, args=[]))

            return soon(run, NotYetError)

        yield asked


ENGINES = {"Firefox": firefox, "WebKit": webkit}
