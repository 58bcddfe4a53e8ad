"""What the Units page asks: a network that reads a text, and what its units do.

    GET /units/<look>?<a link of the page>&…    one of LOOKS, as JSON; {"refused": why it cannot be}

Heavy work runs in threads of its own, waits in a queue, and is given up when its reader leaves.
What a click waits for has threads beside those, and passes what takes long.
What many looks need is kept: the network and the text of a link, read once, and its labels.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any, Generic, TypeVar, cast

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import LATER, Busy, Gone, Looks, asker, still_wanted
from pages.server.precedence import Precedence
from pages.shared.traces import TRACES
from rnnviz.address.link import Link
from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_source import Source, opened
from rnnviz.cells.activations import Array
from rnnviz.fields import WHOLE_NUMBER
from rnnviz.locale import ENGLISH, N_, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.units import Cost, Ranking, Reading, moments, rank, read, spread
from rnnviz.units.ablation import TOGETHER, WAYS, How, costs, held_losses, losses_of_ways, pairs
from rnnviz.units.learning import some_of
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.patching import patch
from rnnviz.units.probe import probe
from rnnviz.units.reading import numbers
from rnnviz.units.states import By
from rnnviz.units.verdict import verdict
from rnnviz.units.view import asking, cost, find, states, text

T = TypeVar("T")

LOG = logging.getLogger(__name__)
HEADERS = {"Cache-Control": "no-store"}
# Bytes of readings that are kept; the last one is, whatever its size.
KEEP_BYTES = 400 * 2**20
EACH, ALL = 24, 200
# Rankings, probes, and losses while units are held, that are kept for a network and a text.
KEPT = 24
# What takes so long that a file has it only if somebody has looked at it, and how many are kept for that.
SLOW = ("spread", "learnt")
KEPT_SLOW = 100
# What a click on a unit, or on a place, waits for.
AT_ONCE = ("unit", "expected", "asked", "ranking", "held")
# The chosen unit is held before the next piece of what takes long: other units held, probes, moments.
PRECEDENCE = Precedence()

NO_LOOK = N_("There is nothing of that name here.")
FAILED = N_("The server could not compute this; its log says why.")


def between() -> None:
    """Between two pieces of what takes long: it ends if nobody waits for it, and waits for a click."""
    still_wanted()
    PRECEDENCE.give_way()


class Once(Generic[T]):
    """What is made by the first one that asks; others who ask meanwhile wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: list[T] = []

    def get(self, make: Callable[[], T]) -> T:
        with self._lock:
            if not self._made:
                self._made.append(make())
            return self._made[0]


@dataclass
class Opened:
    """A link's network and text, read once for all who look at them. looker: the address of whoever
    looked last."""

    source: Source
    looker: str = ""
    lock: Lock = field(default_factory=Lock)
    _found: OrderedDict[Hashable, Once[Any]] = field(default_factory=OrderedDict)
    _finding: Lock = field(default_factory=Lock)

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        """What several looks need, such as a ranking: made once, and one beside another."""
        with self._finding:
            one: Once[T] = self._found.setdefault(key, Once())
            self._found.move_to_end(key)
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        return one.get(make)

    @cached_property
    def seen(self) -> Reading:
        return read(self.source.model, self.source.text, between=still_wanted)

    @property
    def is_read(self) -> bool:
        return "seen" in self.__dict__

    @property
    def size(self) -> int:
        """The bytes of its reading and of its ranks, of one that has not been read yet too."""
        return (8 + 4) * len(self.source.text) * numbers(self.source.model)


