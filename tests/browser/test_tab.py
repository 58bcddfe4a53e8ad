"""The tab in which one test after another reads: nothing of a test is there for the next one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import stop_the_clock
from tests.serving import Server
from tests.watching import SIZE, Tab

KEPT = """() => [
  localStorage.length, sessionStorage.length, document.cookie.includes("mine"), innerWidth, document.hasFocus(),
  matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("print").matches,
  matchMedia("(prefers-reduced-motion: reduce)").matches, matchMedia("(forced-colors: active)").matches,
  document.querySelectorAll(":hover").length > 1,
]"""


@pytest.fixture
def tab(browser: Browser):
    one = Tab(browser)
    yield one
    one.close()


def change_everything(page: Page) -> None:
    page.evaluate(
        """() => {
          localStorage.a = sessionStorage.a = 1
          document.cookie = "mine=1"
          addEventListener("pagehide", () => { localStorage.a = 1 })
        }"""
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(
        media="print", color_scheme="dark", reduced_motion="reduce", forced_colors="active"
    )
    page.mouse.move(100, 100)
    page.mouse.down()
    page.keyboard.down("Shift")
    page.context.grant_permissions(["clipboard-read"])
    page.context.new_page()


def test_a_fresh_page_is_in_a_tab_that_no_other_test_has(
    fresh_page: Callable[..., Page],
    new_page: Callable[..., Page],
    free_tab: Callable[[str, list[Tab]], Tab | None],
) -> None:
    kept = new_page()
    assert any(one.page() is kept for one in tabs_of(free_tab))
    own = fresh_page()
    own.add_init_script("window.isSlow = true")
    assert all(one.page() is not own for one in tabs_of(free_tab))


def tabs_of(free_tab: Callable[[str, list[Tab]], Tab | None]) -> list[Tab]:
    """All tabs that are kept for English."""
    found: list[Tab] = []
    while one := free_tab("en-US", found):
        found.append(one)
    return found


def test_a_test_finds_the_tab_as_if_it_were_new(
    server: Server, tab: Tab, fresh_page: Callable[..., Page]
) -> None:
    address = f"{server.url}/_stcore/health"
    new = fresh_page()
    new.goto(address)
    page = tab.page()
    page.goto(address)
    page.route("**/health", lambda route: route.fulfill(body="changed"))
    change_everything(page)
    assert page.evaluate(KEPT) != new.evaluate(KEPT)
    tab.leave()

    again = tab.page()
    assert again is page
    assert again.viewport_size == SIZE
    again.goto(address)
    expect(again.locator("body")).to_have_text("ok")
    assert again.evaluate(KEPT) == new.evaluate(KEPT)
    assert again.context.pages == [again]
    again.evaluate(
        "() => { onkeydown = onmousemove = (e) => { held = [e.shiftKey, e.buttons ?? 0] } }"
    )
    again.keyboard.press("a")
    assert again.evaluate("held") == [False, 0]
    again.mouse.move(5, 5)
    assert again.evaluate("held") == [False, 0]
    asked = "navigator.permissions.query({name: 'clipboard-read'}).then(({ state }) => state)"
    assert again.evaluate(asked) == new.evaluate(asked)


def test_a_tab_that_cannot_be_as_new_is_given_up(server: Server, tab: Tab, tmp_path: Path) -> None:
    stopped = tab.page()
    stop_the_clock(stopped)
    tab.leave()
    assert tab.page() is not stopped

    elsewhere = tab.page()
    elsewhere.goto(f"{server.url}/_stcore/health")
    elsewhere.evaluate("() => { sessionStorage.a = 1 }")
    (tmp_path / "file.html").touch()
    elsewhere.goto((tmp_path / "file.html").as_uri())
    tab.leave()
    assert tab.page() is not elsewhere

    closed = tab.page()
    closed.close()
    tab.leave()
    assert tab.page() is not closed


def test_what_a_page_logs_fails_the_test_whose_page_it_was_and_no_other(tab: Tab) -> None:
    tab.page().evaluate("console.error('broken')")
    with pytest.raises(AssertionError, match="console: broken"):
        tab.leave()
    tab.page()
    tab.leave()


def test_whoever_asks_another_host_fails_the_test(tab: Tab, tmp_path: Path) -> None:
    # A page of our server may not even try.
    (tmp_path / "file.html").touch()
    tab.page().goto((tmp_path / "file.html").as_uri())
    for ask in (
        "fetch('http://elsewhere.example/a', { mode: 'no-cors' }).catch(() => 0)",
        "new Promise((ended) => { Object.assign(new Image(), { src: 'http://192.0.2.7/a', onerror: ended }) })",
        "new Promise((ended) => { new WebSocket('ws://elsewhere.example/a').onerror = () => ended() })",
    ):
        tab.page().evaluate(ask)
        with pytest.raises(AssertionError, match=r"request: (http|ws)://(elsewhere\.|192)\S+/a"):
            tab.watch.ends()
