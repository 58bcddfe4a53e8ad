"""The stage for a browser that is still fetching Streamlit.

Most of the time until a page of Streamlit's is there goes into starting Streamlit. The stage needs
none of it: what the page will show is sent as soon as it is asked for, and drawn; the page takes
it over once it is there.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.shared import scene
from pages.shared.notices import has_remark
from pages.shared.traces import TRACES
from rnnviz.link import Link
from rnnviz.locale import closest
from rnnviz.moments import last_moment
from rnnviz.reading import is_built_in
from rnnviz.trace import Trace

PATH = "/early-stage"
# Steps times units. A larger trace takes megabytes, and comes with the page alone.
MOST = 8_000


def answer(request: Request) -> Response:
    """What the page of these parameters shows, or 204 where the page has something to say about
    it, and where the server does not have it: a request alone has nothing computed or learnt."""
    # By our names alone: looking up every name that came takes time with the square of their number.
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    link, problems = Link.from_query(query, last_moment)
    trace = None if problems or has_remark(link) else _at_hand(link)
    if trace is None or trace["H"].size > MOST:
        return Response(status_code=204)
    language = link.lang or closest(request.headers.get("accept-language", ""))
    data = scene.of_link(link, problems, trace, language)
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


def _at_hand(link: Link) -> Trace | None:
    found = TRACES.kept(link)
    if found is None and is_built_in(link):
        found = TRACES.get(link, lambda _done: None)
    return found


ROUTE = Route(PATH, answer)
