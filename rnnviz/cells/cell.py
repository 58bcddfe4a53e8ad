"""What every cell shares: parameters with checked shapes, and what follows from its phases.

A cell file says its quantities, parameters and phases, and has a forward and a backward pass.
"""

import math
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Self

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.description import Description, Diagram, Part, Phase, Quantity, Weight
from rnnviz.cells.expression import Leaf, Parameter, Tensor
from rnnviz.cells.gradient import Contribution
from rnnviz.cells.layout import layered
from rnnviz.cells.program import (
    INPUT,
    OUTPUT,
    Program,
    check,
    free,
    held_value,
    is_held,
    program,
)
from rnnviz.holds import Hold, checked_holds, held_values
from rnnviz.trace import Trace

# Descriptions of cells that visitors write come and go; ours are a few dozen.
KEPT = 256
AXIS_WORDS = {
    "T": "time steps", "n": "samples", "d": "input_size", "h": "hidden_size", "q": "outputs",
    "k": "key_size",
}  # fmt: skip


def finite_array(name: str, value: object, axes: str, sizes: dict[str, int]) -> Array:
    """A copy of `value` as float64, if its shape fits `axes` and every number in it is finite.

    axes: one letter an axis, such as "dh"; sizes: the known lengths, to which those that
    this array fixes are added.
    Raises ValueError naming the value and what fits.
    """
    try:
        came = np.asarray(value)
        if came.dtype.kind not in "fiub":
            raise TypeError(f"its dtype is {came.dtype}")
        array = came.astype(np.float64)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(
            f"{name} is {reprlib.repr(value)}, not an array of numbers; {_shape_words(axes, sizes)}."
        ) from error
    fixed = dict(sizes)
    if array.ndim != len(axes) or any(
        length == 0 or length != fixed.setdefault(axis, length)
        for axis, length in zip(axes, array.shape, strict=True)
    ):
        empty = ", which is empty" if array.size == 0 else ""
        raise ValueError(f"{name} has shape {array.shape}{empty}; {_shape_words(axes, sizes)}.")
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name} holds {array[where]} at {where}; every number must be finite.")
    sizes.update(fixed)
    return array


