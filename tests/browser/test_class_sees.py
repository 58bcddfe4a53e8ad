"""What a plan has for the class stands before the class: over the whole screen, and on a follower's phone."""

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.locale import translator
from tests.browser.stage import open_at, present, press, settled
from tests.browser.test_hall import close_by_key, room_of
from tests.browser.test_lecture_plan import LOWEST
from tests.serving import Server

PHONE: Any = {"viewport": {"width": 390, "height": 844}}
# Tenths of a second that a part of the page may take to its place.
PATIENCE = 300
NOTE = "It is 0.04, and nobody may know."
OURS = BUILT_IN[1].stops[0]
LONG = (
    "Which of the three gates decides how much of what was read long ago is still there, and why? "
    * 5
)
VIEWS = [
    {"view": OURS.view, "ask": OURS.ask, "say": NOTE},
    {"view": "step?t=4", "ask": LONG.strip(), "say": NOTE},
    {"view": "softmax?section=loss", "ask": "<b>Why</b>?", "say": NOTE},
    {"view": "step?t=2", "ask": "", "say": NOTE},
]
# How many lines the words of an element take.
LINES = """(one) => {
  const range = document.createRange()
  range.selectNodeContents(one)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}"""


def seen(page: Page, name: str) -> None:
    """Keep a picture, for who wants to look."""
    if folder := os.environ.get("RNNVIZ_SEEN"):
        page.screenshot(path=f"{folder}/{name}.png")


def in_two_lines_of_whole_words(say: Locator, words: str) -> None:
    expect(say).to_be_visible()
    text = say.inner_text().removesuffix(" …")
    assert words.startswith(text)
    assert len(text) > 60
    assert words[len(text) : len(text) + 1] in ("", " ")
    assert say.evaluate(LINES) <= 2
    assert say.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 14


