"""Softmax as logistic regression of several classes, and entropy as what is left of counting."""

import math

import numpy as np
import pytest
import torch

from tests.course.javascript import evaluated

LINES = [[1.2, -1.0], [-0.3, 0.5], [-1.6, -2.0]]
INPUTS = np.linspace(-4, 4, 9).tolist()


def test_softmax_of_two_is_the_sigmoid_of_the_difference() -> None:
    found = evaluated("maths/logistic", *(["sharesAt", LINES[:2], x] for x in INPUTS))
    expected = torch.sigmoid(torch.tensor([1.5 * x - 1.5 for x in INPUTS], dtype=torch.float64))
    np.testing.assert_allclose([one[0] for one in found], expected, rtol=1e-13)
    line, apart = evaluated(
        "maths/logistic", ["differenceLine", LINES[:2]], ["furthestApart", LINES, -4, 4]
    )
    assert line == [1.5, -1.5]
    assert apart < 1e-15


def test_three_classes_are_torch_s_softmax_of_a_linear_layer() -> None:
    layer = torch.nn.Linear(1, 3, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(LINES)[:, :1])
        layer.bias.copy_(torch.tensor(LINES)[:, 1])
        expected = torch.softmax(layer(torch.tensor(INPUTS, dtype=torch.float64)[:, None]), dim=1)
    found = evaluated("maths/logistic", *(["sharesAt", LINES, x] for x in INPUTS))
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    # Whatever the third class does, the odds of the first two are those of the two alone.
    for x, (first, second, _) in zip(INPUTS, found, strict=True):
        assert np.log(first / second) == pytest.approx(1.5 * x - 1.5)


def test_orders_are_counted_as_python_counts_them() -> None:
    for counts in ([6, 4, 2], [1, 0, 0], [5, 5, 2], [300, 200, 100]):
        (log,) = evaluated("chapters/softmax/arrangements", ["logArrangements", counts])
        exact = math.factorial(sum(counts))
        for one in counts:
            exact //= math.factorial(one)
        assert log == pytest.approx(math.log(exact), rel=1e-12, abs=1e-12)


def test_counts_add_up_to_all_letters() -> None:
    rng = np.random.default_rng(2)
    for N in (1, 2, 7, 12, 999):
        shares = rng.dirichlet([1, 1, 1]).tolist()
        (counts,) = evaluated("chapters/softmax/arrangements", ["countsOf", shares, N])
        assert sum(counts) == N
        np.testing.assert_allclose(counts, np.array(shares) * N, atol=1)


def test_orders_per_letter_come_to_the_entropy() -> None:
    shares = [0.5, 1 / 3, 1 / 6]
    (entropy,) = evaluated("chapters/softmax/arrangements", ["uncertainty", shares])
    assert entropy == pytest.approx(
        torch.distributions.Categorical(torch.tensor(shares).double()).entropy().item()
    )
    off = []
    for N in (6, 60, 600, 6000):
        (log,) = evaluated(
            "chapters/softmax/arrangements", ["logArrangements", [N // 2, N // 3, N // 6]]
        )
        off.append(entropy - log / N)
    assert all(one > 0 for one in off)
    assert off == sorted(off, reverse=True)
    assert off[-1] < 2e-3


def test_a_choice_in_two_steps_is_as_uncertain_as_in_one() -> None:
    """Shannon's own example: H(1/2, 1/3, 1/6) = H(1/2, 1/2) + 1/2 H(2/3, 1/3)."""
    for shares in ([0.5, 1 / 3, 1 / 6], [0.2, 0.3, 0.5], [1.0, 0.0, 0.0]):
        (found,) = evaluated("chapters/softmax/arrangements", ["inTwoSteps", shares])
        assert found["whole"] == pytest.approx(found["first"] + found["weight"] * found["second"])
