"""The lecturer's notes in a window of their own, without a Streamlit session.

    GET /notes?lang=

The page hears from the lecturer's other window alone, within the browser: it asks the server for
nothing once it is there.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server import plan_pages
from pages.server.language import language_of
from rnnviz.hall import STRINGS, lecture_plans
from rnnviz.locale import translator

PATH = "/notes"


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    language = language_of(request)
    _ = translator(language)
    return plan_pages.page(
        "notes",
        lecture_plans.STRINGS["notes"],
        language,
        strings={name: _(words) for name, words in lecture_plans.NOTES.items()},
        hall={name: _(words) for name, words in STRINGS.items()},
        themes=plan_pages.themes(),
    )


ROUTE = Route(PATH, answer)