@pytest.mark.parametrize(
    ("language", "scheme"), [("en", "light"), ("zh-CN", "dark"), ("zh-TW", "light")]
)
def test_the_plan_s_sentence_is_over_the_whole_screen_and_on_phones(
    server: Server, new_page: Callable[..., Page], language: str, scheme: Any
) -> None:
    lecturer = new_page()
    follower = new_page(locale=language, color_scheme=scheme, **PHONE)
    open_at(lecturer, server, t="3")
    settled(lecturer)
    plan = {"plans": [{"title": "One", "views": VIEWS}], "chosen": 0, "at": 0, "isWalked": True}
    lecturer.evaluate("kept => localStorage.setItem('rnnviz plans', JSON.stringify(kept))", plan)
    lecturer.reload()
    settled(lecturer)
    follower.goto(room_of(lecturer))
    with lecturer.context.expect_page() as opened:
        press(lecturer, "t")
    notes = opened.value
    expect(notes.locator(".say")).to_have_text(NOTE)
    lecturer.bring_to_front()
    press(lecturer, "f")
    lecturer.wait_for_function("() => document.fullscreenElement !== null")
    say, told = lecturer.locator(".walk .say"), follower.locator(".foot .say")
    tag = {"en": "en", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant"}[language]

    # A sentence of ours is read in the reader's own language; the strip has nothing else on it.
    expect(say).to_have_text(OURS.ask)
    expect(told).to_have_text(translator(tag)(OURS.ask))
    expect(lecturer.locator(".walk > :visible")).to_have_count(1)
    seen(lecturer, f"hall-{tag}")
    seen(follower, f"phone-{tag}")

    press(lecturer, ">")
    for one, page in ((say, lecturer), (told, follower)):
        expect(one).to_contain_text("Which of the three gates")
        in_two_lines_of_whole_words(one, LONG.strip())
        seen(page, f"long-{page.viewport_size['width'] if page.viewport_size else 0}-{tag}")
    dock = lecturer.locator(".dock").bounding_box()
    assert dock
    assert dock["y"] + dock["height"] <= 721
    assert lecturer.evaluate(LOWEST) <= dock["y"] + 1
    # On a phone the page goes on above it.
    follower.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot = follower.locator(".foot").bounding_box()
    assert foot
    lowest = follower.evaluate(
        "Math.max(...[...document.querySelectorAll('.stage .panel')].map((one) => one.getBoundingClientRect().bottom))"
    )
    assert lowest <= foot["y"] + 1
    told.click()
    expect(told).to_have_text(LONG.strip())

    press(lecturer, ">")
    for one in (say, told):
        expect(one).to_have_text("<b>Why</b>?")
    expect(follower.get_by_test_id("chapter")).to_be_visible()
    for page in (lecturer, follower):
        assert NOTE not in page.locator("html").inner_text()
    # A view that has no sentence has no strip, and its name is the lecturer's alone.
    press(lecturer, ">")
    expect(lecturer.locator(".walk")).to_be_hidden()
    expect(told).to_be_hidden()
    assert json.loads(lecturer.evaluate("localStorage.getItem('rnnviz plans')"))["at"] == 3


# Texts of the Units page that are smaller than a hall can read.
SMALL = """() => {
  const root = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".units")).shadowRoot
  return [...root.querySelectorAll(".units *")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .filter((one) => !one.closest(".announcement, .unseen, dialog, style, option"))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom, one.textContent])
    .filter(([size]) => size < 14)
}"""


def test_units_is_enlarged_over_the_whole_screen_and_is_still_where_one_points(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/units?k=1")
    units = page.locator(".units")
    expect(units.locator(".test-plot svg .dot").first).to_be_visible()
    page.wait_for_function(f"() => ({SMALL})().length > 50")
    present(page)
    expect(units).to_have_class(re.compile("presenting"))
    page.wait_for_function(f"() => ({SMALL})().length === 0")
    # Nothing of what a lecture needs is cut, or lies outside.
    for part in (".find-body", ".units-upper", ".test-ways"):
        sizes = units.locator(part).evaluate(
            "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
        )
        assert max(sizes) <= 1, part
    place = units.locator(".text-row [data-k='21']")
    place.click()
    expect(page).to_have_url(re.compile(r"[?&]k=22(&|$)"))
    here, letter = units.locator(".text-here").bounding_box(), place.bounding_box()
    assert here
    assert letter
    assert abs(here["x"] - letter["x"]) <= 3
    press(page, "f")
    expect(units).not_to_have_class(re.compile("presenting"))
    page.wait_for_function(f"() => ({SMALL})().length > 50")


BOX = ".stage div.box"


def in_sight(page: Page, part: str, below: str) -> None:
    """A part of the page lies as a whole above what lies at the bottom of the window."""
    lies_above = """([part, edge]) => part.isConnected && edge.isConnected && part.getBoundingClientRect().top >= 0
        && part.getBoundingClientRect().bottom <= edge.getBoundingClientRect().top + 1"""
    # Asked anew each time: news of the room draws both again.
    for _ in range(PATIENCE):
        shown = page.locator(f"{part}:visible").first
        if page.evaluate(
            lies_above, [shown.element_handle(), page.locator(below).element_handle()]
        ):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{part} is not above {below}")


def test_a_question_s_strip_cuts_no_answer(server: Server, new_page: Callable[..., Page]) -> None:
    lecturer, follower = new_page(), new_page(**PHONE)
    open_at(lecturer, server, t="2", phase="hidden", cover="3")
    settled(lecturer)
    follower.goto(room_of(lecturer))
    expect(follower.locator(".stage")).to_be_visible()
    expect(lecturer.locator("button.teach")).to_contain_text("1")
    present(lecturer)
    for _ in range(2):
        press(lecturer, "PageDown")
        expect(lecturer.locator(".poll")).to_be_visible()
        expect(follower.locator(".ballot")).to_be_visible()
        in_sight(lecturer, BOX, ".dock")
        # A gate's product, and a term of a sum, each with all its numbers.
        press(lecturer, "Enter")
        expect(lecturer.locator(f"{BOX} .verdict")).to_be_visible()
        in_sight(lecturer, BOX, ".dock")
        in_sight(follower, f"{BOX} .verdict", ".foot")
        press(lecturer, "Enter")
        expect(lecturer.locator(".poll")).to_be_hidden()
    seen(lecturer, "answer-1280")
    with lecturer.context.expect_page() as opened:
        press(lecturer, "t")
    notes = opened.value
    lecturer.bring_to_front()
    # In a chapter the question that is asked is above its own strip.
    lecturer.goto(f"{server.url}/softmax?section=loss")
    chapter = lecturer.get_by_test_id("chapter")
    question = chapter.locator("[data-question=coin]")
    # What asks the class is there as long as a room is, and in each section; without one it is not.
    asking = question.get_by_role("button", name="Ask the class")
    question.get_by_role("button", name="Show the answer").click()
    expect(asking).to_be_visible()
    asking.click()
    expect(lecturer.locator(".poll")).to_contain_text("27 characters")
    in_sight(lecturer, "[data-question=coin] fieldset", ".dock")
    with notes.expect_download() as saved:
        notes.get_by_role("button", name="Votes as CSV").click()
    rows = saved.value.path().read_text("utf-8-sig").splitlines()
    assert rows[0].startswith("question,asked at,answered at,present,votes,right answer")
    assert len(rows) == 4
    lecturer.bring_to_front()
    close_by_key(lecturer)
    expect(asking).to_be_hidden()
