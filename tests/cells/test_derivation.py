"""A cell is its phases: the equations derived from them, as text and as trees."""

from collections.abc import Callable

import numpy as np
import pytest

from rnnviz import LSTM, RNN, Bidirectional, Stacked
from rnnviz.cells import Cell, Composite
from rnnviz.cells.description import Phase, Quantity, Weight, affine
from rnnviz.cells.equation import parse, text
from rnnviz.cells.expression import Arriving, Gradient, Parameter, Tensor, value
from tests.cells.examples import KINDS, make, make_bidirectional, sequence, starts

MAKES: list[Callable[[str, int, int], Cell | Composite]] = [make, make_bidirectional]


def test_the_lstm_s_equations_are_its_phases() -> None:
    assert LSTM.random(3, 4, seed=0).equations == (
        "I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)",
        "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
        "O = sigmoid(X @ W_xo + H_prev @ W_ho + b_o)",
        "C_tilde = tanh(X @ W_xc + H_prev @ W_hc + b_c)",
        "C = F * C_prev + I * C_tilde",
        "H = O * tanh(C)",
    )


def test_the_memory_gives_each_of_what_it_is_made_of_a_part_of_its_gradient() -> None:
    """003, "LSTM": C = F ⊙ C_{t−1} + I ⊙ C_tilde."""
    lines = tuple(map(str, LSTM.random(3, 4, seed=0).contributions))
    assert lines[:6] == (
        "dO += dH * tanh(C)",
        "dC += dH * (O * (1 - tanh(C) * tanh(C)))",
        "dF += dC * C_prev",
        "dC_prev += dC * F",
        "dI += dC * C_tilde",
        "dC_tilde += dC * I",
    )
    assert "dA_f += dF * (F * (1 - F))" in lines
    assert "dH_prev += dA_f @ W_hf.T" in lines
    assert "dW_hf += H_prev.T @ dA_f" in lines
    assert "db_f += sum(dA_f)" in lines


def test_a_gate_s_complement_takes_away() -> None:
    lines = tuple(map(str, make("gru", 3, 4).contributions))
    assert lines[:4] == (
        "dZ += dH * H_prev",
        "dH_prev += dH * Z",
        "dZ -= dH * H_tilde",
        "dH_tilde += dH * (1 - Z)",
    )


def test_layers_have_their_equations_under_their_own_names() -> None:
    cell = Stacked.random(3, 4, seed=0, of=RNN)
    assert cell.equations == (
        "layer1.H = tanh(X @ layer1.W_xh + layer1.H_prev @ layer1.W_hh + layer1.b_h)",
        "layer2.H = tanh(layer1.H @ layer2.W_xh + layer2.H_prev @ layer2.W_hh + layer2.b_h)",
        "H = layer2.H",
    )
    assert "layer1.dH += layer2.dA_h @ layer2.W_xh.T" in map(str, cell.contributions)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make_cell", MAKES)
def test_the_contributions_add_up_to_the_gradients(
    make_cell: Callable[[str, int, int], Cell | Composite], kind: str
) -> None:
    """Each term on its own, evaluated on what `backward` gave for what stands above it."""
    cell = make_cell(kind, 3, 4)
    trace = cell.run(sequence(5, 2, 3), **starts(cell, 2))
    gradients = cell.backward(trace, sequence(5, 2, cell.output_size, seed=9))

    def leaf(e: object) -> np.ndarray:
        match e:
            case Parameter(name):
                return cell.parameters[name]
            case Tensor(name, before):
                found = trace.before(name) if before else trace[name]
            case Gradient(Tensor(name)):
                found = gradients[name]
        return found.reshape(10, -1)

    whole: dict[str, np.ndarray] = {}
    for one in cell.contributions:
        if isinstance(one.to, Parameter) or not one.to.before:
            term = value(one.expression, leaf)
            whole[one.to.name] = whole.get(one.to.name, 0) + term
    states = {*cell.states, "H"}
    compared = [name for name in whole if name not in states]
    assert {*cell.parameters, "X"} <= {*compared}
    for name in compared:
        expected = gradients[name].reshape(whole[name].shape)
        np.testing.assert_allclose(whole[name], expected, rtol=0, atol=1e-12, err_msg=name)


LINES = [
    "H = A + B - C",
    "H = A - (B + C)",
    "H = 1 - A * B",
    "H = A + (1 - B)",
    "H = (A + B) * C / D",
    "H = A / (B * C)",
    "H = A * (B / C)",
    "H = -A * B",
    "H = -(A * B) - C",
    "H = max(logsigmoid(A) + B_prev, C)",
    "H = exp(A - max(A, B)) * log(C)",
    "H = (R * H_prev) @ W_hh + b_h",
    "H = concat(layer1.forward.H, layer1.backward.H)",
]


@pytest.mark.parametrize("line", LINES)
def test_an_equation_that_is_written_and_read_again_is_the_same(line: str) -> None:
    names = ("W_hh", "b_h")
    tree = parse(line, names).expression
    assert parse(f"H = {text(tree)}", names).expression == tree


