"""Trainings on a Dask cluster beside those of workers of this machine: characters a second, and what is
lost when a worker, a machine or the scheduler is killed, or when a worker goes on that has lost its
run.
"""

import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil

from benchmarks.kill import PATIENCE, SHORT, ended, moment, whole
from benchmarks.report import arguments, show
from rnnviz.training import Runs, RunView, TrainingConfig, Workers, session
from rnnviz.training.cluster import Seats
from rnnviz.training.lease import Lease, SupersededError
from rnnviz.training.session import Session
from rnnviz.training.worker import Worker
from tests.dask import Cluster

CONFIG = TrainingConfig(hidden_size=32, batch_size=8, steps=3000)
ENDLESS = TrainingConfig(steps=100_000)
SEATS = 2
# Pairs of measurements: how many, the seconds that each takes, and the steps before it.
PAIRS, SECONDS, WARM = 3, 12.0, 20
KILLS = 4


def speed(folder: Path) -> float:
    """Characters a second of as many trainings as there are seats, by the process that trains them."""
    runs = Runs(folder)
    made = [runs.start(ENDLESS) for _ in range(SEATS)]
    for run in made:
        runs.show(run, pace=0)
    deadline = time.monotonic() + PATIENCE
    while min(map(runs.step, made)) < WARM and time.monotonic() < deadline:
        time.sleep(0.05)
    began, before = time.monotonic(), sum(map(runs.step, made))
    time.sleep(SECONDS)
    steps = sum(map(runs.step, made)) - before
    seconds = time.monotonic() - began
    for run in made:
        runs.stop(run)
        ended(runs, run)
    return steps * ENDLESS.batch_size * ENDLESS.sequence_length / seconds


def kill(
    what: str, runs: Runs, like: RunView, times: int, do: Callable[[], None]
) -> dict[str, Any]:
    chance, kills, made = random.Random(what), 0, []
    while kills < times:
        made.append(runs.start(CONFIG))
        runs.show(made[-1], pace=0)
        while kills < times and moment(runs, made[-1], chance):
            do()
            kills += 1
    return _summed(what, kills, [whole(runs, run, like) for run in made], 0)


def lose_locks(folder: Path) -> dict[str, Any]:
    """The file system forgets a worker's lock at each of its looks; another worker takes the run and
    finishes it, and the first goes on."""
    runs, found, refused, closing = Runs(folder), [], 0, threading.Event()
    with patch.multiple(session, FLUSH=0.0, RESUME=0.0, SAMPLE=0.0, PROBE=0.0):
        like = ended(runs, _trained(runs, folder))
        for step in range(1, SHORT.steps):
            run = runs.start(SHORT)
            do_chores, take = Session._do_chores, Worker._attempt
            told: list[SupersededError] = []

            def split(self: Session, is_waiting: bool = False) -> None:
                do_chores(self, is_waiting)  # noqa: B023
                if self.trainer.step_number == step and self.files.lease == first[0]:  # noqa: B023
                    (self.files.path / "lock").unlink()
                    (self.files.path / "lock").touch()
                    Worker(folder).work_off(closing)

            def attempt(self: Worker, run: str, closing: threading.Event) -> Any:
                try:
                    return take(self, run, closing)  # noqa: B023
                except SupersededError as reason:
                    told.append(reason)  # noqa: B023
                    raise

            first: list[Lease] = []
            really = Lease.take

            def remember(path: Path, host: str = "") -> Lease:
                lease = really(path, host)  # noqa: B023
                first.append(lease)  # noqa: B023
                return lease

            with (
                patch.object(Session, "_do_chores", split),
                patch.object(Worker, "_attempt", attempt),
                patch.object(Lease, "take", remember),
            ):
                Worker(folder).work_off(closing)
            refused += len(told)
            found.append(whole(runs, run, like))
    return _summed("lock, at each step", len(found), found, refused)


def _trained(runs: Runs, folder: Path) -> str:
    run = runs.start(SHORT)
    Worker(folder).work_off(threading.Event())
    return run


def _kill_trainers(folder: Path) -> None:
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if "rnnviz.training.worker" in words and str(folder) in words:
            process.kill()


def _summed(what: str, kills: int, found: list[dict[str, int]], refused: int) -> dict[str, Any]:
    about = {"killed or lost": what, "times": kills, "runs": len(found), "refused": refused}
    return about | {name: sum(one[name] for one in found) for name in found[0]}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--kills", type=int, default=KILLS, help="of each kind")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of measurements of the speed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        here, there, killed = (Path(name) / part for part in ("here", "there", "killed"))
        for folder in (here, there, killed):
            Runs(folder).claim()
        dask = Cluster(Path(name), SEATS)
        try:
            pairs = []
            for _ in range(options.pairs):
                with Workers(here, SEATS) as workers:
                    workers.wait_until_ready(PATIENCE)
                    local = speed(here)
                with Seats(there, dask.address) as seats:
                    seats.wait_until_ready(PATIENCE)
                    pairs.append((local, speed(there)))
            runs = Runs(killed)
            with Seats(killed, dask.address):
                like = ended(runs, runs.start(CONFIG))
                rows = [
                    kill("worker", runs, like, options.kills, lambda: _kill_trainers(killed)),
                    kill("machine", runs, like, options.kills, dask.kill_worker),
                    kill("scheduler", runs, like, options.kills, dask.kill_scheduler),
                ]
        finally:
            dask.close()
        rows.append(lose_locks(Path(name) / "split"))
    ratio = statistics.median(there / here for here, there in pairs)
    counts = list(rows[0])[4:]
    show(
        {
            "characters a second, 2 workers here": statistics.median(here for here, _ in pairs),
            "characters a second, 2 seats": statistics.median(there for _, there in pairs),
            "ratio": ratio,
        },
        rows,
        as_json=options.json,
        limits={
            "seats train at 0.95 of the speed of workers here": ratio >= 0.95,
            "each worker that had lost its run was refused": rows[-1]["refused"]
            == rows[-1]["times"],
        }
        | {f"{name}: none": not any(row[name] for row in rows) for name in counts},
    )


if __name__ == "__main__":
    main()
