"""Many trainings at once: each combination of some settings, with one table at the end.

What is known of each lies in `sweep/` beside the runs, under a hash of its configuration and its
text, so that a sweep that was broken off goes on, and a larger one takes over what a smaller one
has found; also after the runs themselves were cleaned up.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rnnviz.locale import N_, Refusal
from rnnviz.training import cluster, records
from rnnviz.training.config import TrainingConfig
from rnnviz.training.view import RunView
from rnnviz.training.workers import Workers

MAX_TRAININGS = 10_000
# The most of a sweep's runs in the queue at a time: others want a turn as well.
AT_ONCE = 50
# Seconds between two looks at them.
LOOK = 0.2
BAR = 30

NO_SETTING = N_("{name} is no setting of a training; there are {names}.")
NO_VALUES = N_("{name} has no values in this sweep; it needs at least one.")
TOO_MANY_TRAININGS = N_("The sweep has {count} trainings; it may have {most}.")


@dataclass(frozen=True)
class Outcome:
    """What became of one training of a sweep.

    run: its id. status: finished, stopped or failed; `message` says why. loss: of the last step's
    batch; validation: on the text kept aside, as last measured; both in nats a character, None
    where there is none. seconds: of computing.
    """

    run: str
    status: str
    step: int
    loss: float | None
    validation: float | None
    seconds: float
    message: str = ""


class Trainings(Protocol):
    """What a sweep needs of `Runs`, which offer it."""

    folder: Path

    def claim(self) -> None: ...
    def ids(self) -> list[str]: ...
    def queue(self) -> list[str]: ...
    def start(self, config: TrainingConfig, text: str | None) -> str: ...
    def show(self, run: str, *, pace: float) -> None: ...
    def status(self, run: str) -> str: ...
    def go_on(self, run: str) -> None: ...
    def read(self, run: str) -> RunView: ...


def sweep(
    runs: Trainings,
    grid: Mapping[str, Sequence[Any]],
    base: TrainingConfig,
    text: str | None,
    workers: int | None,
    show: Callable[[int, int], None],
) -> list[tuple[dict[str, Any], Outcome]]:
    """As `Runs.sweep`."""
    changes = list(_combinations(grid))
    trainings = [_Training(runs, replace(base, **changed), text) for changed in changes]
    runs.claim()
    (runs.folder / "sweep").mkdir(exist_ok=True)
    with _staff(runs.folder, workers):
        while True:
            there, room = set(runs.ids()), AT_ONCE - len(runs.queue())
            for one in trainings:
                if one.outcome is None:
                    if one.run in there:
                        one.look()
                    elif room > 0:
                        one.begin()
                        room -= 1
            done = [one.outcome for one in trainings if one.outcome]
            show(len(done), len(trainings))
            if len(done) == len(trainings):
                return list(zip(changes, done, strict=True))
            time.sleep(LOOK)


def bar(done: int, count: int) -> None:
    """How many of a sweep's trainings are done, in one line of a terminal; elsewhere nothing."""
    if sys.stderr.isatty():
        full = BAR * done // count
        end = "\n" if done == count else ""
        print(f"\r{'█' * full}{'·' * (BAR - full)} {done} of {count}", end=end, file=sys.stderr)


def as_csv(found: Iterable[tuple[Mapping[str, Any], Outcome]]) -> str:
    """The outcomes of a sweep as comma-separated lines, its settings first."""
    lines = [[*changed.values(), *asdict(outcome).values()] for changed, outcome in found]
    names = [*next(iter(found), ({}, None))[0], *(field.name for field in fields(Outcome))]
    return "\n".join(",".join(map(_cell, line)) for line in [names, *lines]) + "\n"


class _Training:
    """One training of a sweep: not yet begun, in the queue, or with its outcome."""

    def __init__(self, runs: Trainings, config: TrainingConfig, text: str | None) -> None:
        self.runs, self.config, self.text = runs, config, text
        said = json.dumps([config.to_dict(), text], sort_keys=True)
        self.path = runs.folder / "sweep" / sha256(said.encode("utf-8", "replace")).hexdigest()[:32]
        self.run, self.outcome = self._known()

    def begin(self) -> None:
        # Others may have filled the queue, or the disk, since.
        with suppress(Refusal):
            self.run = self.runs.start(self.config, self.text)
            self.runs.show(self.run, pace=0)
            self._keep()

    def look(self) -> None:
        """Whether it has ended."""
        # Cleaned up just now, it begins anew.
        with suppress(Refusal):
            status = self.runs.status(self.run)
            if status == "paused":
                self.runs.go_on(self.run)
            elif status in ("finished", "stopped", "failed"):
                self.outcome = self._outcome()
                self._keep()

    def _outcome(self) -> Outcome:
        view = self.runs.read(self.run)
        losses, measured = view.metrics["loss"][1:], view.metrics["validation"]
        measured = measured[~np.isnan(measured)]
        return Outcome(
            self.run,
            view.status,
            view.step,
            float(losses[-1]) if len(losses) else None,
            float(measured[-1]) if len(measured) else None,
            float(view.metrics["seconds"][-1]) if view.rows else 0.0,
            view.message(),
        )

    def _known(self) -> tuple[str, Outcome | None]:
        with suppress(Refusal, KeyError, TypeError):
            if known := records.read_json(self.path):
                outcome = known["outcome"]
                return str(known["run"]), Outcome(**outcome) if outcome else None
        return "", None

    def _keep(self) -> None:
        outcome = self.outcome and asdict(self.outcome)
        records.put_json(self.path, {"run": self.run, "outcome": outcome})


def _combinations(grid: Mapping[str, Sequence[Any]]) -> Iterable[dict[str, Any]]:
    known = [field.name for field in fields(TrainingConfig)]
    count = 1
    for name, values in grid.items():
        if name not in known:
            raise Refusal(NO_SETTING, name=name, names=", ".join(known))
        if not len(values):
            raise Refusal(NO_VALUES, name=name)
        count *= len(values)
    if count > MAX_TRAININGS:
        raise Refusal(TOO_MANY_TRAININGS, count=count, most=MAX_TRAININGS)
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _staff(folder: Path, workers: int | None) -> AbstractContextManager[object]:
    if workers == 0:
        return nullcontext()
    return cluster.workers(folder) if workers is None else Workers(folder, workers)


def _cell(value: object) -> str:
    """A value between commas, as RFC 4180 has it."""
    said = "" if value is None else str(value)
    return '"' + said.replace('"', '""') + '"' if set(said) & set(',"\r\n') else said
