"""The disk refuses one thing after the other, or a quota does: a training waits for room, and loses nothing."""

import errno
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from rnnviz.training import Runs, TrainingConfig, session, worker
from rnnviz.training.store import Store
from rnnviz.training.worker import Worker
from tests.fuzz import WANTED
from tests.power import Disk
from tests.systems import needs_linux

# The disk looks up in /proc which file is written.
pytestmark = needs_linux

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=3, validation=0.1
)
# One call in so many fails in `make test`; and it alone, or so many calls from it on.
APART, LONG = 17, (1, 25)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for chore in ("FLUSH", "RESUME", "PROBE", "SAMPLE"):
        monkeypatch.setattr(session, chore, 0.0)
    monkeypatch.setattr(session, "SAMPLE_LENGTH", 5)
    monkeypatch.setattr(worker, "REST", 0.0)
    monkeypatch.setattr(worker, "LONGEST_REST", 0.0)


class Full(Disk):
    """No room for `long` calls after the first `fails_after`."""

    def __init__(self, folder: Path, long: int, number: int) -> None:
        super().__init__(folder)
        self.long, self.number = long, number
        self.refused: list[str] = []

    def fail(self, name: str) -> None:
        # A file can be removed, and made shorter, where there is no room.
        if self.fails_after is None or name in ("unlink", "ftruncate"):
            return
        self.fails_after -= 1
        if -self.long <= self.fails_after < 0:
            self.refused.append(name)
            raise OSError(self.number, os.strerror(self.number))


def trained(folder: Path, disk: Disk) -> tuple[str, int]:
    """The run, and how often a worker had to begin."""
    runs = Runs(folder)
    run = runs.start(CONFIG, TEXT)
    with disk:
        trains = Worker(folder)
        for begun in range(1, 200):
            trains.work_off(threading.Event())
            if runs.status(run) == "finished":
                return run, begun
            # The page can read it at any time.
            assert runs.read(run).status in ("waiting", "training")
    raise AssertionError(runs.read(run).message())


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("long", LONG)
def test_whatever_the_disk_refuses_the_training_ends_as_if_it_had_not(
    tmp_path: Path, long: int, number: int
) -> None:
    counting = Full(tmp_path / "whole", 0, number)
    counting.fails_after = 10**6
    (tmp_path / "whole").mkdir()
    run, _ = trained(tmp_path / "whole", counting)
    calls, whole = 10**6 - (counting.fails_after or 0), Runs(tmp_path / "whole").read(run)
    assert calls > 50
    refused: set[str] = set()
    for after in range(0, calls, 1 if WANTED else APART):
        folder = tmp_path / f"runs{after}"
        folder.mkdir()
        disk = Full(folder, long, number)
        disk.fails_after = after
        run, _ = trained(folder, disk)
        refused.update(disk.refused)
        runs = Runs(folder)
        view = runs.read(run)
        for name in ("step", "loss", "norm", "scale", "rate", "validation"):
            np.testing.assert_array_equal(
                view.metrics[name], whole.metrics[name], err_msg=f"{name}, {after}"
            )
        assert view.checkpoints == whole.checkpoints
        for step in view.checkpoints:
            runs.model(run, step)
        assert not Store(folder).run(run).lacks_room
        assert not list(folder.rglob(".*-*-*")), after
    assert refused >= {"write", "fsync"}
