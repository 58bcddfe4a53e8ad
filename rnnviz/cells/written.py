"""A cell that a reader has written: its equations are text, and everything else follows."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from rnnviz.cells import script
from rnnviz.cells.activations import Array
from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description
from rnnviz.cells.layout import layered
from rnnviz.cells.roles import description
from rnnviz.cells.script import Script
from rnnviz.holds import Hold
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

# Cells that visitors write come and go; those that a class looks at are kept.
KEPT = 256


class NotFiniteError(Refusal):
    """A quantity of a written cell has left the finite numbers."""


class Written(Cell):
    """Parameters as the equations name them: (d, h) after X, (h, h) after all else, (1, h) rows.

    equations: one a line, such as "H = tanh(X @ W_xh + H_prev @ W_hh + b_h)".
    Raises Refusal, a sentence that names the line and what fits, for any other text.
    """

    name = "written"
    title = N_("Own cell")

    def __init__(self, equations: str, **parameters: object) -> None:
        self.script = read(equations)
        self.states = self.script.states
        super().__init__({"equations": equations}, **parameters)

    @classmethod
    def described(cls, equations: str = "", **options: Any) -> Description:
        made = description(read(equations))
        return replace(made, diagram=layered(made.phases, made.equations, ""))

    @property
    def rows(self) -> tuple[str, ...]:
        further = [state for state in self.states if state != "H"]
        return (*further[:1], "H")

    def run(self, X: object, *, holds: Iterable[Hold] = (), **initial: object) -> Trace:
        """As any cell's; raises NotFiniteError where an equation divides by 0, or grows without end."""
        with np.errstate(all="ignore"):
            trace = super().run(X, holds=holds, **initial)
        for line in self.script.lines:
            _check_finite(line.number, line.equation.target, trace[line.equation.target])
        return trace

    def backward(self, trace: Trace, dH: object) -> dict[str, Array]:
        with np.errstate(all="ignore"):
            return super().backward(trace, dH)


@lru_cache(KEPT)
def read(equations: str) -> Script:
    """`script.read`, worked out once for the same text."""
    return script.read(equations)


def _check_finite(line: int, name: str, values: Array) -> None:
    steps = np.flatnonzero(~np.isfinite(values).all(axis=(1, 2)))
    if len(steps):
        found = values[steps[0]]
        raise NotFiniteError(
            N_(
                "Line {line} makes {name} {value} at t = {t}; every number must be finite. A sum under a "
                "/ or a log must stay above 0."
            ),
            line=line,
            name=name,
            value=found[~np.isfinite(found)][0],
            t=int(steps[0]) + 1,
        )
