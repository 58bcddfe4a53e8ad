"""Slopes, measured."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def central_difference(f: Callable[[Array], float], at: Array, eps: float = 1e-6) -> Array:
    """∂f of each number in `at`, from its values a little above and a little below."""
    slope = np.empty_like(at)
    for i in np.ndindex(at.shape):
        above, below = at.copy(), at.copy()
        above[i] += eps
        below[i] -= eps
        slope[i] = (f(above) - f(below)) / (2 * eps)
    return slope
