"""Where a unit turns: the place of a text at which one begins to look at it."""

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array


def turn(values: Array, label: npt.NDArray[np.generic] | None = None) -> int:
    """The place at which a unit moves farthest as its label comes on, towards where it is while the
    label is on; without a label, the one at which it moves farthest.

    values: of the unit, (N,). label: (N,) or (N − 1,); of numbers, it is on above their median.
    Places of the second half, which is what a ranking measures, go before those of the first.
    """
    N = len(values)
    step = np.diff(values, prepend=values[0])
    begins = np.ones(N, bool)
    if label is None:
        step = np.abs(step)
    else:
        numbers = label.astype(np.float64)
        on = numbers > (0.0 if label.dtype.kind == "b" else np.median(numbers))
        begins = np.zeros(N, bool)
        begins[1 : len(on)] = on[1:] & ~on[:-1]
        own = values[: len(on)]
        if on.any() and own[on].mean() < own.mean():
            step = -step
    for half in (np.arange(N // 2, N), np.arange(N)):
        places = half[begins[half]]
        if len(places):
            return int(places[np.argmax(step[places])])
    return 0
