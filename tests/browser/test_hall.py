"""A lecturer and two followers, one with a phone, and a server that is killed between."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.aria import is_as_kept, without_numbers
from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled, stage
from tests.serving import Server, start_server
from tests.training_runs import train

# Seconds, as long as the other expectations wait.
PATIENCE = 60
PHONE: Any = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}

# Whether the lines that a follower sees lie over the equations of the stage there.
INKED_OVER_EQUATIONS = """() => {
  const canvas = document.querySelector("canvas.followed-ink")
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
  const inked = data.reduce((rows, one, k) => (one ? rows.add(Math.floor(k / 4 / canvas.width)) : rows), new Set())
  const box = document.querySelector(".stage .equations").getBoundingClientRect()
  const rows = [...inked].map((row) => row / devicePixelRatio)
  return rows.length > 0 && Math.min(...rows) >= box.top - 4 && Math.max(...rows) <= box.bottom + 4
}"""


def room_of(lecturer: Page) -> str:
    """The link of a room that the lecturer opens now."""
    opening(lecturer)
    link = lecturer.locator("dialog.card .link").inner_text()
    lecturer.get_by_role("button", name="Close", exact=True).click()
    return link


def opening(lecturer: Page) -> None:
    """Open a room, which asks once: a click that goes astray opens none, nor does Enter after it."""
    lecturer.get_by_role("button", name="Teach").click()
    press(lecturer, "Enter")
    expect(lecturer.locator("button.teach")).to_have_text("Teach")
    lecturer.get_by_role("button", name="Open a room").click()
    expect(lecturer.locator("dialog.card .link")).to_be_visible()


def close_by_key(lecturer: Page) -> None:
    """A key closes the room, once it is confirmed."""
    sure = lecturer.get_by_role("alertdialog")
    press(lecturer, "z")
    expect(sure.get_by_role("button", name="Close the room")).to_be_focused()
    press(lecturer, "Escape")
    expect(sure).to_be_hidden()
    press(lecturer, "z")
    expect(sure).to_be_visible()
    press(lecturer, "Enter")


def kill(server: Server) -> None:
    server.process.kill()
    server.process.wait()


def follow(link: str, *followers: Page) -> None:
    for one in followers:
        one.goto(link)
        at(one, 1)


def state(page: Page) -> Locator:
    return page.locator("p.state")


def test_followers_go_where_the_lecturer_goes_until_they_look_around(
    server: Server, page: Page, new_page: Callable[..., Page], fresh_page: Callable[..., Page]
) -> None:
    lecturer = open_at(page, server, cell="gru", weights="random", t="2", phase="hidden")
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
    is_as_kept(
        "lecturer.en",
        lecturer.locator("dialog.card"),
        shown=lambda told: without_numbers(
            told.replace(link, "ADDRESS").replace(link.rpartition("/")[2], "CODE")
        ),
    )
    # What has changed is said a moment after it is seen.
    expect(phone.locator(".announcement[aria-live]")).to_contain_text("时间步 4，")
    is_as_kept("follower.zh-Hans", phone.locator("body"))
    assert serious(lecturer) == []
    laptop.get_by_role("button", name="Back to the lecturer").click()
    at(laptop, 4, "hidden")
    expect(lecturer.locator("dialog.card .state")).to_have_text("2 here, 2 follow")

    # Nobody new comes in, and those who were here come back.
    lecturer.get_by_role("button", name="Only who is here now").click()
    expect(lecturer.locator("dialog.card .state")).to_contain_text("turned away: 0")
    newcomer = new_page(locale="zh-CN")
    newcomer.goto(link)
    expect(state(newcomer)).to_contain_text("老师暂时只让已在场的人参加")
    expect(lecturer.locator("dialog.card .state")).to_contain_text("turned away: 1")
    laptop.reload()
    at(laptop, 4, "hidden")
    lecturer.get_by_role("button", name="Let newcomers in").click()
    at(newcomer, 4, "hidden")
    expect(lecturer.locator("dialog.card .state")).to_have_text("3 here, 3 follow")

    # Who has no WebSocket asks.
    asking = fresh_page()
    asking.route_web_socket("**/live", lambda socket: socket.close())
    asking.goto(link)
    at(asking, 4, "hidden")
    expect(lecturer.locator("dialog.card .state")).to_have_text("4 here, 4 follow")

    # Another network is another scene, which the followers fetch.
    lecturer.keyboard.press("Escape")
    stage(lecturer).focus()
    press(lecturer, "l")
    for follower in (phone, asking):
        expect(stage(follower)).to_contain_text("LSTM")
    # A browser reports it as an error that the room it asks for is no longer there.
    asking.close()
    lecturer.locator("button.teach").click()
    lecturer.get_by_role("button", name="Close the room").click()
    expect(state(phone)).to_contain_text("老师已关闭课堂")
    expect(lecturer.locator("button.teach")).to_have_text("Teach")


def test_a_room_outlives_its_server_and_loses_no_vote(tmp_path: Path, browser: Browser) -> None:
    # Not `new_page`: a browser reports each connection that a killed server refuses.
    contexts = [browser.new_context(**PHONE, locale="zh-CN")]
    contexts += [browser.new_context() for _ in range(2)]
    phone, laptop, lecturer = (context.new_page() for context in contexts)
    environment = {"RNNVIZ_ROOMS": str(tmp_path / "rooms")}
    first, second = start_server(tmp_path, environment=environment), None
    try:
        open_at(lecturer, first, weights="random", t="1", phase="predict")
        settled(lecturer)
        link = room_of(lecturer)
        follow(link, phone, laptop)
        lecturer.reload()
        at(lecturer, 1)
        press(lecturer, "ArrowRight")
        for follower in (phone, laptop):
            at(follower, 2)

        # What the stage asks, each reads in his own language.
        press(lecturer, "q")
        asked_with_a_formula(laptop, "be higher or lower?")
        asked_with_a_formula(phone, "会更高还是更低")
        phone.locator(".ballot .option").first.click()
        expect(phone.locator(".ballot .said")).to_contain_text("已收到")
        # The phone looks around, the laptop answers a server that is dead.
        phone.get_by_test_id("stage").focus()
        press(phone, "Home")
        expect(state(phone)).to_contain_text("自己浏览")
        kill(first)
        for follower, words in ((phone, "连接断开"), (laptop, "No connection")):
            expect(state(follower)).to_contain_text(words)
        laptop.locator(".ballot .option").nth(1).click()
        expect(laptop.locator(".ballot .said")).to_have_text("Sending …")
        expect(lecturer.locator(".poll")).to_contain_text("No connection")
        second = start_server(
            tmp_path, environment=environment, port=int(first.url.rpartition(":")[2])
        )
        expect(laptop.locator(".ballot .said")).to_contain_text("Your answer is in")
        expect(lecturer.locator(".poll")).to_contain_text("2 of 2 have answered")
        press(lecturer, "Enter")
        expect(lecturer.locator(".poll .count")).to_have_text(["1", "1"])
        expect(laptop.locator(".ballot .is-true")).to_be_visible()

        press(lecturer, "q", "End")
        expect(stage(laptop)).to_have_attribute("data-t", "5")
        expect(state(phone)).to_contain_text("自己浏览")
        phone.get_by_role("button", name="回到老师的画面").click()
        expect(stage(phone)).to_have_attribute("data-t", "5")
        close_by_key(lecturer)
        for follower, words in ((phone, "老师已关闭课堂"), (laptop, "has closed the room")):
            expect(state(follower)).to_contain_text(words)
        expect(lecturer.locator("button.teach")).to_have_text("Teach")
        stage(laptop).press("ArrowLeft")
        expect(stage(laptop)).to_have_attribute("data-t", "4")
        say_that_there_is_no_connection(lecturer)
    finally:
        for context in contexts:
            context.close()
        for server in (first, second):
            if server:
                server.stop()


def asked_with_a_formula(follower: Page, words: str) -> None:
    asked = follower.locator(".ballot .asked")
    expect(asked).to_contain_text(words)
    expect(asked.locator("math msub").first).to_be_visible()


def say_that_there_is_no_connection(lecturer: Page) -> None:
    """Without a network every button that needs the server says so, and works once it is back."""
    lecturer.context.set_offline(True)
    lecturer.locator("button.plan").click()
    expect(lecturer.locator(".notice")).to_contain_text("no connection to the server")
    lecturer.get_by_role("button", name="Teach").click()
    lecturer.get_by_role("button", name="Open a room").click()
    refused = lecturer.locator("dialog.card .refused")
    expect(refused).to_contain_text("no connection to the server")
    lecturer.context.set_offline(False)
    lecturer.get_by_role("button", name="Open a room").click()
    expect(lecturer.locator("dialog.card .link")).to_be_visible()


def answer_by_key(lecturer: Page, phone: Page, laptop: Page) -> None:
    """The keys of a question answer it and put it away, wherever the focus is; others are the page's."""
    # After the click on the button the keys are the stage's.
    press(lecturer, "u")
    expect(stage(lecturer).locator(".sum")).to_be_visible()
    press(lecturer, "ArrowRight")
    at(phone, 3)
    expect(laptop.locator(".ballot .is-true")).to_have_count(0)
    lecturer.locator("button.plan").focus()
    press(lecturer, "PageDown")
    expect(laptop.locator(".ballot .is-true")).to_contain_text("all of it")
    expect(lecturer.locator(".poll").locator(".is-true")).to_contain_text("all of it")
    at(lecturer, 3)
    press(lecturer, "PageDown")
    expect(phone.locator(".ballot")).to_be_hidden()
    at(lecturer, 3)
    press(lecturer, "PageDown")
    at(lecturer, 4)


