"""What every cell shares: parameters with checked shapes, the loop over time, and BPTT.

A cell file adds the equations of one step, forward and backward, and their description.
"""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.description import Description
from rnnviz.trace import Trace

AXIS_WORDS = {
    "T": "time steps", "n": "samples", "d": "input_size", "h": "hidden_size", "q": "outputs",
}  # fmt: skip


def finite_array(name: str, value: object, axes: str, sizes: dict[str, int]) -> Array:
    """A copy of `value` as float64, if its shape fits `axes` and every number in it is finite.

    axes: one letter an axis, such as "dh"; sizes: the known lengths, to which those that
    this array fixes are added.
    Raises ValueError naming what came and what fits.
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
    """`value` as an int, or a ValueError naming what came and what fits."""
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


class Cell(ABC):
    """A recurrent cell: state in, every quantity of the step out.

    Axes: see `rnnviz`. A subclass names its parameters and their axes in `parameter_axes`
    and the states it carries in `states`, H first.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    parameter_axes: ClassVar[Mapping[str, str]]
    states: ClassVar[tuple[str, ...]] = ("H",)

    def __init__(self, options: Mapping[str, object], parameters: Mapping[str, object]) -> None:
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
        # Equations read them as the documents write them: self.W_xh.
        self.__dict__.update(self.parameters)
        self.input_size: int = sizes["d"]
        self.hidden_size: int = sizes["h"]

    @classmethod
    def axes(cls, **options: object) -> Mapping[str, str]:
        """The axes of each parameter of a cell with these options, in the documents' order."""
        return cls.parameter_axes

    @classmethod
    def random(cls, input_size: int, hidden_size: int, seed: int, **options: Any) -> Self:
        """A cell with weights drawn uniformly from ±1/√hidden_size, as PyTorch draws them.

        options: what the cell's constructor takes beside parameters, such as `phi`.
        Raises ValueError if a size is not a whole number from 1, or the seed not one from 0.
        """
        d = whole_number("input_size", input_size, 1)
        h = whole_number("hidden_size", hidden_size, 1)
        rng = np.random.default_rng(whole_number("seed", seed, 0))
        sizes = {"1": 1, "d": d, "h": h}
        bound = 1 / np.sqrt(h)
        drawn: dict[str, Any] = {
            name: rng.uniform(-bound, bound, tuple(sizes[axis] for axis in letters))
            for name, letters in cls.axes(**options).items()
        }
        return cls(**options, **drawn)

    def with_parameters(self, **parameters: Any) -> Self:
        """The same cell with these parameters in the place of its own; the others stay."""
        options: dict[str, Any] = self.options
        return type(self)(**options, **{**self.parameters, **parameters})

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Array: ...

    @property
    def output_size(self) -> int:
        """The length of H at each step, which the output layer reads."""
        return self.hidden_size

    @property
    @abstractmethod
    def description(self) -> Description:
        """The cell's quantities, phases and diagram, for the stage."""

    @abstractmethod
    def step(self, *products_and_states: Any, **_: Any) -> dict[str, Array]:
        """One time step.

        Takes X_t W for each input weight, (n, h) each in the order of the parameters, then
        each state of the step before; gives every quantity of the step, (n, h) each.
        """

    @abstractmethod
    def step_backward(
        self, q: Mapping[str, Array], *states_and_gradients: Any, **_: Any
    ) -> tuple[dict[str, Array], tuple[Array, ...]]:
        """One time step of BPTT.

        q: every quantity of the step. Then each state of the step before, then ∂L/∂state for
        each state of this step. Gives ∂L of the step's states and pre-activations, and
        ∂L/∂state for each state of the step before.
        """

    @abstractmethod
    def parameter_gradients(
        self, q: Mapping[str, Array], H_prev: Array, d: Mapping[str, Array]
    ) -> dict[str, Array]:
        """∂L of each parameter, from the quantities and pre-activation gradients of all steps."""

    def run(self, X: object, **initial: object) -> Trace:
        """The trace of a whole sequence.

        X: (T, n, d). initial: H0, and C0 for a cell with memory, (n, h) each; zeros by default.
        Raises ValueError for a wrong shape or a number that is not finite.
        """
        sizes = {"d": self.input_size, "h": self.hidden_size}
        X = finite_array("X", X, "Tnd", sizes)
        names = [f"{state}0" for state in self.states]
        for name in initial:
            if name not in names:
                fits = ", ".join(names) if names else "none"
                raise ValueError(f"{self.title} has no initial state {name}; it takes {fits}.")
        zeros = np.zeros((sizes["n"], self.hidden_size))
        first = {
            name: finite_array(name, zeros if value is None else value, "nh", sizes)
            for name, value in ((name, initial.get(name)) for name in names)
        }
        # X_t W_x of every step at once: the inputs do not wait for the states.
        products = [
            np.tensordot(X, weight, axes=1)
            for name, weight in self.parameters.items()
            if name.startswith("W_x")
        ]
        steps: list[dict[str, Array]] = []
        states: Sequence[Array] = tuple(first.values())
        for product in zip(*products, strict=True):
            q = self.step(*product, *states)
            states = [q[state] for state in self.states]
            steps.append(q)
        tensors = {name: np.array([q[name] for q in steps]) for name in steps[0]}
        return Trace(cell=self, tensors={"X": X, **first, **tensors})

    def backward(self, trace: Trace, dH: object) -> dict[str, Array]:
        """Backpropagation through time (004; BPTT), derived by hand.

        trace: what `run` gave. dH: ∂L/∂H_t from outside the cell, (T, n, h), the part that
        does not come through later steps.
        Gives ∂L of each parameter, of "X" (T, n, d), of each initial state such as "H0"
        (n, h), and of the states and pre-activations at every step (T, n, h); there "H" is
        the whole ∂L/∂H_t, later steps included.
        Raises ValueError if the trace is another cell's, or dH does not fit it.
        """
        own_trace(trace, self)
        T, n = trace["X"].shape[:2]
        dH = finite_array("dH", dH, "Tnh", {"T": T, "n": n, "h": self.hidden_size})
        previous = {state: trace.before(state) for state in self.states}
        carried: tuple[Array, ...] = tuple(np.zeros((n, self.hidden_size)) for _ in self.states)
        steps: list[dict[str, Array]] = []
        for t in reversed(range(T)):
            q = {name: tensor[t] for name, tensor in trace.tensors.items() if tensor.ndim == 3}
            before = [tensor[t] for tensor in previous.values()]
            if self.states:
                carried = (dH[t] + carried[0], *carried[1:])
                d, carried = self.step_backward(q, *before, *carried)
            else:
                d, carried = self.step_backward(q, dH[t])
            steps.append(d)
        steps.reverse()
        gradients = {name: np.array([d[name] for d in steps]) for name in steps[0]}
        H_prev = previous["H"] if self.states else np.empty(0)
        parameters = self.parameter_gradients(trace, H_prev, gradients)
        # Each input weight W_xk feeds the pre-activation A_k, so ∂L/∂X gathers dA_k W_xkᵀ.
        dX = sum(
            gradients[f"A_{name[3:]}"] @ weight.T
            for name, weight in self.parameters.items()
            if name.startswith("W_x")
        )
        first = {f"{s}0": gradient for s, gradient in zip(self.states, carried, strict=True)}
        return {**parameters, "X": np.asarray(dX), **first, **gradients}
