"""A worker that lost a run without hearing of it writes nothing more into it."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnnviz.training import Runs, TrainingConfig, session
from rnnviz.training.lease import Lease, SupersededError, host
from rnnviz.training.queue import Queue
from rnnviz.training.session import Session
from rnnviz.training.store import HOST, RunFiles, State, Store
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=12, validation=0.1
)
WEIGHTS = {"W_hq": np.zeros((8, 4))}


@pytest.fixture
def run(tmp_path: Path) -> str:
    return Runs(tmp_path).start(CONFIG, TEXT)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


WRITES: dict[str, Callable[[RunFiles], object]] = {
    "rows": lambda found: found.rows_log(),
    "reach": lambda found: found.reach_log(),
    "samples": lambda found: found.samples_log(),
    "writings": lambda found: found.writings_log(),
    "resume point": lambda found: found.keep_resume({"step": np.array([9])}),
    "checkpoint": lambda found: found.keep_weights(9, WEIGHTS),
    "single step": lambda found: found.keep_recorded_step(9, b"step"),
    "probe": lambda found: found.keep_probe({"step": np.array([9])}),
    "vocabulary": lambda found: found.keep_vocabulary(["a"]),
    "state": lambda found: found.say(State(status="failed")),
    "attempts": lambda found: found.forget_attempts(),
    "tidying": lambda found: found.tidy(),
}


@pytest.mark.parametrize("what", WRITES)
def test_what_an_older_lease_writes_is_refused(tmp_path: Path, run: str, what: str) -> None:
    store = Store(tmp_path)
    (store.run(run).path / ".metrics.f64-1-0a0a0a0a").write_bytes(b"half")
    with store.run(run).path.joinpath("metrics.f64").open("ab") as rows:
        rows.write(b"half a row")
    first = store.lease(run)
    second = store.lease(run)
    assert second.number == first.number + 1
    before = everything(tmp_path)
    with pytest.raises(SupersededError):
        WRITES[what](store.run(run, first))
    after = everything(tmp_path)
    assert {name: after[name] for name in before} == before
    assert all(data == b"" for name, data in after.items() if name not in before)
    WRITES[what](store.run(run, second))


def test_rows_that_come_late_are_refused(tmp_path: Path, run: str) -> None:
    store = Store(tmp_path)
    log, _, _ = store.run(run, store.lease(run)).rows_log()
    row = np.zeros((1, 7))
    log.append(row.tobytes())
    store.lease(run)
    with pytest.raises(SupersededError):
        log.append((row + 1).tobytes())
    log.close()
    assert store.run(run).rows(0)[1]["step"].tolist() == [0.0]


def test_nobody_takes_the_run_in_the_middle_of_a_write(tmp_path: Path, run: str) -> None:
    path = Store(tmp_path).run(run).path
    first, taken = Lease.take(path), threading.Event()
    later = threading.Thread(target=lambda: (Lease.take(path), taken.set()))
    with first.writing():
        later.start()
        # A block within it is of the same writer.
        with first.writing():
            assert not taken.wait(0.1)
    later.join()
    with pytest.raises(SupersededError), first.writing():
        pytest.fail("it was taken")


def test_a_run_of_an_earlier_version_has_no_lease_and_is_taken(tmp_path: Path, run: str) -> None:
    path = Store(tmp_path).run(run).path
    (path / "lease").unlink()
    assert host(path) == ""
    assert Lease.take(path, "夜" * 40).number == 1
    assert host(path).rstrip("�") == "夜" * 18


def test_two_workers_that_both_hold_a_run_leave_one_row_a_step(
    tmp_path: Path, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file system forgot the first worker's lock, as after a network split: the second takes
    the run in the middle of the first one's training, and the first one goes on."""
    for chore in ("FLUSH", "RESUME"):
        monkeypatch.setattr(session, chore, 0.0)
    closing, second = threading.Event(), Worker(tmp_path)
    split: list[int] = []
    train = Session._do_chores

    def do_chores(self: Session, is_waiting: bool = False) -> None:
        train(self, is_waiting)
        if self.trainer.step_number == 5 and not split:
            split.append(5)
            (self.files.path / "lock").unlink()
            (self.files.path / "lock").touch()
            assert second.work_off(closing)

    monkeypatch.setattr(Session, "_do_chores", do_chores)
    Worker(tmp_path).work_off(closing)
    assert split
    runs = Runs(tmp_path)
    view = runs.read(run)
    assert view.status == "finished"
    assert view.metrics["step"].tolist() == list(range(13))
    assert run not in Queue(Store(tmp_path))
    assert host(runs.path(run)) == HOST

    alone = runs.start(CONFIG, TEXT)
    monkeypatch.undo()
    Worker(tmp_path).work_off(closing)
    same = runs.read(alone)
    for name in ("loss", "norm", "validation"):
        np.testing.assert_array_equal(view.metrics[name], same.metrics[name])
    assert view.checkpoints == same.checkpoints
