"""How much a training slows down while somebody watches: characters a second with the Train page
open and drawing, with nobody looking, and in the plain PyTorch loop.

One run on the app's own server, its worker with one thread, and a real browser that opens and
leaves its page in turns. Everything is measured by the clock on the wall, on one machine, which
the browser's own drawing shares. The plain loop runs before, alone.
"""

import os
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from benchmarks.report import Row, arguments, show
from benchmarks.sites import STEP, running
from benchmarks.training_speed import HIDDEN, LEAST, N, T
from rnnviz.training import CORPORA, Runs, TrainingConfig, home
from tests.serving import launch_browser

SETTLE = 1.5
MOST_FOR_VIEW = 0.05


def config(cell: str, hidden_size: int) -> TrainingConfig:
    # As many steps as a page allows, so that the run does not end, and a rate low enough for it not
    # to diverge.
    return TrainingConfig(
        cell=cell, hidden_size=hidden_size, batch_size=N, sequence_length=T, steps=20_000,
        learning_rate=2e-3,
    )  # fmt: skip


def plain_speed(made: TrainingConfig, seconds: float) -> float:
    import torch

    from benchmarks.plain_torch import PlainLoop
    from rnnviz.training.trainer import Trainer

    torch.set_num_threads(1)
    trainer = Trainer(made, CORPORA[made.corpus].text())
    loop = PlainLoop(
        made.cell, len(trainer.vocabulary), made.hidden_size, 2e-3, trainer.batches
    )  # fmt: skip
    loop.step()
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        loop.step()
        steps += 1
    return steps * N * T / (time.perf_counter() - began)


def run_speed(runs: Runs, run: str, seconds: float) -> float:
    """Measured by the worker's own rows, which say when each step was done."""
    time.sleep(SETTLE)
    first = runs.step(run)
    began = time.perf_counter()
    time.sleep(seconds)
    last = runs.step(run)
    return (last - first) * N * T / (time.perf_counter() - began)


def watched_and_alone(
    browser: Browser, url: str, made: TrainingConfig, seconds: float, rounds: int
) -> tuple[float, float]:
    runs = Runs(home())
    watched, alone = [], []
    run = runs.start(made)
    for _ in range(rounds):
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        page = context.new_page()
        page.goto(f"{url}?run={run}")
        page.locator('[data-testid="training"][data-status="training"]').wait_for(timeout=60_000)
        watched.append(run_speed(runs, run, seconds))
        context.close()
        alone.append(run_speed(runs, run, seconds))
    runs.stop(run)
    return statistics.median(watched), statistics.median(alone)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()

    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        os.environ["RNNVIZ_RUNS"] = str(Path(folder) / "runs")
        plain = {
            (cell, h): plain_speed(config(cell, h), options.seconds)
            for cell in LEAST
            for h in HIDDEN
        }
        with running(STEP._replace(path="/train")) as urls, sync_playwright() as playwright:
            [url] = urls.values()
            browser = launch_browser(playwright)
            for (cell, h), usual in plain.items():
                watched, alone = watched_and_alone(
                    browser, url, config(cell, h), options.seconds, options.rounds
                )
                rows.append(
                    {
                        "cell": cell,
                        "h": h,
                        "plain PyTorch c/s": round(usual),
                        "alone c/s": round(alone),
                        "watched c/s": round(watched),
                        "ratio": watched / usual,
                        "promised": LEAST[cell],
                        "cost of the view": 1 - watched / alone,
                    }
                )
            browser.close()
    cost = statistics.median(row["cost of the view"] for row in rows)
    show(
        {"median cost of the view": cost},
        rows,
        as_json=options.json,
        limits={
            **{
                f"{row['cell']}, h = {row['h']}: at least {row['promised']} times plain PyTorch": row[
                    "ratio"
                ]
                >= row["promised"]
                for row in rows
            },
            f"the view costs at most {MOST_FOR_VIEW:.0%}": cost <= MOST_FOR_VIEW,
        },
    )


if __name__ == "__main__":
    main()
