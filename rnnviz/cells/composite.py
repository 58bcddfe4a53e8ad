"""A cell made of cells: each reads the input or another one's output, in its own direction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.cell import Cell, finite_array, own_trace
from rnnviz.cells.description import Description, Diagram, Edge, Node, Part, Phase, Quantity
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Apply, Expression, Parameter, Tensor, rebuilt
from rnnviz.cells.gradient import Contribution
from rnnviz.holds import Hold, checked_holds, held_values
from rnnviz.locale import N_
from rnnviz.trace import Trace


@dataclass(frozen=True, eq=False)
class Member:
    """A cell in its place: `reads` is the quantity that is its X."""

    part: Part
    cell: "Cell | Composite"
    reads: str = "X"

    def name(self, own: str) -> str:
        """The outside name for a name in the member's cell."""
        return self.reads if own == "X" else f"{self.part.key}.{own}"

    def in_order(self, array: Array, own: str = "X") -> Array:
        """An array over time, turned from the text's order into the member's order, or back.

        own: the member's name for it. An initial state or a parameter has no time axis, and stays.
        """
        timeless = own in self.cell.parameters or own in (f"{s}0" for s in self.cell.states)
        return array[::-1] if self.part.reversed and not timeless else array

    def own_holds(self, holds: Iterable[Hold], steps: int) -> tuple[Hold, ...]:
        """The holds of the member's quantities, as the member names and counts them."""
        prefix = self.name("")
        return tuple(
            hold.within(hold.quantity.removeprefix(prefix), steps, self.part.reversed)
            for hold in holds
            if hold.quantity.startswith(prefix)
        )


