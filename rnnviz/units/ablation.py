"""Does the network need a unit? What its predictions cost once the unit tells nothing any more.

The unit is held by hand over the whole text, and all else follows from the cell's equations: at its
mean over that text; at values drawn from other places with the same character, so that it stays
what it usually is there (Chan et al. 2022, "resample ablation"); or at zero, where it may never be.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array, log_softmax
from rnnviz.holds import Hold
from rnnviz.locale import N_, Refusal
from rnnviz.model import Indices
from rnnviz.units.reading import Reading

How = Literal["mean", "resample", "zero"]
WAYS: tuple[How, ...] = ("mean", "resample", "zero")
# The units that are held in one sample, and at what: each unit's value at one or all places, (1 or N, h).
Row = tuple[tuple[int, ...], Array]
# Steps times samples of one run: few enough for a processor's cache; and fewer where a large
# vocabulary makes the logits wide.
ROWS = 2_048
LOGITS = 4_000_000
# The same where a part reads from the end, which takes the whole text at once.
WHOLE_ROWS = 40_000
# Units held side by side between two reports of progress.
TOGETHER = 16
# The fewest places at which a label has to be on, and the fewest lines to resample.
RAREST = 10
FEWEST_LINES = 10
# The places of a label in fewer lines are cut into at most this many pieces.
MOST_PIECES = 100
DRAWS = 1_000
# The 95 % interval.
ENDS = (2.5, 97.5)
TOO_RARE = N_(
    "The label is on at {count} characters; what a unit costs there can be told from {least} on."
)


class Mean(NamedTuple):
    """What a hold costs at some places, in nats: the loss with it less that without it.

    low, high: the 95 % interval of the cost, from resampled lines. loss: that without the hold.
    """

    cost: float
    low: float
    high: float
    loss: float


@dataclass(frozen=True)
class Cost:
    """What it costs to hold a unit, in nats a character.

    on: at the places where the label is on. off: at the other places, weighted so that each
    character stands there as often as where the label is on; None where no other place has any of
    these characters. places: at how many the label is on; matched: the share of them whose
    character stands elsewhere, too.
    """

    on: Mean
    off: Mean | None
    places: int
    matched: float

    @property
    def at_label(self) -> float:
        """The cost at the label's places."""
        return self.on.cost

    @property
    def low(self) -> float:
        """Where the interval of `at_label` begins."""
        return self.on.low

    @property
    def high(self) -> float:
        """Where the interval of `at_label` ends."""
        return self.on.high

    @property
    def elsewhere(self) -> float | None:
        """The cost after the same characters where the label is off."""
        return None if self.off is None else self.off.cost


@dataclass(frozen=True)
class Pair:
    """Two units held at once. beyond: what that costs beyond what each costs alone; above zero
    where one stands in for the other."""

    units: tuple[int, int]
    beyond: Cost


def ablate(
    seen: Reading,
    quantity: str,
    unit: int,
    label: npt.ArrayLike,
    how: How = "mean",
    seed: int = 0,
) -> Cost:
    """What it costs to hold one unit over the whole text.

    unit: from 0. label: (N,), of bool, or of numbers, which count as on above their median; or
    (N − 1,), as seen.loss. how: "mean", "resample" or "zero". seed: of what is drawn.
    Raises ValueError for a quantity, unit, label or way that does not fit, and Refusal for a label
    that is on at fewer than ten places.
    """
    return costs(seen, label, held_losses(seen, quantity, [(unit,)], how, seed), seed)[0]


def ablations(
    seen: Reading,
    quantity: str,
    label: npt.ArrayLike,
    how: How = "mean",
    first: int | None = None,
    seed: int = 0,
) -> Iterator[dict[int, Cost]]:
    """The same for every unit, as soon as some are done: the unit `first` by itself, then the
    others, sixteen at a time.

    Raises what `ablate` raises.
    """
    for chunk, losses in each_held(seen, quantity, how, first, seed):
        yield dict(zip(chunk, costs(seen, label, losses, seed), strict=True))


