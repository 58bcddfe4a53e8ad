"""Which units tell a label, ranked: chosen on one half of a text, measured on the other.

For a label of yes and no the measure is AUC: how often the unit is higher at a place where the
label is on than at one where it is off. For a label of numbers it is Spearman's ρ. The best of many
units always looks good, so a ranking has a line of chance: the same ranking for labels shifted
around the text, which keep the label's rhythm (a shuffle would destroy it).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.units.questions import Measure, Moved, Question, question
from rnnviz.units.ranks import Ranks
from rnnviz.units.reading import Reading

SHIFTS = 200
# The share of labels that the units know nothing of and that still pass the line.
PASSING = 0.05
# A shift by less than this share of the half leaves a slow label much as it is.
LEAST_SHIFT = 1 / 20
# Of histograms, and at most of the values of a label.
BINS, MOST_LEVELS = 32, 12
# What a measure is for a unit that tells nothing.
NOTHING = {"auc": 0.5, "rho": 0.0}


class Histograms(NamedTuple):
    """edges: of the bins, (bins + 1,). on, off: how many places are in each, (bins,)."""

    edges: Array
    on: npt.NDArray[np.int64]
    off: npt.NDArray[np.int64]


class Level(NamedTuple):
    """A unit where the label has one value: the number of places, and the quartiles there."""

    value: float
    places: int
    lower: float
    median: float
    upper: float


@dataclass(frozen=True, eq=False)
class Score:
    """How well one unit tells a label.

    auc: on the second half of the text, where the first one decides which way round the unit is
    read (direction: 1 if it is higher where the label is on, else −1); for a label of numbers
    Spearman's ρ stands in its place. first: the same on the first half itself. chance: the line of
    the whole ranking.
    """

    quantity: str
    unit: int
    auc: float
    first: float
    direction: int
    chance: float
    _values: Array = field(repr=False)
    _asked: Question = field(repr=False)

    @property
    def is_find(self) -> bool:
        """Whether the unit passes the line of chance."""
        return self.auc > self.chance

    @cached_property
    def threshold(self) -> float | None:
        """The value that parts on from off best in the first half: the share of places that are
        found, less the share of false alarms, is largest there (Youden 1950).

        None for a label of numbers.
        """
        if self._asked.measure == "rho":
            return None
        on = self._asked.first.values
        values = self.direction * self._asked.halved(self._values)[0]
        order = np.argsort(-values)
        ordered, found, alarms = values[order], np.cumsum(on[order]), np.cumsum(1 - on[order])
        gain = found / found[-1] - alarms / alarms[-1]
        # Equal values stay together, and the last one has none below it.
        gain[:-1][ordered[1:] == ordered[:-1]] = gain[-1] = -1
        k = int(gain[:-1].argmax())
        return self.direction * float(ordered[k] + ordered[k + 1]) / 2

    def shares(self, threshold: float) -> tuple[float, float]:
        """With this threshold, in the second half: of the places where the label is on, the share
        that the unit finds; of the others, the share of false alarms.

        Raises ValueError for a label of numbers.
        """
        on, values = self._second()
        told = self.direction * values > self.direction * threshold
        return float(told[on].mean()), float(told[~on].mean())

    def histograms(self, bins: int = BINS) -> Histograms:
        """The unit's values in the second half, where the label is on and where it is off; the bins
        span all its values in the text.

        Raises ValueError for a label of numbers.
        """
        on, values = self._second()
        edges = np.histogram_bin_edges(self._values, bins)
        return Histograms(
            edges, np.histogram(values[on], edges)[0], np.histogram(values[~on], edges)[0]
        )

    def levels(self, most: int = MOST_LEVELS) -> list[Level]:
        """The unit in the second half for each value of the label, of which neighbouring ones are
        put together where it has more than `most`; their mean stands for them."""
        label = self._asked.second.values
        values = self._asked.halved(self._values)[1]
        found = np.unique(label)
        edges = found[1:] if len(found) <= most else np.quantile(label, np.arange(1, most) / most)
        group = np.searchsorted(np.unique(edges), label, side="right")
        return [
            Level(
                float(label[group == k].mean()),
                int((group == k).sum()),
                *map(float, np.quantile(values[group == k], (0.25, 0.5, 0.75))),
            )
            for k in np.unique(group)
        ]

    def _second(self) -> tuple[npt.NDArray[np.bool_], Array]:
        if self._asked.measure == "rho":
            raise ValueError("The label has numbers; this takes one of yes and no.")
        return self._asked.second.on, self._asked.halved(self._values)[1]


@dataclass(frozen=True, eq=False)
class Ranking(Sequence[Score]):
    """The scores of all units, best first.

    measure: "auc" or "rho". chance: the line that the best of all units passes for 5 % of the
    labels of which they know nothing. shifted: for each shifted label the best unit's measure,
    ascending. aucs: the measure of each unit, best first, (units,).
    """

    measure: Measure
    chance: float
    shifted: Array
    aucs: Array
    _firsts: Array = field(repr=False)
    _units: Sequence[tuple[str, int]] = field(repr=False)
    _seen: Reading = field(repr=False)
    _asked: Question = field(repr=False)

    @overload
    def __getitem__(self, k: int) -> Score: ...
    @overload
    def __getitem__(self, k: slice) -> list[Score]: ...
    def __getitem__(self, k: int | slice) -> Score | list[Score]:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        quantity, unit = self._units[k]
        first = float(self._firsts[k])
        return Score(
            quantity,
            unit,
            auc=float(self.aucs[k]),
            first=NOTHING[self.measure] + abs(first),
            direction=-1 if first < 0 else 1,
            chance=self.chance,
            _values=self._seen[quantity][:, unit],
            _asked=self._asked,
        )

    def __len__(self) -> int:
        return len(self._units)

    def of(self, quantity: str, unit: int) -> Score:
        """The score of one unit. Raises ValueError for a unit that is not ranked."""
        if (quantity, unit) not in self._units:
            raise ValueError(f"{quantity}[{unit}] is not among the units that are ranked.")
        return self[self._units.index((quantity, unit))]

    def by_unit(self, quantity: str) -> Array:
        """The measure of each unit of a quantity, by its number, (h,)."""
        own = {unit: k for k, (name, unit) in enumerate(self._units) if name == quantity}
        return self.aucs[[own[unit] for unit in range(len(own))]]

    @property
    def finds(self) -> int:
        """How many units pass the line of chance."""
        return int((self.aucs > self.chance).sum())


def rank(
    seen: Reading,
    label: npt.ArrayLike,
    quantities: Iterable[str] | None = None,
    *,
    shifts: int = SHIFTS,
    seed: int = 0,
) -> Ranking:
    """The units of some quantities, ranked by how well each tells the label.

    label: (N,), of bool or of numbers; or (N − 1,), as seen.loss. quantities: by default all of
    `seen.quantities`. shifts: the number of shifted labels, 200 or more for a line that means
    something; a short text has fewer.
    Raises ValueError for a quantity that is not in the reading, and as `question` does.
    """
    names = tuple(seen.quantities if quantities is None else quantities)
    if not names or not {*names} <= {*seen}:
        raise ValueError(f"quantities is {names}; it takes some of {', '.join(seen)}.")
    asked = question(seen, label)
    by = _amounts(shifts, len(asked.first.values), seed)
    moved = asked.moved(by)
    firsts, seconds, best = [], [], np.full(len(by), -np.inf)
    for name in names:
        first, second = asked.ranks(seen, name)
        firsts.append(asked.first.measured(first))
        seconds.append(np.where(firsts[-1] < 0, -1, 1) * asked.second.measured(second))
        best = np.maximum(best, _shifted(asked, moved, first, second).max(axis=0))
    nothing = NOTHING[asked.measure]
    told, shifted = np.concatenate(seconds), np.sort(best) + nothing
    order = np.argsort(-told, kind="stable")
    units = [(name, unit) for name in names for unit in range(seen[name].shape[1])]
    return Ranking(
        asked.measure,
        chance=float(shifted[-max(1, int(PASSING * (len(by) + 1)))]),
        shifted=shifted,
        aucs=told[order] + nothing,
        _firsts=np.concatenate(firsts)[order],
        _units=[units[k] for k in order],
        _seen=seen,
        _asked=asked,
    )


def shifted(
    seen: Reading, label: npt.ArrayLike, quantity: str, *, shifts: int = SHIFTS, seed: int = 0
) -> tuple[npt.NDArray[np.int64], Array]:
    """By how many places `rank` shifts the label within each half, (shifts,), and the measure of
    each unit of a quantity for each shifted label, (h, shifts).

    At place k of a half stands what the label has k + the shift, around the half's end.
    Raises what `rank` raises.
    """
    if quantity not in seen:
        raise ValueError(f"quantity is {quantity!r}; the reading has {', '.join(seen)}.")
    asked = question(seen, label)
    by = _amounts(shifts, len(asked.first.values), seed)
    return by, _shifted(asked, asked.moved(by), *asked.ranks(seen, quantity)) + NOTHING[
        asked.measure
    ]


def _shifted(asked: Question, moved: Moved, first: Ranks, second: Ranks) -> Array:
    """What each unit tells of each shifted label beyond nothing, (h, shifts). Each label, too,
    chooses each unit's direction on the first half."""
    chosen = np.where(asked.first.shifted(moved[0], first) < 0, -1, 1)
    found: Array = chosen * asked.second.shifted(moved[1], second)
    return found


def _amounts(shifts: int, n: int, seed: int) -> npt.NDArray[np.int64]:
    """By how many places the labels are shifted, all of them different."""
    least = max(1, int(LEAST_SHIFT * n))
    fitting = np.arange(least, n - least + 1)
    return np.random.default_rng(seed).choice(fitting, min(shifts, len(fitting)), replace=False)
