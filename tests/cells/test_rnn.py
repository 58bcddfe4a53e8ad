import numpy as np
import pytest
import torch

from rnnviz import MLP, RNN
from tests.cells.examples import SIZES, sequence, starts
from tests.cells.reference import from_torch


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("phi", ["tanh", "relu"])
def test_agrees_with_torch(T: int, n: int, d: int, h: int, phi: str) -> None:
    torch.manual_seed(0)
    module = torch.nn.RNN(d, h, nonlinearity=phi, dtype=torch.float64)
    cell = RNN(phi=phi, **from_torch(module))
    X, initial = sequence(T, n, d), starts(cell, n)
    with torch.no_grad():
        H, H_n = module(torch.tensor(X), torch.tensor(initial["H0"])[np.newaxis])
    trace = cell.run(X, **initial)
    np.testing.assert_allclose(trace["H"], H.numpy(), rtol=0, atol=1e-12)
    np.testing.assert_allclose(trace["H"][-1], H_n.numpy()[0], rtol=0, atol=1e-12)


def test_concatenating_inputs_and_weights_is_the_same_sum() -> None:
    """002, 6.2.2: X (3, 1), W_xh (1, 4), H (3, 4), W_hh (4, 4); concatenated (3, 5) and (5, 4)."""
    rng = np.random.default_rng(0)
    X, W_xh = rng.normal(size=(3, 1)), rng.normal(size=(1, 4))
    H, W_hh = rng.normal(size=(3, 4)), rng.normal(size=(4, 4))
    XH, W = np.concatenate((X, H), axis=1), np.concatenate((W_xh, W_hh), axis=0)
    assert XH.shape == (3, 5)
    assert W.shape == (5, 4)
    trace = RNN(W_xh=W_xh, W_hh=W_hh, b_h=np.zeros((1, 4))).run(X[np.newaxis], H0=H)
    assert trace["A_h"].shape == (1, 3, 4)
    np.testing.assert_allclose(trace["A_h"][0], XH @ W, rtol=0, atol=1e-14)


def test_the_last_state_is_the_formula_put_into_itself() -> None:
    """001: s_t = f(U x_t + W f(U x_{t−1} + W f(U x_{t−2} + …))), in columns, without a bias."""
    cell = RNN.random(3, 4, seed=0).with_parameters(b_h=np.zeros((1, 4)))
    U, W = cell.W_xh.T, cell.W_hh.T
    x_1, x_2, x_3 = X = sequence(3, 1, 3)
    s_3 = np.tanh(U @ x_3.T + W @ np.tanh(U @ x_2.T + W @ np.tanh(U @ x_1.T)))
    np.testing.assert_allclose(cell.run(X)["H"][-1], s_3.T, rtol=0, atol=1e-14)


def test_column_vectors_give_the_same_numbers() -> None:
    """004: h_t = f(W_hh h_{t−1} + W_xh x_t + b_h), the matrices transposed."""
    cell = RNN.random(3, 4, seed=0)
    X = sequence(6, 1, 3)
    h = np.zeros((4, 1))
    for x, H in zip(X, cell.run(X)["H"], strict=True):
        h = np.tanh(cell.W_hh.T @ h + cell.W_xh.T @ x.T + cell.b_h.T)
        np.testing.assert_allclose(H, h.T, rtol=0, atol=1e-14)


def test_the_state_starts_at_zero() -> None:
    cell = RNN.random(3, 4, seed=0)
    X = sequence(1, 2, 3)
    trace = cell.run(X)
    np.testing.assert_array_equal(trace["H0"], np.zeros((2, 4)))
    np.testing.assert_allclose(trace["H"][0], np.tanh(X[0] @ cell.W_xh + cell.b_h), atol=1e-15)


def test_what_was_read_first_is_still_felt_at_the_end() -> None:
    cell = RNN.random(3, 8, seed=0)
    X = sequence(5, 1, 3)
    other = X.copy()
    other[0] += 1
    assert np.abs(cell.run(X)["H"][-1] - cell.run(other)["H"][-1]).max() > 1e-3


def test_what_comes_later_does_not_reach_back() -> None:
    cell = RNN.random(3, 8, seed=0)
    X = sequence(5, 1, 3)
    other = X.copy()
    other[-1] += 1
    np.testing.assert_array_equal(cell.run(X)["H"][:-1], cell.run(other)["H"][:-1])


def test_a_sequence_read_in_two_parts_gives_the_same_states() -> None:
    cell = RNN.random(3, 8, seed=0)
    X = sequence(9, 2, 3)
    whole = cell.run(X)
    rest = cell.run(X[4:], H0=whole["H"][3])
    np.testing.assert_allclose(rest["H"], whole["H"][4:], rtol=0, atol=1e-14)


def test_the_samples_of_a_batch_do_not_see_each_other() -> None:
    cell = RNN.random(3, 8, seed=0)
    X = sequence(6, 3, 3)
    together = cell.run(X)["H"]
    for i in range(3):
        alone = cell.run(X[:, i : i + 1])["H"]
        np.testing.assert_allclose(alone[:, 0], together[:, i], rtol=0, atol=1e-14)


def test_an_mlp_is_the_documents_hidden_layer() -> None:
    """000 and 002, 6.2.1: H = φ(X W_xh + b_h)."""
    cell = MLP.random(3, 4, seed=0)
    X = sequence(5, 2, 3)
    linear = torch.nn.functional.linear(
        torch.tensor(X), torch.tensor(cell.W_xh.T), torch.tensor(cell.b_h[0])
    )
    np.testing.assert_allclose(cell.run(X)["H"], torch.tanh(linear).numpy(), rtol=0, atol=1e-12)


def test_an_mlp_forgets_everything_at_once() -> None:
    cell = MLP.random(3, 4, seed=0)
    X = sequence(5, 2, 3)
    np.testing.assert_allclose(cell.run(X[::-1])["H"][::-1], cell.run(X)["H"], rtol=0, atol=1e-15)


def test_an_rnn_without_recurrent_weights_is_an_mlp() -> None:
    cell = RNN.random(3, 4, seed=0).with_parameters(W_hh=np.zeros((4, 4)))
    mlp = MLP(W_xh=cell.W_xh, b_h=cell.b_h)
    X = sequence(5, 2, 3)
    np.testing.assert_allclose(cell.run(X)["H"], mlp.run(X)["H"], rtol=0, atol=1e-15)


def test_the_number_of_parameters_does_not_grow_with_the_history() -> None:
    """002, summary; and the parameters are those it lists."""
    cell = RNN.random(3, 4, seed=0)
    shapes = {name: value.shape for name, value in cell.parameters.items()}
    assert shapes == {"W_xh": (3, 4), "W_hh": (4, 4), "b_h": (1, 4)}
    before = {name: value.copy() for name, value in cell.parameters.items()}
    cell.run(sequence(50, 1, 3))
    assert cell.parameters.keys() == before.keys()
    for name, value in cell.parameters.items():
        np.testing.assert_array_equal(value, before[name])
