"""How many numbers each expression of a step stands for.

Axes are letters: "h" of a vector, "kh" of a matrix whose rows are k, "1" of a single number. Time
and samples stand before them and are not named.
"""

from collections.abc import Mapping

from rnnviz.cells.expression import (
    Across,
    Apply,
    Arriving,
    Dyad,
    Equation,
    Expression,
    Gradient,
    Matmul,
    Maximum,
    Parameter,
    Product,
    Quotient,
    Stretched,
    Sum,
    Tensor,
    Transposed,
    parts,
    rebuilt,
)

NUMBER, VECTOR = "1", "h"
MATRIX = 2


def is_weighted(e: Expression) -> bool:
    """Whether it is a product with a weight matrix, which is the same at each step."""
    match e:
        case Matmul(_, Parameter() | Transposed(Parameter())):
            return True
    return False


def rank(axes: str) -> int:
    """0 of a number, 1 of a vector, 2 of a matrix."""
    return 0 if axes == NUMBER else len(axes)


class Axes:
    """The axes of the expressions of a cell.

    parameters: of each, such as "dh", or "1h" of a row. quantities: of those that are no vectors
    of h.
    """

    def __init__(
        self, parameters: Mapping[str, str], quantities: Mapping[str, str] | None = None
    ) -> None:
        self.parameters = dict(parameters)
        self.quantities = {"X": "d", **(quantities or {})}
        self._found: dict[Expression, str] = {}

    def of(self, e: Expression) -> str:
        """The letters. A row of weights counts as a vector, since it is the same for all samples;
        what is stretched, as what it is of."""
        found = self._found.get(e)
        if found is None:
            found = self._found[e] = self._worked_out(e)
        return found

    def of_factor(self, e: Expression) -> str:
        """The two letters of what a vector is multiplied with, also where one of them is 1."""
        match e:
            case Parameter(name):
                return self.parameters[name]
            case Transposed(of):
                return self.of_factor(of)[::-1]
        return self.of(e)

    def _worked_out(self, e: Expression) -> str:
        match e:
            case Tensor(name) | Arriving(Tensor(name)):
                return self.quantities.get(name, VECTOR)
            case Parameter(name):
                return self.parameters[name].removeprefix("1") or NUMBER
            case Gradient(of):
                return self.of(of)
            case Transposed():
                return self.of_factor(e)
            case Matmul(_, right):
                return self.of_factor(right)[-1]
            case Dyad(left, right):
                return self.of(left) + self.of(right)
            case Across(of):
                return self.of(of)[:-1] or NUMBER
            case Apply("norm"):
                return NUMBER
        return max(map(self.of, parts(e)), key=rank)

    def stretched(self, equation: Equation) -> Equation:
        """The equation in which everything has the axes of what it is added to or multiplied with.

        Raises ValueError where no stretching makes two parts fit.
        """
        return Equation(equation.target, rebuilt(equation.expression, self._with_fitting_parts))

    def _with_fitting_parts(self, e: Expression) -> Expression:
        axes = self.of(e)

        def fitting(part: Expression) -> Expression:
            own = self.of(part)
            if own != NUMBER and not axes.startswith(own):
                raise ValueError(f"The axes {own} do not fit {axes}.")
            for k in range(rank(own), rank(axes)):
                part = Stretched(part, to_matrix=k > 0)
            return part

        match e:
            case Sum(terms):
                return Sum(tuple(map(fitting, terms)))
            case Product(left, right) | Quotient(left, right) | Maximum(left, right):
                return type(e)(fitting(left), fitting(right))
            case Across(of):
                return Across(of, of_matrix=rank(self.of(of)) == MATRIX)
            case Matmul(left, right) if not is_weighted(e):
                own, factor = self.of(left), self.of(right)
                if rank(factor) != MATRIX or factor[0] != own:
                    raise ValueError(f"{own} times {factor}: a vector takes a matrix with as many rows.")
        return e
