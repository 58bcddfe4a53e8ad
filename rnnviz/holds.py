"""Quantities held by hand: a value in the place of what an equation gives.

Whatever reads the quantity reads the held value, and no gradient passes through it.
"""

import math
import reprlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Hold:
    """`value` in the place of a quantity, for some units and steps, counted from 0.

    quantity: a name of the trace, such as F, C_tilde, H or a pre-activation A_f; in a cell made
    of cells with its prefix, such as backward.F. value: a number, or one for each of the steps.
    units, steps, samples: all of them by default; steps count in the order of the text, also for
    a cell that reads from the end.
    Raises ValueError for a value that is not a finite number, for units, steps or samples that
    are not whole numbers from 0, and for more or fewer values than steps.
    """

    quantity: str
    value: float | tuple[float, ...]
    units: Iterable[int] | None = None
    steps: Iterable[int] | None = None
    samples: Iterable[int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _finite(self.value))
        object.__setattr__(self, "units", _places("units", self.units))
        object.__setattr__(self, "steps", _places("steps", self.steps))
        object.__setattr__(self, "samples", _places("samples", self.samples))
        if self.steps is not None:
            self._check_values(len(tuple(self.steps)))

    def _check_values(self, steps: int) -> None:
        if isinstance(self.value, tuple) and len(self.value) != steps:
            raise ValueError(
                f"{self.quantity} is held at {len(self.value)} values over {steps} steps; "
                "it takes one value, or one for each step."
            )

    def check(self, widths: Mapping[str, int], steps: int, samples: int, title: str) -> None:
        """Raise ValueError unless the hold fits a cell and a batch of texts.

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
            ("sample", self.samples, samples),
        ):
            for place in places or ():
                if place >= count:
                    raise ValueError(
                        f"{self.quantity} is held at {word} {place}; "
                        f"{word}s run from 0 to {count - 1} here."
                    )
        if self.steps is None:
            self._check_values(steps)

    def within(self, quantity: str, steps: int, is_reversed: bool) -> "Hold":
        """The same hold under the name that a part of the cell gives the quantity.

        steps: the length of the text; is_reversed: whether the part reads it from its end.
        """
        own, value = self.steps, self.value
        if is_reversed and own is not None:
            own = [steps - 1 - step for step in own]
        elif is_reversed and isinstance(value, tuple):
            value = value[::-1]
        return replace(self, quantity=quantity, value=value, steps=own)

    def first(self, steps: int) -> "Hold | None":
        """The hold as far as the first `steps` steps go; None if it begins after them."""
        own = range(steps) if self.steps is None else tuple(self.steps)
        kept = [k for k, step in enumerate(own) if step < steps]
        if not kept:
            return None
        value = tuple(self.value[k] for k in kept) if isinstance(self.value, tuple) else self.value
        return replace(
            self, value=value, steps=None if self.steps is None else [own[k] for k in kept]
        )


def held_values(
    holds: Iterable[Hold], widths: Mapping[str, int], steps: int, samples: int
) -> dict[str, tuple[Array, Array]]:
    """Of each held quantity, where it is held (1, elsewhere 0) and at what (elsewhere 0).

    Both (T, n, h); n is 1 where no hold names samples. Where two holds meet, the later one
    counts. The holds fit, as `check` says.
    """
    holds = tuple(holds)
    n = 1 if all(hold.samples is None for hold in holds) else samples
    found: dict[str, tuple[Array, Array]] = {}
    for hold in holds:
        shape = (steps, n, widths[hold.quantity])
        is_held, value = found.setdefault(hold.quantity, (np.zeros(shape), np.zeros(shape)))
        places = zip((hold.steps, hold.samples, hold.units), shape, strict=True)
        place = np.ix_(*(list(range(size) if own is None else own) for own, size in places))
        is_held[place], value[place] = 1.0, np.reshape(hold.value, (-1, 1, 1))
    return found


def checked_holds(
    holds: object, widths: Mapping[str, int], steps: int, samples: int, title: str
) -> tuple[Hold, ...]:
    """The holds as a tuple. Raises ValueError if one of them is no Hold, or does not fit."""
    listed = tuple(holds) if isinstance(holds, Iterable) else (holds,)
    for hold in listed:
        if not isinstance(hold, Hold):
            raise ValueError(f"holds has {hold!r} in it; it takes a list such as [Hold('H', 0.5)].")
        hold.check(widths, steps, samples, title)
    return listed


def _finite(value: object) -> float | tuple[float, ...]:
    """One number, or several in a row."""
    if isinstance(value, tuple | list | np.ndarray):
        return tuple(map(_number, value))
    return _number(value)


def _number(value: object) -> float:
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
