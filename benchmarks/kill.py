"""`kill -9` of a worker at each moment at which it changes something on the disk: before and after
each file is put in its place, made lasting, cut or removed, and in the middle of each write. Then of
a worker, of the server with its worker, and of a worker in a race of three, at random moments.

Afterwards every row of metrics has to be there once, the same as in a run nobody killed, and
every checkpoint has to be readable.

`PYTHONPATH=tests/elsewhere python -m benchmarks.kill` does so as if this were Windows.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from benchmarks.report import arguments, show
from rnnviz.training import Runs, RunView, TrainingConfig, Workers
from rnnviz.training.workers import surroundings
from tests.kills import Nursery

CONFIG = TrainingConfig(hidden_size=32, batch_size=8, steps=5000)
# Short, because a worker is killed at each of its moments: some ninety a step.
SHORT = TrainingConfig(corpus="brackets", hidden_size=8, batch_size=2, sequence_length=8, steps=4)
KILLS = 20
RACERS = 3
LONGEST = 1.5
PATIENCE = 300.0
# How many runs may end before they could be killed, until the benchmark gives up.
TRIES = 10

SERVER = """
import sys, time
from pathlib import Path
from rnnviz.training import Workers
workers = Workers(Path(sys.argv[1]), count=1)
workers.wait_until_ready(120)
print("ready", flush=True)
time.sleep(3600)
"""


class Server:
    """A process with one worker, as the web server is."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings(),
        )
        assert self.process.stdout
        self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def ended(runs: Runs, run: str) -> RunView:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        view = runs.read(run)
        if view.status not in ("waiting", "training"):
            return view
        time.sleep(0.05)
    raise TimeoutError(f"{run} has not ended within {PATIENCE:g} s")


def moment(runs: Runs, run: str, chance: random.Random) -> bool:
    """Wait until a worker trains the run, then a random time more; True if the worker still trains
    it."""
    deadline = time.monotonic() + PATIENCE
    while runs.read(run).status == "waiting" and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, LONGEST))
    return runs.read(run).status == "training"


def whole(runs: Runs, run: str, like: RunView) -> dict[str, int]:
    """The differences between a killed run and one that was left alone."""
    view = ended(runs, run)
    steps = view.metrics["step"]
    columns = ("step", "loss", "norm", "scale", "rate", "validation")
    same = len(steps) == len(like.metrics["step"]) and all(
        np.array_equal(view.metrics[name], like.metrics[name], equal_nan=True) for name in columns
    )
    unreadable = 0
    for step in view.checkpoints:
        try:
            runs.model(run, step)
        except Exception:  # any error means that the checkpoint cannot be read
            unreadable += 1
    return {
        "unfinished": int(view.status != "finished"),
        "rows lost": len(set(like.metrics["step"]) - set(steps)),
        "rows doubled": len(steps) - len(set(steps)),
        "runs that differ": int(not same),
        "runs whose time went back": int((np.diff(view.metrics["seconds"]) < 0).any()),
        "checkpoints lost": len(set(like.checkpoints) - set(view.checkpoints)),
        "checkpoints unreadable": unreadable,
    }


def kill_at_each_moment(folder: Path, most: int) -> dict[str, Any]:
    """most: the largest number of moments to try, spread over the training."""
    runs = Runs(folder)
    found, kills, seen = [], 0, Counter[str]()
    with Nursery(folder) as nursery:
        run = runs.start(SHORT)
        moments = []
        for what in nursery.moments():
            seen[what] += 1
            moments.append((what, seen[what]))
        like = runs.read(run)
        for what, occurrence in moments[:: -(-len(moments) // most)]:
            run = runs.start(SHORT)
            kills += nursery.work_off(what, occurrence)
            # A run that did not come to this moment has ended.
            nursery.work_off()
            found.append(whole(runs, run, like))
            runs.stop(run)
    return _summed("worker, at each change", kills, found)


def kill_workers(
    folder: Path, runs: Runs, like: RunView, times: int, racers: int = 1
) -> dict[str, Any]:
    chance, kills = random.Random(racers), 0
    made: list[str] = []
    with Workers(folder, count=1) as workers:
        while kills < times and len(made) < TRIES * times:
            race = f"race {len(made)}" if racers > 1 else ""
            made += [runs.start(CONFIG, race=race) for _ in range(racers)]
            while kills < times and moment(runs, made[-1], chance):
                for pid in workers.pids():
                    psutil.Process(pid).kill()
                kills += 1
        what = "worker in a race" if racers > 1 else "worker"
        return _summed(what, kills, [whole(runs, run, like) for run in made])


def kill_servers(folder: Path, runs: Runs, like: RunView, times: int) -> dict[str, Any]:
    chance, kills = random.Random(2), 0
    made: list[str] = []
    server = Server(folder)
    while kills < times and len(made) < TRIES * times:
        made.append(runs.start(CONFIG))
        while kills < times and moment(runs, made[-1], chance):
            server.kill()
            kills += 1
            server = Server(folder)
    found = [whole(runs, run, like) for run in made]
    server.kill()
    return _summed("server", kills, found)


def _summed(what: str, kills: int, found: list[dict[str, int]]) -> dict[str, Any]:
    return {"killed": what, "times": kills, "runs": len(found)} | {
        name: sum(one[name] for one in found) for name in found[0]
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--kills", type=int, default=KILLS, help="at random moments, of each kind")
    parser.add_argument(
        "--moments", type=int, default=1000, help="changes to be killed at, at most"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name) / "runs"
        runs = Runs(folder)
        with Workers(folder, count=1):
            like = ended(runs, runs.start(CONFIG))
        rows = [
            kill_at_each_moment(Path(name) / "moments", options.moments),
            kill_workers(folder, runs, like, options.kills),
            kill_servers(folder, runs, like, options.kills),
            kill_workers(folder, runs, like, options.kills, RACERS),
        ]
    counts = list(rows[0])[3:]
    show(
        {},
        rows,
        as_json=options.json,
        limits={f"{name}: none": not any(row[name] for row in rows) for name in counts},
    )


if __name__ == "__main__":
    main()
