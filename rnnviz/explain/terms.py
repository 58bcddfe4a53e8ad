"""One unit of one vector, as the sum behind it."""

from dataclasses import dataclass

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.description import Phase
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Matmul,
    Parameter,
    Product,
    Sum,
    Tensor,
    evaluate,
)
from rnnviz.trace import Trace


@dataclass(frozen=True)
class Factor:
    """One number of a term: an element of what `expression` stands for.

    index: (unit,) of a vector or bias, (row, unit) of a weight matrix, from 0.
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
    """The sum behind element `unit` of what `phase` computes at time step t, both from 0.

    Raises ValueError if t, unit or sample is outside the trace.
    """
    at = _Place(trace, t, sample)
    equation = parse(phase.equation, at.parameters)
    result = trace[equation.target]
    for word, asked, length in (
        ("t", t, len(result)),
        ("sample", sample, result.shape[1]),
        ("unit", unit, result.shape[2]),
    ):
        if not 0 <= asked < length:
            raise ValueError(f"{word} is {asked}; it must be from 0 to {length - 1}.")
    value = float(result[t, sample, unit])
    expression = equation.expression
    function = None
    if isinstance(expression, Apply):
        function, expression = expression.function, expression.of
    if function == "softmax":
        powers = np.exp(at.vector(expression))
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
        total = float(trace[pre][t, sample, unit])
    else:
        total = float(at.values(expression).reshape(-1)[unit])
    return UnitSum(
        terms=tuple(at.terms(expression, unit)),
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

    def values(self, e: Expression) -> Array:
        """What an expression stands for."""
        return evaluate(e, self._tensor, self.parameters, self.phi)

    def vector(self, e: Expression) -> Array:
        """The same; of a parameter, which has one row for all samples, that row."""
        values = self.values(e)
        return values[0] if isinstance(e, Parameter) else values

    def terms(self, e: Expression, unit: int) -> list[Term]:
        """Those whose sum is element `unit` of an expression."""
        match e:
            case Sum(parts):
                return [term for part in parts for term in self.terms(part, unit)]
            case Matmul(left, Parameter() as W):
                weights = self.parameters[W.name]
                return [
                    _term(
                        Factor(left, (i,), float(x)), Factor(W, (i, unit), float(weights[i, unit]))
                    )
                    for i, x in enumerate(self.vector(left))
                    if x != 0 or left != Tensor("X")
                ]
            case Product(left, right):
                return [
                    _term(*a.factors, *b.factors)
                    for a in self.terms(left, unit)
                    for b in self.terms(right, unit)
                ]
            case _:
                return [_term(Factor(e, (unit,), float(self.vector(e)[unit])))]

    def _tensor(self, e: Tensor) -> Array:
        whole = self.trace.before(e.name) if e.before else self.trace[e.name]
        return whole[self.t, self.sample]


def _term(*factors: Factor) -> Term:
    value = 1.0
    for factor in factors:
        value *= factor.value
    return Term(factors, value)
