"""The forward pass and the derived backward pass that follow from a cell's phases."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from types import MappingProxyType

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.axes import Axes
from rnnviz.cells.description import Description
from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Arriving,
    Equation,
    Expression,
    Gradient,
    Leaf,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    rebuilt,
)
from rnnviz.cells.gradient import Contribution, contributions, reads
from rnnviz.cells.recurrence import Recurrence

# The input of every cell, and its output to the output layer.
INPUT, OUTPUT = Tensor("X"), Tensor("H")
# Programs of cells that visitors write come and go; ours are a few dozen.
KEPT = 256


@dataclass(frozen=True)
class Program:
    """A cell's equations in the order of a step, each of one named quantity.

    equations: where Y = f(A) and A has a name, each has an equation. states: the quantities
    that are carried from step to step. parameters: the axes of each, such as ("W_xh", "dh"). shapes: the
    axes of the quantities that are no vectors, such as ("S", "kh").
    held: the quantities that are held by hand at some units and steps.
    """

    equations: tuple[Equation, ...]
    states: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    shapes: tuple[tuple[str, str], ...] = ()
    held: tuple[str, ...] = ()

    @cached_property
    def axes(self) -> Axes:
        """Of every expression, also of what a held quantity would be."""
        named = dict(self.shapes)
        for name in self.held:
            if name in named:
                named |= {one.name: named[name] for one in (free(name), is_held(name), held_value(name))}
        return Axes(dict(self.parameters), named)

    @cached_property
    def forward(self) -> Recurrence:
        """Every quantity, from X and the initial states."""
        return Recurrence(
            {Tensor(e.target): e.expression for e in self.equations},
            {Tensor(state, before=True): Tensor(state) for state in self.states},
            self.axes,
        )

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The terms of all gradients, in the order in which the backward pass meets them.

        A quantity from which no path leads to the output, at its own step or later, gives none.
        """
        # Where and at what a quantity is held is given, and nothing learns from it.
        given = {leaf for name in self.held for leaf in (is_held(name), held_value(name))}
        own = {
            e.target: [one for one in contributions(e) if one.to not in given]
            for e in self.equations
            if e.target in self._live
        }
        return tuple(one for e in reversed(self.equations) for one in own.get(e.target, ()))

    @cached_property
    def _live(self) -> set[str]:
        """The quantities from which a path leads to the output, at the same step or at a later one."""
        live = {OUTPUT.name}
        while True:
            read = {
                leaf.name
                for equation in self.equations
                if equation.target in live
                for leaf in reads(equation)
                if isinstance(leaf, Tensor)
            }
            if read <= live:
                return live
            live |= read

    @cached_property
    def backward(self) -> Recurrence:
        """Every gradient, from ∂L/∂H as it arrives from outside, and every quantity."""
        terms: dict[Tensor | Parameter, list[Expression]] = {OUTPUT: [Arriving(OUTPUT, later=False)]}
        carried: dict[Leaf, Leaf] = {}
        found = self.contributions
        for state in map(Tensor, self.states):
            before = Tensor(state.name, before=True)
            if any(one.to == before for one in found):
                later = Arriving(state, later=True)
                carried[later] = Gradient(before)
                terms.setdefault(state, []).append(later)
        for one in found:
            terms.setdefault(one.to, []).append(one.expression)
        # The quantity that a step computes last gets its gradient first.
        computed = [Tensor(e.target) for e in reversed(self.equations)]
        order = [to for to in (*computed, *terms) if to in terms]
        return Recurrence(
            {
                Gradient(to): Sum(tuple(terms[to])) if len(terms[to]) > 1 else terms[to][0]
                for to in dict.fromkeys(order)
            },
            carried,
            self.axes,
            backwards=True,
        )

    def run(
        self,
        parameters: Mapping[str, Array],
        X: Array,
        first: Mapping[str, Array],
        sizes: Mapping[str, int],
        holds: Mapping[Leaf, Array] = MappingProxyType({}),
    ) -> dict[str, Array]:
        """Every quantity at every step, (T, n, h) each, or its own axes in the place of h.

        X: (T, n, d). first: the initial states, (n, h) each. sizes: the lengths of all axes.
        holds: `is_held` and `held_value` of each held quantity, (T, n, h).
        """
        before: dict[Leaf, Array] = {
            Tensor(state, before=True): value for state, value in first.items()
        }
        found = self.forward.run(parameters, {INPUT: X, **holds}, before, sizes)
        return {e.target: found[Tensor(e.target)] for e in self.equations}

    def run_backward(
        self,
        parameters: Mapping[str, Array],
        quantities: Mapping[Leaf, Array],
        dH: Array,
        sizes: Mapping[str, int],
        ends: Mapping[str, Array] = MappingProxyType({}),
    ) -> dict[Tensor | Parameter, Array]:
        """∂L of every quantity and parameter, and of the states before the first step.

        quantities: X, the trace's tensors, and each state as the steps found it, (T, n, ·) each.
        dH: ∂L/∂H as it arrives from outside, (T, n, h). ends: ∂L of states after the last step, as
        it arrives there, (n, h) each. A gradient that is 0 because nothing depends on it is left out.
        """
        given: dict[Leaf, Array] = {**quantities, Arriving(OUTPUT, later=False): dH}
        n = dH.shape[1]
        first: dict[Leaf, Array] = {
            later: np.zeros((n, *(sizes[axis] for axis in self.axes.of(later))))
            for later in self.backward.carried
        }
        for name, gradient in ends.items():
            first[Arriving(Tensor(name), later=True)] = gradient
        found = self.backward.run(parameters, given, first, sizes)
        return {to.of: gradient for to, gradient in found.items() if isinstance(to, Gradient)}


