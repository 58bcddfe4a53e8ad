"""The view of an address as a file: the stage as one HTML file, its numbers, a notebook, code.

    GET /stage-file?<a link>&form=
    POST /views-file {"title": …, "views": [{"view": "step?…", "say": …}]}, the stages of a plan

The reader moves on the stage, and changes it, without a word to the server: only the address knows
the place to which the file has to open, and what was changed.
"""

import asyncio
import json
from threading import BoundedSemaphore
from urllib.parse import parse_qs, quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.shared import files, scene
from pages.shared.traces import TRACES
from rnnviz.link import Link
from rnnviz.locale import N_, Refusal, closest, translator
from rnnviz.moments import last_moment
from rnnviz.reading import model_at_hand
from rnnviz.stage import View, views_html

PATH = "/stage-file"
# A file of a large network takes tens of megabytes while it is made.
AT_ONCE, PATIENCE = 2, 20
NOT_HERE = N_("The server no longer has this view. Load the page again, then save it.")
BUSY = N_("Many files are being saved at the moment. Please save again in a little while.")
# A plan has at most that many links, and is no larger.
MOST_VIEWS, MOST_BYTES = 100, 1_000_000
NO_PLAN = N_("This file is no list of views, or it is too long; nothing was saved.")
NO_STAGE = N_("None of these views has a stage; nothing was saved.")
NOT_SEEN = N_("The network has not learnt “{text}” lately. Open that view once, then save again.")
_turns = BoundedSemaphore(AT_ONCE)


async def answer(request: Request) -> Response:
    """The file; where there is none a sentence: 404 where the server has not shown this stage
    lately, as this request starts no learning of a text, 422 where the format cannot hold it."""
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    spoken = closest(request.headers.get("accept-language", ""))
    form = request.query_params.get("form", "html")
    if form not in files.FORMATS:
        return Response(status_code=404)
    return await asyncio.to_thread(_answer, query, form, spoken)


def _answer(query: dict[str, list[str]], form: str, spoken: str) -> Response:
    link, _problems = Link.from_query(query, last_moment)
    language = link.lang or spoken
    _ = translator(language)
    kept = [TRACES.kept(track) for track in link.tracks]
    traces = [trace for trace in kept if trace is not None]
    if len(traces) < len(kept):
        return PlainTextResponse(_(NOT_HERE), status_code=404)
    if not _turns.acquire(timeout=PATIENCE):
        return PlainTextResponse(_(BUSY), status_code=503)
    try:
        body = files.made(link, traces, form, language)
    except Refusal as reason:
        return PlainTextResponse(reason.sentence(_), status_code=422)
    except ValueError as reason:
        return PlainTextResponse(str(reason), status_code=422)
    finally:
        _turns.release()
    # It is a file to keep, not a page of this server.
    called = quote(files.name(link, form))
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}"}
    return Response(body, headers=headers, media_type=files.FORMATS[form].media_type)


async def answer_views(request: Request) -> Response:
    """Every stage of a plan in one HTML file; pages that show no stage are left out of it."""
    spoken = closest(request.headers.get("accept-language", ""))
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return PlainTextResponse(translator(spoken)(NO_PLAN), status_code=413)
    return await asyncio.to_thread(_answer_views, body, spoken)


def _answer_views(body: bytes, spoken: str) -> Response:
    _ = translator(spoken)
    try:
        plan = json.loads(body)
        title, views = plan["title"], [(one["view"], one["say"]) for one in plan["views"]]
        if len(views) > MOST_VIEWS or not all(isinstance(w, str) for w in (title, *sum(views, ()))):
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        return PlainTextResponse(_(NO_PLAN), status_code=422)
    if not _turns.acquire(timeout=PATIENCE):
        return PlainTextResponse(_(BUSY), status_code=503)
    try:
        told = [_view(view, say, spoken) for view, say in views if view.split("?")[0] == "step"]
        if not told:
            return PlainTextResponse(_(NO_STAGE), status_code=422)
        page = views_html(title, told, spoken)
    except Refusal as reason:
        return PlainTextResponse(reason.sentence(_), status_code=422)
    except ValueError as reason:
        return PlainTextResponse(str(reason), status_code=422)
    finally:
        _turns.release()
    headers = {"Content-Disposition": "attachment; filename=rnnviz-views.html"}
    return Response(page, headers=headers, media_type="text/html")


def _view(view: str, say: str, language: str) -> View:
    """Raises Refusal for a text that the server would have to learn first."""
    link, _problems = Link.from_query(parse_qs(view.partition("?")[2]), last_moment)
    traces = []
    for track in link.tracks:
        if TRACES.kept(track) is None and model_at_hand(track) is None:
            raise Refusal(NOT_SEEN, text=link.text)
        traces.append(TRACES.get(track, lambda _done: None))
    return scene.view_of(link, traces, language, say)


ROUTE = Route(PATH, answer)
VIEWS = Route("/views-file", answer_views, methods=["POST"])
