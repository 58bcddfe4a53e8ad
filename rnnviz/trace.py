"""Every named tensor at every step of one run through a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from reprlib import repr as short
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rnnviz.holds import Hold, held_values
from rnnviz.text import characters

if TYPE_CHECKING:
    from rnnviz.cells import Cell, Composite
    from rnnviz.model import SequenceModel
    from rnnviz.readings import Readings

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Trace(Mapping[str, Array]):
    """The result of a cell, or of a model around it: `trace["H"]` is (T, n, h).

    Axis 0 is time; initial states ("H0") have no such axis. A trace of a model also knows
    the model, the input characters and, if given, the targets.

    holds: what was held by hand; the tensors have the held values in them. free: what each held
    quantity would have been there, (T, n, h), its own equation's value with all that it reads.
    readings: those of a sensor, where the inputs are numbers and not characters.
    arriving: of a cell in a larger network, ∂L that arrives from there at its quantities, (T, n, ·) each.
    """

    cell: Cell | Composite
    tensors: Mapping[str, Array]
    model: SequenceModel | None = None
    inputs: tuple[str, ...] = ()
    targets: tuple[str, ...] | None = None
    holds: tuple[Hold, ...] = ()
    free: Mapping[str, Array] = field(default_factory=dict)
    readings: Readings | None = None
    arriving: Mapping[str, Array] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Array:
        try:
            return self.tensors[name]
        except KeyError:
            raise KeyError(f"{name!r} is not in the trace; it has {', '.join(self)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)

    @property
    def steps(self) -> int:
        """T, the number of time steps."""
        return len(self["X"])

    @property
    def is_of_text(self) -> bool:
        """Whether each input is a character or a word, one-hot: vectors and readings are not."""
        return self.model is not None and self.readings is None

    @property
    def held(self) -> dict[str, tuple[Array, Array]]:
        """Of each held quantity, where it is held (1, elsewhere 0) and at what (elsewhere 0), both
        (T, n, ·) as the quantity; n is 1 where no hold names samples."""
        found = held_values(self.holds, self.cell.widths, *self["X"].shape[:2])

        def shaped(name: str, one: Array) -> Array:
            return one.reshape(*one.shape[:2], *self[name].shape[2:])

        return {
            name: (shaped(name, where), shaped(name, value))
            for name, (where, value) in found.items()
        }

    def before(self, state: str) -> Array:
        """The state as each step finds it, (T, n, h): the initial one, then one step late.

        A cell that reads from the end finds the state of the step to its right.
        """
        if self._is_reversed(state):
            return np.concatenate((self[state][1:], self[f"{state}0"][np.newaxis]))
        return np.concatenate((self[f"{state}0"][np.newaxis], self[state][:-1]))

    def beginning(self, steps: int) -> Trace:
        """The first steps of a cell's trace. A cell that reads from the end finds there what it has brought from beyond
        them; what arrives from around it is left out, as it is not all of it."""
        first = {
            f"{state}0": self.before(state)[steps - 1]
            for state in self.cell.states
            if self._is_reversed(state)
        }
        starts = {f"{state}0" for state in self.cell.states}
        own = {name: one if name in starts else one[:steps] for name, one in self.items()}
        return Trace(cell=self.cell, tensors={**own, **first}, inputs=self.inputs[:steps])

    def _is_reversed(self, state: str) -> bool:
        return self.cell.description.quantity(state).reversed

    def __repr__(self) -> str:
        """What was run, and the names of its tensors, whose numbers no page would hold."""
        T, n = self["X"].shape[:2]
        # Words stand apart, and characters, of which some are made of several signs, do not.
        apart = " " if any(len(characters(one)) > 1 for one in self.inputs) else ""
        read = short(apart.join(self.inputs)) if self.is_of_text and self.inputs else ""
        told = f" → {short(apart.join(self.targets))}" if self.targets else ""
        loss = f", mean loss {np.mean(self['loss']):.4g} nats" if "loss" in self else ""
        held = f", {len(self.holds)} held by hand" if self.holds else ""
        about = f"{self.cell!r}, T = {T}, n = {n}, {read}{told}".rstrip(", ")
        return f"<Trace of {about}{loss}{held}: {', '.join(self)}>"

    def _repr_html_(self) -> str | None:
        """The stage, in a notebook; none where the stage does not show such a cell."""
        from rnnviz.stage import notebook_html

        return None if self.cell.description.matrices else notebook_html(self)
