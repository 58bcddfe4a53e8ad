"""A lecturer's own questions stand in a plan: a clicker asks them in the order of all its presses, each once."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled
from tests.browser.test_clicker import QUESTION, next_act, notes_of, plan_of, walked
from tests.browser.test_hall import PHONE, close_by_key, room_of
from tests.browser.test_lecture_plan import card, opened
from tests.serving import Server

NEW = "Into the plan"


def written(notes: Page, words: str) -> None:
    """A question is written in the notes, and becomes a view of the plan."""
    notes.get_by_text("Ask the class").first.click()
    notes.locator(".asking textarea").fill(words)
    notes.get_by_role("button", name=NEW).click()
    expect(notes.locator(".asking textarea")).to_have_value("")
    notes.locator(".now").click()


def asked_once(lecturer: Page, notes: Page, ballot: Locator) -> None:
    """The presses at the plan's question: ask, show the answer, put away."""
    expect(ballot).to_be_hidden()
    next_act(notes, "Ask the class")
    press(lecturer, "PageDown")
    expect(ballot).to_contain_text("What is kept?")
    expect(ballot.locator(".is-true")).to_have_count(0)
    next_act(notes, "Show the answer")
    press(lecturer, "PageUp")
    expect(lecturer.get_by_text("A question waits for its answer")).to_be_visible()
    # A reload neither asks once more nor takes the question away.
    lecturer.reload()
    settled(lecturer)
    expect(lecturer.locator(".poll")).to_contain_text("What is kept?")
    expect(lecturer.locator(".walk .count")).to_have_text("2/3")
    next_act(notes, "Show the answer")
    press(lecturer, "PageDown")
    expect(ballot.locator(".is-true")).to_contain_text("all of it")
    next_act(notes, "Put the question away")
    press(lecturer, "PageDown")
    expect(ballot).to_be_hidden()


def test_a_question_is_a_view_of_the_plan_and_a_clicker_asks_it_once(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    open_at(page, server, cell="gru", t="5")
    settled(page)
    plan_of(page, ["step?cell=gru&t=5", "step?cell=gru&t=4"])
    settled(page)
    phone = new_page(**PHONE)
    phone.goto(room_of(page))
    at(phone, 5)
    expect(page.locator("button.teach")).to_contain_text("· 1")
    notes = notes_of(page)
    written(notes, QUESTION)
    # It comes next, with the page that is shown; the class reads nothing of it yet.
    expect(page.locator(".walk .count")).to_have_text("1/3")
    expect(page.get_by_text("as view 2")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("What is kept?")
    next_act(notes, "Next view: Step · GRU, t = 5")
    press(page, "PageDown")
    walked(page, "2/3")
    expect(notes.locator(".own")).to_contain_text("Question: What is kept?")
    expect(notes.locator(".own")).to_contain_text("*all of it")
    ballot = phone.locator(".ballot")
    asked_once(page, notes, ballot)
    walked(page, "2/3")
    next_act(notes, "Next view: Step · GRU, t = 4")
    press(page, "PageDown")
    walked(page, "3/3")
    at(page, 4)

    # Who comes back finds it put away, and it stays so.
    press(page, "PageUp")
    walked(page, "2/3")
    expect(ballot).to_be_hidden()
    next_act(notes, "Next view: Step · GRU, t = 4")
    press(page, "PageUp")
    walked(page, "1/3")
    press(page, "PageDown")
    walked(page, "2/3")
    next_act(notes, "Next view: Step · GRU, t = 4")
    in_another_walk(page, notes, ballot)


def in_another_walk(page: Page, notes: Page, ballot: Locator) -> None:
    """A plan that is started anew asks anew; without a room its question stands on the hall's screen."""
    press(page, "#")
    card(page).get_by_role("button", name="Start").click()
    walked(page, "1/3")
    press(page, "PageDown")
    walked(page, "2/3")
    next_act(notes, "Ask the class")
    press(page, "PageDown")
    expect(ballot).to_be_visible()
    press(page, "PageDown")
    press(page, "PageDown")
    expect(ballot).to_be_hidden()
    close_by_key(page)
    expect(page.locator("button.teach")).to_have_text("Teach")
    press(page, "#")
    card(page).get_by_role("button", name="Start").click()
    walked(page, "1/3")
    press(page, "PageDown")
    walked(page, "2/3")
    expect(notes.locator(".own")).to_contain_text("What is kept?")
    on_the_screen(page, notes)
    next_act(notes, "Next view: Step · GRU, t = 4")
    notes.close()


def on_the_screen(page: Page, notes: Page) -> None:
    """Without a room a question is asked aloud: all see it and then its answer, and nobody is counted."""
    next_act(notes, "Ask the class")
    press(page, "PageDown")
    poll = page.locator(".poll")
    for shown in (poll, notes.locator(".poll")):
        expect(shown).to_contain_text("What is kept?")
        expect(shown).to_contain_text("the state")
        expect(shown).not_to_contain_text("have answered")
        expect(shown.locator(".count, .bar")).to_have_count(0)
    expect(poll.locator(".is-true")).to_have_count(0)
    expect(poll.get_by_role("button", name="Show the votes")).to_be_hidden()
    press(page, "PageUp")
    expect(page.get_by_text("A question waits for its answer")).to_be_visible()
    next_act(notes, "Show the answer")
    press(page, "PageDown")
    expect(poll.locator(".is-true")).to_contain_text("all of it")
    next_act(notes, "Put the question away")
    press(page, "PageDown")
    expect(poll).to_be_hidden()
    # A room that is opened later hears nothing of it.
    expect(page.locator("button.teach")).to_have_text("Teach")


def test_a_question_is_written_in_the_plan_and_covered_with_the_notes(
    server: Server, page: Page
) -> None:
    open_at(page, server, t="3")
    settled(page)
    press(page, "*")
    opened(page)
    card(page).get_by_role("button", name="Ask a question of your own: 1").click()
    page.keyboard.type(QUESTION + "\n\n  nothing")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.reload()
    field = opened(page).get_by_label("Your question to the class")
    expect(field).to_have_value("What is kept?\nthe state\n*all of it\nnothing")
    # It holds the answer: while somebody may look on, it is covered as the notes are.
    card(page).get_by_role("button", name="Start").click()
    at(page, 3)
    press(page, "#")
    expect(card(page).get_by_label("For the class", exact=False).first).to_be_visible()
    expect(field).to_have_count(0)
    expect(card(page)).not_to_contain_text("all of it")
    card(page).get_by_role("button", name="Show them here").click()
    expect(field).to_have_value("What is kept?\nthe state\n*all of it\nnothing")
    field.fill("")
    page.keyboard.press("Escape")
    press(page, "#")
    card(page).get_by_role("button", name="Show them here").click()
    expect(card(page).get_by_role("button", name="Ask a question of your own")).to_be_visible()
