"""Readers on two servers behind HAProxy, beside readers on one: six hundred sessions within a second, a server that
is killed under a reader, what a reader costs in processor time, memory and bytes, and what all this costs unused.

Servers, proxy and clients share this machine's cores, so that two servers are hardly faster than one where there are
but two; how many there were, and how busy they were with other work, is said.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import brotli
import psutil
from playwright.sync_api import sync_playwright
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.crowd import LONGEST, fetch, lecture
from benchmarks.report import arguments, quantiles, show
from pages.server.health import Health, Probes
from tests.proxy import COOKIE, Proxy, environment
from tests.serving import ROOT, Server, launch_browser, start_server

STUDENTS, SECONDS = 600, 1.0
# Two servers do it in that share of one server's time, where each has two cores beside the clients'.
SHARE, CORES = 0.6, 8
# Sessions that are held open to see what each takes.
HELD = 200
PAGES = ("/step", "/softmax")
# Deaths of a reader's server, within which it is back, and milliseconds of rest before each.
DEATHS, BACK_S, SETTLES = 6, 5.0, 1500
NAMES = ("one", "two")
# Times that what adds up to little is done to be measured.
OFTEN = 2000
# What must not be there where no setting asks for it.
OPTIONAL = ("redis", "distributed", "dask")


@contextmanager
def servers(count: int) -> Iterator[tuple[Proxy, list[Server]]]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as ends:
        folder = Path(name)
        started: list[Server] = []
        ends.callback(stop, started)
        for own in NAMES[:count]:
            started.append(start_server(folder, environment=environment(folder, own)))
        proxy = Proxy(folder, [one.url for one in started])
        ends.callback(proxy.close)
        yield proxy, started


def stop(started: list[Server]) -> None:
    for one in started:
        one.stop()


def used(pids: list[int]) -> float:
    """Processor seconds of some processes."""
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)


def crowd(count: int) -> dict[str, Any]:
    """STUDENTS who come within a second to so many servers."""
    with servers(count) as (proxy, started):
        pids = [one.process.pid for one in started]
        before, proxys = used(pids), used([proxy.process.pid])
        visits = asyncio.run(lecture(f"{proxy.url}/step", STUDENTS, SECONDS, files=False))
        cost = 1000 * (used(pids) - before) / (STUDENTS + 1)
        proxy_cost = 1000 * (used([proxy.process.pid]) - proxys) / (STUDENTS + 1)
    early = quantiles([visit["early"] for visit in visits])
    waited = quantiles([visit["waited"] for visit in visits])
    return {
        "servers": count,
        **{f"stage {k} ms": v for k, v in early.items()},
        **{f"page {k} ms": v for k, v in waited.items()},
        "server ms each": cost,
        "proxy ms each": proxy_cost,
        "errors": sum(bool(visit["error"]) for visit in visits),
    }


class Session:
    """A page's WebSocket, held open. bytes: that have come over it."""

    def __init__(self, url: str, path: str) -> None:
        self.url, self.path, self.bytes = url, path, 0
        self.socket: ClientConnection | None = None

    async def open(self) -> None:
        self.socket = await connect(
            f"{self.url.replace('http', 'ws')}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            compression=None,
        )
        request = BackMsg()
        request.rerun_script.page_name = self.path.strip("/")
        await self.socket.send(request.SerializeToString())
        message = ForwardMsg()
        while message.WhichOneof("type") != "script_finished":
            data = await self.socket.recv()
            self.bytes += len(data)
            message.ParseFromString(data if isinstance(data, bytes) else data.encode())

    async def close(self) -> None:
        if self.socket:
            await self.socket.close()


async def cost_of_page(proxy: Proxy, server: Server, path: str) -> dict[str, Any]:
    """What a reader of a page takes from a server and from the proxy, and what a CDN can send."""
    netloc = server.url.partition("//")[2]
    [index] = await fetch(netloc, [path])
    named = re.findall(rb'(?:src|href)="\.?(/(?:static|sheets|[a-z]+-assets)/[^"]+)"', index)
    files = await fetch(netloc, sorted({one.decode() for one in named}))
    early = await fetch(netloc, ["/early-stage"]) if path == "/step" else []
    first = Session(proxy.url, path)
    await first.open()
    processes = [psutil.Process(one.process.pid) for one in (server, proxy)]
    seconds, memory = used([server.process.pid]), [one.memory_info().rss for one in processes]
    sessions = [Session(proxy.url, path) for _ in range(HELD)]
    for one in sessions:
        await one.open()
    seconds = used([server.process.pid]) - seconds
    more = [
        process.memory_info().rss - before
        for process, before in zip(processes, memory, strict=True)
    ]
    for one in (first, *sessions):
        await one.close()
    return {
        "page": path,
        "server ms": 1000 * seconds / HELD,
        "server kB": more[0] / 1024 / HELD,
        "proxy kB": more[1] / 1024 / HELD,
        "kB over the WebSocket": first.bytes / 1000,
        "kB from a CDN": sum(len(brotli.compress(x, quality=7)) for x in (index, *files, *early))
        / 1000,
    }


