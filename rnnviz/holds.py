"""Quantities held by hand: a value in the place of what an equation gives.

Whatever reads the quantity reads the held value, and no gradient passes through it.
"""

import math
import reprlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Hold:
    """`value` in the place of a quantity, for some units and steps, counted from 0.

    quantity: a name of the trace, such as F, C_tilde, H or a pre-activation A_f; in a cell made
    of cells with its prefix, such as backward.F. units, steps: all of them by default; steps
    count in the order of the text, also for a cell that reads from the end.
    Raises ValueError for a value that is not a finite number, and for units or steps that are not
    whole numbers from 0.
    """

    quantity: str
    value: float
    units: Iterable[int] | None = None
    steps: Iterable[int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _finite(self.value))
        object.__setattr__(self, "units", _places("units", self.units))
        object.__setattr__(self, "steps", _places("steps", self.steps))

    def check(self, widths: Mapping[str, int], steps: int, title: str) -> None:
        """Raise ValueError unless the hold fits a cell and a text.

        widths: the length of each quantity that can be held. title: the cell's name.
        """
        if self.quantity not in widths:
            raise ValueError(
                f"{title} computes no {self.quantity!r} that could be held; "
                f"it computes {', '.join(widths)}."
            )
        for word, places, count in (
            ("unit", self.units, widths[self.quantity]),
            ("step", self.steps, steps),
        ):
            for place in places or ():
                if place >= count:
                    raise ValueError(
                        f"{self.quantity} is held at {word} {place}; "
                        f"{word}s run from 0 to {count - 1} here."
                    )

    def within(self, quantity: str, steps: int, is_reversed: bool) -> "Hold":
        """The same hold under the name that a part of the cell gives the quantity.

        steps: the length of the text; is_reversed: whether the part reads it from its end.
        """
        own = self.steps
        if is_reversed and own is not None:
            own = [steps - 1 - step for step in own]
        return Hold(quantity, self.value, self.units, own)


def held_values(
    holds: Iterable[Hold], widths: Mapping[str, int], steps: int
) -> dict[str, tuple[Array, Array]]:
    """Of each held quantity, where it is held (1, elsewhere 0) and at what (elsewhere 0).

    Both (T, 1, h). Where two holds meet, the later one counts. The holds fit, as `check` says.
    """
    found: dict[str, tuple[Array, Array]] = {}
    for hold in holds:
        shape = (steps, 1, widths[hold.quantity])
        is_held, value = found.setdefault(hold.quantity, (np.zeros(shape), np.zeros(shape)))
        t = range(steps) if hold.steps is None else hold.steps
        units = range(shape[-1]) if hold.units is None else hold.units
        place = np.ix_(list(t), [0], list(units))
        is_held[place], value[place] = 1.0, hold.value
    return found


def checked_holds(
    holds: object, widths: Mapping[str, int], steps: int, title: str
) -> tuple[Hold, ...]:
    """The holds as a tuple. Raises ValueError if one of them is no Hold, or does not fit."""
    listed = tuple(holds) if isinstance(holds, Iterable) else (holds,)
    for hold in listed:
        if not isinstance(hold, Hold):
            raise ValueError(f"holds has {hold!r} in it; it takes a list such as [Hold('H', 0.5)].")
        hold.check(widths, steps, title)
    return listed


def _finite(value: object) -> float:
    if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
        # A whole number may be too large for a float.
        with suppress(OverflowError):
            if math.isfinite(value):
                return float(value)
    raise ValueError(f"value is {reprlib.repr(value)}; a quantity is held at a finite number.")


def _places(name: str, places: object) -> tuple[int, ...] | None:
    if places is None:
        return None
    fits = f"{name} takes whole numbers from 0, such as [4] or range(1, 5), or None for all of them"
    if not isinstance(places, Iterable) or isinstance(places, str):
        raise ValueError(f"{name} is {places!r}; {fits}.")
    listed = tuple(places)
    if not listed:
        raise ValueError(f"{name} is empty, so that nothing is held; {fits}.")
    for place in listed:
        if isinstance(place, bool) or not isinstance(place, int | np.integer) or place < 0:
            raise ValueError(f"{name} has {place!r} in it; {fits}.")
    return tuple(int(place) for place in listed)
