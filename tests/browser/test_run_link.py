"""A moment of a training run, opened from a link on a server that has never seen the run."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import at, choose, expect_address, field, open_at, read, stage
from tests.serving import Server
from tests.training_runs import train


@pytest.fixture
def run(runs_folder: Path) -> str:
    return train(runs_folder, hidden_size=40)


def test_a_shared_moment_is_stepped_and_compared_with_an_earlier_one(
    run: str, server: Server, page: Page
) -> None:
    open_at(page, server, run=run, at="6", text="sea shells", t="2", phase="reset", unit="33")
    at(page, 2, "reset")
    expect(stage(page)).to_contain_text("after step 6 of 11")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    at(page, 3, "update")
    expect_address(page, run=run, at="6", text="sea shells", t="3", phase="update", unit="33")
    before = read(page)
    # It says whole whose weights these are.
    whose = page.locator(".st-key-whose a > span").first
    assert whose.evaluate("words => words.scrollWidth <= words.clientWidth")

    page.get_by_role("button", name="earlier").click()
    expect(stage(page)).to_contain_text("after step 4 of 11")
    at(page, 3, "update")
    expect_address(page, run=run, at="4", t="3", phase="update", unit="33")
    assert read(page) != before
    # The arrow keys go on where they were.
    page.keyboard.press("ArrowRight")
    at(page, 4, "update")

    page.get_by_role("button", name="Other weights").click()
    expect(stage(page)).to_contain_text("trained on this text")
    at(page, 4, "update")
    # The address keeps no place that the smaller network lacks.
    expect_address(page, cell="gru", t="4", phase="update", unit="8")
    assert "run=" not in page.url
    choose(page, "LSTM")
    expect(stage(page)).to_contain_text("LSTM")
    expect(page.get_by_test_id("stAlertContainer")).to_have_count(0)


def test_a_run_without_a_step_is_fixed_to_its_last_one(
    run: str, server: Server, page: Page
) -> None:
    open_at(page, server, run=run)
    expect_address(page, run=run, at="11")
    field(page).fill("shé sells")
    field(page).press("Enter")
    expect(page.get_by_text("This network does not know é; it reads the rest.")).to_be_visible()
    expect(field(page)).to_have_value("shé sells")
    expect_address(page, run=run, at="11", text="shé sells")
    expect(stage(page)).to_contain_text("sh sells")


def test_a_run_that_is_gone_leaves_a_page_that_works(server: Server, page: Page) -> None:
    open_at(page, server, run="0123456789abcdef", at="6", text="hello", t="3", unit="90")
    expect(page.get_by_text("There is no run 0123456789abcdef here")).to_be_visible()
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect_address(page, text="hello", t="2", unit="1")
    choose(page, "RNN")
    expect(page.get_by_text("There is no run")).to_have_count(0)
