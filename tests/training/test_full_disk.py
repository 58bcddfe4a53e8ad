"""A full or read-only disk: the reader is told, no half-written file stays, and the training
resumes."""

import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rnnviz import live
from rnnviz.locale import Refusal, translator
from rnnviz.training import Runs, TrainingConfig, Workers
from rnnviz.training.worker import Worker
from tests.systems import fill

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=200_000, validation=0.1
)
SAID = "The server's disk is full or cannot be written to"


def wait_for(condition: Callable[[], bool], seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.05)


def test_a_full_disk_is_said_and_the_training_goes_on_when_there_is_room(disk: Path) -> None:
    runs = Runs(disk / "runs")
    with Workers(runs.folder, count=1):
        run = runs.start(CONFIG, TEXT)
        wait_for(lambda: runs.step(run) > 3)
        fill(disk / "filler")
        wait_for(lambda: SAID in runs.read(run).message())
        told = live.present(runs, run, translate=translator("zh-Hans"))
        assert told["status"] in ("training", "waiting")
        assert told["message"].startswith("服务器的磁盘已满")
        with pytest.raises(Refusal, match="The disk is full; free some room"):
            runs.start(CONFIG, TEXT)
        assert runs.ids() == [run]
        step = runs.step(run)
        (disk / "filler").unlink()
        wait_for(lambda: runs.step(run) > step + 3)
        wait_for(lambda: runs.read(run).message() == "")
        runs.pause(run)
        wait_for(lambda: runs.status(run) == "paused")
    view = runs.read(run)
    assert view.metrics["step"].tolist() == list(range(view.step + 1))
    assert not list(runs.folder.rglob(".*-*-*"))


def test_a_run_that_waits_on_a_full_disk_says_why_and_others_go_on(disk: Path) -> None:
    runs = Runs(disk / "runs")
    run = runs.start(CONFIG, TEXT, until=3)
    fill(disk / "filler")
    worker = Worker(runs.folder)
    worker.work_off(threading.Event())
    view = runs.read(run)
    assert (view.status, SAID in view.message()) == ("waiting", True)
    # The run rests, so that the worker is free for others.
    assert worker.work_off(threading.Event()) is False
    (disk / "filler").unlink()
    wait_for(lambda: worker.work_off(threading.Event()) and runs.status(run) == "paused")
    assert runs.read(run).message() == ""
    assert runs.step(run) == 3


def test_a_folder_that_may_only_be_read_can_be_read(disk: Path) -> None:
    runs = Runs(disk / "runs")
    run, waiting = runs.start(CONFIG, TEXT, until=3), runs.start(CONFIG, TEXT)
    runs.pause(waiting)
    Worker(runs.folder).work_off(threading.Event())
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    try:
        again = Runs(runs.folder)
        assert live.present(again, run)["status"] == "paused"
        assert live.moment(again, run, 3, 0.8)["step"] == 3
        again.claim()
        assert again.clean_up() == []
        for ask in (again.pause, again.go_on, again.stop, again.one_step,
                    lambda one: again.show(one, probe="s"), lambda _: again.start(CONFIG, TEXT)):  # fmt: skip
            with pytest.raises(Refusal, match="Nothing can be written to the server's folder"):
                ask(run)
        assert Worker(runs.folder).work_off(threading.Event()) is False
        with pytest.raises(Refusal, match="Nothing can be written"):
            Runs(disk / "new").claim()
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    assert os.listdir(disk) == ["runs"]
