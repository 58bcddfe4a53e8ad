"""A course of two lectures: what its class got wrong twice stands in one table, for its lecturer alone."""

import csv
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled
from tests.browser.test_clicker import notes_of
from tests.browser.test_hall import PHONE, close_by_key, state
from tests.serving import Server
from tests.watching import new_context

COURSE = "Neural networks, autumn"


def card_of(lecturer: Page) -> None:
    lecturer.locator("button.teach").click()


def lecture(lecturer: Page, phone: Page, choice: str) -> None:
    """A room in which the class is asked once, and answers so."""
    lecturer.get_by_role("button", name="Open a room").click()
    link = lecturer.locator("dialog.card .link").inner_text()
    phone.goto(link)
    at(phone, 2)
    expect(lecturer.locator("dialog.card .state")).to_contain_text("1 here")
    lecturer.locator(".asking textarea").fill("What is kept?\nthe state\n*all of it")
    lecturer.get_by_role("button", name="Ask the class").click()
    phone.get_by_role("button", name=choice).click()
    expect(lecturer.locator(".poll")).to_contain_text("1 of 1 have answered")
    for _act in ("show the answer", "put it away"):
        press(lecturer, "Enter")


def test_what_a_class_got_wrong_twice_stands_in_one_table(
    server: Server,
    page: Page,
    new_page: Callable[..., Page],
    browser: Browser,
    tmp_path: Path,
) -> None:
    lecturer = open_at(page, server, cell="gru", t="2")
    settled(lecturer)
    phone = new_page(**PHONE)
    card_of(lecturer)
    name = lecturer.get_by_label("Name of your course")
    expect(name).to_have_value("")
    assert serious(lecturer) == []
    name.fill(COURSE)
    lecture(lecturer, phone, "the state")
    close_by_key(lecturer)
    expect(state(phone)).to_contain_text("closed the room")

    # The next week its name stands there already; and who forgot it counts the room in later.
    card_of(lecturer)
    expect(name).to_have_value(COURSE)
    name.fill("")
    lecture(lecturer, phone, "the state")
    card_of(lecturer)
    lecturer.get_by_text("This room belongs to no course yet").click()
    name.fill(COURSE)
    lecturer.get_by_role("button", name="Count this room in").click()
    link = lecturer.get_by_role("link", name=f"Votes over the weeks: {COURSE}")
    expect(link).to_be_visible()
    assert serious(lecturer) == []
    with lecturer.context.expect_page() as opened:
        link.click()
    votes = opened.value
    lecturer.keyboard.press("Escape")
    notes = notes_of(lecturer)
    expect(notes.get_by_role("link", name="Votes over the weeks")).to_be_visible()
    notes.close()

    on_its_page(votes, tmp_path / "votes.csv")

    # Without the key behind the link's # nobody sees anything of it.
    context = new_context(browser, locale="zh-TW")
    stranger = context.new_page()
    stranger.goto(f"{server.url}/votes#{'x' * 32}")
    expect(stranger.get_by_role("status")).to_contain_text("沒有")
    expect(stranger.get_by_role("table")).to_have_count(0)
    context.close()


def on_its_page(votes: Page, file: Path) -> None:
    """Two lectures, a question that was answered wrongly in both, and the same as a file and as a picture."""
    expect(votes.get_by_role("heading", name=COURSE)).to_be_visible()
    question = votes.get_by_role("table", name="Questions asked")
    expect(question).to_contain_text("2 of 2 times fewer than half were right")
    expect(question.locator("td[data-wrong]")).to_have_text(["0 of 1", "0 of 1"])
    lectures = votes.get_by_role("table", name="Lectures")
    expect(lectures.locator("tbody tr")).to_have_count(2)
    assert serious(votes) == []
    with votes.expect_download() as saved:
        votes.get_by_role("button", name="Save as CSV").click()
    saved.value.save_as(file)
    [row] = csv.DictReader(file.read_text("utf-8-sig").splitlines())
    assert (row["question"], row["times asked"], row["times wrong"]) == ("What is kept?", "2", "2")
    votes.get_by_role("button", name="Picture").click()
    with votes.expect_download() as drawn:
        votes.get_by_role("button", name="SVG").click()
    picture = drawn.value.path().read_text("utf-8")
    assert COURSE.split(",", maxsplit=1)[0] in picture
    assert "0 of 1" in picture
