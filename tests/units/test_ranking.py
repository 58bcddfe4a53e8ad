"""Units ranked by what they tell, beside counting all pairs, and what the line of chance means."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, Vocabulary, units
from rnnviz.locale import Refusal
from rnnviz.units import Reading
from rnnviz.units.ranking import shifted
from tests.units.planted import COPY, COUNTER, counting, depths, text, with_copy

TEXT = text(1200, seed=2)
DEPTH = depths(TEXT)
INSIDE = DEPTH > 0


@pytest.fixture(scope="module")
def seen() -> Reading:
    """A network that has learnt nothing."""
    return units.read(SequenceModel.random(GRU, Vocabulary(TEXT), 5, seed=3), TEXT)


@pytest.fixture(scope="module")
def planted() -> Reading:
    return units.read(counting(), TEXT)


def pairs(values: np.ndarray, on: np.ndarray) -> float:
    """AUC by counting all pairs."""
    difference = values[on][:, None] - values[~on][None]
    return float((difference > 0).mean() + (difference == 0).mean() / 2)


def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """Pearson's r of ranks, each counted."""
    of_each = [((a[:, None] > a).sum(1) + (a[:, None] == a).sum(1) / 2) for a in (x, y)]
    return float(np.corrcoef(*of_each)[0, 1])


def test_auc_is_that_of_all_pairs_with_the_direction_of_the_first_half(planted: Reading) -> None:
    """Also where values are equal, as those of a unit that counts."""
    on = np.array([*TEXT]) == "a"
    ranking = units.rank(planted, on)
    assert [*ranking.aucs] == sorted(ranking.aucs, reverse=True)
    assert {(score.quantity, score.unit) for score in ranking} == {("H", k) for k in range(8)}
    for score in ranking:
        values = planted["H"][:, score.unit]
        first, second = pairs(values[:600], on[:600]), pairs(values[600:], on[600:])
        assert score.direction == (1 if first >= 0.5 else -1)
        assert score.first == pytest.approx(max(first, 1 - first), abs=1e-12)
        assert score.auc == pytest.approx(second if first >= 0.5 else 1 - second, abs=1e-12)


def test_numbers_are_told_by_spearmans_rho(planted: Reading) -> None:
    for score in units.rank(planted, DEPTH):
        values = planted["H"][:, score.unit]
        first, second = spearman(values[:600], DEPTH[:600]), spearman(values[600:], DEPTH[600:])
        assert score.first == pytest.approx(abs(first), abs=1e-9)
        assert score.auc == pytest.approx(np.sign(first) * second, abs=1e-9)


def test_the_loss_is_a_label_that_leaves_the_last_place_out(planted: Reading) -> None:
    for score in units.rank(planted, planted.loss):
        values = planted["H"][:-1, score.unit]
        first = spearman(values[:600], planted.loss[:600])
        second = spearman(values[600:], planted.loss[600:])
        assert score.auc == pytest.approx(np.sign(first) * second, abs=1e-9)


def test_the_line_comes_from_labels_shifted_around_each_half(seen: Reading) -> None:
    short = units.read(seen.model, TEXT[:500])
    label = INSIDE[:500]
    ranking = units.rank(short, label, ["H"], shifts=25, seed=4)
    halves = [[half[:250], half[250:]] for half in (*short["H"].T, label)]
    best = []
    # Which 25 of these amounts were drawn is the program's own affair.
    for by in range(12, 239):
        first, second = (np.roll(half, -by) for half in halves[-1])
        told = [(pairs(unit[0], first), pairs(unit[1], second)) for unit in halves[:-1]]
        best.append(max(auc if chosen >= 0.5 else 1 - auc for chosen, auc in told))
    assert len(ranking.shifted) == 25
    assert np.abs(ranking.shifted[:, None] - np.array(best)).min(axis=1).max() < 1e-6
    # One of 25 labels passes by chance; two would be more than 5 %.
    assert ranking.chance == ranking.shifted[-1]


def test_what_each_unit_tells_of_a_shifted_label_makes_the_line(seen: Reading) -> None:
    by, told = shifted(seen, INSIDE, "H")
    ranking = units.rank(seen, INSIDE, ["H"])
    assert np.sort(told.max(axis=0)) == pytest.approx(ranking.shifted)
    half = len(seen.text) // 2
    halves = [np.roll(INSIDE[part], -by[0]) for part in (slice(half), slice(half, None))]
    moved = units.rank(seen, np.concatenate(halves), ["H"])
    assert moved[0].auc == pytest.approx(told[:, 0].max(), abs=1e-6)
    assert moved.of("H", 3).auc == pytest.approx(told[3, 0], abs=1e-6)
    with pytest.raises(ValueError, match="quantity is 'C'"):
        shifted(seen, INSIDE, "C")


def test_a_shifted_label_of_numbers_keeps_its_ranks(planted: Reading) -> None:
    """A label that counts in periods of ten is itself again after a shift by one."""
    periodic = np.arange(1200) % 10
    told = Reading(planted.model, planted.text, {"H": periodic[:, None] * 1.0}, planted.loss)
    shifted = units.rank(told, periodic).shifted
    possible = [abs(spearman(periodic[:600], np.roll(periodic[:600], by))) for by in range(6)]
    assert np.abs(shifted[:, None] - np.array(possible)).min(axis=1).max() < 1e-6
    assert shifted.max() == pytest.approx(1)