def whole_number(name: str, value: object, least: int) -> int:
    """`value` as an int, or a ValueError that names the value and what fits."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number from {least}.")
    return int(value)


def _shape_words(axes: str, sizes: Mapping[str, int]) -> str:
    """Such as "(T, n, 6) fits, where T = time steps, n = samples, 6 = input_size"."""
    lengths = {axis: str(sizes.get(axis, axis)) for axis in axes}
    meaning = ", ".join(f"{lengths[axis]} = {AXIS_WORDS[axis]}" for axis in lengths if axis != "1")
    return f"({', '.join(lengths[axis] for axis in axes)}) fits, where {meaning}"


def own_trace(trace: Trace, cell: object) -> None:
    """Raise ValueError if the trace is not of this very cell: its gradients would be wrong."""
    if trace.cell is not cell:
        raise ValueError(
            f"The trace is of another cell ({trace.cell.title}); "
            "backward takes what run gave of the same cell."
        )


def outer(A: Array, B: Array) -> Array:
    """Σ over time steps and samples of AᵀB: (T, n, i) and (T, n, j) to (i, j)."""
    return np.tensordot(A, B, axes=((0, 1), (0, 1)))


def total(B: Array) -> Array:
    """The sum over time steps and samples, (T, n, j) to (1, j)."""
    return B.sum(axis=(0, 1))[np.newaxis]


class Cell:
    """A recurrent cell: state in, every quantity of the step out.

    Axes: see `rnnviz`. A subclass declares its quantities, its parameters (`weights`, in the
    documents' order), its phases and the states it carries; it may bring a diagram of its own.
    year, paper: where the cell comes from, if it is not one of the documents'. in_torch: whether
    torch.nn has it, with two biases a gate.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    year: ClassVar[int | None] = None
    paper: ClassVar[str] = ""
    in_torch: ClassVar[bool] = False
    quantities: ClassVar[tuple[Quantity, ...]]
    weights: ClassVar[tuple[Weight, ...]]
    phases: ClassVar[tuple[Phase, ...]]
    states: tuple[str, ...] = ("H",)

    def __init__(
        self, options: Mapping[str, object] = MappingProxyType({}), /, **parameters: object
    ) -> None:
        self.options = dict(options)
        axes = self.axes(**options)
        missing = [name for name in axes if name not in parameters]
        unknown = [name for name in parameters if name not in axes]
        if missing or unknown:
            found = [f"is missing {', '.join(missing)}"] if missing else []
            found += [f"does not know {', '.join(unknown)}"] if unknown else []
            raise ValueError(
                f"{self.title} {' and '.join(found)}; its parameters are {', '.join(axes)}."
            )
        sizes = {"1": 1}
        self.parameters: dict[str, Array] = {
            name: finite_array(name, parameters[name], axes[name], sizes) for name in axes
        }
        self._sizes = sizes
        self.input_size: int = sizes["d"]
        self.hidden_size: int = sizes["h"]

    @classmethod
    def described(cls, **options: Any) -> Description:
        """The description of a cell with these options.

        Raises ValueError for phases that cannot be computed in their order.
        """
        own = Description(cls.quantities, cls.weights, cls.phases, Diagram((), ()))
        check(own, cls.states)
        return replace(own, diagram=cls.diagram(own, **options))

    @classmethod
    def diagram(cls, description: Description, **options: Any) -> Diagram:
        """The dataflow of one step; laid out from the equations, unless a cell draws its own."""
        return layered(description.phases, description.equations, str(options.get("phi", "")))

    @classmethod
    def axes(cls, **options: Any) -> Mapping[str, str]:
        """The axes of each parameter of a cell with these options, in the documents' order."""
        return {weight.name: weight.axes for weight in cls.describe(options).weights}

    @classmethod
    def describe(cls, options: Mapping[str, Any] = MappingProxyType({})) -> Description:
        """`described`, worked out once for the same options."""
        try:
            return _once(cls.described, tuple(options.items()))
        except TypeError:
            # An option that cannot be a key of the cache is invalid; the constructor's own error
            # says so.
            return cls.described(**options)

    @classmethod
    def random(cls, input_size: int, hidden_size: int, seed: int, **options: Any) -> Self:
        """A cell with weights drawn uniformly from ±1/√hidden_size, as PyTorch draws them.

        options: what the cell's constructor takes beside parameters, such as `phi`.
        Raises ValueError if a size is not a whole number from 1, or the seed not one from 0.
        """
        d = whole_number("input_size", input_size, 1)
        h = whole_number("hidden_size", hidden_size, 1)
        return cls._drawn({"1": 1, "d": d, "h": h}, seed, options)

    @classmethod
    def _drawn(cls, sizes: Mapping[str, int], seed: int, options: Mapping[str, Any]) -> Self:
        rng = np.random.default_rng(whole_number("seed", seed, 0))
        bound = 1 / np.sqrt(sizes["h"])
        drawn: dict[str, Any] = {
            name: rng.uniform(-bound, bound, tuple(sizes[axis] for axis in letters))
            for name, letters in cls.axes(**options).items()
        }
        return cls(**options, **drawn)

    def __repr__(self) -> str:
        """Such as "GRU(4 → 8, reset_after=True)"."""
        told = "".join(f", {name}={reprlib.repr(value)}" for name, value in self.options.items())
        return f"{type(self).__name__}({self.input_size} → {self.hidden_size}{told})"

    def with_parameters(self, **parameters: Any) -> Self:
        """The same cell with these parameters in the place of its own; the others stay."""
        options: dict[str, Any] = self.options
        return type(self)(**options, **{**self.parameters, **parameters})

    def __getattr__(self, name: str) -> Array:
        """A parameter, as the documents write it: cell.W_xh."""
        try:
            return self.__dict__["parameters"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name}.") from None

    @cached_property
    def tensor_names(self) -> tuple[str, ...]:
        """The names of a trace, in its order."""
        first = (f"{state}0" for state in self.states)
        return (INPUT.name, *first, *(e.target for e in self.program.equations))

    @property
    def leaves(self) -> dict[tuple[Part, ...], "Cell"]:
        """The cells that are not made of cells, each under the path of its parts."""
        return {(): self}

    @property
    def rows(self) -> tuple[str, ...]:
        """The states that the unrolled drawing has room for, from top to bottom."""
        return self.states[1::-1] if len(self.states) > 1 else (OUTPUT.name,)

    @property
    def output_size(self) -> int:
        """The length of H at each step, which the output layer reads."""
        return self.hidden_size

    @cached_property
    def description(self) -> Description:
        """The cell's quantities, parameters, phases and diagram, for the stage."""
        return self.describe(self.options)

    @cached_property
    def program(self) -> Program:
        """The program that computes the cell and its gradients, derived from the phases.

        Raises ValueError for phases that cannot be computed in their order.
        """
        return self._program_with(())

    def _program_with(self, held: tuple[str, ...]) -> Program:
        """The program where these quantities are held by hand."""
        return program(self.description, self.states, str(self.options.get("phi", "")), held)

    @property
    def widths(self) -> dict[str, int]:
        """How many numbers each quantity and pre-activation has that the cell computes."""
        return {name: math.prod(shape) for name, shape in self.shapes.items()}

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each quantity and pre-activation that the cell computes, of one step and
        sample."""
        return {e.target: self._shape(e.target) for e in self.program.equations}

    def _shape(self, name: str) -> tuple[int, ...]:
        axes = self.description.axes.of(Tensor(name))
        return tuple(self._sizes[axis] for axis in axes)

    @property
    def equations(self) -> tuple[str, ...]:
        """The phases as text, one line each, in the order of a step."""
        return tuple(phase.equation for phase in self.description.phases)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """Each equation's contributions to the gradients of its inputs, from the last equation
        back.

        As text, such as `dF += dC * C_prev`: dF is ∂L/∂F. Sums over samples and time steps stand
        where a parameter's gradient needs them.
        """
        return self.program.contributions

    def run(self, X: object, *, holds: Iterable[Hold] = (), **initial: object) -> Trace:
        """The trace of a whole sequence.

        X: (T, n, d). initial: H0, and C0 for a cell with memory, (n, h) each, or S0, (n, k, h), for
        one whose memory is a matrix; zeros by default.
        holds: quantities held by hand.
        Raises ValueError for a wrong shape, a number that is not finite, or a hold that does not
        fit.
        """
        sizes = dict(self._sizes)
        X = finite_array("X", X, "Tnd", sizes)
        names = [f"{state}0" for state in self.states]
        for name in initial:
            if name not in names:
                fits = ", ".join(names) if names else "none"
                raise ValueError(f"{self.title} has no initial state {name}; it takes {fits}.")
        first = {
            f"{state}0": self._first(state, initial.get(f"{state}0"), sizes) for state in self.states
        }
        before = dict(zip(self.states, first.values(), strict=True))
        T, n = X.shape[:2]
        holds = checked_holds(holds, self.widths, T, n, self.title) if holds else ()
        held, given = self._held(holds, sizes)
        tensors = held.run(self.parameters, X, before, sizes, given)
        freed = {name: tensors.pop(free(name).name) for name in held.held}
        return Trace(cell=self, tensors={"X": X, **first, **tensors}, holds=holds, free=freed)

    def _first(self, state: str, value: object, sizes: dict[str, int]) -> Array:
        if value is None:
            value = np.zeros((sizes["n"], *self._shape(state)))
        return finite_array(f"{state}0", value, f"n{self.description.axes.of(Tensor(state))}", sizes)

    def _held(
        self, holds: Iterable[Hold], sizes: Mapping[str, int]
    ) -> tuple[Program, dict[Leaf, Array]]:
        """The program with these holds, and where and at what they hold, (T, n, h) each."""
        if not holds:
            return self.program, {}
        T, n = sizes["T"], sizes["n"]
        found = held_values(holds, self.widths, T, n)
        given: dict[Leaf, Array] = {}
        for name, (where, value) in found.items():
            for leaf, one in ((is_held(name), where), (held_value(name), value)):
                whole = np.broadcast_to(one, (T, n, self.widths[name]))
                given[leaf] = whole.reshape(T, n, *self._shape(name))
        return self._program_with(tuple(sorted(found))), given

    def backward(
        self, trace: Trace, dH: object, ends: Mapping[str, object] = MappingProxyType({})
    ) -> dict[str, Array]:
        """Backpropagation through time (004; BPTT), derived from the equations.

        trace: the result of `run`. dH: ∂L/∂H_t from outside the cell, (T, n, h), without the part
        that comes through later steps. ends: ∂L of states after the last step, such as "C", where
        something reads them beside H, (n, h) each.
        Gives ∂L of each parameter, of "X" (T, n, d), of each initial state such as "H0"
        (n, h), and of the quantities and pre-activations at every step (T, n, h); there "H" is
        the whole ∂L/∂H_t, later steps included. What the trace holds keeps its own gradient, and
        passes none of it on.
        Raises ValueError if the trace is another cell's, or dH or ends do not fit it.
        """
        own_trace(trace, self)
        T, n = trace["X"].shape[:2]
        sizes = {**self._sizes, "T": T, "n": n}
        dH = finite_array("dH", dH, "Tnh", sizes)
        if unknown := [name for name in ends if name not in self.states]:
            raise ValueError(
                f"{self.title} has no state {unknown[0]}; it has {', '.join(self.states) or 'none'}."
            )
        axes = {name: f"n{self.description.axes.of(Tensor(name))}" for name in ends}
        last = {name: finite_array(f"d{name}", one, axes[name], sizes) for name, one in ends.items()}
        states = {Tensor(state, before=True): state for state in self.states}
        known = {e.target: trace[e.target] for e in self.program.equations}
        held, given = self._held(trace.holds, sizes)
        quantities: dict[Leaf, Array] = {INPUT: trace["X"], **given}
        quantities |= {free(name): trace.free[name] for name in held.held}
        quantities |= {Tensor(name): value for name, value in known.items()}
        quantities |= {before: trace.before(state) for before, state in states.items()}
        found = held.run_backward(self.parameters, quantities, dH, sizes, last)

        def gradient(of: Tensor | Parameter, like: Array) -> Array:
            """0 where nothing depends on it."""
            return found[of] if of in found else np.zeros_like(like)

        return {
            **{name: gradient(Parameter(name), value) for name, value in self.parameters.items()},
            "X": gradient(INPUT, trace["X"]),
            **{f"{s}0": gradient(before, quantities[before])[0] for before, s in states.items()},
            **{name: gradient(Tensor(name), value) for name, value in known.items()},
        }


@lru_cache(KEPT)
def _once(
    described: Callable[..., Description], options: tuple[tuple[str, Any], ...]
) -> Description:
    return described(**dict(options))
