"""The chosen lecture plan as slides.

    GET  /slides?lang=    the page that draws its views, as the handout's does
    POST /slides-file     {"plan": …, "names": […], "pictures": [{"png": base64, "svg": …}]}: the .pptx

The plan comes with its notes, for the file that goes back; nothing of it is kept.
"""

import asyncio
import base64
import binascii
import json
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from pages.server import plan_pages
from pages.server.language import language_of
from pages.server.looks import BUSY, LATER
from rnnviz.hall import lecture_plans, slides
from rnnviz.hall.lecture_plans import TOO_LONG, LecturePlan
from rnnviz.hall.slides import Slide
from rnnviz.locale import N_, Refusal, translator

PATH, FILE = "/slides", "/slides-file"
# Of a request: pictures are some hundred kilobytes each.
MOST_BYTES = 80_000_000
# Requests that are read and answered at a time, each of which takes as much memory; and the seconds in which one has to
# be there.
MOST_AT_ONCE = 3
THERE_WITHIN = 120.0
LONGEST_NAME = 500
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
NONE = N_("These are no slides; nothing was made.")
SLOW = N_("The pictures did not come in time; try again.")


class SlidesFile:
    def __init__(self) -> None:
        self._now = 0

    def routes(self) -> list[BaseRoute]:
        return [Route(PATH, _page), Route(FILE, self._answer, methods=["POST"])]

    async def _answer(self, request: Request) -> Response:
        _ = translator(language_of(request))
        if not slides.is_installed():
            return PlainTextResponse(_(slides.NOT_INSTALLED), status_code=501)
        if self._now >= MOST_AT_ONCE:
            return PlainTextResponse(_(BUSY), status_code=429, headers=LATER)
        self._now += 1
        try:
            async with asyncio.timeout(THERE_WITHIN):
                body = await _body(request)
            made = await asyncio.to_thread(_made, body, str(request.base_url))
        except TimeoutError:
            return PlainTextResponse(_(SLOW), status_code=408)
        except Refusal as reason:
            return PlainTextResponse(reason.sentence(_), status_code=422)
        finally:
            self._now -= 1
        headers = {"Content-Disposition": "attachment; filename=rnnviz.pptx"}
        return Response(made, media_type=PPTX, headers=headers | plan_pages.HEADERS)


async def _page(request: Request) -> Response:
    words = lecture_plans.SLIDES
    return plan_pages.drawing("slides", words["slides"], language_of(request), words)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refusal(TOO_LONG)
    return bytes(body)


def _made(body: bytes, base: str) -> bytes:
    """Raises Refusal for what is no plan with a picture for each view."""
    try:
        told = orjson.loads(body)
        plan = LecturePlan.read(json.dumps(told["plan"]))
        pairs = list(zip(plan.stops, told["names"], told["pictures"], strict=True))
    except (ValueError, TypeError, KeyError) as reason:
        raise Refusal(NONE) from reason
    if not pairs:
        raise Refusal(NONE)
    return slides.pptx(plan.title, [_slide(*pair, base) for pair in pairs])


def _slide(stop: lecture_plans.Stop, name: object, picture: Any, base: str) -> Slide:
    try:
        png, svg = picture["png"], picture["svg"]
        pixels = base64.b64decode(png, validate=True)
    except (ValueError, TypeError, KeyError, binascii.Error) as reason:
        raise Refusal(NONE) from reason
    if not isinstance(name, str) or not isinstance(svg, str):
        raise Refusal(NONE)
    called = name[:LONGEST_NAME]
    notes = "\n\n".join(filter(None, [stop.say, "\n".join(stop.question)]))
    scheme, host, *_rest = urlsplit(base)
    link = f"{scheme}://{host}/{stop.view}"
    return Slide(stop.ask or called, notes, called, link, pixels, svg)