def free(name: str) -> Tensor:
    """What a held quantity would be by its own equation."""
    return Tensor(f"{name} free")


def is_held(name: str) -> Tensor:
    """1 where a quantity is held, elsewhere 0."""
    return Tensor(f"{name} held")


def held_value(name: str) -> Tensor:
    """The value at which a quantity is held, elsewhere 0."""
    return Tensor(f"{name} value")


def _with_hold(equation: Equation) -> tuple[Equation, Equation]:
    """F = …, as what it would be; and F = (1 − held) ⊙ what it would be + value."""
    name = equation.target
    kept = Product(OneMinus(is_held(name)), free(name))
    return (
        Equation(free(name).name, equation.expression),
        Equation(name, Sum((kept, held_value(name)))),
    )


@lru_cache(KEPT)
def program(
    description: Description, states: tuple[str, ...], phi: str, held: tuple[str, ...] = ()
) -> Program:
    """The program of a cell.

    phi: the activation that `phi` stands for. held: the quantities that are held by hand.
    Raises ValueError for equations that cannot be computed in their order, naming the line.
    """
    check(description, states)
    equations: list[Equation] = []
    for line in description.equations:
        expression = rebuilt(line.expression, partial(with_phi, phi=phi))
        pre = description.quantity(line.target).pre
        if pre and isinstance(expression, Apply):
            equations.append(Equation(pre, expression.of))
            expression = Apply(expression.function, Tensor(pre))
        equations.append(Equation(line.target, expression))
    parameters = tuple((weight.name, weight.axes) for weight in description.weights)
    equations = [
        one
        for equation in equations
        for one in (_with_hold(equation) if equation.target in held else (equation,))
    ]
    shapes = tuple(description.axes.quantities.items())
    return Program(tuple(equations), states, parameters, shapes, held)


def with_phi(e: Expression, phi: str) -> Expression:
    """A node, with the activation that `phi` stands for."""
    return Apply(phi, e.of) if isinstance(e, Apply) and e.function == "phi" else e


def check(description: Description, states: tuple[str, ...]) -> None:
    """Raises ValueError unless the phases compute each quantity once, from known ones."""
    quantities = {quantity.name: quantity for quantity in description.quantities}
    there: set[Tensor | Parameter] = {Parameter(weight.name) for weight in description.weights}
    there |= {INPUT} | {Tensor(state, before=True) for state in states}
    written: set[str] = set()
    used: set[Tensor | Parameter] = set()
    for phase, equation in zip(description.phases, description.equations, strict=True):
        line, target = phase.equation, equation.target
        if target not in quantities or target == INPUT.name:
            fits = ", ".join(name for name in quantities if name != INPUT.name)
            raise ValueError(f"{line!r} computes {target}; the cell's quantities are {fits}.")
        if target in written:
            raise ValueError(f"{line!r} computes {target} once more; an earlier line has done so.")
        for leaf in sorted(reads(equation) - there, key=text):
            raise ValueError(
                f"{line!r} reads {text(leaf)}, which is not there; there are "
                f"{', '.join(sorted(map(text, there)))}."
            )
        pre = quantities[target].pre
        if pre and not isinstance(equation.expression, Apply):
            raise ValueError(
                f"{line!r} has no function outside, so that {target} has no pre-activation {pre}."
            )
        axes, made = map(description.axes.of, (Tensor(target), equation.expression))
        if axes != made:
            raise ValueError(f"{line!r} makes {made} of {target}, whose axes are {axes}.")
        used |= reads(equation)
        written.add(target)
        there |= {Tensor(name) for name in (target, pre) if name}
    for name in (*quantities, *states, OUTPUT.name):
        if name not in written and name != INPUT.name:
            raise ValueError(f"No line computes {name}; each quantity needs one.")
    for weight in description.weights:
        if Parameter(weight.name) not in used:
            raise ValueError(f"No line reads the parameter {weight.name}; each must be of use.")
