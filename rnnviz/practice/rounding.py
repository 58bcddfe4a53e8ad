"""How far off a reader may be who rounds each number that he reads and each that he computes."""

from collections.abc import Callable, Collection, Mapping

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.expression import (
    COMPUTABLE,
    Apply,
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
    Sum,
    Tensor,
    Transposed,
)

# Numbers are read and written to so many decimals.
DECIMALS = 2
HALF = 0.5 * 10.0**-DECIMALS
# Beside what rounding does, what a number of binary digits is off.
TINY = 1e-9
# How far off a number is that a reader has written down: he may go on with more digits of it.
WRITTEN = HALF + TINY
# A logarithm is taken of no less.
TINIEST = 1e-12


def spread(  # noqa: PLR0912 (a case an operation)
    e: Expression,
    values: Mapping[Expression, Array],
    off: Callable[[Leaf], Array],
    phi: str,
    known: Collection[Expression] = (),
) -> Array:
    """The most by which a rounding reader's value of a forward expression differs, as its shape.

    values: of the expression and all its parts. off: how far off what he reads is. phi: the
    activation that `phi` stands for. known: the parts that he has written down. Parameters have no
    more decimals than he writes. Raises ValueError for an operation that no task has.
    """

    def of(one: Expression) -> Array:
        return spread(one, values, off, phi, known)

    if e in known:
        return np.full_like(values[e], WRITTEN)
    match e:
        case Tensor() | Gradient():
            return off(e)
        case Parameter() | Transposed():
            return np.zeros_like(values[e])
        case Matmul(left, right):
            # With 0 and ±1 nothing is computed that could be rounded. (With other whole numbers neither; but
            # which tasks their seeds give depends on this, and homework has been given with them.)
            products = _is_more(values[left]) @ _is_more(values[right])
            return of(left) @ np.abs(values[right]) + HALF * products
        case Sum(terms):
            return np.asarray(sum(of(term) for term in terms))
        case Negative(one) | OneMinus(one):
            return of(one)
        case Product(left, right):
            a, b, of_a, of_b = np.abs(values[left]), np.abs(values[right]), of(left), of(right)
            is_rounded = _is_broken(values[left]) * _is_broken(values[right])
            return a * of_b + b * of_a + of_a * of_b + HALF * is_rounded
        case Quotient(left, right):
            a, b, of_a, of_b = np.abs(values[left]), np.abs(values[right]), of(left), of(right)
            # Where what stands below the line may be 0, the quotient may be anything.
            return (a * of_b + b * of_a) / (b * np.maximum(b - of_b, TINIEST)) + HALF
        case Maximum(left, right):
            return np.maximum(of(left), of(right))
        case Apply("softmax", one):
            return _of_softmax(values[one], of(one), values[e])
        case Apply("log", one):
            least = np.maximum(values[one] - of(one), TINIEST)
            return values[e] - np.log(least) + HALF
        case Apply("sqrt", one):
            return values[e] - np.sqrt(np.maximum(values[one] - of(one), 0)) + HALF
        case Apply(function, one):
            apply = COMPUTABLE[phi if function == "phi" else function]
            here, wide = values[one], of(one)
            ends = [np.abs(apply(here + by) - values[e]) for by in (-wide, wide)]
            return np.maximum(*ends) + HALF
    raise ValueError(f"{type(e).__name__} is no operation of a task.")


def _is_more(numbers: Array) -> Array:
    """Whether each is other than 0 and ±1."""
    return (~np.isin(np.abs(numbers), (0, 1))).astype(float)


def _is_broken(numbers: Array) -> Array:
    """Whether each has decimals."""
    return (numbers != np.round(numbers)).astype(float)


def _of_softmax(logits: Array, off: Array, shares: Array) -> Array:
    """One share is largest where its own power of e is, and all others are smallest."""
    low, high = np.exp(logits - off) - HALF, np.exp(logits + off) + HALF
    low = np.maximum(low, TINIEST)
    most = high / (high + low.sum(axis=-1, keepdims=True) - low)
    least = low / (low + high.sum(axis=-1, keepdims=True) - high)
    return np.maximum(most - shares, shares - least) + HALF
