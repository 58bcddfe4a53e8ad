"""What is right about answers, what follows from those before, and which slip explains a wrong one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.expression import Expression, Leaf, Parameter, value
from rnnviz.practice.rounding import DECIMALS, HALF, TINY, spread
from rnnviz.practice.slips import ROUNDED

# Of who rounds one decimal too far.
COARSE_DECIMALS, COARSE_HALF = DECIMALS - 1, 10 * HALF


@dataclass(frozen=True)
class Judged:
    """Of the answer to one quantity, or to one operation of its equation.

    right: as near to the true numbers as a reader who rounds each step comes. follows: that, or
    as near to what follows from the answers before it. slip: where it is neither, the one known slip that
    gives this answer, a key of `rnnviz.practice.SLIPS`; "" where none does, or more than one.
    """

    right: bool
    follows: bool
    slip: str


@dataclass(frozen=True)
class Sight:
    """What a reader has before him when he computes one equation of a step, or a part of it.

    read(leaf): its numbers, (1, h). off(leaf): how far off they may be. parameters: by name. phi:
    the cell's own activation. known: parts that he has computed before, (1, h) each.
    """

    read: Callable[[Leaf], Array]
    off: Callable[[Leaf], Array]
    parameters: Mapping[str, Array]
    phi: str
    known: Mapping[Expression, Array] = field(default_factory=dict)

    def computed(self, e: Expression) -> tuple[Array, Array]:
        """The value of an equation, and how far off it he may be, (h,) each."""
        known = {one: numbers for one, numbers in self.known.items() if one != e}
        values = dict(known)
        # Of a wrong answer there may be no logarithm: nothing is near to that.
        with np.errstate(all="ignore"):
            found = value(e, self._leaf, self.phi, values)
            off = np.maximum(spread(e, values, self.off, self.phi, known), HALF) + TINY
        return found.reshape(-1), off.reshape(-1)

    def _leaf(self, e: Leaf) -> Array:
        return self.parameters[e.name] if isinstance(e, Parameter) else self.read(e)


def is_near(answer: Array, found: Array, off: Array) -> bool:
    """Whether each number of an answer is as near as it may be off."""
    return bool((np.abs(answer - found) <= off).all())


def judged(
    e: Expression,
    answer: Array,
    true: Sight,
    own: Sight,
    slips: Mapping[str, tuple[Expression, ...]],
) -> Judged:
    """An answer to an equation. true: what was given; own: with the reader's answers before it; slips: what each makes
    of the equation."""
    sights = (true, own)
    right, follows = (is_near(answer, *sight.computed(e)) for sight in sights)
    fits = [
        slip
        for slip, trees in slips.items()
        if any(is_near(answer, *sight.computed(one)) for one in trees for sight in sights)
    ]
    if any(_is_rounded_too_far(answer, sight.computed(e)[0]) for sight in sights):
        fits.append(ROUNDED)
    is_plain = not right and not follows and len(fits) == 1
    return Judged(right, follows or right, fits[0] if is_plain else "")


def _is_rounded_too_far(answer: Array, found: Array) -> bool:
    """Whether it is what was found, to one decimal."""
    is_coarse = (answer == np.round(answer, COARSE_DECIMALS)).all()
    return bool(is_coarse and (np.abs(answer - found) <= COARSE_HALF + TINY).all())
