"""The planted networks are what they are said to be."""

import numpy as np
import pytest

from rnnviz import SequenceModel, units
from tests.units.planted import COPY, COUNTER, counting, depths, spread, text, with_copy

TEXT = text(3000, seed=1)


@pytest.mark.parametrize("model", [counting(), with_copy(), spread()])
def test_every_planted_network_predicts_alike_and_as_well_as_one_can(model: SequenceModel) -> None:
    seen = units.read(model, TEXT)
    np.testing.assert_allclose(seen.Y_hat, units.read(counting(), TEXT).Y_hat, atol=1e-9)
    # What it costs is what it expects to cost: the text is its own.
    entropy = -(seen.Y_hat * np.log(seen.Y_hat)).sum(axis=1)[:-1]
    assert abs(seen.loss.mean() - entropy.mean()) < 3 * seen.loss.std() / np.sqrt(len(seen.loss))


def test_the_planted_unit_counts_and_so_does_its_copy() -> None:
    seen = units.read(with_copy(), TEXT)
    np.testing.assert_array_equal(seen["H"][:, COUNTER], depths(TEXT))
    np.testing.assert_array_equal(seen["H"][:, COPY], depths(TEXT))
    assert {*depths(TEXT)} == {0, 1, 2}
