"""The chosen lecture plan as a handout, a sheet for each view, without a Streamlit session.

    GET /handout?lang=

The plan is the browser's own. The page asks for what its views show as a file of views does, draws
them with the same modules, and leaves the paper to the browser's print.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server import plan_pages
from pages.server.language import language_of
from rnnviz.hall.lecture_plans import HANDOUT

PATH = "/handout"


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    return plan_pages.drawing("handout", HANDOUT["handout"], language_of(request), HANDOUT)


ROUTE = Route(PATH, answer)
