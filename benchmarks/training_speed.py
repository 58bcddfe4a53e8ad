"""Characters a second of a run, watched four times a second, beside the plain PyTorch loop.

The run is what a worker does: beside training it keeps metrics, probe, samples, validation and
checkpoints, and another process reads them as a page does. Each has one thread, and what counts
is the processor's time, so that other work on the machine matters less; of two rounds, taken in
turns, the best of each. `live_view` measures the cost of being watched; the last column here is the
cost of what a run keeps for a view, whether anybody watches or not.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.report import Row, arguments, show
from rnnviz.training import CORPORA, Runs, TrainingConfig
from rnnviz.training.workers import ONE_THREAD

LEAST = {"rnn": 1.5, "gru": 1.3, "lstm": 1.0}
HIDDEN = (64, 128)
N, T, STEPS = 32, 64, 1500
# A run measures its first steps more often than later ones.
SKIPPED = 70
ROUNDS = 2
SECONDS = 4.0
PATIENCE = 300.0


def config(cell: str, hidden_size: int) -> TrainingConfig:
    return TrainingConfig(
        cell=cell, hidden_size=hidden_size, batch_size=N, sequence_length=T, steps=STEPS
    )


def measure(folder: str, cell: str, hidden_size: int, seconds: float) -> dict[str, float]:
    """Characters a second of the plain loop, of our trainer alone and of a whole run."""
    from benchmarks.plain_torch import PlainLoop
    from rnnviz.training.queue import Queue
    from rnnviz.training.session import Session
    from rnnviz.training.store import Store
    from rnnviz.training.trainer import Trainer
    from rnnviz.training.worker import Worker, settle

    settle()
    made = config(cell, hidden_size)
    trainer = Trainer(made, CORPORA[made.corpus].text())
    plain = PlainLoop(cell, len(trainer.vocabulary), hidden_size, 2e-3, trainer.batches)
    speeds = {}
    for name, step in (("plain PyTorch", plain.step), ("trainer alone", trainer.step)):
        for _ in range(SKIPPED // 10):
            step()
        began, steps = time.process_time(), 0
        while time.process_time() - began < seconds:
            step()
            steps += 1
        speeds[name] = steps * N * T / (time.process_time() - began)

    runs = Runs(Path(folder))
    run = runs.start(made, until=SKIPPED)
    Worker(runs.folder).work_off(threading.Event())
    runs.go_on(run)
    queue, closing = Queue(Store(runs.folder)), threading.Event()
    whole = Session(queue, run, queue.store.lease(run))
    closes = threading.Thread(
        target=_close_after, args=(closing, time.process_time() + seconds), daemon=True
    )
    closes.start()
    began = time.process_time()
    whole.train(closing)
    steps = whole.trainer.step_number - SKIPPED
    speeds["watched run"] = steps * N * T / (time.process_time() - began)
    closing.set()
    closes.join()
    return speeds


def _close_after(closing: threading.Event, process_time: float) -> None:
    while time.process_time() < process_time and not closing.wait(0.1):
        pass
    closing.set()


def in_own_process(cell: str, hidden_size: int, seconds: float) -> dict[str, float]:
    """One round, watched from here."""
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(Path(folder))
        command = [
            sys.executable, "-m", "benchmarks.training_speed",
            "--measure", folder, cell, str(hidden_size), "--seconds", str(seconds),
        ]  # fmt: skip
        process = subprocess.Popen(
            command, env=os.environ | ONE_THREAD, stdout=subprocess.PIPE, text=True
        )
        seen, deadline = 0, time.monotonic() + PATIENCE
        try:
            while process.poll() is None:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"a round has not ended within {PATIENCE:g} s")
                for run in runs.ids():
                    seen = runs.read(run, since=seen).rows
                    runs.probe(run)
                time.sleep(0.25)
        finally:
            process.kill()
        assert process.stdout
        return json.loads(process.stdout.read())


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--measure", nargs=3, help="folder, cell and size: one round, as JSON")
    parser.add_argument("--cell", choices=LEAST, action="append", help="this one alone")
    parser.add_argument(
        "--hidden", type=int, choices=HIDDEN, action="append", help="this size alone"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of which the best counts")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each speed")
    options = parser.parse_args()
    if options.measure:
        folder, cell, size = options.measure
        print(json.dumps(measure(folder, cell, int(size), options.seconds)))
        return

    rows: list[Row] = []
    cells = {cell: LEAST[cell] for cell in options.cell or LEAST}
    for cell, least in cells.items():
        for hidden_size in options.hidden or HIDDEN:
            rounds = [
                in_own_process(cell, hidden_size, options.seconds) for _ in range(options.rounds)
            ]
            best = {name: max(speeds[name] for speeds in rounds) for name in rounds[0]}
            rows.append(
                {"cell": cell, "h": hidden_size}
                | {f"{name} c/s": round(speed) for name, speed in best.items()}
                | {
                    "ratio": best["watched run"] / best["plain PyTorch"],
                    "promised": least,
                    "cost of what is kept": 1 - best["watched run"] / best["trainer alone"],
                }
            )
    show(
        {"shape": f"n={N}, T={T}"},
        rows,
        as_json=options.json,
        limits={
            f"{cell}: at least {least:g} times plain PyTorch": all(
                row["ratio"] >= least for row in rows if row["cell"] == cell
            )
            for cell, least in cells.items()
        },
    )


if __name__ == "__main__":
    main()
