"""The trees that a cell's equations are, forward and derived.

A quantity's equation is made of tensors, parameters and the operations between them. The same
kinds of node, and a few more for gradients, make up the backward pass, so the code that draws,
writes or evaluates an equation serves both.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Any

import numpy as np

from rnnviz.cells.activations import (
    ACTIVATIONS,
    Array,
    log_sigmoid,
    norm,
    normalised,
    positive,
    softmax,
    softplus,
)

FUNCTIONS: Mapping[str, Callable[[Array], Array]] = {
    **ACTIVATIONS,
    "softmax": softmax,
    "exp": np.exp,
    "log": np.log,
    "logsigmoid": log_sigmoid,
    "positive": positive,
    "softplus": softplus,
    "normalised": normalised,
    "norm": norm,
}
# Those and the ones that no cell calls, but equations around the cells or derivatives do.
COMPUTABLE: Mapping[str, Callable[[Array], Array]] = {
    **FUNCTIONS,
    "sqrt": np.sqrt,
    "sign": np.sign,
    "one": np.ones_like,
}


@dataclass(frozen=True)
class Tensor:
    """A quantity of this step, or of the step before."""

    name: str
    before: bool = False


@dataclass(frozen=True)
class Parameter:
    """A weight matrix (i, j), or a bias or peephole (1, j)."""

    name: str


@dataclass(frozen=True)
class Gradient:
    """∂L/∂ a quantity of this step, or of the step before; or ∂L/∂ a parameter."""

    of: Tensor | Parameter


@dataclass(frozen=True)
class Arriving:
    """The part of ∂L/∂ a quantity that no equation of its step gives.

    later: what comes from the step after, for a state; otherwise what comes from outside the
    cell, for its output.
    """

    of: Tensor
    later: bool


@dataclass(frozen=True)
class Transposed:
    """A matrix (i, j) as (j, i): a weight matrix, or one of the step."""

    of: "Expression"


@dataclass(frozen=True)
class Matmul:
    """A vector times a matrix: a weight matrix, or one of the step."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Dyad:
    """The outer product of two vectors of the step: a matrix."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Across:
    """The sum along the last axis: one number of a vector; of a matrix, one for each row."""

    of: "Expression"
    of_matrix: bool = False


@dataclass(frozen=True)
class Stretched:
    """The same along one more axis: a number (1) in the place of a vector, or a vector (i) in that
    of a matrix (i, j), each of whose rows has one number."""

    of: "Expression"
    to_matrix: bool


@dataclass(frozen=True)
class Outer:
    """leftᵀ @ right, summed over time steps and samples: a weight matrix's gradient."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Total:
    """The sum over time steps and samples: a bias's or peephole's gradient."""

    of: "Expression"


@dataclass(frozen=True)
class Sum:
    """Terms added up; a Negative among them is subtracted."""

    terms: tuple["Expression", ...]


@dataclass(frozen=True)
class Negative:
    """−of."""

    of: "Expression"


@dataclass(frozen=True)
class Product:
    """Element by element, ⊙."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Quotient:
    """Element by element, left / right."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Maximum:
    """The larger of the two, element by element."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Concat:
    """Two vectors side by side."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Share:
    """The numbers of `of` that stand where one of two vectors does when they are side by side."""

    of: "Expression"
    left: "Expression"
    right: "Expression"
    is_left: bool


@dataclass(frozen=True)
class OneMinus:
    """1 − a gate."""

    of: "Expression"


@dataclass(frozen=True)
class Apply:
    """A function, element by element; softmax and normalised, over the whole vector, of which norm
    makes one number. `phi` is the cell's own."""

    function: str
    of: "Expression"


Leaf = Tensor | Parameter | Gradient | Arriving
Expression = (
    Leaf
    | Transposed
    | Matmul
    | Dyad
    | Across
    | Stretched
    | Outer
    | Total
    | Sum
    | Negative
    | Product
    | Quotient
    | Maximum
    | Concat
    | Share
    | OneMinus
    | Apply
)


@dataclass(frozen=True)
class Equation:
    """target = expression."""

    target: str
    expression: Expression


def parts(e: Expression) -> tuple[Expression, ...]:
    """The expressions that an expression is made of; none for a leaf."""
    match e:
        case Sum(terms):
            return terms
        case (
            Matmul(left, right)
            | Dyad(left, right)
            | Outer(left, right)
            | Product(left, right)
            | Quotient(left, right)
            | Maximum(left, right)
            | Concat(left, right)
        ):
            return (left, right)
        case Share(of, left, right):
            return (of, left, right)
        case Negative(of) | OneMinus(of) | Total(of) | Apply(_, of) | Transposed(of):
            return (of,)
        case Across(of) | Stretched(of):
            return (of,)
    return ()


