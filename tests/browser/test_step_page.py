"""The home and Step pages, as a lecturer, a student and a stranger with a link use them.

`new_page` fails the test if a page logs an error or asks any host but ours.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route, WebSocketRoute, expect

from rnnviz.address.controls import DEGREES
from tests.browser.stage import (
    address,
    at,
    choose,
    choose_example,
    expect_address,
    face,
    field,
    looks,
    open_at,
    open_word,
    opener,
    press,
    read,
    settled,
    shape,
    stage,
)
from tests.serving import Server

LINK = {
    "cell": "gru",
    "text": "hello world",
    "hidden": "5",
    "weights": "random",
    "seed": "3",
    "t": "4",
    "phase": "update",
    "unit": "2",
    "notation": "torch",
    "lang": "en",
}
OWN_TEXT = "我有一头小毛驴，我从来也不骑。👨‍👩‍👧"


def test_a_copied_address_shows_the_same_and_a_text_of_ones_own_on_a_server_nobody_has_visited(
    server: Server,
    fresh_server: Callable[[], Server],
    page: Page,
    new_page: Callable[..., Page],
) -> None:
    here = open_at(page, server, **LINK)
    at(here, 4, "update")
    here.keyboard.press("ArrowRight")
    here.keyboard.press("ArrowDown")
    at(here, 5, "candidate")
    expect_address(here, t="5", phase="candidate", cell="gru", seed="3")

    there, elsewhere = new_page(), fresh_server().url
    there.goto(here.url.replace(server.url, elsewhere))
    at(there, 5, "candidate")
    expect(there.get_by_role("dialog")).to_have_count(0)
    expect(face(there, "text")).to_have_text("hello world")
    expect(face(there, "cell")).to_have_text("GRU")
    assert read(there) == read(here)
    assert address(there) == address(here)

    # A text of one's own is learnt, here and there.
    open_at(here, server, hidden="12", t="3")
    field(here).fill(OWN_TEXT)
    field(here).press("Enter")
    expect(stage(here).locator(".what")).to_contain_text(OWN_TEXT)
    at(here, 1)
    stage(here).focus()
    here.keyboard.press("End")
    # The family at its end is one character of five code points.
    at(here, 15)
    expect_address(here, t="15")
    there.goto(here.url.replace(server.url, elsewhere))
    at(there, 15)
    settled(here)
    settled(there)
    expect(stage(here)).to_contain_text("trained on this text")
    assert read(there) == read(here)
    expect(stage(there).locator(".what")).to_contain_text(OWN_TEXT)
    expect(face(there, "text")).to_have_text(OWN_TEXT)


def works_at_once(page: Page) -> None:
    """At step 2, the first screen is the stage, and the arrow keys need no click."""
    at(page, 2)
    expect(stage(page).locator(".what")).to_contain_text("想要有直升机")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    page.keyboard.press("ArrowUp")
    at(page, 3, "logits")
    expect_address(page, t="3", phase="logits")


def test_another_language_keeps_the_place_every_time(server: Server, page: Page) -> None:
    open_at(page, server, t="2")
    works_at_once(page)
    choose(page, "简体")
    expect(page.locator(".st-key-sentence")).to_contain_text("一个有")
    at(page, 3, "logits")
    expect_address(page, t="3", phase="logits", lang="zh-Hans")
    page.reload()
    expect(page.locator(".st-key-sentence")).to_contain_text("一个有")
    at(page, 3, "logits")

    # Now that the address was written from the server, it must still follow the stage.
    stage(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("]")
    at(page, 4, "hidden")
    choose(page, "English")
    expect(face(page, "hidden")).to_have_text("8 units")
    at(page, 4, "hidden")
    expect_address(page, t="4", phase="hidden", unit="2", lang="en")


def test_another_cell_keeps_the_place_as_far_as_it_exists_in_presenter_mode_too(
    server: Server, page: Page
) -> None:
    open_at(page, server, t="3", phase="memory")
    settled(page)
    # A lecture's screen shows most of the stage under the controls.
    box = stage(page).bounding_box()
    assert box is not None
    assert box["y"] <= 110
    choose(page, "GRU")
    expect(stage(page).locator(".what")).to_contain_text("GRU")
    at(page, 3)
    expect_address(page, cell="gru", t="3")
    # By keyboard alone, too: what opens has the keys, and closes once it has been chosen from.
    page.keyboard.press("Shift+Tab")
    opener(page, "cell").focus()
    page.keyboard.press("Enter")
    rnn = page.get_by_role("radio", name="RNN", exact=True)
    rnn.focus()
    page.keyboard.press("Enter")
    expect(stage(page).locator(".what")).to_contain_text("RNN")
    expect(rnn).to_have_count(0)
    # An example begins at its beginning.
    choose_example(page, re.compile("to be or not to be"))
    expect(face(page, "text")).to_have_text("to be or not to be")
    expect(stage(page).locator(".what")).to_contain_text("to be or not to be")
    at(page, 1)

    # In presenter mode a key or the bar chooses it.
    press(page, "ArrowRight", "f", "g")
    expect(stage(page).get_by_label("Network")).to_have_value("gru")
    expect(stage(page)).to_contain_class("presenting")
    expect_address(page, cell="gru", t="2")
    press(page, "ArrowRight")
    at(page, 3)
    stage(page).get_by_label("Network").select_option("rnn")
    expect_address(page, cell="rnn", t="3")
    expect(stage(page).locator(".point")).to_have_count(3)
    expect(stage(page)).to_be_focused()
    press(page, "f")
    expect(face(page, "cell")).to_have_text("RNN")


def test_a_server_that_is_silent_covers_nothing_and_takes_no_key(
    server: Server, browser: Browser
) -> None:
    # Not `page`: a browser reports each request that fails.
    page = browser.new_page()
    sockets: list[WebSocketRoute] = []
    refused: list[str] = []

    def pass_on(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort()

    try:
        page.route_web_socket("**/_stcore/stream", pass_on)
        page.clock.install()
        open_at(page, server, weights="random", t="1")
        app = page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-script-state", "notRunning")
        page.route("**/_stcore/**", refuse)
        for socket in sockets:
            socket.close()
        expect(app).to_have_attribute("data-test-connection-state", "PINGING_SERVER")
        # Streamlit's dialog comes when it has asked in vain a few times, two addresses each time.
        while len(refused) < 20:
            page.clock.run_for(2000)
        expect(page.get_by_role("dialog")).to_have_count(0)
        told = app.evaluate("element => getComputedStyle(element, '::after').content")
        assert "No connection to the server" in told
        press(page, "End")
        expect(stage(page)).to_have_attribute("data-t", "5")
    finally:
        page.close()


def leave(page: Page, opened: Locator) -> None:
    """By Escape, once more where a page that is busy has not heard the first."""
    page.keyboard.press("Escape")
    try:
        expect(opened).to_have_count(0, timeout=10_000)
    except AssertionError:
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)


def test_the_keys_are_the_stages_again_after_typing_choosing_and_a_click(
    server: Server, page: Page
) -> None:
    open_at(page, server, weights="random")
    settled(page)
    field(page).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("a fine text")
    page.keyboard.press("Enter")
    expect(stage(page).locator(".what")).to_contain_text("a fine text")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    units = field(page, "Units")
    units.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(stage(page).locator(".what")).to_contain_text("h = 5")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    open_word(page, "text")
    page.get_by_role("combobox", name="Examples").focus()
    page.keyboard.press("ArrowDown")
    examples = page.get_by_role("option", name=re.compile("hello world"))
    expect(examples).to_be_visible()
    # Escape closes the list, then what has opened, and then leads back to the stage.
    page.keyboard.press("Escape")
    expect(examples).to_have_count(0)
    leave(page, page.get_by_role("combobox", name="Examples"))
    expect(opener(page, "text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(stage(page)).to_be_focused()
    open_word(page, "text")
    page.get_by_role("combobox", name="Examples").click()
    # The first text after the sensors.
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(stage(page).locator(".what")).to_contain_text("春眠")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    field(page).click()
    page.keyboard.press("Escape")
    expect(opener(page, "text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(stage(page)).to_be_focused()
    press(page, "Home")
    at(page, 1)
    the_arrow_keys_step_on_after_a_click_on_a_control(page)
    page.keyboard.press("f")
    expect(stage(page)).to_contain_class("presenting")


def the_arrow_keys_step_on_after_a_click_on_a_control(page: Page) -> None:
    choose(page, "GRU")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    choose(page, "简体")
    expect(stage(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    at(page, 3)
    # A button that opens something keeps the focus, and not the keys.
    page.get_by_role("button", name="对比").click()
    page.keyboard.press("End")
    at(page, 10)
    # Whoever listens to the page's keys hears such a key once.
    page.evaluate(
        "heard = []; document.addEventListener('keydown', (e) => heard.push(e.key), true)"
    )
    page.get_by_role("button", name="保存").click()
    page.keyboard.press("ArrowLeft")
    at(page, 9)
    assert page.evaluate("heard") == ["ArrowLeft"]
    # Units in another order keep it in the link, and the keys go through them from the largest down.
    page.get_by_role("button", name="随时间变化").click()
    page.locator(".map:has([data-map=Z]) .map-title").click()
    expect_address(page, sort="Z.share")
    rows = page.locator(".foremost-facts .hint").inner_text()
    first, second = re.findall(r"\d+", rows)[:2]
    stage(page).focus()
    for _ in range(8):
        page.keyboard.press("[")
    expect_address(page, unit=first)
    page.keyboard.press("]")
    expect_address(page, unit=second)


def test_a_reload_in_mid_lecture_goes_on_where_it_was_in_the_browser_s_language(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = open_at(new_page(locale="zh-CN"), server)
    settled(page)
    expect(page.locator(".st-key-sentence")).to_contain_text("一个有")
    expect(page.get_by_role("link", name="单步")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    for key in ("f", "q", "a", "End", "Enter"):
        page.keyboard.press(key)
    at(page, 5)
    expect(stage(page).get_by_role("button", name="回到演示模式")).to_have_count(0)
    expect_address(page, t="5", cover="6")
    page.reload()
    expect(stage(page)).to_contain_class("presenting")
    at(page, 5)
    offer = stage(page).get_by_role("button", name="回到演示模式")
    expect(offer).to_be_visible()
    # The first press brings the whole screen back, and does nothing else.
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(offer).to_have_count(0)
    at(page, 5)
    page.keyboard.press("ArrowLeft")
    at(page, 4)
    page.keyboard.press("Escape")
    expect(stage(page)).not_to_contain_class("presenting")
    page.reload()
    at(page, 4)
    expect(stage(page)).not_to_contain_class("presenting")


def test_an_answer_clears_no_cache_and_its_score_outlives_a_reload_and_the_language(
    server: Server, page: Page
) -> None:
    open_at(page, server, t="2", phase="forget", cover="2")
    settled(page)
    # C answers with the third choice, and with two choices nothing; it is never Streamlit's.
    expect(stage(page).locator(".candidate:visible")).to_have_count(2)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(stage(page).locator(".candidate:visible")).to_have_count(2)
    expect_address(page, t="2", phase="forget", cover="2")
    page.keyboard.press("a")
    expect(stage(page).locator(".verdict:visible")).to_contain_text("1 of 1 right")
    page.reload()
    expect(stage(page).locator(".verdict:visible")).to_contain_text("1 of 1 right")
    settled(page)
    choose(page, "简体")
    expect(stage(page).locator(".verdict:visible")).to_contain_text("已答 1 题，答对 1 题")


def test_a_bad_link_is_mended_what_does_not_fit_changes_nothing_and_what_is_typed_goes_in_as_text(
    server: Server, page: Page
) -> None:
    open_at(
        page, server, cell="gru", weights="random", t="99", hidden="9999", unit="<b>", phase="memory"
    )  # fmt: skip
    at(page, 1)
    told = page.get_by_role("alert")
    expect(told).to_contain_text('hidden is "9999"; it must be a whole number from 1 to 128')
    expect(told).to_contain_text('t is "99"; it must be a whole number from 1 to 5.')
    expect(told).to_contain_text('unit is "<b>"; it must be a whole number from 1 to 8.')
    expect(told).to_contain_text('phase is "memory"; it must be one of reset, update')
    assert address(page) == {"cell": "gru", "weights": "random"}
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect_address(page, t="2")

    field(page).fill("")
    field(page).press("Enter")
    expect(told).to_contain_text("The text is empty")
    expect(field(page)).to_have_value("")
    expect(stage(page).locator(".what")).to_contain_text("想要有直升机")
    field(page).fill("ab" * 200)
    field(page).press("Enter")
    expect(told).to_contain_text("The text has 400 characters; at most 200")
    expect(field(page)).to_have_value("ab" * 200)
    text = "<b onclick=alert(1)>$x$ :red[y] ![z](a.png) &amp;"
    field(page).fill(text)
    field(page).press("Enter")
    expect(told).to_have_count(0)
    # The bar has room for the part of it around the step; the ribbon has all of it.
    expect(stage(page).locator(".what")).to_contain_text(text[:12])
    assert address(page)["text"] == text
    stage(page).focus()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect_address(page, t="2")
    page.reload()
    expect(field(page)).to_have_value(text)
    at(page, 2)
    expect(told).to_have_count(0)


def test_two_tabs_do_not_disturb_each_other(server: Server, page: Page) -> None:
    one = open_at(page, server, t="2")
    two = one.context.new_page()
    open_at(two, server, cell="rnn", text="hello", t="3")
    choose(two, "MLP")
    expect(stage(two).locator(".what")).to_contain_text("MLP")
    choose(one, "GRU")
    expect(stage(one).locator(".what")).to_contain_text("GRU")
    at(one, 2)
    at(two, 3)
    expect(stage(one).locator(".what")).to_contain_text("想要有直升机")
    expect(stage(two).locator(".what")).to_contain_text("hello")
    assert address(two)["cell"] == "mlp"


def test_home_opens_the_cell_hands_on_what_is_shown_and_back_goes_back(
    server: Server, page: Page
) -> None:
    open_at(page, server, "/", text="想要有直升机")
    press(page, "Home", "ArrowDown")
    at(page, 1, "input")
    page.keyboard.press("ArrowDown")
    at(page, 1, "forget")
    settled(page)
    at(page, 1, "forget")
    expect_address(page, t="1", phase="forget")
    press(page, "ArrowUp", "ArrowRight", "ArrowRight", "ArrowUp")
    at(page, 2)
    works_at_once(page)
    page.get_by_role("link", name="Step").first.click()
    expect(face(page, "cell")).to_have_text("LSTM")
    at(page, 3, "logits")
    choose(page, "GRU")
    expect(stage(page).locator(".what")).to_contain_text("GRU")
    at(page, 3, "logits")
    page.get_by_role("link", name="rnnviz").click()
    expect(face(page, "text")).to_have_count(0)
    # Home is the river, wherever one has been in the cell.
    expect(
        page.get_by_text("what one character has left in the memory of this GRU")
    ).to_be_visible()
    at(page, 3)

    page.go_back()
    expect(face(page, "cell")).to_have_text("GRU")
    page.go_back()
    expect(face(page, "cell")).to_have_text("LSTM")
    expect(stage(page).locator(".what")).to_contain_text("LSTM")


def test_the_saved_file_opens_where_the_stage_is_with_what_was_changed_on_it(
    server: Server, page: Page, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    open_at(page, server, cell="gru", t="2", phase="update")
    settled(page)
    page.keyboard.press("e")
    stage(page).get_by_label("value").fill("0.25")
    page.keyboard.press("Enter")
    chip = "Z[1] held at 0.25, steps 2 to 5"
    expect(stage(page).locator(".hand-words")).to_have_text([chip])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect_address(page, t="3", changes="Z.1.2-5=0.25")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("button", name="The stage, one HTML file").click()
    file = tmp_path / download.value.suggested_filename
    assert file.name == "rnnviz-gru-想要有直升机-t3.html"
    download.value.save_as(file)
    alone = new_page(offline=True)
    alone.goto(file.as_uri())
    at(alone, 3, "update")
    expect(stage(alone).locator(".what")).to_contain_text("GRU")
    alone.keyboard.press("ArrowRight")
    at(alone, 4, "update")
    expect(stage(alone).locator(".hand-words")).to_have_text([chip])
    alone.keyboard.press("Control+z")
    expect(stage(alone).locator(".hand-words")).to_have_text([chip])
    stage(alone).get_by_role("button", name="Reset", exact=True).click()
    expect(stage(alone).locator(".hand-words")).to_have_count(0)
    # The weights before learning are in the file.
    alone.keyboard.press("e")
    alone.get_by_label("What to change").select_option("weights")
    alone.get_by_role("button", name="Change", exact=True).click()
    expect(stage(alone).locator(".hand-words")).to_have_text(["weights before learning"])


def test_what_was_changed_survives_a_reload_and_another_language(
    server: Server, page: Page
) -> None:
    open_at(page, server, cell="gru", changes="Z.1.2-5=0.25;x.1=机;weights=5")
    settled(page)
    chips = stage(page).locator(".hand-words")
    expect(chips).to_have_count(3)
    losses = stage(page).locator(".hand-effect .number")
    expect(losses).to_have_text(re.compile("loss 0.* → "))
    told = losses.get_attribute("data-full")
    page.reload()
    settled(page)
    expect(losses).to_have_attribute("data-full", str(told))
    choose(page, "简体")
    expect(chips.nth(1)).to_have_text("“想”→“机”，第 1 步")
    expect(losses).to_have_attribute("data-full", str(told))
    expect_address(page, changes="Z.1.2-5=0.25;x.1=机;weights=5")


def test_on_a_phone_the_stage_stands_on_the_first_screen_and_the_rest_unfolds(
    server: Server, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server)
    settled(page)
    head = page.locator(".stAppHeader").bounding_box()
    first = page.locator(".ribbon .box").first.bounding_box()
    assert first["y"] - head["y"] - head["height"] <= 260
    for name, count in (("Keys and help", 1), ("Steps and phases", 7)):
        keys = stage(page).get_by_role("toolbar", name=name).get_by_role("button")
        expect(keys).to_have_count(count)
        boxes = [button.bounding_box() for button in keys.all()]
        assert len({box["y"] for box in boxes}) == 1
        assert all(min(box[side] for side in ("width", "height")) >= 40 for box in boxes)

    expect(face(page, "text")).to_be_hidden()
    page.get_by_role("button", name="Settings: LSTM · h = 8").click()
    choose(page, "GRU")
    expect_address(page, cell="gru")
    expect(face(page, "text")).to_be_visible()
    page.get_by_role("button", name="Hide the settings").click()
    expect(page.get_by_role("button", name="Settings: GRU · h = 8")).to_be_visible()
    expect(face(page, "text")).to_be_hidden()
    expect(stage(page).locator(".what")).to_contain_text("GRU")
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")

    more = stage(page).get_by_role("button", name="More buttons")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    stage(page).get_by_label("Notation").select_option(index=1)
    # The bar is drawn anew, and stays open.
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(stage(page).locator(".bar .turn")).to_be_visible()


@contextmanager
def not_there_yet(page: Page, scripts: str) -> Iterator[None]:
    """These of Streamlit's scripts arrive only after the block.

    `page.route` would have every other file of the page go through here, too.
    """
    browser = page.context.new_cdp_session(page)
    held: list[str] = []
    browser.on("Fetch.requestPaused", lambda request: held.append(request["requestId"]))
    patterns = [{"urlPattern": f"*/static/js/{name}.*"} for name in scripts.split("|")]
    browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
    browser.send("Fetch.enable", {"patterns": patterns})
    try:
        yield
        for request in held:
            # What a page asked for that was left meanwhile is not waited for any more.
            with suppress(Error):
                browser.send("Fetch.continueRequest", {"requestId": request})
    finally:
        browser.detach()


def streamlit_not_there_yet(page: Page) -> AbstractContextManager[None]:
    return not_there_yet(page, "index")


@pytest.mark.parametrize(("path", "scheme"), [("/", "light"), ("/step", "dark")])
def test_one_steps_before_streamlit_is_there_and_nothing_moves_when_it_comes(
    server: Server, new_page: Callable[..., Page], path: str, scheme: str
) -> None:
    # What moves is not yet where it will be.
    page = new_page(color_scheme=scheme, locale="zh-CN", reduced_motion="reduce")
    with streamlit_not_there_yet(page):
        open_at(page, server, path, cell="gru", t="2")
        expect(stage(page)).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        at(page, 3, "logits")
        expect_address(page, cell="gru", t="3", phase="logits")
        early = read(page), shape(page), looks(page)
        stage(page).locator(".body > *").first.evaluate("part => part.drawnEarly = true")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
    settled(page)
    expect(stage(page)).to_have_count(1)
    expect(stage(page)).to_be_focused()
    at(page, 3, "logits")
    assert (read(page), shape(page), looks(page)) == early
    assert stage(page).locator(".body > *").first.evaluate("part => part.drawnEarly")
    expect_address(page, cell="gru", t="3", phase="logits")
    page.keyboard.press("ArrowRight")
    at(page, 4, "logits")


def test_what_is_opened_and_left_before_the_page_comes_can_be_closed_and_stays_away(
    server: Server, page: Page
) -> None:
    with streamlit_not_there_yet(page):
        open_at(page, server, view="sum")
        expect(page.get_by_role("button", name="Sum")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Over time").click()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_test_id("stMain").get_by_test_id("stage")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    settled(page)
    expect(page.get_by_role("button", name="Over time")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect_address(page, t="2")
    expect_address(page, view="memory")


def test_the_early_stage_leaves_with_the_page_it_is_on(server: Server, page: Page) -> None:
    with streamlit_not_there_yet(page):
        open_at(page, server)
        page.evaluate("history.pushState(null, '', '/train')")
        expect(stage(page)).to_have_count(0)
    expect(page.get_by_test_id("training")).to_be_visible()
    expect(stage(page)).to_have_count(0)


def test_no_stage_comes_early_where_it_might_not_stay(server: Server, page: Page) -> None:
    # Streamlit itself does not come meanwhile, which would take the longest.
    with streamlit_not_there_yet(page):
        for path, width, status in (
            ("/step?hidden=9999", 1280, 204),
            (f"/step?{urlencode({'text': 'Not learnt before.'})}", 1280, 204),
            ("/?text=a", 1280, 204),
            ("/step?embed_options=dark_theme", 1280, None),
            ("/step", 390, None),
            ("/train", 1280, None),
            ("/why_state", 1280, None),
        ):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(f"{server.url}{path}", wait_until="commit")
            page.locator("body").wait_for(state="attached")
            answer = "window.rnnvizEarly?.then((response) => response.status) ?? null"
            assert page.evaluate(answer) == status, path
            # Once the stage's code has loaded and a frame is drawn, any other request would have
            # been made.
            # A page of the course does not even fetch that code.
            page.evaluate("""async () => {
              const code = document.querySelector('script[src$="/page.js"]')
              if (code) await import(code.src)
              await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
            }""")
            assert stage(page).count() == 0, path
    expect(page.get_by_test_id("stMain").locator(".course")).to_be_visible()


def test_a_reader_in_taiwan_has_traditional_characters_and_room_in_the_bar(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = open_at(new_page(locale="zh-TW"), server)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(face(page, "text")).to_have_text("想要有直升機")
    expect(stage(page)).to_contain_text("已用這段文字訓練")
    switch = page.locator(".st-key-language")
    expect(switch.get_by_role("radio")).to_have_count(3)
    assert switch.get_by_role("radio").all_inner_texts() == ["English", "简体", "繁體"]
    # Of the fonts that are there, the one with Taiwan's forms.
    assert page.evaluate("document.fonts.check('16px \"Chinese letters\"', '網')")
    keys = ("beside_bar", "download", "language")
    boxes = [page.locator(f".st-key-{key}").bounding_box() for key in keys]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"]
    page.set_viewport_size({"width": 390, "height": 844})
    box = switch.bounding_box()
    assert box["x"] >= 40
    assert box["x"] + box["width"] <= 390


def redrawn_elsewhere(page: Page, size: tuple[int, int]) -> None:
    """The window changes its size in another phase, whose words are others, and one walks back to the logits."""
    width, height = size
    press(page, "ArrowDown")
    at(page, 2)
    for wide in (width - 1, width):
        bar = page.locator("header.bar").element_handle()
        page.set_viewport_size({"width": wide, "height": height})
        page.wait_for_function("bar => !bar.isConnected", arg=bar)
    press(page, "ArrowUp")
    at(page, 2, "logits")


@pytest.mark.parametrize(
    ("path", "size", "later"),
    [
        ("/", (1280, 720), ["TextInput|PageLink", "Html"]),
        ("/step", (1280, 720), ["Html", "Html|ButtonGroup"]),
        ("/step", (1440, 900), ["Html|ButtonGroup"]),
        ("/step", (390, 844), ["Html|ButtonGroup"]),
    ],
    ids=["home", "lecture", "desk", "phone"],
)
def test_the_stage_looks_the_same_whatever_comes_after_it(
    server: Server, page: Page, path: str, size: tuple[int, int], later: list[str]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # What moves is not yet where it will be.
    page.emulate_media(reduced_motion="reduce")
    looked = {}
    for late in later:
        with not_there_yet(page, late):
            open_at(page, server, path, text=OWN_TEXT, weights="random", t="1")
            expect(page.get_by_test_id("stSkeleton").first).to_be_attached()
            expect(stage(page)).to_be_focused()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowUp")
            at(page, 2, "logits")
        settled(page)
        at(page, 2, "logits")
        expect(stage(page)).to_be_focused()
        expect_address(page, t="2", phase="logits")
        looked[late] = read(page), shape(page)
    # What is drawn now, with everything there, depends on nothing that came before.
    redrawn_elsewhere(page, size)
    expected = read(page), shape(page)
    for late, seen in looked.items():
        assert seen == expected, late


def test_networks_are_set_beside_each_other_and_a_saved_file_holds_all(
    server: Server, page: Page, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    open_at(page, server, weights="random", t="3")
    settled(page)
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="GRU", exact=True).click()
    lanes = page.locator(".lane-name strong")
    expect(lanes).to_have_text(["LSTM", "GRU"])
    expect_address(page, beside="gru", t="3")
    page.keyboard.press("Escape")
    stage(page).focus()
    page.keyboard.press("n")
    expect(stage(page)).to_have_attribute("data-track", "2")
    expect_address(page, track="2", beside="gru")
    # A cell that is there gets the focus; another one takes the first one's place.
    page.keyboard.press("l")
    expect(stage(page)).to_have_attribute("data-track", "1")
    page.keyboard.press("r")
    expect(lanes).to_have_text(["RNN", "GRU"])
    page.reload()
    expect(lanes).to_have_text(["RNN", "GRU"])
    at(page, 3)
    settled(page)
    page.keyboard.press("n")
    expect(stage(page)).to_have_attribute("data-track", "2")
    page.keyboard.press("ArrowRight")
    expect_address(page, track="2", t="4")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("button", name="The stage, one HTML file").click()
    file = tmp_path / "saved.html"
    download.value.save_as(file)
    alone = new_page(offline=True)
    alone.goto(file.as_uri())
    expect(alone.locator(".lane-name strong")).to_have_text(["RNN", "GRU"])
    expect(stage(alone)).to_have_attribute("data-track", "2")
    at(alone, 4)


def test_two_directions_are_a_click_away_tag_what_the_next_word_decides_and_cannot_write(
    server: Server, page: Page
) -> None:
    open_at(page, server, weights="random", cell="rnn", hidden="4", t="2")
    settled(page)
    both = page.get_by_role("button", name="two directions")
    open_word(page, "cell")
    both.click()
    expect_address(page, cell="birnn", t="2")
    bar = stage(page).locator(".what")
    expect(bar).to_contain_text("h = 4 each way")
    choose(page, "LSTM")
    expect_address(page, cell="bilstm")
    expect(bar).to_contain_text("BiLSTM")
    choose(page, "MLP")
    expect_address(page, cell="mlp")
    open_word(page, "cell")
    expect(both).to_be_disabled()
    choose(page, "RNN")
    open_word(page, "cell")
    expect(both).to_be_enabled()
    page.keyboard.press("Escape")

    # Sentences of a task come with an RNN below, which is no better than a coin.
    choose_example(page, re.compile("花开"))
    expect_address(page, cell="birnn", goal="after", text="花开", beside="rnn")
    expect(page.locator(".lane-name strong")).to_have_text(["BiRNN", "RNN"])
    said = page.locator(".lane-cell[data-status=now] .character")
    expect(said.nth(0)).to_contain_text("n0.99")
    expect(said.nth(1)).to_contain_text(re.compile(r"[nv]0\.5"))
    page.get_by_role("button", name="Witnesses").click()
    expect(page.locator(".witnesses-verdict")).to_contain_text("replacement: 开 (t = 2)")

    # Another text leaves the task. What it knows of the next character, it has read.
    field(page).fill("人法地，地法天，天法道，道法自然")
    field(page).press("Enter")
    expect_address(page, cell="birnn", beside="rnn")
    expect(page).not_to_have_url(re.compile("goal="))
    open_at(page, server, cell="bigru", text="人法地，地法天，天法道，道法自然", t="15", view="writing")  # fmt: skip
    expect(page.locator(".witnesses-verdict")).to_have_text(
        "Loss 0.0183 with the whole text there, 0.610 where the text ends at each step."
    )
    expect(page.locator(".witness-head .muted").last).to_have_text("2 of 15")
    settled(page)
    stage(page).focus()
    page.keyboard.press("y")
    expect_address(page, way="back")
    expect(stage(page)).to_have_attribute("data-by", "left")


def test_a_sensor_s_readings_are_a_curve_each_whose_dots_have_their_numbers(
    server: Server, page: Page
) -> None:
    rows = ["21.5 1013", "22 1012", "21 1011", "20.5 1013"]
    open_at(page, server, cell="gru", t="2", readings=";".join(rows), weights="random")
    line = stage(page).locator(".ribbon")
    expect(line.locator(".input-curve")).to_have_count(2)
    dots = line.locator(".input-dot")
    expect(dots).to_have_count(2 * 3)
    for number in ("21.5", "1013"):
        expect(dots.first).to_have_attribute("data-full", re.compile(re.escape(number)))
    # The second feature falls as the first one rises and falls: each has a height of its own.
    heights = [float(dots.nth(k).get_attribute("cy") or "") for k in range(6)]
    assert heights[1] < heights[0] < heights[2]
    assert heights[3] < heights[4] < heights[5]
    dots.nth(5).click()
    at(page, 3)


def test_a_sensor_that_was_chosen_stands_in_its_field(server: Server, page: Page) -> None:
    """The field is in a popover, drawn long after the message that told its text."""
    open_at(page, server)
    open_word(page, "text")
    page.get_by_role("combobox", name="Examples").click()
    # One sees it among the texts, without scrolling.
    expect(page.get_by_role("option", name="a thermometer")).to_be_in_viewport(ratio=1)
    page.get_by_role("option", name="a thermometer").click()
    expect(face(page, "text")).to_have_text("a sensor's 25 readings")
    expect(opener(page, "text")).to_have_attribute("aria-expanded", "false")
    choose(page, "GRU")
    expect(page).to_have_url(re.compile("cell=gru"))
    settled(page)
    # On the stage the readings are curves: its bar lists none of them.
    expect(page.locator(".bar .text")).to_have_text("a sensor's 25 readings")
    open_word(page, "text")
    readings = page.get_by_role("textbox", name="Readings")
    lines = "\n".join(DEGREES.split("; "))
    expect(readings).to_have_value(lines)
    page.get_by_role("button", name="Show these readings").click()
    expect(page).to_have_url(re.compile(re.escape(urlencode({"readings": lines}))))


def test_a_stage_is_drawn_anew_when_its_letters_come_late(
    server: Server, fresh_page: Callable[..., Page]
) -> None:
    page = fresh_page()
    held: list[Route] = []
    page.route("**/font-assets/**", lambda route: held.append(route))  # noqa: PLW0108
    open_at(page, server, "/step", cell="lstm", t="3")
    settled(page)
    part = stage(page).locator(".body > *").first
    part.evaluate("(part) => { part.title = 'of stand-ins' }")
    for route in held:
        route.continue_()
    expect(part).not_to_have_attribute("title", "of stand-ins")


def test_a_notice_takes_its_room_from_the_stage_and_pushes_nothing_below_the_window(
    server: Server, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_at(page, server, t="3")
    settled(page)
    foot = page.locator(".stage-foot")
    expect(foot).to_be_in_viewport(ratio=1)
    # The lower edge of the stage is where it is without a notice, whether that comes before the stage or to it.
    ends = "() => document.querySelector('[data-testid=stMain]').scrollHeight"
    usual = page.evaluate(ends)
    open_at(page, server, t="3", cell="foo", weights="bar")
    settled(page)
    notice = page.get_by_test_id("stAlert")
    expect(notice).to_contain_text("Shown instead")
    expect(foot).to_be_in_viewport(ratio=1)
    page.wait_for_function(f"usual => Math.abs(({ends})() - usual) <= 2", arg=usual)
    # With the next choice the notice goes, and the stage has its room again.
    choose(page, "GRU")
    expect(notice).to_have_count(0)
    page.wait_for_function(f"usual => Math.abs(({ends})() - usual) <= 2", arg=usual)
    units = field(page, "Units")
    units.fill("5000")
    units.press("Enter")
    expect(notice).to_contain_text("5000")
    expect(foot).to_be_in_viewport(ratio=1)
    page.wait_for_function(f"usual => Math.abs(({ends})() - usual) <= 2", arg=usual)
