"""Is a unit enough? Its value is moved from one run to another at one step, and the predictions say
how much of the difference between the two runs comes along (activation patching; Vig et al. 2020).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.holds import Hold
from rnnviz.model import SequenceModel
from rnnviz.text import characters
from rnnviz.trace import Trace
from rnnviz.units.minimal_pairs import MinimalPair

DRAWS = 1_000
# The 95 % interval.
ENDS = (2.5, 97.5)


@dataclass(frozen=True)
class Moved:
    """share: of the difference, what comes along with some units: 1 if everything does, below zero
    if they speak for the other run. low, high: its 95 % interval, from resampled pairs."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Patching:
    """difference: how much farther apart the logits of the two answers are after the first text
    than after the second, on average over the pairs. told: the share of pairs of which both texts
    make their own answer the likelier one. pairs: how many. moved: of each group of units.
    """

    difference: float
    told: float
    pairs: int
    moved: tuple[Moved, ...]


def patch(
    model: SequenceModel,
    pairs: Sequence[MinimalPair],
    quantity: str,
    units: Sequence[tuple[int, ...]],
    before_end: int = 1,
    seed: int = 0,
) -> Patching:
    """What comes along with some units of a quantity, from each text of a pair to the other.

    units: those that are moved together, once for each answer. before_end: how many characters
    before the last one they are moved; what follows is computed from there. At the last one, many
    units may say already what one of them remembered.
    Raises ValueError for no pairs, for a step before a text, and for units that do not fit.
    """
    if not pairs:
        raise ValueError("pairs is empty; moving a unit takes one or more.")
    everything = Hold(quantity, 0.0, [unit for group in units for unit in group])
    everything.check(model.cell.widths, 1, 1, model.cell.title)
    apart, came = zip(
        *(_pair(model, pair, quantity, units, before_end) for pair in pairs), strict=True
    )
    whole = np.array([first - second for first, second in apart])  # (pairs,)
    parts = np.array(came)  # (pairs, units)
    drawn = np.random.default_rng(seed).integers(len(pairs), size=(DRAWS, len(pairs)))
    again = parts[drawn].sum(axis=1) / whole[drawn].sum(axis=1)[:, np.newaxis]
    low, high = np.percentile(again, ENDS, axis=0)
    shares = parts.sum(axis=0) / whole.sum()
    return Patching(
        difference=float(whole.mean()),
        told=float(np.mean([first > 0 > second for first, second in apart])),
        pairs=len(pairs),
        moved=tuple(map(Moved, shares.tolist(), low.tolist(), high.tolist())),
    )


def _pair(
    model: SequenceModel,
    pair: MinimalPair,
    quantity: str,
    units: Sequence[tuple[int, ...]],
    before_end: int,
) -> tuple[tuple[float, float], Array]:
    """How far apart the logits of the answers are after each text; and by how much the two come
    nearer to each other with each group of units, on average of both directions, (units,)."""
    answers = model.labels.indices(pair.answers)
    texts = [characters(text) for text in (pair.first, pair.second)]
    traces = [model.trace(text) for text in texts]
    steps = [len(text) - 1 - before_end for text in texts]
    if min(before_end, *steps) < 0:
        raise ValueError(
            f"before_end is {before_end}; it must be from 0 to {min(map(len, texts)) - 1} here."
        )
    own = [float(_apart(trace, answers)[0]) for trace in traces]
    came = np.zeros(len(units))
    for to, other, sign in ((0, 1, 1), (1, 0, -1)):
        values = traces[other][quantity][steps[other], 0]
        holds = [
            Hold(quantity, float(values[unit]), [unit], [steps[to]], [sample])
            for sample, group in enumerate(units)
            for unit in group
        ]
        X = np.repeat(traces[to]["X"], len(units), axis=1)
        came += sign * (own[to] - _apart(model.run(X, holds=holds), answers)) / 2
    return (own[0], own[1]), came


def _apart(trace: Trace, answers: npt.NDArray[np.int64]) -> Array:
    """The logit of the first answer less that of the second after the last step, (n,)."""
    last = trace["logits"][-1]
    return last[:, answers[0]] - last[:, answers[1]]
