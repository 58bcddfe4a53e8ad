"""The tab that tests read in, and the stage as one file, for those that need no server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rnnviz import Trace
from rnnviz.stage import html
from tests.watching import Tab

# As long as the actions wait: the computer may be busy with other tests.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Tab]:
    kept = Tab(browser)
    yield kept
    kept.close()


@pytest.fixture
def plain_page(tab: Tab, new_page: Callable[..., Page]) -> Iterator[Callable[[], Page]]:
    """A function that opens a page at 1280×720, in English: the first of a test in the tab of the
    tests before it, which costs half as much."""
    free = [tab]

    def open_page() -> Page:
        return free.pop().page() if free else new_page()

    yield open_page
    if not free:
        tab.leave()


@pytest.fixture
def page(plain_page: Callable[[], Page]) -> Page:
    """A page at 1280×720, in English, watched as `new_page` says. A test that changes the browser
    around it, such as its speed, takes `new_page()`."""
    return plain_page()


@pytest.fixture
def opened(
    plain_page: Callable[[], Page], new_page: Callable[..., Page], tmp_path: Path
) -> Callable[..., Page]:
    """A function that writes a trace as a file and opens it: `opened(trace, place={"t": 3})`.

    It is the quickest way to a stage, ten times as quick as a page of the app. Other options are
    `new_page`'s.
    """

    def open_file(
        trace: Trace, *, language: str = "en", place: dict | None = None, **options: object
    ) -> Page:
        file = tmp_path / "stage.html"
        file.write_text(html(trace, language, "random", place), "utf-8")
        page = new_page(**options) if options else plain_page()
        page.goto(file.as_uri())
        expect(page.get_by_test_id("stage")).to_have_attribute(
            "data-t", str((place or {}).get("t", 1))
        )
        return page

    return open_file
