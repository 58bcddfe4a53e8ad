"""Runs as TensorBoard reads them. `make notebooks` holds a run's own file to TensorBoard's reader."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rnnviz.locale import Refusal
from rnnviz.training import Runs, to_tensorboard
from tests.training_runs import train

# What TensorBoard 2.21.0 writes of the same events.
OWN = bytes.fromhex(
    "1800000000000000a37f4b22090000000000448f401a0d627261696e2e4576656e743a32aba33345"
    "2300000000000000b09f7743090000000000448f402a180a160a0f6c6f73732f76616c69646174696f6e1500005040eb0de8c4"
    "3a000000000000001295eae2090000000000568f4010ac022a2c0a140a0d6c6f73732f747261696e696e671500002040"
    "0a140a0d6772616469656e742f6e6f726d15cdcccc3d3830113b"
)


def test_the_file_is_to_the_byte_what_tensorboard_itself_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = np.full(2, np.nan)
    metrics: dict[str, Any] = {
        "step": np.array([0.0, 300.0]),
        "seconds": np.array([0.0, 2.25]),
        "loss": np.array([np.nan, 2.5]),
        "validation": np.array([3.25, np.nan]),
        "norm": np.array([np.nan, 0.1]),
        "scale": nothing,
        "rate": nothing,
    }
    runs = Runs(tmp_path / "runs")
    monkeypatch.setattr(runs, "created", lambda _run: 1000.5)
    monkeypatch.setattr(runs, "read", lambda _run: SimpleNamespace(metrics=metrics))
    [path] = to_tensorboard(runs, ["mine"], tmp_path / "board")
    assert path == tmp_path / "board" / "mine" / "events.out.tfevents.1000.rnnviz"
    assert path.read_bytes() == OWN


def test_each_run_has_a_folder_and_is_written_anew(tmp_path: Path) -> None:
    runs, board = Runs(tmp_path / "runs"), tmp_path / "board"
    names = [train(runs.folder), train(runs.folder, seed=1)]
    first = to_tensorboard(runs, names, board)
    assert [path.parent.name for path in first] == names
    assert to_tensorboard(runs, names[0], str(board)) == first[:1]
    assert len([*board.rglob("events.*")]) == 2
    with pytest.raises(Refusal):
        to_tensorboard(runs, ["0123456789abcdef"], board)
