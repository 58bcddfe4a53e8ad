"""A family of tasks as JSON, for the browser: `browser/` makes the same tasks of it, and judges them the same way.

Trees share their parts: each is a node, which names the nodes that it is made of by their numbers. What a slip makes of
an equation is a tree like any other, so that the browser knows no slip but by what it computes.
"""

from functools import cache
from typing import Any

from rnnviz.cells.equation import text
from rnnviz.cells.expression import Expression
from rnnviz.practice.operations import operations
from rnnviz.practice.slips import SLIPS, wrong
from rnnviz.practice.tasks import CLEAR, COARSE, FAMILIES, LARGEST, STEPS, TEXT, example


@cache
def program(family: str) -> dict[str, Any]:
    """All that the tasks of a family are made of, but for the numbers of each.

    nodes: of all trees. cell, wanted: [{target, node}] of the network's own step, and of what is asked.
    entries: [{name, of, node}] in the order of computing, `of` being the quantity that each is on the way to.
    slips: {node: [[slip, [node, …]], …]}. parameters: [[name, rows, columns], …] as they are drawn.

    Raises KeyError for a family that is not there.
    """
    task = example(family)
    cell = task.model.cell
    nodes = _Nodes()
    entries = [
        {"name": name if one == e else text(one), "of": name, "node": nodes.add(one)}
        for name, e in task.equations.items()
        for one in operations(e)
    ]
    slips = {
        str(nodes.add(one)): [
            [slip, [nodes.add(tree) for tree in found]]
            for slip in SLIPS
            if (found := wrong(slip, one))
        ]
        for one in task.entries.values()
    }
    return {
        "family": family,
        "isOutput": FAMILIES[family].is_output,
        "phi": getattr(cell, "phi", ""),
        "letters": list(task.model.labels),
        "text": TEXT,
        "steps": STEPS,
        "units": cell.hidden_size,
        "states": list(cell.states),
        "given": list(task.given),
        "gates": [one.name for one in cell.description.quantities if one.kind == "gate"],
        "parameters": [[name, *own.shape] for name, own in task.model.parameters.items()],
        "largest": LARGEST,
        "clear": CLEAR,
        "coarse": COARSE,
        "cell": _equations(
            nodes, {one.target: one.expression for one in cell.description.equations}
        ),
        "wanted": _equations(nodes, task.equations),
        "entries": entries,
        "slips": {node: found for node, found in slips.items() if found},
        "nodes": nodes.made,
    }


def _equations(nodes: "_Nodes", equations: dict[str, Expression]) -> list[dict[str, object]]:
    return [{"target": name, "node": nodes.add(e)} for name, e in equations.items()]


class _Nodes:
    """Trees as a list in which each node stands once, behind those that it is made of."""

    def __init__(self) -> None:
        self.made: list[dict[str, object]] = []
        self._known: dict[Expression, int] = {}

    def add(self, e: Expression) -> int:
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
