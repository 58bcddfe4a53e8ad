"""Similar states and principal components, beside brute force and singular values."""

import numpy as np
import pytest

from rnnviz import LSTM, RNN, SequenceModel, Vocabulary, units
from rnnviz.units.states import agreement, axes, distances
from tests.units.planted import counting, depths, text

LETTERS = Vocabulary("abc(")
TEXT = "".join(np.random.default_rng(1).choice([*LETTERS], 80))
SEEN = units.read(SequenceModel.random(LSTM, LETTERS, 5, seed=0), TEXT)


@pytest.mark.parametrize("quantity", ["H", "C"])
@pytest.mark.parametrize("at", [0, 33, 79])
def test_the_nearest_places_are_those_of_all_distances(quantity: str, at: int) -> None:
    states = SEEN[quantity]
    by_hand = np.array([np.sqrt(((state - states[at]) ** 2).sum()) for state in states])
    np.testing.assert_allclose(distances(SEEN, at, quantity=quantity), by_hand, atol=1e-12)
    others = sorted((d, k) for k, d in enumerate(by_hand) if k != at)
    found = units.nearest(SEEN, at, k=7, quantity=quantity)
    assert found.tolist() == [k for _, k in others[:7]]
    assert len(units.nearest(SEEN, at, k=500)) == 79


def test_by_the_angle_a_state_is_like_one_of_twice_its_length() -> None:
    states = SEEN["H"]
    lengths = np.linalg.norm(states, axis=1)
    cosines = states @ states[33] / lengths / lengths[33]
    np.testing.assert_allclose(distances(SEEN, 33, "cosine"), 1 - cosines, atol=1e-12)
    others = np.argsort(-np.delete(cosines, 33))
    expected = [k + (k >= 33) for k in others[:9]]
    assert units.nearest(SEEN, 33, k=9, by="cosine").tolist() == expected


def test_of_equal_states_the_earlier_place_comes_first() -> None:
    eye = np.eye(3)
    model = SequenceModel(
        RNN(W_xh=eye, W_hh=0 * eye, b_h=[[0, 0, 0]]), W_hq=eye, b_q=[[0, 0, 0]],
        vocabulary=Vocabulary("abc"),
    )  # fmt: skip
    seen = units.read(model, "abcabcab")
    assert units.nearest(seen, 4, k=4).tolist() == [1, 7, 0, 2]


def test_similar_states_of_the_counter_continue_alike() -> None:
    written = text(2000, seed=3)
    seen = units.read(counting(), written)
    found = agreement(seen)
    assert found.places == 200
    assert found.share > found.chance + 0.05
    here = agreement(seen, at=57, k=12)
    following = np.array([*written[1:]])
    near = units.nearest(seen, 57, k=13)
    near = near[near < 1999][:12]
    assert here.share == pytest.approx((following[near] == following[57]).mean())
    others = np.delete(following, 57)
    assert here.chance == pytest.approx((others == following[57]).mean())
    assert agreement(seen, at=1999) == (0, 0, 0)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_components_are_those_of_the_singular_values(n: int) -> None:
    points, share = units.components(SEEN, "C", n)
    centred = SEEN["C"] - SEEN["C"].mean(axis=0)
    U, sigma, _ = np.linalg.svd(centred, full_matrices=False)
    scores = U * sigma
    np.testing.assert_allclose(np.abs(points), np.abs(scores[:, :n]), atol=1e-10)
    np.testing.assert_allclose(share, (sigma**2 / (sigma**2).sum())[:n], atol=1e-12)
    found = axes(SEEN, "C", n)
    np.testing.assert_allclose(found.project(SEEN["C"][7]), points[7], atol=1e-12)
    assert (found.directions[np.arange(n), np.abs(found.directions).argmax(axis=1)] > 0).all()


def test_a_planted_counter_lies_along_the_components() -> None:
    written = text(2000, seed=3)
    points, share = units.components(units.read(counting(), written), "H", 8)
    depth = depths(written) - depths(written).mean()
    # All of the counter is in the eight directions of the eight units.
    fitted = points @ np.linalg.lstsq(points, depth, rcond=None)[0]
    np.testing.assert_allclose(fitted, depth, atol=1e-9)
    assert share.sum() == pytest.approx(1)


def test_states_that_never_change_have_no_variance() -> None:
    zero = np.zeros((2, 2))
    model = SequenceModel(
        RNN(W_xh=zero, W_hh=zero, b_h=[[0.3, 0.1]]), W_hq=zero, b_q=[[0, 0]],
        vocabulary=Vocabulary("ab"),
    )  # fmt: skip
    points, share = units.components(units.read(model, "abab"), "H", 2)
    assert (points == 0).all()
    assert (share == 0).all()


def test_what_does_not_fit_is_named() -> None:
    for change, words in [
        ({"at": 80}, "at is 80; places run from 0 to 79 here"),
        ({"at": 3, "k": 0}, "k is 0; it must be a whole number from 1"),
        ({"at": 3, "by": "city"}, "by is 'city'; it must be euclid or cosine"),
        ({"at": 3, "quantity": "Z"}, "quantity is 'Z'; the reading has"),
    ]:
        with pytest.raises(ValueError, match=words):
            units.nearest(SEEN, **change)
    with pytest.raises(ValueError, match="n is 6; H has from 1 to 5 components"):
        units.components(SEEN, "H", 6)
