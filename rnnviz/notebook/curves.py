"""Small figures of a notebook: curves over the steps of a loop, as SVG that needs nothing else."""

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
# Of a number of an axis, its pixel.
Place = Callable[[float], float]
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 170, 58, 12, 26
# A curve is told from the next by its stroke, in the notebook's own ink.
STROKES = ("", "6 4", "2 4")
GRID = '<div style="display:flex;flex-wrap:wrap;gap:1.2em;align-items:start">{inside}</div>'
FIGURE = (
    '<figure style="margin:0;width:320px"><figcaption style="font-size:14px;overflow-wrap:anywhere">'
    "<strong>{name}</strong><br>{said}</figcaption>{picture}</figure>"
)


class Curve(NamedTuple):
    """values: one a measured step; what is not finite is a gap. is_log: whether its decades are drawn."""

    name: str
    values: Sequence[float]
    is_log: bool


def figures(shown: Sequence[tuple[str, str, list[Curve]]], steps: Sequence[int], more: str) -> str:
    """Figures of one row each: a name, a sentence, and curves over the steps. The name enters as text."""
    inside = "".join(
        FIGURE.format(name=escape(name), said=escape(said), picture=_picture(curves, steps))
        for name, said, curves in shown
    )
    return GRID.format(inside=inside) + (f"<p>{escape(more)}</p>" if more else "")


def _picture(curves: Sequence[Curve], steps: Sequence[int]) -> str:
    is_log = curves[0].is_log
    rows = [np.array(one.values, dtype=float) for one in curves]
    if is_log:
        rows = [np.log10(np.where(row > 0, row, np.nan)) for row in rows]
    rows = [np.where(np.isfinite(row), row, np.nan) for row in rows]
    known = np.concatenate(rows)
    known = known[np.isfinite(known)]
    if known.size == 0:
        return ""
    low, high = float(known.min()), float(known.max())
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5

    def x(step: float) -> float:
        first, last = steps[0], steps[-1]
        share = (step - first) / (last - first) if last > first else 0.5
        return LEFT + share * (WIDTH - LEFT - 8)

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def written(value: float) -> str:
        return f"{10**value if is_log else value:.2g}".replace("-", "−")

    paths = "".join(
        f'<path d="{_path(row, steps, x, y)}" fill="none" stroke="currentColor" stroke-width="1.6" '
        f'stroke-dasharray="{stroke}"><title>{escape(one.name)}</title></path>'
        for one, row, stroke in zip(curves, rows, STROKES, strict=False)
    )
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{y(value) + 5:.1f}" text-anchor="end">{written(value)}</text>'
        for value in (low, high)
    )
    below = (
        f'<text x="{LEFT}" y="{HEIGHT - 6}">{steps[0]}</text>'
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 6}" text-anchor="end">{steps[-1]}</text>'
    )
    key = "".join(
        f'<svg width="26" height="10"><path d="M0,5H26" stroke="currentColor" stroke-width="1.6" '
        f'stroke-dasharray="{stroke}"/></svg> {escape(one.name)}&ensp;'
        for one, stroke in zip(curves, STROKES, strict=False)
    )
    told = ", ".join(
        f"{one.name}: {written(row[np.isfinite(row)][-1])}"
        for one, row in zip(curves, rows, strict=True)
        if np.isfinite(row).any()
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(told)}" style="font-family:inherit;font-size:14px;fill:currentColor">'
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - 8}" height="{HEIGHT - TOP - BOTTOM}" fill="none" '
        f'stroke="currentColor" stroke-opacity="0.25"/>{paths}{ticks}{below}</svg>'
        f'<div style="font-size:14px">{key}</div>'
    )


def _path(row: Array, steps: Sequence[int], x: Place, y: Place) -> str:
    """A line through what is known, with gaps where it is not."""
    words, is_down = [], False
    for step, value in zip(steps, row, strict=True):
        if np.isfinite(value):
            words.append(f"{'L' if is_down else 'M'}{x(step):.1f},{y(value):.1f}")
        is_down = bool(np.isfinite(value))
    return "".join(words)
