"""The values in a cell's diagram: each node's expression, from the wires that lead to it."""

from collections.abc import Mapping

from rnnviz.cells.description import Diagram, Node
from rnnviz.cells.expression import (
    Apply,
    Concat,
    Equation,
    Expression,
    Matmul,
    OneMinus,
    Parameter,
    Product,
    Tensor,
)
from rnnviz.cells.gradient import Local, Way, ways

# How a diagram labels the functions that take one vector element by element.
LABELS = {"σ": "sigmoid", "tanh": "tanh"}


def node_values(diagram: Diagram, parameters: Mapping[str, object]) -> dict[str, Expression]:
    """The expression of each node that has one: F ⊙ C_{t−1}, 1 − Z, X W_xh, tanh(C).

    A node that writes a quantity, or leads to the sink that does, is that quantity. Of the rest,
    one that adds, or whose label hides what it computes, as a gate's σ hides weights, has none.
    The wires of a product stand in the order of its factors.
    parameters: the cell's, so that a node labelled with one of them is a product with it.
    """
    found: dict[str, Expression] = {}
    sources = {
        node.key: [edge.source for edge in diagram.edges if edge.target == node.key]
        for node in diagram.nodes
    }
    nodes = {node.key: node for node in diagram.nodes}
    leads_to = {
        edge.source: nodes[edge.target].writes
        for edge in diagram.edges
        if nodes[edge.target].kind == "sink"
    }

    def value(key: str) -> Expression | None:
        if key not in found:
            node = nodes[key]
            writes = node.writes or leads_to.get(key, "")
            inputs = [value(source) for source in sources[key]]
            made = Tensor(writes, node.before) if writes else _value(node, inputs, parameters)
            if made is None:
                return None
            found[key] = made
        return found[key]

    for key in nodes:
        value(key)
    return found


def _value(
    node: Node, inputs: list[Expression | None], parameters: Mapping[str, object]
) -> Expression | None:
    match node.kind, inputs:
        case "product", [left, right] if left is not None and right is not None:
            return Product(left, right)
        case "one_minus", [of] if of is not None:
            return OneMinus(of)
        case "function", [of] if of is not None and node.label in parameters:
            return Matmul(of, Parameter(node.label))
        case "function", [of] if of is not None and node.label in LABELS:
            return Apply(LABELS[node.label], of)
    return None


def ways_into(
    diagram: Diagram, equations: Mapping[str, Equation], parameters: Mapping[str, object]
) -> dict[str, tuple[Way, ...]]:
    """Of each node with a value that is no quantity, the ways from its phase's target to it.

    equations: by the keys of their phases. Raises ValueError for a function whose derivative is not
    known.
    """
    values = node_values(diagram, parameters)
    return {
        node.key: tuple(way for e, way in ways(equations[node.phase]) if e == values[node.key])
        for node in diagram.nodes
        if node.phase and node.key in values and not isinstance(values[node.key], Tensor)
    }


def wire_factors(
    diagram: Diagram, equations: Mapping[str, Equation], parameters: Mapping[str, object]
) -> list[tuple[tuple[bool, tuple[Local, ...]], ...]]:
    """Of each wire, how its end changes with its beginning: the ways, each with its sign and factors.

    A way is (whether it is subtracted, its factors); without factors its factor is 1. A wire whose
    end has no value of its own, or no equation, has no way. equations: as for `ways_into`.
    """
    values = node_values(diagram, parameters)
    phases = {node.key: node.phase for node in diagram.nodes}
    for node in diagram.nodes:
        equation = equations.get(node.phase)
        # A node that writes something else than its phase's quantity writes its pre-activation.
        is_pre = equation and node.writes not in ("", equation.target)
        if equation and is_pre and isinstance(equation.expression, Apply):
            values[node.key] = equation.expression.of
    return [
        _factors(
            values.get(edge.source), values.get(edge.target), equations.get(phases[edge.target])
        )
        for edge in diagram.edges
    ]


def _factors(
    source: Expression | None, end: Expression | None, equation: Equation | None
) -> tuple[tuple[bool, tuple[Local, ...]], ...]:
    if source is None or end is None or equation is None:
        return ()
    if source == end or isinstance(equation.expression, Concat):
        return ((False, ()),)
    part = None if end == Tensor(equation.target) else end
    return tuple((way.minus, way.local) for e, way in ways(equation, part) if e == source)
