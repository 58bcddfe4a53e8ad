"""A clicker in a lecture: one press does one thing, in the same order wherever one is, and none gives an answer away.

What the hall, a follower and the lecturer's second window show is compared after each press.
"""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled, stage
from tests.browser.test_hall import PHONE, close_by_key, room_of
from tests.serving import Server

QUESTION = "What is kept?\nthe state\n*all of it"
Views = list[str]


def plan_of(page: Page, views: Views) -> None:
    """Walk through a plan of these views from its first one, whose page is shown already."""
    plan = {"title": "All", "views": [{"view": view, "say": "", "ask": ""} for view in views]}
    kept = {"plans": [plan], "chosen": 0, "at": 0, "isWalked": True}
    page.evaluate("kept => localStorage.setItem('rnnviz plans', kept)", json.dumps(kept))
    page.reload()
    expect(page.locator(".walk .count")).to_have_text(f"1/{len(views)}")


def walked(page: Page, place: str) -> None:
    """The plan is at this view, and it is there."""
    expect(page.locator(".walk .count")).to_have_text(place)
    page.wait_for_function("() => !window.rnnvizDesk.isArriving()")


def stage_asks(page: Page) -> None:
    expect(stage(page)).to_have_attribute("data-asks", "")


def notes_of(lecturer: Page) -> Page:
    with lecturer.context.expect_page() as opened:
        press(lecturer, "t")
    return opened.value


def next_act(notes: Page, words: str) -> None:
    """What the lecturer's window says that the next press does."""
    expect(notes.locator("button.on")).to_have_text(f"{words}PageDown")


def asked(lecturer: Page) -> Locator:
    """A question of the lecturer's own goes out to the class."""
    lecturer.locator("button.teach").click()
    lecturer.locator(".asking textarea").fill(QUESTION)
    lecturer.get_by_role("button", name="Ask the class").click()
    poll = lecturer.locator(".poll")
    expect(poll).to_contain_text("What is kept?")
    stage(lecturer).focus()
    return poll


def is_black(lecturer: Page, phone: Page, *, isit: bool = True) -> None:
    for dark in (lecturer.locator(".dark"), phone.get_by_text("turned the screen black")):
        expect(dark).to_be_visible() if isit else expect(dark).to_be_hidden()


