"""What the edition's pages are on paper: the same sheets as in the app."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.test_paper import SHEETS, begin_printing, filled, pages, print_is_kept


def test_a_stage_a_worksheet_and_a_chapter_of_the_edition_go_on_paper(
    host: str, browser: Browser
) -> None:
    with browser.new_context(color_scheme="dark", locale="en-US") as context:
        page = context.new_page()
        page.goto(f"{host}/step/?cell=rnn&text=hello&t=3")
        expect(page.get_by_test_id("stage")).to_have_attribute("data-t", "3")
        sheet = begin_printing(page)
        expect(sheet.locator("h1")).to_contain_text("RNN")
        expect(sheet.locator("footer")).to_contain_text("step")
        page.emulate_media(media="null")
        assert pages(page.pdf(format="A4")) == 1

        print_is_kept(page)
        page.get_by_test_id("stage").focus()
        page.keyboard.press("_")
        key = page.get_by_test_id("worksheet-key")
        expect(key).to_be_visible()
        assert all(filled(key))
        page.get_by_role("dialog", name="Worksheet").get_by_role("button", name="Print").click()
        expect(page.locator(SHEETS)).to_have_count(2)

        page.goto(f"{host}/why_state/")
        expect(page.locator(".course section h2").first).to_be_visible()
        figures = page.locator("figure.figure").count()
        sheet = begin_printing(page)
        assert sheet.locator("figure.figure > svg").count() == figures
        assert sheet.locator("button, input").count() == 0
        ink = sheet.locator(".course").evaluate("e => getComputedStyle(e).color")
        assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 200, ink