def test_a_class_predicts_votes_and_then_sees(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(page, server, cell="gru", t="2", phase="predict")
    settled(lecturer)
    link = room_of(lecturer)
    phone, laptop = new_page(**PHONE, locale="zh-CN"), new_page()
    for follower in (phone, laptop):
        follower.goto(link)
        at(follower, 2)
    lecturer.locator("button.teach").click()
    poll = asked_privately(lecturer)
    expect(poll.locator(".is-true")).to_have_count(0)
    notes_know_the_answer(lecturer)
    question_beside_the_stage(phone, laptop)
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
    answer_by_key(lecturer, phone, laptop)
    press(lecturer, "Home")

    # What the stage asks, the class is asked; all see the answer when the lecturer gives one.
    stage(lecturer).focus()
    press(lecturer, "q")
    expect(stage(phone)).to_have_attribute("data-asks", "")
    stage(phone).locator(".candidate").first.click()
    expect(poll).to_contain_text("1 of 2 have answered")
    before = stage(phone).get_attribute("data-t")
    expect(stage(phone)).to_have_attribute("data-asks", "")
    laptop.get_by_role("button", name="Lost").click()
    expect(lecturer.locator("button.teach")).to_contain_text("Lost 1")
    press(lecturer, "Enter")
    expect(phone.locator(".ballot .is-true")).to_be_visible()
    expect(stage(phone)).not_to_have_attribute("data-asks", "")
    expect(stage(phone)).to_have_attribute("data-t", str(before))
    lecturer.locator("button.teach").click()
    expect(lecturer.locator(".felt .legend")).to_contain_text("Lost 1")


def asked_privately(lecturer: Page) -> Locator:
    """The class is asked what was kept for later; returns the question in the hall's window."""
    lecturer.locator(".asking textarea").fill("What is <b>kept</b>?\nthe state\n*all of it")
    # A question kept for later goes out without its right answer having been on the screen.
    lecturer.get_by_role("button", name="Keep for later").click()
    field = lecturer.locator(".asking textarea")
    expect(field).to_have_value("")
    field.fill("only one answer\n*this")
    lecturer.get_by_role("button", name="Ask the class").click()
    expect(lecturer.locator(".asking .refused")).to_contain_text("A question has 2 to 6 answers")
    expect(field).to_have_value("only one answer\n*this")
    field.fill("")
    lecturer.locator(".prepared").get_by_role("button", name="Ask", exact=True).click()
    expect(lecturer.locator("dialog[open]")).to_have_count(0)
    poll = lecturer.locator(".poll")
    expect(poll).to_contain_text("What is <b>kept</b>?")
    return poll


def notes_know_the_answer(lecturer: Page) -> None:
    """What is the lecturer's stands in the notes, and while they are open nowhere else."""
    with lecturer.context.expect_page() as opened:
        press(lecturer, "t")
    notes = opened.value
    expect(notes.locator(".poll .is-true")).to_contain_text("all of it")
    expect(notes.locator(".poll .count")).to_have_text(["0", "0"])
    lecturer.locator("button.teach").click()
    expect(lecturer.locator("dialog.card")).to_contain_text("in the window of your notes")
    expect(lecturer.locator("dialog.card textarea")).to_have_count(0)
    lecturer.keyboard.press("Escape")
    notes.get_by_text("Ask the class").first.click()
    expect(notes.locator(".prepared .words")).to_have_text("What is <b>kept</b>?")
    assert serious(notes) == []
    notes.close()


def question_beside_the_stage(phone: Page, laptop: Page) -> None:
    """The page ends above a question, which can be folded to a line."""
    lowest = laptop.locator(".stage .panel").evaluate_all(
        "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
    )
    box = laptop.locator(".ballot").bounding_box()
    assert box
    # A low window has its stage a few pixels higher than it is, and scrolls by them.
    assert lowest <= box["y"] + 20
    phone.get_by_role("button", name="收起问题").click()
    expect(phone.locator(".ballot .lines")).to_be_hidden()
    expect(phone.locator(".ballot .asked")).to_be_visible()
    assert serious(phone) == []
    phone.get_by_role("button", name="展开问题和选项").click()


def test_followers_see_the_part_that_the_lecturer_lights(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    lecturer = open_at(
        page, server, cell="gru", weights="random", t="2", phase="hidden", view="equations"
    )
    settled(lecturer)
    link = room_of(lecturer)
    phone = new_page(**PHONE)
    phone.goto(link)
    at(phone, 2, "hidden")
    press(lecturer, "f")
    on_the_full_screen(lecturer)

    # The light is where its part is, on both screens, and goes with Tab.
    press(lecturer, "h")
    lit_around(lecturer, ".ribbon")
    lit_around(phone, ".ribbon")
    press(lecturer, "Tab")
    lit_around(lecturer, ".equations")
    lit_around(phone, ".equations")
    press(lecturer, "ArrowRight")
    at(phone, 3, "hidden")
    lit_around(lecturer, ".equations")
    stage(lecturer).locator(".answer").hover()
    lit_around(phone, ".answer")
    assert serious(phone) == []
    press(lecturer, "h")
    draw_and_darken(lecturer, phone)
    phone.get_by_test_id("stage").focus()
    press(lecturer, "h")
    press(phone, "ArrowRight")
    expect(phone.locator(".spot")).to_be_hidden()
    press(lecturer, "Escape")
    expect(lecturer.locator(".spot")).to_be_hidden()


def draw_and_darken(lecturer: Page, phone: Page) -> None:
    """The class has the pen's lines over the same part of its own page, and the black screen."""
    part = stage(lecturer).locator(".equations").bounding_box()
    assert part
    press(lecturer, "p")
    lecturer.mouse.move(part["x"] + 20, part["y"] + 20)
    lecturer.mouse.down()
    lecturer.mouse.move(part["x"] + 120, part["y"] + 60, steps=5)
    lecturer.mouse.up()
    expect(phone.locator("canvas.followed-ink")).to_be_visible()
    stage(phone).locator(".equations").scroll_into_view_if_needed()
    phone.wait_for_function(INKED_OVER_EQUATIONS)
    press(lecturer, "x")
    expect(phone.locator("canvas.followed-ink")).to_be_hidden()
    press(lecturer, "p", "o")
    expect(phone.locator(".black")).to_contain_text("turned the screen black")
    assert serious(phone) == []
    press(lecturer, "o")
    expect(phone.locator(".black")).to_be_hidden()


def test_the_light_is_on_a_chapter_and_on_a_training_too(
    server: Server, page: Page, new_page: Callable[..., Page], runs_folder: Path
) -> None:
    run = train(runs_folder)
    lecturer = page
    lecturer.goto(f"{server.url}/softmax")
    expect(lecturer.get_by_test_id("chapter")).to_be_visible()
    opening(lecturer)
    link = lecturer.locator("dialog.card .link").inner_text()
    press(lecturer, "Escape")
    phone = new_page(**PHONE)
    phone.goto(link)
    expect(phone.get_by_test_id("chapter")).to_be_visible()
    # The second section is below the fold; a phone has its text around its figure.
    press(lecturer, "h")
    expect(phone.locator(".spot")).to_be_visible()
    press(lecturer, "Tab", "Tab")
    lit_around(lecturer, '[data-section="scores"] > .beside')
    lit_around(phone, '[data-section="scores"] > .beside')
    press(lecturer, "Tab")
    expect(phone.locator(".spot")).to_be_visible()
    expect(phone.locator('[data-section="temperature"] h2')).to_be_in_viewport()
    assert serious(phone) == []
    # The class sees the answer when it is shown, and never which one its lecturer has ticked.
    asked = "[data-question=shift]"
    lecturer.locator(f"{asked} input").first.check()
    lecturer.locator(asked).get_by_role("button", name="Show the answer").click()
    expect(phone.locator(f"{asked} .after")).not_to_be_empty()
    expect(phone.locator(f"{asked} input:checked")).to_have_count(0)

    lecturer.goto(f"{server.url}/train?run={run}")
    expect(lecturer.locator(".curves-panel")).to_be_visible()
    expect(phone.locator(".runs h2")).to_be_visible()
    press(lecturer, "h")
    lit_around(lecturer, ".curves-panel")
    lit_around(phone, ".runs .curve")
    laptop = new_page()
    laptop.goto(link)
    lit_around(laptop, ".runs .curve")
    # It has its axes, what it is held against, and the room that there is.
    curve = laptop.locator(".runs .curve")
    for words in ("steps", "loss, nats a character", "guessing", "bigram"):
        expect(curve).to_contain_text(words)
    box = curve.bounding_box()
    assert box
    assert box["height"] > 0.5 * laptop.viewport_size["height"]  # type: ignore[index]


def test_the_class_sees_what_the_units_of_a_network_know(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    lecturer = page
    lecturer.goto(f"{server.url}/units?net=brackets&k=1")
    expect(lecturer.get_by_test_id("units")).to_have_attribute("data-unit", "H[16]")
    opening(lecturer)
    link = lecturer.locator("dialog.card .link").inner_text()
    press(lecturer, "Escape")
    phone = new_page(**{**PHONE, "locale": "zh-CN"})
    phone.goto(link)
    units = phone.get_by_test_id("units")
    expect(units).to_have_attribute("data-unit", "H[16]")
    expect(units).to_contain_text("寻找")
    lecturer.get_by_test_id("units").focus()
    press(lecturer, "ArrowRight", "ArrowRight", "[")
    expect(units).to_have_attribute("data-unit", "H[15]")
    expect(units).to_have_attribute("data-k", "3")
    expect(phone.locator(".text-row .on").first).to_be_attached()
    # The page of the room keeps its own address.
    assert phone.url == link
    # Whoever looks around stays where they are, until they come back.
    units.press("]")
    expect(units).to_have_attribute("data-unit", "H[16]")
    press(lecturer, "[")
    expect(lecturer.get_by_test_id("units")).to_have_attribute("data-unit", "H[14]")
    expect(units).to_have_attribute("data-unit", "H[16]")
    phone.get_by_role("button", name="回到老师的画面").click()
    expect(units).to_have_attribute("data-unit", "H[14]")

    # The class is asked for the verdict, answers on the page itself, and sees it with the lecturer.
    verdict = lecturer.get_by_test_id("verdict")
    expect(verdict.get_by_role("button", name="Does it matter?")).to_be_visible()
    lecturer.get_by_test_id("units").focus()
    press(lecturer, "q")
    followed = phone.get_by_test_id("verdict")
    expect(followed.locator(".question")).to_contain_text("H[14]")
    expect(followed.locator(".verdict-line")).to_be_hidden()
    expect(phone.get_by_test_id("test").locator(".test-plot")).to_be_hidden()
    expect(phone.locator(".reveal")).to_be_hidden()
    followed.locator(".candidate").nth(1).click()
    expect(lecturer.locator(".poll")).to_contain_text("1 of 1 have answered")
    expect(followed.locator(".candidate").nth(1)).to_have_attribute("aria-pressed", "true")
    assert serious(phone) == []
    # Whoever looks at another unit meanwhile is asked of the same one.
    units.press("]")
    expect(units).to_have_attribute("data-unit", "H[15]")
    expect(followed.locator(".question")).to_contain_text("H[14]")
    phone.get_by_role("button", name="回到老师的画面").click()
    press(lecturer, "Enter")
    expect(followed.locator(".verdict-line")).to_contain_text("H[14]")
    expect(followed.locator(".verdict")).to_be_visible()
    expect(phone.get_by_test_id("test").locator(".test-plot")).to_be_visible()


def test_a_lecturer_draws_darkens_and_counts_on_the_full_screen(server: Server, page: Page) -> None:
    lecturer = open_at(page, server, cell="gru", weights="random", t="3", phase="hidden")
    settled(lecturer)
    press(lecturer, "f")
    on_the_full_screen(lecturer)

    # A pen draws above the full screen; a key wipes it, and Escape takes it away, but not the screen.
    press(lecturer, "p")
    expect(lecturer.locator("canvas.is-held")).to_be_visible()
    lecturer.mouse.move(300, 300)
    lecturer.mouse.down()
    lecturer.mouse.move(500, 400, steps=5)
    lecturer.mouse.up()
    assert inked(lecturer)
    press(lecturer, "ArrowRight")
    at(lecturer, 4, "hidden")
    press(lecturer, "x")
    assert not inked(lecturer)
    press(lecturer, "Escape")
    expect(lecturer.locator("canvas.ink")).to_be_hidden()
    expect(stage(lecturer)).to_have_class("stage presenting")

    for key in ("o", "."):
        press(lecturer, key)
        expect(lecturer.locator(".dark")).to_be_visible()
        press(lecturer, key)
        expect(lecturer.locator(".dark")).to_be_hidden()
    press(lecturer, "k")
    lecturer.keyboard.type("20")
    press(lecturer, "Enter")
    expect(lecturer.locator(".clock .rest")).to_contain_text("19:5")
    press(lecturer, "ArrowLeft")
    at(lecturer, 3, "hidden")
    press(lecturer, "?")
    expect(stage(lecturer).locator("dialog.help")).to_contain_text("a spotlight on one part")
    assert serious(lecturer) == []
    lecturer.reload()
    expect(lecturer.locator(".clock .rest")).to_contain_text("19:")


def test_a_page_without_keys_of_its_own_has_the_tools_and_their_help(
    server: Server, page: Page
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.url}/softmax")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    # The tools come with the bar's button.
    expect(page.get_by_role("button", name="Teach")).to_be_visible()
    press(page, "h")
    lit_around(page, "[data-section] > :is(.text, .beside)")
    press(page, "Tab")
    lit_around(page, "[data-section] > :is(.text, .beside)", 1)
    press(page, "Shift+Tab")
    lit_around(page, "[data-section] > :is(.text, .beside)")
    press(page, "Escape")
    press(page, "?")
    expect(page.locator("dialog.help")).to_contain_text("a pen that draws over everything")


def on_the_full_screen(page: Page) -> None:
    page.wait_for_function("() => document.fullscreenElement !== null")


def lit_around(page: Page, part: str, k: int = 0) -> None:
    """The spotlight is round such a part, the first one if not told otherwise."""
    element = page.locator(part).nth(k)
    expect(page.locator(".spot")).to_be_visible()

    def is_lit() -> bool:
        spot, around = page.locator(".spot").bounding_box(), element.bounding_box()
        return bool(spot and around) and all(
            abs(spot[side] + shift - around[side]) < 2
            for side, shift in (("x", 8), ("y", 8), ("width", -16), ("height", -16))
        )

    deadline = time.monotonic() + PATIENCE
    while not is_lit():
        assert time.monotonic() < deadline, f"{part} is not lit"
        page.wait_for_timeout(50)


def inked(page: Page) -> bool:
    """Whether anything is drawn."""
    return bool(
        page.locator("canvas.ink").evaluate(
            "one => one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some(Boolean)"
        )
    )
