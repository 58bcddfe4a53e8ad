"""What a power cut at any moment leaves of a training: rows up to its resume point, and whole checkpoints."""

import threading
from pathlib import Path

import numpy as np
import pytest

from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig, session
from rnnviz.training.store import Store
from rnnviz.training.worker import Worker
from tests.power import Disk
from tests.systems import needs_linux

# The disk looks up in /proc which file is written.
pytestmark = needs_linux

CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=3, validation=0.1
)


def test_a_power_cut_at_any_moment_leaves_a_training_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for chore in ("FLUSH", "RESUME", "PROBE", "SAMPLE"):
        monkeypatch.setattr(session, chore, 0.0)
    monkeypatch.setattr(session, "SAMPLE_LENGTH", 5)
    folder = tmp_path / "runs"
    runs = Runs(folder)
    run = runs.start(CONFIG, "she sells sea shells by the sea shore. " * 20)
    lasts, damaged = set(), []

    def check(copy: Path) -> None:
        found = Store(copy).run(run)
        resume = found.resume()
        last = -1 if resume is None else int(resume["step"][0])
        # There is a row for each step up to the resume point; what is behind it is cut off or goes on.
        log, end, _seconds = found.rows_log()
        log.close()
        steps = found.rows(0)[1]["step"].tolist()
        assert steps == list(range(int(end) + 1))
        assert end >= last
        found.samples_log()[0].close()
        assert all(sample.step <= max(end, 0) + 1 for sample in found.samples(0))
        found.writings_log()[0].close()
        assert all(one.step <= max(end, 0) + 1 for one in found.writings(0))
        # Each checkpoint that is there can be read.
        for step in found.checkpoints():
            assert all(np.isfinite(one).all() for one in found.weights(step).values())
        found.probe()
        found.vocabulary()
        try:
            found.state(), found.wanted()
        except Refusal as reason:
            damaged.append(reason)
        lasts.add(last)

    with Disk(folder, check) as disk:
        Worker(folder).work_off(threading.Event())
        disk.cut()
    assert damaged == []
    assert runs.status(run) == "finished"
    assert lasts >= {-1, 1, 2}
    assert disk.moments > 100
