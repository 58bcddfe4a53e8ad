"""The description of a cell as data: its quantities, parameters, phases and diagram.

The phases define the cell: its computation, its gradients and its drawing all follow from them. The
stage draws any cell from this description and knows none by name. The description states the
purpose of each quantity and parameter; no code reads it from a name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rnnviz.cells.axes import MATRIX, VECTOR, Axes, rank
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Equation

Kind = Literal["input", "state", "memory", "gate", "candidate", "address", "logits", "output"]
WeightKind = Literal["input weight", "recurrent weight", "peephole", "bias", "recurrent bias"]
NodeKind = Literal["source", "function", "product", "sum", "one_minus", "sink"]
Point = tuple[float, float]

AXES: dict[WeightKind, str] = {
    "input weight": "dh",
    "recurrent weight": "hh",
    "peephole": "1h",
    "bias": "1h",
    "recurrent bias": "1h",
}


@dataclass(frozen=True)
class Part:
    """One of the cells that a cell is made of.

    key: the prefix of its names. reversed: whether it reads its input from the end.
    title: what it is called, in English, and titled: how it changes a quantity's or phase's
    title; meant: what it adds to a phase's meaning. The catalogue has the translations, and
    {number} in them is the part's. mark: what its symbols carry; arrow: the accent that stands
    for the mark where there is room, right or left.
    """

    key: str
    reversed: bool = False
    title: str = ""
    titled: str = "{title}"
    meant: str = "{meaning}"
    number: int = 0
    mark: str = ""
    arrow: str = ""


@dataclass(frozen=True)
class Quantity:
    """A named vector of the step; or a matrix or a number.

    name: the documents' letter, the key in the trace.
    kind: such as gate or state; it decides the hue and the scale (a gate runs from 0 to 1). An
    address is a vector that a matrix is written to or read from by.
    title: the field's term, in English; the catalogue has the translation. word: the same in
    one word, for where room is short.
    pre: the key of its pre-activation in the trace, if it has one.
    letter: the subscript of its parameters and its pre-activation, such as i for I.
    accent: the last part of its name, where that stands above the letter: tilde or hat.
    torch: PyTorch's letter for it, if it is another one.
    axes: the letters of its shape beside time and samples, "kh" of a matrix, "1" of a number.
    path: in a cell made of cells, the parts it is in, from the outermost; own: its name there.
    """

    name: str
    kind: Kind
    title: str
    word: str
    pre: str | None = None
    letter: str = ""
    accent: str = ""
    torch: str = ""
    path: tuple[Part, ...] = ()
    own: str = ""
    axes: str = VECTOR

    @property
    def base(self) -> str:
        """The letter itself, such as C of C_tilde."""
        return (self.own or self.name).removesuffix(f"_{self.accent}")

    @property
    def reversed(self) -> bool:
        """Whether the step before, as the quantity's cell reads, is the next one of the text."""
        return reversed_along(self.path)


@dataclass(frozen=True)
class Weight:
    """A parameter.

    kind: an input weight multiplies the input, a recurrent weight a state of the step before, a
    peephole a memory, unit by unit; a recurrent bias is added to a recurrent product.
    gate: the quantity that it helps compute: a gate, a candidate or a state.
    axes: the letters of its shape, where they are not the usual ones of its kind.
    letter: its subscript, where that is not the letter of its gate.
    path, own: as a quantity's.
    """

    name: str
    kind: WeightKind
    gate: str
    axes: str = ""
    letter: str = ""
    path: tuple[Part, ...] = ()
    own: str = ""

    def __post_init__(self) -> None:
        if not self.axes:
            object.__setattr__(self, "axes", AXES[self.kind])


def affine(letter: str, gate: str) -> tuple[Weight, Weight, Weight]:
    """The parameters of X W_x + H_{t−1} W_h + b, such as W_xi, W_hi and b_i for the letter i."""
    return (
        Weight(f"W_x{letter}", "input weight", gate),
        Weight(f"W_h{letter}", "recurrent weight", gate),
        Weight(f"b_{letter}", "bias", gate),
    )


