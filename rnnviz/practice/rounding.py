"""How far off a reader may be who rounds each number that he reads and each that he computes."""

from collections.abc import Callable, Mapping

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.expression import (
    FUNCTIONS,
    Apply,
    Expression,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    Transposed,
)

# Numbers are read and written to so many decimals.
DECIMALS = 2
HALF = 0.5 * 10.0**-DECIMALS


def spread(
    e: Expression,
    values: Mapping[Expression, Array],
    off: Callable[[Tensor], Array],
    phi: str,
) -> Array:
    """The most by which a rounding reader's value of a forward expression differs, as its shape.

    values: of the expression and all its parts. off: how far off what he reads is. phi: the
    activation that `phi` stands for. Parameters have no more decimals than he writes. Raises
    ValueError for an operation that no cell of the documents has.
    """

    def of(one: Expression) -> Array:
        return spread(one, values, off, phi)

    match e:
        case Tensor():
            return off(e)
        case Parameter() | Transposed():
            return np.zeros_like(values[e])
        case Matmul(Tensor("X"), _):
            # Of a one-hot input it is a row of the matrix, as it stands there.
            return np.zeros_like(values[e])
        case Matmul(left, right):
            return of(left) @ np.abs(values[right]) + HALF * values[left].shape[-1]
        case Sum(terms):
            return np.asarray(sum(of(term) for term in terms))
        case Negative(one) | OneMinus(one):
            return of(one)
        case Product(left, right):
            a, b, of_a, of_b = np.abs(values[left]), np.abs(values[right]), of(left), of(right)
            return a * of_b + b * of_a + of_a * of_b + HALF
        case Apply(function, one):
            apply = FUNCTIONS[phi if function == "phi" else function]
            here, wide = values[one], of(one)
            ends = [np.abs(apply(here + by) - values[e]) for by in (-wide, wide)]
            return np.maximum(*ends) + HALF
    raise ValueError(f"{type(e).__name__} is no operation of a task.")
