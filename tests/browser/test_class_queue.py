"""The person at the server clears the queue; nobody else sees the button."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.server.welcome import lan_addresses
from rnnviz.training import Runs, TrainingConfig, home
from tests.serving import Server, start_server

SLOW = 60_000
LONG = TrainingConfig(hidden_size=8, steps=1_000_000, batch_size=2, sequence_length=8)


def test_the_lecturer_pauses_what_others_train(server: Server, page: Page) -> None:
    runs = Runs(home())
    started = [runs.start(LONG) for _ in range(3)]
    page.goto(f"{server.url}/train")
    expect(page.get_by_test_id("training")).to_be_visible(timeout=SLOW)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_role("button", name="Class").click()
    told = page.get_by_text("Trainings of others, running or waiting: 3")
    expect(told).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Pause them all").click()
    expect(page.get_by_text("Paused: 3")).to_be_visible(timeout=SLOW)
    deadline = time.monotonic() + 60
    while not all(runs.status(run) == "paused" for run in started):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for run in started:
        runs.stop(run)


def test_who_comes_over_the_network_does_not(
    tmp_path: Path, fresh_page: Callable[..., Page]
) -> None:
    if not (found := lan_addresses()):
        pytest.skip("This machine is in no network.")
    server = start_server(tmp_path, **{"server.address": "0.0.0.0"})
    try:
        page = fresh_page()
        page.goto(f"{server.url.replace('127.0.0.1', found[0])}/train")
        expect(page.get_by_test_id("training")).to_be_visible(timeout=SLOW)
        expect(page.get_by_role("button", name="Class")).to_have_count(0)
        page.close()
    finally:
        server.stop()
