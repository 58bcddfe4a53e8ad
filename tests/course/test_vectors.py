"""Words as vectors, against NumPy."""

import numpy as np
import pytest

from tests.course.javascript import evaluated

VECTORS = np.random.default_rng(3).normal(size=(6, 4))


def test_two_one_hot_words_are_always_as_far_apart_and_have_nothing_in_common() -> None:
    hot = [evaluated("maths/vectors", ["oneHot", k, 6])[0] for k in range(3)]
    for one, two in ((0, 1), (1, 2), (0, 2)):
        away, alike = evaluated(
            "maths/vectors", ["distance", hot[one], hot[two]], ["cosine", hot[one], hot[two]]
        )
        assert (away, alike) == (pytest.approx(np.sqrt(2)), 0)


def test_the_nearest_come_first() -> None:
    (near,) = evaluated("maths/vectors", ["neighbours", VECTORS.tolist(), 2])
    away = np.linalg.norm(VECTORS - VECTORS[2], axis=1)
    assert [one["word"] for one in near] == np.argsort(away).tolist()
    lengths = np.linalg.norm(VECTORS, axis=1)
    alike = VECTORS @ VECTORS[2] / lengths / lengths[2]
    for one in near:
        assert one["away"] == pytest.approx(away[one["word"]])
        assert one["alike"] == pytest.approx(alike[one["word"]])


def test_turning_the_space_changes_every_number_and_no_distance() -> None:
    (turned,) = evaluated("maths/vectors", ["turned", VECTORS.tolist(), 50])
    assert np.abs(np.array(turned) - VECTORS).min() > 1e-3
    before = np.linalg.norm(VECTORS[:, None] - VECTORS, axis=2)
    after = np.linalg.norm(np.array(turned)[:, None] - np.array(turned), axis=2)
    np.testing.assert_allclose(after, before, atol=1e-12)


def test_a_one_hot_row_times_a_matrix_is_a_row_to_the_last_digit() -> None:
    for word in range(6):
        x = np.eye(6)[word].tolist()
        whole, before = evaluated(
            "maths/vectors",
            ["productSoFar", x, VECTORS.tolist(), 6],
            ["productSoFar", x, VECTORS.tolist(), word],
        )
        assert whole == VECTORS[word].tolist()
        assert np.abs(before).max() == 0
