"""The page in which the views of a lecture plan are drawn small, out of sight of its card.

    GET /thumbnails?lang=&theme=

It is a frame of the app's own page: what a view writes into its document, and what its style sheet
says, is none of the lecturer's page. It asks for what a view shows as the handout does.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server import plan_pages
from pages.server.language import language_of
from rnnviz.hall.lecture_plans import STRINGS

PATH = "/thumbnails"


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    language = language_of(request)
    themes = plan_pages.themes()
    return plan_pages.drawing("thumbnails", STRINGS["plan"], language, {}, themes=themes)


ROUTE = Route(PATH, answer)
