"""The tests' fixtures: a running server, and a browser that reports errors and foreign requests."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from pages.server import packages
from tests.forks import Forks
from tests.serving import Server, launch_browser, start_server, terse_playwright
from tests.systems import left_out
from tests.watching import Watch, new_context

packages.ask_none()
# As long as the actions wait: the computer may be busy with other tests.
expect.set_options(timeout=60_000)

# These take half a minute or more, much of it for programs to start and to end, or for three browsers to follow one
# lecture: begun last, they would have the other workers wait for them.
LONG = {
    "browser/test_rehearsal.py",
    "training/test_cluster.py",
    "training/test_runs.py",
    "server/test_any_system.py",
    "browser/test_several_servers.py",
    "presets/test_recall.py",
    "training/test_kills.py",
}

# Six thousand tests and what they import live as long as this process: as often as usual, the collector would look at
# them for a tenth of the time of all tests without a browser.
gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser is marked `browser`, wherever it is; what waits longest is begun first."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: f"{item.path.parent.name}/{item.path.name}" not in LONG)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Below all else, what was not tested."""
    yield
    for line in left_out(terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(autouse=True)
def own_main() -> Iterator[None]:
    """Streamlit's AppTest leaves the page that it has run in the place of `__main__`, where a
    process that a later test starts would run it."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(scope="session", autouse=True)
def runs_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where this process's tests, and the servers they start, keep their runs; and what else they
    keep lies in such a folder, too."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RNNVIZ_RUNS", str(folder))
        patch.setenv("RNNVIZ_ROOMS", str(tmp_path_factory.mktemp("rooms")))
        patch.setenv("RNNVIZ_UNITS", str(tmp_path_factory.mktemp("units")))
        yield folder


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small disk can be mounted by the superuser only")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """For programs that run with torch in a process of their own."""
    if not hasattr(os, "fork"):
        pytest.skip("needs a system that forks processes")
    with Forks() as running:
        yield running


@pytest.fixture
def converts_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch's files are converted in this process, which has torch, as in one of their own."""
    from rnnviz.training import convert, torch_weights

    def answer(asked: bytes) -> bytes:
        try:
            return torch_weights.answer(asked)
        except Exception as error:
            raise subprocess.CalledProcessError(1, "python") from error

    monkeypatch.setattr(convert, "_apart", answer)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests of this process; earlier tests may have visited it."""
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
def playwright() -> Iterator[Playwright]:
    with terse_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch_browser(playwright, brief_visits=True)
    yield chromium
    chromium.close()


@pytest.fixture
def fresh_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens a page in a tab that nobody had before or has afterwards: `fresh_page(locale="zh-CN")`.

    It is for what cannot be undone, such as a script that runs before every page, or a slower processor. The test fails
    if the page logs an error, throws one, or asks any host but ours.
    """
    watch = Watch()
    contexts = []

    def open_page(**options: object) -> Page:
        contexts.append(new_context(browser, **options))
        return watch.over(contexts[-1].new_page())

    yield open_page
    for context in contexts:
        context.close()
    watch.ends()


@pytest.fixture
def new_page(fresh_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens a page of its own, as of another visitor: `new_page(locale="zh-CN")`."""
    return fresh_page


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page at 1280×720, in English, watched as `new_page` says."""
    return new_page()