def titled(title: str, path: tuple[Part, ...], translate: Callable[[str], str]) -> str:
    """A quantity's or phase's title with the parts it is in, where the cell is made of cells."""
    made = translate(title)
    for part in reversed(path):
        made = translate(part.titled).format(title=made, number=part.number)
    return made


def reversed_along(path: tuple[Part, ...]) -> bool:
    """Whether an odd number of parts read from the end."""
    return sum(part.reversed for part in path) % 2 == 1


@dataclass(frozen=True)
class Phase:
    """One equation of the step.

    key: its name in links and in `data-phase`.
    equation: Python, `Y = f(… @ W + b)`; `H_prev` is H of the step before.
    meaning: one sentence on its purpose, in English; the catalogue has the translation.
    path: in a cell made of cells, the parts whose phase it is, from the outermost.
    """

    key: str
    title: str
    equation: str
    meaning: str
    path: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Node:
    """A box or circle of the diagram, centred at (x, y) on a canvas of 100 × 60, y downwards.

    phase: the phase in which it computes; "" for a source, which is there from the start.
    label: the text in the box: a sign such as σ, or the name of a parameter.
    writes: the quantity that leaves it, drawn as a strip. before: whether that is the quantity as
    the step before left it, which a source writes.
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
    before: bool = False


@dataclass(frozen=True)
class Edge:
    """A wire from node to node. It is lit in the phase of its target.

    carries: the quantity whose hue it has. via: its corners, each level with or straight
    above or below its neighbours; the wire ends where it meets the boxes. factor: where the factor
    is written by which it takes a gradient back, if not around its longest piece: above a point of
    the wire in two lines, or elsewhere in one.
    """

    source: str
    target: str
    carries: str
    via: tuple[Point, ...] = ()
    factor: Point | None = None


@dataclass(frozen=True)
class Diagram:
    """The dataflow of one step, as the documents draw it.

    title: in a cell made of cells, the diagram's name, in English; the catalogue has the
    translation.
    path: the parts whose step it is, which are its title where it has none.
    strip_width: how wide a vector's strip is at most, in hundredths of the drawing's width.
    with_output: the same with the output layer behind it, where the drawing has room for both; it
    is drawn where a model has one.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    title: str = ""
    path: tuple[Part, ...] = ()
    strip_width: float = 13.5
    with_output: "Diagram | None" = None


@dataclass(frozen=True)
class Description:
    """Everything that the stage needs to draw a cell that it does not know.

    further: more diagrams, where a step does not fit one; the stage shows that of the phase.
    """

    quantities: tuple[Quantity, ...]
    weights: tuple[Weight, ...]
    phases: tuple[Phase, ...]
    diagram: Diagram
    further: tuple[Diagram, ...] = ()

    @cached_property
    def equations(self) -> tuple[Equation, ...]:
        """The phases' equations as trees.

        Raises ValueError naming the part that cannot be read, or the line whose shapes do not fit.
        """
        names = [weight.name for weight in self.weights]
        return tuple(self._shaped(parse(phase.equation, names), phase) for phase in self.phases)

    def _shaped(self, equation: Equation, phase: Phase) -> Equation:
        try:
            return self.axes.stretched(equation)
        except ValueError as error:
            raise ValueError(f"{phase.equation!r} does not fit: {error}") from error

    @property
    def matrices(self) -> tuple[str, ...]:
        """The quantities that are no vectors, but matrices."""
        return tuple(q.name for q in self.quantities if rank(q.axes) == MATRIX)

    @cached_property
    def axes(self) -> Axes:
        """Of every expression of a step; a pre-activation has those of its quantity."""
        named = {q.name: q.axes for q in self.quantities if q.axes != VECTOR}
        named |= {q.pre: q.axes for q in self.quantities if q.pre and q.axes != VECTOR}
        return Axes({weight.name: weight.axes for weight in self.weights}, named)

    def quantity(self, name: str) -> Quantity:
        """The quantity of that name. Raises KeyError if there is none."""
        for quantity in self.quantities:
            if quantity.name == name:
                return quantity
        raise KeyError(name)
