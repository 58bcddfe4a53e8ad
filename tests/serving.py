"""A running server and the browser that visits it, for the tests and for the benchmarks."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from pages.server.welcome import lan_addresses
from rnnviz.training.workers import ONE_THREAD

ROOT = Path(__file__).parents[1]
STREAMLIT = str(Path(sys.executable).with_name("streamlit"))
HOST = "127.0.0.1"
START_TIMEOUT = 60.0
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium without tabs and windows: the same pages at half the processor time.
SHELL = "chromium-headless-shell"
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A test's visit ends before it pays that a function is compiled to fast machine code, which takes a seventh of a
# chapter's processor time: only what runs twenty times as often as usual is, such as a training.
BRIEF_VISITS = "--js-flags=--invocation-count-for-maglev=8000 --invocation-count-for-turbofan=60000"


@dataclass(frozen=True)
class Server:
    """`streamlit run`, running."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_server(
    logs: Path,
    script: Path = ROOT / "app.py",
    *,
    environment: Mapping[str, str] | None = None,
    port: int = 0,
    **options: str,
) -> Server:
    """`streamlit run script` in the script's folder, answering when this returns.

    It starts as with `make run`, but on a port of its own, or on the one of a server that has
    ended; all other settings are in the folder's configuration. environment: additional variables
    for the process.
    """
    with socket.socket() as probe:
        # A port that has just been in use may be taken again.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))
        port = probe.getsockname()[1]
    log = logs / f"server-{port}.log"
    settings = {"server.port": port, **options}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [STREAMLIT, "run", script.name]
            + [f"--{name}={value}" for name, value in settings.items()],
            cwd=script.parent,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**_plain_environment(), **(environment or {})},
        )
    server = Server(f"http://{HOST}:{port}", process, log)
    deadline = time.monotonic() + START_TIMEOUT
    while not _is_healthy(server.url):
        if process.poll() is not None or time.monotonic() > deadline:
            server.stop()
            raise RuntimeError(f"The server did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)
    return server


def _plain_environment() -> dict[str, str]:
    """As in a terminal, where nobody has said in how many threads to compute."""
    return {name: value for name, value in os.environ.items() if name not in ONE_THREAD}


def _is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


@cache
def our_hosts() -> frozenset[str]:
    """This machine, from itself and from the network."""
    return frozenset({HOST, *lan_addresses()})


@contextmanager
def terse_playwright() -> Iterator[Playwright]:
    """Playwright, whose `expect` waits at half the price: see `terse.cjs`."""
    usual = os.environ.get("NODE_OPTIONS")
    script = Path(__file__).with_name("terse.cjs").as_posix()
    os.environ["NODE_OPTIONS"] = f'{usual or ""} --require "{script}"'
    try:
        starting = sync_playwright()
        playwright = starting.__enter__()
    finally:
        os.environ.pop("NODE_OPTIONS")
        if usual is not None:
            os.environ["NODE_OPTIONS"] = usual
    try:
        yield playwright
    finally:
        starting.__exit__(None, None, None)


def launch_browser(
    playwright: Playwright,
    *,
    brief_visits: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Browser:
    """A browser without a window: for many brief visits to our hosts alone, or else a reader's own.

    environment: additional variables for its processes.
    """
    preferred: tuple[str, ...] = BROWSERS
    arguments = BROWSER_ARGUMENTS
    if brief_visits:
        # What asks another host fails, so that a test need not look at every request.
        ours = ", ".join(f"EXCLUDE {host}" for host in sorted(our_hosts()))
        resolved = f"--host-resolver-rules=MAP * ~NOTFOUND, {ours}"
        preferred, arguments = (SHELL, *preferred), [*arguments, BRIEF_VISITS, resolved]
    # Without one on the system, Playwright looks for its own.
    executable = next(filter(None, map(shutil.which, preferred)), None)
    return playwright.chromium.launch(
        executable_path=executable, args=arguments, env={**os.environ, **(environment or {})}
    )
