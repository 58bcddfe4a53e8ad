"""Equations computed over all time steps, in NumPy: those of a cell, or those of its gradients.

The loop over steps computes only what depends on another step. Values that follow from the inputs
alone are computed for all steps at once before the loop, and values that no step depends on after
it (as cuDNN takes the inputs' products out of the loop; Appleyard et al. 2016). The loop writes
into memory allocated at the start, and multiplies one vector with several weights at once.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.axes import Axes, is_weighted
from rnnviz.cells.expression import (
    COMPUTABLE,
    Across,
    Apply,
    Dyad,
    Expression,
    Gradient,
    Leaf,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Quotient,
    Stretched,
    Sum,
    Transposed,
    parts,
    value,
    walk,
)

Into = Callable[..., object]
Instruction = tuple[Into, int, int, int]

# When a value is known: always; for all steps at once; or step by step.
ALWAYS, AT_ONCE, STEPWISE = 0, 1, 2

HALF, ONE, ZERO = np.array(0.5), np.array(1.0), np.array(0.0)


def _sigmoid_into(A: Array, out: Array) -> None:
    """σ(A) = (1 + tanh(A/2)) / 2, as `activations.sigmoid`."""
    np.multiply(A, HALF, out)
    np.tanh(out, out)
    np.multiply(out, HALF, out)
    np.add(out, HALF, out)


# Each writes f(A) over its second argument.
INTO: Mapping[str, Into] = {
    **{
        name: lambda A, out, f=function: np.copyto(out, f(A))
        for name, function in COMPUTABLE.items()
    },
    "tanh": np.tanh,
    "sigmoid": _sigmoid_into,
    "relu": lambda A, out: np.maximum(A, ZERO, out=out),
    "identity": np.positive,
    "exp": np.exp,
    "log": np.log,
}
PAIRS: Mapping[type, Into] = {
    Product: np.multiply,
    Quotient: np.divide,
    Maximum: lambda A, B, out: np.maximum(A, B, out=out),
    Dyad: lambda A, B, out: np.multiply(A[:, :, np.newaxis], B[:, np.newaxis, :], out=out),
    # Of each sample its own: (n, i) and (n, i, j) to (n, j).
    Matmul: lambda A, B, out: np.matmul(A[:, np.newaxis], B, out=out[:, np.newaxis]),
}


@dataclass(frozen=True)
class _Row:
    """A place in memory that differs at each step: a row of an array over all steps."""

    of: Expression


@dataclass(frozen=True)
class _Constant:
    """A place whose value is the same at each step; of several weights, side by side."""

    of: tuple[Expression, ...]


@dataclass(frozen=True)
class _Scratch:
    """A place for intermediate values; axes: the letters of its shape, or of its width, one a block."""

    number: int
    axes: str
    has_blocks: bool = False


@dataclass(frozen=True)
class _Block:
    """One block of a scratch place."""

    whole: _Scratch
    index: int


@dataclass(frozen=True)
class _View:
    """Another place's numbers: a matrix transposed, or a vector with an axis more."""

    of: "_Place"
    is_transposed: bool

    def seen(self, array: Array) -> Array:
        return array.swapaxes(-1, -2) if self.is_transposed else array[..., np.newaxis]


_Place = _Row | _Constant | _Scratch | _Block | _View


