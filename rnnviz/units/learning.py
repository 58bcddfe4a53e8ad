"""When a network learnt it: the same label asked at each of its checkpoints, beside the loss."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.text import characters
from rnnviz.units.labels import label as ready_label
from rnnviz.units.probe import probe
from rnnviz.units.questions import Measure
from rnnviz.units.ranking import Score, rank
from rnnviz.units.reading import Reading, read

# How many checkpoints a training is asked at.
MOMENTS = 12


def some_of(steps: Sequence[int], most: int = MOMENTS) -> list[int]:
    """At most `most` of some steps, evenly, the first and the last among them."""
    last, count = len(steps) - 1, min(most, len(steps))
    return [steps[round(k * last / max(1, count - 1))] for k in range(count)]


def learnt_since(measures: Array, best: float, chance: Array) -> list[int | None]:
    """Of each unit the first moment from which it has learnt the label: from there on it stays above
    what the best unit told at the first moment, and above the line of chance. None for one that is
    not above both at the last.

    An untrained network remembers a little, too: its best unit often passes the line of chance.
    measures: of units at the moments, (moments, h). best: of the first moment. chance: of the
    moments, (moments,).
    """
    passes = measures > np.maximum(best, chance)[:, np.newaxis]
    # Backwards, as long as it has passed at each.
    always = np.logical_and.accumulate(passes[::-1])
    counts = always.sum(axis=0)
    return [len(passes) - int(count) if count else None for count in counts]


@dataclass(frozen=True, eq=False)
class Moment:
    """A network at one moment of its training.

    loss: its mean loss on the text, in nats. measure: of what follows, as a ranking has it. best:
    the unit that tells the label best then; with the line of chance then. chosen: the unit that was
    asked about. units: the measure of each unit of its quantity, by number, (h,). probe: the
    measure of the probe with all units of the states.
    """

    loss: float
    measure: Measure
    best: Score
    chosen: Score
    units: Array
    probe: float


def moments(
    models: Iterable[SequenceModel],
    text: str | Iterable[str],
    label: npt.ArrayLike | str,
    quantity: str,
    unit: int,
    quantities: Iterable[str] | None = None,
    *,
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Iterator[Moment]:
    """The moments of a training, each as soon as it is known.

    models: the checkpoints, in the order of their steps. label: as `rank` takes it, or the name of
    a ready label; the loss is then each network's own. quantity, unit: the chosen unit.
    quantities: as for `rank`. between: called before each text is read, ranked and probed; it may
    wait.
    Raises what `read` and `rank` raise, and ValueError for a unit that is not ranked.
    """
    tokens = characters(text) if isinstance(text, str) else tuple(text)
    names = None if quantities is None else tuple(quantities)
    for model in models:
        between()
        seen = read(model, tokens)
        yield moment(seen, label, quantity, unit, names, seed=seed, between=between)


def moment(
    seen: Reading,
    label: npt.ArrayLike | str,
    quantity: str,
    unit: int,
    quantities: Iterable[str] | None = None,
    *,
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Moment:
    """One moment, of a text that the network has read. All else as for `moments`."""
    asked = ready_label(seen, label) if isinstance(label, str) else label
    between()
    ranking = rank(seen, asked, quantities, seed=seed)
    return Moment(
        loss=float(seen.loss.mean()),
        measure=ranking.measure,
        best=ranking[0],
        chosen=ranking.of(quantity, unit),
        units=ranking.by_unit(quantity),
        probe=probe(seen, asked, selects=False, between=between).told["all"],
    )
