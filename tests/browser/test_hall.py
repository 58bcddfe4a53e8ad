"""A lecturer and two followers, one with a phone, and a server that is killed between."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled, stage
from tests.serving import Server, start_server

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


def room_of(lecturer: Page) -> str:
    """The link of a room that the lecturer opens now."""
    lecturer.get_by_role("button", name="Teach").click()
    link = lecturer.locator("dialog.card .link").inner_text()
    lecturer.get_by_role("button", name="Close", exact=True).click()
    stage(lecturer).focus()
    return link


def state(page: Page) -> Locator:
    return page.locator("p.state")


def test_followers_go_where_the_lecturer_goes_until_they_look_around(
    server: Server, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(new_page(), server, cell="gru", weights="random", t="2", phase="hidden")
    settled(lecturer)
    link = room_of(lecturer)
    phone, laptop = new_page(**PHONE, locale="zh-CN"), new_page()
    for follower in (phone, laptop):
        follower.goto(link)
        at(follower, 2, "hidden")
    expect(state(phone)).to_contain_text("跟随中")
    assert serious(phone) == []
    expect(lecturer.locator("button.teach")).to_contain_text("2")

    press(lecturer, "ArrowRight")
    for follower in (phone, laptop):
        at(follower, 3, "hidden")
    laptop.get_by_test_id("stage").focus()
    press(laptop, "ArrowLeft")
    press(lecturer, "ArrowRight")
    at(phone, 4, "hidden")
    at(laptop, 2, "hidden")
    lecturer.locator("button.teach").click()
    expect(lecturer.locator("dialog.card .state")).to_have_text("2 here, 1 follow")
    assert serious(lecturer) == []
    laptop.get_by_role("button", name="Back to the lecturer").click()
    at(laptop, 4, "hidden")
    expect(lecturer.locator("dialog.card .state")).to_have_text("2 here, 2 follow")

    # Another network is another scene, which the followers fetch.
    lecturer.keyboard.press("Escape")
    stage(lecturer).focus()
    press(lecturer, "l")
    expect(stage(phone)).to_contain_text("LSTM")
    lecturer.locator("button.teach").click()
    lecturer.get_by_role("button", name="Close the room").click()
    expect(state(phone)).to_contain_text("老师已关闭课堂")
    expect(lecturer.locator("button.teach")).to_have_text("Teach")


def test_a_room_outlives_its_server_a_reload_and_another_page(
    tmp_path: Path, browser: Browser
) -> None:
    # Not `new_page`: a browser reports each connection that a killed server refuses.
    desk, hand = browser.new_context(), browser.new_context(**PHONE)
    lecturer, follower = desk.new_page(), hand.new_page()
    environment = {"RNNVIZ_ROOMS": str(tmp_path / "rooms")}
    first = start_server(tmp_path, environment=environment)
    second = None
    try:
        open_at(lecturer, first, weights="random", t="1", phase="hidden")
        settled(lecturer)
        follower.goto(room_of(lecturer))
        at(follower, 1, "hidden")
        lecturer.reload()
        at(lecturer, 1, "hidden")
        press(lecturer, "ArrowRight")
        at(follower, 2, "hidden")
        lecturer.goto(f"{first.url}/softmax")
        handle = lecturer.get_by_role("slider", name="score of class 1").first
        handle.focus()
        press(lecturer, "ArrowUp", "ArrowUp")
        moved = str(handle.get_attribute("aria-valuenow"))
        followed = follower.get_by_role("slider", name="score of class 1").first
        expect(followed).to_have_attribute("aria-valuenow", moved)
        expect(stage(follower)).to_be_hidden()
        open_at(lecturer, first, weights="random", t="3", phase="hidden")
        at(follower, 3, "hidden")

        first.process.kill()
        first.process.wait()
        expect(state(follower)).to_contain_text("No connection")
        press(lecturer, "ArrowRight")
        second = start_server(
            tmp_path, environment=environment, port=int(first.url.rpartition(":")[2])
        )
        at(follower, 4, "hidden")
        expect(state(follower)).to_contain_text("Following")
    finally:
        for context in (desk, hand):
            context.close()
        for server in (first, second):
            if server:
                server.stop()


def test_a_class_predicts_votes_and_then_sees(
    server: Server, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(new_page(), server, cell="gru", t="2", phase="predict")
    settled(lecturer)
    link = room_of(lecturer)
    phone, laptop = new_page(**PHONE, locale="zh-CN"), new_page()
    for follower in (phone, laptop):
        follower.goto(link)
        at(follower, 2)
    lecturer.locator("button.teach").click()
    lecturer.locator(".asking textarea").fill("What is <b>kept</b>?\nthe state\n*all of it")
    lecturer.get_by_role("button", name="Ask the class").click()
    lecturer.keyboard.press("Escape")
    poll = lecturer.locator(".poll")
    expect(poll).to_contain_text("What is <b>kept</b>?")
    phone.locator(".ballot").get_by_role("button", name="all of it").click()
    expect(phone.locator(".ballot .said")).to_contain_text("已收到")
    laptop.locator(".ballot").get_by_role("button", name="the state").click()
    expect(poll).to_contain_text("2 of 2 have answered")
    expect(poll.locator(".count")).to_have_count(0)
    expect(laptop.locator(".ballot .count")).to_have_count(0)
    phone.reload()
    chosen = phone.locator(".ballot").get_by_role("button", name="all of it")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert serious(phone) == []
    poll.get_by_role("button", name="Show the votes").click()
    expect(laptop.locator(".ballot .count")).to_have_text(["1", "1"])
    press(lecturer, "u")
    expect(laptop.locator(".ballot .is-true")).to_contain_text("all of it")
    press(lecturer, "u")
    expect(phone.locator(".ballot")).to_be_hidden()

    # What the stage asks, the class is asked; all see the answer when the lecturer gives one.
    stage(lecturer).focus()
    press(lecturer, "q")
    expect(stage(phone)).to_have_attribute("data-asks", "")
    before = stage(phone).get_attribute("data-t")
    stage(phone).locator(".candidate").first.click()
    expect(poll).to_contain_text("1 of 2 have answered")
    expect(stage(phone)).to_have_attribute("data-asks", "")
    laptop.get_by_role("button", name="Lost").click()
    press(lecturer, "a")
    expect(phone.locator(".ballot .is-true")).to_be_visible()
    expect(stage(phone)).not_to_have_attribute("data-asks", "")
    expect(stage(phone)).to_have_attribute("data-t", str(before))
    lecturer.locator("button.teach").click()
    expect(lecturer.locator(".felt .legend")).to_contain_text("Lost 1")


def test_without_a_websocket_a_follower_asks(server: Server, new_page: Callable[..., Page]) -> None:
    lecturer = open_at(new_page(), server, weights="random", t="1", phase="hidden")
    settled(lecturer)
    link = room_of(lecturer)
    follower = new_page()
    follower.route_web_socket("**/live", lambda socket: socket.close())
    follower.goto(link)
    at(follower, 1, "hidden")
    press(lecturer, "ArrowRight")
    at(follower, 2, "hidden")
    expect(lecturer.locator("button.teach")).to_contain_text("1")