class Recurrence:
    """Equations in the order in which one step computes them, ready to run.

    equations: the expression of each target. Leaves that are not targets are given from outside.
    carried: leaves that are a target of the step before, such as H_prev for H.
    axes: of every expression. backwards: whether time runs from the last step.
    """

    def __init__(
        self,
        equations: Mapping[Leaf, Expression],
        carried: Mapping[Leaf, Leaf],
        axes: Axes,
        backwards: bool = False,
    ) -> None:
        self.equations, self.carried, self.axes = dict(equations), dict(carried), axes
        self.backwards = backwards
        self._levels: dict[Expression, int] = {}
        states = set(self.carried.values())
        # The loop writes the states, so that what reads one of them has to wait for it.
        self._levels.update(dict.fromkeys(states, STEPWISE))
        stepwise = [target for target in self.equations if self._level(target) == STEPWISE]
        needed = set(states)
        for target in reversed(stepwise):
            if target in needed:
                needed |= {e for e in walk(self.equations[target]) if e in self.equations}
        self.looped = [target for target in stepwise if target in needed]
        self.late = [target for target in stepwise if target not in needed]
        self.early = [target for target in self.equations if target not in stepwise]
        self._compile()

    def _level(self, e: Expression) -> int:
        if e not in self._levels:
            match e:
                case Parameter():
                    level = ALWAYS
                case _ if e in self.carried:
                    level = STEPWISE
                case _ if e in self.equations:
                    level = self._level(self.equations[e])
                case _ if inside := parts(e):
                    level = max(map(self._level, inside))
                case _:
                    level = AT_ONCE
            self._levels[e] = level
        return self._levels[e]

    # The loop is compiled once, into instructions that read and write places by their number.

    def _compile(self) -> None:
        self._places: dict[Expression, _Place] = {}
        self._code: list[tuple[Into, _Place, _Place | None, _Place]] = []
        self._scratches = 0
        self._together: dict[Expression, list[Matmul]] = {}
        products: dict[Any, None] = dict.fromkeys(
            e
            for target in self.looped
            for e in walk(self.equations[target])
            if is_weighted(e) and self._level(e) == STEPWISE
        )
        for product in products:
            self._together.setdefault(product.left, []).append(product)
        for target in self.looped:
            out = _Row(target)
            place = self._compute(self.equations[target], out)
            if place != out:
                self._emit(np.positive, place, None, out)
            self._places[target] = out
        used = dict.fromkeys(p for _, a, b, out in self._code for p in (a, b, out) if p is not None)
        self._rows = [p for p in used if isinstance(_seen(p), _Row)]
        self._fixed = [p for p in used if not isinstance(_seen(p), _Row)]
        # Place 0 means none: an instruction with 0 as its second place takes one argument.
        numbers: dict[Hashable, int] = {
            p: k for k, p in enumerate((None, *self._rows, *self._fixed))
        }
        self._instructions: list[Instruction] = [
            (f, numbers[a], numbers[b], numbers[out]) for f, a, b, out in self._code
        ]

    def _emit(self, f: Into, a: _Place, b: _Place | None, out: _Place) -> _Place:
        self._code.append((f, a, b, out))
        return out

    def _scratch(self, axes: str, has_blocks: bool = False) -> _Scratch:
        self._scratches += 1
        return _Scratch(self._scratches, axes, has_blocks)

    def _compute(self, e: Expression, out: _Place | None = None) -> _Place:
        """The place of an expression's value at each step; adds the instruction that computes it if
        needed."""
        if e in self._places:
            return self._places[e]
        level = self._level(e)
        if level < STEPWISE:
            place: _Place = _Constant((e,)) if level == ALWAYS else _Row(e)
        elif not parts(e):
            place = _Row(e)
        else:
            place = self._computed(e, out)
        self._places[e] = place
        return place

    def _computed(self, e: Expression, out: _Place | None) -> _Place:
        match e:
            case Matmul(left, right) if is_weighted(e):
                return self._product(e, self._together[left], out)
            case Transposed(of):
                return _View(self._compute(of), is_transposed=True)
            case Stretched(of, to_matrix):
                place = self._compute(of)
                return _View(place, is_transposed=False) if to_matrix else place
            case Sum(terms):
                return self._sum(terms, out or self._scratch(self.axes.of(e)))
            case Across(of, of_matrix):
                f, a, b = _across_into(of_matrix), self._compute(of), None
            case Apply(function, of):
                f, a, b = INTO[function], self._compute(of), None
            case Negative(of):
                f, a, b = np.negative, self._compute(of), None
            case OneMinus(of):
                f, a, b = _one_minus_into, self._compute(of), None
            case (
                Product(left, right)
                | Quotient(left, right)
                | Maximum(left, right)
                | Dyad(left, right)
                | Matmul(left, right)
            ):
                f, a, b = PAIRS[type(e)], self._compute(left), self._compute(right)
            case _:
                raise ValueError(f"{type(e).__name__} cannot stand in a step of a recurrence.")
        return self._emit(f, a, b, out or self._scratch(self.axes.of(e)))

    def _sum(self, terms: tuple[Expression, ...], out: _Place) -> _Place:
        """Terms that are known before the loop are added up before it."""
        early = tuple(term for term in terms if self._level(term) < STEPWISE)
        pieces = [term for term in terms if self._level(term) == STEPWISE]
        if early:
            pieces.insert(0, Sum(early) if len(early) > 1 else early[0])
        pieces.sort(key=lambda piece: isinstance(piece, Negative))
        total = self._compute(pieces[0])
        for piece in pieces[1:]:
            if isinstance(piece, Negative):
                total = self._emit(np.subtract, total, self._compute(piece.of), out)
            else:
                total = self._emit(np.add, total, self._compute(piece), out)
        return total

    def _product(self, product: Matmul, together: list[Matmul], out: _Place | None) -> _Place:
        left = self._compute(product.left)
        axes = "".join(self.axes.of(one) for one in together)
        weights = _Constant(tuple(one.right for one in together))
        if len(together) == 1:
            return self._emit(np.dot, left, weights, out or self._scratch(axes))
        wide = self._scratch(axes, has_blocks=True)
        self._emit(np.dot, left, weights, wide)
        for index, one in enumerate(together):
            self._places[one] = _Block(wide, index)
        return self._places[product]

    # Running it.

    def run(
        self,
        parameters: Mapping[str, Array],
        given: Mapping[Leaf, Array],
        first: Mapping[Leaf, Array],
        sizes: Mapping[str, int],
    ) -> dict[Leaf, Array]:
        """All targets, (T, n, ·) each, or of a parameter's shape for its gradient.

        given: every leaf that is neither a target nor carried, (T, n, ·). first: the carried
        leaves at the first step, (n, ·). sizes: T, n and the lengths of the parameters' axes. Where
        one dot stands, a matrix has two.
        """
        T, n = sizes["T"], sizes["n"]
        flat: dict[Expression, Array] = {leaf: _flat(array) for leaf, array in given.items()}
        known: dict[Expression, Array] = {}

        def leaf(e: Leaf) -> Array:
            return parameters[e.name] if isinstance(e, Parameter) else flat[e]

        def at_once(e: Expression) -> Array:
            return value(e, leaf, known=known)

        for target in self.early:
            flat[target] = self._over_steps(target, at_once(self.equations[target]), sizes)
        if self.looped:
            stored = self._loop(at_once, first, sizes)
            here = slice(1, None) if self.backwards else slice(-1)
            for target in self.looped:
                flat[target] = _flat(stored[target])
            for carried in self.carried:
                flat[carried] = _flat(stored[carried][here])
        for target in self.late:
            flat[target] = self._over_steps(target, at_once(self.equations[target]), sizes)
        return {
            target: flat[target]
            if self._is_of_parameter(target)
            else _by_step(flat[target], T, n)
            for target in self.equations
        }

    def _is_of_parameter(self, target: Leaf) -> bool:
        return isinstance(target, Gradient) and isinstance(target.of, Parameter)

    def _over_steps(self, target: Leaf, array: Array, sizes: Mapping[str, int]) -> Array:
        """A value that is the same at each step, repeated for all steps."""
        if self._is_of_parameter(target) or self._level(self.equations[target]) != ALWAYS:
            return array
        rows = (sizes["T"] * sizes["n"], *self._lengths(target, sizes))
        return np.broadcast_to(array, rows).copy()

    def _lengths(self, e: Expression, sizes: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(sizes[axis] for axis in self.axes.of(e))

    def _memory(
        self,
        at_once: Callable[[Expression], Array],
        over_steps: Callable[[Expression], Array],
        sizes: Mapping[str, int],
    ) -> dict[_Place, Array]:
        """The numbers of every place; of a row, over all steps."""
        n = sizes["n"]
        there: dict[_Place, Array] = {}
        for place in _bases_first(*self._rows, *self._fixed):
            match place:
                case _Row(e):
                    there[place] = over_steps(e)
                case _View(of):
                    there[place] = place.seen(there[of])
                case _Block(scratch, index):
                    ends = np.cumsum([0, *(sizes[axis] for axis in scratch.axes)])
                    there[place] = there[scratch][:, ends[index] : ends[index + 1]]
                case _Constant(several):
                    constants = [at_once(e) for e in several]
                    there[place] = np.hstack(constants) if len(constants) > 1 else constants[0]
                case _Scratch(_, axes, has_blocks):
                    lengths = [sizes[axis] for axis in axes]
                    there[place] = np.empty((n, sum(lengths)) if has_blocks else (n, *lengths))
        return there

    def _loop(
        self,
        at_once: Callable[[Expression], Array],
        first: Mapping[Leaf, Array],
        sizes: Mapping[str, int],
    ) -> dict[Leaf, Array]:
        """The targets of the loop, (T, n, ·), and the carried leaves, (T + 1, n, ·)."""
        T, n = sizes["T"], sizes["n"]
        stored: dict[Expression, Array] = {}
        for carried, target in self.carried.items():
            whole = np.empty((T + 1, n, *self._lengths(target, sizes)))
            whole[-1 if self.backwards else 0] = first[carried]
            stored[carried] = whole
            stored[target] = whole[:-1] if self.backwards else whole[1:]
        for target in self.looped:
            if target not in stored:
                stored[target] = np.empty((T, n, *self._lengths(target, sizes)))
        direction = -1 if self.backwards else 1

        def over_steps(e: Expression) -> Array:
            if e in self.carried:
                whole = stored[e]
                return (whole[1:] if self.backwards else whole[:-1])[::direction]
            if e in stored:
                return stored[e][::direction]
            return _by_step(at_once(e), T, n)[::direction]

        there = self._memory(at_once, over_steps, sizes)
        values: list[Array] = [ZERO] * (1 + len(self._rows))
        values += [there[place] for place in self._fixed]
        stop = 1 + len(self._rows)
        instructions = self._instructions
        for rows in zip(*map(there.__getitem__, self._rows), strict=True):
            values[1:stop] = rows
            for f, a, b, out in instructions:
                if b:
                    f(values[a], values[b], values[out])
                else:
                    f(values[a], values[out])
        return {target: stored[target] for target in (*self.looped, *self.carried)}


def _one_minus_into(A: Array, out: Array) -> None:
    np.subtract(ONE, A, out)


def _across_into(of_matrix: bool) -> Into:
    return lambda A, out: np.sum(A, axis=-1, keepdims=not of_matrix, out=out)


def _base(place: _Place) -> _Place | None:
    """The place whose numbers this one shows."""
    match place:
        case _View(of):
            return of
        case _Block(whole):
            return whole
    return None


def _seen(place: _Place) -> _Place:
    """The place that a view shows, or the place itself."""
    while isinstance(place, _View):
        place = place.of
    return place


def _bases_first(*places: _Place) -> list[_Place]:
    """The places and those that they show, each before what shows it."""
    found: dict[_Place, None] = {}
    for place in places:
        chain = [place]
        while (base := _base(chain[-1])) is not None:
            chain.append(base)
        found |= dict.fromkeys(reversed(chain))
    return list(found)


def _flat(array: Array) -> Array:
    """(T, n, …) as (T n, …)."""
    return array.reshape(-1, *array.shape[2:])


def _by_step(array: Array, T: int, n: int) -> Array:
    """(T n, …) as (T, n, …)."""
    return array.reshape(T, n, *array.shape[1:])
