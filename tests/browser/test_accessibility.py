"""Every page that is no chapter: nothing of it is cut, axe-core finds nothing serious, and no landmark is lost.

The chapters of the course are read by `test_chapter.py`, open with all their answers.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from pages.shared.contents import ADDRESSES
from rnnviz.course.outline import CHAPTERS
from tests.browser.aria import is_as_kept
from tests.browser.axe import serious
from tests.browser.landmarks import lost
from tests.browser.overflow import Walk, resize
from tests.serving import Server

PATIENCE = 60_000
# What a screen reader finds on these pages is kept, and how many lines of it. The Units page goes on
# computing: see `test_units.py`.
READ = {"": None, "course": None, "glossary": 160, "questions": 120, "step": None, "train": None}
# What was said last while the first page read its line: by how fast a machine is, an earlier or a later step.
SAID_LAST = re.compile(
    r'^\s*- paragraph: "?(?:t = \d+, |Time step (\d+) of \1, ).*\n', re.MULTILINE
)
# A phone at night and a desk: what axe-core looks at; what is cut is looked for at every size.
LOOKS = (("en", "light", (1280, 720)), ("zh-Hant", "dark", (390, 844)))


def complete(page: Page) -> None:
    expect(
        page.get_by_test_id("stMain").locator("h1, .stage, .live, .course").first
    ).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)


def without_last_words(found: str) -> str:
    return SAID_LAST.sub("", found)


@pytest.mark.parametrize("name", sorted(ADDRESSES.keys() - CHAPTERS))
def test_every_other_page_can_be_read_and_nothing_of_it_is_cut(
    server: Server, page: Page, name: str
) -> None:
    walk = Walk()
    for language, scheme, (width, height) in LOOKS:
        resize(page, width, height)
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server.url}/{name}?lang={language}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        complete(page)
        if language == "en" and name in READ:
            app = page.get_by_test_id("stApp")
            is_as_kept(f"page-{name or 'home'}.en", app, READ[name], shown=without_last_words)
        walk.found += [f"in {language}: {sentence}" for sentence in (*lost(page), *serious(page))]
        walk.look(page, f"in {language}")
    assert not walk.found, "\n".join(walk.found)


def test_the_stage_where_the_system_chooses_the_colours_and_where_a_text_is_hard_to_read(
    server: Server, page: Page
) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(f"{server.url}/step?view=equations")
    stage = page.get_by_test_id("stage")
    expect(stage).to_be_visible()
    equations = stage.locator(".equation")
    outline = "(e) => getComputedStyle(e).outlineStyle"
    framed = [equation.evaluate(outline) == "solid" for equation in equations.all()]
    chosen = [equation.get_attribute("aria-current") is not None for equation in equations.all()]
    assert framed == chosen
    assert any(chosen)
    # A prediction shows which one is right once it is made.
    stage.press("End")
    ground = "(e) => getComputedStyle(e).backgroundColor"
    assert stage.locator(".is-target .bar").evaluate(ground) != stage.evaluate(ground)
    page.emulate_media(forced_colors="none")
    stage.evaluate("e => { e.querySelector('.muted').style.color = '#ccc' }")
    assert any("color-contrast" in sentence for sentence in serious(page))