def pairs(
    seen: Reading,
    quantity: str,
    units: Iterable[int],
    label: npt.ArrayLike,
    how: How = "mean",
    seed: int = 0,
) -> list[Pair]:
    """Each two of some units held at once, those with the strongest backup first.

    units: such as the eight that tell the label best. Raises what `ablate` raises.
    """
    alone = [(unit,) for unit in dict.fromkeys(units)]
    both = list(combinations([unit for (unit,) in alone], 2))
    if not both:
        return []
    found = held_losses(seen, quantity, [*alone, *both], how, seed)
    extra = dict(zip([*alone, *both], found - seen.loss, strict=True))
    beyond = [seen.loss + extra[a, b] - extra[a,] - extra[b,] for a, b in both]
    of_pairs = costs(seen, label, np.array(beyond), seed)
    return sorted(map(Pair, both, of_pairs), key=lambda pair: -pair.beyond.at_label)


def each_held(
    seen: Reading, quantity: str, how: How = "mean", first: int | None = None, seed: int = 0
) -> Iterator[tuple[list[int], Array]]:
    """Units and the losses while each of them is held alone, as `held_losses` gives them; in the
    order of `ablations`. They are the same for every label, so that another one costs little.

    Raises ValueError as `ablate` does.
    """
    units = range(_values(seen, quantity).shape[1])
    others = [unit for unit in units if unit != first]
    chunks = [others[k : k + TOGETHER] for k in range(0, len(others), TOGETHER)]
    for chunk in chunks if first is None else [[first], *chunks]:
        yield chunk, held_losses(seen, quantity, [(unit,) for unit in chunk], how, seed)


