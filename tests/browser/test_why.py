"""The chapters on why there is a hidden state, in a browser: asked, answered, drawn."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.serving import Server

pytestmark = pytest.mark.browser

TITLES = {
    "why_history": ("Counting is not enough", "光靠计数不够"),
    "why_state": ("With and without a hidden state", "有没有隐藏状态"),
    "why_unrolled": ("The loop, unrolled", "把环展开"),
    "why_shapes": ("Shapes and choices", "形状与选择"),
    "why_gates": ("Gates, and two directions", "门，以及两个方向"),
}
QUESTIONS = {
    "why_history": 3,
    "why_state": 3,
    "why_unrolled": 3,
    "why_shapes": 4,
    "why_gates": 3,
}
# Networks are trained on the way, on whatever machine this is.
PATIENCE = 60_000
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
UNANSWERED = "[data-testid=stRadio]:not(:has(input:checked))"


def open_chapter(page: Page, server: Server, chapter: str, language: str) -> None:
    page.goto(f"{server.url}/{chapter}?lang={language}")
    title = TITLES[chapter][language != "en"]
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


def answer_all(page: Page, chapter: str) -> None:
    """Answer every question with its last choice, also those that appear on the way."""
    for answered in range(QUESTIONS[chapter]):
        page.locator(UNANSWERED).first.locator("label").last.click()
        answers = page.locator("[data-testid=stRadio]:has(input:checked)")
        expect(answers).to_have_count(answered + 1, timeout=PATIENCE)
    expect(page.locator(UNANSWERED)).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("chapter", TITLES)
def test_a_chapter_is_asked_answered_and_drawn(
    server: Server, new_page: Callable[..., Page], chapter: str, language: str, size: str
) -> None:
    width, height = SIZES[size]
    page = new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if language == "en" else "light",
    )
    open_chapter(page, server, chapter, language)
    answer_all(page, chapter)
    charts = page.locator(".js-plotly-plot .main-svg:first-child")
    expect(charts.first).to_be_visible(timeout=PATIENCE)
    assert page.get_by_test_id("stException").count() == 0
    # Nothing is wider than the window, on a phone either.
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= innerWidth")


def test_the_tags_stand_on_the_stage(server: Server, page: Page) -> None:
    open_chapter(page, server, "why_state", "zh-Hans")
    answer_all(page, "why_state")
    stage = page.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "1", timeout=PATIENCE)
    page.get_by_role("radio", name="双向", exact=True).click()
    stage.scroll_into_view_if_needed()
    stage.focus()
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("data-t", "2")
    expect(stage).to_contain_text("觉得")


def test_a_chapter_leads_to_the_stage_at_its_place(server: Server, page: Page) -> None:
    open_chapter(page, server, "why_unrolled", "en")
    page.get_by_role("link", name="The same sentence on the stage").click()
    stage = page.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "15")
    expect(stage).to_have_attribute("data-phase", "hidden")
    expect(stage).to_contain_text("人")


def test_a_chapter_is_printed_whole(server: Server, page: Page) -> None:
    open_chapter(page, server, "why_gates", "en")
    answer_all(page, "why_gates")
    page.emulate_media(media="print")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => getComputedStyle(main).overflowY") != "auto"
    assert not page.get_by_test_id("stHeader").is_visible()
