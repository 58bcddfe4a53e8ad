"""The lecturer's notes in a window of their own, without a Streamlit session.

    GET /notes?lang=

The page hears from the lecturer's other window alone, within the browser: it asks the server for
nothing once it is there.
"""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pages.server.bare import document, scripted
from pages.server.follower import theme
from pages.server.language import language_of
from pages.shared.assets import HALL_ASSETS, formulas, view_words
from rnnviz.hall import STRINGS, lecture_plans
from rnnviz.locale import translator

PATH = "/notes"
HEADERS = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
BODY = """<style>{fonts}</style>
<link rel="stylesheet" href="{base}/notes.css">
<div id="notes"></div>
{script}"""


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    language = language_of(request)
    _ = translator(language)
    data = {
        "strings": {name: _(words) for name, words in lecture_plans.NOTES.items()},
        "hall": {name: _(words) for name, words in STRINGS.items()},
        "named": view_words(language),
        "limits": lecture_plans.LIMITS,
        "themes": {name: theme(name) for name in ("light", "dark")},
    }
    base = HALL_ASSETS.url()
    body = BODY.format(fonts=formulas(), base=base, script=scripted(f"{base}/notes.js", data))
    page = document(language, body, title=f"{_(lecture_plans.STRINGS['notes'])} · rnnviz")
    return HTMLResponse(page, headers=HEADERS)


ROUTE = Route(PATH, answer)
