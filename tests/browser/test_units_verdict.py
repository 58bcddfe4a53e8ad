"""The Units page holds every unit in turn, and asks for the verdict before it says it."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.aria import is_as_kept
from tests.serving import Server

# A small network: its sixteen units are held in a moment.
ASKED = {
    "net": "brackets",
    "label": "square",
    "quantity": "H",
    "unit": "16",
    "lang": "en",
}


def opened(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/units?{urlencode(ASKED)}", wait_until="commit")
    expect(page.get_by_test_id("units")).to_be_visible()


def test_the_verdict_is_asked_before_it_is_shown(server: Server, page: Page) -> None:
    opened(page, server)
    verdict, test = page.get_by_test_id("verdict"), page.get_by_test_id("test")
    expect(verdict).to_contain_text("H[16]", timeout=30_000)
    expect(verdict.get_by_role("button", name="Does it matter?")).to_be_visible()
    is_as_kept("units.en", page.locator(".units-upper"))
    said = verdict.locator(".verdict-line").inner_text()
    # All sixteen are in the picture, the chosen one by its name.
    expect(test.locator("circle.dot")).to_have_count(16)
    expect(test.locator("text.bold")).to_contain_text("H[16]")

    page.keyboard.press("q")
    expect(verdict.locator(".candidate")).to_have_count(4)
    expect(verdict.locator(".verdict-line")).to_be_hidden()
    expect(test.locator(".test-plot")).to_be_hidden()
    # Whoever loads the page anew is still asked.
    page.reload(wait_until="commit")
    expect(verdict.locator(".candidate")).to_have_count(4)
    expect(verdict.locator(".verdict-line")).to_be_hidden()
    words = [one[1:].strip() for one in verdict.locator(".candidate").all_inner_texts()]
    right = next(k for k, word in enumerate(words) if f" {word}" in said)
    page.keyboard.press("abcd"[right])
    expect(verdict.locator(".verdict")).to_have_text("Right.")
    expect(verdict.locator(".verdict-line")).to_have_text(said)

    # Asked again, another answer is wrong, and the right one stands beside it.
    page.keyboard.press("q")
    page.keyboard.press("q")
    page.keyboard.press("abcd"[right - 1])
    expect(verdict.locator(".verdict")).to_contain_text(f"You said: {words[right - 1]}")
    expect(verdict.locator(".verdict-line")).to_have_text(said)
