"""The passes through deep networks, against torch's autograd on the same weights."""

from math import prod

import numpy as np
import pytest
import torch

from tests.course.javascript import evaluated

WIDTH, SAMPLES, DEEPEST = 16, 2, 50
FUNCTIONS = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu}


def sizes_in_torch(net: dict, numbers: torch.Tensor) -> list[float]:
    """The norms of the loss's derivatives by h_0 … h_depth."""
    depth, count = net["depth"], DEEPEST * WIDTH * WIDTH
    W = numbers[:count].reshape(DEEPEST, WIDTH, WIDTH) * net["gain"] / WIDTH**0.5
    inputs = numbers[count : count + SAMPLES * WIDTH].reshape(SAMPLES, WIDTH)
    heads = numbers[count + SAMPLES * WIDTH :].reshape(3, WIDTH)
    h = [inputs.clone().requires_grad_()]
    for k in range(depth):
        made = FUNCTIONS[net["name"]](h[-1] @ W[0 if net.get("tied") else k])
        h.append(h[-1] + made / depth**0.5 if net.get("residual") else made)
    loss = (h[depth] @ heads[0]).mean()
    if net.get("auxiliary"):
        for head, layer in enumerate((round(depth / 3), round(2 * depth / 3)), start=1):
            loss = loss + 0.3 * (h[layer] @ heads[head]).mean()
    return [gradient.norm().item() for gradient in torch.autograd.grad(loss, h)]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("more", [{}, {"residual": True}, {"auxiliary": True}, {"tied": True}])
def test_the_gradient_at_every_layer_is_that_of_torch(name: str, more: dict) -> None:
    net = {"name": name, "depth": 20, "gain": 1.3, "seed": 7, **more}
    count = DEEPEST * WIDTH * WIDTH + SAMPLES * WIDTH + 3 * WIDTH
    (numbers,) = evaluated("maths/random", ["normals", 7, count])
    (found,) = evaluated("maths/depth", ["gradientSizes", net])
    expected = sizes_in_torch(net, torch.tensor(numbers, dtype=torch.float64))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-300)


def test_sigmoid_vanishes_and_a_residual_road_does_not() -> None:
    net = {"name": "sigmoid", "depth": 20, "gain": 1}
    seeds = [5, 6, 7, 8, 9]
    plain, residual = evaluated(
        "maths/depth",
        ["gradientBand", net, seeds],
        ["gradientBand", net | {"residual": True}, seeds],
    )
    assert plain["high"][0] < 1e-9
    assert residual["low"][0] > 0.1
    for k in range(21):
        assert plain["low"][k] <= plain["middle"][k] <= plain["high"][k]


def test_further_losses_lift_the_gradient_of_the_first_layers() -> None:
    net = {"name": "sigmoid", "depth": 30, "gain": 1, "seed": 3}
    plain, lifted = evaluated(
        "maths/depth", ["gradientSizes", net], ["gradientSizes", net | {"auxiliary": True}]
    )
    assert lifted[0] > 1e4 * plain[0]
    assert lifted[-1] == pytest.approx(plain[-1])


def test_a_chain_multiplies_its_local_factors() -> None:
    (found,) = evaluated("maths/depth", ["chainFactors", "tanh", 1.4, 0.5, 12])
    h0 = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    h = h0
    for _ in range(12):
        h = torch.tanh(1.4 * h)
    h.backward()
    assert found["product"] == pytest.approx(h0.grad.item(), rel=1e-12)
    assert prod(found["factors"]) == pytest.approx(found["product"])
