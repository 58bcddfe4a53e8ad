"""The glossary, the questions and the sources, read and followed as a reader would."""

import pytest
from playwright.sync_api import Page, expect

from rnnviz.course import prose, read
from rnnviz.course.outline import TERMS
from rnnviz.locale import LANGUAGES
from tests.browser.stage import stage
from tests.serving import Server

SCROLLER = '[data-testid="stMain"]'
# How many of the elements are there to be read.
SEEN = """all => all.filter(
  (one) => one.checkVisibility() && one.getBoundingClientRect().height > 0).length"""


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
    page.get_by_role("link", name="把神经元 3 拆开").click()
    expect(stage(page)).to_have_attribute("data-phase", "hidden")
    page.wait_for_url(lambda url: "lang=zh-Hans" in url and "view=sum" in url and "unit=3" in url)
    expect(stage(page).locator(".sum .row-value").first).to_be_visible()
    page.get_by_role("button", name="按键与帮助").first.click()
    page.get_by_role("link", name="术语").click()
    expect(page.get_by_role("heading", name="术语", exact=True)).to_be_visible()


def test_a_link_to_a_word_opens_on_it_and_a_reload_stays_there(server: Server, page: Page) -> None:
    open_page(page, server, "glossary?lang=en&section=nat")
    word = page.locator('[data-section="nat"]')
    expect(word.get_by_text("1.44 bits")).to_be_in_viewport()
    expect(word.locator("summary")).to_have_text("Nat奈特")
    page.locator('[data-section="gate"] summary').click()
    page.reload()
    # Both that were open are open, and the reader is at the same place.
    expect(page.locator("details[open]")).to_have_count(2)
    expect(page.locator('[data-section="gate"]')).to_be_in_viewport()
    page.get_by_role("radio", name="简体").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_text("0 关上，1 放行")).to_be_in_viewport()
    expect(word).to_contain_text("1 奈特等于 1.44 比特")
    expect(page.locator("details[open]")).to_have_count(2)


def test_another_language_stands_beside_the_readers_once_it_is_asked_for(
    server: Server, page: Page
) -> None:
    open_page(page, server, "glossary?lang=en&section=nat")
    word = page.locator('[data-section="nat"]')
    expect(word).not_to_contain_text("比特")
    page.get_by_role("button", name="繁體").click()
    expect(word.get_by_text("1.44 bits")).to_be_visible()
    expect(word.get_by_text("1 奈特等於 1.44 位元")).to_be_visible()
    expect(page.get_by_role("button", name="繁體")).to_be_focused()
    page.wait_for_url(lambda url: "beside=zh-Hant" in url)
    page.reload()
    expect(word.get_by_text("1 奈特等於 1.44 位元")).to_be_visible()
    page.get_by_role("button", name="繁體").click()
    expect(word).not_to_contain_text("奈特等於")
    page.wait_for_url(lambda url: "beside" not in url)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_is_short_until_it_is_opened_and_is_printed_whole(
    server: Server, page: Page, language: str
) -> None:
    open_page(page, server, f"glossary?lang={language}")
    assert page.locator(SCROLLER).evaluate("(main) => main.scrollHeight") < 5000
    bodies = page.locator(".folded > *")
    expect(bodies).to_have_count(sum(map(len, TERMS.values())))
    assert bodies.evaluate_all(SEEN) == 0
    page.emulate_media(media="print")
    assert bodies.evaluate_all(SEEN) == bodies.count()
    page.emulate_media(media="screen")
    page.locator(".switches .chip").first.click()
    assert bodies.evaluate_all(SEEN) == bodies.count()
    page.wait_for_url(lambda url: "all=on" in url)


def test_who_is_asked_first_says_whether_he_knew_it_and_what_he_did_not_know_comes_back(
    server: Server, page: Page
) -> None:
    open_page(page, server, "questions?lang=en")
    entries = page.locator("[data-section]")
    known, unknown = (page.locator(f'[data-section="{name}"]') for name in ("bptt", "a_unit"))
    expect(known).to_contain_text("on the unrolled network")
    ask = page.get_by_role("button", name="Ask me first")
    ask.click()
    expect(ask).to_be_focused()
    expect(known).not_to_contain_text("on the unrolled network")
    page.wait_for_url(lambda url: "cover=on" in url)
    expect(page.get_by_role("button", name="Show the answer")).to_have_count(entries.count())

    known.get_by_role("button", name="Show the answer").press("Enter")
    expect(known).to_contain_text("on the unrolled network")
    expect(known.get_by_role("button", name="I knew it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(known).to_contain_text("Noted: you knew it.")
    unknown.get_by_role("button", name="Show the answer").click()
    unknown.get_by_role("button", name="Not yet").click()
    expect(unknown).to_contain_text("Comes back on")

    page.goto(f"{server.url}/practice?lang=en")
    expect(page.locator('[data-page="questions"]')).to_contain_text(
        f"1 of {entries_of_questions()}"
    )
    # It leads to the question, whose answer is covered again.
    page.locator(".due").get_by_role("link", name="What is a unit?").click()
    expect(unknown.get_by_role("button", name="Show the answer")).to_be_in_viewport()


def entries_of_questions() -> int:
    return len(
        [one for one in read(prose("questions", "en").read_text("utf-8")).sections if one["title"]]
    )
