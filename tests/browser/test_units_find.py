"""Find on the Units page: units are chosen from the ranking, a threshold is moved, a moment opened."""

import re

from playwright.sync_api import Page, expect

from tests.serving import Server

LINK = "/units?net=brackets&label=square&unit=16&k=1&lang=en"


def test_units_are_chosen_a_threshold_moved_and_a_moment_opened_by_keys(
    server: Server, page: Page
) -> None:
    page.goto(server.url + LINK)
    units = page.get_by_test_id("units")
    ranking = page.get_by_role("listbox", name="Units, the best first")
    chosen = ranking.get_by_role("option", selected=True)
    expect(chosen).to_have_accessible_name(re.compile(r"^H\[16\]: "))

    slider = page.get_by_role("slider", name="Threshold")
    before = slider.get_attribute("aria-valuenow")
    page.keyboard.press("ArrowRight")
    expect(units).to_have_attribute("data-k", "2")
    slider.focus()
    page.keyboard.press("End")
    # Nothing lies above the largest value.
    expect(page.locator(".units-find")).to_contain_text(
        re.compile(r"\b0 % of the places found, 0 % false alarms")
    )
    assert slider.get_attribute("aria-valuenow") != before
    # The text has not walked on with the keys of the line.
    expect(units).to_have_attribute("data-k", "2")

    chosen.focus()
    page.keyboard.press("ArrowDown")
    expect(units).not_to_have_attribute("data-unit", "H[16]")
    second = units.get_attribute("data-unit")
    expect(chosen).to_have_accessible_name(re.compile(rf"^{re.escape(second)}: "))
    page.keyboard.press("ArrowUp")
    expect(units).to_have_attribute("data-unit", "H[16]")

    # Arrows in the picture of all units, once they are held, choose the next one, and not the next character.
    verdict = page.get_by_test_id("verdict")
    expect(verdict.get_by_role("button", name="Does it matter?")).to_be_visible()
    plot = page.get_by_role("slider", name="Every unit")
    plot.press("ArrowDown")
    expect(units).not_to_have_attribute("data-unit", "H[16]")
    plot.press("ArrowUp")
    expect(units).to_have_attribute("data-unit", "H[16]")
    expect(units).to_have_attribute("data-k", "2")

    learnt = page.get_by_test_id("learnt")
    learnt.scroll_into_view_if_needed()
    first = learnt.get_by_role("button", name=re.compile("^Step 0: "))
    expect(page.get_by_test_id("spread")).to_contain_text("On labels assigned to characters")
    expect(first).to_be_visible()
    first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\bat=0\b"))
    expect(chosen).to_have_accessible_name(re.compile(r"^H\[16\]: "))
    expect(units).to_have_attribute("data-k", "2")