def walk(e: Expression) -> Iterator[Expression]:
    """The expression and all its parts, the whole before the parts."""
    yield e
    for part in parts(e):
        yield from walk(part)


def rebuilt(e: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The expression with `change` applied to each of its nodes, parts first."""
    made: dict[str, Any] = {
        field.name: tuple(rebuilt(term, change) for term in old)
        if isinstance(old := getattr(e, field.name), tuple)
        else rebuilt(old, change)
        if isinstance(old, Expression)
        else old
        for field in fields(e)
    }
    return change(replace(e, **made))


def value(
    e: Expression,
    leaf: Callable[[Leaf], Array],
    phi: str = "",
    known: dict[Expression, Array] | None = None,
) -> Array:
    """The value of an expression, given that of its leaves.

    phi: the activation that `phi` stands for. known: values found before; this adds the new ones.
    Outer and Total sum over the first axis, which runs over all time steps and samples.
    """
    return _Values(leaf, phi, {} if known is None else known).of(e)


class _Values:
    """The values of an expression and its parts, each computed once.

    Methods, because nested functions that call each other would keep what they have seen, such as a
    whole text one-hot, until the garbage collector finds them.
    """

    def __init__(
        self, leaf: Callable[[Leaf], Array], phi: str, known: dict[Expression, Array]
    ) -> None:
        self.leaf, self.phi, self.known = leaf, phi, known

    def of(self, e: Expression) -> Array:
        found = self.known.get(e)
        if found is None:
            found = self.known[e] = self._computed(e)
        return found

    def _computed(self, e: Expression) -> Array:  # noqa: PLR0912 (a case an operation)
        match e:
            case Matmul(left, Parameter() | Transposed(Parameter()) as right):
                return self.of(left) @ self.of(right)
            case Matmul(left, right):
                return np.squeeze(self.of(left)[..., np.newaxis, :] @ self.of(right), -2)
            case Transposed(matrix):
                return self.of(matrix).swapaxes(-1, -2)
            case Dyad(left, right):
                return self.of(left)[..., :, np.newaxis] * self.of(right)[..., np.newaxis, :]
            case Across(one, of_matrix):
                return self.of(one).sum(axis=-1, keepdims=not of_matrix)
            case Stretched(one, to_matrix):
                # NumPy takes an axis of length 1 for the same along that axis.
                return self.of(one)[..., np.newaxis] if to_matrix else self.of(one)
            case Outer(left, right):
                return self.of(left).T @ self.of(right)
            case Total(one):
                return np.atleast_2d(self.of(one).sum(axis=0))
            case Sum(terms):
                return reduce(np.add, map(self.of, terms))
            case Negative(one):
                return -self.of(one)
            case Product(left, right):
                return self.of(left) * self.of(right)
            case Quotient(left, right):
                return self.of(left) / self.of(right)
            case Maximum(left, right):
                return np.maximum(self.of(left), self.of(right))
            case Concat(left, right):
                return np.concatenate((self.of(left), self.of(right)), axis=-1)
            case Share(one, left, _, is_left):
                ends = self.of(left).shape[-1]
                return self.of(one)[..., :ends] if is_left else self.of(one)[..., ends:]
            case OneMinus(one):
                return 1 - self.of(one)
            case Apply(function, one):
                return COMPUTABLE[self.phi if function == "phi" else function](self.of(one))
            case _:
                return self.leaf(e)


def evaluate(
    expression: Expression,
    tensor: Callable[[Tensor], Array],
    parameters: Mapping[str, Array],
    phi: str = "",
    known: dict[Expression, Array] | None = None,
) -> Array:
    """The value of a forward expression, (…, h), given that of its quantities and parameters.

    known: as for `value`.
    """

    def leaf(e: Leaf) -> Array:
        match e:
            case Parameter(name):
                return parameters[name]
            case Tensor():
                return tensor(e)
        raise ValueError(f"{e} is no part of a forward equation.")

    return value(expression, leaf, phi, known)


def to_json(expression: Expression) -> dict[str, object]:
    """The tree as nested dicts, each with its kind under "op"."""
    fields = {
        name: to_json(value)
        if isinstance(value, Expression)
        else [to_json(term) for term in value]
        if isinstance(value, tuple)
        else value
        for name, value in vars(expression).items()
    }
    return {"op": type(expression).__name__.lower(), **fields}