@dataclass(frozen=True)
class Asked:
    """One request: the link, and what it asks beyond that."""

    link: UnitsLink
    opened: Opened
    query: dict[str, str]
    translate: Callable[[str], str]

    @property
    def source(self) -> Source:
        return self.opened.source

    @property
    def seen(self) -> Reading:
        # Two threads that want the same reading wait for one.
        with self.opened.lock:
            return self.opened.seen

    @property
    def label(self) -> asking.Label:
        """What is asked. Raises Refusal where nothing is, or it cannot be."""
        link = self.link
        return asking.asked(self.seen, link.label, link.pattern, link.spans)

    @property
    def how(self) -> How:
        """At what units are held."""
        return cast(How, self.link.how)

    @property
    def ranking(self) -> Ranking:
        """All units, ranked by how well they tell what is asked."""
        return self.found(("ranking", *self.question), lambda: rank(self.seen, self.label))

    @property
    def question(self) -> tuple[str, ...]:
        """What tells one label from another."""
        return (self.link.label, self.link.pattern, self.link.spans)

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        return self.opened.found(key, make)

    def held(self, units: tuple[int, ...], how: How) -> Array:
        """The losses while each of some units is held, whatever is asked."""
        quantity = checked_name(self)
        return self.found(
            ("held", quantity, units, how),
            lambda: held_losses(
                self.seen, quantity, [(unit,) for unit in units], how, between=between
            ),
        )

    def whole(self, name: str, usual: int, least: int, most: int) -> int:
        """A whole number of the query, within bounds."""
        word = self.query.get(name, "")
        value = int(word) if WHOLE_NUMBER.fullmatch(word) else usual
        return min(most, max(least, value))


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


def _ranking(asked: Asked) -> dict[str, Any]:
    link = asked.link
    text.checked(asked.seen, link.quantity, link.unit)
    return find.ranking(asked.ranking, link.quantity, link.unit)


def _spread(asked: Asked) -> dict[str, Any]:
    source, label = asked.source, asked.label
    first = source.steps[0] if source.steps else None
    before = None if first is None else read(source.model_at(first), source.text, between=between)
    *_, known = spread(asked.seen, label, before, between=between)
    return find.spread(known, asked.translate)


def _learnt(asked: Asked) -> dict[str, Any]:
    link, source = asked.link, asked.source
    steps = some_of(source.steps)
    models = (source.model_at(step) for step in steps)
    label = link.label if link.label == "loss" else asked.label
    # A tenth of the numbers of all quantities say as much about when it was learnt.
    names = [link.quantity]
    found = moments(
        models,
        source.text,
        label,
        link.quantity,
        link.unit,
        names,
        between=between,
    )
    return find.learnt(steps, found)


def _held(asked: Asked) -> dict[str, Any]:
    """The chosen unit, held in each of the three ways."""
    quantity, unit = checked_name(asked), asked.link.unit
    with PRECEDENCE.urgent():
        losses = asked.found(
            ("ways", quantity, unit), lambda: losses_of_ways(asked.seen, quantity, unit)
        )
        found = costs(asked.seen, asked.label, losses)
    return {"ways": {how: cost.cost(one) for how, one in zip(WAYS, found, strict=True)}}


