"""Characters a second of a run in a worker, watched four times a second, beside plain PyTorch.

Each has one thread. The run counts everything a worker does beside training: metrics, probe,
samples, validation, checkpoints. Of several rounds, taken in turns, the best of each counts:
whatever else the machine does only ever slows down.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import arguments, show
from rnnviz.training import CORPORA, Runs, TrainingConfig, Workers
from rnnviz.training.workers import ONE_THREAD

LEAST = {"rnn": 1.5, "gru": 1.3, "lstm": 1.0}
HIDDEN = (64, 128)
N, T, STEPS = 32, 64, 2000
# The first steps are measured more often than those that follow.
SKIPPED = 70
ROUNDS = 3
SECONDS = 1.5
MOST_FOR_VIEW = 0.05


def config(cell: str, hidden_size: int) -> TrainingConfig:
    return TrainingConfig(
        cell=cell, hidden_size=hidden_size, batch_size=N, sequence_length=T, steps=STEPS
    )


def measure(cell: str, hidden_size: int) -> dict[str, float]:
    """Characters a second of the plain loop and of our trainer alone, in this process."""
    from benchmarks.plain_torch import PlainLoop
    from rnnviz.training.trainer import Trainer
    from rnnviz.training.worker import settle

    settle()
    made = config(cell, hidden_size)
    trainer = Trainer(made, CORPORA[made.corpus].text())
    plain = PlainLoop(cell, len(trainer.vocabulary), hidden_size, 2e-3, trainer.batches)
    speeds = {}
    for name, step in (("plain PyTorch", plain.step), ("trainer alone", trainer.step)):
        for _ in range(5):
            step()
        began, steps = time.perf_counter(), 0
        while time.perf_counter() - began < SECONDS:
            step()
            steps += 1
        speeds[name] = steps * N * T / (time.perf_counter() - began)
    return speeds


def watched_run(runs: Runs, cell: str, hidden_size: int) -> float:
    """Characters a second of a run in a worker, read as a page reads it."""
    run = runs.start(config(cell, hidden_size))
    steps: list[float] = []
    seconds: list[float] = []
    while not steps or (seconds[-1] - seconds[0] < SECONDS and steps[-1] < STEPS):
        view = runs.read(run, since=SKIPPED + len(steps))
        runs.probe(run)
        steps += view.metrics["step"].tolist()
        seconds += view.metrics["seconds"].tolist()
        time.sleep(0.25)
    runs.stop(run)
    while runs.read(run).status == "training":
        time.sleep(0.05)
    return (steps[-1] - steps[0]) * N * T / (seconds[-1] - seconds[0])


def in_own_process(cell: str, hidden_size: int) -> dict[str, float]:
    command = [
        sys.executable,
        "-m",
        "benchmarks.training_speed",
        "--measure",
        cell,
        str(hidden_size),
    ]
    output = subprocess.run(
        command, env=os.environ | ONE_THREAD, capture_output=True, text=True, check=True
    )
    return json.loads(output.stdout)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--measure", nargs=2, help="the speeds alone, of a cell and a size, as JSON"
    )
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure[0], int(options.measure[1]))))
        return

    rows = []
    with tempfile.TemporaryDirectory() as folder, Workers(Path(folder), count=1) as workers:
        workers.wait_until_ready(120)
        runs = Runs(Path(folder))
        for cell, least in LEAST.items():
            for hidden_size in HIDDEN:
                best: dict[str, float] = {}
                for _ in range(ROUNDS):
                    speeds = in_own_process(cell, hidden_size)
                    speeds["watched run"] = watched_run(runs, cell, hidden_size)
                    for name, speed in speeds.items():
                        best[name] = max(speed, best.get(name, 0.0))
                rows.append(
                    {"cell": cell, "h": hidden_size}
                    | {f"{name} c/s": round(speed) for name, speed in best.items()}
                    | {
                        "ratio": best["watched run"] / best["plain PyTorch"],
                        "promised": least,
                        "trainer's ratio": best["trainer alone"] / best["plain PyTorch"],
                        "cost of the view": 1 - best["watched run"] / best["trainer alone"],
                    }
                )
    show(
        {"shape": f"n={N}, T={T}"},
        rows,
        as_json=options.json,
        limits={
            **{
                f"{cell}: at least {least:g} times plain PyTorch": all(
                    row["ratio"] >= least for row in rows if row["cell"] == cell
                )
                for cell, least in LEAST.items()
            },
            f"metrics, probe, samples and validation cost at most {MOST_FOR_VIEW:.0%}": all(
                row["cost of the view"] <= MOST_FOR_VIEW for row in rows
            ),
        },
    )


if __name__ == "__main__":
    main()
