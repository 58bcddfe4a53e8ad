"""The backward pass of an equation, derived from its tree (004; backpropagation).

An equation Y = f(A, B) contributes to the gradient of each of its inputs: a term of ∂L/∂A and one
of ∂L/∂B, each a product of ∂L/∂Y and of the factors on the way. The whole ∂L/∂A is the sum of the
contributions of all equations that read A.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from rnnviz.cells.equation import gradient_name, text
from rnnviz.cells.expression import (
    Apply,
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
class _Path:
    """The way from an equation's target to a part of its tree: start ⊙ factors / divisors."""

    start: Expression
    factors: tuple[Expression, ...] = ()
    divisors: tuple[Expression, ...] = ()
    minus: bool = False

    def times(self, *factors: Expression | None) -> "_Path":
        return replace(self, factors=self.factors + tuple(f for f in factors if f is not None))

    def over(self, divisor: Expression) -> "_Path":
        return replace(self, divisors=(*self.divisors, divisor))

    def negative(self) -> "_Path":
        return replace(self, minus=not self.minus)

    @property
    def expression(self) -> Expression:
        """The term that arrives, its minus sign in front."""
        made = self._unsigned
        return Negative(made) if self.minus else made

    @property
    def _unsigned(self) -> Expression:
        if not self.divisors:
            return Product(self.start, reduce(Product, self.factors)) if self.factors else self.start
        divisor = reduce(Product, self.divisors)
        if not self.factors:
            return Quotient(self.start, divisor)
        return Product(self.start, Quotient(reduce(Product, self.factors), divisor))


def contributions(equation: Equation) -> tuple[Contribution, ...]:
    """An equation's contributions to the gradients of its inputs, in reading order.

    Raises ValueError for a function whose derivative is not known here.
    """
    target = Tensor(equation.target)

    def found(e: Expression, path: _Path) -> Iterator[Contribution]:
        match e:
            case Tensor():
                yield Contribution(e, path.expression, target.name)
            case Parameter():
                # One row for all samples: its gradient is the sum over them.
                signless = replace(path, minus=False).expression
                total = Total(signless)
                yield Contribution(e, Negative(total) if path.minus else total, target.name)
            case Matmul(left, Parameter() as W):
                arriving = replace(path, minus=False).expression
                outer = Outer(left, arriving)
                yield from found(left, _Path(Matmul(arriving, Transposed(W)), minus=path.minus))
                yield Contribution(W, Negative(outer) if path.minus else outer, target.name)
            case Sum(terms):
                for term in terms:
                    yield from found(term, path)
            case Negative(of) | OneMinus(of):
                yield from found(of, path.negative())
            case Product(left, right):
                yield from found(left, path.times(right))
                yield from found(right, path.times(left))
            case Quotient(left, right):
                yield from found(left, path.over(right))
                yield from found(right, path.negative().times(left).over(Product(right, right)))
            case Maximum(left, right):
                # Where both are equal, the right one gets the whole gradient.
                is_left = Apply("positive", Sum((left, Negative(right))))
                yield from found(left, path.times(is_left))
                yield from found(right, path.times(OneMinus(is_left)))
            case Apply("log", of):
                yield from found(of, path.over(of))
            case Apply(function, of) if function in SLOPES:
                # The target of an equation has a name, so its value need not be computed again.
                Y = target if e is equation.expression else e
                yield from found(of, path.times(SLOPES[function](Y, of)))
            case _:
                raise ValueError(
                    f"{text(e)!r} has no derivative here; it may stand where nothing is learnt."
                )

    return tuple(found(equation.expression, _Path(Gradient(target))))


def reads(equation: Equation) -> frozenset[Tensor | Parameter]:
    """The quantities and parameters that an equation reads."""
    return frozenset(e for e in walk(equation.expression) if isinstance(e, Tensor | Parameter))
