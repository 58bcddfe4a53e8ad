"""What a cell says of itself, as data: its quantities, its phases and its diagram.

The stage draws any cell from this and knows none by name. A phase's equation is written as
the line of code that computes it; `rnnviz.explain` parses it, and a test evaluates it against
the trace, so that what is shown is what was computed.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["input", "state", "memory", "gate", "candidate", "logits", "output"]
NodeKind = Literal["source", "function", "product", "sum", "one_minus", "sink"]
Point = tuple[float, float]
Side = Literal["", "forward", "backward"]


@dataclass(frozen=True)
class Quantity:
    """A named vector of the step.

    name: the documents' letter, the key in the trace.
    kind: what it is; it decides the hue and the scale (a gate runs from 0 to 1).
    title: the field's term, in English; the catalogue has the translation. word: the same in
    one word, for where room is short.
    pre: the key of its pre-activation in the trace, if it has one.
    """

    name: str
    kind: Kind
    title: str
    word: str
    pre: str | None = None
    side: Side = ""


@dataclass(frozen=True)
class Phase:
    """One equation of the step.

    key: its name in links and in `data-phase`.
    equation: Python, `Y = f(… @ W + b)`; `H_prev` is H of the step before.
    meaning: one sentence on what it is for, in English; the catalogue has the translation.
    side: the direction whose phase it is, where a network reads both ways.
    """

    key: str
    title: str
    equation: str
    meaning: str
    side: Side = ""


@dataclass(frozen=True)
class Node:
    """A box or circle of the diagram, centred at (x, y) on a canvas of 100 × 60, y downwards.

    phase: the phase in which it computes; "" for a source, which is there from the start.
    label: what stands in it: a sign such as σ, or the name of a parameter.
    writes: the quantity that leaves it, drawn as a strip; a source may write a state with the
    suffix `_prev`, as the step before left it.
    strip: where the strip of its value stands, if not above it. A node that writes no quantity
    has a strip only if this says where.
    """

    key: str
    kind: NodeKind
    x: float
    y: float
    phase: str = ""
    label: str = ""
    writes: str = ""
    strip: Point | None = None


@dataclass(frozen=True)
class Edge:
    """A wire from node to node. It is lit in the phase of its target.

    carries: the quantity whose hue it has. via: its corners, each level with or straight
    above or below its neighbours; the wire ends where it meets the boxes.
    """

    source: str
    target: str
    carries: str
    via: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Diagram:
    """The dataflow of one step, as the documents draw it.

    title: which of several it is, in English; the catalogue has the translation.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    title: str = ""


@dataclass(frozen=True)
class Description:
    """All that the stage needs to draw a cell it has never heard of.

    further: more diagrams, where a step does not fit one; the stage shows that of the phase.
    """

    quantities: tuple[Quantity, ...]
    phases: tuple[Phase, ...]
    diagram: Diagram
    further: tuple[Diagram, ...] = ()
