"""The river of memory: what the first page begins with, and a face of every stage."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, LSTM, RNN, Trace
from rnnviz.explain import ledger
from tests.browser.stage import at, open_at, press, settled, stage, trace_of
from tests.serving import Server

TEXT = "to be or not to be"
RIVER = {"face": "river"}


def letters(page: Page) -> list[str]:
    return page.locator(".river-letter").all_inner_texts()


def layers(page: Page) -> Locator:
    return page.locator(".river-layer:not(.is-first)")


def chosen(page: Page) -> str:
    """The step of the layer that is dark, from 1."""
    step = page.locator(".river-layer.is-chosen").get_attribute("data-step")
    return str(int(step or -1) + 1)


def said(page: Page) -> str:
    return page.locator(".river-said").inner_text()


def numbers(sentence: str) -> list[float]:
    return [float(one) for one in re.findall(r"\d+(?:\.\d+)?", sentence)]


def query(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def sizes(trace: Trace, t: int) -> Any:
    """How large each character's part is at step t, of all units."""
    return np.abs(ledger(trace, t)[:, 0]).sum(axis=1)


@pytest.mark.parametrize(
    ("locale", "text"),
    [("en-US", TEXT), ("zh-CN", "想要有直升机"), ("zh-TW", "想要有直升機")],
)
def test_home_reads_a_line_that_its_reader_can_read_to_the_end_by_itself(
    server: Server, new_page: Callable[..., Page], locale: str, text: str
) -> None:
    page = new_page(locale=locale, reduced_motion="no-preference")
    open_at(page, server, "/")
    assert letters(page) == [*text.replace(" ", "␣")]
    expect(layers(page)).to_have_count(len(text) - 1)
    settled(page)
    expect(stage(page)).to_have_attribute("data-t", str(len(text) - 1))
    assert letters(page) == [*text.replace(" ", "␣")]
    assert query(page)["face"] == "river"


def test_who_wants_no_motion_sees_the_whole_river_at_once(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(reduced_motion="reduce")
    open_at(page, server, "/")
    expect(layers(page)).to_have_count(len(TEXT) - 1)
    at(page, len(TEXT) - 1)


def test_any_key_stops_the_reading_and_the_three_keys_do_what_they_say(
    server: Server, page: Page
) -> None:
    open_at(page, server, "/")
    settled(page)
    press(page, "Home")
    at(page, 1)
    expect(page.get_by_role("button", name="plays the line")).to_be_visible()
    page.get_by_role("button", name="reads the next character").click()
    at(page, 2)
    expect(layers(page)).to_have_count(2)
    press(page, "ArrowRight", "PageDown")
    at(page, 4)
    page.get_by_role("button", name="opens the cell: how it decided").click()
    at(page, 4, "input")
    expect(page.locator(".cell.panel")).to_be_visible()
    expect(page.locator(".river-board")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("face="))
    press(page, "~")
    expect(page.locator(".river-board")).to_be_visible()
    at(page, 4)
    press(page, "y")
    expect(stage(page)).to_have_attribute("data-way", "back")
    press(page, "~", "Home")
    page.get_by_role("button", name="plays the line").click()
    expect(page.get_by_role("button", name="pauses")).to_be_visible()
    at(page, len(TEXT) - 1)
    expect(page.get_by_role("button", name="plays the line")).to_be_visible()


@pytest.mark.parametrize("cell", [LSTM, GRU])
def test_a_letter_says_what_it_has_written_and_what_is_left(
    opened: Callable[..., Page], cell: type
) -> None:
    trace = trace_of(cell)
    page = opened(trace, place={"t": 5, **RIVER})
    # The first one is asked about first.
    assert chosen(page) == "1"
    for k, look in ((2, "hover"), (4, "focus"), (3, "click"), (5, "hover")):
        letter = page.locator(".river-letter").nth(k - 1)
        if look == "focus":
            page.locator(".river-letter").nth(k - 2).focus()
            page.keyboard.press("ArrowRight")
        else:
            getattr(letter, look)()
        assert chosen(page) == str(k)
        sentence = said(page)
        assert sentence.startswith(f"{trace.inputs[k - 1]} writes ")
        wrote, left = sizes(trace, k - 1)[k], sizes(trace, 4)[k]
        found = numbers(sentence)
        assert found[0] == pytest.approx(wrote, rel=0.01)
        if k < 5:
            shares = [100 * left / wrote, 100 * left / sizes(trace, 4).sum()]
            assert found[1:] == pytest.approx(shares, rel=0.05)
    # Who leaves it sees what was pinned before.
    page.mouse.move(5, 5)
    assert chosen(page) == "3"


def test_the_letters_are_one_tab_stop_with_arrow_keys_among_them(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(LSTM), place={"t": 4, **RIVER})
    line = page.locator(".river-letter")
    stops = "all => all.map(one => one.tabIndex)"
    assert line.evaluate_all(stops).count(0) == 1
    stage(page).focus()
    while page.locator(".river-letter:focus").count() == 0:
        page.keyboard.press("Tab")
    expect(line.first).to_be_focused()
    press(page, "ArrowRight", "ArrowRight")
    expect(line.nth(2)).to_be_focused()
    assert chosen(page) == "3"
    press(page, "ArrowLeft")
    assert chosen(page) == "2"
    at(page, 4)
    # The next Tab leaves the line, and the way back comes to the letter where one was.
    press(page, "Tab")
    expect(page.locator(".river-letter:focus")).to_have_count(0)
    press(page, "Shift+Tab")
    expect(line.nth(1)).to_be_focused()
    # Behind the newest letter the text is read on.
    press(page, "End")
    expect(line.nth(3)).to_be_focused()
    press(page, "ArrowRight")
    at(page, 5)
    assert line.evaluate_all(stops).count(0) == 1


def test_what_was_kept_and_expected_stands_at_its_step(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 4, **RIVER})
    kept = page.locator(".river-kept:visible")
    expect(kept).to_have_count(3)
    for t in (1, 2, 3):
        share = sizes(trace, t)[:-1].sum() / sizes(trace, t - 1).sum()
        assert numbers(kept.nth(t - 1).inner_text()) == pytest.approx([100 * share], rel=0.05)
    assert trace.model is not None
    labels = list(trace.model.labels)
    likeliest = [labels[k] for k in trace["Y_hat"][:4, 0].argmax(axis=1)]
    assert page.locator(".river-expected").all_inner_texts()[:5] == ["", *likeliest]
    wrong = page.locator(".river-expected.is-wrong").count()
    assert wrong == sum(a != b for a, b in zip(likeliest[:3], trace.inputs[1:4], strict=True))


