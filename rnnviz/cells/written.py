"""A cell that a reader has written: its equations are text, and everything else follows."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from rnnviz.cells import script
from rnnviz.cells.activations import Array
from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Expression, Tensor, evaluate, parts
from rnnviz.cells.layout import layered
from rnnviz.cells.roles import description
from rnnviz.cells.script import Script
from rnnviz.cells.sentences import SENTENCES
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
            self._check_finite(trace)
        return trace

    def _check_finite(self, trace: Trace) -> None:
        """Raise NotFiniteError, naming the first number of the trace that is none.

        Each part of an equation counts: tanh(∞) is 1, but has neither a sum nor a slope.
        """

        def tensor(one: Tensor) -> Array:
            return trace.before(one.name) if one.before else trace[one.name]

        found: list[tuple[int, int, str, float]] = []
        for line in self.script.lines:
            target, whole = line.equation.target, line.equation.expression
            computed: dict[Expression, Array] = {}
            evaluate(whole, tensor, self.parameters, known=computed)
            names = {part: text(part) for part in computed if parts(part)} | {whole: target}
            values = [(name, computed[part]) for part, name in names.items()]
            for name, array in (*values, (target, trace[target])):
                places = np.argwhere(~np.isfinite(array))
                if len(places):
                    first = tuple(places[0])
                    found.append((int(first[0]), line.number, name, array[first]))
        if found:
            # Of one step and line, the part that was computed first.
            t, number, name, value = min(found, key=lambda one: one[:2])
            raise NotFiniteError(
                SENTENCES["notFinite"],
                line=number,
                name=name,
                value=value,
                t=t + 1,
            )

    def backward(
        self, trace: Trace, dH: object, ends: Mapping[str, object] = MappingProxyType({})
    ) -> dict[str, Array]:
        with np.errstate(all="ignore"):
            return super().backward(trace, dH, ends)


@lru_cache(KEPT)
def read(equations: str) -> Script:
    """`script.read`, worked out once for the same text."""
    return script.read(equations)
