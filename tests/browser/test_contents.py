"""The contents of the course: the chapters' figures, and the cells of one as a timeline."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from rnnviz.course import outline
from tests.serving import Server

# Waits until the picture is as it stood, or is not.
CHANGED = """(card, [still, isSame]) => new Promise((done) => {
  const look = () => (card.querySelector("svg").innerHTML === still) === isSame ? done() : requestAnimationFrame(look)
  look()
})"""
PICTURE = "(card) => card.querySelector('svg').innerHTML"


def test_a_card_shows_the_chapters_figure_and_comes_alive_under_the_focus(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/course?lang=en")
    contents = page.get_by_test_id("contents")
    card = contents.locator(".card[data-chapter=activations]").first
    expect(card).to_have_class(re.compile("is-figure"))
    # It is the chapter's own drawing, with its own words, and no handle of it can be reached.
    expect(card.locator("svg")).to_contain_text("pre-activation a")
    assert card.locator(".thumb-frame").evaluate("(one) => one.inert")
    still = card.evaluate(PICTURE)
    card.focus()
    card.evaluate(CHANGED, [still, False])
    card.evaluate(CHANGED, [still, True])
    card.click()
    expect(page).to_have_url(re.compile("/activations"))


def test_every_chapter_has_its_figure_and_a_cell_of_the_timeline_leads_to_its_section(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/course?lang=en")
    contents = page.get_by_test_id("contents")
    for name in outline.CHAPTERS:
        card = contents.locator(f".cards .card[data-chapter={name}]")
        card.scroll_into_view_if_needed()
        expect(card).to_have_class(re.compile("is-figure"))
    line = contents.get_by_role("list", name="How the cell evolved")
    points = line.get_by_role("listitem")
    expect(points).to_have_count(11)
    gru = points.filter(has_text="GRU").filter(has_text="2014")
    gru.scroll_into_view_if_needed()
    expect(gru.locator("svg .patch").first).to_be_attached()
    gru.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/evolution.*section=gru"))


def test_who_wants_no_motion_sees_none(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(reduced_motion="reduce")
    page.goto(f"{server.url}/course?lang=en")
    card = page.locator(".card[data-chapter=softmax]")
    expect(card).to_have_class(re.compile("is-figure"))
    still = card.evaluate(PICTURE)
    card.focus()
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
    assert card.evaluate(PICTURE) == still
