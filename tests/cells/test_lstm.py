from itertools import permutations

import numpy as np
import pytest
import torch

from rnnviz import LSTM
from tests.cells.examples import SIZES, sequence, starts
from tests.cells.reference import as_the_reference, from_torch

OPEN, CLOSED = 800.0, -800.0


def gates(cell: LSTM, **biases: float) -> LSTM:
    """The cell with some gates held open or closed by their biases."""
    return cell.with_parameters(
        **{name: np.full((1, cell.hidden_size), bias) for name, bias in biases.items()}
    )


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
def test_agrees_with_torch(T: int, n: int, d: int, h: int) -> None:
    torch.manual_seed(0)
    module = torch.nn.LSTM(d, h, dtype=torch.float64)
    cell = LSTM(**from_torch(module))
    X, initial = sequence(T, n, d), starts(cell, n)
    states = tuple(torch.tensor(initial[name])[np.newaxis] for name in ("H0", "C0"))
    with torch.no_grad():
        H, (H_n, C_n) = module(torch.tensor(X), states)
    trace = cell.run(X, **initial)
    np.testing.assert_allclose(trace["H"], H.numpy(), rtol=0, atol=1e-12)
    np.testing.assert_allclose(trace["H"][-1], H_n.numpy()[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(trace["C"][-1], C_n.numpy()[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
def test_agrees_with_the_documents_equations_written_in_torch(
    T: int, n: int, d: int, h: int
) -> None:
    cell = LSTM.random(d, h, seed=0)
    X, initial = sequence(T, n, d), starts(cell, n)
    as_the_reference(cell, X, initial)


def test_closed_input_gate_keeps_only_what_the_forget_gate_lets_through() -> None:
    cell = gates(LSTM.random(3, 4, seed=0), b_i=CLOSED)
    trace = cell.run(sequence(6, 2, 3), **starts(cell, 2))
    np.testing.assert_array_equal(trace["C"], trace["F"] * trace.before("C"))
    assert np.abs(trace["C"][-1]).max() < np.abs(trace["C0"]).max()


def test_open_forget_gate_and_closed_input_gate_carry_the_memory_through_time() -> None:
    """003: the past memory is kept and handed on, however many steps there are."""
    cell = gates(LSTM.random(3, 4, seed=0), b_f=OPEN, b_i=CLOSED)
    initial = starts(cell, 2)
    trace = cell.run(sequence(100, 2, 3), **initial)
    np.testing.assert_array_equal(trace["C"][-1], initial["C0"])


def test_closed_forget_gate_drops_the_memory() -> None:
    cell = gates(LSTM.random(3, 4, seed=0), b_f=CLOSED)
    trace = cell.run(sequence(6, 2, 3), **starts(cell, 2))
    np.testing.assert_array_equal(trace["C"], trace["I"] * trace["C_tilde"])


def test_closed_output_gate_keeps_the_memory_to_itself() -> None:
    cell = gates(LSTM.random(3, 4, seed=0), b_o=CLOSED)
    trace = cell.run(sequence(6, 2, 3))
    np.testing.assert_array_equal(trace["H"], np.zeros((6, 2, 4)))
    assert np.abs(trace["C"]).min() > 0


def test_open_output_gate_shows_all_of_the_memory() -> None:
    cell = gates(LSTM.random(3, 4, seed=0), b_o=OPEN)
    trace = cell.run(sequence(6, 2, 3))
    np.testing.assert_array_equal(trace["H"], np.tanh(trace["C"]))


def test_the_hidden_state_stays_within_one_though_the_memory_grows() -> None:
    """003: tanh keeps H between −1 and 1; with both gates open the memory is a running sum."""
    cell = gates(LSTM.random(3, 4, seed=0), b_f=OPEN, b_i=OPEN, b_c=OPEN)
    trace = cell.run(sequence(20, 1, 3))
    np.testing.assert_array_equal(trace["C"][:, 0, 0], np.arange(1, 21))
    assert np.abs(trace["H"]).max() <= 1


@pytest.mark.parametrize("order", [o for o in permutations("ifoc") if o != tuple("ifoc")])
def test_swapped_gates_are_noticed(order: tuple[str, ...]) -> None:
    torch.manual_seed(0)
    module = torch.nn.LSTM(3, 4, dtype=torch.float64)
    right = from_torch(module)
    new_letter = dict(zip("ifoc", order, strict=True))
    swapped = {name[:-1] + new_letter[name[-1]]: value for name, value in right.items()}
    X = sequence(6, 2, 3)
    H = module(torch.tensor(X))[0].detach().numpy()
    assert np.abs(LSTM(**swapped).run(X)["H"] - H).max() > 1e-2


def test_its_parameters_are_those_of_the_document() -> None:
    shapes = {name: v.shape for name, v in LSTM.random(6, 8, seed=0).parameters.items()}
    assert shapes == {
        **{f"W_x{k}": (6, 8) for k in "ifoc"},
        **{f"W_h{k}": (8, 8) for k in "ifoc"},
        **{f"b_{k}": (1, 8) for k in "ifoc"},
    }
