"""The page that grows while a network learns, as a reader at a desk, in a hall or with a phone meets it."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz.training import Runs
from rnnviz.training.writings import LENGTH
from tests.browser.axe import serious
from tests.browser.test_live_view import SLOW, open_plan, open_run, past, press, status, view
from tests.serving import Server
from tests.training_runs import TEXT, train


@pytest.fixture(scope="module")
def shells(runs_folder: Path) -> str:
    """A run that has learnt its text's words, of somebody else."""
    return train(runs_folder, TEXT, steps=200, hidden_size=32, learning_rate=0.02)


def test_it_opens_on_a_page_that_was_recorded_and_grows_its_own(server: Server, page: Page) -> None:
    open_plan(page, server, "corpus=python-reference&steps=3000&hidden=16")
    rows = view(page).locator(".page-row")
    expect(view(page).locator(".page")).to_contain_text(
        "Recorded: GRU, h = 128, on The Python reference"
    )
    expect(rows.last).to_have_text("Yours begins here.")
    assert rows.count() > 20
    expect(view(page).locator(".page-margin .curve-line")).to_have_count(2)
    expect(view(page).locator(".page-heads span")).to_have_text(["training", "validation"])
    assert serious(page) == []
    # The large charts show the same training, which is none of ours to go back in.
    page.keyboard.press("v")
    charts = view(page).locator(".curves")
    expect(charts).to_contain_text("Recorded: GRU, h = 128, on The Python reference")
    expect(charts.locator(".curve-place .curve-line")).to_have_count(2)
    expect(charts.locator(".curve-base")).to_have_count(3)
    charts.locator(".curves-picture").click(position={"x": 300, "y": 200})
    status(page, "none")
    expect(charts.locator(".curve-then")).to_be_hidden()
    page.keyboard.press("v")
    press(page, "Train")
    past(page, 4)
    expect(rows.nth(3)).to_have_attribute("data-step", "3", timeout=SLOW)
    expect(view(page)).not_to_contain_text("Yours begins here.")
    expect(view(page).locator(".page > .page-head > .page-words")).to_be_hidden()
    past(page, 9)
    expect(rows.nth(6)).to_have_attribute("data-step", "8", timeout=SLOW)
    press(page, "Reset")
    status(page, "none")


def test_what_does_not_fit_in_the_address_is_told_once_and_on_the_whole_screen_by_the_view(
    server: Server, page: Page
) -> None:
    open_plan(page, server, "corpus=python-reference&rate=abc&hidden=16")
    said = page.get_by_text('rate is "abc"')
    expect(said).to_have_count(1)
    expect(said).to_be_visible()
    view(page).focus()
    page.keyboard.press("f")
    expect(view(page)).to_have_class(re.compile("presenting"))
    page.reload()
    # The page's own line lies below what is presented.
    expect(view(page).locator("strong.status")).to_contain_text('rate is "abc"')


def test_rows_are_what_the_run_wrote_and_a_drag_along_the_loss_goes_back(
    server: Server, page: Page, shells: str, runs_folder: Path
) -> None:
    open_run(page, server, shells)
    written = Runs(runs_folder).read(shells).writings
    rows = view(page).locator(".page-row")
    expect(rows).to_have_count(len(written))
    last = written[-1]
    shown = rows.last.locator(".page-text").inner_text().replace("↵", "\n")
    assert len(shown) > 20
    assert "".join(last.tokens).startswith(shown)
    # Real words are as dark as the page's letters, noise is paler.
    words = {"".join(last.tokens[start:end]) for start, end in last.words or ()}
    dark = rows.last.locator(".ink-word").all_inner_texts()
    assert any(one in words for one in dark)
    ink = "node => getComputedStyle(node).color"
    assert rows.last.locator(".ink-word").first.evaluate(ink) == view(page).evaluate(ink)
    assert rows.first.locator("[class^=ink-]:not(.ink-word)").first.evaluate(ink) != view(
        page
    ).evaluate(ink)

    margin = view(page).locator(".page-margin")
    expect(margin).to_contain_text("bigram")
    box, third, fifth = (
        margin.bounding_box(),
        rows.nth(3).bounding_box(),
        rows.nth(5).bounding_box(),
    )
    assert box
    assert third
    assert fifth
    page.mouse.move(box["x"] + 20, third["y"] + 4)
    page.mouse.down()
    expect(page).to_have_url(re.compile(rf"at={written[3].step}$"))
    page.mouse.move(box["x"] + 20, fifth["y"] + 4, steps=3)
    page.mouse.up()
    expect(page).to_have_url(re.compile(rf"at={written[5].step}$"))
    expect(rows.nth(5)).to_have_attribute("aria-current", "step")
    expect(view(page).locator(".page-row.later")).to_have_count(len(written) - 6)
    expect(view(page).locator(".machine-where")).to_have_text(f"step {written[5].step}")
    # A click on a row does, and so do the keys.
    rows.nth(2).click()
    expect(page).to_have_url(re.compile(rf"at={written[2].step}$"))
    view(page).focus()
    page.keyboard.press("ArrowRight")
    expect(rows.nth(3)).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    expect(view(page).locator(".page-row[aria-current]")).to_have_count(0)
    rows.last.hover()
    expect(view(page).locator(".tip")).to_contain_text(
        re.compile(r"step 200; training [\d.]+; .*% of it in real words")
    )


