"""What the chapter says of a network's units: asked, found, tested, and when it was learnt.

All of it follows from a network, a text and a label. It takes half a minute, most of which goes into
holding each unit in turn, so that it is recorded: see `numbers.py`.
"""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz import units
from rnnviz.cells.activations import Array
from rnnviz.locale import Refusal
from rnnviz.locale.writing import HANS, HANT
from rnnviz.presets.units import LIBRARY, MANDARIN, MANDARIN_TRADITIONAL, Net
from rnnviz.units.ablation import WAYS, Cost, How, ablations
from rnnviz.units.ranking import Ranking, shifted
from rnnviz.units.verdict import Verdict, verdict

# Characters of the text that are read, as many as on the Units page.
LENGTH = 5_000
# Of the excerpt that is shown at each moment of the training: characters, and those before the label.
EXCERPT, BEFORE = 120, 12


@dataclass(frozen=True)
class Subject:
    """A network, and what is asked of its units.

    others: further labels for the probe, beside that of the network's opening.
    """

    net: Net
    others: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the probe is asked, first that of the opening."""
        return (self.net.opening.label, *self.others)

    @property
    def text(self) -> str:
        """What the network reads."""
        return self.net.text()[:LENGTH]


# By language: a network that has read what its readers can read.
SUBJECTS = {
    "en": Subject(LIBRARY, ("next:e", "current:e")),
    HANS: Subject(MANDARIN, ("although", "current:了")),
    HANT: Subject(MANDARIN_TRADITIONAL, ("although", "current:了")),
}


def measures(subject: Subject) -> dict[str, Any]:
    """Everything that is recorded of a subject, as JSON."""
    net, opening = subject.net, subject.net.opening
    quantity = opening.quantity
    seen = units.read(net.model(), subject.text)
    label = units.label(seen, opening.label)
    ranking = units.rank(seen, label, [quantity])
    costs: dict[How, dict[int, Cost]] = {
        how: {
            unit: cost
            for some in ablations(seen, quantity, label, how)
            for unit, cost in some.items()
        }
        for how in WAYS
    }
    spreads = [*_spreads(subject, seen)]
    probe = spreads[0].probe
    words = {
        how: [verdict(ranking, probe, own, quantity, unit) for unit in sorted(own)]
        for how, own in costs.items()
    }
    cast = _cast(ranking, words["mean"])
    by, table = shifted(seen, label, quantity)
    return {
        "quantity": quantity,
        "label": opening.label,
        "on": _runs(label),
        "chance": ranking.chance,
        "units": [_unit(ranking, quantity, unit) for unit in range(len(table))],
        "cast": cast,
        "other": _other(seen, quantity, cast.get("spare", cast["best"]), opening.label),
        "values": {str(unit): packed(seen[quantity][:, unit]) for unit in {*cast.values()}},
        "shifts": {"by": by.tolist(), "told": [packed(row) for row in table.T]},
        "costs": {how: [_cost(one) for one in own] for how, own in words.items()},
        "losses": {"on": words["mean"][0].on.own.loss, "all": float(seen.loss.mean())},
        "averages": {how: own[0].on.average for how, own in words.items()},
        "spreads": [_spread(name, one) for name, one in zip(subject.labels, spreads, strict=True)],
        "excerpt": _excerpt(label),
        "moments": [*_moments(subject, label, cast["best"])],
    }


def _cast(ranking: Ranking, words: list[Verdict]) -> dict[str, int]:
    """The units that the chapter speaks of, from 0.

    best: tells the label best. spare: tells it best of those that the network does not need, and
    whose cost may be nothing. costly: costs most of those that tell nothing. The last two are left
    out where there is none.
    """
    order = [score.unit for score in ranking]
    found = {"best": order[0]}
    spare = [
        unit
        for unit in order
        if words[unit].tells and not words[unit].matters and words[unit].on.own.low < 0
    ]
    silent = [unit for unit in order if words[unit].matters and not words[unit].tells]
    if spare:
        found["spare"] = spare[0]
    if silent:
        found["costly"] = max(silent, key=lambda unit: words[unit].on.own.cost)
    return found


def _other(seen: units.Reading, quantity: str, unit: int, asked: str) -> dict[str, Any]:
    """Which of the other ready labels, of yes and no, a unit tells best."""
    found = {}
    for name, label in units.labels(seen.text).items():
        if name == asked or label.dtype.kind != "b":
            continue
        try:
            found[name] = units.rank(seen, label, [quantity]).of(quantity, unit).auc
        except Refusal:
            continue
    best = max(found, key=lambda name: found[name])
    return {"label": best, "auc": found[best]}


def _unit(ranking: Ranking, quantity: str, unit: int) -> dict[str, Any]:
    score = ranking.of(quantity, unit)
    return {
        "auc": score.auc,
        "first": score.first,
        "direction": score.direction,
        "threshold": score.threshold,
    }


def _cost(one: Verdict) -> dict[str, Any]:
    own = one.on.own
    return {
        "cost": own.cost,
        "low": own.low,
        "high": own.high,
        "off": one.off and one.off.own.cost,
        "tells": one.tells,
        "matters": one.matters,
    }


def _spreads(subject: Subject, seen: units.Reading) -> Iterator[units.Spread]:
    """Probes of several sizes, their controls and those of the network before training."""
    before = units.read(subject.net.model(0), subject.text)
    for name in subject.labels:
        *_, last = units.spread(seen, units.label(seen, name), before)
        yield last


def _spread(label: str, one: units.Spread) -> dict[str, Any]:
    assert one.before is not None
    return {
        "label": label,
        "word": one.word,
        "learnt": one.learnt,
        "chance": one.chance,
        "probe": list(one.probe.told.values()),
        "control": one.control and list(one.control.values()),
        "before": list(one.before.told.values()),
    }


def _moments(
    subject: Subject, label: npt.NDArray[np.generic], chosen: int
) -> Iterator[dict[str, Any]]:
    """The network at each of its checkpoints, with the chosen unit's values in the excerpt."""
    net, quantity, text = subject.net, subject.net.opening.quantity, subject.text
    start, stop = _excerpt(label)
    models = [net.model(step) for step in net.steps]
    found = units.moments(models, text, label, quantity, chosen, [quantity])
    for step, model, one in zip(net.steps, models, found, strict=True):
        values = units.read(model, text[:stop])[quantity][start:, chosen]
        yield {
            "step": step,
            "loss": one.loss,
            "best": {"unit": one.best.unit, "auc": one.best.auc},
            "chosen": one.chosen.auc,
            "chance": one.best.chance,
            "probe": one.probe,
            "values": packed(values),
        }


def _excerpt(label: npt.NDArray[np.generic]) -> tuple[int, int]:
    """Characters of the second half, from a little before the label's first place in it."""
    on = np.flatnonzero(label)
    first = int(on[on >= len(label) // 2 + BEFORE][0])
    start = min(first - BEFORE, len(label) - EXCERPT)
    return start, start + EXCERPT


def _runs(on: npt.NDArray[np.generic]) -> list[list[int]]:
    """Where the label is on: from which place to before which."""
    change = np.flatnonzero(np.diff(on.astype(int), prepend=0, append=0))
    return [[int(start), int(stop)] for start, stop in change.reshape(-1, 2)]


def packed(values: Array) -> dict[str, Any]:
    """Numbers in 16 bits each: codes from 0 to 65,535 stand for values from low to high."""
    low, high = float(values.min()), float(values.max())
    codes = np.rint((values - low) / ((high - low) or 1) * 65_535).astype("<u2")
    return {"low": low, "high": high, "codes": b64encode(codes.tobytes()).decode()}
