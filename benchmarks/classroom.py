"""Opening the Step page while four runs train and fifty sessions have just opened it too, beside
opening it on an idle server.

The visits are a real browser's, each a new visitor's. The fifty keep coming back: stepping itself
sends nothing to the server, so its load comes from the visitors who open the page.
"""

import asyncio
import os
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from benchmarks.crowd import open_session
from benchmarks.open_page import WARM_UP, visit
from benchmarks.report import Row, arguments, quantiles, show
from benchmarks.sites import STEP, running
from rnnviz.training import Runs, TrainingConfig, home
from tests.serving import launch_browser

RUNS, SESSIONS, EVERY = 4, 50, 10.0
PATIENCE = 60.0


def keep_opening(url: str, closing: threading.Event, errors: list[str]) -> None:
    """Fifty students who each open the page once in ten seconds."""

    async def student(number: int) -> None:
        await asyncio.sleep(EVERY * number / SESSIONS)
        while not closing.is_set():
            if error := await open_session(url):
                errors.append(error)
            await asyncio.sleep(EVERY)

    async def all_of_them() -> None:
        students = [asyncio.create_task(student(number)) for number in range(SESSIONS)]
        while not closing.is_set():
            await asyncio.sleep(0.1)
        for one in students:
            one.cancel()
        await asyncio.gather(*students, return_exceptions=True)

    asyncio.run(all_of_them())


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--visits", type=int, default=10)
    options = parser.parse_args()

    times: dict[str, list[float]] = {"idle": [], "four runs, fifty sessions": []}
    errors: list[str] = []
    with TemporaryDirectory() as folder:
        os.environ["RNNVIZ_RUNS"] = str(Path(folder) / "runs")
        with running(STEP) as urls, sync_playwright() as playwright:
            browser = launch_browser(playwright)
            for name, measured in times.items():
                closing = threading.Event()
                crowd = threading.Thread(
                    target=keep_opening, args=(urls[STEP], closing, errors), daemon=True
                )
                if name != "idle":
                    runs = Runs(home())
                    for _ in range(RUNS):
                        runs.start(TrainingConfig(steps=20_000, learning_rate=2e-3))
                    page = browser.new_page()
                    page.goto(urls[STEP].replace("/step", "/train"))  # where workers start
                    page.get_by_test_id("training").wait_for()
                    page.close()
                    crowd.start()
                for turn in range(WARM_UP + options.visits):
                    milliseconds = visit(browser, STEP, urls[STEP])
                    if turn >= WARM_UP:
                        measured.append(milliseconds)
                closing.set()
                if crowd.is_alive():
                    crowd.join(PATIENCE)
                    if crowd.is_alive():
                        errors.append(f"the sessions have not ended within {PATIENCE:g} s")
            browser.close()
    rows: list[Row] = [
        {"server": name} | {f"{k} ms": v for k, v in quantiles(measured).items()}
        for name, measured in times.items()
    ]
    idle, busy = rows
    show(
        {"ratio": busy["p50 ms"] / idle["p50 ms"], "first error": next(iter(errors), "none")},
        rows,
        as_json=options.json,
        limits={"no error": not errors},
    )


if __name__ == "__main__":
    main()
