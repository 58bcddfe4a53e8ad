"""What follows for a unit, in words: whether it tells the label, whether the network needs it, and
whether it is alone in that. Each word comes from numbers, and all thresholds stand here.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Literal

from rnnviz.locale import N_
from rnnviz.units.ablation import Cost, Mean
from rnnviz.units.digits import digits
from rnnviz.units.probe import MOSTLY, Probe
from rnnviz.units.questions import Measure
from rnnviz.units.ranking import NOTHING, Ranking

# A unit tells if it passes the line of chance of its ranking. It matters, at the label's places or
# at others with the same characters, if its cost there is surely above zero, and if it is large:
# either as large as that of the average unit, since in a trained network nearly every unit costs
# a little; or, where few units bear everything and raise the average, this share of the loss there.
SHARE_OF_LOSS = 0.05
# A unit is alone if no other one tells MOSTLY as much, and all units together tell hardly more, as
# for the word of a probe. Of a unit that tells nothing, another one costs as much from this part on.
AS_COSTLY = 0.5

Where = Literal["on", "off"]
# By whether it tells, and whether it matters.
WORDS = {
    (True, True): N_("tells and matters"),
    (True, False): N_("tells and is not needed"),
    (False, True): N_("matters and tells nothing readable"),
    (False, False): N_("neither tells nor matters"),
}
ALONE = {True: N_("alone"), False: N_("one of several")}
MEASURES: Mapping[Measure, str] = {"auc": "AUC", "rho": "ρ"}
TELLS = {
    True: N_(
        "{measure} {score} on the half of the text that did not choose it: above the line of "
        "chance, {chance}."
    ),
    False: N_(
        "{measure} {score} on the half of the text that did not choose it: not above the line of "
        "chance, {chance}."
    ),
}
# By where, and why it matters or does not.
COSTS: Mapping[tuple[Where, str], str] = {
    ("on", "matters"): N_(
        "Without it, predicting at the label’s places costs {cost} nats more ({low} to {high}). The "
        "average unit costs {average}; the loss there is {loss}."
    ),
    ("on", "may be 0"): N_(
        "Without it, the loss at the label’s places changes by {cost} nats, and that may be chance: "
        "{low} to {high}."
    ),
    ("on", "is small"): N_(
        "Without it, predicting at the label’s places costs {cost} nats more ({low} to {high}): "
        "less than the average unit, {average}, and little of the loss there, {loss}."
    ),
    ("off", "matters"): N_(
        "Without it, predicting costs {cost} nats more ({low} to {high}) after the same characters "
        "where the label is off. The average unit costs {average}; the loss there is {loss}."
    ),
}
AT_LABEL = N_("At the label’s places it costs {cost} nats.")
# By whether it costs surely less there.
ELSEWHERE = {
    True: N_("After the same characters elsewhere it costs less: {cost} nats."),
    False: N_("After the same characters elsewhere it costs {cost} nats."),
}
ON_ABOVE = N_("The label’s places are those where it is above its median.")
# By whether it tells, and whether it is alone.
COMPANY = {
    (True, True): N_(
        "No other unit tells it nearly as well, and the best probe of several units tells hardly "
        "more: {measure} {best}."
    ),
    (True, False): N_(
        "Other units that tell it nearly as well: {others}; of these matter: {needed}. The best probe "
        "of several units: {measure} {best}."
    ),
    (False, True): N_("No other unit costs half as much there."),
    (False, False): N_("Other units that cost at least half as much there: {others}."),
}


@dataclass(frozen=True)
class Side:
    """What a unit costs where the label is on, or after the same characters where it is off, and
    what the quantity's average unit costs there; in nats."""

    own: Mean
    average: float

    @property
    def matters(self) -> bool:
        """Whether the cost is surely above zero, and large."""
        own = self.own
        return own.low > 0 and own.cost >= min(self.average, SHARE_OF_LOSS * own.loss)


