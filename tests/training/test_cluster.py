"""Trainings on a real Dask cluster: its scheduler and its workers are processes of their own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np
import psutil
import pytest

from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig, cluster
from rnnviz.training.cluster import ADDRESS, Seats
from rnnviz.training.workers import ROOT, Workers
from tests.dask import Cluster

TEXT = "she sells sea shells by the sea shore. " * 20
SHORT = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=40, validation=0.1
)
LONG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=200_000, validation=0.1
)
T = TypeVar("T")


def wait_for(condition: Callable[[], T]) -> T:
    """Its first true value; a test that hangs is ended by pytest."""
    while not (found := condition()):
        time.sleep(0.05)
    return found


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("dask"))
    yield found
    found.close()


def trainers(folder: Path) -> list[psutil.Process]:
    """Our workers that train the runs of this folder, whoever started them."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            words = process.cmdline()
            if "rnnviz.training.worker" in words and str(folder) in words:
                found.append(process)
    return found


def test_a_run_is_trained_on_the_cluster_whatever_dies(dask: Cluster, tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    runs.claim()
    with Seats(tmp_path, dask.address) as seats, Seats(tmp_path, dask.address) as others:
        # Two servers want the same seat.
        assert seats.wait_until_ready(120)
        assert others.wait_until_ready(120)
        run = runs.start(LONG, TEXT)
        # No faster than it has to be: the test waits for others than the network.
        runs.show(run, pace=50)
        wait_for(lambda: runs.step(run) > 5)
        (own,) = trainers(tmp_path)
        assert own.parents()[0].pid == dask.worker.pid

        # Its process dies: the seat starts another.
        own.kill()
        step = runs.step(run)
        wait_for(lambda: runs.step(run) > step + 5)

        # The machine dies: what it trained ends with it, and another machine goes on.
        dask.worker.kill()
        dask.worker.wait()
        wait_for(lambda: not trainers(tmp_path))
        wait_for(lambda: "has no seat" in runs.read(run).message())
        dask.worker = dask.open_worker()
        step = runs.step(run)
        wait_for(lambda: runs.step(run) > step + 5)
        assert runs.read(run).message() == ""

        # The scheduler dies, and its workers leave it.
        dask.scheduler.kill()
        dask.scheduler.wait()
        dask.worker.wait()
        wait_for(lambda: not trainers(tmp_path))
        wait_for(lambda: "does not answer" in runs.read(run).message())
        dask.scheduler, dask.worker = dask.open_scheduler(), dask.open_worker()
        step = runs.step(run)
        wait_for(lambda: runs.step(run) > step + 5)

        # One server ends: the other still wants the seat.
        seats.close()
        step = runs.step(run)
        wait_for(lambda: runs.step(run) > step + 5)
        assert len(trainers(tmp_path)) == 1
        runs.pause(run)
        wait_for(lambda: runs.status(run) == "paused")
    wait_for(lambda: not trainers(tmp_path))
    view = runs.read(run)
    assert view.metrics["step"].tolist() == list(range(view.step + 1))
    assert (np.diff(view.metrics["seconds"]) >= 0).all()


def test_seats_are_ready_before_the_folder_of_the_runs_is_there(
    dask: Cluster, tmp_path: Path
) -> None:
    with Seats(tmp_path / "not" / "yet", dask.address) as seats:
        assert seats.wait_until_ready(120)
    # The runs are ours.
    Runs(tmp_path / "not" / "yet").claim()


def test_a_seat_that_cannot_begin_says_why(
    dask: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = Runs(tmp_path)
    runs.claim()
    run = runs.start(SHORT, TEXT)
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "_version", lambda: "another")
        with Seats(tmp_path, dask.address) as seats:
            wait_for(lambda: "another version" in runs.read(run).message())
            assert not seats.wait_until_ready(0)
    assert runs.read(run).message() == ""
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "_name", lambda _: "of another folder")
        with Seats(tmp_path, dask.address):
            wait_for(lambda: "does not see the folder" in runs.read(run).message())
    with monkeypatch.context() as patch:
        # It is called with three words, which are no number.
        patch.setattr(cluster, "train", int)
        patch.setattr(cluster, "AGAIN", 0.5)
        with Seats(tmp_path, dask.address):
            wait_for(lambda: "broke off" in runs.read(run).message())
            patch.undo()
            wait_for(lambda: runs.status(run) == "finished")


@pytest.mark.parametrize("named", ["8786", "http://host:1", "<b>", " tcp://host:1"])
def test_what_is_no_address_is_refused(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv(ADDRESS, named)
    with pytest.raises(Refusal, match=re.escape(f"address is {named};")):
        cluster.address()


def test_without_an_address_workers_are_of_this_machine_and_dask_is_not_imported(
    tmp_path: Path,
) -> None:
    program = """
import sys
from pathlib import Path
from rnnviz.training import cluster
with cluster.workers(Path(sys.argv[1])) as workers:
    print(type(workers).__name__, [name for name in sys.modules if name.startswith(("dask", "distrib"))])
"""
    environment = {name: value for name, value in os.environ.items() if name != ADDRESS}
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert told.split() == [Workers.__name__, "[]"]
