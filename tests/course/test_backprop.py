"""The network that is gone through by hand, against torch's autograd."""

from math import prod

import numpy as np
import pytest
import torch

from tests.course.javascript import evaluated

WEIGHTS = ("w11", "w12", "w21", "w22", "b1", "b2", "v1", "v2", "c")
rng = np.random.default_rng(0)
NETS = [
    {name: float(rng.uniform(-2, 2)) for name in (*WEIGHTS, "x1", "x2")} | {"y": float(y)}
    for y in (0, 1, 0.5, 0.2)
]


def in_torch(net: dict[str, float]) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    """Everything that the network computes, and the derivative of its loss by everything."""
    n = {k: torch.tensor(v, dtype=torch.float64, requires_grad=True) for k, v in net.items()}
    a = [n["x1"] * n[f"w1{j}"] + n["x2"] * n[f"w2{j}"] + n[f"b{j}"] for j in (1, 2)]
    h = [torch.sigmoid(one) for one in a]
    o = h[0] * n["v1"] + h[1] * n["v2"] + n["c"]
    yhat = torch.sigmoid(o)
    loss = (yhat - n["y"]) ** 2 / 2
    values = {"a1": a[0], "a2": a[1], "h1": h[0], "h2": h[1], "o": o, "yhat": yhat}
    asked = values | {name: n[name] for name in (*WEIGHTS, "x1", "x2")}
    gradients = torch.autograd.grad(loss, list(asked.values()))
    return values | {"loss": loss}, dict(zip(asked, gradients, strict=True))


@pytest.mark.parametrize("net", NETS)
def test_forwards_and_backwards_are_those_of_torch(net: dict[str, float]) -> None:
    forward, backward = evaluated(
        "chapters/backprop/network", ["forwardPass", net], ["backwardPass", net]
    )
    values, gradients = in_torch(net)
    assert set(forward) == set(values)
    assert set(backward) == set(gradients)
    for name, value in values.items():
        assert forward[name] == pytest.approx(value.item(), rel=1e-12), name
    for name, gradient in gradients.items():
        assert backward[name] == pytest.approx(gradient.item(), rel=1e-12, abs=1e-16), name


@pytest.mark.parametrize("net", NETS)
def test_the_factors_of_every_way_multiply_and_the_ways_add(net: dict[str, float]) -> None:
    names = (*WEIGHTS, "x1", "x2")
    chains = evaluated("chapters/backprop/network", *(["chainOf", net, name] for name in names))
    _, gradients = in_torch(net)
    for name, ways in zip(names, chains, strict=True):
        assert len(ways) == (2 if name.startswith("x") else 1)
        found = sum(prod(factor["value"] for factor in way) for way in ways)
        assert found == pytest.approx(gradients[name].item(), rel=1e-12, abs=1e-16), name


def test_what_is_measured_is_what_was_derived() -> None:
    measured = evaluated(
        "chapters/backprop/network", *(["measuredSlope", NETS[0], name] for name in WEIGHTS)
    )
    (derived,) = evaluated("chapters/backprop/network", ["backwardPass", NETS[0]])
    np.testing.assert_allclose(measured, [derived[name] for name in WEIGHTS], atol=1e-10)


def test_a_step_against_the_gradient_lowers_the_loss() -> None:
    for net in NETS:
        (weights,) = evaluated("chapters/backprop/network", ["descended", net, 0.1])
        before, after = evaluated(
            "chapters/backprop/network", ["forwardPass", net], ["forwardPass", net | weights]
        )
        assert after["loss"] < before["loss"]