@dataclass(frozen=True)
class Verdict:
    """What can be said of a unit, with the numbers behind it.

    score, chance: of the ranking, by `measure`; best: of the best probe. on, off: what the unit
    costs; off is None where no other place has the same characters. others: how many other units of
    the quantity tell the label nearly as well; of a unit that does not tell, how many cost at least
    half as much. needed: how many of these matter.
    """

    measure: Measure
    score: float
    chance: float
    best: float
    on: Side
    off: Side | None
    others: int = 0
    needed: int = 0

    @property
    def tells(self) -> bool:
        """Whether the unit passes the line of chance."""
        return self.score > self.chance

    @property
    def matters(self) -> bool:
        """Whether the network needs it, at the label's places or after the same characters."""
        return self.side.matters

    @property
    def where(self) -> Where:
        """Where it matters: at the label's places, unless it does so elsewhere alone."""
        is_off = self.off is not None and self.off.matters
        return "off" if is_off and not self.on.matters else "on"

    @property
    def side(self) -> Side:
        """What it costs where it matters."""
        return self.off if self.off and self.where == "off" else self.on

    @property
    def is_alone(self) -> bool | None:
        """Whether it takes this unit and no other; None for one that neither tells nor matters."""
        if not self.tells:
            return self.others == 0 if self.matters else None
        return self.others == 0 and _is_mostly(self.score, self.best, self.measure)

    @property
    def word(self) -> str:
        """One of WORDS, in English; the catalogues have the translations."""
        return WORDS[self.tells, self.matters]

    @property
    def company(self) -> str:
        """One of ALONE, in English; "" for a unit that neither tells nor matters."""
        return "" if self.is_alone is None else ALONE[self.is_alone]

    def reasons(self, translate: Callable[[str], str]) -> dict[str, list[str]]:
        """The sentences, in the reader's language, with the numbers behind "tells", behind
        "matters" and, where there is one, behind "company"."""

        def said(message: str, numbers: Mapping[str, object]) -> str:
            shown = {k: digits(v) for k, v in numbers.items() if isinstance(v, int | float)}
            return translate(message).format(measure=MEASURES[self.measure], **shown)

        own, side = asdict(self), self.side
        cost = side.own
        because = "matters" if side.matters else "is small" if cost.low > 0 else "may be 0"
        costs = [said(COSTS[self.where, because], {**cost._asdict(), "average": side.average})]
        if self.where == "off":
            costs.append(said(AT_LABEL, self.on.own._asdict()))
        elif self.off:
            is_less = self.off.own.high < cost.low
            costs.append(said(ELSEWHERE[is_less], self.off.own._asdict()))
        if self.measure == "rho":
            costs.append(translate(ON_ABOVE))
        found = {"tells": [said(TELLS[self.tells], own)], "matters": costs}
        if self.is_alone is not None:
            found["company"] = [said(COMPANY[self.tells, self.is_alone], own)]
        return found


def verdict(
    ranking: Ranking, probe: Probe, costs: Mapping[int, Cost], quantity: str, unit: int
) -> Verdict:
    """What can be said of a unit, from 0.

    ranking, probe: of the label, the quantity's units among those ranked. costs: of every unit of
    the quantity, as `ablations` gives them for the same label.
    Raises ValueError for a unit that is not ranked or has no cost.
    """
    if unit not in costs:
        raise ValueError(f"costs has no unit {unit}; it has {', '.join(map(str, costs))}.")
    on = fmean(cost.on.cost for cost in costs.values())
    off = fmean(cost.off.cost if cost.off else 0.0 for cost in costs.values())
    every = {
        k: Verdict(
            ranking.measure,
            ranking.of(quantity, k).auc,
            ranking.chance,
            probe.best,
            Side(cost.on, on),
            cost.off and Side(cost.off, off),
        )
        for k, cost in costs.items()
    }
    own = every.pop(unit)
    rest = [one for one in every.values() if _is_as_good(one, own)]
    return replace(own, others=len(rest), needed=sum(one.matters for one in rest))


def _is_as_good(one: Verdict, own: Verdict) -> bool:
    """Whether another unit tells nearly as much, or costs as much where a unit that does not tell
    matters."""
    if own.tells:
        return one.tells and _is_mostly(one.score, own.score, own.measure)
    side = one.off if own.where == "off" else one.on
    return side is not None and side.own.cost >= AS_COSTLY * own.side.own.cost


def _is_mostly(score: float, other: float, measure: Measure) -> bool:
    """Whether a score is, beyond that of nothing, mostly what another one is."""
    nothing = NOTHING[measure]
    return score - nothing >= MOSTLY * (other - nothing)
