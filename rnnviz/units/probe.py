"""One unit or many: what a sparse linear probe reads out of a state (Gurnee et al. 2023).

Units are added one by one (forward selection) on the first half of a text, and what the probe tells
is measured on the second, as for single units. A probe may learn by heart which characters the
label stands at: the control is the same probe for labels given to the characters at random (Hewitt
and Liang 2019). And a network that has learnt nothing remembers something, too, so that the same is
asked of the network before training.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal
from rnnviz.units.digits import digits
from rnnviz.units.logistic import linear, logistic, next_unit, predicted
from rnnviz.units.questions import Half, Measure, question
from rnnviz.units.ranking import NOTHING, rank
from rnnviz.units.ranks import ranks
from rnnviz.units.reading import Reading

# The probe with all units has the key "all".
Size = int | Literal["all"]
SIZES = (1, 2, 4, 8)
CONTROLS = 5
# How often a control is drawn anew if its label is too rare to be asked.
TRIES = 20
Word = Literal["one", "several", "absent"]
# One unit knows it where it tells this share of what the best probe tells beyond nothing.
MOSTLY = 0.9
# Less than this, of the best probe, is not called knowing, however surely it is no chance.
LEAST: Mapping[Measure, float] = {"auc": 0.6, "rho": 0.2}
# It was learnt where training has added more than this to the measure.
LEARNT = 0.05
# What the probe's measure is called: of numbers it is Pearson's r with their ranks.
MEASURES: Mapping[Measure, str] = {"auc": "AUC", "rho": "r"}
KNOWN: Mapping[Word, str] = {
    "one": N_("One unit knows it: alone it reaches {measure} {alone}, the best probe {best}."),
    "several": N_(
        "Several units know it together: one alone reaches {measure} {alone}, {count} of them {told}, the "
        "best probe {best}."
    ),
    "absent": N_(
        "It is not in there: the best probe reaches {measure} {best}, which does not pass the line of chance, "
        "{chance}."
    ),
}
HARDLY = N_(
    "It is hardly in there: the best probe reaches {measure} {best}, and only from {least} on is that "
    "called knowing."
)
LEARNING = {
    True: N_("It was learnt: before training, a probe with as many units reached {before}."),
    False: N_("It was not learnt: before training, a probe with as many units reached {before}."),
}
# By whether the probe tells more than its control.
CONTROLLED = {
    True: N_("On labels assigned to characters at random it reaches {control}."),
    False: N_(
        "On labels assigned to characters at random it reaches {control}: what it tells may be no more than "
        "which character stands there."
    ),
}


@dataclass(frozen=True)
class Probe:
    """What probes of several sizes tell.

    units: in the order in which they were added, each with its quantity. count: of all units.
    told: the measure of each size on the second half: AUC, or for numbers Pearson's r of what the
    probe predicts with the label's ranks; "all" takes all units.
    """

    units: tuple[tuple[str, int], ...]
    count: int
    told: Mapping[Size, float]

    @property
    def best(self) -> float:
        """The largest measure of all sizes."""
        return max(self.told.values())


@dataclass(frozen=True)
class Spread:
    """How a label is spread over the units.

    word: "one" unit knows it, "several" together do, or it is "absent": the best probe does not
    pass the line of chance of single units, or tells next to nothing. control: the mean measures of
    the control's probes, by size; None as long as they are not known, or where no control can be
    drawn. before: the probe of the network before training, if it was given.
    """

    measure: Measure
    probe: Probe
    chance: float
    control: Mapping[Size, float] | None = None
    before: Probe | None = None

    @property
    def word(self) -> Word:
        """Which it is: one unit, several, or none."""
        if self.probe.best <= max(self.chance, LEAST[self.measure]):
            return "absent"
        return "one" if self.size == 1 else "several"

    @property
    def size(self) -> Size:
        """Of the smallest probe that passes the line and tells nine tenths of what the best one
        tells beyond nothing; where none passes, of the best."""
        told, nothing = self.probe.told, NOTHING[self.measure]
        enough = nothing + MOSTLY * (self.probe.best - nothing)
        fitting = (size for size in told if told[size] >= enough and told[size] > self.chance)
        return next(fitting, max(told, key=lambda size: told[size]))

    @property
    def learnt(self) -> bool | None:
        """Whether training has brought it; None without a network before."""
        if self.before is None:
            return None
        told, before = self.probe.told[self.size], self.before.told[self.size]
        return self.word != "absent" and told > before + LEARNT

    def sentences(self, translate: Callable[[str], str]) -> list[str]:
        """What it is, with the numbers behind it, in the reader's language; then what is known of
        the control and of the network before training."""
        size, probe = self.size, self.probe
        numbers = {
            "alone": probe.told[1],
            "best": probe.best,
            "told": probe.told[size],
            "count": probe.count if size == "all" else size,
            "chance": self.chance,
            "least": LEAST[self.measure],
        }
        is_weak = self.chance < probe.best <= LEAST[self.measure]
        messages = [HARDLY if is_weak else KNOWN[self.word]]
        if self.before is not None and self.word != "absent":
            messages.append(LEARNING[bool(self.learnt)])
            numbers["before"] = self.before.told[size]
        if self.control is not None and self.word != "absent":
            messages.append(CONTROLLED[probe.told[size] > self.control[size]])
            numbers["control"] = self.control[size]
        shown = {name: digits(value) for name, value in numbers.items()}
        return [
            translate(message).format(measure=MEASURES[self.measure], **shown)
            for message in messages
        ]


def spread(
    seen: Reading,
    label: npt.ArrayLike,
    before: Reading | None = None,
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Iterator[Spread]:
    """What is known of it, more with each turn: the probe, then its control, then the same network
    before training, which has read the same text.

    label: as for `rank`, which says what is raised. between: as for `probe`.
    """
    ranking = rank(seen, label, seen.states, seed=seed)
    known = Spread(ranking.measure, probe(seen, label, between=between), ranking.chance)
    yield known
    known = replace(known, control=control(seen, label, seed, between))
    yield known
    if before is not None:
        yield replace(known, before=probe(before, label, between=between))


def probe(
    seen: Reading,
    label: npt.ArrayLike,
    sizes: Iterable[int] = SIZES,
    *,
    selects: bool = True,
    between: Callable[[], None] = lambda: None,
) -> Probe:
    """Probes of the units of the states, H and C, with 1, 2, 4, 8 units and with all.

    The first unit is the one that tells the label best by itself on the first half.
    selects: without forward selection there is the probe with all units alone.
    label: as for `rank`, which says what is raised.
    between: called before each regression is fitted; it may wait.
    """
    asked = question(seen, label)
    names = [(name, unit) for name in seen.states for unit in range(seen[name].shape[1])]
    first, second = asked.halved(np.concatenate([seen[name] for name in seen.states], axis=1))
    mean, deviation = first.mean(axis=0), first.std(axis=0)
    scale = np.where(deviation > 0, deviation, 1.0)
    X, X_second = (first - mean) / scale, (second - mean) / scale
    y, is_logistic = _target(asked.first), asked.measure == "auc"

    def fit(columns: Array) -> Array:
        between()
        return (logistic if is_logistic else linear)(columns, y)

    def tells(units: list[int], w: Array) -> float:
        return _measured(asked.second, predicted(X_second[:, units], w))

    chosen: list[int] = []
    told: dict[Size, float] = {}
    if selects:
        alone = [asked.first.measured(asked.ranks(seen, name)[0]) for name in seen.states]
        chosen = [int(np.abs(np.concatenate(alone)).argmax())]
        w = fit(X[:, chosen])
        for size in range(1, min(max(sizes), len(names)) + 1):
            if size > 1:
                chosen.append(next_unit(X, y, chosen, w, is_logistic))
                w = fit(X[:, chosen])
            if size in {*sizes}:
                told[size] = tells(chosen, w)
    every = [*range(len(names))]
    told["all"] = tells(every, fit(X))
    return Probe(tuple(names[k] for k in chosen), len(names), told)


def control(
    seen: Reading,
    label: npt.ArrayLike,
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> dict[Size, float] | None:
    """The mean measures, by size, of probes for labels given to the characters at random.

    A label of yes and no goes to about as many places as the true one; one of numbers gives each
    character one of the true label's values. None if none can be drawn that is not too rare.
    between: as for `probe`.
    """
    rng = np.random.default_rng(seed)
    values = np.asarray(label)
    found: list[Probe] = []
    for _ in range(TRIES):
        if len(found) == CONTROLS:
            break
        try:
            found.append(probe(seen, _at_random(seen, values, rng), between=between))
        except Refusal:
            continue
    if not found:
        return None
    return {size: float(np.mean([one.told[size] for one in found])) for size in found[0].told}


def _at_random(
    seen: Reading, label: npt.NDArray[np.generic], rng: np.random.Generator
) -> npt.NDArray[np.generic]:
    """A label that depends on the character alone."""
    places = seen.indices[: len(label)]
    counts = np.bincount(places, minlength=len(seen.model.vocabulary))
    if label.dtype.kind != "b":
        return rng.choice(label, len(counts))[places]
    on, wanted = np.zeros(len(counts), bool), int(label.sum())
    for character in rng.permutation(np.flatnonzero(counts)):
        # Taken where it brings the number of places nearer to the true label's.
        missing = wanted - int(counts[on].sum())
        on[character] = abs(missing - int(counts[character])) < abs(missing)
    return on[places]


def _target(half: Half) -> Array:
    """What a regression is fitted to: the label, or the ranks of its numbers in standard deviations."""
    return half.values if half.measure == "auc" else half.weights / half.weights.std()


def _measured(half: Half, told: Array) -> float:
    """AUC, or Pearson's r with the ranks: what a regression tells of equal numbers is never equal,
    which ρ would count against it."""
    if half.measure == "auc":
        return 0.5 + float(half.measured(ranks(told[np.newaxis]))[0])
    around = told - told.mean()
    length = np.linalg.norm(around) * np.linalg.norm(half.weights)
    return float(around @ half.weights / length) if length > 0 else 0.0
