import numpy as np
import pytest
import torch

from rnnviz import GRU
from tests.cells.examples import SIZES, make, sequence, starts
from tests.cells.reference import as_the_reference, from_torch

OPEN, CLOSED = 800.0, -800.0


def gates(cell: GRU, **biases: float) -> GRU:
    """The cell with some gates held open or closed by their biases."""
    return cell.with_parameters(
        **{name: np.full((1, cell.hidden_size), bias) for name, bias in biases.items()}
    )


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
def test_reset_after_agrees_with_torch(T: int, n: int, d: int, h: int) -> None:
    torch.manual_seed(0)
    module = torch.nn.GRU(d, h, dtype=torch.float64)
    cell = GRU(reset_after=True, **from_torch(module))
    X, initial = sequence(T, n, d), starts(cell, n)
    with torch.no_grad():
        H, _ = module(torch.tensor(X), torch.tensor(initial["H0"])[np.newaxis])
    np.testing.assert_allclose(cell.run(X, **initial)["H"], H.numpy(), rtol=0, atol=1e-12)


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", ["gru", "gru-reset-after"])
def test_agrees_with_the_documents_equations_written_in_torch(
    kind: str, T: int, n: int, d: int, h: int
) -> None:
    cell = make(kind, d, h)
    X, initial = sequence(T, n, d), starts(cell, n)
    as_the_reference(cell, X, initial)


def test_an_open_update_gate_keeps_the_old_state_for_ever() -> None:
    """003: with the update gate near 1, H_{t'−1} is kept and what is read does not flow in."""
    cell = gates(GRU.random(3, 4, seed=0), b_z=OPEN)
    H0 = starts(cell, 2)["H0"]
    trace = cell.run(sequence(50, 2, 3), H0=H0)
    np.testing.assert_array_equal(trace["H"], np.broadcast_to(H0, (50, 2, 4)))


def test_a_closed_update_gate_puts_the_candidate_in_the_state_s_place() -> None:
    cell = gates(GRU.random(3, 4, seed=0), b_z=CLOSED)
    trace = cell.run(sequence(5, 2, 3))
    np.testing.assert_array_equal(trace["H"], trace["H_tilde"])


@pytest.mark.parametrize("reset_after", [False, True])
def test_a_closed_reset_gate_hides_the_old_state_from_the_candidate(reset_after: bool) -> None:
    cell = gates(GRU.random(3, 4, seed=0, reset_after=reset_after), b_r=CLOSED)
    X = sequence(1, 2, 3)
    trace = cell.run(X, **starts(cell, 2))
    np.testing.assert_allclose(
        trace["H_tilde"], np.tanh(X @ cell.W_xh + cell.b_h), rtol=0, atol=1e-15
    )


def test_with_the_update_gate_closed_and_the_reset_gate_open_it_is_an_rnn() -> None:
    cell = gates(GRU.random(3, 4, seed=0), b_z=CLOSED, b_r=OPEN)
    h = np.zeros((2, 4))
    X = sequence(6, 2, 3)
    for x, H in zip(X, cell.run(X)["H"], strict=True):
        h = np.tanh(x @ cell.W_xh + h @ cell.W_hh + cell.b_h)
        np.testing.assert_allclose(H, h, rtol=0, atol=1e-14)


def test_resetting_before_and_after_the_product_differ_unless_the_gate_is_open() -> None:
    before = GRU.random(3, 4, seed=0)
    after = GRU(reset_after=True, b_hh=np.zeros((1, 4)), **before.parameters)
    X = sequence(6, 2, 3)
    assert np.abs(before.run(X)["H"] - after.run(X)["H"]).max() > 1e-3
    np.testing.assert_allclose(
        gates(before, b_r=OPEN).run(X)["H"], gates(after, b_r=OPEN).run(X)["H"], rtol=0, atol=1e-14
    )


def test_swapped_gates_are_noticed() -> None:
    torch.manual_seed(0)
    module = torch.nn.GRU(3, 4, dtype=torch.float64)
    right = from_torch(module)
    swap = {"r": "z", "z": "r"}
    swapped = {name[:-1] + swap.get(name[-1], name[-1]): value for name, value in right.items()}
    swapped["b_hh"], swapped["W_hh"] = right["b_hh"], right["W_hh"]
    X = sequence(6, 2, 3)
    H = module(torch.tensor(X))[0].detach().numpy()
    assert swapped.keys() == right.keys()
    assert np.abs(GRU(reset_after=True, **swapped).run(X)["H"] - H).max() > 1e-2


def test_its_parameters_are_those_of_the_document() -> None:
    shapes = {name: v.shape for name, v in GRU.random(6, 8, seed=0).parameters.items()}
    assert shapes == {
        **{f"W_x{k}": (6, 8) for k in "rzh"},
        **{f"W_h{k}": (8, 8) for k in "rzh"},
        **{f"b_{k}": (1, 8) for k in "rzh"},
    }
