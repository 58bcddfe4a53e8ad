"""What became of a training, from its recorded numbers: facts, which a view says in words.

A fact is {name, values}. `browser/verdict.js` finds the same ones in a browser; both are held to the
same cases.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rnnviz.training.trials import too_high
from rnnviz.training.writings import Writing

# A run is looked at in this many parts of equal length, each with this many steps at least.
PARTS, LEAST_STEPS = 10, 5
# The loss has fallen from one part to the next if its mean is lower by this many nats, and by this
# many standard errors of the difference.
FALLEN, ERRORS = 0.01, 2.0
# Fewer parts than these are no time to speak of.
LEAST_STILL = 2
# The validation loss has risen if it ends this much above its lowest, in nats.
RISEN = 0.05
# What is this close to the true entropy has nothing left to learn.
CLOSE = 0.03
# A training is held back by clipping if this share of its steps is clipped.
OFTEN = 0.5
# Of this many last steps the mean loss stands where nothing is validated.
LAST = 50
# What the parts of a rate that are tried are called, the smallest first.
PARTS_OF_RATE = ("Hundredth", "Tenth", "Third")

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fact:
    """One thing that the numbers say. name: which; values: its numbers."""

    name: str
    values: dict[str, float] = field(default_factory=dict)


class Part(NamedTuple):
    """Some steps in a row, up to and with `last`: their mean loss and its standard error."""

    first: int
    last: int
    mean: float
    error: float


@dataclass(frozen=True)
class Course:
    """What the losses of a run have done. step: its last one; end: the loss that it ends with; parts: see PARTS, [] of
    a run too short for them; still: the longest stretch of them in which the loss did not fall; lowest: the step of
    the lowest validation loss, and by how much it has risen since."""

    step: int
    end: float
    is_validated: bool
    parts: list[Part]
    still: list[Part]
    falls: bool
    lowest: int
    risen: float

    @property
    def has_risen(self) -> bool:
        """Whether it learns by heart: the validation loss has risen, and the training loss has not gone with it."""
        if self.risen <= RISEN or not self.parts:
            return False
        return self.parts[-1].mean - min(one.mean for one in self.parts) < self.risen / 2

    @property
    def rests_since(self) -> int | None:
        """The step since which the loss stands still; None if it does not."""
        rests = self.still and self.still[-1] == self.parts[-2] and not self.falls
        return self.still[0].first if rests else None

    @classmethod
    def of(cls, step: Numbers, loss: Numbers, validation: Numbers) -> "Course":
        """loss: finite somewhere."""
        trained, measured = np.isfinite(loss), np.isfinite(validation)
        parts = _parts(step[trained], loss[trained])
        is_validated = bool(measured.any())
        end = float(validation[measured][-1] if is_validated else loss[trained][-LAST:].mean())
        lowest = int(np.nanargmin(validation)) if is_validated else 0
        return cls(
            step=int(step[-1]),
            end=end,
            is_validated=is_validated,
            parts=parts,
            still=_still(parts),
            falls=bool(parts) and _falls(*parts[-2:]),
            lowest=int(step[lowest]),
            risen=end - float(validation[lowest]) if is_validated else 0.0,
        )

    def trend(self) -> list[Fact]:
        """Where it stood still, and how it ends."""
        found = []
        if self.still and (self.rests_since is None or self.has_risen):
            found.append(
                Fact("stoodStill", {"from": self.still[0].first, "to": self.still[-1].last})
            )
        if self.has_risen:
            found.append(Fact("risen", {"step": self.lowest, "by": self.risen}))
        elif self.falls:
            before, after = self.parts[-2:]
            values = {"by": before.mean - after.mean, "steps": after.last - before.last}
            found.append(Fact("falls", values))
        elif self.rests_since is not None:
            found.append(Fact("restsSince", {"step": self.rests_since}))
        elif self.parts:
            found.append(Fact("rests"))
        return found


def verdict(
    step: Numbers,
    loss: Numbers,
    scale: Numbers,
    validation: Numbers,
    writings: Sequence[Writing],
    trials: Numbers,
    *,
    status: str,
    steps: int,
    hidden: int,
    clip: float | None,
    bigram: float | None,
    entropy: float | None,
    diverged: bool = False,
) -> list[Fact]:
    """The facts in the order in which they are said, the last of them what to change first; [] before the first step.

    step, loss, scale, validation: the rows of METRICS; NaN stands for what was not measured. trials: rows of TRIAL.
    status: finished, stopped or failed; diverged: whether it failed for its loss. steps, hidden, clip: of the
    configuration. bigram, entropy: in nats a character, None where unknown.
    """
    trained = np.isfinite(loss)
    if not trained.any() or bigram is None:
        return []
    course = Course.of(step, loss, validation)
    clipped, count = int((scale[trained] < 1).sum()), int(trained.sum())
    gap = None if entropy is None else course.end - entropy

    facts = [Fact("failed", {"step": course.step})] if status == "failed" else []
    facts.append(_against(course, bigram))
    if gap is not None:
        facts.append(Fact("aboveEntropy", {"by": max(0.0, gap)}))
    facts += _words(writings)
    if clip is not None:
        facts.append(
            Fact("clipped" if clipped else "neverClipped", {"count": clipped, "of": count})
        )
    if tried := of_rate(trials, diverged=diverged):
        return [*facts, *tried]
    facts += course.trend()

    if diverged:
        advice = Fact("changeThird" if clip is not None else "changeClip")
    elif not course.parts:
        advice = Fact("changeLonger")
    elif course.has_risen:
        advice = Fact("changeEnd", {"step": course.lowest})
    elif gap is not None and gap < CLOSE:
        advice = Fact("changeNothing")
    elif course.falls:
        advice = Fact("changeSteps" if course.step >= steps else "changeGoOn", {"steps": 2 * steps})
    elif clip is not None and clipped > OFTEN * count:
        advice = Fact("changeThird")
    else:
        advice = (
            Fact("changeFaster")
            if course.end >= bigram
            else Fact("changeUnits", {"units": 2 * hidden})
        )
    return [*facts, advice]


def of_rate(trials: Numbers, *, diverged: bool = False) -> list[Fact]:
    """That the rate is too high, and by how much to lower it, where a trial proves it; also while it trains."""
    tried = too_high(trials, diverged=diverged)
    if tried is None:
        return []
    part = PARTS_OF_RATE[tried.part]
    values = {"step": tried.step, "lowered": tried.lowered}
    if math.isfinite(tried.raised):
        return [Fact(f"raises{part}", values | {"raised": tried.raised}), Fact(f"change{part}")]
    return [Fact(f"breaks{part}", values), Fact(f"change{part}")]


def _parts(step: Numbers, loss: Numbers) -> list[Part]:
    """The run in PARTS parts; [] if it is too short for them."""
    if len(step) < PARTS * LEAST_STEPS:
        return []
    bounds = [k * len(step) // PARTS for k in range(PARTS + 1)]
    return [
        Part(
            int(step[a]),
            int(step[b - 1]),
            float(loss[a:b].mean()),
            math.sqrt(float(loss[a:b].var()) / (b - a)),
        )
        for a, b in pairwise(bounds)
    ]


def _falls(before: Part, after: Part) -> bool:
    error = math.hypot(before.error, after.error)
    return before.mean - after.mean > max(FALLEN, ERRORS * error)


def _still(parts: Sequence[Part]) -> list[Part]:
    """The longest stretch of parts, the first of them if there are several, in which the loss did not fall, up to the
    one before the last: whether it falls at the end is said apart."""
    longest: list[Part] = []
    run: list[Part] = []
    for before, after in pairwise(parts[:-1]):
        run = [] if _falls(before, after) else [*run, after]
        if len(run) > len(longest):
            longest = run
    return longest if len(longest) >= LEAST_STILL else []


def _against(course: Course, bigram: float) -> Fact:
    name = "belowBigram" if course.end < bigram else "aboveBigram"
    values = {"loss": course.end, "by": abs(bigram - course.end)}
    return Fact(name if course.is_validated else f"{name}Training", values)


def _words(writings: Sequence[Writing]) -> list[Fact]:
    """From which checkpoint on each one writes real words, and how much of the last writing is such."""
    counted = [one for one in writings if one.words is not None]
    if not counted:
        return []
    last = counted[-1]
    if not last.words:
        return [Fact("noWords")]
    without = max((k for k, one in enumerate(counted) if not one.words), default=-1)
    return [Fact("words", {"step": counted[without + 1].step, "share": last.share or 0.0})]
