"""Which units tell what was asked: the ranking, one unit's histograms, one unit or many, and when
it was learnt. Numbers for the page; the computing is in `rnnviz.units`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from rnnviz.units.learning import Moment, learnt_since
from rnnviz.units.probe import Probe, Spread
from rnnviz.units.ranking import Ranking, Score

# How many units the ranking names.
NAMED = 10


def ranking(found: Ranking, quantity: str, unit: int) -> dict[str, Any]:
    """The best units of all quantities; the chosen one's own numbers; and the measure of each unit
    of the chosen quantity, by its number."""
    own = found.of(quantity, unit)
    return {
        "measure": found.measure,
        "chance": found.chance,
        "finds": found.finds,
        "count": len(found),
        "best": [_score(one) for one in found[:NAMED]],
        "own": {**_score(own), "place": list(found.aucs).index(own.auc), **_apart(own)},
        "units": found.by_unit(quantity).tolist(),
    }


def _score(one: Score) -> dict[str, Any]:
    return {
        "quantity": one.quantity,
        "unit": one.unit,
        "auc": one.auc,
        "first": one.first,
        "direction": one.direction,
        "isFind": one.is_find,
    }


def _apart(one: Score) -> dict[str, Any]:
    """How the unit's values part: two histograms and a threshold, or quartiles at each value of a
    label of numbers."""
    threshold = one.threshold
    if threshold is None:
        return {"levels": [level._asdict() for level in one.levels()]}
    edges, on, off = one.histograms()
    return {
        "threshold": threshold,
        "edges": edges.tolist(),
        "on": on.tolist(),
        "off": off.tolist(),
    }


def spread(found: Spread, translate: Callable[[str], str]) -> dict[str, Any]:
    """One unit or many: the measure of probes of each size, beside its control and the network
    before training."""

    def sizes(probe: Probe | None) -> list[list[Any]] | None:
        return None if probe is None else [[str(size), told] for size, told in probe.told.items()]

    control = found.control
    return {
        "word": found.word,
        "measure": found.measure,
        "chance": found.chance,
        "probe": sizes(found.probe),
        "units": [[quantity, unit] for quantity, unit in found.probe.units],
        "control": control and [[str(size), told] for size, told in control.items()],
        "before": sizes(found.before),
        "sentences": found.sentences(translate),
    }


def learnt(steps: Sequence[int], found: Iterable[Moment]) -> dict[str, Any]:
    """The measures at each checkpoint, of each unit of the chosen quantity too, and the loss there.

    since: of each unit the step from which it has learnt the label; null where it has not.
    """
    moments = list(found)
    chance = [one.best.chance for one in moments]
    units = np.array([one.units for one in moments])
    since = learnt_since(units, moments[0].best.auc, np.array(chance)) if moments else []
    return {
        "steps": list(steps),
        "loss": [one.loss for one in moments],
        "measure": moments[0].measure if moments else None,
        "units": [one.units.tolist() for one in moments],
        "best": [one.best.auc for one in moments],
        "bestUnits": [[one.best.quantity, one.best.unit] for one in moments],
        "chance": chance,
        "since": [None if k is None else steps[k] for k in since],
        "probe": [one.probe for one in moments],
    }
