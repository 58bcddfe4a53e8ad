"""The view of an address as a file: the stage as one HTML file, its numbers, a notebook, code.

    GET /stage-file?<a link>&form=

The reader moves on the stage, and changes it, without a word to the server: only the address knows
the place to which the file has to open, and what was changed.
"""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import Busy, Gone, Looks, busy
from pages.shared import files
from pages.shared.traces import TRACES
from rnnviz.address.link import Link
from rnnviz.address.moments import last_moment
from rnnviz.locale import N_, Refusal, translator

PATH = "/stage-file"
# A file of a large network takes tens of megabytes while it is made. A whole class may save its
# views at once, each its own.
AT_ONCE, EACH, ALL = 2, 300, 600
NOT_HERE = N_("The server no longer has this view. Load the page again, then save it.")


async def answer(request: Request) -> Response:
    """The file; where there is none a sentence: 404 where the server has not shown this stage
    lately, as this request starts no learning of a text, 422 where the format cannot hold it."""
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    language = language_of(request)
    form = request.query_params.get("form", "html")
    if form not in files.FORMATS:
        return Response(status_code=404)
    try:
        return await LOOKS.look_for(request, None, lambda: _answer(query, form, language))
    except Busy as reason:
        return busy(request, reason)
    except Gone:
        return Response(status_code=404)


def _answer(query: dict[str, list[str]], form: str, language: str) -> Response:
    link, _problems = Link.from_query(query, last_moment, language)
    _ = translator(language)
    kept = [TRACES.kept(track) for track in link.tracks]
    traces = [trace for trace in kept if trace is not None]
    if len(traces) < len(kept):
        return PlainTextResponse(_(NOT_HERE), status_code=404)
    try:
        body = files.made(link, traces, form, language)
    except Refusal as reason:
        return PlainTextResponse(reason.sentence(_), status_code=422)
    except ValueError as reason:
        return PlainTextResponse(str(reason), status_code=422)
    # It is a file to keep, not a page of this server.
    called = quote(files.name(link, form))
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}"}
    return Response(body, headers=headers, media_type=files.FORMATS[form].media_type)


LOOKS = Looks(AT_ONCE, each=EACH, all_=ALL)
ROUTE = Route(PATH, answer)
