"""The glossary, the questions and the sources, read and followed as a reader would."""

from playwright.sync_api import Page, expect

from tests.browser.stage import stage
from tests.serving import Server


def open_page(page: Page, server: Server, address: str) -> None:
    page.goto(f"{server.url}/{address}", wait_until="commit")
    expect(page.get_by_test_id("reference")).to_be_visible()


def test_the_list_of_questions_leads_to_each_its_answer_to_a_view_and_the_stage_s_help_to_words(
    server: Server, page: Page
) -> None:
    open_page(page, server, "questions?lang=en")
    page.get_by_role("link", name="Can C exceed 1?").click()
    expect(page.locator('[data-section="c_above_1"]')).to_be_in_viewport()
    page.wait_for_url(lambda url: "section=" in url)
    page.get_by_role("radio", name="简体").click()
    page.get_by_role("link", name="把单元 3 拆开").click()
    expect(stage(page)).to_have_attribute("data-phase", "hidden")
    page.wait_for_url(lambda url: "lang=zh-Hans" in url and "view=sum" in url and "unit=3" in url)
    expect(stage(page).locator(".sum .row-value").first).to_be_visible()
    page.get_by_role("button", name="按键与帮助").first.click()
    page.get_by_role("link", name="术语").click()
    expect(page.get_by_role("heading", name="术语", exact=True)).to_be_visible()


def test_a_link_to_a_word_opens_on_it_and_a_reload_stays_there(server: Server, page: Page) -> None:
    open_page(page, server, "glossary?lang=en&section=nat")
    word = page.locator('[data-section="nat"]')
    expect(word).to_be_in_viewport()
    expect(word).to_contain_text("1.44 bits")
    expect(word).to_contain_text("1 奈特等于 1.44 比特")
    page.reload()
    expect(word).to_be_in_viewport()
    page.get_by_role("radio", name="简体").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(word).to_be_in_viewport()