def held_losses(
    seen: Reading,
    quantity: str,
    held: Sequence[tuple[int, ...]],
    how: How = "mean",
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Array:
    """The loss at each place while some units are held, (len(held), N − 1), in nats.

    held: the units that are held together, once for each row; the rows are samples of one run.
    between: called before each piece of the text, some 128 characters of sixteen rows; it may wait.
    Raises ValueError as `ablate` does.
    """
    values = _at(_values(seen, quantity), how, seen, seed)
    return _of_rows(seen, quantity, [(units, values) for units in held], between)


def losses_of_ways(seen: Reading, quantity: str, unit: int, seed: int = 0) -> Array:
    """The loss at each place while one unit is held in each of the WAYS, (3, N − 1), in nats: samples
    of one run, in half the time of three.

    Raises ValueError as `ablate` does.
    """
    values = _values(seen, quantity)
    return _of_rows(seen, quantity, [((unit,), _at(values, how, seen, seed)) for how in WAYS])


def _of_rows(
    seen: Reading,
    quantity: str,
    rows: Sequence[Row],
    between: Callable[[], None] = lambda: None,
) -> Array:
    """The losses of each row, (len(rows), N − 1)."""
    width = seen[quantity].shape[1]
    for unit in {unit for units, _values in rows for unit in units}:
        if not 0 <= unit < width:
            raise ValueError(
                f"{quantity} is held at unit {unit}; units run from 0 to {width - 1} here."
            )
    is_forwards = not any(q.reversed for q in seen.model.cell.description.quantities)
    most = len(rows) if is_forwards else max(1, WHOLE_ROWS // len(seen.text))
    at_once = min(ROWS, LOGITS // len(seen.model.vocabulary))
    found = []
    for start in range(0, len(rows), most):
        batch = rows[start : start + most]
        size = max(1, at_once // len(batch)) if is_forwards else len(seen.text)
        found.append(_losses(seen, quantity, batch, size, between))
    return np.concatenate(found)


def _values(seen: Reading, quantity: str) -> Array:
    if quantity not in seen:
        raise ValueError(f"quantity is {quantity!r}; the reading has {', '.join(seen)}.")
    return seen[quantity]


def _at(values: Array, how: How, seen: Reading, seed: int) -> Array:
    """What each unit is held at, one row for all places or one a place, (1 or N, h)."""
    match how:
        case "mean":
            return values.mean(axis=0, keepdims=True)
        case "zero":
            return np.zeros((1, values.shape[1]))
        case "resample":
            return values[_other_places(seen.indices, seed)]
    raise ValueError(f"how is {how!r}; it must be one of {', '.join(WAYS)}.")


def _other_places(characters: Indices, seed: int) -> Indices:
    """For each place another one with the same character; for the only one of its kind itself."""
    order = np.argsort(characters, kind="stable")
    counts = np.bincount(characters)
    count = counts[characters[order]]
    begins = (np.cumsum(counts) - counts)[characters[order]]
    away = np.random.default_rng(seed).integers(1, np.maximum(count, 2))
    others = np.empty_like(order)
    others[order] = order[begins + (np.arange(len(order)) - begins + away) % count]
    return others


def _losses(
    seen: Reading, quantity: str, rows: Sequence[Row], size: int, between: Callable[[], None]
) -> Array:
    """`_of_rows` in one batch, the text read in pieces of `size` steps."""
    model, N, n = seen.model, len(seen.text), len(rows)
    # Nothing follows the last character; its loss is left out.
    targets = np.append(seen.indices[1:], 0)
    initial: dict[str, Array] = {}
    found = []
    for start in range(0, N, size):
        between()
        here = slice(start, start + size)
        X = model.vocabulary.one_hot(seen.text[here])
        k = np.broadcast_to(targets[here, np.newaxis], (len(X), n))
        holds = [
            Hold(quantity, _value(values, here, unit), [unit], samples=[s])
            for s, (units, values) in enumerate(rows)
            for unit in units
        ]
        X = np.broadcast_to(X, (len(X), n, X.shape[2]))
        trace = model.cell.run(X, holds=holds, **initial)
        initial = {f"{state}0": trace[state][-1] for state in model.cell.states}
        log_p = log_softmax(trace["H"] @ model.W_hq + model.b_q)
        found.append(-np.take_along_axis(log_p, k[..., np.newaxis], axis=2)[..., 0])
    return np.concatenate(found)[:-1].T


def _value(values: Array, here: slice, unit: int) -> float | tuple[float, ...]:
    return float(values[0, unit]) if len(values) == 1 else tuple(values[here, unit])


def costs(seen: Reading, label: npt.ArrayLike, losses: Array, seed: int = 0) -> list[Cost]:
    """What each row of losses, (n, N − 1), costs more than reading freely.

    label, seed: as for `ablate`, which says what is raised.
    """
    on = _places(seen, label)
    characters = seen.indices[:-1]
    kinds = len(seen.model.vocabulary)
    wanted, there = (np.bincount(characters[k], minlength=kinds) for k in (on, ~on))
    share = np.divide(wanted, there, out=np.zeros(kinds), where=there > 0)
    elsewhere = np.where(on, 0.0, share[characters])
    breaks = np.array([token.endswith("\n") for token in seen.text[:-1]])
    lines = np.cumsum(breaks) - breaks
    extra = losses - seen.loss
    rows = zip(
        _means(extra, seen.loss, on.astype(float), lines, seed),
        _means(extra, seen.loss, elsewhere, lines, seed)
        if elsewhere.any()
        else [None] * len(extra),
        strict=True,
    )
    places = int(on.sum())
    matched = float(wanted[there > 0].sum() / places)
    return [Cost(there, other, places, matched) for there, other in rows]


def _places(seen: Reading, label: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Where the label is on, among the places that have a loss, (N − 1,)."""
    values, N = np.asarray(label), len(seen.text)
    if values.dtype.kind not in "biuf" or values.shape not in {(N,), (N - 1,)}:
        raise ValueError(
            f"label has shape {values.shape} and dtype {values.dtype}; it takes a number or a bool "
            f"for each of the text's {N} characters, or for all but the last."
        )
    values = values[: N - 1]
    on = values if values.dtype.kind == "b" else values > np.median(values)
    if on.sum() < RAREST:
        raise Refusal(
            TOO_RARE,
            count=int(on.sum()),
            least=RAREST,
        )
    return on


def _means(extra: Array, loss: Array, weights: Array, lines: Indices, seed: int) -> list[Mean]:
    """The weighted mean of each row of `extra`, (n, N − 1), its interval from resampling lines, and
    the mean of the loss.

    A label in a few lines only has its places resampled in pieces.
    """
    where = np.flatnonzero(weights)
    starts = np.flatnonzero(np.diff(lines[where], prepend=-1))
    if len(starts) < FEWEST_LINES:
        starts = np.linspace(0, len(where), min(len(where), MOST_PIECES), endpoint=False).astype(
            int
        )
    sums = np.add.reduceat(extra[:, where] * weights[where], starts, axis=1)  # (n, lines)
    sizes = np.add.reduceat(weights[where], starts)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(starts), np.full(len(starts), 1 / len(starts)), DRAWS)
    low, high = np.percentile((sums @ drawn.T) / (drawn @ sizes), ENDS, axis=1)
    means = sums.sum(axis=1) / sizes.sum()
    free = float(np.average(loss, weights=weights))
    rows = zip(means.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Mean(*row, free) for row in rows]