def _costs(asked: Asked) -> dict[str, Any]:
    """Some units of the quantity, sixteen at a time."""
    units = text.checked(asked.seen, asked.link.quantity).shape[1]
    chunk = asked.whole("chunk", 0, 0, units // TOGETHER)
    own = tuple(range(chunk * TOGETHER, min(units, (chunk + 1) * TOGETHER)))
    return {"units": units, "costs": cost.costs(_cost_of(asked, own))}


def _cost_of(asked: Asked, units: tuple[int, ...]) -> dict[int, Cost]:
    if not units:
        return {}
    found = costs(asked.seen, asked.label, asked.held(units, asked.how))
    return dict(zip(units, found, strict=True))


def _verdict(asked: Asked) -> dict[str, Any]:
    """What follows from all that; the page asks for it once all units were held."""
    link, seen = asked.link, asked.seen
    every = every_cost(asked)
    probed = asked.found(
        ("probe", *asked.question), lambda: probe(seen, asked.label, between=between)
    )
    found = verdict(asked.ranking, probed, every, link.quantity, link.unit)
    return cost.verdict(found, asked.translate)


def every_cost(asked: Asked) -> dict[int, Cost]:
    """What each unit of the chosen quantity costs while it is held."""
    link = asked.link
    units = text.checked(asked.seen, link.quantity, link.unit).shape[1]
    every: dict[int, Cost] = {}
    for first in range(0, units, TOGETHER):
        every |= _cost_of(asked, tuple(range(first, min(units, first + TOGETHER))))
    return every


def _pairs(asked: Asked) -> dict[str, Any]:
    """The units of the quantity that tell the label best, two at a time."""
    quantity = checked_name(asked)
    best = [one.unit for one in asked.ranking if one.quantity == quantity][: cost.PAIRED]
    return {"pairs": cost.pairs(pairs(asked.seen, quantity, best, asked.label, asked.how))}


def _enough(asked: Asked) -> dict[str, Any]:
    """null where no grammar knows the label."""
    link, model = asked.link, asked.source.model
    units = text.checked(asked.seen, link.quantity, link.unit).shape[1]
    examples = minimal_pairs(model.vocabulary, link.label)
    if not examples:
        return {"enough": None}
    groups = [(link.unit,), tuple(range(units))]
    return {"enough": cost.enough(patch(model, examples, link.quantity, groups), examples[0])}


def _cloud(asked: Asked) -> dict[str, Any]:
    """The states now, or after another step of the training: in the components of now, or in their own."""
    quantity, source = checked_name(asked), asked.source
    if "moment" not in asked.query:
        return states.cloud(asked.seen, quantity)
    step = asked.whole("moment", source.at or 0, 0, 10**9)
    if step not in source.steps:
        raise Refusal(NO_LOOK)
    then = read(source.model_at(step), source.text, between=between)
    is_own = asked.query.get("own") == "1"
    return states.cloud(then, quantity, None if is_own else states.axes_of(asked.seen, quantity))


def _similar(asked: Asked) -> dict[str, Any]:
    count = asked.whole("count", states.ROWS, 1, states.MOST_NEAR)
    by: By = "cosine" if asked.query.get("metric") == "cosine" else "euclid"
    k = min(asked.link.k, len(asked.source.text) - 1)
    quantity = checked_name(asked)
    whole = asked.found(("alike", quantity, by), lambda: states.alike(asked.seen, quantity, by))
    return {**states.similar(asked.seen, quantity, k, by, count), "whole": whole}


def _rest(asked: Asked) -> dict[str, Any]:
    outputs = asked.source.model.labels
    output = asked.whole("output", 0, 0, len(outputs) - 1)
    is_whole = asked.query.get("whole") == "1"
    return states.rest_points(asked.seen, checked_name(asked), outputs[output], is_whole)


def checked_name(asked: Asked) -> str:
    text.checked(asked.seen, asked.link.quantity, asked.link.unit)
    return asked.link.quantity


# What each look answers. A panel that asks the server has its line here; its numbers are made by a
# function in `rnnviz/units/view/`.
LOOKS: dict[str, Callable[[Asked], dict[str, Any]]] = {
    "source": _source,
    "unit": lambda asked: text.unit(asked.seen, asked.link.quantity, asked.link.unit),
    "expected": lambda asked: text.expected(asked.seen, asked.whole("block", 0, 0, 10**6)),
    "overview": lambda asked: text.overview(
        asked.seen, asked.link.quantity, asked.whole("columns", 600, 1, text.MOST_COLUMNS)
    ),
    "labels": lambda asked: {"labels": asking.offered(asked.seen, asked.translate)},
    "asked": lambda asked: {
        **asking.told(asked.label),
        "title": asking.named(asked.link.label, asked.link.pattern, asked.translate),
    },
    "ranking": _ranking,
    "spread": _spread,
    "learnt": _learnt,
    "held": _held,
    "costs": _costs,
    "verdict": _verdict,
    "pairs": _pairs,
    "cloud": _cloud,
    "similar": _similar,
    "rest": _rest,
    "enough": _enough,
}


class UnitsApi:
    """The route, with the networks and texts that were opened last."""

    def __init__(self, keep_bytes: int = KEEP_BYTES) -> None:
        # One address has one slow look at a time, so that another one's begins.
        self._looks = Looks(each=EACH, all_=ALL, at_a_time=1)
        self._at_once = Looks(each=EACH, all_=ALL)
        self._keep_bytes = keep_bytes
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._slow: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._lock = Lock()

    def routes(self) -> list[Route]:
        return [Route("/units/{look}", self._answer)]

    async def _answer(self, request: Request) -> Response:
        _ = translator(language_of(request))
        headers = HEADERS
        try:
            body, status = await self._told(request), 200
        except Busy as reason:
            headers = HEADERS | LATER
            body, status = _refused(reason.sentence(_)), 429
        except Refusal as reason:
            # A pattern that is not finished yet is no failure of the page's.
            body, status = orjson.dumps({"refused": reason.sentence(_)}), 200
        except Gone:
            body, status = b"", 404
        except Exception:
            LOG.exception("%s", request.url.path)
            body, status = _refused(_(FAILED)), 500
        return Response(body, status, media_type="application/json", headers=headers)

    async def _told(self, request: Request) -> bytes:
        look = request.path_params["look"]
        if look not in LOOKS:
            raise Refusal(NO_LOOK)
        # A query names each thing once; of a name that comes again the last one counts.
        query = dict(request.query_params)
        language = language_of(request)
        link, problems = UnitsLink.from_query(query, language)
        if problems:
            raise problems[0].reason
        key = _key(look, link, query, language)
        if look not in AT_ONCE:
            return await self._looks.look_for(
                request, key, lambda: self._made(look, link, query, language)
            )
        # What a click waits for has threads in which nothing is learnt, and no text is read.
        source = repr(link.source)
        if not ((there := self._opened.get(source)) and there.is_read):
            await self._looks.look_for(request, ("read", source), lambda: self._read(link))
        return await self._at_once.look_for(
            request, key, lambda: self._made(look, link, query, language)
        )

    def _read(self, link: UnitsLink) -> bytes:
        """Read the text of a link; no answer, so that nothing of it is kept as one."""
        _seen = self.asked(link, ENGLISH).seen
        return b""

    def _made(
        self,
        look: str,
        link: UnitsLink,
        query: dict[str, str],
        language: str,
    ) -> bytes:
        asked = replace(self.asked(link, language), query=query)
        told = LOOKS[look](asked)
        if look in SLOW:
            self._keep(look, link, language, told)
        return orjson.dumps(told)

    async def look_for(self, request: Request, make: Callable[[], T]) -> T:
        """What is made in a thread of the looks. Raises Busy and Gone as they do."""
        return await self._looks.look_for(request, None, make)

    def asked(self, link: UnitsLink, language: str) -> Asked:
        """What looks at a link are made of. Raises Refusal where there is no such network or text."""
        return Asked(link, self._open(link), {}, translator(language))

    def source(self, link: UnitsLink) -> Source:
        """The network and the text of a link. Raises Refusal where there is none."""
        return self._open(link).source

    def known(self, look: str, link: UnitsLink, language: str) -> dict[str, Any] | None:
        """What one of SLOW was told of a link lately; None where nobody has asked."""
        return self._slow.get(_question_of(look, link, language))

    def _keep(self, look: str, link: UnitsLink, language: str, told: dict[str, Any]) -> None:
        with self._lock:
            self._slow[_question_of(look, link, language)] = told
            if len(self._slow) > KEPT_SLOW:
                self._slow.popitem(last=False)

    def _open(self, link: UnitsLink) -> Opened:
        key = repr(link.source)
        with self._lock:
            if key in self._opened:
                self._opened.move_to_end(key)
                self._opened[key].looker = asker()
                return self._opened[key]
        made = Opened(opened(link, _memorised))
        with self._lock:
            found = self._opened.setdefault(key, made)
            found.looker = asker()
            self._make_room(found)
        return found

    def _make_room(self, but: Opened) -> None:
        """Of whoever looks at most, the oldest goes: what another address looks at stays."""
        sizes: Counter[str] = Counter()
        for one in self._opened.values():
            sizes[one.looker] += one.size
        while sizes.total() > self._keep_bytes:
            others = [(key, one) for key, one in self._opened.items() if one is not but]
            if not others:
                return
            most = max(sizes[one.looker] for _key, one in others)
            oldest, dropped = next(pair for pair in others if sizes[pair[1].looker] == most)
            del self._opened[oldest]
            sizes[dropped.looker] -= dropped.size


def _memorised(link: Link) -> SequenceModel:
    """A network of the Step page that learns its text by heart first."""
    model = TRACES.get(link, lambda _done: still_wanted()).model
    assert model is not None
    return model


def _key(look: str, link: UnitsLink, query: dict[str, str], language: str) -> Hashable:
    """What tells an answer from others; None where the same link may lead elsewhere later."""
    if link.run and link.at is None:
        return None
    return (look, tuple(sorted(query.items())), language)


def _question_of(look: str, link: UnitsLink, language: str) -> Hashable:
    """What tells one of SLOW from others: `learnt` is the same from every moment of a training."""
    own = replace(link.question.source, at=None if look == "learnt" else link.at)
    quantity = link.quantity if look == "learnt" else ""
    return (
        look,
        repr(own),
        link.label,
        link.question.pattern,
        link.question.spans,
        quantity,
        language,
    )


def _refused(sentence: str) -> bytes:
    return orjson.dumps({"error": sentence})


API = UnitsApi()
ROUTES = API.routes()