class Composite:
    """Cells that form one cell; its H is the H of the last ones, side by side.

    Members stand in the order of the documents. A step's phases stand in the order of computing:
    what reads from the end has read all of the text before the others can be joined with it.
    Tensors, parameters, initial states and gradients of a part carry its key as a prefix, such
    as `trace["backward.H"]`. All stand in the order of the text.
    output: the quantities that make up H. output_phase: the phase that joins them.
    """

    name: ClassVar[str]
    title: str
    output_word: ClassVar[str]
    output_title: ClassVar[str]

    def __init__(
        self, members: tuple[Member, ...], output: tuple[str, ...], output_phase: Phase
    ) -> None:
        self.members, self.output, self.output_phase = members, output, output_phase
        self.input_size: int = members[0].cell.input_size
        by_name = {member.name("H"): member.cell for member in members}
        self._widths = [by_name[name].output_size for name in output]
        self.hidden_size: int = sum(self._widths)
        self.states: tuple[str, ...] = tuple(
            member.name(state) for member in members for state in member.cell.states
        )

    def __repr__(self) -> str:
        """Such as "Stacked(LSTM(4 → 8), GRU(8 → 3))"."""
        return f"{type(self).__name__}({', '.join(repr(one.cell) for one in self.members)})"

    def remade(self, cells: tuple["Cell | Composite", ...]) -> Self:
        """The same composition of other cells."""
        raise NotImplementedError

    @cached_property
    def tensor_names(self) -> tuple[str, ...]:
        """The names of a trace, in its order."""
        own = (m.name(name) for m in self.members for name in m.cell.tensor_names if name != "X")
        return ("X", *own, "H")

    @property
    def leaves(self) -> dict[tuple[Part, ...], Cell]:
        """The cells that are not made of cells, each by the parts it is in, from the outermost."""
        return {(m.part, *path): leaf for m in self.members for path, leaf in m.cell.leaves.items()}

    @property
    def rows(self) -> tuple[str, ...]:
        """The states that the unrolled drawing shows, from top to bottom."""
        return self.output

    @property
    def output_size(self) -> int:
        """The length of H at each step, which the output layer reads."""
        return self.hidden_size

    @property
    def widths(self) -> dict[str, int]:
        """The length of each quantity and pre-activation that the parts compute, and of H."""
        own = {m.name(name): h for m in self.members for name, h in m.cell.widths.items()}
        return {**own, "H": self.hidden_size}

    @property
    def parameters(self) -> dict[str, Array]:
        """All parts' parameters, prefixed."""
        return {
            member.name(name): value
            for member in self.members
            for name, value in member.cell.parameters.items()
        }

    def with_parameters(self, **parameters: object) -> Self:
        """The same cells with these parameters in the place of their own; the others stay."""
        own = self._by_member(parameters, "parameter")
        return self.remade(tuple(m.cell.with_parameters(**own[m.part.key]) for m in self.members))

    @property
    def equations(self) -> tuple[str, ...]:
        """The phases as text, one line each, in the order of a step."""
        return tuple(phase.equation for phase in self.description.phases)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The parts' contributions under their outside names, from the last part back."""
        return tuple(
            Contribution(
                replace(one.to, name=m.name(one.to.name)),
                rebuilt(one.expression, partial(outside, m)),
                m.name(one.source),
            )
            for m in reversed(self.members)
            for one in m.cell.contributions
        )

    @cached_property
    def description(self) -> Description:
        """All parts' quantities, parameters and phases, prefixed, then the phase that joins
        them."""
        parts = [_described(member) for member in self.members]
        computed = [
            part
            for _member, part in sorted(
                zip(self.members, parts, strict=True), key=lambda one: not one[0].part.reversed
            )
        ]
        diagrams = [one for part in parts for one in (part.diagram, *part.further)]
        both = self.output_phase
        return Description(
            quantities=(
                Quantity("X", "input", N_("input"), N_("input")),
                *(quantity for part in parts for quantity in part.quantities),
                Quantity("H", "state", both.title, self.output_word),
            ),
            weights=tuple(weight for part in parts for weight in part.weights),
            phases=(*(phase for part in computed for phase in part.phases), both),
            diagram=diagrams[0],
            further=(*diagrams[1:], self._output_diagram()),
        )

    def run(self, X: object, *, holds: Iterable[Hold] = (), **initial: object) -> Trace:
        """The trace of a whole sequence, X (T, n, d).

        initial: such as `**{"forward.H0": …}`; zeros by default.
        holds: quantities held by hand.
        Raises ValueError for a wrong shape, a number that is not finite, or a hold that does not
        fit.
        """
        X = finite_array("X", X, "Tnd", {"d": self.input_size})
        T, n = X.shape[:2]
        holds = checked_holds(holds, self.widths, T, n, self.title) if holds else ()
        own = self._by_member(initial, "initial state")
        tensors: dict[str, Array] = {"X": X}
        free: dict[str, Array] = {}
        for m in self.members:
            given = m.in_order(tensors[m.reads])
            trace = m.cell.run(given, holds=m.own_holds(holds, T), **own[m.part.key])
            tensors |= {m.name(name): m.in_order(one, name) for name, one in trace.items() if name != "X"}
            free |= {m.name(name): m.in_order(one) for name, one in trace.free.items()}
        H = np.concatenate([tensors[name] for name in self.output], axis=2)
        for where, value in self._held_output(holds, T, n):
            free["H"] = H
            H = np.where(where, value, H)
        return Trace(cell=self, tensors={**tensors, "H": H}, holds=holds, free=free)

    def _held_output(
        self, holds: Iterable[Hold], steps: int, samples: int
    ) -> list[tuple[Array, Array]]:
        """Where the joined H is held, and at what; nothing if it is not."""
        own = [hold for hold in holds if hold.quantity == "H"]
        return list(held_values(own, {"H": self.hidden_size}, steps, samples).values())

    def backward(
        self, trace: Trace, dH: object, ends: Mapping[str, object] = MappingProxyType({})
    ) -> dict[str, Array]:
        """Backpropagation through all parts; dH is ∂L/∂H_t, (T, n, h) with h all of H. ends: such as
        {"layer1.C": …}, as `Cell.backward` takes them; a part that reads from the end ends at the first step.

        Gives ∂L of each parameter, "X" and each initial state, and, prefixed like the tensors,
        of the states and pre-activations of each step. What the trace holds passes no gradient on.
        Raises ValueError if the trace is another cell's, or dH does not fit it.
        """
        own_trace(trace, self)
        T, n = trace["X"].shape[:2]
        dH = finite_array("dH", dH, "Tnh", {"T": T, "n": n, "h": self.hidden_size})
        last = self._by_member(ends, "state")
        bounds = np.cumsum([0, *self._widths])
        # ∂L/∂ a part's output, from the joined output and from the parts after it.
        arriving = {"X": np.zeros_like(trace["X"])}
        for where, _ in self._held_output(trace.holds, T, n):
            dH = dH * (1 - where)
        for name, start, stop in zip(self.output, bounds[:-1], bounds[1:], strict=True):
            arriving[name] = dH[:, :, start:stop]
        gradients: dict[str, Array] = {}
        for m in reversed(self.members):
            own = {name: m.in_order(trace[m.name(name)], name) for name in m.cell.tensor_names}
            holds = m.own_holds(trace.holds, T)
            free = {h.quantity: m.in_order(trace.free[m.name(h.quantity)]) for h in holds}
            held = Trace(m.cell, own, holds=holds, free=free)
            outside = m.in_order(arriving[m.name("H")])
            found = m.cell.backward(held, outside, last[m.part.key])
            dX = m.in_order(found.pop("X"))
            arriving[m.reads] = arriving[m.reads] + dX if m.reads in arriving else dX
            gradients |= {m.name(name): m.in_order(one, name) for name, one in found.items()}
        return {**gradients, "X": arriving["X"]}

    def _output_diagram(self) -> Diagram:
        """The parts' outputs, one below another, and the box that joins them; with a model's output
        layer behind it, that too."""
        alone = self._joined(apart=(16, 50, 84), strip_width=17)
        close = self._joined(apart=(10, 28, 45), strip_width=16)
        y = close.nodes[-1].y
        output = replace(
            close,
            nodes=(
                *close.nodes,
                Node("output_product", "function", 63, y, "logits", "W_hq"),
                Node("output_bias", "function", 76, y - 14, "logits", "b_q"),
                Node("output_plus", "sum", 76, y, "logits", "+", "logits", strip=(91, y)),
            ),
            edges=(
                *close.edges,
                Edge("h", "output_product", "H"),
                Edge("output_product", "output_plus", "logits"),
                Edge("output_bias", "output_plus", "logits"),
            ),
        )
        return replace(alone, with_output=output)

    def _joined(self, apart: tuple[float, float, float], strip_width: float) -> Diagram:
        """The parts' outputs, their joint and H, so far to the right."""
        key = self.output_phase.key
        left, joint, right = apart
        middle = 31
        between = 30 / max(1, len(self.output) - 1)
        first = middle - between * (len(self.output) - 1) / 2
        sources = tuple(
            Node(name, "source", left, first + between * k, writes=name)
            for k, name in enumerate(self.output)
        )
        end = Node("h", "sink", right, middle, key, writes="H")
        if len(sources) == 1:
            wire = Edge(sources[0].key, "h", "H")
            return Diagram((*sources, end), (wire,), self.output_title, strip_width=strip_width)
        joined = Node("concat", "function", joint, middle, key, "[ , ]")
        wires = tuple(Edge(s.key, "concat", s.writes, ((joint, s.y),)) for s in sources)
        return Diagram(
            (*sources, joined, end),
            (*wires, Edge("concat", "h", "H")),
            self.output_title,
            strip_width=strip_width,
        )

    def _by_member(self, named: Mapping[str, object], word: str) -> dict[str, dict[str, object]]:
        """The arguments for each part, without its prefix."""
        found: dict[str, dict[str, object]] = {m.part.key: {} for m in self.members}
        for name, value in named.items():
            key, _, own = name.partition(".")
            if key not in found:
                states = f"{self.states[0]}0" if self.states else ""
                example = next(iter(self.parameters)) if word == "parameter" else states
                raise ValueError(
                    f"{self.title} has no {word} {name}; its names begin with "
                    f"{' or '.join(f'{key}.' for key in found)}"
                    + (f", such as {example}." if example else ".")
                )
            found[key][own] = value
        return found


