"""The folder of runs: which files are ours, who may read them, and when they are removed."""

import os
import stat
import time
from pathlib import Path

import pytest

from rnnviz import files
from rnnviz.files import Log
from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.store import FOLDER_MARK, MAKING_LOCK, RUN_MARK
from tests.systems import needs_posix

CONFIG = TrainingConfig(corpus="helicopter", hidden_size=8, steps=2).fitting(6)


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def made_long_ago(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        os.utime(path, (0, 0), follow_symlinks=os.utime not in os.supports_follow_symlinks)


def test_a_folder_that_is_somebody_else_s_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in (".vscode-server", ".oh-my-zsh", f".gone-{'a' * 16}", "b" * 16):
        (home / name).mkdir(parents=True)
        (home / name / "file").write_text("theirs")
    made_long_ago(home)
    before = everything(home)
    with pytest.raises(Refusal, match="is not empty, and not one of rnnviz"):
        Runs(home)
    assert everything(home) == before


@needs_posix
def test_what_does_not_carry_our_mark_stays_in_a_folder_that_does(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs", max_age=0)
    old = runs.start(CONFIG)
    runs.stop(old)
    theirs = {"notes.txt", "c" * 16, f".new-{'d' * 16}", f".gone-{'e' * 16}", ".zsh-plugins"}
    for name in theirs:
        (runs.folder / name).mkdir()
        (runs.folder / name / "file").write_text("theirs")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / RUN_MARK).touch()
    (runs.folder / f".gone-{'f' * 16}").symlink_to(outside)
    half_gone = runs.folder / f".gone-{'0' * 16}"
    half_gone.mkdir()
    (half_gone / RUN_MARK).touch()
    (half_gone / "metrics.f64").touch()
    made_long_ago(runs.folder)
    assert runs.clean_up() == []
    made_long_ago(runs.folder)
    assert runs.clean_up() == [old]
    found = set(os.listdir(runs.folder))
    assert theirs <= found
    assert all((runs.folder / name / "file").exists() for name in theirs)
    assert (outside / RUN_MARK).exists()
    assert not half_gone.exists()


def test_what_is_being_made_by_another_process_is_not_swept_away(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs")
    runs.claim()
    new = runs.folder / f".new-{'a' * 16}"
    new.mkdir()
    (new / RUN_MARK).touch()
    making = files.lock(runs.folder / MAKING_LOCK)
    assert making
    with making:
        made_long_ago(runs.folder)
        runs.clean_up()
        assert new.exists()
    runs.clean_up()
    assert not new.exists()


def test_runs_of_an_earlier_version_are_adopted(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    runs = Runs(folder)
    run = runs.start(CONFIG)
    (folder / FOLDER_MARK).unlink()
    (runs.path(run) / RUN_MARK).unlink()
    place = next((folder / "queue").iterdir())
    place.rename(place.with_name(f"{7:020d}-{run}"))
    (runs.path(run) / "run.json").chmod(0o644)
    (folder / "queue.lock").unlink()
    again = Runs(folder)
    assert again.status(run) == "waiting"
    assert not (folder / FOLDER_MARK).exists()
    again.claim()
    assert (folder / FOLDER_MARK).exists()
    assert (again.path(run) / RUN_MARK).exists()
    if os.name == "posix":
        assert stat.S_IMODE((again.path(run) / "run.json").stat().st_mode) == 0o600
    assert Runs(folder).queue() == [run]


def test_to_look_for_runs_makes_no_folder(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs")
    assert runs.ids() == runs.queue() == []
    with pytest.raises(Refusal, match="There is no such run"):
        runs.read("a" * 16)
    assert not runs.folder.exists()


@needs_posix
def test_only_their_owner_may_read_the_files_of_a_run(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        runs = Runs(tmp_path / "runs")
        run = runs.start(CONFIG)
        runs.show(run, temperature=1.0)
    finally:
        os.umask(before)
    for path in (runs.path(run), *runs.path(run).rglob("*")):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE(runs.path(run).stat().st_mode) == 0o700


def test_a_clock_fifteen_days_ahead_removes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = Runs(tmp_path / "runs")
    run = runs.start(CONFIG)
    runs.stop(run)
    really = time.time
    with monkeypatch.context() as wrong:
        wrong.setattr("rnnviz.training.runs.time", lambda: really() + 15 * 24 * 3600)
        for _ in range(3):
            assert runs.clean_up() == []
        runs.start(CONFIG)
    # Put right again, it has not been seen to be old.
    assert runs.clean_up() == []
    assert not list((runs.folder / "old").iterdir())
    assert run in runs.ids()


def test_a_short_write_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: write(fd, bytes(data)[:3]))
    log = Log(tmp_path / "log")
    log.append(b"seventeen letters")
    files.put(tmp_path / "file", b"all of it")
    monkeypatch.undo()
    assert (tmp_path / "log").read_bytes() == b"seventeen letters"
    assert (tmp_path / "file").read_bytes() == b"all of it"


def test_what_cannot_be_written_whole_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.put(tmp_path / "file", b"old")
    log = Log(tmp_path / "log")
    log.append(b"old")
    write, taken = os.write, []

    def full(fd: int, data: bytes) -> int:
        if taken:
            raise OSError(28, "No space left on device")
        taken.append(write(fd, bytes(data)[:1]))
        return taken[-1]

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        log.append(b"new")
    taken.clear()
    with pytest.raises(OSError, match="No space"):
        files.put(tmp_path / "file", b"new")
    monkeypatch.undo()
    assert (tmp_path / "log").read_bytes() == b"old"
    assert (tmp_path / "file").read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["file", "log"]
