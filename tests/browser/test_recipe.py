"""The recipe of the Train page: opening it decides nothing, and a training records what the page names."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rnnviz.training import Runs, TrainingConfig
from tests.browser.test_live_view import SLOW, open_plan, status
from tests.serving import Server

SLOWDOWN = 4


@pytest.mark.parametrize("way", ["by the address", "by the bar"])
def test_opening_the_recipe_changes_nothing(
    server: Server,
    runs_folder: Path,
    fresh_page: Callable[..., Page],
    way: str,
) -> None:
    page = fresh_page()
    processor = page.context.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    if way == "by the bar":
        page.goto(server.url)
        page.get_by_role("link", name="Train").first.click()
        status(page, "none")
    else:
        open_plan(page, server, "")
    look_into(page)
    # What is drawn late is drawn by now; a slowed processor is waited for with a whole core.
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    # What a widget has sent comes to the server with the next act at the latest.
    change_units(page, 16)
    look_into(page)
    change_units(page, 17)
    look_into(page)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)

    page.get_by_test_id("training").focus()
    page.keyboard.press("n")
    status(page, "paused")
    found = re.search("run=([0-9a-f]{16})", page.url)
    assert found
    assert Runs(runs_folder).read(found[1]).config == TrainingConfig(hidden_size=17)


def look_into(page: Page) -> None:
    """Open the recipe, which is ours, and close it."""
    page.get_by_role("button", name="our recipe", exact=True).click()
    for part in ("Orthogonal recurrent weights", "Output bias at the log frequencies", "Cosine"):
        expect(page.get_by_role("switch", name=part)).to_be_checked(timeout=SLOW)
    expect(page.get_by_role("button", name="Our recipe", exact=True)).to_be_disabled()
    # From within: on a slow machine the focus may still be where the reader has just typed.
    page.get_by_role("switch", name="Cosine").press("Escape")
    expect(page.get_by_role("button", name="Our recipe", exact=True)).to_have_count(0)


def change_units(page: Page, count: int) -> None:
    page.get_by_role("button", name=re.compile(r"^\d+ units$")).click()
    field = page.get_by_role("spinbutton", name="Hidden units")
    field.fill(str(count))
    field.press("Enter")
    own = rf"/train\?corpus=python-reference&hidden={count}$"
    expect(page).to_have_url(re.compile(own), timeout=SLOW)