def outside(m: Member, e: Expression) -> Expression:
    """A node of a member's equation, with its outside names."""
    match e:
        case Tensor(name, before):
            return Tensor(m.name(name), before)
        case Parameter(name):
            return Parameter(m.name(name))
        case Apply("phi", of) if isinstance(m.cell, Cell):
            # Each part may have an activation of its own.
            return Apply(str(m.cell.options["phi"]), of)
    return e


def _phase_of(m: Member, key: str) -> str:
    """The outside key of a member's phase; "" for what belongs to none."""
    return f"{m.part.key}-{key}" if key else ""


def _drawn(m: Member, of: Diagram) -> Diagram:
    """A member's diagram with outside names."""

    def turned(x: float) -> float:
        """What reads from the end is drawn from right to left, as it stands in the text."""
        return 100 - x if m.part.reversed else x

    return Diagram(
        nodes=tuple(
            replace(
                node,
                x=turned(node.x),
                strip=node.strip and (turned(node.strip[0]), node.strip[1]),
                phase=_phase_of(m, node.phase),
                label=m.name(node.label) if node.label in m.cell.parameters else node.label,
                writes=node.writes and m.name(node.writes),
            )
            for node in of.nodes
        ),
        edges=tuple(
            replace(
                edge,
                carries=m.name(edge.carries),
                via=tuple((turned(x), y) for x, y in edge.via),
                factor=edge.factor and (turned(edge.factor[0]), edge.factor[1]),
            )
            for edge in of.edges
        ),
        title=of.title,
        path=(m.part, *of.path),
        strip_width=of.strip_width,
    )


def _described(m: Member) -> Description:
    """A member's description with outside names; its X is the quantity that it reads."""
    own = m.cell.description
    return Description(
        quantities=tuple(
            replace(
                q,
                name=m.name(q.name),
                pre=q.pre and m.name(q.pre),
                path=(m.part, *q.path),
                own=q.own or q.name,
            )
            for q in own.quantities
            if q.name != "X"
        ),
        weights=tuple(
            replace(
                w,
                name=m.name(w.name),
                gate=m.name(w.gate),
                path=(m.part, *w.path),
                own=w.own or w.name,
            )
            for w in own.weights
        ),
        phases=tuple(
            replace(
                phase,
                key=_phase_of(m, phase.key),
                path=(m.part, *phase.path),
                equation=f"{m.name(line.target)} = {text(rebuilt(line.expression, partial(outside, m)))}",
            )
            for phase, line in zip(own.phases, own.equations, strict=True)
        ),
        diagram=_drawn(m, own.diagram),
        further=tuple(_drawn(m, one) for one in own.further),
    )