def test_no_letter_of_a_lecturer_answers_and_b_is_a_clicker_s_black(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    # Whoever reads alone answers by letters, and b darkens nothing.
    lecturer = open_at(page, server, cell="gru", t="2", cover="2")
    settled(lecturer)
    press(lecturer, "b")
    expect(stage(lecturer).locator(".verdict:visible")).to_be_visible()
    expect(lecturer.locator(".dark")).to_have_count(0)

    open_at(lecturer, server, cell="gru", t="2")
    settled(lecturer)
    link = room_of(lecturer)
    phone = new_page(**PHONE)
    phone.goto(link)
    at(phone, 2)
    expect(lecturer.locator("button.teach")).to_contain_text("· 1")
    poll = asked(lecturer)
    black_under_a_question(lecturer, phone, poll)

    # The stage's own question is answered by no letter either, in neither window.
    press(lecturer, "Enter")
    expect(phone.locator(".ballot .is-true")).to_contain_text("all of it")
    press(lecturer, "Enter")
    expect(phone.locator(".ballot")).to_be_hidden()
    press(lecturer, "q")
    stage_asks(phone)
    expect(poll).to_contain_text("0 of 1 have answered")
    notes = notes_of(lecturer)
    for window in (lecturer, notes):
        press(window, "a", "c", "d")
        press(window, "b")
        is_black(lecturer, phone)
        press(window, "b")
        is_black(lecturer, phone, isit=False)
    stage_asks(lecturer)
    expect(stage(phone)).to_have_attribute("data-asks", "")
    expect(phone.locator(".ballot .is-true")).to_have_count(0)
    # A mouse answers.
    stage(lecturer).locator(".candidate").first.click()
    expect(phone.locator(".ballot .is-true")).to_be_visible()
    press(lecturer, "?")
    help_dialog = stage(lecturer).locator("dialog.help")
    expect(help_dialog).to_contain_text("no letter answers a question then")
    notes.close()


def black_under_a_question(lecturer: Page, phone: Page, poll: Locator) -> None:
    """b and the full stop darken; the first press after that, whichever it is, brings back the picture alone."""
    for key in ("b", "B", "."):
        press(lecturer, key)
        is_black(lecturer, phone)
        press(lecturer, key)
        is_black(lecturer, phone, isit=False)
    for key in ("PageDown", "PageUp", "ArrowRight", "ArrowLeft", "Enter", "Home", " ", "u"):
        press(lecturer, "b")
        is_black(lecturer, phone)
        press(lecturer, key)
        is_black(lecturer, phone, isit=False)
        at(lecturer, 2)
    at(phone, 2)
    expect(stage(lecturer).locator(".sum")).to_have_count(0)
    expect(poll.get_by_role("button", name="Show the answer")).to_be_visible()
    expect(phone.locator(".ballot .is-true")).to_have_count(0)
    expect(phone.locator(".ballot .count")).to_have_count(0)
    expect(phone.locator(".ballot button.option").first).to_be_enabled()


def test_one_press_does_one_thing_and_the_notes_say_which(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(page, server, cell="gru", t="4")
    settled(lecturer)
    plan_of(lecturer, ["step?cell=gru&t=4", "step?cell=gru&t=2&cover=2"])
    settled(lecturer)
    phone = new_page(**PHONE)
    phone.goto(room_of(lecturer))
    at(phone, 4)
    expect(lecturer.locator("button.teach")).to_contain_text("· 1")
    notes = notes_of(lecturer)
    next_act(notes, "Step 5 of 5")
    poll = asked_in(notes, lecturer)
    ballot = phone.locator(".ballot")
    expect(ballot).to_be_visible()
    next_act(notes, "Show the answer")
    # The page does not turn under a question that waits for its answer; from the notes neither.
    for window in (lecturer, notes):
        press(window, "PageUp")
        expect(lecturer.get_by_text("A question waits for its answer")).to_be_visible()
    press(notes, "b")
    next_act(notes, "Bring the picture back")
    is_black(lecturer, phone)
    press(notes, "PageDown")
    next_act(notes, "Show the answer")
    is_black(lecturer, phone, isit=False)
    expect(ballot.locator(".is-true")).to_have_count(0)
    press(lecturer, "PageDown")
    expect(ballot.locator(".is-true")).to_contain_text("all of it")
    next_act(notes, "Put the question away")
    expect(poll.get_by_role("button", name="Put away")).to_contain_text("↵PageDown")
    at(phone, 4)
    assert serious(notes) == []
    press(notes, "PageDown")
    for window in (poll, ballot):
        expect(window).to_be_hidden()
    next_act(notes, "Step 5 of 5")
    at(lecturer, 4)
    press(lecturer, "PageDown")
    at(phone, 5)
    next_act(notes, "Next view: Step · GRU, t = 2")
    walked(lecturer, "1/2")
    a_view_that_asks(lecturer, phone, notes)
    notes.close()


def a_view_that_asks(lecturer: Page, phone: Page, notes: Page) -> None:
    """What a view itself asks: the answer, the question, the step; and PageUp puts an answered one away."""
    ballot = phone.locator(".ballot")
    press(lecturer, "PageDown")
    walked(lecturer, "2/2")
    stage_asks(phone)
    next_act(notes, "Show the answer")
    press(lecturer, "PageUp")
    expect(lecturer.get_by_text("A question waits for its answer")).to_be_visible()
    walked(lecturer, "2/2")
    press(lecturer, "PageDown")
    expect(ballot.locator(".is-true")).to_be_visible()
    next_act(notes, "Put the question away")
    expect(stage(phone)).not_to_have_attribute("data-asks", "")
    press(lecturer, "PageUp")
    expect(ballot).to_be_hidden()
    at(lecturer, 2)
    walked(lecturer, "2/2")
    next_act(notes, "Step 3 of 5")
    press(lecturer, "PageUp")
    walked(lecturer, "1/2")
    at(phone, 5)


def asked_in(notes: Page, lecturer: Page) -> Locator:
    """A question goes out from the notes."""
    notes.get_by_text("Ask the class").first.click()
    notes.locator(".asking textarea").fill(QUESTION)
    notes.locator(".asking .acts button").first.click()
    poll = lecturer.locator(".poll")
    expect(poll).to_contain_text("What is kept?")
    notes.locator(".now").click()
    return poll


# What of a chapter's section is covered: {covered, done, top}, and whether what could be uncovered next is in sight.
SEEN = """(section) => {
  const root = document.querySelector("[data-testid=stMain]");
  const all = [...document.querySelectorAll("*")];
  const chapter = all.find((one) => one.shadowRoot?.querySelector("[data-testid=chapter]"));
  const part = (chapter?.shadowRoot ?? document).querySelector(`[data-section=${section}]`);
  const sees = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  return {
    covered: [...part.querySelectorAll("[data-covered]")].map((one) => Object.values(one.dataset).join()),
    top: root.scrollTop,
    first: [...part.querySelectorAll("h2, p, li, figure")].findIndex((one) => one.getBoundingClientRect().bottom > 64),
    isAnswerSeen: [...part.querySelectorAll("[data-question]:not([data-covered]), [data-task].done")].some(sees),
  };
}"""
# Scrolls to the end of the page until it has not grown for a while, and back to where it was.
SEEN_WHOLE = """async () => {
  const page = document.querySelector("[data-testid=stMain]")
  const from = page.scrollTop
  let [height, since] = [0, performance.now()]
  while (performance.now() - since < 4000) {
    page.scrollTop = page.scrollHeight
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (page.scrollHeight !== height) [height, since] = [page.scrollHeight, performance.now()]
  }
  page.scrollTop = from
}"""
TWO_FRAMES = "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
MOST_PRESSES = 40


def presses_through(page: Page, section: str, count: str) -> list[dict[str, Any]]:
    """What is seen of a section before the first press of a clicker and after each, until the plan goes on."""
    seen = [page.evaluate(SEEN, section)]
    for _ in range(MOST_PRESSES):
        press(page, "PageDown")
        page.evaluate(TWO_FRAMES)
        if page.locator(".walk .count").inner_text() != count:
            return seen
        seen.append(page.evaluate(SEEN, section))
    raise AssertionError(f"The plan does not go on after {seen}")


def test_a_clicker_uncovers_what_a_chapter_asks_and_comes_back_by_the_same_screens(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.url}/why_gates?section=keep")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    plan_of(page, ["why_gates?section=keep", "softmax?section=loss"])
    expect(page.get_by_test_id("chapter")).to_be_visible()
    seen = presses_through(page, "keep", "1/2")
    assert seen[0]["covered"]
    assert seen[-1]["covered"] == []
    for before, after in pairwise(seen):
        uncovered = [one for one in before["covered"] if one not in after["covered"]]
        # One act: something is uncovered, in sight; or the page is turned.
        assert len(uncovered) <= 1
        assert (uncovered != []) or after["top"] > before["top"] + 8, seen
        assert not uncovered or after["isAnswerSeen"]

    walked(page, "2/2")
    # At the section that the plan names, though the chapter before it still had a word for the address.
    expect(page).to_have_url(f"{server.url}/softmax?section=loss")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("[data-question=coin]")).to_have_attribute("data-covered", "")
    phone = new_page(**PHONE)
    phone.goto(room_of(page))
    followed = phone.get_by_test_id("chapter").locator("[data-question=coin]")
    expect(followed).to_have_attribute("data-covered", "")
    page.evaluate(SEEN_WHOLE)
    screens = {one["top"]: one["first"] for one in presses_through_to_the_end(page)}
    forth = list(screens.values())
    assert len(forth) > 1
    back = [forth[-1]]
    for _ in forth[1:]:
        press(page, "PageUp")
        page.evaluate(TWO_FRAMES)
        back.append(page.evaluate(SEEN, "loss")["first"])
    # By the very screens by which one came, wherever they lie by now; what is uncovered stays so.
    assert back == forth[::-1]
    for one in (chapter.locator("[data-question=coin]"), followed):
        expect(one).not_to_have_attribute("data-covered", "")
    press(page, "PageUp")
    walked(page, "1/2")
    while page.get_by_text("This is the beginning of the lecture plan.").count() == 0:
        press(page, "PageUp")
    walked(page, "1/2")

    # Who reads by himself turns pages, and sees no answer before he asks for it.
    page.locator(".walk").get_by_role("button", name="Put the plan away").click()
    close_by_key(page)
    expect(page.locator("button.teach")).to_have_text("Teach")
    page.goto(f"{server.url}/why_gates?section=keep")
    expect(chapter).to_be_visible()
    covered = page.evaluate(SEEN, "keep")["covered"]
    for _ in range(4):
        press(page, "PageDown")
    assert page.evaluate(SEEN, "keep")["covered"] == covered


def presses_through_to_the_end(page: Page) -> list[dict[str, Any]]:
    """As presses_through, at the last view: until the hall's window says that it is the last."""
    end = page.get_by_text("This is the end of the lecture plan.")
    seen = [page.evaluate(SEEN, "loss")]
    for _ in range(MOST_PRESSES):
        press(page, "PageDown")
        page.evaluate(TWO_FRAMES)
        if end.count() > 0 and end.is_visible():
            return seen
        seen.append(page.evaluate(SEEN, "loss"))
    raise AssertionError(f"The plan has no end after {seen}")


def test_units_are_read_screen_by_screen_and_then_the_plan_goes_on(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    page.goto(f"{server.url}/units?net=brackets")
    units = page.get_by_test_id("units")
    expect(units).to_have_attribute("data-unit", "H[16]")
    plan_of(page, ["units?net=brackets", "step?cell=gru&t=4"])
    expect(units).to_have_attribute("data-unit", "H[16]")
    phone = new_page(**PHONE)
    phone.goto(room_of(page))
    expect(phone.get_by_test_id("units")).to_have_attribute("data-unit", "H[16]")
    notes = notes_of(page)
    next_act(notes, "A screen on")
    units.focus()
    scroller = page.get_by_test_id("stMain")
    high = scroller.evaluate("(one) => one.scrollHeight")
    tops = [scroller.evaluate("(one) => one.scrollTop")]
    last = "(one) => one.scrollHeight - one.clientHeight - one.scrollTop"
    while scroller.evaluate(last) > 8:
        press(notes if len(tops) % 2 else page, "PageDown")
        page.wait_for_function(
            "before => document.querySelector('[data-testid=stMain]').scrollTop > before",
            arg=tops[-1],
        )
        tops.append(scroller.evaluate("(one) => one.scrollTop"))
        walked(page, "1/2")
    assert len(tops) > 2
    next_act(notes, "Next view: Step · GRU, t = 4")
    # What is asked for only as it comes into sight has had its room before: nothing has moved, and this is the end.
    assert scroller.evaluate("(one) => one.scrollHeight") == high
    for top in reversed(tops[:-1]):
        press(page, "PageUp")
        page.wait_for_function(
            "top => document.querySelector('[data-testid=stMain]').scrollTop === top", arg=top
        )
    press(page, "PageUp")
    expect(page.get_by_text("This is the beginning of the lecture plan.")).to_be_visible()
    walked(page, "1/2")
    # What the page asks the class, a press shows, and another one puts away.
    press(page, "q")
    asked = phone.get_by_test_id("verdict").locator(".question")
    expect(asked).to_be_visible()
    next_act(notes, "Show the answer")
    press(page, "b")
    is_black(page, phone)
    press(page, "PageDown")
    is_black(page, phone, isit=False)
    expect(asked).to_be_visible()
    press(page, "PageUp")
    expect(page.get_by_text("A question waits for its answer")).to_be_visible()
    press(page, "PageDown")
    expect(phone.get_by_test_id("verdict").locator(".verdict-line")).to_be_visible()
    next_act(notes, "Put the question away")
    press(page, "PageDown")
    expect(page.locator(".poll")).to_be_hidden()
    assert scroller.evaluate("(one) => one.scrollTop") == 0
    for _ in tops:
        press(page, "PageDown")
    walked(page, "2/2")
    at(page, 4)
    at(phone, 4)
    notes.close()


def test_a_view_of_a_plan_asks_where_its_lecturer_says_so(server: Server, page: Page) -> None:
    open_at(page, server, cell="gru", t="2", phase="hidden")
    settled(page)
    press(page, "*", "#")
    card = page.locator("dialog.planner")
    ask_here = card.get_by_role("button", name="Ask here: 1")
    expect(ask_here).to_have_attribute("aria-pressed", "false")
    ask_here.click()
    expect(ask_here).to_have_attribute("aria-pressed", "true")
    assert serious(page) == []
    card.get_by_role("button", name="Start").click()
    stage_asks(page)
    # Who walks through a plan lectures, without a room too: no letter answers, and b is black.
    press(page, "a", "b")
    expect(page.locator(".dark")).to_be_visible()
    press(page, "PageDown")
    expect(page.locator(".dark")).to_be_hidden()
    stage_asks(page)
    # A clicker alone asks at each step, and shows.
    press(page, "PageDown")
    expect(stage(page)).not_to_have_attribute("data-asks", "")
    t = stage(page).get_attribute("data-t")
    press(page, "PageDown")
    stage_asks(page)
    expect(stage(page)).not_to_have_attribute("data-t", str(t))
    press(page, "#")
    ask_here.click()
    expect(ask_here).to_have_attribute("aria-pressed", "false")
    card.get_by_role("button", name="Start").click()
    at(page, 2, "hidden")
    expect(stage(page)).not_to_have_attribute("data-asks", "")
