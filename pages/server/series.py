"""The votes of a series of lectures over weeks, for whoever has its key.

GET /votes         the page of a series; its key stands behind the link's #
GET /votes/told    what the page draws, to who shows the key
GET /votes/file    the same as CSV
"""

from collections.abc import Awaitable, Callable

import orjson
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pages.server.bare import document, scripted
from pages.server.follower import theme
from pages.server.language import language_of
from pages.server.tables import csv_file, zone_of
from pages.shared.assets import HALL_ASSETS
from rnnviz.hall.series import Series
from rnnviz.hall.shelf import Away
from rnnviz.hall.strings import OVER_WEEKS
from rnnviz.locale import Refusal, translator
from rnnviz.web import STRINGS as WORDS
from rnnviz.web import signs

PATH = "/votes"
HEADER = "x-rnnviz-series"
HEADERS = {"Cache-Control": "no-store, no-transform"}
BODY = """<style>{fonts}</style>
<link rel="stylesheet" href="{base}/series.css">
<div id="series"></div>
{script}"""


class SeriesApi:
    """read: the series with a key, for a request; raises Refusal where it has none."""

    def __init__(self, read: Callable[[Request, str], Awaitable[Series]]) -> None:
        self._read = read

    def routes(self) -> list[BaseRoute]:
        return [
            Route(PATH, self._page),
            Route(f"{PATH}/told", self._told),
            Route(f"{PATH}/file", self._file),
        ]

    async def _page(self, request: Request) -> Response:
        language = language_of(request)
        _ = translator(language)
        base = HALL_ASSETS.url()
        data = {
            "language": language,
            "strings": {name: _(words) for name, words in (WORDS | OVER_WEEKS).items()},
            "themes": {name: theme(name) for name in ("light", "dark")},
        }
        script = scripted(f"{base}/series.js", data)
        body = BODY.format(base=base, fonts=signs(language), script=script)
        page = document(language, body, f"{_(OVER_WEEKS['overWeeks'])} · rnnviz")
        return HTMLResponse(page, headers=HEADERS)

    async def _told(self, request: Request) -> Response:
        try:
            series = await self._read(request, request.headers.get(HEADER, ""))
        except Refusal as reason:
            return _refused(request, reason)
        body = orjson.dumps(series.told(language_of(request)))
        return Response(body, media_type="application/json", headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        try:
            series = await self._read(request, request.headers.get(HEADER, ""))
        except Refusal as reason:
            return _refused(request, reason)
        table = series.table(language_of(request), zone_of(request))
        return csv_file(table, "rnnviz-votes", HEADERS)


def _refused(request: Request, reason: Refusal) -> Response:
    sentence = reason.sentence(translator(language_of(request)))
    status = 503 if isinstance(reason, Away) else 404
    return JSONResponse({"error": sentence}, status, headers=HEADERS)
