"""The lecturer's notes in a window of their own, without a Streamlit session.

    GET /notes?lang=

The page hears from the lecturer's other window alone, within the browser: it asks the server for
nothing once it is there.
"""

import json

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pages.server.follower import theme
from pages.shared.assets import HALL_ASSETS, view_words
from rnnviz.hall import STRINGS, lecture_plans
from rnnviz.locale import LANGUAGES, closest, translator

PATH = "/notes"
HEADERS = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · rnnviz</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{base}/notes.css">
<div id="notes"></div>
<script type="application/json" id="data">{data}</script>
<script type="module" src="{base}/notes.js"></script>
</html>
"""


async def answer(request: Request) -> Response:
    """The page, in the reader's own language."""
    asked = request.query_params.get("lang", "")
    language = asked if asked in LANGUAGES else closest(request.headers.get("accept-language", ""))
    _ = translator(language)
    data = {
        "strings": {name: _(words) for name, words in lecture_plans.NOTES.items()},
        "hall": {name: _(words) for name, words in STRINGS.items()},
        "named": view_words(language),
        "limits": lecture_plans.LIMITS,
        "themes": {name: theme(name) for name in ("light", "dark")},
    }
    told = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    words = lecture_plans.STRINGS["notes"]
    page = PAGE.format(language=language, base=HALL_ASSETS.url(), data=told, title=_(words))
    return HTMLResponse(page, headers=HEADERS)


ROUTE = Route(PATH, answer)
