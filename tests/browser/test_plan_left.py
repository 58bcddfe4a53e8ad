"""A lecture plan after a reload, and where its lecturer goes elsewhere."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.stage import at, press, stage
from tests.browser.test_hall import PHONE, room_of, state
from tests.browser.test_live_view import PAST
from tests.browser.test_plan_runs import LONG, begin, place, status
from tests.serving import Server

pytestmark = pytest.mark.usefixtures("idle_after")

HERE = "step?cell=gru&weights=random&t=5"
FULL = "() => document.fullscreenElement !== null"


def test_the_plan_is_left_with_its_page_and_by_no_reload(server: Server, page: Page) -> None:
    begin(page, server, HERE, "softmax?section=loss", HERE)
    strip = page.locator(".walk")
    # A step on the page of the view, and another network, leave nothing.
    press(page, "ArrowLeft", "l")
    expect(stage(page)).to_contain_text("LSTM")
    page.reload()
    expect(stage(page)).to_be_visible()
    place(page, "1/3")
    # Another tab of the browser is somewhere else: it has no strip, and takes none away.
    other = page.context.new_page()
    other.goto(f"{server.url}/glossary")
    expect(other.get_by_role("button", name="Plan", exact=True)).to_be_visible()
    expect(other.locator(".walk")).to_be_hidden()
    other.close()
    place(page, "1/3")
    press(page, ">")
    place(page, "2/3")
    page.get_by_role("link", name="Train").click()
    status(page, "none")
    expect(strip).to_be_hidden()
    # A clicker turns the page that is there, and > leads back to where the plan was left.
    press(page, "PageDown", ">")
    place(page, "2/3")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    page.goto(f"{server.url}/glossary")
    expect(page.get_by_role("button", name="Plan", exact=True)).to_be_visible()
    expect(strip).to_be_hidden()
    kept = json.loads(page.evaluate("localStorage.getItem('rnnviz plans')"))
    assert (kept["isWalked"], kept["at"]) == (False, 1)


def test_after_a_reload_the_first_press_brings_the_whole_screen_back_and_nothing_else(
    server: Server, page: Page
) -> None:
    begin(page, server, HERE, "softmax?section=loss", HERE)
    press(page, "f")
    page.wait_for_function(FULL)
    press(page, "PageDown")
    place(page, "2/3")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("[data-section=loss] h2")).to_be_in_viewport()
    held: list[Route] = []
    views = re.compile("/course-assets/")

    def hold(route: Route) -> None:
        held.append(route)

    page.route(views, hold)
    page.reload(wait_until="commit")
    expect(page.locator("button.teach")).to_be_visible()
    place(page, "2/3")
    # Not even before the view is there does a press turn the page.
    press(page, "PageDown")
    place(page, "2/3")
    for one in held:
        one.continue_()
    page.unroute(views)
    expect(chapter.locator("[data-section=loss] h2")).to_be_in_viewport()
    press(page, "PageUp")
    page.wait_for_function(FULL)
    place(page, "2/3")
    expect(chapter.locator("[data-section=loss] h2")).to_be_in_viewport()
    press(page, "PageUp")
    at(page, 5)
    place(page, "1/3")
    assert page.evaluate(FULL)


def test_a_phone_says_one_thing_and_sees_the_loss_fall(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    begin(page, server, HERE, LONG)
    link = room_of(page)
    phone = new_page(**PHONE)
    phone.goto(link)
    at(phone, 5)
    expect(state(phone).locator("strong")).to_have_text("Following")
    press(page, "PageDown")
    place(page, "2/2")
    expect(phone.locator(".other")).to_contain_text("The lecturer is on another page:")
    expect(state(phone).locator("strong")).to_have_text("In the room")
    press(page, "PageDown")
    page.wait_for_function(PAST, arg=2, polling=100)
    curve = phone.locator(".runs .curve .loss")
    expect(curve).to_be_visible()
    expect(state(phone).locator("strong")).to_have_text("Following")
    expect(phone.locator(".other")).to_be_empty()
    early = len((curve.get_attribute("points") or "").split())
    expect(curve).to_have_attribute("points", re.compile(rf"(\S+ ){{{early + 3}}}"))
    # Come back to, it is there again.
    press(page, "PageUp")
    at(phone, 5)
    # The class may see the view before the lecturer's page has arrived there, which till then takes no press.
    place(page, "1/2")
    press(page, "PageDown")
    expect(curve).to_be_visible()
    expect(state(phone).locator("strong")).to_have_text("Following")
