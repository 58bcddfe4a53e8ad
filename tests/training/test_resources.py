"""The resources of a training: the estimate against a real process, and the size that would fit."""

import json
import re
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig, resources, store
from rnnviz.training.corpora import decoded
from rnnviz.training.session import MAX_SAMPLE_BYTES
from rnnviz.training.worker import Worker
from tests.forks import Forks

LARGEST = TrainingConfig(
    cell="lstm", hidden_size=512, batch_size=256, sequence_length=512, validation=0.0
)
MEASURE = """
import json, re, sys
from pathlib import Path
from rnnviz.training.config import TrainingConfig
from rnnviz.training.trainer import Trainer
import torch

def peak():
    # What `getrusage` says begins with the memory of the process that started this one.
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])

text = "".join(chr(0x4E00 + k % int(sys.argv[2])) for k in range(200_000))
small = TrainingConfig(corpus="own", hidden_size=8, batch_size=1, sequence_length=2)
Trainer(small, text).recorded_step()
before = peak()
trainer = Trainer(TrainingConfig(**json.loads(sys.argv[1])), text)
trainer.step()
trainer.validation_loss()
trainer.recorded_step().to_bytes()
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize(
    ("q", "changed"),
    [
        (100, {"cell": "lstm", "hidden_size": 256, "batch_size": 128, "sequence_length": 128}),
        (100, {"cell": "gru", "hidden_size": 256, "batch_size": 128, "sequence_length": 128}),
        (100, {"cell": "rnn", "hidden_size": 256, "batch_size": 128, "sequence_length": 128}),
        (5000, {"cell": "gru", "hidden_size": 256, "batch_size": 16, "sequence_length": 32}),
    ],
)
def test_the_estimate_is_near_what_a_process_takes(
    forks: Forks, tmp_path: Path, q: int, changed: dict[str, Any]
) -> None:
    config = TrainingConfig(corpus="own", **changed)
    taken = int(forks.run(MEASURE, tmp_path, json.dumps(config.to_dict()), str(q)))
    assert 0.6 * taken < resources.memory(config, q) < 2 * taken, (
        taken,
        resources.memory(config, q),
    )


def suggested(refusal: Refusal) -> dict[str, int]:
    found = re.search(r"(\d+) units in batches of (\d+) × (\d+) would fit", str(refusal))
    names = ("hidden_size", "batch_size", "sequence_length")
    return dict(zip(names, map(int, found.groups()), strict=True))


@pytest.mark.parametrize("q", [2, 100, 5000, 100_000])
@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_what_does_not_fit_is_refused_with_the_size_that_would(cell: str, q: int) -> None:
    largest = replace(LARGEST, cell=cell, steps=1_000_000)
    with pytest.raises(Refusal, match="MB of memory") as refused:
        resources.check(largest, q)
    fits = replace(largest, **suggested(refused.value))
    resources.check(fits, q)
    assert resources.memory(fits, q) > 0.3 * resources.MAX_MEMORY or resources.disk(fits, q) > 1e9


def test_a_text_of_too_many_characters_for_anything_says_how_many_fit() -> None:
    with pytest.raises(Refusal, match=r"too many for any network. At most (\d+) fit") as refused:
        resources.check(LARGEST, 10_000_000)
    most = int(re.search(r"At most (\d+)", str(refused.value))[1])
    resources.check(replace(LARGEST, hidden_size=8, batch_size=1, sequence_length=1), most)


def test_a_novel_s_characters_and_the_plain_recipe_fit() -> None:
    resources.check(TrainingConfig(hidden_size=512, cell="lstm"), 4000)
    resources.check(TrainingConfig.plain(), 200)


def test_what_a_run_writes_has_a_limit_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rnnviz.training.session.MAX_DISK", 300_000)
    runs = Runs(tmp_path)
    run = runs.start(TrainingConfig(corpus="brackets", hidden_size=64, steps=100_000))
    Worker(tmp_path).work_off(Event())
    view = runs.read(run)
    assert view.status == "failed"
    assert view.message().startswith("The training has written")
    assert store.RunFiles(runs.path(run)).size() < 320_000
    # What it has learnt is kept.
    runs.model(run)


def test_single_steps_make_room_for_newer_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, worker = Runs(tmp_path), Worker(tmp_path)
    run = runs.start(TrainingConfig(corpus="brackets", hidden_size=8), until=1)
    worker.work_off(Event())
    size = (runs.path(run) / "steps/00000001.safetensors").stat().st_size
    monkeypatch.setattr(store, "MAX_STEPS_BYTES", 3 * size + 500)
    for _ in range(5):
        runs.one_step(run)
        worker.work_off(Event())
    assert runs.read(run).recorded_steps == (4, 5, 6)


HEAPED = "e" + "\u0301" * 40


def test_a_character_heaped_with_marks_is_refused() -> None:
    with pytest.raises(Refusal, match=r"begins with e has 81 bytes; it may have 64"):
        decoded(f"she s{HEAPED}lls".encode())
    family = "👨🏻‍👩🏽‍👧🏿‍👦🏼"
    assert decoded(f"a {family}".encode()) == f"a {family}"


def test_a_run_on_a_text_of_heaped_marks_ends_with_a_sentence(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    config = TrainingConfig(
        corpus="own", hidden_size=8, batch_size=1, sequence_length=2, steps=3, validation=0
    )
    run = runs.start(config, ("e" + "\u0301" * 1_000_000) + "abcde")
    Worker(tmp_path).work_off(Event())
    assert "has 2000001 bytes; it may have 64" in runs.read(run).message()


def test_a_sample_has_a_size(tmp_path: Path) -> None:
    text = "".join(chr(0x1F600 + k) + "\u0301" * 28 for k in range(9)) * 3
    config = TrainingConfig(
        corpus="own", hidden_size=8, batch_size=1, sequence_length=2, steps=3, validation=0
    )
    runs = Runs(tmp_path)
    run = runs.start(config, text)
    Worker(tmp_path).work_off(Event())
    (sample,) = runs.read(run).samples
    assert MAX_SAMPLE_BYTES - 64 < len(sample.text.encode()) <= MAX_SAMPLE_BYTES
