"""What is wrong with a recurrent model of PyTorch's: each finding is an experiment, with the numbers that prove it.

An experiment changes what the model reads, runs it again, and looks at what moves: a fault is found where something
moves that must not, or stays where it must move. What no experiment can tell is said, too.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, overload

from rnnviz.diagnosis.display import html
from rnnviz.diagnosis.experiments import EXPERIMENTS, TAKES
from rnnviz.diagnosis.patient import Finding, Patient, RefusedError, Unknown
from rnnviz.diagnosis.reading import not_finite
from rnnviz.diagnosis.where import Where
from rnnviz.frameworks.untouched import as_it_was


@dataclass(frozen=True)
class Report(Sequence[Finding]):
    """What was found, in the order of the experiments. unknown: what could not be told, and why. passes: how often the
    model was run, forwards or forwards and back."""

    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]
    passes: int

    @overload
    def __getitem__(self, k: int) -> Finding: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, k: int | slice) -> Finding | tuple[Finding, ...]:
        return self.findings[k]

    def __len__(self) -> int:
        return len(self.findings)

    def __str__(self) -> str:
        """A line for each finding, and for what could not be told."""
        lines = [f"{one.fault}: {one.sentence}" for one in self.findings] or ["Nothing was found."]
        return "\n".join(
            [*lines, *(f"{one.fault}: cannot tell. {one.why}" for one in self.unknown)]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The findings in a notebook, each with its numbers and the stage where one sees it."""
        return html(self.findings, self.unknown, self.passes)


def doctor(
    module: Any,
    batch: Any,
    targets: Any = None,
    loss: Callable[[Any, Any], Any] | None = None,
    *,
    samples: int | None = None,
    lengths: Any = None,
    optimizer: Any = None,
    held_out: Any = None,
) -> Report:
    """What experiments find wrong with a module, on a batch that it is to read.

    batch, targets, loss: as `rnnviz.look` takes them. samples: the axis of the samples in what the module reads, 0 or
    1; the steps are the other one. Without it, it follows from targets of one number a sample; else it is taken as the
    recurrent layer reads it, and whether that is right cannot be told. lengths: how many steps of each sample are no
    padding, (n,).
    optimizer: the one that trains the module. held_out: the batch on which it is judged, of the form of batch.

    The module is run at most `Patient.MOST_PASSES` times, as after `eval()`, and is afterwards as it was.
    Raises Refusal for a batch in which no tensor has samples and steps, for lengths of other samples, for a held_out of
    another form, and for an output that is no tensor; and whatever the module raises for its own batch. What it raises
    for another one is told as unknown.
    """
    patient = Patient(module, batch, targets, loss, samples, lengths, optimizer, held_out)
    if held_out is not None:
        patient.check_held_out()
    with as_it_was(loss) if hasattr(loss, "named_modules") else nullcontext():
        found = [*_found(patient)]
    return Report(
        tuple(one for one in found if isinstance(one, Finding)),
        tuple(one for one in found if isinstance(one, Unknown)),
        patient.passes,
    )


def _found(patient: Patient) -> Iterator[Finding | Unknown]:
    broken = [*not_finite(patient)]
    yield from broken
    if broken:
        # What moves cannot be told from numbers that are none.
        return
    for experiment in EXPERIMENTS:
        lacks = [name for name in experiment.takes if not patient.has(name)]
        if lacks:
            yield Unknown(experiment.fault, TAKES[lacks[0]])
            continue
        try:
            yield from experiment.run(patient)
        except RefusedError as reason:
            yield Unknown(experiment.fault, f"The module does not take what was changed: {reason}")


__all__ = ["Finding", "Patient", "Report", "Unknown", "Where", "doctor"]
