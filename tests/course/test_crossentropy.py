"""Softmax, cross-entropy and their gradient in the browser, against torch and the document."""

import numpy as np
import pytest
import torch

from rnnviz.course import prose
from rnnviz.locale import LANGUAGES
from tests.course.javascript import evaluated

rng = np.random.default_rng(0)
SCORES = [rng.uniform(-8, 8, size=3).tolist() for _ in range(20)] + [[800.0, 796.0, 1.0]]


def test_scores_become_the_probabilities_that_torch_computes() -> None:
    found = evaluated("maths/crossentropy", *(["softmax", z] for z in SCORES))
    expected = torch.softmax(torch.tensor(SCORES, dtype=torch.float64), dim=1).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-300)


def test_four_one_and_minus_four_are_not_what_the_document_prints() -> None:
    (found,) = evaluated("maths/crossentropy", ["softmax", [4, 1, -4]])
    assert [f"{p:.2%}" for p in found] == ["95.23%", "4.74%", "0.03%"]


def test_the_formula_as_written_overflows_where_the_other_does_not() -> None:
    naive, safe = evaluated(
        "maths/crossentropy", ["naiveSoftmax", [804, 801, 796]], ["softmax", [804, 801, 796]]
    )
    assert naive == [None, None, None]  # JSON's word for what is not a number
    np.testing.assert_allclose(safe, torch.softmax(torch.tensor([4.0, 1, -4]).double(), 0))


def test_the_loss_and_its_gradient_are_those_of_torch() -> None:
    asked = [(z, target) for z in SCORES for target in range(3)]
    losses = evaluated("maths/crossentropy", *(["scoreLoss", *one] for one in asked))
    gradients = evaluated("maths/crossentropy", *(["scoreGradient", *one] for one in asked))
    for (z, target), value, gradient in zip(asked, losses, gradients, strict=True):
        scores = torch.tensor(z, dtype=torch.float64, requires_grad=True)
        loss = torch.nn.functional.cross_entropy(scores[None], torch.tensor([target]))
        loss.backward()
        assert value == pytest.approx(loss.item(), rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(gradient, scores.grad, rtol=1e-12, atol=1e-14)


def test_what_is_measured_is_what_was_derived() -> None:
    for z in SCORES[:5]:
        derived, measured = evaluated(
            "maths/crossentropy", ["scoreGradient", z, 0], ["scoreDifferences", z, 0]
        )
        np.testing.assert_allclose(derived, measured, atol=1e-9)
        assert sum(derived) == pytest.approx(0, abs=1e-15)


def test_the_documents_example_begins_with_minus_0_66() -> None:
    (gradient,) = evaluated(
        "maths/crossentropy", ["scoreGradient", np.log([0.34, 0.46, 0.2]).tolist(), 0]
    )
    np.testing.assert_allclose(gradient, [-0.66, 0.46, 0.2], atol=1e-12)


AGAINST = {"en": "**against** the gradient", "zh-Hans": "**逆着**梯度", "zh-Hant": "**逆著**梯度"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_bar_points_down_the_prose_says_that_a_step_goes_the_other_way(
    language: str,
) -> None:
    lines = prose("softmax", language).read_text("utf-8").splitlines()
    (example,) = (one for one in lines if "−0.66" in one)
    assert AGAINST[language] in example


def test_a_belief_costs_least_where_it_is_true() -> None:
    for _ in range(10):
        p, q = rng.dirichlet([1, 1, 1], size=2)
        cost, own = evaluated(
            "maths/crossentropy",
            ["crossEntropy", p.tolist(), q.tolist()],
            ["crossEntropy", p.tolist(), p.tolist()],
        )
        assert cost == pytest.approx(float(-(p * np.log(q)).sum()))
        assert cost >= own


def test_an_impossible_class_costs_nothing_unless_it_happens() -> None:
    one_hot, wrong = evaluated(
        "maths/crossentropy",
        ["crossEntropy", [1, 0, 0], [0.5, 0.5, 0]],
        ["crossEntropy", [0, 0, 1], [0.5, 0.5, 0]],
    )
    assert one_hot == pytest.approx(np.log(2))
    assert wrong is None  # infinite, which JSON cannot say
