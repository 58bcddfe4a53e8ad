"""A cell's or model's program as JSON, for the engine in the browser.

The engine evaluates the same trees as `rnnviz.cells`, under the names of the trace. A cell made of
cells is several passes over the text, one after the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from rnnviz.cells import Cell, Composite
from rnnviz.cells.composite import Member, outside
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Equation, rebuilt, to_json
from rnnviz.cells.gradient import Contribution, contributions
from rnnviz.model import LOGITS, SCORE, SequenceModel


@dataclass(frozen=True)
class Pass:
    """One reading of the text by one cell, or by the output layer.

    reads: the quantity that is its input. width: the length of each quantity that it computes;
    shapes: of those that are no vectors of this length. states: those that it carries from step to
    step. reversed: whether it reads from the end. contributions: None if one of the equations has
    no derivative.
    """

    reads: str
    width: int
    states: tuple[str, ...]
    reversed: bool
    equations: tuple[Equation, ...]
    contributions: tuple[Contribution, ...] | None
    shapes: Mapping[str, tuple[int, ...]]

    def outside(self, m: Member) -> "Pass":
        """The pass with the names and the direction that it has outside of a member."""
        change = partial(outside, m)
        learnt = self.contributions
        return Pass(
            m.name(self.reads),
            self.width,
            tuple(map(m.name, self.states)),
            self.reversed != m.part.reversed,
            tuple(
                Equation(m.name(e.target), rebuilt(e.expression, change)) for e in self.equations
            ),
            learnt
            and tuple(
                Contribution(
                    replace(one.to, name=m.name(one.to.name)),
                    rebuilt(one.expression, change),
                    m.name(one.source),
                )
                for one in learnt
            ),
            {m.name(name): shape for name, shape in self.shapes.items()},
        )

    def to_json(self) -> dict[str, object]:
        """The pass as the engine reads it, its trees as nested dicts."""
        learnt = self.contributions
        return {
            **vars(self),
            "shapes": dict(self.shapes),
            "equations": [
                {"target": e.target, "expression": to_json(e.expression)} for e in self.equations
            ],
            "contributions": None
            if learnt is None
            else [
                {"source": c.source, "to": to_json(c.to), "expression": to_json(c.expression)}
                for c in learnt
            ],
        }


@dataclass(frozen=True)
class Join:
    """The quantities that stand side by side in `target`."""

    target: str
    width: int
    joins: tuple[str, ...]

    def outside(self, m: Member) -> "Join":
        """The same with the names outside of a member."""
        return Join(m.name(self.target), self.width, tuple(map(m.name, self.joins)))

    def to_json(self) -> dict[str, object]:
        """The join as the engine reads it."""
        return dict(vars(self))


def program(of: Cell | Composite | SequenceModel) -> dict[str, object]:
    """The passes of a cell, or of a model, whose last pass is its output layer.

    inputs: the length of X. output: the name of the logits, of which the engine makes the softmax
    and the loss; "" without a model.
    """
    if not isinstance(of, SequenceModel):
        made = [one.to_json() for one in passes(of)]
        return {"inputs": of.input_size, "passes": made, "output": ""}
    scored = parse(SCORE.equation, of.parameters)
    layer = Pass("H", len(of.labels), (), False, (scored,), contributions(scored), {})
    return {
        "inputs": of.cell.input_size,
        "passes": [one.to_json() for one in (*passes(of.cell), layer)],
        "output": LOGITS.name,
    }


def passes(cell: Cell | Composite) -> tuple[Pass | Join, ...]:
    """The passes of a cell in the order in which they need each other."""
    if isinstance(cell, Composite):
        own = (one.outside(m) for m in cell.members for one in passes(m.cell))
        return (*own, Join("H", cell.hidden_size, cell.output))
    equations, h = cell.program.equations, cell.hidden_size
    shapes = {name: shape for name, shape in cell.shapes.items() if shape != (h,)}
    return (Pass("X", h, cell.states, False, equations, _learnt(cell), shapes),)


def _learnt(cell: Cell) -> tuple[Contribution, ...] | None:
    try:
        return cell.contributions
    except ValueError:
        return None
