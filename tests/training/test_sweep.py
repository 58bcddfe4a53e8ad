"""Many trainings at once, one table at the end, and nothing trained twice."""

import csv
import io
import threading
from pathlib import Path

import numpy as np
import pytest

from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig, as_csv, sweep
from rnnviz.training.trainer import Trainer
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
BASE = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=6, validation=0.1
)
GRID = {"cell": ["rnn", "gru"], "seed": range(2)}


class Here:
    """What a sweep shows; between two looks a worker in this process takes the next runs."""

    def __init__(self, runs: Runs, most: int) -> None:
        self.worker, self.left, self.shown = Worker(runs.folder), most, list[tuple[int, int]]()

    def __call__(self, done: int, count: int) -> None:
        self.shown.append((done, count))
        if done < count and self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        self.worker.work_off(threading.Event())


def test_a_sweep_trains_each_combination_and_a_larger_one_takes_it_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = Runs(tmp_path)
    monkeypatch.setattr(sweep, "LOOK", 0.0)
    monkeypatch.setattr(sweep, "AT_ONCE", 1)
    with pytest.raises(KeyboardInterrupt):
        runs.sweep(GRID, BASE, TEXT, workers=0, show=Here(runs, 2))
    begun = runs.ids()
    assert 0 < len(begun) < 4
    seen = Here(runs, 1000)
    found = runs.sweep(GRID, BASE, TEXT, workers=0, show=seen)
    assert [changed for changed, _ in found] == [
        {"cell": cell, "seed": seed} for cell in ("rnn", "gru") for seed in (0, 1)
    ]
    assert set(begun) < {outcome.run for _, outcome in found} == set(runs.ids())
    assert seen.shown[-1] == (4, 4)
    for changed, outcome in found:
        trainer = Trainer(TrainingConfig(**{**BASE.to_dict(), **changed}), TEXT)
        losses = [trainer.step().loss for _ in range(6)]
        assert (outcome.status, outcome.step) == ("finished", 6)
        assert outcome.loss == pytest.approx(losses[-1], rel=1e-6)
        assert outcome.validation == pytest.approx(trainer.validation_loss(), rel=1e-6)
    # Cleaned up meanwhile; what they found is kept.
    for run in runs.ids()[:3]:
        runs._store.remove(run)
    larger = runs.sweep({**GRID, "seed": range(3)}, BASE, TEXT, workers=0, show=Here(runs, 1000))
    assert [one for one in larger if one[0]["seed"] < 2] == found
    assert len(runs.ids()) == 1 + 2

    rows = list(csv.DictReader(io.StringIO(as_csv(larger))))
    assert [row["cell"] for row in rows] == ["rnn"] * 3 + ["gru"] * 3
    np.testing.assert_allclose([float(row["loss"]) for row in rows], [o.loss for _, o in larger])
    # Another text is another training.
    other = runs.sweep({"seed": [0]}, BASE, TEXT + "!", workers=0, show=Here(runs, 1000))
    assert other[0][1].run not in {outcome.run for _, outcome in larger}


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ({"colour": [1]}, "colour is no setting of a training; there are corpus, cell"),
        ({"seed": []}, "seed has no values in this sweep"),
        ({"seed": range(200), "hidden_size": range(200)}, "has 40000 trainings; it may have 10000"),
        ({"cell": ["gru", "x"]}, "cell is "),
    ],
)
def test_a_sweep_that_does_not_fit_is_refused_before_anything_is_trained(
    tmp_path: Path, grid: dict[str, list[object]], said: str
) -> None:
    runs = Runs(tmp_path)
    with pytest.raises(Refusal, match=said):
        runs.sweep(grid, BASE, TEXT)
    assert runs.ids() == []
