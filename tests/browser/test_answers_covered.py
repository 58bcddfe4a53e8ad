"""A view of a lecture that asks shows nothing that answers: every view of every built-in plan, before and after."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import Vocabulary
from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.locale import translator
from tests.browser.stage import TEXT, press, settled, stage
from tests.browser.test_hall import room_of
from tests.browser.test_views_file import post
from tests.serving import Server

# All that a reader, or a screen reader, finds on a page: its texts, and what parts say of themselves.
TOLD = """() => {
  const told = []
  const names = ["aria-label", "aria-valuetext", "data-full", "title", "alt"]
  const look = (root) => {
    for (const one of root.body ? [root.body] : root.children) if (!one.matches("style")) told.push(one.innerText ?? "")
    for (const one of root.querySelectorAll("*")) {
      if (one.checkVisibility({ visibilityProperty: true }))
        told.push(...names.map((name) => one.getAttribute(name)).filter(Boolean))
      if (one.matches("svg")) told.push(...[...one.querySelectorAll("text")].map((text) => text.textContent))
      if (one.shadowRoot) look(one.shadowRoot)
    }
  }
  look(document)
  return told.join("\\n")
}"""
# How the choices of a question look, each once.
LOOKS = """parts => [...new Set(parts.map((part) => {
  const { fontWeight, color, backgroundColor, borderColor } = getComputedStyle(part)
  return [fontWeight, color, backgroundColor, borderColor].join(" ")
}))]"""
# Numbers with enough digits that none is there by chance, and percentages.
NUMBERS = re.compile(r"\d+\.\d{2,}(?:·10\S+)?|\d+(?:\.\d+)? ?%")


@dataclass(frozen=True)
class Cover:
    """uncover: what its lecturer does. shown: the parts that then hold the answer."""

    uncover: Callable[[Page], None]
    shown: str


def click(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.click()


def at_end(page: Page) -> None:
    stage(page).focus()
    press(page, "End")


def to_view(query: str) -> Callable[[Page], None]:
    """What the next view of the plan shows."""

    def go(page: Page) -> None:
        page.goto(f"{page.url.split('?')[0]}?{query}")
        settled(page)

    return go


STAGE = Cover(
    lambda page: page.locator(".question:visible .reveal").click(),
    ".answer .verdict:visible, .box .verdict:visible, .output:not(.ghost) .bar-line .number:visible, .loss:visible",
)
# By its view, what covers the answer to a plan's sentence; that of a question is found by its name.
COVERS: dict[str, Cover] = {
    "why_history?section=table": Cover(
        click("[data-action=revealNext]"), "[data-section=table] svg.picture text.small"
    ),
    "step?cell=rnn&text=to+be+or+not+to+be&beside=mlp": Cover(at_end, ".lanes .wrong"),
    "step?cell=rnn&t=5&phase=hidden": Cover(
        to_view("cell=rnn&t=5&phase=hidden&view=difference&changes=H0.1%3D1"), ".hand-effect"
    ),
    "step?t=5": Cover(to_view("t=5&changes=F.*.2-5%3D0"), ".hand-effect > :last-child"),
    "why_gates?section=keep": Cover(
        click("[data-action=see]"), "[data-task=look] .after .computed"
    ),
    "step?cell=gru": Cover(at_end, ".ribbon .largest"),
}
# Of these the answer is in the drawing, or in what is yet to be trained: no words and no number may say it.
UNSAID = {
    "step?t=3": ("two arrows", "2 arrows", "两个箭头", "两条箭头"),
    "step?t=3&phase=candidate": ("input gate decides", "由输入门决定"),
    "why_state?section=train": ("stops first", "先停"),
    "train?corpus=helicopter": (),
    "train?corpus=helicopter&cell=race": (),
    # 0.9 and 1.1, each to the thirtieth.
    "gradients?section=factor": ("0.042", "17.4"),
}
QUESTIONS = {
    "why_history?section=empty": "seen",
    "softmax?section=loss": "coin",
    "gradients?section=road": "vanish",
}
# A view that stands in several plans asks the same in each.
STOPS = {(stop.view, stop.ask): stop for plan in BUILT_IN for stop in plan.stops}
ASKING = [stop for stop in STOPS.values() if "?" in stop.ask]
# Each view is asked in one of them: what covers it is the same in both.
LANGUAGES = ("en", "zh-Hans")


def cover_of(view: str) -> Cover | None:
    if "cover=" in view:
        return STAGE
    if view in QUESTIONS:
        question = f"[data-question={QUESTIONS[view]}]"
        return Cover(click(f"{question} .chip:visible"), f"{question} .after")
    return COVERS.get(view)


def opened(page: Page, server: Server, view: str, language: str) -> None:
    page.goto(f"{server.url}/{view}{'&' if '?' in view else '?'}lang={language}")
    settled_anywhere(page)


def settled_anywhere(page: Page) -> None:
    parts = ".stage:visible, [data-testid=chapter]:visible, [data-testid=training]:visible"
    expect(page.locator(parts).first).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((r) => requestAnimationFrame(() => setTimeout(r, 300)))")


def answers_in(page: Page, shown: str) -> set[str]:
    """The numbers that stand where the answer is now, or its words where it has none."""
    expect(page.locator(shown).first).to_be_attached()
    texts = [text for text in page.locator(shown).all_text_contents() if text.strip()]
    labels = [one.get_attribute("aria-label") or "" for one in page.locator(shown).all()]
    found = {number for text in [*texts, *labels] for number in NUMBERS.findall(text)}
    return found or {text.strip() for text in texts}


def no_choice_differs(choices: Locator) -> None:
    assert choices.count() >= 2
    assert len(choices.evaluate_all(LOOKS)) == 1


def in_their_order(page: Page, view: str) -> None:
    """Characters are offered, and listed where their shares will be, as the vocabulary has them."""
    text = dict(parse_qsl(view.partition("?")[2])).get("text", TEXT)
    order = Vocabulary(text).tokens
    lines = page.locator(".output .bar-line .character").all_text_contents()
    offered = [
        words[1:]
        for words in page.locator(".output .question:visible .candidate").all_inner_texts()
    ]
    for shown in (lines, offered):
        places = [order.index(one.replace("␣", " ")) for one in shown]
        assert places == sorted(places)
    expect(page.locator(".is-target")).to_have_count(0)


@pytest.mark.parametrize("place", range(len(ASKING)), ids=lambda k: ASKING[k].view)
def test_no_view_of_a_plan_answers_what_it_asks(server: Server, page: Page, place: int) -> None:
    stop, language = ASKING[place], LANGUAGES[place % 2]
    opened(page, server, stop.view, language)
    cover = cover_of(stop.view)
    before = page.evaluate(TOLD)
    assert translator(language)(stop.ask) != ""
    assert before
    if cover is None:
        assert stop.view in UNSAID, "Which of its parts answers, and what covers it?"
        assert [words for words in UNSAID[stop.view] if words in before] == []
        if stop.view.startswith("train?"):
            expect(page.get_by_test_id("training")).to_have_attribute("data-status", "none")
        return
    if cover is STAGE:
        no_choice_differs(page.locator(".question:visible .candidate"))
        in_their_order(page, stop.view)
    choices = ""
    if stop.view in QUESTIONS:
        offered = page.locator(f"[data-question={QUESTIONS[stop.view]}] .answer")
        no_choice_differs(offered)
        choices = "\n".join(offered.all_inner_texts())
    cover.uncover(page)
    page.evaluate("new Promise((r) => setTimeout(r, 300))")
    answers = answers_in(page, cover.shown)
    assert answers
    # The right choice is one of those that are offered, and nowhere else.
    assert [one for one in answers if before.count(one) > choices.count(one)] == []


ELSEWHERE = ("step?t=2&phase=forget&unit=7&cover=2", "why_history?section=table")


def uncovered(page: Page, server: Server, view: str) -> set[str]:
    """The answers of a view, as a reader alone uncovers them."""
    opened(page, server, view, "en")
    cover = cover_of(view)
    assert cover
    cover.uncover(page)
    return answers_in(page, cover.shown)


def test_the_phone_of_a_follower_and_a_file_of_the_views_answer_no_more(
    server: Server, page: Page, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    answers = {view: uncovered(page, server, view) for view in ELSEWHERE}
    plan = {"title": "Two", "views": [{"view": view, "ask": "?", "say": ""} for view in ELSEWHERE]}
    lecturer, follower = new_page(), new_page(viewport={"width": 390, "height": 844})
    opened(lecturer, server, "step?t=1", "en")
    follower.goto(room_of(lecturer))
    file = tmp_path / "views.html"
    file.write_text(post(server, plan)[1], "utf-8")
    page.goto(file.as_uri())
    for view, found in answers.items():
        opened(lecturer, server, view, "en")
        place = "[data-section=table] svg" if view.startswith("why") else ".stage[data-asks]"
        for reader in (follower, page):
            expect(reader.locator(f"{place}:visible").first).to_be_visible()
            settled_anywhere(reader)
            told = reader.evaluate(TOLD)
            assert [one for one in found if one in told] == []
        page.keyboard.press(">")
