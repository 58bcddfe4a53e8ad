"""What the Units page asks: a network that reads a text, and what its units do.

    GET /units/<name>?<a link of the page>&…    one of ANSWERS, as JSON; {"refused": why it cannot be}

Heavy work runs in threads of its own, waits in a queue, and is given up when its reader leaves.
What a click waits for has threads beside those, and passes what takes long.
What many looks need is kept: the network and the text of a link, read once, and its labels.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, TypeVar

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import LATER, Busy, Gone, Looks, asker, still_wanted
from pages.server.precedence import Precedence
from pages.shared.traces import TRACES
from rnnviz.address.link import Link
from rnnviz.address.units_asked import ANSWERS, NO_ANSWER, Asked
from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_source import Source, opened
from rnnviz.locale import ENGLISH, N_, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.units import Reading, read
from rnnviz.units.reading import numbers

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
# No address.
SEVERAL = "several"
# What a click on a unit, or on a place, waits for.
AT_ONCE = ("unit", "turn", "expected", "asked", "ranking", "held")
# The chosen unit is held before the next piece of what takes long: other units held, probes, moments.
PRECEDENCE = Precedence()

FAILED = N_("The server could not compute this; its log says why.")


class Once(Generic[T]):
    """What is made by the first one that asks; others who ask meanwhile wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: list[T] = []

    @property
    def is_made(self) -> bool:
        return bool(self._made)

    def get(self, make: Callable[[], T]) -> T:
        with self._lock:
            if not self._made:
                self._made.append(make())
            return self._made[0]


@dataclass
class Opened:
    """A link's network and text, read once for all who look at them; a `Subject`. looker: the
    address that looks at them, or SEVERAL."""

    source: Source
    looker: str
    _seen: Once[Reading] = field(default_factory=Once)
    _found: OrderedDict[Hashable, Once[Any]] = field(default_factory=OrderedDict)
    _finding: Lock = field(default_factory=Lock)

    @property
    def seen(self) -> Reading:
        # Two threads that want the same reading wait for one.
        return self._seen.get(
            lambda: read(self.source.model, self.source.text, between=still_wanted)
        )

    def read(self, step: int) -> Reading:
        return read(self.source.model_at(step), self.source.text, between=self.between)

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        """What several answers need, such as a ranking: made once, and one beside another."""
        with self._finding:
            one: Once[T] = self._found.setdefault(key, Once())
            self._found.move_to_end(key)
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        return one.get(make)

    def between(self) -> None:
        """Between two pieces of what takes long: it ends if nobody waits for it, and waits for a
        click."""
        still_wanted()
        PRECEDENCE.give_way()

    def urgent(self) -> AbstractContextManager[None]:
        return PRECEDENCE.urgent()

    @property
    def is_read(self) -> bool:
        return self._seen.is_made

    @property
    def size(self) -> int:
        """The bytes of its reading and of its ranks, of one that has not been read yet too."""
        return (8 + 4) * len(self.source.text) * numbers(self.source.model)


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
        if look not in ANSWERS:
            raise Refusal(NO_ANSWER)
        # A query names each thing once; of a name that comes again the last one counts.
        query = dict(request.query_params)
        language = language_of(request)
        link, problems = UnitsLink.from_query(query, language)
        if problems:
            raise problems[0].reason
        key = _key(look, link, query, language)
        source = repr(link.source)
        # Whoever gets an answer that was kept looks, too.
        self._there(source, request.client.host if request.client else "")
        if look not in AT_ONCE:
            return await self._looks.look_for(
                request, key, lambda: self._made(look, link, query, language)
            )
        # What a click waits for has threads in which nothing is learnt, and no text is read.
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
        told = ANSWERS[look].make(asked)
        if look in SLOW:
            self._keep(look, link, language, told)
        return orjson.dumps(told)

    async def look_for(self, request: Request, make: Callable[[], T]) -> T:
        """What is made in a thread of the looks. Raises Busy and Gone as they do."""
        return await self._looks.look_for(request, None, make)

    def asked(self, link: UnitsLink, language: str) -> Asked:
        """What answers to a link are made of. Raises Refusal where there is no such network or text."""
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
        if there := self._there(key, asker()):
            return there
        made = Opened(opened(link, _memorised), asker())
        with self._lock:
            found = self._opened.setdefault(key, made)
            self._make_room(found)
        return found

    def _there(self, key: str, looker: str) -> Opened | None:
        """A network and text that are kept, as somebody looks at them; None where they are not."""
        with self._lock:
            if there := self._opened.get(key):
                self._opened.move_to_end(key)
                if looker not in ("", there.looker):
                    there.looker = SEVERAL
            return there

    def _make_room(self, but: Opened) -> None:
        """Of whoever looks at most, the oldest goes: what another address looks at, too, stays."""
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
    return (look, repr(own), *ANSWERS[look].words(link.question, {}), language)


def _refused(sentence: str) -> bytes:
    return orjson.dumps({"error": sentence})


API = UnitsApi()
ROUTES = API.routes()
