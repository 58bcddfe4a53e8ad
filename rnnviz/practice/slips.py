"""Slips that readers make, each as the equation that they compute by it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from rnnviz.cells.expression import (
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
    rebuilt,
    walk,
)
from rnnviz.locale import N_

# Equations whose slips are kept, with each slip: those of all families and some more.
KEPT = 512
# What takes a logarithm to base e to one to base 2, as a parameter.
LOG2_E = "log2 e"
OTHER_ACTIVATION = {"sigmoid": "tanh", "tanh": "sigmoid", "phi": "sigmoid"}

# What is said of each; the sentences are translated where they are shown.
SLIPS: Mapping[str, str] = {
    "no_activation": N_("The activation is left out: this is the sum before it."),
    "other_activation": N_("This is the other activation: σ gives 0 to 1, tanh gives −1 to 1."),
    "no_bias": N_("The bias is left out."),
    "no_input": N_("The input's part is left out."),
    "no_state": N_("The part of the state before is left out."),
    "transposed": N_("The matrix is transposed."),
    "sign": N_("One term has the wrong sign."),
    "gate_turned": N_("The gate and 1 − the gate have changed places: another convention."),
    "no_complement": N_("The gate stands where 1 − the gate belongs."),
    "reset_after": N_("The reset gate acts after the matrix product; here it acts before."),
    "no_slope": N_("The slope of the activation is left out."),
    "not_squared": N_("In 1 − tanh², the square is left out."),
    "no_sum": N_("The powers of e are not divided by their sum."),
    "log2": N_("This is the logarithm to base 2; here it is to base e."),
}


@lru_cache(KEPT)
def wrong(slip: str, e: Expression) -> tuple[Expression, ...]:
    """The equations that a slip makes of one, without those that are the same; a few, or none."""
    return tuple(dict.fromkeys(one for one in _MADE[slip](e) if one != e))


def _no_activation(e: Expression) -> Iterator[Expression]:
    for one in _applied(e):
        yield rebuilt(e, partial(_replaced, one, one.of))


def _other_activation(e: Expression) -> Iterator[Expression]:
    for one in _applied(e):
        other = replace(one, function=OTHER_ACTIVATION[one.function])
        yield rebuilt(e, partial(_replaced, one, other))


def _applied(e: Expression) -> list[Apply]:
    return [one for one in walk(e) if isinstance(one, Apply) and one.function in OTHER_ACTIVATION]


def _without(leaves_out: Callable[[Expression], bool], e: Expression) -> Iterator[Expression]:
    """Every sum without the terms that are left out, where another one stays."""

    def change(one: Expression) -> Expression:
        if not isinstance(one, Sum):
            return one
        kept = tuple(term for term in one.terms if not leaves_out(term))
        return one if not kept else kept[0] if len(kept) == 1 else Sum(kept)

    yield rebuilt(e, change)


def _is_bias(e: Expression) -> bool:
    return isinstance(e, Parameter)


def _is_input(e: Expression) -> bool:
    return isinstance(e, Matmul) and e.left == Tensor("X")


def _is_of_state(e: Expression) -> bool:
    before = [one for one in walk(e) if isinstance(one, Tensor) and one.before]
    return isinstance(e, Matmul) and bool(before)


def _transposed(e: Expression) -> Iterator[Expression]:
    """Only a matrix from h to h can be read the wrong way without its shape telling."""

    def change(one: Expression) -> Expression:
        match one:
            case Matmul(left, Parameter() as matrix) if _is_of_state(one):
                return Matmul(left, Transposed(matrix))
            case Matmul(left, Transposed(matrix)):
                return Matmul(left, matrix)
        return one

    yield rebuilt(e, change)


def _sign(e: Expression) -> Iterator[Expression]:
    """One term of a sum subtracted where it is added, or what is subtracted added; or all of it turned."""
    yield Negative(e)
    yield rebuilt(e, lambda one: one.of if isinstance(one, Negative) else one)
    sums = [one for one in walk(e) if isinstance(one, Sum)]
    for one in sums:
        for k, term in enumerate(one.terms):
            turned = Sum((*one.terms[:k], Negative(term), *one.terms[k + 1 :]))
            yield rebuilt(e, partial(_replaced, one, turned))


def _replaced(old: Expression, new: Expression, one: Expression) -> Expression:
    return new if one == old else one


def _gate_turned(e: Expression) -> Iterator[Expression]:
    if any(_slope(one) for one in walk(e)):
        return
    for gate in {one.of for one in walk(e) if isinstance(one, OneMinus)}:

        def change(one: Expression, gate: Expression = gate) -> Expression:
            if one == OneMinus(OneMinus(gate)):
                return gate
            return OneMinus(gate) if one == gate else one

        turned = rebuilt(e, change)
        # Where the gate itself is not read, that is the slip of leaving out the complement.
        if turned not in _no_complement(e):
            yield turned


def _no_complement(e: Expression) -> Iterator[Expression]:
    if not any(_slope(one) for one in walk(e)):
        yield rebuilt(e, lambda one: one.of if isinstance(one, OneMinus) else one)


def _slope(e: Expression) -> Expression | None:
    """What is multiplied with the slope of tanh or σ, 1 − y² or y (1 − y); None where nothing is."""
    match e:
        case Product(left, OneMinus(Product(one, other))) if one == other:
            return left
        case Product(Product(left, one), OneMinus(other)) if one == other:
            return left
    return None


def _no_slope(e: Expression) -> Iterator[Expression]:
    yield rebuilt(e, lambda one: _slope(one) or one)


def _not_squared(e: Expression) -> Iterator[Expression]:
    def change(one: Expression) -> Expression:
        match one:
            case OneMinus(Product(left, right)) if left == right:
                return OneMinus(left)
        return one

    yield rebuilt(e, change)


def _reset_after(e: Expression) -> Iterator[Expression]:
    def change(one: Expression) -> Expression:
        match one:
            case Matmul(Product(gate, state), matrix):
                return Product(gate, Matmul(state, matrix))
        return one

    yield rebuilt(e, change)


def _no_sum(e: Expression) -> Iterator[Expression]:
    yield rebuilt(e, partial(_renamed, "softmax", "exp"))


def _renamed(old: str, new: str, one: Expression) -> Expression:
    return replace(one, function=new) if isinstance(one, Apply) and one.function == old else one


def _log2(e: Expression) -> Iterator[Expression]:
    def change(one: Expression) -> Expression:
        match one:
            case Apply("log"):
                return Product(one, Parameter(LOG2_E))
        return one

    yield rebuilt(e, change)


_MADE: Mapping[str, Callable[[Expression], Iterator[Expression]]] = {
    "no_activation": _no_activation,
    "other_activation": _other_activation,
    "no_bias": partial(_without, _is_bias),
    "no_input": partial(_without, _is_input),
    "no_state": partial(_without, _is_of_state),
    "transposed": _transposed,
    "sign": _sign,
    "gate_turned": _gate_turned,
    "no_complement": _no_complement,
    "reset_after": _reset_after,
    "no_slope": _no_slope,
    "not_squared": _not_squared,
    "no_sum": _no_sum,
    "log2": _log2,
}
