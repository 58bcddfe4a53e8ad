"""What followers are told of the trainings that their lecturer watches."""

import os
from pathlib import Path

import numpy as np

from pages.server.followed import Watch
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.store import METRICS

CONFIG = TrainingConfig(corpus="helicopter", hidden_size=8, steps=100).fitting(6)


def rows(steps: range) -> bytes:
    """Rows of METRICS as a worker writes them, with the loss 10 − step."""
    table = np.zeros((len(steps), len(METRICS)), "<f8")
    table[:, METRICS.index("step")] = steps
    table[:, METRICS.index("loss")] = 10 - np.array(steps)
    return table.tobytes()


def test_each_point_is_told_once_though_a_resumed_worker_cut_rows_off(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    run = runs.start(CONFIG)
    file = runs.path(run) / "metrics.f64"
    watch = Watch(runs, [run, "0" * 16])

    def losses() -> list[tuple[int, float]]:
        (told,) = watch.look()
        assert told["status"] == "waiting"
        return told["loss"]

    file.write_bytes(rows(range(6)) + b"half a row")
    assert losses() == [(step, 10 - step) for step in range(6)]
    # The worker died, and the next one keeps three rows; it takes the lost steps again.
    os.truncate(file, len(rows(range(3))))
    assert losses() == [(step, 10 - step) for step in range(6)]
    with file.open("ab") as log:
        log.write(rows(range(3, 8)))
    assert losses() == [(step, 10 - step) for step in range(8)]
