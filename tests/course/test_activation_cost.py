"""What activations cost: counted on the cells' own equations, and as it was measured."""

import pytest

from rnnviz.cells import GRU, LSTM, RNN
from rnnviz.cells.expression import Apply, Expression
from rnnviz.course.chapters.activations.numbers import activation_times
from tests.course.javascript import evaluated


def applied(e: object, function: str) -> int:
    """How many vectors go through a function in an expression."""
    if not isinstance(e, Expression):
        return 0
    parts = [one for p in vars(e).values() for one in (p if isinstance(p, tuple) else (p,))]
    own = isinstance(e, Apply) and e.function in {function, "phi" if function == "tanh" else ""}
    return own + sum(applied(one, function) for one in parts)


@pytest.mark.parametrize("cell", [RNN, GRU, LSTM], ids=lambda cell: cell.name)
def test_powers_and_products_are_those_of_the_cell_s_equations(cell: type) -> None:
    d, h = 5, 7
    (found,) = evaluated("chapters/activations/activationcost", ["stepCounts", cell.name, d, h])
    made = cell.random(d, h, seed=0)
    trees = [equation.expression for equation in made.program.equations]
    for function in ("sigmoid", "tanh"):
        assert found["powers"][function] == h * sum(applied(tree, function) for tree in trees)
    matrices = [name for name in made.parameters if name.startswith("W_")]
    assert found["products"] == sum(made.parameters[name].size for name in matrices)


def test_what_the_chapter_says_of_measured_times_is_what_was_measured() -> None:
    times = activation_times()["times"]
    assert times["sigmoid"] / times["relu"] == pytest.approx(2.6, abs=0.3)
    assert times["tanh"] / times["sigmoid"] == pytest.approx(8, abs=0.5)
    assert times["sigmoid"] / times["product"] == pytest.approx(12, abs=1)
    (layer,) = evaluated(
        "chapters/activations/activationcost", ["layerTimes", 512, 512, "sigmoid", times]
    )
    assert layer["activation"] / (layer["products"] + layer["activation"]) < 0.03
