"""The server's runs and workers: there when somebody trains, gone with the server."""

import io
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import pages.train.training
from pages.train.training import Training
from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig
from tests.pages.test_pages import ROUTER


class NoWorkers:
    """Workers that are only counted."""

    started: list["NoWorkers"]

    def __init__(self, folder: Path) -> None:
        self.folder, self.closed = folder, False
        NoWorkers.started.append(self)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Training:
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(pages.train.training.cluster, "workers", NoWorkers)
    NoWorkers.started = []
    return Training()


def test_workers_start_with_the_first_who_wants_to_train_and_end_with_the_server(
    training: Training, tmp_path: Path
) -> None:
    training.open()
    assert not NoWorkers.started
    assert not (tmp_path / "runs").exists()
    training.work()
    training.work()
    (workers,) = NoWorkers.started
    assert workers.folder == tmp_path / "runs"
    training.close()
    assert workers.closed


def test_without_a_server_nothing_is_started(training: Training) -> None:
    training.work()
    training.open()
    training.close()
    training.work()
    assert not NoWorkers.started


def test_runs_that_wait_from_before_go_on_with_the_server(training: Training) -> None:
    training.runs.start(TrainingConfig(corpus="helicopter").fitting(6))
    training.open()
    assert len(NoWorkers.started) == 1


def test_the_server_cleans_up_when_it_opens(training: Training) -> None:
    run = training.runs.start(TrainingConfig(corpus="helicopter").fitting(6))
    training.runs.pause(run)
    long_ago = time.time() - 30 * 24 * 3600
    os.utime(training.runs.path(run), (long_ago, long_ago))
    training.open()
    assert training.runs.ids() == [run]
    # It was seen to be old; a day later it still is.
    yesterday = time.time() - 25 * 3600
    os.utime(training.runs.folder / "old" / run, (yesterday, yesterday))
    training.open()
    assert training.runs.ids() == []


def test_a_folder_that_cannot_be_made_keeps_the_server_from_nothing(
    training: Training, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path / "file"))
    training.open()
    with pytest.raises(Refusal, match="file is not empty, and not one of rnnviz"):
        training.work()
    training.close()


def test_a_folder_of_somebody_else_is_told_in_the_log_and_on_the_page(
    training: Training,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = io.StringIO()
    monkeypatch.setattr(pages.train.training.LOG, "handlers", [logging.StreamHandler(log)])
    theirs = tmp_path / "home"
    (theirs / ".vscode-server").mkdir(parents=True)
    os.utime(theirs / ".vscode-server", (0, 0))
    monkeypatch.setenv("RNNVIZ_RUNS", str(theirs))
    training.open()
    assert "Trainings need a folder of their own" in log.getvalue()
    with pytest.raises(Refusal, match="set RNNVIZ_RUNS to an empty or a new one"):
        training.work()
    assert os.listdir(theirs) == [".vscode-server"]
    page = AppTest.from_file(str(ROUTER), default_timeout=60)
    page.switch_page("train/train.py").run()
    assert not page.exception
    assert "Trainings need a folder of their own" in page.error[0].value


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Training]]:
    """A function that opens one more server on the same folder."""
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path))
    servers: list[Training] = []

    def open_one() -> Training:
        servers.append(Training())
        servers[-1].open()
        servers[-1].work()
        return servers[-1]

    yield open_one
    for server in servers:
        server.close()


def test_two_servers_on_one_folder_train_each_run_once(
    opened: Callable[[], Training], tmp_path: Path
) -> None:
    opened(), opened()
    runs = Runs(tmp_path)
    config = TrainingConfig(corpus="helicopter", hidden_size=8, steps=200).fitting(6)
    started = [runs.start(config) for _ in range(4)]
    for run in started:
        runs.show(run, pace=0)
    deadline = time.monotonic() + 120
    while any(runs.read(run).status != "finished" for run in started):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for run in started:
        assert list(runs.read(run).metrics["step"]) == list(range(201))
