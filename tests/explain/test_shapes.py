"""The parameters counted, and statements of the documents about f, g and the loss."""

import numpy as np
import pytest

from rnnviz.cells import CELLS, RNN
from rnnviz.cells.activations import ACTIVATIONS, sigmoid, softmax
from rnnviz.explain.context import lowest_loss


def test_a_gru_has_three_times_the_cell_of_an_rnn_and_an_lstm_four() -> None:
    rnn, gru, lstm = (
        sum(value.size for value in CELLS[name].random(6, 8, seed=0).parameters.values())
        for name in ("rnn", "gru", "lstm")
    )
    assert rnn == 6 * 8 + 8 * 8 + 8
    assert (gru / rnn, lstm / rnn) == (3, 4)


def test_shared_parameters_do_not_grow_with_the_sequence() -> None:
    """000, 002, 004: the same ones at every step."""
    cell = RNN.random(3, 4, seed=0)
    H = np.zeros((1, 4))
    X = np.random.default_rng(0).normal(size=(50, 1, 3))
    for t, trace_h in enumerate(cell.run(X)["H"]):
        H = np.tanh(X[t] @ cell.W_xh + H @ cell.W_hh + cell.b_h)
        np.testing.assert_allclose(H, trace_h, atol=1e-12)


def test_softmax_is_not_applied_element_by_element() -> None:
    """004 calls g elementwise; one changed logit changes every probability of a softmax."""
    z = np.array([4.0, 1.0, -4.0])
    moved = z + np.array([0.0, 1.0, 0.0])
    assert (softmax(moved) != softmax(z)).all()
    assert (sigmoid(moved) != sigmoid(z)).tolist() == [False, True, False]


def test_the_document_s_softmax_example() -> None:
    """003 gives 95.25 %, 4.71 % and 0.04 % for 4, 1 and −4."""
    percent = 100 * softmax(np.array([4.0, 1.0, -4.0]))
    assert [f"{p:.2f}" for p in percent] == ["95.23", "4.74", "0.03"]


def test_the_document_s_gradient_of_softmax_and_cross_entropy() -> None:
    """003: (0.34, 0.46, 0.20) and the first class give (−0.66, 0.46, 0.20)."""
    y_hat = np.array([0.34, 0.46, 0.20])
    z, step = np.log(y_hat), 1e-6
    slopes = [
        (-np.log(softmax(z + step * e)[0]) + np.log(softmax(z - step * e)[0])) / (2 * step)
        for e in np.eye(3)
    ]
    np.testing.assert_allclose(slopes, [-0.66, 0.46, 0.20], atol=1e-9)
    np.testing.assert_allclose(-1 / y_hat[0] * -y_hat[0] * y_hat[1], y_hat[1])


def test_cross_entropy_is_no_distance() -> None:
    """003 calls it the distance of two distributions; that of one to itself is not 0."""
    # The best answer to two targets that come equally often is their own distribution.
    assert lowest_loss([("aa", "xy")], "mlp") == pytest.approx(np.log(2))
    assert lowest_loss([("aa", "xx")], "mlp") == 0


def test_tanh_stays_bounded_and_relu_does_not() -> None:
    """004: with f = ReLU and a recurrent weight above 1 the state grows without end."""
    weights = {"W_xh": [[1.0]], "W_hh": [[1.5]], "b_h": [[0.0]]}
    X = np.ones((20, 1, 1))
    assert np.abs(RNN(phi="tanh", **weights).run(X)["H"]).max() < 1
    assert RNN(phi="relu", **weights).run(X)["H"][-1, 0, 0] > 1000
    assert set(ACTIVATIONS) == {"tanh", "relu", "sigmoid", "identity"}
