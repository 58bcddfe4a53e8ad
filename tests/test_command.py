"""The command `rnnviz`: what one asks for is done, and what cannot be done is said in a sentence."""

import io
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from rnnviz import weights
from rnnviz.__main__ import main
from rnnviz.training import Runs, TrainingConfig
from tests.serving import HOST, ROOT
from tests.systems import fill, needs_posix, no_longer_files

VERBS = ("run", "teach", "train", "look", "site", "grade", "trainings")


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """The other tests of this process keep their small numbers."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("torch.set_flush_denormal", lambda _on: True)
        yield


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "model.safetensors"
    words = ["helicopter", "--cell", "lstm", "--units", "8", "--steps", "3", "--save", str(path)]
    assert main(["train", *words]) == 0
    return path


def test_a_text_is_learnt_and_written_while_one_watches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, kept = tmp_path / "text.txt", tmp_path / "model.safetensors"
    text.write_bytes(("she sells sea shells by the sea shore. " * 20).encode("utf-16"))
    assert main(["train", str(text), "--units", "8", "--steps", "20", "--save", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "GRU, 8 units, 780 characters" in said
    assert [line.split()[1] for line in said.splitlines() if line.startswith("step ")] == [
        "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"
    ]  # fmt: skip
    assert "nats a character on the text that was kept aside" in said
    found = weights.from_bytes(kept.read_bytes())
    assert (found.cell.name, found.cell.hidden_size) == ("gru", 8)


def test_a_kept_model_is_looked_at_in_the_browser(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    page = tmp_path / "stage.html"
    assert main(["look", str(model), "想要有直升机", "--out", str(page)]) == 0
    assert opened == [page.as_uri()]
    written = page.read_text("utf-8")
    assert "</html>" in written
    assert all(json.dumps(sign)[1:-1] in written for sign in "想要有直升机")
    assert main(["look", str(model), "想要", "--out", str(page), "--quiet"]) == 0
    assert len(opened) == 1


def test_where_there_is_no_browser_the_file_is_named(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _url: False)
    page = tmp_path / "stage.html"
    assert main(["look", str(model), "想要", "--out", str(page)]) == 0
    said = capsys.readouterr()
    assert said.out == f"{page}\n"
    assert said.err == "There is no browser here; open the file with one.\n"


def test_a_place_that_cannot_be_written_is_named_before_the_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (tmp_path / "nowhere" / "model.safetensors", tmp_path):
        assert main(["train", "helicopter", "--save", str(place)]) == 1
        said = capsys.readouterr()
        assert (said.out, said.err.partition(place.name)[0]) == (
            "",
            f"rnnviz: {place.parent}{os.sep}",
        )


def test_a_file_that_is_there_is_replaced_only_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "thesis.tex"
    place.write_text("mine", "utf-8")
    command = ["train", "helicopter", "--units", "8", "--steps", "1", "--save", str(place)]
    assert main(command) == 1
    said = capsys.readouterr()
    assert (said.out, place.read_text("utf-8")) == ("", "mine")
    assert said.err == (
        f"rnnviz: {place} is there already. Give another name, or add `--force` to replace it.\n"
    )
    assert main([*command, "--force"]) == 0
    assert weights.from_bytes(place.read_bytes()).cell.hidden_size == 8
    assert list(tmp_path.iterdir()) == [place]


@needs_posix
def test_a_link_that_the_user_names_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    place, link = tmp_path / "model.safetensors", tmp_path / "link"
    link.symlink_to(place)
    assert main(["train", "helicopter", "--units", "8", "--steps", "1", "--save", str(link)]) == 0
    assert link.is_symlink()
    assert weights.from_bytes(place.read_bytes()).cell.hidden_size == 8


def test_a_full_disk_takes_neither_the_old_file_nor_the_training(
    disk: Path, tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    elsewhere, place = tmp_path_factory.mktemp("elsewhere"), disk / "model.safetensors"
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    place.write_bytes(b"the old one")
    fill(disk / "filler")
    command = ["train", "helicopter", "--units", "64", "--steps", "1", "--force"]
    assert main([*command, "--save", str(place)]) == 1
    said = capsys.readouterr().err
    (found,) = elsewhere.iterdir()
    assert said == (
        f"rnnviz: {place}: No space left on device\n"
        f"The model is in {found} instead; move it from there.\n"
    )
    assert weights.from_bytes(found.read_bytes()).cell.hidden_size == 64
    assert place.read_bytes() == b"the old one"
    assert sorted(disk.iterdir()) == [disk / "filler", place]


@pytest.mark.parametrize("is_terminal", [False, True])
def test_where_nothing_can_be_written_a_terminal_waits_for_room(
    is_terminal: bool, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    place = tmp_path / "model.safetensors"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: is_terminal))
    command = ["train", "helicopter", "--units", "8", "--steps", "1", "--save", str(place)]
    with ExitStack() as full:
        full.enter_context(no_longer_files(than=1000))
        monkeypatch.setattr("builtins.input", lambda _sentence: full.close())
        assert main(command) == (0 if is_terminal else 1)
    assert f"It could not be written to {tmp_path} either." in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [place.name] * is_terminal


def test_a_model_that_no_file_may_hold_is_refused_before_its_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(weights, "MAX_BYTES", 1000)
    place = tmp_path / "model.safetensors"
    assert main(["train", "helicopter", "--units", "8", "--save", str(place)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err[:21]) == ("", "rnnviz: The file has ")
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_named_with_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["run", "--port", str(port)]) == 1
    other = port + 1 if port < 65535 else 8501
    said = capsys.readouterr().err
    assert said.startswith(f"rnnviz: Something answers at port {port} already")
    assert f"`--port {other}` takes another one" in said


def test_a_reader_who_has_had_enough_ends_it_quietly(model: Path) -> None:
    command = [sys.executable, "-m", "rnnviz", "look", str(model), "想要", "--quiet"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as looks:
        assert looks.stdout
        assert looks.stderr
        looks.stdout.close()
        assert looks.wait(60) == 1
        assert looks.stderr.read() == b""


def test_the_trainings_of_the_app_are_listed_and_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path / "runs"))
    assert main(["trainings"]) == 0
    assert capsys.readouterr().err == "No training waits or goes on.\n"
    run = Runs(tmp_path / "runs").start(TrainingConfig(corpus="helicopter").fitting(6))
    assert main(["trainings"]) == 0
    assert f"{run}\twaiting\tGRU, helicopter, step 0" in capsys.readouterr().out
    assert main(["trainings", "--clear"]) == 0
    assert capsys.readouterr().out == "1 paused\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "nowhere.txt"], "rnnviz: nowhere.txt: No such file or directory"),
        (["train", "helicopter", "--cell", "x"], "rnnviz: cell is 'x'; it must be one of rnn, gru"),
        (
            ["train", "helicopter", "--steps", "0"],
            "rnnviz: --steps is 0; it must be a whole number",
        ),
        (
            ["train", "helicopter", "--units", "3"],
            "rnnviz: --units is 3; it must be a whole number",
        ),
        (["train", "-"], "rnnviz: The file is empty; a text needs at least two characters."),
        (["teach", "--plan", "nowhere"], "rnnviz: nowhere: No such file or directory"),
        (["teach", "--plan", __file__], "rnnviz: This file is no lecture plan: line 1 is no JSON."),
        (["look", "nowhere", "text"], "rnnviz: nowhere: No such file or directory"),
        (["look", "MODEL", "想"], "rnnviz: The text needs two characters"),
        (["look", "MODEL", "hello"], "rnnviz: 'h', 'e', 'l', 'o' are not in the vocabulary"),
        (["look", __file__, "text"], "rnnviz: The file is not a safetensors file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str], sentence: str, model: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO()))
    assert main([str(model) if word == "MODEL" else word for word in words]) == 1
    assert capsys.readouterr().err.startswith(sentence)


def test_the_core_alone_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rnnviz.__main__.find_spec", lambda _name: None)
    for words in (["run"], ["teach"]):
        assert main(words) == 1
        assert 'pip install ".[app]"' in capsys.readouterr().err
    # A training needs PyTorch alone.
    assert main(["train", "helicopter"]) == 1
    assert "pip install torch" in capsys.readouterr().err


def test_the_static_edition_needs_nothing_but_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[object, ...]] = []

    def write(folder: Path, config: Path, icon: Path, *given: object) -> list[str]:
        assert config.exists()
        assert icon.exists()
        asked.append((folder, *given))
        return ["one page"]

    monkeypatch.setattr("rnnviz.site.write", write)
    assert main(["site", str(tmp_path)]) == 0
    address, project = "https://example.org/rnn", "https://example.org/code/"
    assert main(["site", str(tmp_path), "--address", address, "--project", project]) == 0
    assert main(["site", str(tmp_path), "--plotly", "basic.js"]) == 0
    assert [(one[1], one[3], one[4]) for one in asked] == [
        ("", "", None), (f"{address}/", project, None), ("", "", Path("basic.js")),
    ]  # fmt: skip
    assert capsys.readouterr().out.startswith("1 pages, 0.0 MB, in")


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"], ["run", "--port", "0"], ["look", "model"], ["train", "book", "--steps", "many"],
        ["look", "model", "text", "--language", "xx"], ["site", "folder", "--project", "here"],
    ],
)  # fmt: skip
def test_what_is_no_command_is_told_how_to_be_one(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage: rnnviz" in capsys.readouterr().err


def test_help_names_every_verb_in_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"\n    {verb} +\w", said) for verb in VERBS)
    assert main([]) == 2
    assert capsys.readouterr().err == said
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    cells = re.search(r"one of ([^;]+);", " ".join(capsys.readouterr().out.split()))
    assert cells
    assert main(["train", "helicopter", "--cell", "none"]) == 1
    assert f"must be one of {cells[1]}." in capsys.readouterr().err


def test_an_edition_is_not_written_over_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("mine", "utf-8")
    assert main(["site", str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
