"""The search in the bar, in the app: by its key and by its button, with the keyboard alone, and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import stage
from tests.serving import Server


def dialog(page: Page) -> Locator:
    return page.locator("dialog.search")


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox")


def ask(page: Page, query: str) -> None:
    """Open the search by its key, and type."""
    expect(page.locator(".search-button")).to_be_visible()
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    page.keyboard.type(query)


def test_a_key_opens_it_and_enter_goes_to_the_best_that_was_found(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/step?lang=en")
    expect(stage(page)).to_have_attribute("data-t", "1")
    stage(page).focus()
    ask(page, "vanishing gradient")
    expect(dialog(page).get_by_role("link").first).to_contain_text("Vanishing gradient")
    # Neither the stage nor the lecture hears what is typed.
    expect(stage(page)).to_have_attribute("data-t", "1")
    page.keyboard.press("Enter")
    page.wait_for_url(
        lambda url: "/glossary" in url and "section=vanishing" in url and "lang=en" in url
    )
    expect(page.locator('[data-section="vanishing"]')).to_be_in_viewport()
    # From there to another place of the same page, beside which another one begins.
    ask(page, "perplexity")
    page.keyboard.press("Enter")
    expect(page.locator('[data-section="perplexity"]').get_by_text("e to the loss")).to_be_visible()
    page.wait_for_url(lambda url: "section=perplexity" in url)


def test_arrows_go_through_what_was_found_and_escape_gives_the_focus_back(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/step?lang=en&t=3")
    expect(stage(page)).to_have_attribute("data-t", "3")
    stage(page).focus()
    ask(page, "gate")
    links = dialog(page).get_by_role("link")
    expect(links.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_be_hidden()
    expect(stage(page)).to_be_focused()
    expect(stage(page)).to_have_attribute("data-t", "3")
    page.keyboard.press("ArrowRight")
    expect(stage(page)).to_have_attribute("data-t", "4")
    # What was typed is there again, marked, so that typing begins anew.
    page.keyboard.press("/")
    expect(field(page)).to_have_value("gate")
    page.keyboard.type("nat")
    expect(field(page)).to_have_value("nat")


def test_within_a_chapter_it_goes_without_loading_the_page_anew(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/softmax?lang=en")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("() => { window.isStillHere = true; }")
    ask(page, "temperature: how much")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "section=" in url)
    expect(page.get_by_role("heading", name=re.compile("^Temperature"))).to_be_in_viewport()
    ask(page, "gru")
    dialog(page).get_by_role("link", name=re.compile("^GRU")).first.click()
    expect(stage(page)).to_be_visible()
    page.wait_for_url(lambda url: "/step" in url and "cell=gru" in url)
    assert page.evaluate("() => window.isStillHere")


@pytest.mark.parametrize(
    ("locale", "query", "title"),
    [("zh-CN", "tdxs", "梯度消失"), ("zh-TW", "遺忘閘", "輸入閘、遺忘閘、輸出閘")],
)
def test_on_a_phone_a_button_opens_it_in_the_reader_s_language(
    server: Server, new_page: Callable[..., Page], locale: str, query: str, title: str
) -> None:
    page = new_page(locale=locale, viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.goto(f"{server.url}/course")
    page.get_by_role("button", name=re.compile("^搜[索尋]")).click()
    field(page).fill(query)
    expect(dialog(page).locator(".search-title").first).to_have_text(title)
    assert not serious(page)
    assert dialog(page).evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_what_is_typed_is_text_and_what_nothing_has_is_said(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/?lang=en")
    expect(stage(page)).to_be_visible()
    ask(page, "<qxqx/")
    expect(dialog(page).get_by_role("status")).to_have_text("Nothing has “<qxqx/”.")
    field(page).fill("ab" * 5000)
    expect(field(page)).to_have_value("ab" * 50)
    field(page).fill("🦆")
    expect(dialog(page).get_by_role("status")).to_have_text("Nothing has “🦆”.")
    field(page).fill("")
    expect(dialog(page)).to_contain_text("ywm is 遗忘门")
    assert not serious(page)


def test_where_the_index_does_not_come_it_is_said_and_asked_for_again(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/?lang=en")
    expect(stage(page)).to_be_visible()
    # As the page with which a hotel's network answers whatever is asked.
    page.route("**/search-index*", lambda route: route.fulfill(body="<html>Log in</html>"))
    ask(page, "gate")
    expect(dialog(page).get_by_role("status")).to_contain_text("The index did not come")
    page.unroute("**/search-index*")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(dialog(page).get_by_role("link").first).to_be_visible()
