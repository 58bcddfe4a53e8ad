"""Training runs on disk, made in this process, for the tests of the views."""

import shutil
import tempfile
from pathlib import Path
from threading import Event
from typing import Any

from rnnviz.training import Runs, TrainingConfig

TEXT = "she sells sea shells by the sea shore, the shells she sells are sea shells.\n" * 10


def train(
    folder: Path,
    text: str = TEXT,
    *,
    ends: str = "finished",
    until: int | None = None,
    **changed: Any,
) -> str:
    """A run that has ended, by its id: a GRU of 9 units after 11 steps, unless changed.

    ends: how. until: where it pauses. folder: where it lies in the end; a server may be at work
    there, whose workers do not take it.
    """
    import torch

    from rnnviz.training.worker import Worker

    # As in a worker of the server; two threads in two test processes wait for one another.
    torch.set_num_threads(1)
    small = {"corpus": "own", "hidden_size": 9, "batch_size": 4, "sequence_length": 8, "steps": 11}
    with tempfile.TemporaryDirectory() as aside:
        runs = Runs(Path(aside))
        run = runs.start(TrainingConfig(**small | changed), text, until=until)  # type: ignore[arg-type]
        Worker(Path(aside)).work_off(Event())
        assert runs.status(run) == ends
        Runs(folder).claim()
        shutil.move(runs.path(run), folder / run)
    return run
