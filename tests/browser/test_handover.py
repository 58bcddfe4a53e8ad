"""A room is handed over: the class sees no link, and the next lecturer has the plan, its notes and the questions."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled, stage
from tests.browser.test_hall import opening
from tests.browser.test_lecture_plan import card, opened
from tests.serving import Server

PLAN = {
    "title": "Tuesday",
    "views": [
        {"view": "step?cell=gru&weights=random&t=2", "ask": "Which?", "say": "first <b>note"},
        {"view": "step?cell=gru&weights=random&t=4", "ask": "", "say": "second note"},
    ],
}
QUESTION = "Why does it vanish?\n* many factors\ntoo small"
KEEP = """([plan, question]) => {
  localStorage.setItem("rnnviz plans", JSON.stringify({ plans: [plan], chosen: 0 }))
  localStorage.setItem("rnnviz questions", JSON.stringify([question]))
}"""


def test_the_class_sees_no_link_and_the_plan_goes_along(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(page, server, t="3")
    settled(lecturer)
    lecturer.evaluate(KEEP, [PLAN, QUESTION])
    lecturer.reload()
    settled(lecturer)
    opened(lecturer).get_by_role("button", name="Start").click()
    # In haste: the first view is still on its way, and must not be shown over the second.
    press(lecturer, ">")
    at(lecturer, 4)
    opening(lecturer)
    room = lecturer.locator("dialog.card:not(.planner)")
    room.get_by_role("button", name="Hand over").click()
    # What the projector shows has neither the link nor its code.
    expect(room).to_contain_text("The class may see this window")
    expect(room.locator(".qr, .link")).to_have_count(0)
    expect(room).not_to_contain_text("/drive")
    assert serious(lecturer) == []
    with lecturer.context.expect_page() as window:
        room.get_by_role("button", name="Show it in the notes").click()
    notes = window.value
    offer = notes.locator(".offer")
    expect(offer.locator(".qr")).to_be_visible()
    expect(offer).to_contain_text("your saved questions go along")
    assert serious(notes) == []
    # It is taken back and made there, too.
    first = offer.locator(".link").inner_text()
    offer.get_by_role("button", name="Take the offer back").click()
    expect(offer.locator(".link")).to_have_count(0)
    offer.get_by_role("button", name="Hand over").click()
    link = offer.locator(".link").inner_text()
    assert link != first

    taker = new_page()
    taker.goto(link)
    taker.get_by_label("Your name").fill("Li Na")
    taker.get_by_role("button", name="Drive the room").click()
    expect(stage(taker)).to_be_visible()
    at(taker, 4)
    expect(taker.locator(".walk .count")).to_have_text("2/2")
    taker.locator("button.teach").click()
    expect(taker.locator("dialog.card .prepared .words")).to_have_text("Why does it vanish?")
    press(taker, "Escape", "<")
    at(taker, 2)
    press(taker, "#")
    card(taker).get_by_role("button", name="Show them here").click()
    expect(card(taker).get_by_label("Your notes: nobody else sees them: 1")).to_have_value(
        "first <b>note"
    )
    # The one who gave them away has them still, and drives no more.
    expect(room).to_contain_text("Li Na drives this room now.")
    expect(offer).to_be_hidden()
    kept = lecturer.evaluate(
        "['rnnviz plans', 'rnnviz questions'].map((one) => localStorage.getItem(one))"
    )
    assert "second note" in kept[0]
    assert "many factors" in kept[1]
