"""The first sentence of the Units page, and the walk through a unit's misses and false alarms."""

import re

import numpy as np
from playwright.sync_api import Page, expect

from rnnviz.units import label, rank
from tests.browser.test_units import units_of
from tests.serving import Server

# H[6] tells the square brackets, but not always.
LINK = "/units?net=brackets&label=square&unit=6&lang=en"


def wrong(kind: str) -> tuple[list[int], float, float]:
    """The first places of each run where H[6] and the label disagree, from 1; the shares found and of alarms."""
    seen = units_of("brackets")
    on = label(seen, "square")
    score = rank(seen, on).of("H", 5)
    assert score.threshold is not None
    told = score.direction * seen["H"][:, 5] > score.direction * score.threshold
    second = np.arange(len(on)) >= len(on) // 2
    places = second & (told & ~on if kind == "alarms" else ~told & on)
    begins = np.flatnonzero(places & ~np.concatenate(([False], places[:-1])))
    return [int(k) + 1 for k in begins], told[second & on].mean(), told[second & ~on].mean()


def test_a_unit_is_said_to_know_it_and_its_errors_are_walked_by_keys_and_a_clicker(
    server: Server, page: Page
) -> None:
    alarms, found, in_vain = wrong("alarms")
    misses, *_ = wrong("misses")
    assert min(len(misses), len(alarms)) > 3
    page.goto(server.url + LINK)
    units = page.get_by_test_id("units")
    knows = page.get_by_test_id("knows")
    sentence = re.escape("This number, H[6], knows whether the innermost bracket is [: ")
    expect(knows).to_contain_text(re.compile(sentence + r"[\d.]+ % found, [\d.]+ % false alarms\."))
    said = [float(one) / 100 for one in re.findall(r"([\d.]+) %", knows.inner_text())]
    np.testing.assert_allclose(said, [found, in_vain], rtol=0.02)
    # It is read first, before what it was found by.
    first = units.locator(":scope > *").first
    expect(first).to_have_attribute("data-testid", "knows")

    expect(knows.get_by_role("button", name=f"Misses: {len(misses)}")).to_be_visible()
    # Beside the pointer stands what is under it, and nothing of the text where that is not.
    expect(units.locator(".units-text")).to_contain_text(re.compile(r"H\[6\]\s*−?\d"))
    knows.hover()
    tip = units.locator(".tip")
    assert tip.is_hidden()
    units.locator(".units-text [data-k]").first.hover()
    expect(tip).to_contain_text("H[6] = ")
    rows = page.get_by_test_id("errors").get_by_role("option")
    expect(rows).to_have_count(0)
    knows.get_by_role("button", name=f"False alarms: {len(alarms)}").click()
    expect(rows).to_have_count(len(alarms))
    expect(rows.first).to_contain_text(str(alarms[0]))
    expect(rows.first).to_contain_text("label: off")
    expect(page).to_have_url(re.compile("errors=alarms"))

    # From the beginning of the text a clicker goes from error to error, and a key does.
    units.focus()
    page.keyboard.press("Home")
    for place in alarms[:2]:
        page.keyboard.press("PageDown")
        expect(units).to_have_attribute("data-k", str(place))
    page.keyboard.press("}")
    expect(units).to_have_attribute("data-k", str(alarms[2]))
    expect(rows.nth(2)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("errors")).to_contain_text(f"3 of {len(alarms)}")
    expect(page.locator(".text-here")).to_be_in_viewport()
    page.keyboard.press("{")
    expect(units).to_have_attribute("data-k", str(alarms[1]))
    # Back from the first one there is none before it: a screen of the text.
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    expect(units).not_to_have_attribute("data-k", str(alarms[0]))
    expect(rows.and_(page.locator("[aria-selected=true]"))).to_have_count(0)


def test_a_row_of_the_list_is_chosen_and_the_link_has_the_list_and_the_place(
    server: Server, page: Page
) -> None:
    alarms, *_ = wrong("alarms")
    misses, *_ = wrong("misses")
    page.goto(f"{server.url}{LINK}&errors=alarms")
    units = page.get_by_test_id("units")
    rows = page.get_by_test_id("errors").get_by_role("option")
    # In the list arrows go from row to row, and a click goes to its place.
    rows.nth(3).click()
    expect(units).to_have_attribute("data-k", str(alarms[3]))
    rows.nth(3).press("ArrowUp")
    expect(units).to_have_attribute("data-k", str(alarms[2]))
    expect(rows.nth(2)).to_be_focused()

    # The link has all of it, the misses too, which E opens.
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(rows).to_have_count(0)
    page.keyboard.press("e")
    expect(rows).to_have_count(len(misses))
    expect(page).to_have_url(re.compile("errors=misses"))
    expect(page).to_have_url(re.compile(rf"\bk={alarms[2]}\b"))
    page.reload()
    expect(rows).to_have_count(len(misses))
    expect(rows.first).to_contain_text("label: on")
    expect(units).to_have_attribute("data-k", str(alarms[2]))


def test_a_moved_threshold_moves_the_sentence_and_the_list_and_stands_in_the_link(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}{LINK}&errors=alarms")
    knows, rows = page.get_by_test_id("knows"), page.get_by_test_id("errors").get_by_role("option")
    alarms, *_ = wrong("alarms")
    expect(rows).to_have_count(len(alarms))
    slider = page.get_by_role("slider", name="Threshold")
    slider.focus()
    slider.press("End" if "Above" in page.locator(".units-find").inner_text() else "Home")
    expect(knows).to_contain_text("0 % found, 0 % false alarms")
    expect(rows).to_have_count(0)
    expect(page.get_by_test_id("errors")).to_contain_text("There are none with this threshold.")
    expect(page).to_have_url(re.compile(r"threshold=-?\d"))
    page.reload()
    expect(knows).to_contain_text("0 % found, 0 % false alarms")
    # It is this unit's: another one has its own.
    page.get_by_test_id("units").focus()
    page.keyboard.press("[")
    expect(page.get_by_test_id("units")).to_have_attribute("data-unit", "H[5]")
    expect(page).not_to_have_url(re.compile("threshold="))
    expect(knows).not_to_contain_text("0 % found, 0 % false alarms")


def test_all_units_stand_by_likeness_and_what_was_learnt_names_its_step(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/units?net=brackets&label=square&unit=16&lang=en")
    sort = page.get_by_label("In which order the units stand")
    expect(sort).to_have_value("")
    expect(sort.locator("option:checked")).to_contain_text("by likeness")
    numbers = page.locator(".overview-numbers > :not(.chosen)")
    order = page.evaluate(
        "async () => (await (await fetch('/units/overview?net=brackets&quantity=H&columns=300')).json()).alike"
    )
    assert sorted(order) == [*range(16)] != order
    expect(numbers).to_have_text([str(unit + 1) for unit in order])
    sort.select_option("number")
    expect(numbers).to_have_text([str(unit + 1) for unit in range(16)])
    expect(page).to_have_url(re.compile("sort=number"))

    learnt = page.get_by_test_id("learnt")
    learnt.scroll_into_view_if_needed()
    expect(learnt).to_contain_text(
        re.compile(r"Learnt by step [1-9]\d*: from there on H\[16\] stays above")
    )
    step = re.findall(r"Learnt by step (\d+)", learnt.inner_text())[0]
    expect(learnt.locator(".moment-since")).to_have_count(1)
    expect(learnt.locator("text.bold", has_text=re.compile(f"^{step}$"))).to_have_count(1)
