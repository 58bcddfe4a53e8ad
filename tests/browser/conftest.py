"""The tabs that tests read in, and the stage as one file, for those that need no server."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from rnnviz import Trace
from rnnviz.stage import html, standalone
from rnnviz.training import Runs
from tests.watching import SIZE, Tab

# As many visitors as a test has at once in one language; a tab that is kept takes memory.
MOST = 3
# What a tab can be given and rid of again, besides its size.
MEDIA = {"color_scheme", "reduced_motion", "forced_colors", "contrast"}


@pytest.fixture(scope="session")
def free_tab(browser: Browser) -> Iterator[Callable[[str, list[Tab]], Tab | None]]:
    """A function that finds a kept tab of a language which is none of those taken, if there may be another one."""
    kept: dict[str, list[Tab]] = defaultdict(list)

    def find(locale: str, taken: list[Tab]) -> Tab | None:
        tabs = kept[locale]
        if len(tabs) < MOST and all(one in taken for one in tabs):
            tabs.append(Tab(browser, locale))
        return next((one for one in tabs if one not in taken), None)

    yield find
    for one in chain.from_iterable(kept.values()):
        one.close()


@pytest.fixture
def new_page(
    fresh_page: Callable[..., Page], free_tab: Callable[[str, list[Tab]], Tab | None]
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page of its own, as of another visitor: `new_page(locale="zh-CN")`.

    It is in a tab of the tests before it, where a page of the app costs half as much, unless the options are of a kind
    that a tab has for ever. The test fails if the page logs an error, throws one, or asks any host but ours.
    """
    taken: list[Tab] = []

    def open_page(*, locale: str = "en-US", viewport: ViewportSize = SIZE, **options: Any) -> Page:
        tab = None if options.keys() - MEDIA else free_tab(locale, taken)
        if tab is None:
            return fresh_page(locale=locale, viewport=viewport, **options)
        taken.append(tab)
        page = tab.page()
        page.set_viewport_size(viewport)
        page.emulate_media(**options)
        return page

    yield open_page
    with ExitStack() as leaving:
        for one in taken:
            leaving.callback(one.leave)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page at 1280×720, in English, watched as `new_page` says."""
    return new_page()


@pytest.fixture
def idle_after(runs_folder: Path) -> Iterator[None]:
    """What a test has left in training waits from then on: the next one's training has a worker."""
    yield
    Runs(runs_folder).clear_queue()


# The stage's modules are put into one once, not for each file: they stay as they are meanwhile.
JOINED_ONCE = cache(standalone.joined)


@pytest.fixture
def opened(
    new_page: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Page]:
    """A function that writes a trace as a file and opens it: `opened(trace, place={"t": 3})`.

    It is the quickest way to a stage, ten times as quick as a page of the app. Other options are
    `new_page`'s.
    """
    monkeypatch.setattr(standalone, "joined", JOINED_ONCE)

    def open_file(
        trace: Trace, *, language: str = "en", place: dict | None = None, **options: object
    ) -> Page:
        file = tmp_path / "stage.html"
        file.write_text(html(trace, language, "random", place), "utf-8")
        page = new_page(**options)
        page.goto(file.as_uri())
        expect(page.get_by_test_id("stage")).to_have_attribute(
            "data-t", str((place or {}).get("t", 1))
        )
        return page

    return open_file
