"""Everything seen as one HTML file.

    POST /views-file {"title": …, "views": [{"view": "step?…", "ask": …}]}, a plan, as its file has it

The file is for students: it has what is for the class, and never the lecturer's notes. The answer
names the places that the file could not hold in the header `x-rnnviz-left-out`, "3,7"; the file
itself says why of each. A page of ours that draws the views itself asks for `application/json`: what
the file would hold for its script, without the script.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from urllib.parse import parse_qs, urlencode

import orjson
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.server import followed, units_record
from pages.server.language import language_of
from pages.server.looks import Busy, Gone, Looks, busy
from pages.shared import scene
from pages.shared.assets import COURSE_ASSETS
from pages.shared.contents import ADDRESSES
from pages.shared.traces import TRACES
from rnnviz import live
from rnnviz.address.link import Link
from rnnviz.address.moments import last_moment
from rnnviz.address.reading import model_at_hand, trace_of
from rnnviz.address.units_link import UnitsLink
from rnnviz.course.outline import CHAPTERS
from rnnviz.hall.lecture_plans import TOO_LONG, LecturePlan, Stop
from rnnviz.hall.views_file import (
    ChapterView,
    Missing,
    Seen,
    StageView,
    TrainingView,
    UnitsView,
    views_data,
    views_html,
)
from rnnviz.locale import N_, Refusal, translator
from rnnviz.training import Runs

PATH = "/views-file"
JSON = "application/json"
# A plan with as many views as fit is smaller.
MOST_BYTES = 1_000_000
# A file takes seconds and tens of megabytes while it is made: one is made at a time. This is how
# many may wait, of one address and in all.
EACH, ALL = 30, 60
LEFT_OUT = "x-rnnviz-left-out"
NOT_LEARNT = N_("The network has not learnt “{text}” lately. Open that view once, then save again.")
NOT_BEGUN = N_("No training was begun there; there is nothing of it to keep.")
NO_RUN = N_("The server no longer has this training.")
NO_FILE = N_("This page is not one that a file can hold; it is in rnnviz.")


class ViewsFile:
    """runs: of the server, whose losses and samples are kept in the file."""

    def __init__(self, runs: Callable[[], Runs]) -> None:
        self._runs = runs
        self._looks = Looks(threads=1, each=EACH, all_=ALL)

    def route(self) -> Route:
        return Route(PATH, self._answer, methods=["POST"])

    async def _answer(self, request: Request) -> Response:
        language = language_of(request)
        makes = self._data if request.headers.get("accept") == JSON else self._made
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                return PlainTextResponse(translator(language)(TOO_LONG), status_code=413)
        gone = Event()
        try:
            return await self._looks.look_for(
                request, None, lambda: makes(bytes(body), language, gone)
            )
        except Busy as reason:
            return busy(request, reason)
        except Gone:
            gone.set()
            return Response(status_code=404)

    def _made(self, body: bytes, language: str, gone: Event) -> Response:
        """gone: set when nobody waits for the file any more; raises Gone then."""
        _ = translator(language)
        try:
            plan = LecturePlan.read(body.decode("utf-8", "replace"))
            page, left = views_html(plan.title, self._views(plan.stops, language, gone), language)
        except Refusal as reason:
            return PlainTextResponse(reason.sentence(_), status_code=422)
        headers = {
            "Content-Disposition": "attachment; filename=rnnviz-views.html",
            LEFT_OUT: ",".join(map(str, left)),
        }
        return Response(page, headers=headers, media_type="text/html")

    def _data(self, body: bytes, language: str, gone: Event) -> Response:
        """As `_made`, for a page that has the modules already."""
        try:
            plan = LecturePlan.read(body.decode("utf-8", "replace"))
        except Refusal as reason:
            return PlainTextResponse(reason.sentence(translator(language)), status_code=422)
        data = views_data(plan.title, self._views(plan.stops, language, gone), language)
        return Response(json.dumps(data), media_type=JSON)

    def _views(self, stops: Sequence[Stop], language: str, gone: Event) -> Iterator[Seen]:
        for stop in stops:
            if gone.is_set():
                raise Gone
            yield self._seen(stop.view, stop.ask, language, gone)

    def _seen(self, view: str, ask: str, language: str, gone: Event) -> Seen:
        _ = translator(language)
        name, _mark, query = view.partition("?")
        title = _(ADDRESSES.get(name, name))
        try:
            if name in ("", "step"):
                return Seen(_stage(query, language), title, ask)
            if name == "train":
                return Seen(self._training(view), title, ask)
            if name in CHAPTERS:
                return Seen(_chapter(name, query, language), title, ask)
            if name == "units":
                return Seen(_units(query, language, gone), title, ask)
            raise Refusal(NO_FILE)
        except Refusal as reason:
            return Seen(Missing(reason.sentence(_)), title, ask)
        except ValueError as reason:
            return Seen(Missing(str(reason)), title, ask)

    def _training(self, view: str) -> TrainingView:
        """Raises Refusal where the link names no run, or none that is there."""
        names = followed.runs_of(view)
        if not names:
            raise Refusal(NOT_BEGUN)
        runs = self._runs()
        try:
            return TrainingView([live.record(runs, name) for name in names])
        except Refusal as reason:
            raise Refusal(NO_RUN) from reason


def _stage(query: str, language: str) -> StageView:
    """Raises Refusal for a text that the server would have to learn first."""
    link, _problems = Link.from_query(parse_qs(query), last_moment, language)
    traces = []
    for track in link.tracks:
        trace = TRACES.kept(track)
        if trace is None:
            if model_at_hand(track) is None:
                raise Refusal(NOT_LEARNT, text=link.text)
            # Not kept: a hundred views would take the place of those that the class looks at.
            trace = trace_of(track)
        traces.append(trace)
    return scene.view_of(link, traces, language)


def _units(query: str, language: str, gone: Event) -> UnitsView:
    """Raises Refusal for a network or a text that is not there."""
    link, problems = UnitsLink.from_query(parse_qs(query), language)
    if problems:
        raise problems[0].reason

    def check() -> None:
        if gone.is_set():
            raise Gone

    link = units_record.placed(link)
    words = urlencode(link.to_query())
    return UnitsView(repr(link.source), words, lambda: units_record.record(link, language, check))


def _chapter(name: str, query: str, language: str) -> ChapterView:
    def data() -> dict[str, object]:
        made: dict[str, object] = orjson.loads(
            followed.chapter(name, language, COURSE_ASSETS.url())
        )
        return made

    return ChapterView(name, query, data)
