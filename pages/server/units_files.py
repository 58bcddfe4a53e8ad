"""A view of the Units page as a table: all units, or the chosen one along the text.

    GET /units-file?form=<one of FORMS>&<a link of the page>

The page itself as an HTML file is one of a plan's views: see `views_file.py`.
"""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import Busy, Gone, busy
from pages.server.units import API
from rnnviz.address.units_asked import Asked
from rnnviz.address.units_link import UnitsLink
from rnnviz.export.units import ranking_csv, units_json, values_csv
from rnnviz.locale import Refusal, translator
from rnnviz.units import Cost
from rnnviz.units.view import text

PATH = "/units-file"


def _costs(asked: Asked) -> dict[tuple[str, int], Cost]:
    """Of the units of the chosen quantity, where the label is long enough to tell."""
    quantity = asked.link.quantity
    try:
        return {(quantity, unit): cost for unit, cost in asked.every_cost.items()}
    except Refusal:
        return {}


def _units(asked: Asked) -> list[tuple[str, int]]:
    """The chosen unit, and the one that is laid under it."""
    link = asked.link
    found = [(link.quantity, link.unit)]
    if link.second:
        quantity, _dot, number = link.second.rpartition(".")
        found.append((quantity, int(number) - 1))
    for quantity, unit in found:
        text.checked(asked.seen, quantity, unit)
    return found


def _ranking(asked: Asked) -> str:
    return ranking_csv(asked.ranking, _costs(asked), asked.translate)


def _values(asked: Asked) -> str:
    label = asked.label if asked.link.label else None
    return values_csv(asked.seen, label, _units(asked), asked.translate)


def _both(asked: Asked) -> str:
    source, link = asked.source, asked.link
    about = {
        "link": link.to_query(),
        "cell": source.cell,
        "network": source.name,
        "step": source.at,
        "units and places": "from 1",
        "loss and cost": "nats",
    }
    units = _units(asked)
    if not link.label:
        return units_json(about, asked.seen, None, units, None, {})
    return units_json(about, asked.seen, asked.label, units, asked.ranking, _costs(asked))


# The type of each file, and what makes it.
FORMS: dict[str, tuple[str, Callable[[Asked], str]]] = {
    "ranking": ("text/csv", _ranking),
    "values": ("text/csv", _values),
    "json": ("application/json", _both),
}


async def answer(request: Request) -> Response:
    """The file; 404 for a form that is none, 422 with a sentence for what cannot be in it."""
    language = language_of(request)
    query = dict(request.query_params)
    form = query.get("form", "")
    if form not in FORMS:
        return Response(status_code=404)
    link, _problems = UnitsLink.from_query(query, language)
    try:
        return await API.look_for(request, lambda: _made(link.question, form, language))
    except Busy as reason:
        return busy(request, reason)
    except Gone:
        return Response(status_code=404)


def _made(link: UnitsLink, form: str, language: str) -> Response:
    media_type, make = FORMS[form]
    try:
        body = make(API.asked(link, language))
    except Refusal as reason:
        return PlainTextResponse(reason.sentence(translator(language)), status_code=422)
    # The page names the file.
    headers = {"Content-Disposition": "attachment"}
    return Response(body, headers=headers, media_type=media_type)


ROUTE = Route(PATH, answer)
