"""A diagram laid out from a cell's equations: a box a phase, in layers (Sugiyama et al. 1981).

A phase's inputs stand to its left, each box as far to the right as its readers allow. A wire that
passes a layer has a place there, as boxes have, so that it crosses none of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rnnviz.cells.description import Diagram, Edge, Node, Phase, Point
from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Concat,
    Equation,
    Expression,
    Maximum,
    OneMinus,
    Product,
    Quotient,
    Sum,
    Tensor,
    parts,
)

WIDTH, HEIGHT = 100.0, 60.0
# What stands above a place's centre and below it: of a box its strip and letter stand above, of
# a source its letter; a wire has a little room on either side.
BOX, SOURCE, WIRE = (14.3, 3.7), (6.5, 2.5), (0.9, 0.9)
# Half of a box, from its centre to where wires meet it; and the strips' width, if there is room.
PORTS, STRIP, TRACKS = 2.0, 13.5, 5.0
SWEEPS = 8
# How many characters a box has room for.
LABEL = 6
SIGNS = {"sigmoid": "σ", "logsigmoid": "log σ", "relu": "ReLU", "identity": "1"}
OPERATORS: dict[type, str] = {
    Product: "⊙",
    Quotient: "÷",
    Maximum: "max",
    OneMinus: "1−",
    Concat: "[ , ]",
}


def sign(function: str) -> str:
    """How a box writes a function."""
    return SIGNS.get(function, function)


@dataclass(eq=False)
class _Place:
    """Where a node is, or where the wire of one passes a layer."""

    tensor: Tensor
    layer: int
    room: tuple[float, float]
    before: list["_Place"] = field(default_factory=list)
    after: list["_Place"] = field(default_factory=list)
    y: float = 0.0

    def height_of_neighbours(self, before: bool) -> float:
        """Their mean, on one side; its own if it has none there."""
        ys = [place.y for place in (self.before if before else self.after)]
        return sum(ys) / len(ys) if ys else self.y


def layered(phases: tuple[Phase, ...], equations: tuple[Equation, ...], phi: str) -> Diagram:
    """The dataflow of one step: sources to the left, then a box a phase.

    phi: the cell's own activation, if it has one.
    """
    return _Layout(phases, equations, phi).diagram


class _Layout:
    def __init__(
        self, phases: tuple[Phase, ...], equations: tuple[Equation, ...], phi: str
    ) -> None:
        self.phases, self.equations, self.phi = phases, equations, phi
        self.targets = [Tensor(e.target) for e in equations]
        self.read = [
            [leaf for leaf in _in_order(e.expression) if isinstance(leaf, Tensor)]
            for e in equations
        ]
        self.depth = self._depths()
        self.count = max(self.depth.values()) + 1
        self.pitch = WIDTH / self.count
        self.strip = min(STRIP, self.pitch - TRACKS)
        self.places = self._placed()

    def _depths(self) -> dict[Tensor, int]:
        """The layer of each box: one before the first that reads it. Sources are in the first."""
        last: dict[Tensor, int] = {}
        for target, read in zip(reversed(self.targets), reversed(self.read), strict=True):
            own = last.setdefault(target, 0)
            for tensor in read:
                last[tensor] = min(last.get(tensor, 0), own - 1)
        boxes = {target: last[target] for target in self.targets}
        first = min(boxes.values()) - 1
        sources = [tensor for tensor in last if tensor not in boxes]
        return self._relieved(dict.fromkeys(sources, 0) | {t: d - first for t, d in boxes.items()})

    def _relieved(self, depth: dict[Tensor, int]) -> dict[Tensor, int]:
        """The layers after moving boxes to the left, where they can go, out of full layers."""
        reads = dict(zip(self.targets, self.read, strict=True))

        def taken(layer: int) -> float:
            boxes = sum(depth[target] == layer for target in self.targets)
            wires = sum(
                own < layer < max((depth[t] for t in self.targets if tensor in reads[t]), default=0)
                for tensor, own in depth.items()
            )
            return boxes * sum(BOX) + wires * sum(WIRE)

        for layer in range(max(depth.values()), 1, -1):
            free = [
                target
                for target in self.targets
                if depth[target] == layer and all(depth[t] < layer - 1 for t in reads[target])
            ]
            while taken(layer) > HEIGHT and free:
                depth[free.pop()] = layer - 1
        return depth

    def _placed(self) -> list[list[_Place]]:
        """The layers, each from top to bottom."""
        layers: list[list[_Place]] = [[] for _ in range(self.count)]
        ends: dict[Tensor, list[_Place]] = {}
        for tensor, layer in self.depth.items():
            place = _Place(tensor, layer, BOX if tensor in self.targets else SOURCE)
            layers[layer].append(place)
            ends[tensor] = [place]
        for target, read in zip(self.targets, self.read, strict=True):
            for tensor in dict.fromkeys(read):
                way = ends[tensor]
                while way[0].layer + len(way) < self.depth[target]:
                    passing = _Place(tensor, way[-1].layer + 1, WIRE)
                    layers[passing.layer].append(passing)
                    _join(way[-1], passing)
                    way.append(passing)
                _join(way[self.depth[target] - 1 - way[0].layer], ends[target][0])
        self.ways = ends
        for sweep in range(SWEEPS):
            forwards = sweep % 2 == 0
            for places in layers if forwards else layers[::-1]:
                _spread(places)
                heights = {place: place.height_of_neighbours(forwards) for place in places}
                places.sort(key=heights.__getitem__)
                _spread(places)
        return layers

    def _x(self, layer: int) -> float:
        return round(self.pitch * (layer + 0.5), 2)

    @cached_property
    def diagram(self) -> Diagram:
        keys = {tensor: text(tensor) for tensor in self.depth}
        nodes = [
            Node(
                keys[t], "source", self._x(0), self.ways[t][0].y, writes=t.name, before=t.before
            )
            for t in self.depth
            if t not in self.targets
        ]
        for phase, e in zip(self.phases, self.equations, strict=True):
            t = Tensor(e.target)
            x, y = self._x(self.depth[t]), self.ways[t][0].y
            nodes.append(
                Node(keys[t], "function", x, y, phase.key, self._label(e.expression), keys[t])
            )
        edges = [
            Edge(keys[tensor], keys[target], tensor.name, self._via(tensor, target))
            for target, read in zip(self.targets, self.read, strict=True)
            for tensor in dict.fromkeys(read)
        ]
        return Diagram(tuple(nodes), tuple(edges), strip_width=self.strip)

    def _via(self, tensor: Tensor, target: Tensor) -> tuple[Point, ...]:
        """The corners of a wire: through its places, up or down between the layers."""
        way = self.ways[tensor][: self.depth[target] - self.depth[tensor]]
        box = self.ways[target][0]
        entering = sorted(box.before, key=lambda p: p.y)
        share = (entering.index(way[-1]) + 1) / (len(entering) + 1)
        port = round(box.y + PORTS * (2 * share - 1), 2)
        points: list[Point] = []
        for here, y in zip(way, [*(p.y for p in way[1:]), port], strict=True):
            x = self._track(here)
            points += [(x, here.y), (x, y)]
        return tuple(points)

    def _track(self, place: _Place) -> float:
        """The track where the wire that leaves a place goes up or down: each wire has its own."""
        leaving = [p for p in self.places[place.layer] if p.after]
        share = (leaving.index(place) + 1) / (len(leaving) + 1)
        gap = self.pitch - self.strip
        return round(self.pitch * (place.layer + 1) + gap * (share - 0.5), 2)

    def _label(self, e: Expression) -> str:
        """The function outside, or else the operations of an equation, from outside."""
        if isinstance(e, Apply):
            return sign(self.phi if e.function == "phi" else e.function)
        label = ""
        for one in dict.fromkeys(_signs(e)):
            longer = f"{label} {one}".strip()
            label = longer if len(longer) <= LABEL else label
        return label


def _signs(e: Expression) -> Iterator[str]:
    if isinstance(e, Sum):
        yield "+"
    elif isinstance(e, Apply):
        yield sign(e.function)
    elif type(e) in OPERATORS:
        yield OPERATORS[type(e)]
    for part in parts(e):
        yield from _signs(part)


def _in_order(e: Expression) -> Iterator[Expression]:
    """The leaves of an expression, from left to right."""
    inside = parts(e)
    if not inside:
        yield e
    for part in inside:
        yield from _in_order(part)


def _join(a: _Place, b: _Place) -> None:
    if b not in a.after:
        a.after.append(b)
        b.before.append(a)


def _spread(layer: list[_Place]) -> None:
    """Places one below another over the whole height, with the same room between all."""
    taken = sum(sum(place.room) for place in layer)
    between = (HEIGHT - taken) / (len(layer) + 1)
    scale = 1.0
    if between < 0:
        between, scale = 0.0, HEIGHT / taken
    top = between
    for place in layer:
        above, below = place.room
        place.y = round(top + scale * above, 2)
        top += scale * (above + below) + between
