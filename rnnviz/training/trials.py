"""What the next step would do at other rates, tried now and then beside a training: whether its rate is too high.

`browser/trials.js` reads the same trials in a browser; both are held to the same cases.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# So many times the rate of the next step is tried.
TIMES = (0.01, 0.1, 1 / 3, 1.0, 3.0)
# The gradient steps done, the loss of the next batch, and what it is after a step at each of TIMES.
TRIAL = ("step", "loss", *(f"after_{k}" for k in range(len(TIMES))))
OWN = TIMES.index(1.0)
# A step that raises the loss of its own batch by this share of it is too large, where a smaller one lowers it by that
# share; a loss below 1 nat is taken as 1.
RAISED, LOWERED = 0.2, 0.005
# Of a training that has not diverged, the trials that there are at least, and the share of them that raise the loss.
LEAST, OFTEN = 3, 0.5


class TooHigh(NamedTuple):
    """A trial that proves it. step: the one that was tried. raised: the loss of its batch, in nats, by a step at its
    rate, or inf; lowered: by one at TIMES[part] of it."""

    step: int
    part: int
    raised: float
    lowered: float


def too_high(trials: npt.NDArray[np.float64], *, diverged: bool) -> TooHigh | None:
    """The trial that proves that a training's rate is too high; None where none does. trials: rows of TRIAL.

    A trial proves it where a step at the rate raises the loss and a smaller one lowers it. Of several that one counts
    in which the largest step that lowers it is smallest, and then the one that raises it most.
    """
    found: list[TooHigh] = []
    raising, count = 0, 0
    for step, loss, *after in trials.tolist():
        if not math.isfinite(loss):
            continue
        scale, raised = max(loss, 1.0), after[OWN] - loss
        count += 1
        if raised <= RAISED * scale:
            continue
        raising += 1
        part = next((k for k in reversed(range(OWN)) if loss - after[k] > LOWERED * scale), None)
        if part is not None:
            found.append(TooHigh(int(step) + 1, part, raised, loss - after[part]))
    if not diverged and (count < LEAST or raising < OFTEN * count):
        return None
    return min(found, key=lambda one: (one.part, -one.raised), default=None)
