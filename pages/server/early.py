"""The stage for a browser that is still fetching Streamlit.

Most of the time until a page of Streamlit's is there goes into starting Streamlit. The stage needs
none of it: what the page will show is sent as soon as it is asked for, and drawn; the page takes
it over once it is there.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.parts import staged
from pages.parts.traces import TRACES
from rnnviz.link import Link
from rnnviz.locale import closest
from rnnviz.moments import last_moment

PATH = "/early-stage"


def answer(request: Request) -> Response:
    """What the page of these parameters shows, or 204 where that takes time or has to be said
    something about: weights that have yet to be learnt, or a link that cannot be followed."""
    query = {name: request.query_params.getlist(name) for name in request.query_params}
    link, problems = Link.from_query(query, last_moment)
    try:
        trace = None if problems else TRACES.at_hand(link)
    except ValueError:
        trace = None
    if trace is None:
        return Response(status_code=204)
    language = link.lang or closest(request.headers.get("accept-language", ""))
    data = staged.of_link(link, problems, trace, language)
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


ROUTE = Route(PATH, answer)
