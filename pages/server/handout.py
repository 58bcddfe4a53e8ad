"""The chosen lecture plan as a handout, a sheet for each view, without a Streamlit session.

    GET /handout?lang=

The plan is the browser's own. The page asks for what its views show as a file of views does, draws
them with the same modules, and leaves the paper to the browser's print.
"""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pages.server.bare import document, scripted
from pages.server.language import language_of
from pages.shared.assets import (
    COURSE_ASSETS,
    HALL_ASSETS,
    STAGE_ASSETS,
    UNITS_ASSETS,
    formulas,
    view_words,
)
from rnnviz.hall import lecture_plans
from rnnviz.locale import translator
from rnnviz.web import STRINGS, signs

PATH = "/handout"
HEADERS = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
BODY = """<style>{fonts}</style>
<link rel="stylesheet" href="{base}/handout.css">
<div id="handout"></div>
{script}"""


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    language = language_of(request)
    _ = translator(language)
    data = {
        "strings": {name: _(words) for name, words in STRINGS.items()},
        "words": {name: _(words) for name, words in lecture_plans.HANDOUT.items()},
        "named": view_words(language),
        "limits": lecture_plans.LIMITS,
        "language": language,
        "stage": f"{STAGE_ASSETS.url()}/stage.js",
        "units": f"{UNITS_ASSETS.url()}/units.js",
        "course": COURSE_ASSETS.url(),
    }
    base = HALL_ASSETS.url()
    fonts = formulas() + signs(language)
    body = BODY.format(fonts=fonts, base=base, script=scripted(f"{base}/handout.js", data))
    page = document(language, body, title=f"{_(lecture_plans.HANDOUT['handout'])} · rnnviz")
    return HTMLResponse(page, headers=HEADERS)


ROUTE = Route(PATH, answer)
