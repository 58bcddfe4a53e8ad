"""The backward pass of an equation, derived from its tree (004; backpropagation).

An equation Y = f(A, B) contributes to the gradient of each of its inputs: a term of ∂L/∂A and one
of ∂L/∂B, each a product of ∂L/∂Y and of the factors on the way. The whole ∂L/∂A is the sum of the
contributions of all equations that read A.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from rnnviz.cells.equation import gradient_name, text
from rnnviz.cells.expression import (
    Across,
    Apply,
    Dyad,
    Equation,
    Expression,
    Gradient,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Outer,
    Parameter,
    Product,
    Quotient,
    Stretched,
    Sum,
    Tensor,
    Total,
    Transposed,
    walk,
)

# The derivative of each function in terms of its value Y = f(A), as the documents write it where
# that can be done: σ' = σ(1 − σ), tanh' = 1 − tanh². None: it is 1.
SLOPES: dict[str, Callable[[Expression, Expression], Expression | None]] = {
    "tanh": lambda Y, _: OneMinus(Product(Y, Y)),
    "relu": lambda Y, _: Apply("positive", Y),
    "sigmoid": lambda Y, _: Product(Y, OneMinus(Y)),
    "identity": lambda _Y, _A: None,
    "exp": lambda Y, _: Y,
    "logsigmoid": lambda _, A: OneMinus(Apply("sigmoid", A)),
    "softplus": lambda _, A: Apply("sigmoid", A),
}


@dataclass(frozen=True)
class Contribution:
    """A term of ∂L/∂ an input of an equation.

    to: the quantity or parameter. expression: the term; over all steps and samples for a
    parameter, for one step otherwise. source: the target of the equation that gives it.
    """

    to: Tensor | Parameter
    expression: Expression
    source: str

    def __str__(self) -> str:
        """Such as `dF += dC * C_prev`."""
        minus = isinstance(self.expression, Negative)
        term = self.expression.of if isinstance(self.expression, Negative) else self.expression
        return f"{gradient_name(self.to)} {'-' if minus else '+'}= {text(term)}"


@dataclass(frozen=True)
class Local:
    """One factor on the way from an equation's target to a part of it.

    kind: the slope of a function, whose name `function` is; a weight matrix, transposed; a vector
    that the other one is multiplied with, or divided by; or, where a matrix or a number is on the
    way, what the gradient has become there, which is no factor of it.
    """

    kind: Literal["slope", "weight", "factor", "divisor", "anew"]
    expression: Expression
    function: str = ""


@dataclass(frozen=True)
class Way:
    """The way from an equation's target to a part of its tree: start ⊙ factors / divisors.

    start: the gradient that arrives, after the last weight matrix on the way. local: every factor
    on the way, weights among them. minus: whether it is subtracted.
    """

    start: Expression
    factors: tuple[Expression, ...] = ()
    divisors: tuple[Expression, ...] = ()
    minus: bool = False
    local: tuple[Local, ...] = ()

    def times(self, factor: Expression, kind: Literal["slope", "factor"], function: str = "") -> "Way":
        one = Local(kind, factor, function)
        return replace(self, factors=(*self.factors, factor), local=(*self.local, one))

    def over(self, divisor: Expression) -> "Way":
        one = Local("divisor", divisor)
        return replace(self, divisors=(*self.divisors, divisor), local=(*self.local, one))

    def through(self, W: Parameter) -> "Way":
        back = Transposed(W)
        local = (*self.local, Local("weight", back))
        return Way(Matmul(self.unsigned, back), minus=self.minus, local=local)

    def anew(self, start: Expression) -> "Way":
        """The way from where the gradient, its sign apart, has become another expression."""
        return Way(start, minus=self.minus, local=(*self.local, Local("anew", start)))

    def negative(self) -> "Way":
        return replace(self, minus=not self.minus)

    def signed(self, e: Expression) -> Expression:
        return Negative(e) if self.minus else e

    @property
    def expression(self) -> Expression:
        """The gradient that arrives, its minus sign in front."""
        return self.signed(self.unsigned)

    @property
    def unsigned(self) -> Expression:
        """The same without its sign."""
        if not self.divisors:
            return Product(self.start, reduce(Product, self.factors)) if self.factors else self.start
        divisor = reduce(Product, self.divisors)
        if not self.factors:
            return Quotient(self.start, divisor)
        return Product(self.start, Quotient(reduce(Product, self.factors), divisor))


def ways(
    equation: Equation, part: Expression | None = None
) -> Iterator[tuple[Expression, Way]]:
    """Every part of an equation's tree but its weight matrices, with the way to it, in reading order.

    part: a part of it to begin at, instead of its target. Raises ValueError for a function whose
    derivative is not known here.
    """
    target = Tensor(equation.target)

    def found(e: Expression, way: Way) -> Iterator[tuple[Expression, Way]]:
        yield e, way
        # The target of an equation has a name, so its value need not be computed again.
        Y = target if e is equation.expression else e
        for inside, further in _inwards(e, Y, way):
            yield from found(inside, further)

    return found(part or equation.expression, Way(Gradient(target)))


def _inwards(e: Expression, Y: Expression, way: Way) -> Iterable[tuple[Expression, Way]]:
    """The parts of an expression, each with the way to it; Y: its value."""
    match e:
        case Tensor() | Parameter():
            return ()
        case Sum(terms):
            return [(term, way) for term in terms]
        case Negative(of) | OneMinus(of):
            return [(of, way.negative())]
        case Product(left, right):
            return (left, way.times(right, "factor")), (right, way.times(left, "factor"))
        case Quotient(left, right):
            negative = way.negative().times(left, "factor")
            return (left, way.over(right)), (right, negative.over(Product(right, right)))
        case Maximum(left, right):
            # Where both are equal, the right one gets the whole gradient.
            is_left = Apply("positive", Sum((left, Negative(right))))
            return (left, way.times(is_left, "factor")), (right, way.times(OneMinus(is_left), "factor"))
        case Apply("log", of):
            return [(of, way.over(of))]
        case Apply(function, of) if function in SLOPES:
            slope = SLOPES[function](Y, of)
            return [(of, way if slope is None else way.times(slope, "slope", function))]
        case Matmul(left, Parameter() as W):
            return [(left, way.through(W))]
    return _inwards_of_matrices(e, way)


def _turned(e: Expression) -> Expression:
    """A matrix transposed, written as simply as can be."""
    match e:
        case Transposed(of):
            return of
        case Dyad(left, right):
            return Dyad(right, left)
    return Transposed(e)


def _inwards_of_matrices(e: Expression, way: Way) -> Iterable[tuple[Expression, Way]]:
    """The same of what makes a matrix, or one number, of a vector, or the other way round."""
    dY = way.unsigned
    match e:
        case Matmul(left, right):
            return (left, way.anew(Matmul(dY, _turned(right)))), (right, way.anew(Dyad(left, dY)))
        case Dyad(left, right):
            return (left, way.anew(Matmul(right, _turned(dY)))), (right, way.anew(Matmul(left, dY)))
        case Transposed(of):
            return [(of, way.anew(_turned(dY)))]
        case Stretched(of, to_matrix):
            return [(of, way.anew(Across(dY, of_matrix=to_matrix)))]
        case Across(of, of_matrix):
            every = way.anew(Stretched(dY, to_matrix=of_matrix))
            match of:
                case Product(Stretched(), _) | Product(_, Stretched()):
                    pass
                case Product():
                    return [(of, every)]
            # What is stretched has as many numbers as a factor of ones.
            return [(of, every.times(Apply("one", of), "factor"))]
        case Apply("norm", of):
            longer = way.anew(Stretched(dY, to_matrix=False))
            return [(of, longer.times(Apply("normalised", of), "factor"))]
        case Apply("normalised", of):
            # Of each number the gradient depends on all: on what they are by this equation, not on the target,
            # of which some may be held by hand.
            along = Product(Stretched(Across(Product(dY, e)), to_matrix=False), e)
            length = Stretched(Apply("norm", of), to_matrix=False)
            return [(of, way.anew(Quotient(Sum((dY, Negative(along))), length)))]
    raise ValueError(f"{text(e)!r} has no derivative here; it may stand where nothing is learnt.")


def contributions(equation: Equation) -> tuple[Contribution, ...]:
    """An equation's contributions to the gradients of its inputs, in reading order.

    Raises ValueError for a function whose derivative is not known here.
    """

    def found() -> Iterator[tuple[Tensor | Parameter, Expression]]:
        for e, way in ways(equation):
            match e:
                case Tensor():
                    yield e, way.expression
                case Parameter():
                    # One row for all samples: its gradient is the sum over them.
                    yield e, way.signed(Total(way.unsigned))
                case Matmul(left, Parameter() as W):
                    yield W, way.signed(Outer(left, way.unsigned))

    return tuple(Contribution(to, e, equation.target) for to, e in found())


def reads(equation: Equation) -> frozenset[Tensor | Parameter]:
    """The quantities and parameters that an equation reads."""
    return frozenset(e for e in walk(equation.expression) if isinstance(e, Tensor | Parameter))
