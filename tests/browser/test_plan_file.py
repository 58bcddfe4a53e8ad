"""A lecture plan that the server was started with: for its lecturer alone, and saved as it was."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, expect

from rnnviz.hall import plan_file
from tests.browser.axe import serious
from tests.browser.stage import at, open_at, press, settled
from tests.browser.test_lecture_plan import card
from tests.hall.test_plan_file import PLAN, written
from tests.serving import Server, start_server
from tests.watching import new_context


@contextmanager
def serving(folder: Path, plan: Path | None) -> Iterator[tuple[Server, str]]:
    """A server that was started with a plan, and the word of the link that it said."""
    server = start_server(folder, environment={plan_file.SETTING: str(plan or "")})
    try:
        told = server.log.read_text("utf-8")
        found = re.search(r"http://localhost:\d+/lecture-plan#(\S+)", told)
        assert (found is None) == (plan is None), told
        yield server, found[1] if found else ""
    finally:
        server.stop()


def asked(server: Server, word: str, language: str = "en") -> tuple[int, str]:
    told = {"x-rnnviz-plan": word, "Accept-Language": language}
    try:
        with urlopen(Request(f"{server.url}/lecture-plan/file", headers=told)) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


def nobody_else_has_it(server: Server, word: str) -> None:
    """Who follows in the same network has no word, and no part of one helps."""
    for other in ("", word[:-1], word.lower(), word + "x", "\u00e9"):
        status, told = asked(server, other)
        assert status == 404
        assert "Not much" not in told
    with urlopen(f"{server.url}/lecture-plan") as page:
        told = page.read().decode()
    assert "Not much" not in told
    assert word not in told


def heading(browser: Browser, address: str) -> str:
    """What the page of a link says that opens nothing; its refusal stands in the console."""
    context = new_context(browser)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("heading")).not_to_contain_text("coming")
    said = page.get_by_role("heading").inner_text()
    context.close()
    return said


def test_a_plan_is_opened_from_the_link_and_saved_as_its_file_was(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    plan = written(tmp_path, PLAN.encode())
    with serving(tmp_path, plan) as (server, word):
        nobody_else_has_it(server, word)
        for _ in range(2):
            # It is there once, however often it is opened.
            page.goto(f"{server.url}/lecture-plan#{word}")
            expect(card(page)).to_be_visible()
            own = card(page).get_by_label("Lecture plan", exact=True).locator("optgroup").first
            expect(own.locator("option")).to_have_text(["Week 3"])
        expect(page).to_have_url(re.compile(r"/step\?"))
        expect(card(page).get_by_label("Minutes: 1")).to_have_value("4")
        expect(card(page).get_by_label("Your question to the class")).to_have_value(
            "What is kept?\n* all of it\nnothing"
        )
        with page.expect_download() as download:
            card(page).get_by_role("button", name="Save as a file").click()
        assert Path(download.value.path()).read_text("utf-8") == PLAN
        card(page).get_by_role("button", name="Start").click()
        at(page, 3)
        # A change of one thing is one line of the file.
        page.goto(f"{server.url}/lecture-plan#{word}")
        card(page).get_by_label("Minutes: 1").fill("5")
        with page.expect_download() as download:
            card(page).get_by_role("button", name="Save as a file").click()
        saved = Path(download.value.path()).read_text("utf-8")
        assert saved == PLAN.replace('"minutes": 4', '"minutes": 5')

        # The file is read as it is now.
        plan.write_text("no plan", "utf-8")
        assert asked(server, word)[0] == 422
        assert "1" in asked(server, word, "zh-Hans")[1]
        assert heading(browser, f"{server.url}/lecture-plan#{word}") == (
            "This file is no lecture plan: line 1 is no JSON."
        )
        plan.unlink()
        assert asked(server, word)[0] == 404


def test_a_server_without_a_plan_has_none(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, None) as (server, _):
        assert asked(server, "")[0] == 404
        said = heading(browser, f"{server.url}/lecture-plan#x")
        assert said.startswith("There is no lecture plan at this link")


def test_a_whole_plan_in_a_link_is_offered_and_comes_beside_one_s_own(
    server: Server, page: Page, fresh_page: Callable[..., Page]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_at(page, server, t="3")
    settled(page)
    plan = {"title": "First <week>", "views": [
        {"view": "softmax?section=loss", "ask": "为什么？", "say": "0.04", "question": ["Why?", "* so"]},
        {"view": "step?t=2", "ask": "", "say": ""},
    ]}  # fmt: skip
    kept = {"plans": [plan], "chosen": 0, "at": 0, "isWalked": False}
    page.evaluate("kept => localStorage.setItem('rnnviz plans', JSON.stringify(kept))", kept)
    page.reload()
    settled(page)
    press(page, "#")
    card(page).get_by_role("button", name="Copy a link").click()
    expect(card(page).get_by_role("alert")).to_contain_text("The link is copied")
    assert serious(page) == []
    link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 1000

    other = fresh_page(locale="zh-CN")
    other.goto(link)
    expect(other.get_by_role("heading")).to_contain_text("First <week>")
    assert other.evaluate("localStorage.getItem('rnnviz plans')") is None
    assert serious(other) == []
    other.get_by_role("button").click()
    expect(other.get_by_test_id("chapter")).to_be_visible()
    expect(card(other)).to_be_visible()
    expect(card(other).locator("li").nth(0).locator("textarea").nth(1)).to_have_value("0.04")

    # Half of it is none, and says so; nor is one kept.
    half = fresh_page()
    half.goto(link[:-40])
    expect(half.get_by_role("heading")).to_contain_text("no whole lecture plan in this link")
    expect(half.get_by_role("button")).to_have_count(0)

    # What is too long for a link says how long it would be.
    notes = [
        "".join(chr(0x4E00 + (k * 7919 + 31 * n) % 20000) for k in range(500)) for n in range(20)
    ]
    long = {
        "title": "Long",
        "views": [{"view": "step?t=2", "ask": "", "say": say} for say in notes],
    }
    kept = {"plans": [long], "chosen": 0, "at": 0, "isWalked": False}
    page.keyboard.press("Escape")
    page.evaluate("kept => localStorage.setItem('rnnviz plans', JSON.stringify(kept))", kept)
    page.reload()
    settled(page)
    press(page, "#")
    card(page).get_by_role("button", name="Copy a link").click()
    expect(card(page).get_by_role("alert")).to_contain_text("a link has up to 8000")
