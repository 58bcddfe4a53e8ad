"""`kill -9` at every moment at which a worker changes something on the disk."""

import re
from pathlib import Path

import numpy as np
import pytest

from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.store import Store
from tests.kills import Nursery
from tests.systems import needs_linux

FATAL = re.compile(r"metrics|resume|samples|writings|attempts|lease|unlink 0|(re|after).* \.?state")
TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=3, validation=0.1
)


@needs_linux
def test_a_worker_killed_at_any_moment_loses_no_row_and_doubles_none(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    with Nursery(tmp_path) as nursery:
        run = runs.start(CONFIG, TEXT)
        moments = nursery.moments()
        whole = runs.read(run)
        assert (whole.status, whole.step) == ("finished", 3)
        # Of those that are alike, the one in the middle of the training.
        alike = {what: moments.count(what) for what in moments if FATAL.search(what)}
        assert {"before replace .resume.safetensors", "in the middle of write metrics.f64"} <= set(
            alike
        )
        for what, count in alike.items():
            run = runs.start(CONFIG, TEXT)
            assert nursery.work_off(what, count // 2 + 1), what
            found = Store(tmp_path).run(run)
            (_, rows), resume = found.rows(0), found.resume()
            if resume is not None:
                # There is a row for each step up to the resume point.
                last = int(resume["step"][0])
                assert rows["step"].tolist()[: last + 1] == list(range(last + 1)), what
            nursery.work_off()
            after = runs.read(run)
            assert after.status == "finished", what
            for name in ("step", "loss", "norm", "scale", "rate", "validation"):
                np.testing.assert_array_equal(
                    after.metrics[name], whole.metrics[name], err_msg=f"{name}, {what}"
                )
            # Time does not go back, not even behind what was lost.
            seconds = after.metrics["seconds"]
            assert (np.diff(seconds) >= 0).all(), what
            assert seconds[-1] >= rows["seconds"].max(initial=0), what
            assert after.checkpoints == whole.checkpoints
            for step in after.checkpoints:
                runs.model(run, step)
            assert not list(found.path.rglob(".*-*-*"))
        runs.one_step(run)
        nursery.work_off()
        assert runs.recorded_step(run, 4).step == 4


@pytest.mark.parametrize("rows", [[0.0, 1.0, 3.0], [0.0, 1.0, 1.0], [0.0, np.nan], [5.0, 4.0]])
def test_what_is_no_row_behind_the_one_before_is_cut_off(tmp_path: Path, rows: list[float]) -> None:
    run = Runs(tmp_path).start(CONFIG, TEXT)
    found = Store(tmp_path).run(run)
    table = np.zeros((len(rows), 7))
    table[:, 0] = rows
    (found.path / "metrics.f64").write_bytes(table.tobytes() + b"half a row")
    log, last, _ = found.rows_log()
    log.close()
    kept = [row for k, row in enumerate(rows) if k == 0 or row > rows[k - 1]]
    assert last == kept[-1]
    assert found.rows(0)[1]["step"].tolist() == kept
