"""Units beside those that run alike."""

from itertools import pairwise

import numpy as np
import pytest

from rnnviz.units.likeness import by_likeness, correlations


def strands(count: int, seed: int) -> np.ndarray:
    """(400, 3 · count): three strands, of each `count` units that differ from it by a little noise, mixed."""
    rng = np.random.default_rng(seed)
    strand = rng.normal(size=(400, 3)).repeat(count, axis=1)
    return strand + 0.3 * rng.normal(size=strand.shape)


@pytest.mark.parametrize("seed", range(4))
def test_units_of_a_strand_stand_together_however_they_were_mixed(seed: int) -> None:
    mixed = np.random.default_rng(seed).permutation(12)
    order = by_likeness(strands(4, seed)[:, mixed])
    assert sorted(order) == [*range(12)]
    strand = mixed[order] // 4
    assert np.count_nonzero(np.diff(strand)) == 2


def test_neighbours_are_more_alike_than_units_in_the_order_of_their_numbers() -> None:
    values = np.cumsum(np.random.default_rng(0).normal(size=(300, 40)), axis=0)
    likeness = correlations(values)
    np.testing.assert_allclose(likeness, np.corrcoef(values.T), atol=1e-12)

    def mean(order: list[int]) -> float:
        return float(np.mean([likeness[a, b] for a, b in pairwise(order)]))

    assert mean(by_likeness(values)) > 0.5 > mean([*range(40)])


def test_a_unit_that_never_moves_is_like_none_and_has_its_place_all_the_same() -> None:
    values = strands(2, 0)
    values[:, 3] = 0.1
    assert not correlations(values)[3].any()
    assert sorted(by_likeness(values)) == [*range(6)]
    assert by_likeness(values[:, :1]) == [0]
