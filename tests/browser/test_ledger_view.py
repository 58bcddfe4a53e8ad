"""Who remembers what: the ledger and the three witnesses, as a reader meets them."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz import Trace
from rnnviz.explain import ledger, witnesses
from rnnviz.presets import load
from tests.browser.axe import serious
from tests.browser.overflow import resize
from tests.browser.stage import TEXT, at, exactly, press, stage, trace_of


def trained(cell: str = "lstm") -> Trace:
    model = load(TEXT, cell, 8)
    assert model is not None
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def foremost(trace: Trace, t: int) -> list[str]:
    """To which character each witness points, and where it stands."""
    found = [one.values for one in witnesses(trace, t) if one.values is not None]
    steps = [int(np.abs(values).argmax()) for values in found]
    return [f"{trace.inputs[s]} (t = {s + 1})" for s in steps]


def test_which_character_mattered_most_is_found_with_two_actions(
    opened: Callable[..., Page],
) -> None:
    trace = trained()
    page = opened(trace)
    page.locator(".column .hit").nth(4).click(position={"x": 6, "y": 6})
    page.get_by_role("button", name="Witnesses").click()
    at(page, 5)
    pointed = page.locator(".witness-head .muted").all_inner_texts()
    assert pointed == [f"most: {place}" for place in foremost(trace, 4)]
    expect(page.locator(".witnesses-verdict")).to_have_text("They agree: 升 (t = 5) mattered most.")


def test_witnesses_who_disagree_are_marked_and_say_what_each_measures(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(hidden_size=4)
    t = next(t for t in range(4, 0, -1) if len(set(foremost(trace, t))) > 1)
    page = opened(trace, place={"t": t + 1, "view": "witnesses"})
    # Another view than a link names says so; it is there again on the way on which it belongs.
    press(page, "y")
    expect(page.locator(".says-what .hint")).to_contain_text(
        "“Witnesses” belongs to the way forward"
    )
    press(page, "y")
    verdict = page.locator(".witnesses-verdict.disagree")
    for place in foremost(trace, t):
        expect(verdict).to_contain_text(f": {place}")
    expect(page.locator(".witnesses")).to_contain_text("Each measures something else")
    # Every number is rnnviz's.
    for row, witness in zip(
        page.locator(".witnesses .text-line").all()[1:], witnesses(trace, t), strict=True
    ):
        assert witness.values is not None
        said = row.locator(".text-cell").nth(0).get_attribute("data-full")
        value = float(said.rpartition(": ")[2].replace("−", "-").replace("·10^", "e"))
        assert value == pytest.approx(witness.values[0], rel=1e-9, abs=1e-13)
        # The strongest cell is marked, and stands above its own character.
        lefts = row.locator(".text-cell").evaluate_all(
            "cells => cells.map(cell => cell.getBoundingClientRect().left)"
        )
        assert lefts == sorted(lefts)
        expect(row.locator(".text-cell.foremost")).to_have_count(1)
    assert serious(page) == []
    # As a table: a row for each step, a column for each witness.
    press(page, ",")
    cells = page.locator("dialog[open] tbody tr").first.locator("td[title]")
    expect(cells).to_have_count(3)
    for cell, witness in zip(cells.all(), witnesses(trace, t), strict=True):
        said = (cell.get_attribute("title") or "").replace("−", "-").replace("·10^", "e")
        assert witness.values is not None
        assert float(said) == pytest.approx(witness.values[0], rel=1e-9, abs=1e-13)


# The texts of cells that are wider than their cells.
WIDE = """() => [...document.querySelectorAll(".witnesses .text-cell")].filter((cell) => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range.getBoundingClientRect().width > cell.getBoundingClientRect().width
}).map((cell) => cell.textContent)"""


def test_each_row_says_where_its_largest_number_stands_in_the_words_of_the_verdict(
    opened: Callable[..., Page],
) -> None:
    """A character that comes twice is two places; and all numbers of a row end at the same place."""
    text = "abracadabra"
    trace = trace_of(text=text)
    t = next(t for t in range(9, 0, -1) if len(set(foremost(trace, t))) > 1)
    page = opened(trace, place={"t": t + 1, "view": "witnesses"})
    verdict = page.locator(".witnesses-verdict.disagree")
    titles = page.locator(".witness-title").all_inner_texts()
    places = foremost(trace, t)
    said = "; ".join(f"{title}: {place}" for title, place in zip(titles, places, strict=True))
    expect(verdict).to_have_text(f"They disagree. {said}.")
    heads = page.locator(".witness-head .muted").all_inner_texts()
    assert heads == [f"most: {place}" for place in places]
    for row in page.locator(".witnesses .text-line").all()[1:]:
        written = [one for one in row.locator(".text-cell").all_inner_texts() if one]
        assert len(written) == t + 1
        assert len({len(one.partition(".")[2]) for one in written}) == 1
    assert page.evaluate(WIDE) == []


def test_two_who_agree_are_not_called_three_and_nothing_is_said_to_stand_out_where_all_is_zero(
    opened: Callable[..., Page],
) -> None:
    page = opened(trained("rnn"), language="zh-Hans", place={"t": 5, "view": "witnesses"})
    expect(page.locator(".witnesses-verdict")).to_have_text("说法一致：“升”（t = 5）作用最大。")
    expect(page.locator(".witness-head .muted").last).to_have_text("这里没有")
    # Of one character alone, the prediction depends on nothing.
    page = opened(trace_of(text="aaaa"), place={"t": 3, "view": "witnesses"})
    verdict = page.locator(".witnesses-verdict")
    expect(verdict).to_have_text("They agree: no character stands out.")
    expect(page.locator(".witness-head .muted").first).to_have_text("none stands out")


def test_the_ledger_adds_up_and_follows_the_cursor(opened: Callable[..., Page]) -> None:
    trace = trained("gru")
    page = opened(trace, place={"t": 3, "unit": 2, "view": "ledger"})
    parts = ledger(trace, 2)[:, 0, 1]
    bars = page.locator(".account").first.locator("path.plus, path.minus")
    expect(bars).to_have_count(3)
    for part, bar in zip(parts[1:], bars.all(), strict=True):
        assert exactly(part)[:14] in bar.get_attribute("data-full")
    press(page, "ArrowRight")
    expect(bars).to_have_count(4)
    # Before H is computed there is only what was left of it a step before.
    press(page, "ArrowUp", "ArrowUp", "ArrowUp")
    at(page, 4, "candidate")
    expect(bars).to_have_count(3)
    expect(page.locator(".account-title").nth(1)).to_have_text("not computed yet")
    page.get_by_role("button", name="All units at full size: the river").click()
    expect(page.locator(".river-board")).to_be_visible()
    press(page, "~", "ArrowUp", "v")
    expect(page.get_by_role("button", name="Witnesses")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".witnesses-verdict")).to_have_text("not computed yet")


def test_what_is_held_by_hand_is_another_ledger(opened: Callable[..., Page]) -> None:
    page = opened(trained(), place={"t": 5, "unit": 3, "view": "ledger", "changes": "F.*.2-5=1"})
    first = page.locator(".account").first.locator("path").first
    expect(first).to_have_attribute("data-full", re.compile("100 % of what it wrote"))


def test_a_plain_network_says_why_it_has_no_ledger(opened: Callable[..., Page]) -> None:
    page = opened(trained("rnn"), place={"t": 5, "view": "ledger"})
    expect(page.locator(".no-ledger")).to_contain_text(
        "through a matrix or a function at every step"
    )
    page.get_by_role("button", name="Ask the witnesses").click()
    expect(page.locator(".witnesses-verdict")).to_contain_text("升 (t = 5)")


def test_while_the_stage_asks_no_witness_gives_the_answer_away(
    opened: Callable[..., Page],
) -> None:
    page = opened(trained(), place={"t": 2, "phase": "predict", "cover": 2, "view": "witnesses"})
    expect(page.locator(".witnesses-verdict")).to_have_text("not computed yet")
    said = page.locator(".stage-views").evaluate("(part) => part.outerHTML")
    assert not any(character in said for character in "有直升机")
    page.get_by_role("button", name="Ledger").click()
    said = page.locator(".stage-views").evaluate("(part) => part.outerHTML")
    assert not any(character in said for character in "有直升机")


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_all_views_have_room_in_the_row_of_tabs(opened: Callable[..., Page], language: str) -> None:
    page = opened(
        trained(),
        language=language,
        place={"t": 5, "view": "witnesses", "changes": "F.1.2=1"},
        viewport={"width": 1280, "height": 720},
    )
    ends = page.locator(".tab:visible").evaluate_all(
        "(tabs) => tabs.map((tab) => [tab.getBoundingClientRect().right, tab.getBoundingClientRect().top])"
    )
    edge = page.locator(".stage-views").evaluate("(part) => part.getBoundingClientRect().right")
    assert len(ends) >= 6
    assert max(right for right, _ in ends) <= edge
    assert len({top for _, top in ends}) == 1
    # On a phone each view stays within its width.
    resize(page, 390, 844)
    for tab in page.locator(".tab:visible").all():
        tab.click()
        assert stage(page).evaluate("() => document.scrollingElement.scrollWidth") <= 390
