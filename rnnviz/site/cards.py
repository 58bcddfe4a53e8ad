"""The picture of a page for those who are sent its link: the one that stands for its chapter in the contents."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from rnnviz import web
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.course.contents.pictures import pictures
from rnnviz.explain import ledger
from rnnviz.locale import ENGLISH
from rnnviz.site.raster import Canvas

# Pixels, as senders of links want them.
WIDTH, HEIGHT = 1200, 630
MARGIN, PAD, WIDE = 60, 48, 9
PAGE, FAINT = "page", "faint"
# Whose picture stands for a page that is no chapter.
STANDS_FOR = {"step": "why_state", "train": "writing", "units": "one_unit"}
REST = "evolution"
# Of the river: which share of a step its layers are level, how strong their green is, in turns, and how many pixels
# a layer has that is drawn.
LEVEL, GREENS, THINNEST = 0.36, (0.55, 0.35), 1.5


def card(name: str) -> bytes:
    """The picture of the page at an address, as PNG; of the first page the river that stands there."""
    return (
        _home()
        if name == ""
        else _drawn(name if name in pictures() else STANDS_FOR.get(name, REST))
    )


@cache
def _drawn(name: str) -> bytes:
    shown = pictures()[name]
    canvas = Canvas(WIDTH, HEIGHT, _hues()[PAGE])
    inside = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    canvas.box((MARGIN, MARGIN), inside, _hues()[FAINT], radius=24)
    _DRAW[shown["kind"]](canvas, shown["frames"][shown["rest"]])
    return canvas.png()


@cache
def _home() -> bytes:
    """What an LSTM has left of each character of the first page's text, as layers; the first one is dark."""
    canvas = Canvas(WIDTH, HEIGHT, _hues()[PAGE])
    trace = trace_of(Link.first(ENGLISH))
    T = trace.steps
    # The upper edges of all layers at each step, (T + 1, T + 2), before the first one 0.
    edges = np.zeros((T + 1, T + 2))
    for t in range(T):
        sizes = np.abs(ledger(trace, t)[:, 0]).sum(axis=1)
        edges[t + 1] = np.pad(sizes, (0, T - t)).cumsum()[: T + 2]
    high = (HEIGHT - 2 * MARGIN) / edges.max()
    for x in range(MARGIN, WIDTH - MARGIN):
        place = (T + 0.5) * (x + 0.5 - MARGIN) / (WIDTH - 2 * MARGIN)
        step = min(int(place), T - 1)
        share = np.clip((place - step - LEVEL / 2) / (1 - LEVEL), 0, 1)
        eased = share * share * (3 - 2 * share)
        now = edges[step] + eased * (edges[step + 1] - edges[step])
        for k in range(1, T + 2):
            low, top = high * now[k - 1], high * now[k]
            if top - low < THINNEST:
                continue
            strength = 1 if k == 1 else GREENS[k % 2]
            corner = x, HEIGHT - MARGIN - top
            # A hair of paper lies between two layers.
            canvas.box(corner, (1, top - low - 1), _hues()["memory"], strength)
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
