"""Trainings in a lecture plan: each belongs to its place, goes on meanwhile, and is come back to."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import at, open_at, press, settled
from tests.browser.test_lecture_plan import opened
from tests.browser.test_live_view import past
from tests.serving import Server

pytestmark = pytest.mark.usefixtures("idle_after")

LONG = "train?corpus=helicopter&hidden=16&steps=20000"
SHORT = "train?corpus=helicopter&hidden=20&steps=20"
RUN = re.compile("[0-9a-f]{16}")


def begin(page: Page, server: Server, *views: str) -> None:
    """At the first of these views of a plan, on the stage."""
    open_at(page, server, t="3")
    settled(page)
    plan = {"title": "Trained", "views": [{"view": view, "say": ""} for view in views]}
    page.evaluate(
        "plan => localStorage.setItem('rnnviz plans', JSON.stringify({plans: [plan], chosen: 0}))",
        plan,
    )
    page.reload()
    settled(page)
    opened(page).get_by_role("button", name="Start").click()
    at(page, 5)


def status(page: Page, expected: str) -> None:
    expect(page.get_by_test_id("training")).to_have_attribute("data-status", re.compile(expected))


def run_of(page: Page) -> str:
    """The training that the address names."""
    page.wait_for_url("**run=*")
    return parse_qs(urlsplit(page.url).query)["run"][0]


def runs_in(folder: Path) -> int:
    return sum(RUN.fullmatch(one.name) is not None for one in folder.iterdir())


def place(page: Page, count: str) -> None:
    expect(page.locator(".walk .count")).to_have_text(count)
    page.wait_for_function("() => !window.rnnvizDesk.isArriving()")


def test_a_training_belongs_to_its_place_in_the_plan(
    server: Server, page: Page, runs_folder: Path
) -> None:
    begin(page, server, "step?cell=gru&weights=random&t=5", LONG, SHORT)
    before = runs_in(runs_folder)
    press(page, "PageDown")
    place(page, "2/3")
    status(page, "none")
    # The next press comes before the training has its name: it is found again all the same.
    press(page, "PageDown", ">")
    place(page, "3/3")
    status(page, "none")
    press(page, "PageUp")
    place(page, "2/3")
    run = run_of(page)
    status(page, "training")
    past(page, 1)
    early = int(page.get_by_test_id("training").get_attribute("data-step") or 0)
    # It goes on while the plan is elsewhere, also at another training.
    press(page, "PageDown")
    place(page, "3/3")
    status(page, "none")
    press(page, "PageUp")
    page.wait_for_url(f"**run={run}*")
    status(page, "training")
    past(page, early + 1)
    press(page, "PageUp")
    at(page, 5)
    press(page, "PageDown")
    page.wait_for_url(f"**run={run}*")
    status(page, "training")
    # What begins at another place has a worker, if it is the only one.
    press(page, "PageDown")
    place(page, "3/3")
    press(page, "PageDown")
    other = run_of(page)
    assert other != run
    status(page, "finished")
    press(page, "PageUp")
    page.wait_for_url(f"**run={run}*")
    status(page, "training|paused")
    press(page, "PageDown")
    page.wait_for_url(f"**run={other}*")
    status(page, "finished")
    assert runs_in(runs_folder) == before + 2
    press(page, "<")
    page.wait_for_url(f"**run={run}*")
    page.keyboard.press("Backspace")
    status(page, "none")


def test_what_was_trained_before_is_shown_where_the_lecturer_says_so(
    server: Server, page: Page
) -> None:
    begin(page, server, "step?cell=gru&weights=random&t=5", SHORT)
    press(page, ">")
    place(page, "2/2")
    press(page, "PageDown")
    run = run_of(page)
    status(page, "finished")
    # Another lecture begins without it, and can have it.
    for shows, name in (
        ("none", "Show the training that was begun here"),
        ("finished", "Train anew here"),
    ):
        opened(page).get_by_role("button", name="Start").click()
        at(page, 5)
        press(page, ">")
        place(page, "2/2")
        status(page, shows)
        opened(page).get_by_role("button", name=name).click()
        page.keyboard.press("Escape")
    assert run_of(page) == run
    kept = json.loads(page.evaluate("localStorage.getItem('rnnviz plans')"))
    assert kept["plans"][0]["views"][1]["view"] == "train?corpus=helicopter&hidden=20&steps=20"


def test_a_training_that_is_gone_leaves_its_plan_and_a_sentence(server: Server, page: Page) -> None:
    begin(page, server, "step?cell=gru&weights=random&t=5", f"{SHORT}&run={'0' * 16}")
    press(page, "f")
    page.wait_for_function("() => document.fullscreenElement !== null")
    press(page, ">")
    place(page, "2/2")
    status(page, "none")
    expect(page.get_by_test_id("training").get_by_text("no longer there").first).to_be_visible()
    press(page, "PageDown")
    page.wait_for_url(re.compile("run=(?!0{16})"))
    run = run_of(page)
    status(page, "finished")
    press(page, "PageUp")
    at(page, 5)
    press(page, "PageDown")
    page.wait_for_url(f"**run={run}*")
