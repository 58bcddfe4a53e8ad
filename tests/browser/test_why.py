"""The chapters on why there is a hidden state, in a browser: asked, answered, drawn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.serving import Server

TITLES = {
    "why_history": ("Counting is not enough", "光靠计数不够"),
}
# Networks are trained on the way, on whatever machine this is.
PATIENCE = 60_000
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
SHOW = ("Show the answer", "显示答案")


def open_chapter(page: Page, server: Server, chapter: str, language: str) -> None:
    page.goto(f"{server.url}/{chapter}?lang={language}")
    title = TITLES[chapter][language != "en"]
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    wait_for_the_end(page)


def wait_for_the_end(page: Page) -> None:
    """A chapter is complete when its frame is, whose buttons come from a separate script."""
    expect(page.locator(".frame button").first).to_be_attached(timeout=PATIENCE)
    script = page.get_by_test_id("stApp")
    expect(script).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)


def answer_all(page: Page, language: str) -> None:
    """Choose the last answer of every question and show the right one, including questions that
    appear later."""
    show = page.get_by_role("button", name=SHOW[language != "en"])
    while show.count():
        question = page.locator("[class*=st-key-question_]").filter(has=show).first
        answers = question.locator("[data-testid=stRadio] label:has(input)")
        if answers.count():
            answers.last.click()
            expect(question.locator("input:checked")).to_have_count(1)
        shown = page.get_by_role("button", name=re.compile("Hide the answer|隐藏答案"))
        already = shown.count()
        question.get_by_role("button", name=SHOW[language != "en"]).click()
        expect(shown).to_have_count(already + 1)
        wait_for_the_end(page)


# Each language at one of the sizes: what a chapter computes is the same in both.
@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, ["en", "zh-Hans"], strict=True)))
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
    answer_all(page, language)
    charts = page.locator(".js-plotly-plot .main-svg:first-child")
    expect(charts.first).to_be_visible(timeout=PATIENCE)
    assert page.get_by_test_id("stException").count() == 0
    # Nothing is wider than the window, on a phone either.
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= innerWidth")


def test_a_chapter_is_printed_whole(server: Server, page: Page) -> None:
    open_chapter(page, server, "why_history", "en")
    answer_all(page, "en")
    page.emulate_media(media="print")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => getComputedStyle(main).overflowY") != "auto"
    assert not page.get_by_test_id("stHeader").is_visible()


def test_the_language_stays_in_the_address_on_every_page(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/?lang=zh-Hans")
    for name, path in (("单步", "step"), ("训练", "train"), ("讲义", "course")):
        page.get_by_test_id("stTopNavLink").filter(has_text=name).first.click()
        page.wait_for_url(f"**/{path}?*lang=zh-Hans*")
    page.get_by_role("link", name="光靠计数不够").click()
    page.wait_for_url("**/why_history?*lang=zh-Hans*")
    # No page is in the browser's history twice.
    page.go_back()
    page.wait_for_url("**/course?*")
    page.go_back()
    page.wait_for_url("**/train?*")
    page.go_back()
    page.wait_for_url("**/step?*")


SMALL_TEXT = """() => {
  const walk = document.createTreeWalker(
    document.querySelector("[data-testid=stMain]"), NodeFilter.SHOW_TEXT)
  const found = []
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement
    const isMath = element.closest(".katex, svg tspan, [data-testid=stage]")
    const size = parseFloat(getComputedStyle(element).fontSize)
    const text = walk.currentNode.data.trim()
    if (text && element.checkVisibility() && size < (isMath ? 14 : 18) && size > 2)
      found.push(`${text}: ${size}`)
  }
  return found
}"""


@pytest.mark.parametrize("chapter", TITLES)
def test_on_a_projector_no_text_of_a_chapter_is_small(
    server: Server, page: Page, chapter: str
) -> None:
    page.goto(f"{server.url}/{chapter}?all=on")
    wait_for_the_end(page)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached(timeout=PATIENCE)
    page.keyboard.press("f")
    expect(page.locator("html")).to_have_attribute("data-presents", "")
    page.wait_for_function(
        """() => [...document.querySelectorAll('.js-plotly-plot')].every(
             chart => chart.layout.legend?.font?.size === 20)"""
    )
    assert page.evaluate(SMALL_TEXT) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and links")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("F")
    expect(page.locator("html")).not_to_have_attribute("data-presents", "")


def test_keys_typed_into_a_text_are_text(server: Server, page: Page) -> None:
    open_chapter(page, server, "why_history", "en")
    page.get_by_role("textbox").fill("")
    page.get_by_role("textbox").press_sequentially("of? f")
    expect(page.get_by_role("textbox")).to_have_value("of? f")
    expect(page.locator("html")).not_to_have_attribute("data-presents", "")


CHART_TEXT = """() => {
  const seen = {}
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  const paper = luminance(channels(getComputedStyle(document.querySelector(".stApp")).backgroundColor))
  for (const text of document.querySelectorAll(".js-plotly-plot text:not(.heatmap-label text)")) {
    const style = getComputedStyle(text)
    const ink = luminance(channels(style.fill))
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
    if (ratio * Number(style.fillOpacity) < 4.5) seen[text.textContent] = ratio
  }
  return [document.querySelectorAll(".js-plotly-plot text").length, seen]
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("chapter", TITLES)
def test_everything_in_a_chapter_can_be_read(
    server: Server, new_page: Callable[..., Page], chapter: str, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(f"{server.url}/{chapter}?all=on")
    wait_for_the_end(page)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached(timeout=PATIENCE)
    texts, faint = page.evaluate(CHART_TEXT)
    assert texts > 5
    assert faint == {}
    assert serious(page) == []
