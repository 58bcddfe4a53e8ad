"""A family of tasks as JSON, for the browser: `browser/` makes the same tasks of it, and judges them the same way.

Trees share their parts: each is a node, which names the nodes that it is made of by their numbers. What a slip makes of
an equation is a tree like any other, so that the browser knows no slip but by what it computes.
"""

from functools import cache
from typing import Any

from rnnviz.cells.equation import parse, text
from rnnviz.cells.expression import Expression, Gradient, Tensor
from rnnviz.model import OUTPUT_PHASES
from rnnviz.practice.exercises import Count, Exercise
from rnnviz.practice.families import FAMILIES, Family
from rnnviz.practice.operations import operations
from rnnviz.practice.tasks import CLEAR, COARSE, LEAST, NUMBERS, StepTask, drawn_of, example
from rnnviz.practice.writing import leaves, spellings


@cache
def program(family: str) -> dict[str, Any]:
    """All that the tasks of a family are made of, but for the numbers of each.

    nodes: of all trees. wanted: [{target, node}] of what is asked.
    entries: [{name, of, node}] in the order of computing, `of` being the quantity that each is on the way to.
    leaves, spellings: what equations read, by name, and how a reader may spell it.
    slips: {node: [[slip, [node, …]], …]}. parameters: what is drawn, in that order. read: what is read off from that,
    by name. numbers: those that stand in
    equations, by name. reading: the text that a network reads, and its own equations; None for an exercise.

    Raises KeyError for a family that is not there.
    """
    task, kind = example(family), FAMILIES[family]
    nodes = _Nodes()
    entries: dict[str, dict[str, object]] = {}
    for name, e in task.equations.items():
        for one in operations(e):
            own = name if one == e else text(one)
            # What was computed for a quantity before is not asked again.
            entries.setdefault(own, {"name": own, "of": name, "node": nodes.add(one)})
    slips = {
        str(nodes.add(one)): [
            [slip, [nodes.add(tree) for tree in trees]] for slip, trees in task.slips(one).items()
        ]
        for one in task.entries.values()
    }
    return {
        "family": family,
        "kind": "exercise" if isinstance(kind, Exercise) else kind.kind,
        "letters": list(task.letters),
        "target": task.target,
        "given": [
            {"name": name, "of": one.name, "before": one.before} for name, one in task.taken.items()
        ],
        "parameters": [{"name": name, **own._asdict()} for name, own in drawn_of(kind).items()],
        "read": _read(kind),
        "numbers": dict(NUMBERS),
        "phi": task.phi,
        "gates": list(task.gates),
        "clear": CLEAR,
        "coarse": COARSE,
        "least": LEAST,
        "wanted": [{"target": name, "node": nodes.add(e)} for name, e in task.equations.items()],
        "entries": list(entries.values()),
        "leaves": list(leaves(task)),
        "spellings": spellings(task),
        "slips": {node: found for node, found in slips.items() if found},
        "reading": _reading(task, nodes) if isinstance(task, StepTask) else None,
        "nodes": nodes.made,
    }


def _read(kind: Family | Exercise) -> dict[str, object]:
    found = kind.read if isinstance(kind, Exercise) else {}
    return {
        name: one._asdict() if isinstance(one, Count) else list(one) for name, one in found.items()
    }


def _reading(task: StepTask, nodes: "_Nodes") -> dict[str, Any]:
    """forward: [{target, node}] of the network's step, and of its output layer."""
    cell = task.model.cell
    forward = [
        *cell.description.equations,
        *(parse(phase.equation, task.model.parameters) for phase in OUTPUT_PHASES),
    ]
    return {
        "text": task.text,
        "steps": task.steps,
        "units": cell.hidden_size,
        "states": list(cell.states),
        "forward": [{"target": one.target, "node": nodes.add(one.expression)} for one in forward],
    }


class _Nodes:
    """Trees as a list in which each node stands once, behind those that it is made of."""

    def __init__(self) -> None:
        self.made: list[dict[str, object]] = []
        self._known: dict[Expression, int] = {}

    def add(self, e: Expression) -> int:
        if isinstance(e, Gradient):
            # In the browser a quantity like any other.
            e = Tensor(text(e))
        if e not in self._known:
            node = {"op": type(e).__name__.lower()} | {
                name: self.add(value)
                if isinstance(value, Expression)
                else [self.add(one) for one in value]
                if isinstance(value, tuple)
                else value
                for name, value in vars(e).items()
            }
            self._known[e] = len(self.made)
            self.made.append(node)
        return self._known[e]
