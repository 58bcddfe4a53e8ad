import json
from itertools import product

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.cells.description import Description
from rnnviz.cells.expression import (
    Apply,
    Matmul,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    evaluate,
    to_json,
)
from rnnviz.explain import parse
from rnnviz.model import OUTPUT_PHASES, OUTPUT_QUANTITIES

CELLS = {
    "mlp": (MLP, {"phi": "relu"}),
    "rnn": (RNN, {}),
    "rnn-sigmoid": (RNN, {"phi": "sigmoid"}),
    "rnn-identity": (RNN, {"phi": "identity"}),
    "gru": (GRU, {}),
    "gru-reset-after": (GRU, {"reset_after": True}),
    "lstm": (LSTM, {}),
    "bidirectional": (Bidirectional, {"of": LSTM}),
    "bidirectional-gru": (Bidirectional, {"of": GRU, "reset_after": True}),
    "bidirectional-relu": (Bidirectional, {"of": RNN, "phi": "relu"}),
}

WEIGHTS = ("W_xh", "W_hh", "b_h")


def traced(name: str) -> Trace:
    cell, options = CELLS[name]
    model = SequenceModel.random(cell, Vocabulary("想要有直升机"), 5, seed=4, **options)
    rng = np.random.default_rng(0)
    initial = {f"{state}0": rng.normal(size=(1, 5)) for state in model.cell.states}
    return model.trace("想要有直升", targets="要有直升机", **initial)


def value_of(trace: Trace, expression: object) -> np.ndarray:
    return evaluate(
        expression,
        lambda e: trace.before(e.name) if e.before else trace[e.name],
        trace.model.parameters,
        getattr(trace.cell, "phi", ""),
    )


@pytest.mark.parametrize("name", CELLS)
def test_each_equation_gives_the_numbers_of_the_trace(name: str) -> None:
    trace = traced(name)
    for phase in (*trace.cell.description.phases, *OUTPUT_PHASES):
        equation = parse(phase.equation, trace.model.parameters)
        np.testing.assert_allclose(
            value_of(trace, equation.expression),
            trace[equation.target],
            rtol=0,
            atol=1e-12,
            err_msg=phase.equation,
        )


@pytest.mark.parametrize("name", CELLS)
def test_what_stands_inside_the_function_is_the_pre_activation(name: str) -> None:
    trace = traced(name)
    quantities = (*trace.cell.description.quantities, *OUTPUT_QUANTITIES)
    pre = {quantity.name: quantity.pre for quantity in quantities}
    seen = set()
    for phase in (*trace.cell.description.phases, *OUTPUT_PHASES):
        equation = parse(phase.equation, trace.model.parameters)
        if pre[equation.target]:
            assert isinstance(equation.expression, Apply)
            inside = value_of(trace, equation.expression.of)
            np.testing.assert_allclose(inside, trace[pre[equation.target]], rtol=0, atol=1e-12)
            seen.add(pre[equation.target])
    assert seen == {key for key in trace if "A_" in key}


@pytest.mark.parametrize("name", CELLS)
def test_phases_compute_each_quantity_once_and_only_from_what_is_there(name: str) -> None:
    trace = traced(name)
    description: Description = trace.cell.description
    there = {Tensor("X")} | {Tensor(name[:-1], before=True) for name in trace if name[-1] == "0"}
    used: set[str] = set()

    def names(tree: object) -> None:
        for part in vars(tree).values():
            for e in part if isinstance(part, tuple) else (part,):
                if isinstance(e, Tensor):
                    assert e in there, (e, phase.key)
                elif isinstance(e, Parameter):
                    used.add(e.name)
                if hasattr(e, "__dict__"):
                    names(e)

    for phase in (*description.phases, *OUTPUT_PHASES):
        equation = parse(phase.equation, trace.model.parameters)
        names(equation)
        assert Tensor(equation.target) not in there
        there.add(Tensor(equation.target))
    now = {e.name for e in there if not e.before}
    assert now == {quantity.name for quantity in (*description.quantities, *OUTPUT_QUANTITIES)}
    assert used == set(trace.model.parameters)
    keys = [phase.key for phase in (*description.phases, *OUTPUT_PHASES)]
    assert len(set(keys)) == len(keys)


def test_an_equation_becomes_a_tree() -> None:
    equation = parse("H = Z * H_prev + (1 - Z) * H_tilde", ())
    Z, candidate = Tensor("Z"), Tensor("H_tilde")
    assert equation.target == "H"
    assert equation.expression == Sum(
        (Product(Z, Tensor("H", before=True)), Product(OneMinus(Z), candidate))
    )
    equation = parse("H_tilde = tanh(X @ W_xh + (R * H_prev) @ W_hh + b_h)", WEIGHTS)
    assert equation.expression == Apply(
        "tanh",
        Sum(
            (
                Matmul(Tensor("X"), Parameter("W_xh")),
                Matmul(Product(Tensor("R"), Tensor("H", before=True)), Parameter("W_hh")),
                Parameter("b_h"),
            )
        ),
    )


def test_the_terms_of_a_sum_stand_side_by_side_however_they_are_bracketed() -> None:
    a, b, c, d = map(Tensor, "ABCD")
    for left, right in product(("A + B", "(A + B)"), ("C + D", "(C + D)")):
        assert parse(f"Y = {left} + {right}", ()).expression == Sum((a, b, c, d))


def test_the_tree_travels_as_json() -> None:
    tree = to_json(parse("H = O * tanh(C_prev + b_h)", WEIGHTS).expression)
    assert json.loads(json.dumps(tree)) == {
        "op": "product",
        "left": {"op": "tensor", "name": "O", "before": False},
        "right": {
            "op": "apply",
            "function": "tanh",
            "of": {
                "op": "sum",
                "terms": [
                    {"op": "tensor", "name": "C", "before": True},
                    {"op": "parameter", "name": "b_h"},
                ],
            },
        },
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "is not one line of Python"),
        ("H = ", "is not one line of Python"),
        ("H = A; C = B", "is not one line of Python"),
        ("H\x00 = A", "is not one line of Python"),
        ("H", "is not an assignment such as H = O"),
        ("H = C = A", "is not an assignment"),
        ("H += A", "is not an assignment"),
        ("H[0] = A", "is not an assignment"),
        ("H = A ** B", r"'A \*\* B' is not understood in an equation"),
        ("H = 2 - B", "'2' is not understood"),
        ("H = -1", "'-1' is not understood"),
        ("H = A // B", "'A // B' is not understood"),
        ("H = A @ 2", "'2' is not understood"),
        ("H = outer(A)", r"'outer\(A\)' is not understood"),
        ("H = 0.5", "'0.5' is not understood"),
        (
            "H = softmin(A)",
            r"'softmin\(A\)' is not understood in an .*, concat, max, outer, across, phi, tanh, relu,",
        ),
        ("H = concat(A)", r"'concat\(A\)' is not understood"),
        ("H = tanh(A, B)", r"'tanh\(A, B\)' is not understood"),
        ("H = tanh(A, out=B)", r"'tanh\(A, out=B\)' is not understood"),
        ("H = tanh(*A)", r"'\*A' is not understood"),
        ("H = (A + B).C", r"'\(A \+ B\)\.C' is not understood"),
        ("A().H = B", "is not an assignment"),
        ("H = np.tanh(A)", r"'np\.tanh\(A\)' is not understood"),
    ],
)
def test_what_is_not_understood_is_named(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse(line, WEIGHTS)
