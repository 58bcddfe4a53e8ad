"""What a follower's page draws where the lecturer is at no stage: a chapter, units,
or trainings.

    GET /hall-chapter?name=&lang=    a chapter, as its module draws it
    GET /hall-units?lang=            what the Units page's module needs

A chapter is drawn whole in the browser; here it comes without a Streamlit session. Of trainings the
room itself tells what has changed: they are read once for all who follow.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.caching import SHARED
from pages.server.language import language_of
from pages.shared import units
from pages.shared.assets import COURSE_ASSETS
from rnnviz import live
from rnnviz.course.outline import CHAPTERS
from rnnviz.course.pages import told
from rnnviz.locale import Refusal
from rnnviz.training import Runs

# The points of a curve on a phone, and the trainings of a race.
MOST_POINTS, MOST_RUNS = 120, 4
CURVES = ("loss", "validation")
HEADERS = {"Cache-Control": SHARED, "Vary": "Accept-Language"}


async def answer(request: Request) -> Response:
    """The chapter of this name; 404 where there is none."""
    name = request.query_params.get("name", "")
    if name not in CHAPTERS:
        return Response(status_code=404)
    body = await asyncio.to_thread(chapter, name, language_of(request), COURSE_ASSETS.url())
    return Response(body, media_type="application/json", headers=HEADERS)


@lru_cache(2 * len(CHAPTERS))
def chapter(name: str, language: str, _version: str) -> bytes:
    """What a chapter's module draws, as JSON. _version: of the course's files."""
    data = told(name, language) | {"base": COURSE_ASSETS.url()}
    return orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)


ROUTE = Route("/hall-chapter", answer)


async def units_answer(request: Request) -> Response:
    """What the Units page's module needs."""
    body = orjson.dumps(units.told(language_of(request)))
    return Response(body, media_type="application/json", headers=HEADERS)


UNITS_ROUTE = Route("/hall-units", units_answer)


def runs_of(room_view: str) -> tuple[str, ...]:
    """The trainings that the Train page shows at a link of ours, "train?run=a.b"."""
    page, _, query = room_view.partition("?")
    named = parse_qs(query).get("run", [""])[0] if page == "train" else ""
    return tuple(one for one in named.split(".") if one)[:MOST_RUNS]


@dataclass
class _Known:
    """What has been read of a training: its curves' points, what it wrote last, and the numbers of
    rows, samples, rows of REACH and writings."""

    points: dict[str, list[tuple[int, float]]]
    sample: str = ""
    rows: int = 0
    samples: int = 0
    reach: int = 0
    writings: int = 0


class Watch:
    """Trainings as they go on, read piece by piece: a row or a sample is read once."""

    def __init__(self, runs: Runs, names: Sequence[str]) -> None:
        self._runs = runs
        self.names = tuple(names)
        self._known = {name: _Known({curve: [] for curve in CURVES}) for name in names}

    def look(self) -> list[dict[str, Any]]:
        """Of each training {cell, hidden, status, step, steps, loss, validation, lines, sample}: as
        `live.record` has them, with fewer points, and what it wrote last."""
        return [told for name in self.names if (told := self._one(name))]

    def _one(self, name: str) -> dict[str, Any] | None:
        known = self._known[name]
        try:
            seen = self._runs.read(name, known.rows, known.samples, known.reach, known.writings)
        except Refusal:
            return None
        for curve in CURVES:
            known.points[curve] += live.points(seen.metrics["step"], seen.metrics[curve])
        # Not `seen.rows`: rows that a resumed worker has cut off are written again as they were.
        known.rows += len(seen.metrics["step"])
        known.reach += len(seen.reach)
        known.writings += len(seen.writings)
        if seen.samples:
            known.sample = seen.samples[-1].text
            known.samples += len(seen.samples)
        return {
            **live.head(seen),
            **{curve: live.thinned(known.points[curve], MOST_POINTS) for curve in CURVES},
            "sample": known.sample,
        }
