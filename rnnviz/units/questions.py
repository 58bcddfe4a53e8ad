"""A label as it is asked of units: checked, and cut into the two halves of the text."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal
from rnnviz.units.ranks import Ranks, ranks
from rnnviz.units.reading import Reading

Measure = Literal["auc", "rho"]
# Of each half, the label's weights for each shift.
Moved = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
SHORTEST = 500
ROWS = 8
# How many places of each half a label must be on, and off.
RAREST = 10
TOO_SHORT = N_("The text has {count} characters; to rank units it takes {least} or more.")
RARE = N_(
    "The label is on at {first} of {all_first} characters of the text's first half, and at "
    "{second} of {all_second} of its second; each half needs {least} where it is on and "
    "{least} where it is off."
)
EVEN = N_(
    "The label hardly changes: it differs from its most frequent value at {first} characters of the "
    "text's first half and at {second} of its second; each half needs {least}."
)


@dataclass(frozen=True, eq=False)
class Half:
    """A label on one half of a text. values: its numbers; 1 where it is on and else 0, (n,)."""

    values: Array
    measure: Measure

    @property
    def on(self) -> npt.NDArray[np.bool_]:
        return self.values > 0

    @cached_property
    def weights(self) -> Array:
        """What the ranks of the units' values are summed with, (n,): the label itself, or the ranks
        of its numbers."""
        return (
            self.values
            if self.measure == "auc"
            else ranks(self.values[np.newaxis]).rows[0].astype(np.float64)
        )

    def scale(self, units: Ranks) -> Array:
        """What makes a measure of each unit's sum, (h,): AUC − 1/2, or Spearman's ρ."""
        if self.measure == "auc":
            yes = self.values.sum()
            return np.full(len(units.rows), 1 / (yes * (len(self.values) - yes)))
        norms = units.norms * np.linalg.norm(self.weights)
        return np.divide(1, norms, out=np.zeros_like(norms), where=norms > 0)

    def measured(self, units: Ranks) -> Array:
        """AUC − 1/2 or Spearman's ρ of each unit, (h,)."""
        # 32 bits would round; a few rows at a time stay in the processor's cache.
        pieces = range(0, len(units.rows), ROWS)
        sums = [units.rows[k : k + ROWS].astype(np.float64) @ self.weights for k in pieces]
        return np.concatenate(sums) * self.scale(units)

    def moved(self, by: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """The weights, shifted around this half of the text, (shifts, n)."""
        n = len(self.values)
        twice = np.tile(self.weights.astype(np.float32), 2)
        return np.lib.stride_tricks.sliding_window_view(twice, n)[by]

    def shifted(self, moved: npt.NDArray[np.float32], units: Ranks) -> Array:
        """What each unit measures of each of the `moved` labels, (h, shifts)."""
        return (units.rows @ moved.T) * self.scale(units)[:, np.newaxis]


@dataclass(frozen=True, eq=False)
class Question:
    """A label of a text, in its halves: the first has N // 2 places.

    A label that ends a place before the text, as the loss does, leaves the last place out.
    """

    first: Half
    second: Half
    measure: Measure
    leaves_last: bool

    def moved(self, by: npt.NDArray[np.int64]) -> Moved:
        """What both halves measure the units with, shifted."""
        return self.first.moved(by), self.second.moved(by)

    def ranks(self, seen: Reading, quantity: str) -> tuple[Ranks, Ranks]:
        """Those of the quantity's units, at the places that the label has."""
        found = seen.ranks(quantity)
        return found.first, found.second.without_last if self.leaves_last else found.second

    def halved(self, values: Array) -> tuple[Array, Array]:
        """What has a row a character of the text, (N, …), cut as the label is."""
        middle = len(self.first.values)
        return values[:middle], values[middle : middle + len(self.second.values)]


def question(seen: Reading, label: npt.ArrayLike) -> Question:
    """label: (N,), of bool or of numbers; or (N − 1,), as seen.loss.

    Raises ValueError for a label that does not fit the text, and Refusal for one that is too
    constant to be asked, and for a text that is too short.
    """
    values, N = np.asarray(label), len(seen.text)
    if values.dtype.kind not in "biuf" or values.shape not in {(N,), (N - 1,)}:
        raise ValueError(
            f"label has shape {values.shape} and dtype {values.dtype}; it takes a number or a bool "
            f"for each of the text's {N} characters, or for all but the last."
        )
    if not np.isfinite(values).all():
        raise ValueError("label has a number in it that is not finite.")
    if N < SHORTEST:
        raise Refusal(
            TOO_SHORT,
            count=N,
            least=SHORTEST,
        )
    measure: Measure = "auc" if values.dtype.kind == "b" else "rho"
    parts = [values[: N // 2], values[N // 2 :]]
    _check_variety(measure, parts)
    first, second = (Half(part.astype(np.float64), measure) for part in parts)
    return Question(first, second, measure, leaves_last=len(values) < N)


def _check_variety(measure: Measure, parts: list[npt.NDArray[np.generic]]) -> None:
    most = [int(np.unique(part, return_counts=True)[1].max()) for part in parts]
    others = [len(part) - count for part, count in zip(parts, most, strict=True)]
    if min(others) >= RAREST:
        return
    if measure == "auc":
        first, second = (int(part.sum()) for part in parts)
        raise Refusal(
            RARE,
            first=first,
            all_first=len(parts[0]),
            second=second,
            all_second=len(parts[1]),
            least=RAREST,
        )
    raise Refusal(
        EVEN,
        first=others[0],
        second=others[1],
        least=RAREST,
    )
