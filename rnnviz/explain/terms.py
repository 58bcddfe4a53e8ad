"""One unit of one vector, as the sum behind it."""

from dataclasses import dataclass

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.description import Phase
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import (
    Apply,
    Dyad,
    Equation,
    Expression,
    Matmul,
    Parameter,
    Product,
    Stretched,
    Sum,
    Tensor,
    evaluate,
)
from rnnviz.trace import Trace


@dataclass(frozen=True)
class Factor:
    """One number of a term: an element of what `expression` stands for.

    index: (unit,) of a vector or bias, (row, unit) of a matrix, from 0.
    """

    expression: Expression
    index: tuple[int, ...]
    value: float


@dataclass(frozen=True)
class Term:
    """A product of factors, and its value."""

    factors: tuple[Factor, ...]
    value: float


@dataclass(frozen=True)
class UnitSum:
    """The terms whose sum is `total`, and the value that `function` makes of it.

    function: None where the sum is the value itself. Inputs of exactly 0 have no term: a
    one-hot input leaves one row of the weight matrix. "softmax" divides: its terms are e to
    each logit, and the value is the unit's own term over their total (003, "softmax").
    """

    terms: tuple[Term, ...]
    total: float
    function: str | None
    value: float


def unit_sum(trace: Trace, phase: Phase, t: int, unit: int, sample: int = 0) -> UnitSum:
    """The sum behind element `unit` of what `phase` computes at time step t, both from 0; the
    elements of a matrix are counted row by row.

    Raises ValueError if t, unit or sample is outside the trace.
    """
    at = _Place(trace, t, sample)
    equation = at.equation(phase)
    whole = trace[equation.target]
    shape = whole.shape[2:]
    result = whole.reshape(*whole.shape[:2], -1)
    for word, asked, length in (
        ("t", t, len(result)),
        ("sample", sample, result.shape[1]),
        ("unit", unit, result.shape[2]),
    ):
        if not 0 <= asked < length:
            raise ValueError(f"{word} is {asked}; it must be from 0 to {length - 1}.")
    value = float(result[t, sample, unit])
    index = tuple(map(int, np.unravel_index(unit, shape)))
    expression = equation.expression
    function = None
    if isinstance(expression, Apply):
        function, expression = expression.function, expression.of
    if function == "softmax":
        powers = np.exp(at.values(expression))
        found = tuple(
            _term(Factor(Apply("exp", expression), (k,), float(power)))
            for k, power in enumerate(powers)
        )
        return UnitSum(found, float(powers.sum()), function, value)
    pre = {q.name: q.pre for q in trace.cell.description.quantities}.get(equation.target)
    # Take the total from the trace, to the last digit: the terms here may be added in another
    # order.
    if function is None:
        total = value
    elif pre:
        total = float(trace[pre][t, sample].reshape(-1)[unit])
    else:
        total = float(at.values(expression).reshape(-1)[unit])
    return UnitSum(
        terms=tuple(at.terms(expression, index)),
        total=total,
        function=at.phi if function == "phi" else function,
        value=value,
    )


class _Place:
    """The quantities of one sample of a trace at time step t."""

    def __init__(self, trace: Trace, t: int, sample: int) -> None:
        self.trace, self.t, self.sample = trace, t, sample
        self.parameters = trace.cell.parameters if trace.model is None else trace.model.parameters
        self.phi = str(getattr(trace.cell, "phi", ""))

    def equation(self, phase: Phase) -> Equation:
        """The tree of one of the cell's phases, or of the output layer's."""
        own = self.trace.cell.description
        found = zip(own.phases, own.equations, strict=True)
        return next((e for one, e in found if one == phase), parse(phase.equation, self.parameters))

    def values(self, e: Expression) -> Array:
        """What an expression stands for."""
        return evaluate(e, self._tensor, self.parameters, self.phi)

    def element(self, e: Expression, index: tuple[int, ...]) -> float:
        """One number of what an expression stands for; a parameter may have one row for all samples."""
        values = self.values(e)
        is_row = isinstance(e, Parameter) and len(index) == 1
        return float(values[(0, *index) if is_row else index])

    def terms(self, e: Expression, index: tuple[int, ...]) -> list[Term]:
        """Those whose sum is one element of an expression, (unit,) of a vector."""
        match e:
            case Sum(parts):
                return [term for part in parts for term in self.terms(part, index)]
            case Matmul(left, right):
                columns = self.values(right)[:, index[0]]
                return [
                    _term(Factor(left, (i,), float(x)), Factor(right, (i, *index), float(w)))
                    for i, (x, w) in enumerate(zip(self.values(left), columns, strict=True))
                    if x != 0 or left != Tensor("X")
                ]
            case Product(left, right):
                return self._products(self.terms(left, index), self.terms(right, index))
            case Dyad(left, right):
                return self._products(self.terms(left, index[:1]), self.terms(right, index[1:]))
            case Stretched(of, to_matrix):
                return self.terms(of, index[:-1] if to_matrix else (0,))
        return [_term(Factor(e, index, self.element(e, index)))]

    @staticmethod
    def _products(left: list[Term], right: list[Term]) -> list[Term]:
        return [_term(*a.factors, *b.factors) for a in left for b in right]

    def _tensor(self, e: Tensor) -> Array:
        whole = self.trace.before(e.name) if e.before else self.trace[e.name]
        return whole[self.t, self.sample]


def _term(*factors: Factor) -> Term:
    value = 1.0
    for factor in factors:
        value *= factor.value
    return Term(factors, value)
