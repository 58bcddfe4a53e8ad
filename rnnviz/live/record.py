"""A training's record: its losses and what it wrote, as they stand at a moment."""

import math
from typing import Any

from rnnviz.training import Runs, RunView

# A curve in a file is drawn once, on a screen.
MOST_POINTS, MOST_SAMPLES = 600, 40
LINES = ("uniform", "unigram", "bigram", "entropy")


def record(runs: Runs, run: str) -> dict[str, Any]:
    """{cell, hidden, status, step, steps, loss, validation, lines, samples} of a run.

    loss, validation: points [step, nats a character], thinned out in a long run. lines: the losses
    that the view draws across. samples: the last ones, the oldest first.
    Raises ValueError for a run that is not there.
    """
    seen = runs.read(run, 0, 0)
    return {
        **head(seen),
        "loss": thinned(points(seen.metrics["step"], seen.metrics["loss"])),
        "validation": thinned(points(seen.metrics["step"], seen.metrics["validation"])),
        "samples": [
            {"step": one.step, "temperature": one.temperature, "text": one.text}
            for one in seen.samples[-MOST_SAMPLES:]
        ],
    }


def curve(runs: Runs, run: str) -> dict[str, Any]:
    """{run, title, points} of a run, whose losses lie below those of another.

    points: [step, nats a character], of the validation loss where it was measured, else of training.
    Raises ValueError for a run that is not there.
    """
    seen = runs.read(run, 0, 0)
    step, loss, validation = (seen.metrics[name] for name in ("step", "loss", "validation"))
    return {
        "run": run,
        "title": f"{seen.config.cell.upper()}, h = {seen.config.hidden_size}",
        "points": thinned(points(step, validation) or points(step, loss)),
    }


def points(steps: Any, values: Any) -> list[tuple[int, float]]:
    """The points [step, nats a character] of a curve, where it has a finite value."""
    return [
        (int(step), round(float(value), 4))
        for step, value in zip(steps, values, strict=True)
        if math.isfinite(value)
    ]


def thinned(curve: list[tuple[int, float]], most: int = MOST_POINTS) -> list[tuple[int, float]]:
    """Points of a curve at equal distances, about `most` of them, and the last one."""
    every = max(1, math.ceil(len(curve) / most))
    return [*curve[:-1:every], *curve[-1:]]


def head(seen: RunView) -> dict[str, Any]:
    """{cell, hidden, status, step, steps, lines} of a run; see `record`."""
    levels = {name: _finite(getattr(seen, name)) for name in LINES}
    return {
        "cell": seen.config.cell,
        "hidden": seen.config.hidden_size,
        "status": seen.status,
        "step": seen.step,
        "steps": seen.config.steps,
        "lines": {name: value for name, value in levels.items() if value},
    }


def _finite(value: float | None) -> float | None:
    return round(float(value), 4) if value is not None and math.isfinite(value) else None
