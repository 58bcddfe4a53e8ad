"""Slips that readers make, each as the equation that they compute by it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import TypeGuard

from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Gradient,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Quotient,
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
# Of ReLU only half of the numbers would tell.
LEFT_OUT = (*OTHER_ACTIVATION, "sign")
LEARNING_RATE = Parameter("eta")

# What no equation gives: see `rnnviz.practice.judging`.
ROUNDED = "rounded"

# What is said of each; the sentences are translated where they are shown.
SLIPS: Mapping[str, str] = {
    "no_activation": N_("The activation is left out: this is the sum before it."),
    "other_activation": N_("This is the other activation: σ gives 0 to 1, tanh gives −1 to 1."),
    "no_bias": N_("The bias is left out."),
    "no_input": N_("The input's part is left out."),
    "no_state": N_("The part of the state before is left out."),
    "transposed": N_("The matrix is transposed."),
    "other_step": N_("A state is of the other step: t and t − 1 have changed places."),
    "sign": N_("One term has the wrong sign."),
    "gate_turned": N_("The gate and 1 − the gate have changed places: another convention."),
    "no_complement": N_("The gate stands where 1 − the gate belongs."),
    "reset_after": N_("The reset gate acts after the matrix product; here it acts before."),
    "no_slope": N_("The slope of the activation is left out."),
    "not_squared": N_("The square is left out."),
    "no_sum": N_("The powers of e are not divided by their sum."),
    "log2": N_("This is to base 2; here the base is e."),
    "no_root": N_("The square root is left out."),
    "no_division": N_("What stands below the line is left out."),
    "upside_down": N_("The fraction stands upside down."),
    "no_rate": N_("The learning rate is left out."),
    "one_minus": N_("1 − is left out, or it stands before the other one of the two."),
    "mean_pooling": N_("This is the mean; here the largest counts."),
    "other_condition": N_(
        "It is divided by the count of the second character; the first one is given."
    ),
    "last_counted": N_("The last letter has none after it: it is not counted here."),
    "turned_pair": N_("That counts the pair the other way round."),
    "added_once": N_("One is added for each of the three letters, below the line, too."),
    "not_smoothed": N_("Nothing is added to the counts."),
    "turned_shape": N_("Rows and columns have changed places."),
    "no_samples": N_("That is one sample; here there is a row for each."),
    "precision": N_("That is the share among all that it reports: another question."),
    "not_beside": N_("That is a loss; what it costs is the difference from the loss of before."),
    "two_biases": N_("That counts two biases, as PyTorch has them; here there is one."),
    "other_bias": N_("The bias has a number for each output, not for each unit."),
    "number_of_gates": N_("A GRU has three such sets of weights, an LSTM four."),
    "not_smallest": N_("The two smallest are joined first."),
    "one_length": N_("That is a code whose words are all of one length."),
    ROUNDED: N_("It is rounded too far: two decimals are asked."),
    "added": N_("Factors along a way are multiplied, not added."),
}


@lru_cache(KEPT)
def wrong(slip: str, e: Expression) -> tuple[Expression, ...]:
    """The equations that a slip makes of one, without those that are the same; a few, or none."""
    made = _MADE.get(slip, _of_no_equation)
    return tuple(dict.fromkeys(one for one in made(e) if one != e))


def _of_no_equation(_: Expression) -> Iterator[Expression]:
    """For what only an exercise of its own has."""
    yield from ()


def _no_activation(e: Expression) -> Iterator[Expression]:
    for one in _applied(e, LEFT_OUT):
        yield rebuilt(e, partial(_replaced, one, one.of))


def _other_activation(e: Expression) -> Iterator[Expression]:
    for one in _applied(e, OTHER_ACTIVATION):
        other = replace(one, function=OTHER_ACTIVATION[one.function])
        yield rebuilt(e, partial(_replaced, one, other))


def _applied(e: Expression, functions: Collection[str]) -> list[Apply]:
    return [one for one in walk(e) if isinstance(one, Apply) and one.function in functions]


def _without(leaves_out: Callable[[Expression], bool], e: Expression) -> Iterator[Expression]:
    """Every sum without the terms that are left out, where another one stays."""

    def change(one: Expression) -> Expression:
        if not isinstance(one, Sum):
            return one
        kept = tuple(term for term in one.terms if not leaves_out(term))
        return one if not kept else kept[0] if len(kept) == 1 else Sum(kept)

    yield rebuilt(e, change)


def _is_bias(e: Expression) -> bool:
    """All equations call their biases b or c, with an index or without."""
    return isinstance(e, Parameter) and e.name[0] in "bc"


def _is_input(e: Expression) -> bool:
    return isinstance(e, Matmul) and e.left == Tensor("X")


def _is_of_state(e: Expression) -> bool:
    before = [one for one in walk(e) if isinstance(one, Tensor) and one.before]
    return isinstance(e, Matmul) and bool(before)


def _is_given(e: Expression) -> bool:
    return isinstance(e, Parameter)


def _transposed(e: Expression) -> Iterator[Expression]:
    """Only a matrix from h to h can be read the wrong way without its shape telling."""

    def change(one: Expression) -> Expression:
        match one:
            case Matmul(left, Parameter() as matrix) if _is_of_state(one) or _is_given(left):
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


def _other_step(e: Expression) -> Iterator[Expression]:
    """Forward a state of before for the one of now; on the way back each for the other. Which of them a reader has
    before him, the task knows."""
    gradients = [one for one in walk(e) if isinstance(one, Gradient)]
    # What the loss asks of a state stays what it was: it is a quantity of its own meanwhile.
    own = {one: Tensor(f"gradient {text(one.of)}") for one in gradients}
    plain = e
    for gradient, alone in own.items():
        plain = rebuilt(plain, partial(_replaced, gradient, alone))
    known = {*own.values()}
    read = [one for one in walk(plain) if isinstance(one, Tensor) and one not in known]
    for state in dict.fromkeys(read):
        if gradients or not state.before:
            turned = rebuilt(
                plain, partial(_replaced, state, replace(state, before=not state.before))
            )
            for gradient, alone in own.items():
                turned = rebuilt(turned, partial(_replaced, alone, gradient))
            yield turned


def _replaced(old: Expression, new: Expression, one: Expression) -> Expression:
    return new if one == old else one


def _gate_turned(e: Expression) -> Iterator[Expression]:
    if any(_slope(one) for one in walk(e)):
        return
    for gate in {one.of for one in walk(e) if _is_of_gate(one)}:

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
        yield rebuilt(e, lambda one: one.of if _is_of_gate(one) else one)


def _is_of_gate(e: Expression) -> TypeGuard[OneMinus]:
    """Whether it is 1 − a gate: of the quantities, gates are called by one letter."""
    return isinstance(e, OneMinus) and isinstance(e.of, Tensor) and len(e.of.name) == 1


def _one_minus(e: Expression) -> Iterator[Expression]:
    """Of a factor that is no gate, such as those of Adam."""
    if any(_slope(one) for one in walk(e)):
        return
    of = {one.of: None for one in walk(e) if isinstance(one, OneMinus) and not _is_of_gate(one)}
    for factor in of:
        yield rebuilt(e, partial(_replaced, OneMinus(factor), factor))


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
        return one.left if isinstance(one, Product) and one.left == one.right else one

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
            case Apply("exp", power):
                return Apply("exp", Quotient(power, Parameter(LOG2_E)))
        return one

    yield rebuilt(e, change)


def _no_root(e: Expression) -> Iterator[Expression]:
    yield rebuilt(
        e, lambda one: one.of if isinstance(one, Apply) and one.function == "sqrt" else one
    )


def _quotients(e: Expression) -> list[Quotient]:
    return [one for one in walk(e) if isinstance(one, Quotient)]


def _no_division(e: Expression) -> Iterator[Expression]:
    for one in _quotients(e):
        yield rebuilt(e, partial(_replaced, one, one.left))


def _upside_down(e: Expression) -> Iterator[Expression]:
    for one in _quotients(e):
        yield rebuilt(e, partial(_replaced, one, Quotient(one.right, one.left)))


def _no_rate(e: Expression) -> Iterator[Expression]:
    def change(one: Expression) -> Expression:
        return one.right if isinstance(one, Product) and one.left == LEARNING_RATE else one

    yield rebuilt(e, change)


_MADE: Mapping[str, Callable[[Expression], Iterator[Expression]]] = {
    "no_activation": _no_activation,
    "other_activation": _other_activation,
    "no_bias": partial(_without, _is_bias),
    "no_input": partial(_without, _is_input),
    "no_state": partial(_without, _is_of_state),
    "transposed": _transposed,
    "other_step": _other_step,
    "sign": _sign,
    "gate_turned": _gate_turned,
    "no_complement": _no_complement,
    "reset_after": _reset_after,
    "no_slope": _no_slope,
    "not_squared": _not_squared,
    "no_sum": _no_sum,
    "log2": _log2,
    "no_root": _no_root,
    "no_division": _no_division,
    "upside_down": _upside_down,
    "no_rate": _no_rate,
    "one_minus": _one_minus,
}