def test_an_rnn_says_that_it_has_no_exact_river(opened: Callable[..., Page]) -> None:
    trace = trace_of(RNN)
    page = opened(trace, place={"t": 3, **RIVER})
    expect(page.get_by_text("mixes its whole state at every step")).to_be_visible()
    # The newest character is the one that can be told apart.
    assert chosen(page) == "3"
    alone = trace.cell.run(trace["X"][2:3])["H"][0, 0]
    found = numbers(said(page))
    assert found == pytest.approx(
        [np.abs(alone).sum(), np.abs(trace["H"][2, 0] - alone).sum() + np.abs(alone).sum()],
        rel=0.01,
    )
    page.locator(".river-letter").nth(0).hover()
    assert "cannot be told apart" in said(page)


def test_ones_own_line_is_learnt_and_read_and_what_does_not_fit_is_said(
    server: Server, page: Page
) -> None:
    open_at(page, server, "/")
    settled(page)
    field = page.get_by_role("textbox", name="Your own line")
    field.fill("aba aba")
    field.press("Enter")
    expect(page.locator(".river-letter")).to_have_count(7)
    expect(stage(page)).to_have_attribute("data-t", "6")
    assert query(page)["text"] == "aba aba"
    field.fill("")
    field.press("Enter")
    expect(page.get_by_text("The text is empty; it needs at least one character.")).to_be_visible()
    assert letters(page) == [*"aba␣aba"]
    field.fill("👨‍👩‍👧 <b>x</b>")
    field.press("Enter")
    expect(page.locator(".river-letter")).to_have_count(10)
    assert letters(page) == ["👨‍👩‍👧", "␣", *"<b>x</b>"]


def test_the_doors_lead_to_the_other_pages(server: Server, page: Page) -> None:
    for name, lies_at in (
        ("Watch one learn", "train"),
        ("Find what a unit knows", "units"),
        ("Read the course", "course"),
    ):
        open_at(page, server, "/")
        settled(page)
        page.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"/{lies_at}"))


def test_a_link_to_the_river_opens_it_there_and_another_language_has_a_line_of_its_own(
    server: Server, page: Page
) -> None:
    open_at(page, server, "/step", text="abcabd", face="river", t="3", cell="gru")
    settled(page)
    at(page, 3)
    expect(layers(page)).to_have_count(3)
    expect(page.get_by_role("button", name="plays the line")).to_be_visible()
    open_at(page, server, "/")
    settled(page)
    page.get_by_role("radio", name="简体").click()
    expect(page.locator(".river-letter").first).to_have_text("想")
    expect(page.get_by_text("看网络怎样记住。")).to_be_visible()


def test_the_table_of_the_river_has_its_numbers(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 3, **RIVER})
    press(page, ",")
    table = page.get_by_role("dialog").get_by_role("table")
    rows = table.get_by_role("row").all()
    assert len(rows) == 5
    for k in (1, 2, 3):
        cells = rows[k + 1].get_by_role("cell").all_inner_texts()
        wanted = [sizes(trace, t)[k] for t in range(3) if t >= k - 1]
        assert [float(one) for one in cells if one] == pytest.approx(wanted, rel=0.01)


def test_after_a_single_character_something_is_expected_and_nothing_follows(
    server: Server, page: Page
) -> None:
    open_at(page, server, "/", text="x", lang="en")
    settled(page)
    assert page.locator(".river-letter:visible").all_inner_texts() == ["x"]
    assert page.locator(".river-expected").all_inner_texts() == ["", "x"]
    expect(page.get_by_text("It expects next")).to_be_visible()
    expect(page.get_by_text("follows")).to_have_count(0)