def returns() -> list[float]:
    """Seconds from the death of a page's server to the end of its script's run at another one."""
    ended: list[float] = []

    def hear(data: str | bytes) -> None:
        message = ForwardMsg.FromString(data) if isinstance(data, bytes) else ForwardMsg()
        if message.WhichOneof("type") == "script_finished":
            ended.append(time.perf_counter())

    found = []
    with servers(2) as (proxy, started), sync_playwright() as playwright:
        browser = launch_browser(playwright)
        page = browser.new_page()
        page.on("websocket", lambda socket: socket.on("framereceived", hear))
        page.goto(f"{proxy.url}/step?weights=random&text=abcabd&t=3")
        for _ in range(DEATHS):
            while not ended:
                page.wait_for_timeout(20)
            [name] = [c["value"] for c in page.context.cookies() if c["name"] == COOKIE]
            number = NAMES.index(name)
            page.wait_for_timeout(SETTLES)
            ended.clear()
            died, server = time.perf_counter(), started[number]
            server.process.kill()
            while not ended:
                page.wait_for_timeout(20)
            found.append(ended[0] - died)
            assert page.get_by_test_id("stage").first.get_attribute("data-t") == "3"
            server.process.wait()
            folder, port = server.log.parent, int(server.url.rpartition(":")[2])
            started[number] = start_server(folder, environment=environment(folder, name), port=port)
        browser.close()
    return found


async def request_cost() -> float:
    """Microseconds that what is in front of a request adds to it."""

    async def nothing(*_: object) -> None: ...

    async def receive() -> Message:
        return {"type": "http.request"}

    async def per_request(app: Callable[..., Awaitable[None]]) -> float:
        scope = {"type": "http", "method": "GET", "path": "/step", "headers": []}
        begin = time.perf_counter()
        for _ in range(OFTEN):
            await app(scope, receive, nothing)
        return 1e6 * (time.perf_counter() - begin) / OFTEN

    return await per_request(Probes(nothing, Health(list))) - await per_request(nothing)


def run_cost() -> float:
    """Microseconds that are added to a run of a page's script."""

    def script() -> None:
        import time

        import streamlit as st

        from pages.shared import visit

        begin = time.perf_counter()
        for _ in range(2000):
            visit.begin()
            visit.end()
        st.text(str(1e6 * (time.perf_counter() - begin) / 2000))

    return float(AppTest.from_function(script, default_timeout=60).run().text[0].value)


def imported() -> list[str]:
    """Those of OPTIONAL that a server has imported which was told nothing of them."""
    code = f"import sys, app; print(*[one for one in {OPTIONAL} if one in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return told.stdout.split()


def main() -> None:
    options = arguments(__doc__).parse_args()
    rows = [crowd(1), crowd(2)]
    back = quantiles(returns())
    costs = []
    for path in PAGES:
        with servers(1) as (proxy, [server]):
            costs.append(asyncio.run(cost_of_page(proxy, server, path)))
            size = psutil.Process(server.process.pid).memory_info().rss / 2**20
    here = imported()
    ratio = rows[1]["page max ms"] / rows[0]["page max ms"]
    cores = len(os.sched_getaffinity(0))
    limits = {
        "no error": not any(row["errors"] for row in rows),
        f"two servers: nobody waits {LONGEST / 1000:g} s for a stage": rows[1]["stage max ms"]
        < LONGEST,
        f"a reader whose server is killed is back within {BACK_S:g} s": back["max"] <= BACK_S,
        "nothing optional is imported unasked": not here,
    }
    if cores >= CORES:
        limits[f"two servers take at most {SHARE} of one server's time"] = ratio <= SHARE
    result = {
        "cores": cores,
        "load of the last five minutes": os.getloadavg()[1],
        "a server's MB with so many readers": size,
        **{f"back after a server's death, {k} s": value for k, value in back.items()},
        "time of two servers, of one server's": ratio,
        "microseconds that a request takes longer, unused": asyncio.run(request_cost()),
        "microseconds that a run takes longer, unused": run_cost(),
    }
    for cost in costs:
        page = cost.pop("page")
        result |= {f"{page}: {name} a reader": value for name, value in cost.items()}
    show(result, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
