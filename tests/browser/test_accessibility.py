"""The home, Step and Train pages and the contents, held against what axe-core knows of accessibility.

The chapters of the course are, too, by `test_chapter.py`, open with all their answers, and so are the
glossary, the questions and the sources by `test_reference.py`.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages.shared.contents import ADDRESSES, COURSE, address
from tests.browser.axe import serious
from tests.browser.test_reference import PAGES as REFERENCES
from tests.serving import Server

PATIENCE = 60_000
CHAPTERS = {address(script) for chapters in COURSE.values() for script in chapters}
ELSEWHERE = {*CHAPTERS, *REFERENCES}


def complete(page: Page) -> None:
    expect(
        page.get_by_test_id("stMain").locator("h1, .stage, .live, .course").first
    ).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_other_page(
    server: Server, new_page: Callable[..., Page], scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    found = []
    for name in ADDRESSES.keys() - ELSEWHERE:
        page.goto(f"{server.url}/{name}")
        complete(page)
        found += [f"{name}: {sentence}" for sentence in serious(page)]
    assert not found, "\n".join(found)


def test_axe_sees_what_is_hard_to_read_inside_the_stage_too(server: Server, page: Page) -> None:
    page.goto(server.url)
    stage = page.get_by_test_id("stage")
    expect(stage).to_be_visible()
    stage.evaluate("e => { e.querySelector('.muted').style.color = '#ccc' }")
    assert any("color-contrast" in sentence for sentence in serious(page))
