"""What the chapters' small networks share: chance that follows from a seed, and Adam as torch has it."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.course.javascript import evaluated
from tests.javascript import in_node


def test_normal_numbers_follow_from_their_seed_and_are_standard_normal() -> None:
    one, same, other = evaluated(
        "maths/random", ["normals", 1, 20_000], ["normals", 1, 20_000], ["normals", 2, 20_000]
    )
    assert one == same
    assert np.corrcoef(one, other)[0, 1] == pytest.approx(0, abs=0.03)
    assert np.mean(one) == pytest.approx(0, abs=0.03)
    assert np.std(one) == pytest.approx(1, abs=0.02)


def test_an_order_has_every_number_once_and_follows_from_its_seed() -> None:
    one, same, other = evaluated(
        "maths/random", ["shuffled", 3, 50], ["shuffled", 3, 50], ["shuffled", 4, 50]
    )
    assert one == same
    assert sorted(one) == list(range(50))
    assert one != other


def test_ten_steps_of_clipped_gradients_move_the_parameters_as_torch_s_adam_does() -> None:
    rng = np.random.default_rng(2)
    theta = rng.normal(size=7)
    # Some are longer than the norm to which they are clipped, some shorter.
    gradients = rng.normal(size=(10, 7)) * rng.uniform(0.05, 2, size=(10, 1))
    most, rate = 1.5, 0.1
    found = in_node(
        Path(__file__).with_name("adam.mjs"),
        {"theta": theta.tolist(), "gradients": gradients.tolist(), "most": most, "rate": rate},
    )
    expected = torch.tensor(theta, requires_grad=True)
    adam = torch.optim.Adam([expected], lr=rate)
    for gradient, step in zip(gradients, found, strict=True):
        expected.grad = torch.tensor(gradient)
        norm = torch.nn.utils.clip_grad_norm_([expected], most)
        adam.step()
        assert step["norm"] == pytest.approx(norm.item(), rel=1e-12)
        np.testing.assert_allclose(step["theta"], expected.detach().numpy(), rtol=1e-6)
    norms = [step["norm"] for step in found]
    assert min(norms) < most < max(norms)
