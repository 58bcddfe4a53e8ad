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
<link rel="stylesheet" href="{base}/{name}.css">
<div id="{name}"></div>
{script}"""


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    made = page("handout", lecture_plans.HANDOUT, language_of(request))
    return HTMLResponse(made, headers=HEADERS)


def page(name: str, own: dict[str, str], language: str) -> bytes:
    """A page that draws the views of the chosen plan. name: of its script, and of its title among its
    own words."""
    _ = translator(language)
    data = {
        "strings": {word: _(words) for word, words in STRINGS.items()},
        "words": {word: _(words) for word, words in own.items()},
        "named": view_words(language),
        "limits": lecture_plans.LIMITS,
        "language": language,
        "stage": f"{STAGE_ASSETS.url()}/stage.js",
        "units": f"{UNITS_ASSETS.url()}/units.js",
        "course": COURSE_ASSETS.url(),
    }
    base = HALL_ASSETS.url()
    fonts = formulas() + signs(language)
    script = scripted(f"{base}/{name}.js", data)
    body = BODY.format(fonts=fonts, base=base, name=name, script=script)
    return document(language, body, title=f"{_(own[name])} · rnnviz")


ROUTE = Route(PATH, answer)
