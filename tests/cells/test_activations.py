import numpy as np
import pytest
import torch

from rnnviz.cells.activations import (
    ACTIVATIONS,
    identity,
    log_sigmoid,
    log_softmax,
    relu,
    sigmoid,
    softmax,
    tanh,
)
from rnnviz.cells.expression import FUNCTIONS, Apply, Equation, Tensor, value
from rnnviz.cells.gradient import contributions

A = np.linspace(-12, 12, 97)


def test_sigmoid_is_one_over_one_plus_e_to_the_minus_x() -> None:
    np.testing.assert_allclose(sigmoid(A), 1 / (1 + np.exp(-A)), rtol=0, atol=1e-15)


def test_sigmoid_halves_at_zero_and_saturates_without_overflow() -> None:
    with np.errstate(all="raise"):
        values = sigmoid(np.array([-1e308, -1e4, 0.0, 1e4, 1e308]))
    assert values.tolist() == [0, 0, 0.5, 1, 1]


def test_tanh_is_a_sigmoid_stretched_and_moved() -> None:
    np.testing.assert_allclose(tanh(A), 2 * sigmoid(2 * A) - 1, rtol=0, atol=1e-15)
    np.testing.assert_allclose(
        tanh(A), (np.exp(A) - np.exp(-A)) / (np.exp(A) + np.exp(-A)), rtol=0, atol=1e-15
    )


def test_relu_lets_only_what_is_positive_through() -> None:
    assert relu(np.array([-2.0, 0.0, 3.0])).tolist() == [0, 0, 3]


def test_identity_changes_nothing() -> None:
    np.testing.assert_array_equal(identity(A), A)


def slope(function: str, x: np.ndarray) -> np.ndarray:
    """The derivative of a function of an equation, as the backward pass has it."""
    (found,) = contributions(Equation("Y", Apply(function, Tensor("A"))))
    known = {Tensor("A"): x, Tensor("Y"): FUNCTIONS[function](x)}
    return value(found.expression, lambda leaf: known.get(leaf, np.ones_like(x)))


@pytest.mark.parametrize("function", [*ACTIVATIONS, "exp", "log", "logsigmoid"])
def test_the_derivative_from_the_value_is_the_slope_of_the_curve(function: str) -> None:
    eps = 1e-6
    x = A[A != 0]  # relu has a corner at 0
    if function == "log":
        x = x[x > 0]
    f = FUNCTIONS[function]
    expected = (f(x + eps) - f(x - eps)) / (2 * eps)
    np.testing.assert_allclose(slope(function, x), expected, rtol=1e-8, atol=1e-9)


def test_sigmoid_is_never_steeper_than_a_quarter_nor_tanh_than_one() -> None:
    # 003, "梯度消失": o(1 − o) ≤ 1/4.
    assert slope("sigmoid", A).max() == 0.25
    assert slope("tanh", A).max() == 1


def test_the_logarithm_of_a_sigmoid_is_finite_where_the_sigmoid_underflows() -> None:
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        values = log_sigmoid(np.array([-1e4, -40.0, 0.0, 40.0, 1e4]))
    np.testing.assert_allclose(values, [-1e4, -40, -np.log(2), -np.exp(-40), 0], rtol=1e-15)


def test_softmax_of_the_document_s_example() -> None:
    """003 prints 95.25 %, 4.71 % and 0.04 % for 4, 1 and −4.

    That is not quite what these logits give: it is 95.23 %, 4.74 % and 0.03 %.
    """
    percent = 100 * softmax(np.array([4.0, 1.0, -4.0]))
    assert percent.round(2).tolist() == [95.23, 4.74, 0.03]
    np.testing.assert_allclose(percent, [95.25, 4.71, 0.04], rtol=0, atol=0.04)


def test_softmax_sums_to_one_and_keeps_the_order() -> None:
    logits = np.random.default_rng(0).normal(size=(7, 3, 11))
    Y = softmax(logits)
    np.testing.assert_allclose(Y.sum(axis=-1), 1, rtol=1e-15)
    np.testing.assert_array_equal(Y.argsort(axis=-1), logits.argsort(axis=-1))


def test_softmax_does_not_feel_a_constant() -> None:
    logits = np.array([0.3, -1.2, 2.5])
    np.testing.assert_allclose(softmax(logits + 1000), softmax(logits), rtol=1e-12)


def test_softmax_and_its_logarithm_are_stable_for_logits_of_ten_thousand() -> None:
    logits = np.array([[1e4, 0, -1e4], [-1e4, -1e4, -1e4], [1e4, 1e4, -1e4]])
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        Y, log_Y = softmax(logits), log_softmax(logits)
    np.testing.assert_array_equal(Y, [[1, 0, 0], [1 / 3, 1 / 3, 1 / 3], [0.5, 0.5, 0]])
    np.testing.assert_allclose(
        log_Y,
        [[0, -1e4, -2e4], [-np.log(3)] * 3, [-np.log(2), -np.log(2), -2e4 - np.log(2)]],
        rtol=1e-15,
    )


def test_softmax_agrees_with_torch() -> None:
    logits = np.random.default_rng(1).normal(scale=30, size=(5, 2, 9))
    t = torch.tensor(logits)
    np.testing.assert_allclose(softmax(logits), torch.softmax(t, -1).numpy(), rtol=0, atol=1e-15)
    np.testing.assert_allclose(log_softmax(logits), torch.log_softmax(t, -1).numpy(), atol=1e-12)
