"""The way back through a step: on which paths a gradient arrives at each quantity (004; BPTT).

Every equation that read a quantity hands a term of its gradient back. Where several have read it,
at its own step and at the next one, the terms add up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from rnnviz.cells import Cell, Composite
from rnnviz.cells.activations import Array
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import (
    Arriving,
    Concat,
    Equation,
    Expression,
    Gradient,
    Leaf,
    Parameter,
    Share,
    Tensor,
    value,
)
from rnnviz.cells.gradient import Contribution, contributions
from rnnviz.explain.probes import dlogits
from rnnviz.model import LOGITS, SCORE, SequenceModel
from rnnviz.trace import Trace

# The source of the logits' gradient, and what arrives from there.
LOSS = "loss"
FROM_LOSS = Arriving(Tensor(LOGITS.name), later=False)
# The source of what arrives at a cell that stands in a larger network.
OUTSIDE = "outside"

Computed = SequenceModel | Cell | Composite


@dataclass(frozen=True)
class Path:
    """A term of ∂L/∂ a quantity or parameter: what one equation that read it hands back.

    source: the quantity that the equation computes, "loss", or "outside". later: whether it read it at the
    step after, in the order in which the cell reads. expression: the term, at the source's step.
    """

    source: str
    later: bool
    expression: Expression


@dataclass(frozen=True)
class BackwardPhase:
    """One gradient of a step on the way back.

    key: that of the phase that computed the target; of what goes on to a step before or to the
    input, `to-` and its name. target: the quantity; as the step before left it, where the gradient
    goes on there. paths: none where no path leads from the target to a loss; its gradient is 0.
    inner: its pre-activation, to which the gradient goes on at once, or "".
    """

    key: str
    target: Tensor
    paths: tuple[Path, ...]
    inner: str = ""


@dataclass(frozen=True, eq=False)
class Arrival:
    """A path with its numbers at every step.

    source, later, expression: as a Path's. value: (T, n, ·) of a quantity, at the step of the
    quantity itself, 0 where no step is after it; (T, i, j) of a parameter, each step's own
    contribution, over all samples.
    """

    source: str
    later: bool
    expression: Expression
    value: Array


def backwards(trace: Trace, losses: Iterable[int] | None = None) -> dict[str, tuple[Arrival, ...]]:
    """∂L of every quantity, pre-activation and parameter, as the terms that add up to it.

    losses: the steps, from 0, whose losses L is the mean of; by default all of them. Arrivals of a
    quantity add up to its whole gradient, (T, n, ·); those of a parameter, and their steps, to
    `model.gradients(trace)[name]` where L is the mean of all losses. A quantity that is held by
    hand has a gradient, and hands none of it on.
    Raises ValueError for a trace without a model or targets, for steps that are not there, and for
    a cell with a function whose derivative is not known.
    """
    slopes = loss_slopes(trace, losses)
    model = trace.model
    assert model is not None
    gradients = model.backward(trace, slopes)
    found = paths(model)
    numbers = _Numbers(trace, found, gradients)
    # The b² of a quotient a/b may be too large for a number where b is not: the slope -a/b² is 0 then,
    # as near as numbers are.
    with np.errstate(over="ignore"):
        return {
            to.name: tuple(
                Arrival(one.source, one.later, one.expression, numbers.of(to, one)) for one in own
            )
            for to, own in found.items()
        }


def loss_slopes(trace: Trace, losses: Iterable[int] | None = None) -> Array:
    """∂L/∂logits, (T, n, q), where L is the mean of the losses of some steps, from 0, or of all.

    Raises ValueError for a trace without a model or targets, and for steps that are not there.
    """
    slopes, T = dlogits(trace), trace.steps
    steps = list(range(T)) if losses is None else sorted(set(losses))
    if not steps or any(isinstance(t, bool) or not 0 <= t < T for t in steps):
        raise ValueError(f"losses is {losses!r}; it takes steps from 0 to {T - 1}, one or more.")
    counted = np.zeros((T, 1, 1))
    counted[steps] = 1 / (len(steps) * slopes.shape[1])
    return slopes * counted


def paths(of: Computed, arriving: Iterable[str] = ()) -> dict[Tensor | Parameter, tuple[Path, ...]]:
    """The paths of each quantity, pre-activation and parameter, those of its own step first.

    arriving: of a cell alone, the quantities at which ∂L arrives from what stands around it.
    Raises ValueError for a cell with a function whose derivative is not known.
    """
    cell = cell_of(of)
    order = {name: k for k, name in enumerate((*cell.tensor_names, LOGITS.name))}
    found: dict[Tensor | Parameter, list[Path]] = {
        Tensor(name): [Path(OUTSIDE, False, Arriving(Tensor(name), later=False))]
        for name in arriving
    }
    scored: tuple[Contribution, ...] = ()
    if isinstance(of, SequenceModel):
        found[Tensor(LOGITS.name)] = [Path(LOSS, False, FROM_LOSS)]
        scored = contributions(parse(SCORE.equation, of.parameters))
    for one in (*scored, *_handed_back(cell)):
        later = isinstance(one.to, Tensor) and one.to.before
        to = Tensor(one.to.name) if isinstance(one.to, Tensor) else one.to
        found.setdefault(to, []).append(Path(one.source, later, one.expression))
    return {
        to: tuple(sorted(own, key=lambda one: (one.later, order.get(one.source, 0))))
        for to, own in found.items()
    }


def cell_of(of: Computed) -> Cell | Composite:
    """A cell itself, or that of a model."""
    return of.cell if isinstance(of, SequenceModel) else of


def _handed_back(cell: Cell | Composite) -> tuple[Contribution, ...]:
    """All contributions of a cell, those of the equations that join its parts among them."""
    joined = tuple(
        one
        for phase, equation in zip(cell.description.phases, cell.description.equations, strict=True)
        if phase.path not in cell.leaves
        for one in _parted(equation)
    )
    return (*cell.contributions, *joined)


def _parted(equation: Equation) -> tuple[Contribution, ...]:
    """The contributions of an equation that joins vectors."""
    whole = Gradient(Tensor(equation.target))
    match equation.expression:
        case Concat(Tensor() as left, Tensor() as right):
            return tuple(
                Contribution(to, Share(whole, left, right, is_left), equation.target)
                for to, is_left in ((left, True), (right, False))
            )
    return contributions(equation)


def backward_phases(of: Computed, arriving: Iterable[str] = ()) -> tuple[BackwardPhase, ...]:
    """The gradients of a step in the order of walking back: from the logits, or of a cell alone
    from its last quantity, to the input.

    After the phases of each cell follows what goes on to its step before. Raises ValueError as
    `paths` does.
    """
    found, cell = paths(of, arriving), cell_of(of)
    forward = list(zip(cell.description.phases, cell.description.equations, strict=True))
    if isinstance(of, SequenceModel):
        forward.append((SCORE, parse(SCORE.equation, of.parameters)))
    made: list[BackwardPhase] = []
    for parts, group in groupby(reversed(forward), key=lambda one: one[0].path):
        for phase, equation in group:
            target = Tensor(equation.target)
            own = found.get(target, ())
            goes_on = own and phase is not SCORE
            inner = cell.description.quantity(target.name).pre if goes_on else None
            made.append(BackwardPhase(phase.key, target, own, inner or ""))
        prefix = "".join(f"{part.key}." for part in parts)
        leaf = cell.leaves.get(parts)
        for state in leaf.states if leaf else ():
            later = tuple(one for one in found.get(Tensor(prefix + state), ()) if one.later)
            if later:
                made.append(_onwards(Tensor(prefix + state, before=True), later))
    made.append(_onwards(Tensor("X"), found.get(Tensor("X"), ())))
    return tuple(made)


def _onwards(target: Tensor, own: tuple[Path, ...]) -> BackwardPhase:
    return BackwardPhase(f"to-{target.name.replace('.', '-')}", target, own)


class _Numbers:
    """The values of paths, at all steps.

    gradients: ∂L of every quantity that a cell's own equation computes, (T, n, ·).
    """

    def __init__(
        self,
        trace: Trace,
        found: Mapping[Tensor | Parameter, tuple[Path, ...]],
        gradients: Mapping[str, Array],
    ) -> None:
        self.trace, self.paths = trace, found
        self.gradients = dict(gradients)
        self.is_held = {name: where for name, (where, _) in trace.held.items()}
        self.phi = str(getattr(trace.cell, "phi", ""))

    def of(self, to: Tensor | Parameter, path: Path) -> Array:
        if isinstance(to, Parameter):
            return np.stack([self._at(path.expression, t) for t in range(self.trace.steps)])
        if path.source == LOSS:
            return self.gradients[to.name]
        whole = value(path.expression, self._leaf, self.phi)
        if not path.later:
            return whole
        # What the step after hands back arrives at this one.
        end = np.zeros_like(whole[:1])
        if self.trace.cell.description.quantity(to.name).reversed:
            return np.concatenate((end, whole[:-1]))
        return np.concatenate((whole[1:], end))

    def _at(self, e: Expression, t: int) -> Array:
        """A parameter's term of one step, over its samples."""

        def leaf(one: Leaf) -> Array:
            whole = self._leaf(one)
            return whole if isinstance(one, Parameter) else whole[t]

        return value(e, leaf, self.phi)

    def _leaf(self, e: Leaf) -> Array:
        match e:
            case Parameter(name):
                assert self.trace.model is not None
                return self.trace.model.parameters[name]
            case Gradient(of):
                return self._handed_on(of.name)
            case Tensor(name, before):
                return self.trace.before(name) if before else self.trace[name]
        raise ValueError(f"{e} is no part of a path.")

    def _handed_on(self, name: str) -> Array:
        """The gradient of a quantity, without that of what is held."""
        if name not in self.gradients:
            # Of vectors side by side the whole has no equation in a cell.
            own = self.paths[Tensor(name)]
            self.gradients[name] = sum((self.of(Tensor(name), one) for one in own), np.zeros(1))
        whole = self.gradients[name]
        return whole * (1 - self.is_held[name]) if name in self.is_held else whole
