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
    parameters = trace.cell.parameters if trace.model is None else trace.model.parameters
    equation = parse(phase.equation, parameters)
    result = trace[equation.target]
    for word, value, length in (
        ("t", t, len(result)),
        ("sample", sample, result.shape[1]),
        ("unit", unit, result.shape[2]),
    ):
        if not 0 <= value < length:
            raise ValueError(f"{word} is {value}; it must be from 0 to {length - 1}.")
    phi = str(getattr(trace.cell, "phi", ""))

    def tensor(e: Tensor) -> Array:
        whole = trace.before(e.name) if e.before else trace[e.name]
        return whole[t, sample]

    def vector(e: Expression) -> Array:
        values = evaluate(e, tensor, parameters, phi)
        return values[0] if isinstance(e, Parameter) else values

    def element(e: Expression) -> Factor:
        return Factor(e, (unit,), float(vector(e)[unit]))

    def terms(e: Expression) -> list[Term]:
        match e:
            case Sum(parts):
                return [term for part in parts for term in terms(part)]
            case Matmul(left, Parameter() as W):
                row, weights = vector(left), parameters[W.name]
                return [
                    _term(
                        Factor(left, (i,), float(x)), Factor(W, (i, unit), float(weights[i, unit]))
                    )
                    for i, x in enumerate(row)
                    if x != 0 or left != Tensor("X")
                ]
            case Product(left, right):
                return [_term(*a.factors, *b.factors) for a in terms(left) for b in terms(right)]
            case _:
                return [_term(element(e))]

    expression = equation.expression
    function = None
    if isinstance(expression, Apply):
        function, expression = expression.function, expression.of
    if function == "softmax":
        powers = np.exp(vector(expression))
        return UnitSum(
            terms=tuple(
                _term(Factor(Apply("exp", expression), (k,), float(power)))
                for k, power in enumerate(powers)
            ),
            total=float(powers.sum()),
            function=function,
            value=float(result[t, sample, unit]),
        )
    found = tuple(terms(expression))
    pre = {q.name: q.pre for q in trace.cell.description.quantities}.get(equation.target)
    # Take the total from the trace, to the last digit: the terms here may be added in another
    # order.
    summed = trace[pre] if function and pre else None if function else result
    total = (
        evaluate(expression, tensor, parameters, phi).reshape(-1)[unit]
        if summed is None
        else summed[t, sample, unit]
    )
    return UnitSum(
        terms=found,
        total=float(total),
        function=phi if function == "phi" else function,
        value=float(result[t, sample, unit]),
    )


def _term(*factors: Factor) -> Term:
    value = 1.0
    for factor in factors:
        value *= factor.value
    return Term(factors, value)