@pytest.mark.parametrize("line", LINES[:10])
def test_the_language_means_what_numbers_mean(line: str) -> None:
    """Against Python's own arithmetic on a few numbers."""
    numbers = {"A": 0.3, "B": 0.7, "C": -1.1, "D": 2.3, "B_prev": -0.2}
    log_sigmoid = lambda a: -np.log1p(np.exp(-a))  # noqa: E731
    functions = {"max": max, "exp": np.exp, "log": np.log, "logsigmoid": log_sigmoid}
    expected = eval(line.removeprefix("H = "), {}, numbers | functions)
    found = value(parse(line, ()).expression, lambda e: np.array(numbers[text(e)]))
    assert float(found) == pytest.approx(expected, rel=1e-15)


def cell_of(*lines: str, states: tuple[str, ...] = ("H",)) -> type[Cell]:
    """A cell with H, a gate F and the parameters of both, and these phases."""

    class Made(Cell):
        name = title = "made"
        weights = (*affine("f", "F"), *affine("h", "H"))
        quantities = (
            Quantity("X", "input", "input", "input"),
            Quantity("F", "gate", "gate", "gate", pre="A_f", letter="f"),
            Quantity("H", "state", "state", "state", letter="h"),
        )
        phases = tuple(Phase(f"p{k}", "phase", line, "Some.") for k, line in enumerate(lines))

    Made.states = states
    return Made


F = "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)"
H = "H = F * H_prev + X @ W_xh + H_prev @ W_hh + b_h"


def test_two_lines_make_a_cell() -> None:
    cell = cell_of(F, H).random(3, 4, seed=0)
    trace = cell.run(sequence(2, 1, 3))
    assert cell.backward(trace, np.ones((2, 1, 4)))["W_xf"].shape == (3, 4)


@pytest.mark.parametrize(
    ("lines", "states", "words"),
    [
        ((F,), ("H",), "No line computes H; each quantity needs one"),
        ((F, H, H), ("H",), r"'H = F .*' computes H once more; an earlier line has done so"),
        ((H, F), ("H",), r"'H = F \* .*' reads F, which is not there; there are H_prev, W_hf,"),
        ((F, H.replace("F *", "C *")), ("H",), r"reads C, which is not there"),
        ((F, H.replace("F *", "F_prev *")), ("H",), r"reads F_prev, which is not there"),
        ((F, "C = F", H), ("H",), r"'C = F' computes C; the cell's quantities are F, H\."),
        ((F, H, "X = H"), ("H",), r"'X = H' computes X; the cell's quantities are F, H\."),
        ((F, H), ("H", "C"), "No line computes C; each quantity needs one"),
        ((F.replace(" + b_f", ""), H), ("H",), "No line reads the parameter b_f; each must be"),
        (("F = X @ W_xf + H_prev @ W_hf + b_f", H), ("H",), "F has no pre-activation A_f"),
        ((F, H.replace("X @", "X @ X @")), ("H",), r"X @ X .* d times d: a vector takes a matrix"),
    ],
)
def test_phases_that_do_not_make_a_cell(
    lines: tuple[str, ...], states: tuple[str, ...], words: str
) -> None:
    made = cell_of(*lines, states=states)
    with pytest.raises(ValueError, match=words):
        made.random(3, 4, seed=0)


def test_a_function_that_cannot_be_learnt_through_says_so() -> None:
    cell = cell_of(F, f"H = softmax({H.removeprefix('H = ')})").random(3, 4, seed=0)
    trace = cell.run(sequence(2, 1, 3))
    with pytest.raises(ValueError, match=r"'softmax\(F \* H_prev .*' has no derivative here"):
        cell.backward(trace, np.ones((2, 1, 4)))


def test_what_nothing_reads_has_no_gradient() -> None:
    cell = cell_of(F, H.replace("F * H_prev + ", "")).random(3, 4, seed=0)
    gradients = cell.backward(cell.run(sequence(2, 1, 3)), np.ones((2, 1, 4)))
    for name in ("F", "A_f", "W_xf", "W_hf", "b_f"):
        np.testing.assert_array_equal(gradients[name], 0)
    assert np.abs(gradients["W_xh"]).min() > 0


def test_a_quantity_and_a_parameter_say_what_they_are() -> None:
    cell = Bidirectional.random(3, 4, seed=0, of=LSTM)
    weights = {weight.name: weight for weight in cell.description.weights}
    assert (weights["backward.W_xf"].kind, weights["backward.W_xf"].gate) == (
        "input weight",
        "backward.F",
    )
    assert weights["forward.b_o"].own == "b_o"
    assert Weight("p_i", "peephole", "I").axes == "1h"
    read_from_the_end = [q.name for q in cell.description.quantities if q.reversed]
    assert "backward.H" in read_from_the_end
    assert "forward.H" not in read_from_the_end


def test_what_arrives_has_a_name_too() -> None:
    assert text(Arriving(Tensor("H"), later=True)) == "dH_next"
    assert text(Arriving(Tensor("H"), later=False)) == "dH_out"
