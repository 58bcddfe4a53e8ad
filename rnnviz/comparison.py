"""Two traces of one text beside each other: what differs, and where they first part."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.model import OUTPUT_PHASES, OUTPUT_QUANTITIES
from rnnviz.trace import Trace

# Numbers that differ by less, of their own size or of 1, have been rounded otherwise.
ROUNDING = 1e-12


class Parting(NamedTuple):
    """The first number that differs: t and unit from 0, and the key of its phase."""

    t: int
    phase: str
    unit: int


class Losses(NamedTuple):
    """The mean loss of each trace in nats; None for a trace without targets."""

    original: float | None
    changed: float | None


@dataclass(frozen=True, eq=False)
class Difference(Mapping[str, Array]):
    """Of each quantity, changed − original: `difference["H"]` is (T, n, h).

    first: where the two part, in the order in which the cell computes: its parts one after the
    other, each in its own direction, and within a step phase by phase. None if nothing differs.
    """

    original: Trace
    changed: Trace
    first: Parting | None

    def __getitem__(self, name: str) -> Array:
        return self.changed[name] - self.original[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.original if name in self.changed)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        parting = "nothing differs" if self.first is None else f"first {self.first!r}"
        return f"<Difference of two traces of {self.original.cell!r}: {parting}, {self.loss!r}>"

    @property
    def loss(self) -> Losses:
        """The mean loss of the original and of the changed trace."""
        return Losses(*(_mean_loss(trace) for trace in (self.original, self.changed)))


def compare(original: Trace, changed: Trace) -> Difference:
    """What differs between two traces of cells of one kind and size, for texts of one length.

    They may differ in what is held, in the text, in the initial states and in the weights.
    Raises ValueError if the traces have not the same quantities, or not the same shapes.
    """
    names = [set(trace) - {"loss"} for trace in (original, changed)]
    if original.cell.title != changed.cell.title or names[0] != names[1]:
        raise ValueError(
            f"The traces are of {original.cell.title} and {changed.cell.title}, with "
            f"{', '.join(original)} and {', '.join(changed)}; only traces of one kind of cell can "
            "be compared."
        )
    for name in original:
        if name in changed and original[name].shape != changed[name].shape:
            raise ValueError(
                f"{name} has shape {original[name].shape} in one trace and {changed[name].shape} "
                "in the other; only texts of one length and cells of one size can be compared."
            )
    return Difference(original, changed, _first(original, changed))


def _mean_loss(trace: Trace) -> float | None:
    return float(trace["loss"].mean()) if "loss" in trace else None


def _first(original: Trace, changed: Trace) -> Parting | None:
    description = original.cell.description
    quantities = {q.name: q for q in (*description.quantities, *OUTPUT_QUANTITIES)}
    targets = [e.target for e in description.equations]
    lines = [
        (phase, quantities[target])
        for phase, target in zip(description.phases, targets, strict=True)
    ]
    if original.model and changed.model:
        lines += zip(OUTPUT_PHASES, OUTPUT_QUANTITIES, strict=True)
    for _, part in groupby(lines, key=lambda line: line[0].path):
        found = []
        for k, (phase, quantity) in enumerate(part):
            for name in filter(None, (quantity.pre, quantity.name)):
                place = _first_place(original[name], changed[name], quantity.reversed)
                if place:
                    reading = -place[0] if quantity.reversed else place[0]
                    found.append((reading, k, Parting(place[0], phase.key, place[1])))
        if found:
            return min(found)[-1]
    return None


def _first_place(original: Array, changed: Array, is_reversed: bool) -> tuple[int, int] | None:
    """The step and unit at which two tensors first differ, in any sample."""
    size = np.maximum(1, np.maximum(np.abs(original), np.abs(changed)))
    places = np.argwhere(np.any(np.abs(changed - original) > ROUNDING * size, axis=1))
    if not len(places):
        return None
    t = places[-1 if is_reversed else 0, 0]
    return int(t), int(places[places[:, 0] == t, 1].min())
