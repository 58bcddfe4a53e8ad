"""The chapter on gates: networks with gates held, against rnnviz; what the cells cost, by counting."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, RNN, Hold
from rnnviz.cells import Cell
from rnnviz.cells.expression import Matmul, Parameter, Product, walk
from rnnviz.course.chapters.why_gates.numbers import INPUTS, STEPS, UNITS, gate_numbers
from rnnviz.explain.gates import kept_share
from tests.course.javascript import evaluated

MODULES = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}
CELLS = {"rnn": RNN, "gru": GRU, "lstm": LSTM}


def given(name: str) -> Any:
    """Of what the chapter is told; its networks learn when the first test asks."""
    return gate_numbers()[name]


def hold(quantity: str, value: float, steps: list[int] | None = None) -> dict[str, Any]:
    return {"quantity": quantity, "value": value, "units": None, "steps": steps}


def test_held_gates_give_the_states_of_rnnviz() -> None:
    gru = given("gru")
    holds = [hold("Z", 0.9), hold("Z", 0.995, [11, 19])]
    (found,) = evaluated("chapters/why_gates/gates", ["readHeld", gru, holds])
    trace = GRU.random(INPUTS, UNITS, seed=1).run(
        np.array(gru["X"])[:, np.newaxis],
        H0=np.array([gru["initial"]["H0"]]),
        holds=[Hold("Z", 0.9), Hold("Z", 0.995, steps=range(11, 20))],
    )
    np.testing.assert_allclose(found["H"], trace["H"][:, 0], rtol=0, atol=1e-12)
    assert found["H0"] == gru["initial"]["H0"]


def test_a_share_is_multiplied_at_every_step() -> None:
    (left,) = evaluated("chapters/why_gates/gates", ["sharesKept", [0.9] * STEPS])
    np.testing.assert_allclose(left, kept_share(0.9, STEPS), rtol=1e-12)
    # The sentences of the chapter.
    assert left[-1] == pytest.approx(0.042, abs=5e-4)
    for steps, share in ((30, 0.977), (1000, 0.9993)):
        assert share**steps == pytest.approx(0.5, abs=0.01)


def test_in_the_corners_the_gru_is_the_rnn_and_the_perceptron() -> None:
    corners = evaluated(
        "chapters/why_gates/gates",
        ["readHeld", given("gru"), [hold("Z", 0), hold("R", 1)]],
        ["readHeld", given("gru"), [hold("Z", 0), hold("R", 0)]],
        ["readHeld", given("rnn")],
        ["readHeld", given("mlp")],
    )
    as_rnn, as_mlp, rnn, mlp = (np.array(one["H"]) for one in corners)
    np.testing.assert_array_equal(as_rnn, rnn)
    np.testing.assert_array_equal(as_mlp, mlp)


def test_an_open_reset_gate_keeps_nothing_and_an_update_gate_near_1_does() -> None:
    gru = given("gru")
    seen, kept, four, six = evaluated(
        "chapters/why_gates/gates",
        ["distancesKept", gru, [hold("Z", 0), hold("R", 1)]],
        ["distancesKept", gru, [hold("Z", 0.99), hold("R", 0)], {"W_hh": 3}],
        ["distancesKept", gru, [hold("Z", 0), hold("R", 1)], {"W_hh": 4}],
        ["distancesKept", gru, [hold("Z", 0), hold("R", 1)], {"W_hh": 6}],
    )
    assert seen[-1] == pytest.approx(6.1e-12, rel=0.02)
    assert kept[-1] == pytest.approx(0.99**30, rel=1e-9)
    assert four[-1] == pytest.approx(0.057, abs=5e-4)
    assert max(six) > 1.5
    assert six[-1] < 0.1


def test_a_memory_counts_where_its_gates_are_open() -> None:
    counted, limited = evaluated(
        "chapters/why_gates/gates", ["memoryOf", 1, 1, 1, 30], ["memoryOf", 0.9, 1, 1, 300]
    )
    assert counted == list(range(31))
    assert limited[-1] == pytest.approx(1 / (1 - 0.9))


def test_a_sigmoid_reaches_1_in_float64_from_about_37_on() -> None:
    assert 1 / (1 + np.exp(-np.float64(37))) == 1
    assert 1 / (1 + np.exp(-np.float64(36))) < 1


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize(("d", "h", "q"), [(28, 64, 28), (3, 5, 2), (1, 1, 1)])
def test_costs_are_those_of_torch_and_of_the_equations(kind: str, d: int, h: int, q: int) -> None:
    dense, hot = evaluated(
        "chapters/why_gates/gates", ["cellCost", kind, d, h, q], ["cellCost", kind, d, h, q, True]
    )
    module = MODULES[kind](d, h)
    # torch has two biases where one is enough.
    own = sum(p.numel() for name, p in module.named_parameters() if "bias_hh" not in name)
    output = torch.nn.Linear(h, q)
    assert sum(dense["parameters"].values()) == own + sum(p.numel() for p in output.parameters())
    counted = multiplications(CELLS[kind].random(d, h, seed=0))
    assert sum(dense["multiplications"].values()) == counted + h * q
    assert sum(hot["multiplications"].values()) == counted + h * q - dense["parameters"]["input"]


def multiplications(cell: Cell) -> int:
    """Counted in the cell's equations: a product of numbers each."""
    count = 0
    for equation in cell.program.equations:
        for e in walk(equation.expression):
            if isinstance(e, Matmul):
                assert isinstance(e.right, Parameter)
                rows, columns = cell.parameters[e.right.name].shape
                count += rows * columns
            elif isinstance(e, Product):
                count += cell.hidden_size
    return count


def test_only_who_reads_on_knows_what_the_word_is() -> None:
    tags = given("tags")
    assert tags["rnn"]["花钱"] == pytest.approx(0.5, abs=0.01)
    assert tags["rnn"]["花开"] == pytest.approx(0.5, abs=0.01)
    assert tags["bidirectional"]["花钱"] > 0.99
    assert tags["bidirectional"]["花开"] < 0.01


def test_an_exchanged_character_changes_what_is_read_after_it() -> None:
    both = given("both")
    X = [row[:] for row in both["X"]]
    X[2] = [0.0] * 6 + [1.0]
    plain, changed = evaluated(
        "chapters/why_gates/gates", ["readHeld", both], ["readHeld", both, [], {"X": X}]
    )
    for name, expected in (("forward.H", [2, 3, 4, 5]), ("backward.H", [0, 1, 2])):
        moved = [t for t in range(6) if plain[name][t] != changed[name][t]]
        assert moved == expected