def test_the_verdict_is_that_of_its_numbers(
    server: Server, page: Page, shells: str, runs_folder: Path
) -> None:
    open_run(page, server, shells)
    seen = Runs(runs_folder).read(shells)
    said = view(page).locator(".outcome")
    validated = seen.metrics["validation"][np.isfinite(seen.metrics["validation"])]
    assert seen.bigram
    expect(said).to_contain_text(
        f"Its validation loss is {validated[-1]:.2f} nats, {seen.bigram - validated[-1]:.2f} below the bigram’s"
    )
    expect(said).to_contain_text("Change first:")
    page.goto(f"{server.url}/train?run={shells}&lang=zh-Hans")
    expect(said).to_contain_text("比二元语法低", timeout=SLOW)


def test_a_rate_that_is_too_high_is_said_while_it_trains(
    server: Server, page: Page, runs_folder: Path
) -> None:
    run = train(
        runs_folder,
        ends="paused",
        # Later the losses leap, each machine's in its own way.
        until=4,
        cell="rnn",
        hidden_size=32,
        batch_size=8,
        sequence_length=16,
        steps=200,
        learning_rate=5.0,
    )
    page.goto(f"{server.url}/train?run={run}&lang=en")
    said = view(page).locator(".outcome")
    expect(said.locator("h2")).to_have_text("So far", timeout=SLOW)
    expect(said).to_contain_text("raises the loss of the batch by")
    expect(said.locator(".outcome-advice")).to_contain_text("Change first: the learning rate, to a")


def test_the_large_charts_are_one_key_away_and_stay_in_the_link(
    server: Server, page: Page, shells: str
) -> None:
    open_run(page, server, shells)
    curves, sheet = view(page).locator(".curves-picture"), view(page).locator(".page-sheet")
    expect(sheet).to_be_visible()
    expect(curves).to_be_hidden()
    page.keyboard.press("v")
    expect(page).to_have_url(re.compile("large=curves"))
    expect(curves.locator(".curve-line.training")).to_be_visible()
    expect(sheet).to_be_hidden()
    page.reload()
    expect(curves).to_be_visible(timeout=SLOW)
    view(page).focus()
    page.keyboard.press("f")
    expect(view(page)).to_have_class(re.compile("presenting"))
    expect(curves).to_be_visible()
    for digit, shown, other in (("6", sheet, curves), ("1", curves, sheet)):
        page.keyboard.press(digit)
        expect(shown).to_be_visible()
        expect(other).to_be_hidden()
        expect(view(page).locator(".panel:visible")).to_have_count(1)
    page.keyboard.press("f")
    view(page).get_by_role("button", name="From noise to words").click()
    expect(sheet).to_be_visible()
    expect(page).not_to_have_url(re.compile("large="))


def test_a_run_of_an_older_version_says_that_it_has_no_page(
    server: Server, page: Page, runs_folder: Path
) -> None:
    run = train(runs_folder)
    (runs_folder / run / "writings.jsonl").unlink()
    open_run(page, server, run)
    expect(view(page).locator(".page")).to_contain_text("older version")
    view(page).focus()
    page.keyboard.press("v")
    expect(view(page).locator(".curves-picture .curve-line.training")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_no_letter_of_a_row_is_cut(
    server: Server, fresh_page: Callable[..., Page], shells: str, size: tuple[int, int]
) -> None:
    page = fresh_page(viewport={"width": size[0], "height": size[1]})
    open_run(page, server, shells)
    texts = view(page).locator(".page-text")
    expect(texts.first).to_be_visible()
    cut = texts.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
    assert cut == 0
    shown = texts.last.inner_text()
    wide = texts.last.bounding_box()
    assert wide
    # As many as fit: one more would not.
    letter = texts.last.evaluate(
        "node => { const r = document.createRange(); r.selectNodeContents(node);"
        " return r.getBoundingClientRect().width / node.textContent.length }"
    )
    assert len(shown) == LENGTH or wide["width"] - len(shown) * letter < 2 * letter
