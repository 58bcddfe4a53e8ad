"""When a network learnt what its units know."""

from itertools import pairwise

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, units
from rnnviz.units.learning import learnt_since
from rnnviz.units.probe import probe
from tests.units.planted import COUNTER, LETTERS, counting, depths, text

TEXT = text(1500, seed=5)
INSIDE = depths(TEXT) > 0


def checkpoints() -> list[SequenceModel]:
    """A training that plants the unit: its weights grow from noise to what they are."""
    last = counting()
    rng = np.random.default_rng(8)
    noise = {name: rng.normal(0, 0.2, value.shape) for name, value in last.parameters.items()}
    return [
        last.with_parameters(
            **{name: s * value + (1 - s) * noise[name] for name, value in last.parameters.items()}
        )
        for s in (0, 0.95, 0.99, 1)
    ]


def test_the_planted_unit_tells_better_with_each_checkpoint() -> None:
    found = [*units.moments(checkpoints(), TEXT, INSIDE, "H", COUNTER)]
    for before, after in pairwise(found):
        assert after.chosen.auc >= before.chosen.auc
    assert found[0].chosen.auc < 0.8
    assert min(one.loss for one in found) == found[-1].loss
    assert found[-1].chosen.auc == found[-1].best.auc == found[-1].probe == 1
    assert found[-1].best.unit == COUNTER


def test_each_moment_is_what_its_checkpoint_shows() -> None:
    model = checkpoints()[1]
    (found,) = units.moments([model], TEXT, "brackets", "H", 2)
    seen = units.read(model, TEXT)
    label = units.label(seen, "brackets")
    ranking = units.rank(seen, label)
    assert found.loss == seen.loss.mean()
    assert (found.best.unit, found.best.auc) == (ranking[0].unit, ranking[0].auc)
    assert found.chosen.auc == ranking.of("H", 2).auc
    assert [*found.units] == [ranking.of("H", unit).auc for unit in range(len(found.units))]
    assert found.probe == probe(seen, label).told["all"]


def test_the_loss_is_each_networks_own() -> None:
    first, last = units.moments(checkpoints()[::3], TEXT, "loss", "H", COUNTER)
    for found, model in ((first, checkpoints()[0]), (last, counting())):
        seen = units.read(model, TEXT)
        assert found.best.auc == units.rank(seen, seen.loss)[0].auc


def test_a_unit_that_is_not_there_is_named() -> None:
    model = SequenceModel.random(GRU, LETTERS, 4, seed=0)
    with pytest.raises(ValueError, match=r"H\[9\] is not among the units that are ranked"):
        [*units.moments([model], TEXT, INSIDE, "H", 9)]


def test_a_unit_has_learnt_it_from_the_first_moment_that_no_later_one_takes_back() -> None:
    chance = np.array([0.6, 0.6, 0.7, 0.6])
    measures = np.array(
        [[0.5, 0.6, 0.6, 0.6], [0.7, 0.5, 0.7, 0.9], [0.8, 0.8, 0.7, 0.9], [0.9, 0.9, 0.9, 0.6]]
    )
    # The third falls onto the line of its moment, the fourth at the last one.
    assert learnt_since(measures, 0.6, chance) == [1, 2, 3, None]
    # What the best unit told before any training has to be learnt by none.
    assert learnt_since(measures, 0.75, chance) == [2, 2, 3, None]
    assert learnt_since(measures[:, 1:2] + 0.5, 0.95, chance) == [0]
