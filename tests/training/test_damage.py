"""A run whose files are damaged says so, and keeps no other from being trained."""

import json
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rnnviz import files, live
from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=3, validation=0.1
)
NESTED = "[" * 100_000
JSONS = ("run.json", "control.json", "state.json", "vocabulary.json")


def folder_instead(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def written(text: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(text) and None


CONTENTS: dict[str, Callable[[Path], None]] = {
    "empty": lambda path: path.write_bytes(b"") and None,
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "nested without end": written('{"config": ' + NESTED),
    "a list": written("[1, 2]"),
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00") and None,
    "a folder": folder_instead,
}
TYPES = {
    "control.json": [
        {"mode": 7}, {"mode": "run", "until": "soon"}, {"mode": "run", "until": 10**30},
        {"mode": "run", "probe": ["s"]}, {"mode": "run", "temperature": "hot"},
        {"mode": "run", "temperature": 1e400}, {"mode": "run", "pace": {}},
    ],
    "state.json": [
        {"status": []}, {"status": "flying"}, {"uniform": "many"}, {"failure": "x"},
        {"failure": {"message": "{0}", "values": {}}}, {"failure": {"message": 7, "values": {}}},
        {"failure": {"message": "{a.__class__}", "values": {}}},
    ],
    "run.json": [
        {}, {"config": None}, {"config": {"steps": "many"}}, {"config": {"cell": []}},
        {"config": CONFIG.to_dict(), "race": 7}, {"config": CONFIG.to_dict(), "address": "../../x"},
    ],
    "vocabulary.json": [{"tokens": []}, {"tokens": [1]}, {"tokens": "abc"}, {"tokens": [""]}],
}  # fmt: skip
DAMAGES = [
    *(pytest.param(name, do, id=f"{name}: {what}") for name in JSONS for what, do in CONTENTS.items()),
    *(
        pytest.param(name, written(json.dumps(value)), id=f"{name}: {value}"[:60])
        for name, values in TYPES.items()
        for value in values
    ),
    *(
        pytest.param(name, folder_instead, id=f"{name}: a folder")
        for name in (
            "lock", "control.lock", "metrics.f64", "samples.jsonl", "writings.jsonl", "resume.safetensors",
            "probe.safetensors", "attempts", "text.txt",
        )
    ),
    *(
        pytest.param(name, CONTENTS["no text"], id=f"{name}: no text")
        for name in ("metrics.f64", "samples.jsonl", "writings.jsonl", "resume.safetensors",
                     "probe.safetensors", "text.txt", "start.safetensors")
    ),
    pytest.param("checkpoints", shutil.rmtree, id="checkpoints: gone"),
    pytest.param("steps", shutil.rmtree, id="steps: gone"),
]  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def worker(place: Path, monkeypatch: pytest.MonkeyPatch) -> Worker:
    monkeypatch.setattr("rnnviz.training.session.SAMPLE_LENGTH", 3)
    Runs(place).claim()
    return Worker(place)


def work_off(worker: Worker, times: int = 40) -> None:
    """Work until nothing waits; a damaged run may be tried until it is given up."""
    for _ in range(times):
        if not worker.work_off(threading.Event()):
            return
    raise AssertionError("the same run is taken up ever again")


def answer(ask: Callable[[], Any]) -> Any:
    """The result, or the refusal."""
    try:
        return ask()
    except Refusal as refusal:
        return refusal


@pytest.mark.parametrize("begun", [False, True], ids=["new", "begun"])
@pytest.mark.parametrize(("name", "damage"), DAMAGES)
def test_a_damaged_run_is_set_aside_and_says_so(
    place: Path, worker: Worker, name: str, damage: Callable[[Path], None], begun: bool
) -> None:
    runs = Runs(place)
    run = runs.start(CONFIG, TEXT, until=2)
    path = runs.path(run)
    if begun:
        work_off(worker)
        runs.go_on(run)
    if not (path / name).exists():
        (path / name).touch()
    damage(path / name)
    healthy = runs.start(CONFIG, TEXT)
    work_off(worker)
    assert runs.status(healthy) == "finished"
    assert run not in runs.queue()
    told = answer(lambda: live.present(runs, run))
    if isinstance(told, Refusal):
        assert "is damaged: its file" in str(told)
    else:
        json.dumps(told, allow_nan=False)
        # It has got over it, or says what is wrong.
        assert told["status"] in ("finished", "paused") or (
            told["status"] == "failed" and told["message"]
        )
    for ask in (runs.probe, runs.model, runs.vocabulary, runs.text, runs.go_on, runs.pause,
                runs.stop, runs.one_step, lambda one: runs.recorded_step(one, 2)):  # fmt: skip
        told = answer(lambda ask=ask: ask(run))
        assert not isinstance(told, Refusal) or str(told)[-1] == "."
    work_off(worker)
    assert run not in runs.queue()


@pytest.mark.parametrize("name", ["folder", f"{7:020d}-{'a' * 16}", "x" * 200, "-".join("1" * 9)])
def test_what_is_no_place_in_the_queue_is_in_nobody_s_way(
    place: Path, worker: Worker, name: str
) -> None:
    runs = Runs(place)
    strange = place / "queue" / name
    strange.mkdir()
    run = runs.start(CONFIG, TEXT)
    assert runs.queue() == [run]
    work_off(worker)
    assert runs.status(run) == "finished"
    assert strange.is_dir()
    strange.rmdir()


def test_a_place_of_a_run_that_is_gone_is_given_up(place: Path, worker: Worker) -> None:
    runs = Runs(place)
    (place / "queue" / f"{7:020d}-{'a' * 16}").touch()
    assert runs.queue() == ["a" * 16]
    work_off(worker)
    assert runs.queue() == []


@pytest.mark.skipif(files.FOLDER is None, reason="Windows removes no file that is open")
def test_a_run_deleted_while_it_is_read_is_said_to_be_gone(place: Path, worker: Worker) -> None:
    runs = Runs(place)
    run = runs.start(CONFIG, TEXT)
    work_off(worker)
    stop, strange = threading.Event(), []

    def look() -> None:
        while not stop.is_set():
            try:
                live.present(runs, run)
                runs.model(run, 0)
            except Refusal as refusal:
                if "no such run" not in str(refusal):
                    strange.append(str(refusal))
            except Exception as error:
                strange.append(repr(error))

    looking = [threading.Thread(target=look) for _ in range(4)]
    for one in looking:
        one.start()
    for _ in range(15):
        copy = place / ("b" * 16)
        shutil.copytree(runs.path(run), copy)
        shutil.rmtree(runs.path(run))
        copy.rename(place / run)
    stop.set()
    for one in looking:
        one.join(30)
    # A run that vanishes file by file may look damaged for a moment, but never like a bug.
    assert all("is damaged" in one or "no checkpoint" in one or "not begun" in one
               for one in strange), strange  # fmt: skip
