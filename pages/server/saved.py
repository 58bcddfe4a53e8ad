"""The stage of an address as one HTML file.

The reader moves on the stage, and changes it, without a word to the server: only the address knows
the place to which the file has to open.
"""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.shared import scene
from pages.shared.traces import TRACES
from rnnviz.link import Link
from rnnviz.locale import closest
from rnnviz.moments import last_moment

PATH = "/stage-file"


async def answer(request: Request) -> Response:
    """The file; 404 where the server has not shown this stage lately: this request starts no
    learning of a text."""
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    spoken = closest(request.headers.get("accept-language", ""))
    body = await asyncio.to_thread(_file, query, spoken)
    if not body:
        return Response(status_code=404)
    # It is a file to keep, not a page of this server.
    return Response(body, headers={"Content-Disposition": "attachment"}, media_type="text/html")


def _file(query: dict[str, list[str]], spoken: str) -> str:
    link, _problems = Link.from_query(query, last_moment)
    kept = [TRACES.kept(track) for track in link.tracks]
    traces = [trace for trace in kept if trace is not None]
    if len(traces) < len(kept):
        return ""
    return scene.file_of(link, traces, link.lang or spoken)


ROUTE = Route(PATH, answer)