def spans(rng: np.random.Generator, N: int) -> np.ndarray:
    """On and off for a while, at random."""
    return np.cumsum(rng.random(N) < 0.05) % 2 == 1


def coins(rng: np.random.Generator, N: int) -> np.ndarray:
    return rng.random(N) < 0.3


def waves(rng: np.random.Generator, N: int) -> np.ndarray:
    """Numbers that change slowly."""
    return np.convolve(rng.normal(size=N + 19), np.ones(20), "valid")


@pytest.mark.parametrize("draw", [spans, coins, waves])
def test_of_random_labels_five_percent_pass_the_line(
    seen: Reading, draw: Callable[[np.random.Generator, int], np.ndarray]
) -> None:
    rng = np.random.default_rng(5)
    passed = sum(units.rank(seen, draw(rng, 1200))[0].is_find for _ in range(400))
    # 20 expected; the standard deviation of a count of 400 is 4.4.
    assert 20 - 3 * 4.4 < passed < 20 + 3 * 4.4


def test_a_slow_label_is_told_by_chance_more_easily_than_the_same_one_shuffled(
    seen: Reading,
) -> None:
    rng = np.random.default_rng(6)
    slow = np.sin(np.arange(1200) / 40) > 0
    slow_units = Reading(
        seen.model, seen.text, {"H": np.stack([waves(rng, 1200) for _ in range(5)], 1)}, seen.loss
    )
    assert (
        units.rank(slow_units, slow).chance
        > 0.05 + units.rank(slow_units, rng.permutation(slow)).chance
    )


def test_the_planted_unit_is_found_with_a_threshold_between_its_values(planted: Reading) -> None:
    ranking = units.rank(planted, INSIDE)
    best = ranking[0]
    assert (best.unit, best.auc, best.direction, best.threshold) == (COUNTER, 1.0, 1, 0.5)
    assert best.is_find
    assert best.shares(0.5) == (1.0, 0.0)
    # With the line between 1 and 2, only places two deep are found.
    assert best.shares(1.5) == (pytest.approx((DEPTH[600:] == 2).sum() / INSIDE[600:].sum()), 0.0)
    closed = units.rank(planted, ~INSIDE)[0]
    assert (closed.unit, closed.direction, closed.threshold) == (COUNTER, -1, 0.5)
    assert closed.shares(0.5) == (1.0, 0.0)
    both = units.rank(units.read(with_copy(), TEXT), DEPTH)
    assert {score.unit for score in both[:2]} == {COUNTER, COPY}
    assert both.of("H", COPY).auc == pytest.approx(1)
    assert both[2].auc < 0.9


def test_the_threshold_is_the_best_of_all(seen: Reading) -> None:
    score = units.rank(seen, INSIDE).of("Z", 2)
    values = score.direction * seen["Z"][:600, 2]
    on = INSIDE[:600]

    def gain(threshold: float) -> float:
        told = values > threshold
        return float(told[on].mean() - told[~on].mean())

    assert score.threshold is not None
    assert gain(score.direction * score.threshold) == pytest.approx(max(map(gain, values)))


def test_histograms_count_the_second_half_and_levels_its_values(planted: Reading) -> None:
    score = units.rank(planted, INSIDE)[0]
    edges, on, off = score.histograms(bins=4)
    np.testing.assert_allclose(edges, [0, 0.5, 1, 1.5, 2])
    ones = (DEPTH[600:] == 1).sum()
    assert [*on] == [0, 0, ones, INSIDE[600:].sum() - ones]
    assert [*off] == [(~INSIDE[600:]).sum(), 0, 0, 0]
    levels = units.rank(planted, DEPTH)[0].levels()
    assert [(one.value, one.places, one.median) for one in levels] == [
        (k, (DEPTH[600:] == k).sum(), k) for k in range(3)
    ]
    many = units.rank(planted, np.arange(1200))[0].levels(most=5)
    assert [one.places for one in many] == [120] * 5
    assert all(one.lower <= one.median <= one.upper for one in many)


def refused() -> Iterator[tuple[np.ndarray, str]]:
    rare = np.zeros(1200, bool)
    rare[[*range(300), 700]] = True
    yield (
        rare,
        "on at 300 of 600 characters of the text's first half, and at 1 of 600 of its second",
    )
    yield np.zeros(1200, bool), "on at 0 of 600"
    yield np.arange(1200) // 600 * 1.0, "hardly changes: it differs .* at 0 characters"


@pytest.mark.parametrize(("label", "words"), [*refused()])
def test_a_label_that_is_rare_or_constant_gets_a_sentence(
    planted: Reading, label: np.ndarray, words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        units.rank(planted, label)


def test_what_does_not_fit_is_named(planted: Reading) -> None:
    with pytest.raises(
        ValueError, match=r"has shape \(3,\) and dtype bool; .* each of the text's 1200"
    ):
        units.rank(planted, INSIDE[:3])
    with pytest.raises(ValueError, match=r"quantities is \('C',\); it takes some of H\."):
        units.rank(planted, INSIDE, ["C"])
    with pytest.raises(ValueError, match="not finite"):
        units.rank(planted, np.full(1200, np.nan))
    with pytest.raises(ValueError, match="takes one of yes and no"):
        units.rank(planted, DEPTH)[0].histograms()
    assert units.rank(planted, DEPTH)[0].threshold is None
    short = units.read(counting(), TEXT[:499])
    with pytest.raises(Refusal, match="has 499 characters; to rank units it takes 500 or more"):
        units.rank(short, INSIDE[:499])
