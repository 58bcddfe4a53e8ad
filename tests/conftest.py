"""What the tests share: a running server, and a browser that notices what it should not see."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
START_TIMEOUT = 60.0
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Server:
    """`streamlit run app.py`, running."""

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


def start_server(folder: Path) -> Server:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    log = folder / f"server-{port}.log"
    options = {
        "server.port": port,
        "server.address": HOST,
        "server.fileWatcherType": "none",
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py"]
            + [f"--{name}={value}" for name, value in options.items()],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://{HOST}:{port}", process, log)
    deadline = time.monotonic() + START_TIMEOUT
    while not _is_healthy(server.url):
        if process.poll() is not None or time.monotonic() > deadline:
            server.stop()
            pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)
    return server


def _is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests of this process; it may have been visited before."""
    running = start_server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Callable[[], Server]]:
    """A function that starts a server nobody has visited."""
    started: list[Server] = []

    def start() -> Server:
        started.append(start_server(tmp_path))
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Without one on the system, Playwright looks for its own.
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable, args=BROWSER_ARGUMENTS, headless=True
        )
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens a page of its own, as of another visitor: `new_page(locale="zh-CN")`.

    The test fails if the page logs an error, throws one, or asks any host but ours.
    """
    contexts = []
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_probe(message.location.get("url", "")):
            problems.append(f"console: {message.text}")

    def on_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.hostname != HOST:
            problems.append(f"request: {request.url}")

    def open_page(**options: object) -> Page:
        options = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US", **options}
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", on_console)
        page.on("pageerror", lambda error: problems.append(f"page: {error}"))
        page.on("request", on_request)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


def _is_probe(url: str) -> bool:
    """On a deep link Streamlit first asks whether it lives below that path, and is told no."""
    path = urlsplit(url).path
    return not path.startswith("/_stcore/") and path.endswith(
        ("/_stcore/health", "/_stcore/host-config")
    )


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page at 1280×720, in English, watched as `new_page` says."""
    return new_page()
