"""A training that is slowed down so that it can be watched."""

import time
from pathlib import Path
from threading import Event

import pytest

from rnnviz.training import Runs, TrainingConfig, session
from rnnviz.training.chores import Chore
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=12, validation=0.0
)


def test_a_slowed_training_takes_its_time_and_learns_the_same(tmp_path: Path) -> None:
    runs, worker = Runs(tmp_path), Worker(tmp_path)
    slow = runs.start(CONFIG, TEXT)
    runs.show(slow, pace=40)
    began = time.monotonic()
    worker.work_off(Event())
    # Between twelve steps there are eleven pauses.
    assert time.monotonic() - began >= 11 / 40
    fast = runs.start(CONFIG, TEXT)
    worker.work_off(Event())
    assert runs.status(slow) == runs.status(fast) == "finished"
    losses = [runs.read(run).metrics["loss"][1:].tolist() for run in (slow, fast)]
    assert losses[0] == losses[1]
    assert runs.read(slow).remaining == 0
    assert (runs.read(slow).pace, runs.read(fast).pace) == (40, 0)


def test_what_is_left_of_a_slowed_training_is_told_by_its_pace(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    run = runs.start(CONFIG, TEXT, until=6)
    Worker(tmp_path).work_off(Event())
    runs.show(run, pace=0.5)
    assert runs.read(run).remaining == pytest.approx(6 / 0.5)


def test_the_documents_sentence_is_slowed_unless_one_says_otherwise(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    run = runs.start(TrainingConfig(corpus="helicopter").fitting(6))
    assert runs.read(run).pace == 5
    runs.show(run, pace=0)
    assert runs.read(run).pace == 0


@pytest.mark.parametrize("pace", [-1, 1001, float("nan")])
def test_a_pace_that_does_not_fit(tmp_path: Path, pace: float) -> None:
    runs = Runs(tmp_path)
    run = runs.start(CONFIG, TEXT)
    with pytest.raises(ValueError, match=r"The pace is .*; it must be from 0 to 1000"):
        runs.show(run, pace=pace)


def test_what_costs_much_is_done_as_often_as_it_is_due_while_the_training_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The share of the time limits a task only while it would slow the training down."""
    now, done = 0.0, []
    monkeypatch.setattr(session.time, "perf_counter", lambda: now)

    def pass_by(seconds: float) -> None:
        nonlocal now
        now += seconds

    def slow() -> None:
        pass_by(0.05)
        done.append(now)

    chore = Chore(0.01, slow)
    pass_by(0.01)
    chore.do_if_due()
    assert len(done) == 1
    # At a fiftieth of the time, 0.05 s come once in 2.5 s.
    pass_by(2.4)
    chore.do_if_due()
    assert len(done) == 1
    chore.do_if_due(is_waiting=True)
    assert len(done) == 2
    pass_by(2.6)
    chore.do_if_due()
    assert len(done) == 3
