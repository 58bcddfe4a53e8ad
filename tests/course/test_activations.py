"""The activations of the chapter, and the small models that show what they do, against torch."""

import numpy as np
import pytest
import torch

from tests.course.javascript import evaluated

POINTS = np.linspace(-8, 8, 33).tolist()
TORCH = {
    "identity": lambda a: a * 1,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "relu": torch.relu,
}


@pytest.mark.parametrize("name", TORCH)
def test_an_activation_and_its_slope_are_those_of_torch(name: str) -> None:
    a = torch.tensor(POINTS, dtype=torch.float64, requires_grad=True)
    value = TORCH[name](a)
    value.sum().backward()
    found = evaluated("maths/activations", *(["activated", name, point] for point in POINTS))
    np.testing.assert_allclose(found, np.stack([value.detach(), a.grad], 1), rtol=1e-9, atol=1e-15)


def test_the_sigmoid_is_never_steeper_than_a_quarter() -> None:
    slopes = [
        s for _, s in evaluated("maths/activations", *(["activated", "sigmoid", p] for p in POINTS))
    ]
    assert max(slopes) == 0.25
    assert POINTS[int(np.argmax(slopes))] == 0


def test_tanh_is_a_sigmoid_twice_as_steep_and_twice_as_high() -> None:
    found = evaluated("maths/activations", *(["stretched", 2, 2, 1, point] for point in POINTS))
    np.testing.assert_allclose(found, np.tanh(POINTS), atol=1e-15)


@pytest.mark.parametrize(("inputs", "least", "most"), [("sigmoid", 40, 40), ("tanh", 5, 30)])
def test_positive_inputs_move_both_weights_the_same_way(inputs: str, least: int, most: int) -> None:
    (data,) = evaluated("maths/activations", ["neuronData", inputs])
    (path,) = evaluated("maths/activations", ["neuronDescent", data, [-1.6, 1.2], 1.2, 40])
    same, loss = evaluated("maths/activations", ["sameSigns", path], ["neuronLoss", data, path[-1]])
    assert least <= same <= most
    w = torch.tensor([-1.6, 1.2], dtype=torch.float64, requires_grad=True)
    for k in range(40):
        one = data[k % len(data)]
        off = torch.tensor(one["inputs"], dtype=torch.float64) @ w - one["wanted"]
        (gradient,) = torch.autograd.grad(off**2 / 2, w)
        w = (w - 1.2 * gradient).detach().requires_grad_()
    np.testing.assert_allclose(path[-1], w.detach(), atol=1e-12)
    off = torch.tensor([one["inputs"] for one in data], dtype=torch.float64) @ w
    off = off - torch.tensor([one["wanted"] for one in data], dtype=torch.float64)
    assert loss == pytest.approx((off**2 / 2).mean().item(), rel=1e-9)


@pytest.mark.parametrize(("w", "b"), [(0.6, 0.9), (-1.2, 0.3), (2.0, -1.0)])
def test_the_fitted_neuron_has_the_gradient_of_torch(w: float, b: float) -> None:
    (found,) = evaluated("maths/activations", ["reluFit", w, b])
    x = torch.tensor([-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2], dtype=torch.float64)
    parameters = torch.tensor([w, b], dtype=torch.float64, requires_grad=True)
    y = torch.relu(1.1 * x + 0.3)
    loss = ((torch.relu(parameters[0] * x + parameters[1]) - y) ** 2 / 2).mean()
    loss.backward()
    assert found["loss"] == pytest.approx(loss.item())
    np.testing.assert_allclose(found["gradient"], parameters.grad, atol=1e-14)


def test_a_dead_neuron_has_no_gradient_at_all() -> None:
    (found,) = evaluated("maths/activations", ["reluFit", 0.6, -2])
    assert found["alive"] == 0
    assert found["gradient"] == [0, 0]


def test_only_the_bounded_ones_stay_bounded() -> None:
    relu, tanh, sigmoid = (
        states[-1]
        for states in evaluated(
            "maths/activations",
            *(["states", name, 1.2, 0, 0.5, 30] for name in ("relu", "tanh", "sigmoid")),
        )
    )
    assert relu == pytest.approx(0.5 * 1.2**30)
    assert abs(tanh) < 1
    assert 0 < sigmoid < 1
