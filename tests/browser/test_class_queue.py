"""The person at the server clears the queue."""

import time

from playwright.sync_api import Page, expect

from rnnviz.training import Runs, TrainingConfig, home
from tests.serving import Server

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
