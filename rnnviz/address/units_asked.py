"""What can be asked of the network that a link of the Units page opens: on which words of the link each answer
depends, and the answer.

The app's server, its saved files and the static edition have their answers from here. The numbers of a panel are made
by a function in `rnnviz/units/view/`.
"""

from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_source import Source
from rnnviz.cells.activations import Array
from rnnviz.fields import WHOLE_NUMBER
from rnnviz.locale import N_, Refusal
from rnnviz.units import Cost, Ranking, Reading, rank, spread
from rnnviz.units.ablation import TOGETHER, WAYS, How, costs, held_losses, losses_of_ways, pairs
from rnnviz.units.learning import moment, some_of
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.patching import patch
from rnnviz.units.probe import Probe, probe
from rnnviz.units.states import By
from rnnviz.units.verdict import verdict
from rnnviz.units.view import asking, cost, find, states, text

T = TypeVar("T")

NO_ANSWER = N_("There is nothing of that name here.")
# The words of a link that say what is asked, and of which unit.
LABEL = ("label", "pattern", "spans")
UNIT = ("quantity", "unit")


class Subject(Protocol):
    """A network and a text, and what several answers need of them."""

    @property
    def source(self) -> Source: ...

    @property
    def seen(self) -> Reading:
        """The text, read by the network."""

    def read(self, step: int) -> Reading:
        """The text, read by the network after another step of its training."""

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, or gave for the same key before."""

    def between(self) -> None:
        """Called between two pieces of what takes long; what it raises ends that."""

    def urgent(self) -> AbstractContextManager[None]:
        """While this lasts, what takes long gives way."""


@dataclass(frozen=True)
class Asked:
    """A link, and what is asked beyond it. query: words that are none of the link's."""

    link: UnitsLink
    subject: Subject
    query: Mapping[str, str]
    translate: Callable[[str], str]

    @property
    def source(self) -> Source:
        return self.subject.source

    @property
    def seen(self) -> Reading:
        return self.subject.seen

    @property
    def label(self) -> asking.Label:
        """What is asked. Raises Refusal where nothing is, or it cannot be."""
        return asking.asked(self.seen, *self.question)

    @property
    def question(self) -> tuple[str, str, str]:
        """What tells one label from another."""
        return (self.link.label, self.link.pattern, self.link.spans)

    @property
    def how(self) -> How:
        """At what units are held."""
        return cast(How, self.link.how)

    @property
    def ranking(self) -> Ranking:
        """All units, ranked by how well they tell what is asked."""
        return self._found(("ranking",), lambda: rank(self.seen, self.label))

    @property
    def probed(self) -> Probe:
        """How well all units together tell it."""
        between = self.subject.between
        return self._found(("probe",), lambda: probe(self.seen, self.label, between=between))

    @property
    def every_cost(self) -> dict[int, Cost]:
        """What each unit of the chosen quantity costs while it is held."""
        units = range(self.units)
        chunks = (units[first : first + TOGETHER] for first in units[::TOGETHER])
        return self._found(
            ("costs", self.quantity, self.how),
            lambda: {unit: one for chunk in chunks for unit, one in self.costs(chunk).items()},
        )

    @property
    def quantity(self) -> str:
        """The chosen one. Raises Refusal where the network lacks it, or the chosen unit."""
        text.checked(self.seen, self.link.quantity, self.link.unit)
        return self.link.quantity

    @property
    def units(self) -> int:
        """How many the chosen quantity has."""
        return int(self.seen[self.quantity].shape[1])

    def costs(self, units: range) -> dict[int, Cost]:
        """What some units of the chosen quantity cost while each of them is held."""
        if not units:
            return {}
        quantity, how, between = self.quantity, self.how, self.subject.between
        losses: Array = self.subject.found(
            ("held", quantity, units, how),
            lambda: held_losses(
                self.seen, quantity, [(unit,) for unit in units], how, between=between
            ),
        )
        return dict(zip(units, costs(self.seen, self.label, losses), strict=True))

    def whole(self, name: str, usual: int, least: int, most: int) -> int:
        """A whole number of the query, within bounds."""
        word = self.query.get(name, "")
        value = int(word) if WHOLE_NUMBER.fullmatch(word) else usual
        return min(most, max(least, value))

    def of(self, **values: Any) -> "Asked":
        """The same with other values in its link."""
        return replace(self, link=replace(self.link, **values))

    def _found(self, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """What belongs to this label."""
        return self.subject.found((*key, self.question), make)


def _source(asked: Asked) -> dict[str, Any]:
    """What the page opens with: the network, its text, and what was left out of it."""
    source = asked.source
    return {
        "kind": source.kind,
        "cell": asked.translate(source.cell),
        "name": asked.translate(source.name) if source.kind in ("net", "run") else source.name,
        "at": source.at,
        "steps": list(source.steps),
        "textual": source.textual,
        "unknown": list(source.unknown[:20]),
        "opening": source.opening and vars(source.opening),
        **text.told(asked.seen, asked.translate),
    }


def _unit(asked: Asked) -> dict[str, Any]:
    return text.unit(asked.seen, asked.link.quantity, asked.link.unit)


def _turn(asked: Asked) -> dict[str, Any]:
    """What cannot be asked is said where it is asked; here the unit alone counts then."""
    try:
        label = asked.label
    except Refusal:
        label = None
    return text.turning(asked.seen, asked.link.quantity, asked.link.unit, label)


def _expected(asked: Asked) -> dict[str, Any]:
    return text.expected(asked.seen, asked.whole("block", 0, 0, 10**6))


def _overview(asked: Asked) -> dict[str, Any]:
    columns = asked.whole("columns", 600, 1, text.MOST_COLUMNS)
    return text.overview(asked.seen, asked.link.quantity, columns)


def _labels(asked: Asked) -> dict[str, Any]:
    return {"labels": asking.offered(asked.seen, asked.translate)}


def _asked(asked: Asked) -> dict[str, Any]:
    link = asked.link
    words = {
        "title": asking.named(link.label, link.pattern, asked.translate),
        "clause": asking.known(link.label, link.pattern, asked.translate),
    }
    return {**asking.told(asked.label), **words}


def _ranking(asked: Asked) -> dict[str, Any]:
    return find.ranking(asked.ranking, asked.quantity, asked.link.unit)


def _spread(asked: Asked) -> dict[str, Any]:
    """One unit or many, beside the network before training where it was kept."""
    label, steps = asked.label, asked.source.steps
    before = asked.subject.read(steps[0]) if steps else None
    *_, known = spread(asked.seen, label, before, between=asked.subject.between)
    return find.spread(known, asked.translate)


def _learnt(asked: Asked) -> dict[str, Any]:
    link, steps = asked.link, some_of(asked.source.steps)
    label = link.label if link.label == "loss" else asked.label
    # A tenth of the numbers of all quantities say as much about when it was learnt.
    names, between = [link.quantity], asked.subject.between
    readings = map(asked.subject.read, steps)
    found = [
        moment(seen, label, link.quantity, link.unit, names, between=between) for seen in readings
    ]
    return find.learnt(steps, found)


def _held(asked: Asked) -> dict[str, Any]:
    """The chosen unit, held in each of the three ways."""
    quantity, unit = asked.quantity, asked.link.unit
    with asked.subject.urgent():
        losses = asked.subject.found(
            ("ways", quantity, unit), lambda: losses_of_ways(asked.seen, quantity, unit)
        )
        found = costs(asked.seen, asked.label, losses)
    return {"ways": {how: cost.cost(one) for how, one in zip(WAYS, found, strict=True)}}


def _costs(asked: Asked) -> dict[str, Any]:
    """Some units of the quantity, sixteen at a time."""
    units = asked.units
    chunk = asked.whole("chunk", 0, 0, units // TOGETHER)
    own = range(units)[chunk * TOGETHER : (chunk + 1) * TOGETHER]
    return {"units": units, "costs": cost.costs(asked.costs(own))}


def _verdict(asked: Asked) -> dict[str, Any]:
    """What follows from all that; the page asks for it once all units were held."""
    every = asked.every_cost
    found = verdict(asked.ranking, asked.probed, every, asked.quantity, asked.link.unit)
    return cost.verdict(found, asked.translate)


def _pairs(asked: Asked) -> dict[str, Any]:
    """The units of the quantity that tell the label best, two at a time."""
    quantity = asked.quantity
    best = [one.unit for one in asked.ranking if one.quantity == quantity][: cost.PAIRED]
    return {"pairs": cost.pairs(pairs(asked.seen, quantity, best, asked.label, asked.how))}


def _enough(asked: Asked) -> dict[str, Any]:
    """null where no grammar knows the label."""
    link, model, units = asked.link, asked.source.model, asked.units
    examples = minimal_pairs(model.vocabulary, link.label)
    if not examples:
        return {"enough": None}
    groups = [(link.unit,), tuple(range(units))]
    return {"enough": cost.enough(patch(model, examples, link.quantity, groups), examples[0])}


def _cloud(asked: Asked) -> dict[str, Any]:
    """The states now, or after another step of the training: in the components of now, or in their own."""
    quantity, source = asked.quantity, asked.source
    if "moment" not in asked.query:
        return states.cloud(asked.seen, quantity)
    step = asked.whole("moment", source.at or 0, 0, 10**9)
    if step not in source.steps:
        raise Refusal(NO_ANSWER)
    is_own = asked.query.get("own") == "1"
    axes = None if is_own else states.axes_of(asked.seen, quantity)
    return states.cloud(asked.subject.read(step), quantity, axes)


def _similar(asked: Asked) -> dict[str, Any]:
    count = asked.whole("count", states.ROWS, 1, states.MOST_NEAR)
    by: By = "cosine" if asked.query.get("metric") == "cosine" else "euclid"
    k = min(asked.link.k or 0, len(asked.source.text) - 1)
    seen, quantity = asked.seen, asked.quantity
    whole = asked.subject.found(("alike", quantity, by), lambda: states.alike(seen, quantity, by))
    return {**states.similar(seen, quantity, k, by, count), "whole": whole}


def _rest(asked: Asked) -> dict[str, Any]:
    outputs = asked.source.model.labels
    output = asked.whole("output", 0, 0, len(outputs) - 1)
    is_whole = asked.query.get("whole") == "1"
    return states.rest_points(asked.seen, asked.quantity, outputs[output], is_whole)


class Answer(NamedTuple):
    """depends: the words of a link, and others, that tell one answer from another of the same name."""

    make: Callable[[Asked], dict[str, Any]]
    depends: tuple[str, ...]

    def words(self, link: UnitsLink, query: Mapping[str, str]) -> list[str]:
        """What is asked, in the words on which the answer depends."""
        words = {**query, **link.words}
        return [words.get(name, "") for name in self.depends]


ANSWERS = {
    "source": Answer(_source, ()),
    "unit": Answer(_unit, UNIT),
    "turn": Answer(_turn, (*LABEL, *UNIT)),
    "expected": Answer(_expected, ("block",)),
    # The same in any number of columns.
    "overview": Answer(_overview, ("quantity",)),
    "labels": Answer(_labels, ()),
    "asked": Answer(_asked, LABEL),
    "ranking": Answer(_ranking, (*LABEL, *UNIT)),
    "spread": Answer(_spread, LABEL),
    "learnt": Answer(_learnt, (*LABEL, "quantity")),
    "held": Answer(_held, (*LABEL, *UNIT)),
    "costs": Answer(_costs, (*LABEL, "quantity", "how", "chunk")),
    "verdict": Answer(_verdict, (*LABEL, *UNIT, "how")),
    "pairs": Answer(_pairs, (*LABEL, "quantity", "how")),
    "enough": Answer(_enough, (*LABEL, *UNIT)),
    "cloud": Answer(_cloud, ("quantity", "moment", "own")),
    "similar": Answer(_similar, ("quantity", "k", "metric", "count")),
    "rest": Answer(_rest, ("quantity", "output", "whole")),
}
