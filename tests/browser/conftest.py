"""The stage as one file, for the tests that need no server."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rnnviz import Trace
from rnnviz.stage import html

# As long as the actions wait: the computer may be busy with other tests.
expect.set_options(timeout=60_000)


@pytest.fixture
def opened(new_page: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """A function that writes a trace as a file and opens it: `opened(trace, place={"t": 3})`.

    It is the quickest way to a stage, ten times as quick as a page of the app. Other options are
    `new_page`'s.
    """

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
