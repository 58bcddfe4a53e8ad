"""The minutes of a lecture plan: given to its views, and held against the time that has passed."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled
from tests.browser.test_clicker import notes_of, walked
from tests.browser.test_lecture_plan import card, opened
from tests.serving import Server

LENGTH = "RNN, GRU and LSTM, step by step (45 min)"
# The plan was started so many minutes earlier than it was; the notes hear of it as of any other window's change.
EARLIER = """minutes => {
  const kept = JSON.parse(localStorage.getItem("rnnviz plans"));
  localStorage.setItem("rnnviz plans", JSON.stringify({ ...kept, since: kept.since - 60000 * minutes }));
}"""


def test_the_notes_say_how_far_a_lecture_is_behind_its_plan(server: Server, page: Page) -> None:
    open_at(page, server, t="3")
    settled(page)
    opened(page).get_by_label("Lecture plan", exact=True).select_option(label=LENGTH)
    together = card(page).locator(".together")
    expect(together).to_have_text("Together 45 min")
    # With a first change the plan is one's own; what no plan may have is put right.
    first = card(page).get_by_label("Minutes: 1", exact=True)
    expect(first).to_have_value("1")
    first.fill("11")
    expect(together).to_have_text("Together 55 min")
    first.fill("7000")
    expect(together).to_have_text("Together 644 min")
    first.blur()
    expect(first).to_have_value("600")
    first.fill("2")
    first.blur()
    assert serious(page) == []
    card(page).get_by_role("button", name="Start").click()
    walked(page, "1/19")
    notes = notes_of(page)
    passed = notes.locator(".plan-time")
    # The button beside it is for who is not in time.
    words = passed.locator("span")
    expect(words).to_have_text(re.compile(r"^[01] of 46 min · on time$"))
    expect(passed.get_by_role("button")).to_be_hidden()
    expect(notes.locator(".what")).to_contain_text("2 min")
    # The class sees none of it.
    expect(page.locator(".walk")).not_to_contain_text("min")

    press(page, ">")
    walked(page, "2/19")
    at(page, 2)
    expect(words).to_have_text(re.compile(r"^[01] of 46 min · 1 min ahead$"))
    page.evaluate(EARLIER, 30)
    page.reload()
    expect(words).to_have_text(re.compile(r"^3[01] of 46 min · 2[67] min behind$"))
    assert serious(notes) == []
    notes.get_by_role("button", name="This view begins now").click()
    expect(words).to_have_text(re.compile(r"^[23] of 46 min · on time$"))
    notes.reload()
    expect(words).to_have_text(re.compile(r"^[23] of 46 min · on time$"))
    press(page, ">")
    walked(page, "3/19")
    # The page heard of it, and kept it.
    expect(words).to_have_text(re.compile(r"^[23] of 46 min"))
    notes.close()
