"""Descent on the loss of a line, against torch's optimizers and the least squares."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from rnnviz.course import pages
from tests.course.javascript import evaluated
from tests.javascript import in_node

WALK = {"rate": 0.2, "size": 5, "steps": 30, "start": [-1.2, 2.0], "seed": 3}
METHODS = ("batch", "mini", "stochastic", "momentum", "adam")
POINTS = np.array(
    [
        [-1.8, -1.1], [-1.5, -1.6], [-1.1, -0.3], [-0.8, -0.9], [-0.4, 0.5], [-0.1, -0.2],
        [0.2, 0.9], [0.5, 0.3], [0.9, 1.4], [1.2, 0.7], [1.5, 2.1], [1.9, 1.5],
    ]
)  # fmt: skip


def optimizer(method: str, weights: torch.Tensor) -> torch.optim.Optimizer:
    if method == "adam":
        return torch.optim.Adam([weights], lr=WALK["rate"])
    momentum = 0.9 if method == "momentum" else 0.0
    return torch.optim.SGD([weights], lr=WALK["rate"], momentum=momentum)


def loss_of(weights: torch.Tensor, batch: list[int]) -> torch.Tensor:
    x, y = torch.tensor(POINTS[batch], dtype=torch.float64).T
    return ((weights[0] * x + weights[1] - y) ** 2 / 2).mean()


@pytest.mark.parametrize("method", METHODS)
def test_a_walk_goes_where_torch_s_optimizer_goes(method: str) -> None:
    (walk,) = evaluated("chapters/descent/lines", ["descent", WALK | {"method": method}])
    asked = (["batchOf", method, WALK["size"], WALK["seed"], k] for k in range(WALK["steps"]))
    batches = evaluated("chapters/descent/lines", *asked)
    weights = torch.tensor(WALK["start"], dtype=torch.float64, requires_grad=True)
    optimize = optimizer(method, weights)
    for k, batch in enumerate(batches):
        np.testing.assert_allclose(walk["path"][k], weights.detach(), rtol=1e-6, atol=1e-7)
        optimize.zero_grad()
        loss_of(weights, batch).backward()
        optimize.step()
    assert walk["samples"] == sum(map(len, batches))


@pytest.mark.parametrize(("method", "each"), [("batch", 12), ("mini", 5), ("stochastic", 1)])
def test_an_epoch_looks_at_every_point_once(method: str, each: int) -> None:
    steps = -(-12 // each)
    batches: Any = evaluated(
        "chapters/descent/lines", *(["batchOf", method, 5, 3, k] for k in range(2 * steps))
    )
    first, second = batches[:steps], batches[steps:]
    for epoch in (first, second):
        assert sorted(k for batch in epoch for k in batch) == list(range(12))
    assert max(map(len, batches)) == each
    if each < 12:
        assert first != second


def test_the_gradient_is_that_of_torch_and_0_at_the_least_squares() -> None:
    (best,) = evaluated("chapters/descent/lines", ["bestLine"])
    np.testing.assert_allclose(best, np.polyfit(*POINTS.T, 1), rtol=1e-12)
    here, there = evaluated(
        "chapters/descent/lines", ["lineGradient", [0.3, -1.0]], ["lineGradient", best]
    )
    weights = torch.tensor([0.3, -1.0], dtype=torch.float64, requires_grad=True)
    loss_of(weights, list(range(12))).backward()
    np.testing.assert_allclose(here, weights.grad, rtol=1e-12)
    np.testing.assert_allclose(there, [0, 0], atol=1e-15)


def test_beyond_the_largest_rate_it_diverges_and_below_it_arrives() -> None:
    (largest, best) = evaluated("chapters/descent/lines", ["largestRate"], ["bestLine"])
    hessian = torch.autograd.functional.hessian(
        lambda weights: loss_of(weights, list(range(12))), torch.zeros(2, dtype=torch.float64)
    )
    assert largest == pytest.approx(2 / torch.linalg.eigvalsh(hessian).max().item())
    walk = WALK | {"method": "batch", "steps": 200}
    near, far = evaluated(
        "chapters/descent/lines",
        ["descent", walk | {"rate": 0.97 * largest}],
        ["descent", walk | {"rate": 1.03 * largest}],
    )
    (loss,) = evaluated("chapters/descent/lines", ["lineLoss", near["path"][-1]])
    assert loss == pytest.approx(
        evaluated("chapters/descent/lines", ["lineLoss", best])[0], abs=1e-3
    )
    assert abs(far["path"][-1][0]) > 100


def test_a_walk_that_leaves_the_numbers_ends() -> None:
    (walk,) = evaluated(
        "chapters/descent/lines", ["descent", WALK | {"method": "momentum", "rate": 1e200}]
    )
    assert len(walk["path"]) < 31
    assert np.isfinite(walk["path"]).all()


def test_the_remedies_begin_in_a_long_valley_and_outrun_plain_descent_there() -> None:
    valley, numbers = evaluated("chapters/descent/settings", ["VALLEY"], ["NUMBERS"])
    x, _ = np.array(valley["data"]).T
    curvatures, directions = np.linalg.eigh([[np.mean(x * x), np.mean(x)], [np.mean(x), 1]])
    assert curvatures[1] > 50 * curvatures[0]
    usual = {name: number["usual"] for name, number in numbers.items()}
    along, across = np.abs(
        directions.T @ ([usual[name] for name in valley["start"]] - np.array(valley["best"]))
    )
    assert along > 10 * across
    assert usual[valley["rate"]] < 2 / curvatures[1]
    walks = evaluated(
        "chapters/descent/settings",
        *(
            ["pathOfMethod", usual | {"steps": 60}, method, valley]
            for method in ("batch", "momentum", "adam")
        ),
    )
    plain, *remedies = (
        evaluated("chapters/descent/lines", ["lineLoss", walk["path"][-1], valley["data"]])[0]
        - valley["least"]
        for walk in walks
    )
    assert max(remedies) < plain / 10


def test_what_the_prose_says_of_the_remedies_is_measured_in_their_figure() -> None:
    asked = {"chapter": "descent", "data": pages.told("descent", "en"), "query": "steps=60"}
    said = in_node(Path(__file__).with_name("said.mjs"), asked)
    for name in ("furtherLoss", "plainLoss"):
        assert f"loss {said['computed'][name]} " in said["described"]["further"]
