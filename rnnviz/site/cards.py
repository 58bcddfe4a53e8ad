"""The picture of a page for those who are sent its link: the one that stands for its chapter in the contents."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from rnnviz import web
from rnnviz.course.contents.pictures import pictures
from rnnviz.site.raster import Canvas

# Pixels, as senders of links want them.
WIDTH, HEIGHT = 1200, 630
MARGIN, PAD, WIDE = 60, 48, 9
PAGE, FAINT = "page", "faint"
# Whose picture stands for a page that is no chapter.
STANDS_FOR = {"": "why_state", "step": "why_state", "train": "writing", "units": "one_unit"}
REST = "evolution"


def card(name: str) -> bytes:
    """The picture of the page at an address, as PNG."""
    return _drawn(name if name in pictures() else STANDS_FOR.get(name, REST))


@cache
def _drawn(name: str) -> bytes:
    shown = pictures()[name]
    canvas = Canvas(WIDTH, HEIGHT, _hues()[PAGE])
    inside = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    canvas.box((MARGIN, MARGIN), inside, _hues()[FAINT], radius=24)
    _DRAW[shown["kind"]](canvas, shown["frames"][shown["rest"]])
    return canvas.png()


# Where a picture from 0 to 1 lies.
LEFT, TOP = MARGIN + PAD, MARGIN + PAD
ACROSS, DOWN = WIDTH - 2 * LEFT, HEIGHT - 2 * TOP


def _bars(canvas: Canvas, bars: list[dict[str, Any]]) -> None:
    step = ACROSS / len(bars)
    for k, one in enumerate(bars):
        high = one["value"] * DOWN
        corner = LEFT + k * step + 0.12 * step, TOP + DOWN - high
        canvas.box(corner, (0.76 * step, high), _hues()[one["hue"]])


def _lines(canvas: Canvas, lines: list[dict[str, Any]]) -> None:
    for one in lines:
        points = [(LEFT + x * ACROSS, TOP + (1 - y) * DOWN) for x, y in one["points"]]
        canvas.line(points, _hues()[one["hue"]], WIDE)


def _strips(canvas: Canvas, rows: list[list[float | None]]) -> None:
    high, wide = DOWN / len(rows), ACROSS / len(rows[0])
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            corner = LEFT + c * wide + 4, TOP + r * high + 2
            hue = "ghost" if value is None else "below" if value < 0 else "above"
            share = 1 if value is None else min(1, 0.12 + abs(value))
            canvas.box(corner, (wide - 8, high - 4), _hues()[hue], share)


_DRAW: dict[str, Callable[[Canvas, Any], None]] = {
    "bars": _bars,
    "lines": _lines,
    "strips": _strips,
}


@cache
def _hues() -> dict[str, str]:
    """The light colours of the style sheets, by name."""
    light = web.TOKENS.read_text("utf-8").partition("}")[0]
    found = dict(re.findall(r"--([\w-]+): (?:var\([^#]*)?(#[0-9a-f]{6})\)?;", light))
    return {**found, "text": found["ink"]}
