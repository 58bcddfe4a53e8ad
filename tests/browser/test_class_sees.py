"""What a plan has for the class stands before the class: over the whole screen, and on a follower's phone."""

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz.hall.lecture_plans import BUILT_IN
from rnnviz.locale import translator
from tests.browser.stage import open_at, press, settled
from tests.browser.test_hall import room_of
from tests.browser.test_lecture_plan import LOWEST
from tests.serving import Server

PHONE: Any = {"viewport": {"width": 390, "height": 844}}
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
