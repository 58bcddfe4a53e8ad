"""Slopes, measured."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rnnviz.cells import Bidirectional, Cell

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


def gradients_are_slopes(
    cell: Cell | Bidirectional, inputs: Mapping[str, Array], dH: Array, *, atol: float = 1e-7
) -> None:
    """Assert that each gradient that the cell gives is the slope of the loss H · dH.

    inputs: X, (T, n, d), and initial states by name, (n, h).
    """

    def loss_with(name: str, value: Array) -> float:
        if name in inputs:
            H = cell.run(**{**inputs, name: value})["H"]
        else:
            H = cell.with_parameters(**{name: value}).run(**inputs)["H"]
        return float((H * dH).sum())

    gradients = cell.backward(cell.run(**inputs), dH)
    for name, value in {**cell.parameters, **inputs}.items():
        slope = central_difference(partial(loss_with, name), value)
        np.testing.assert_allclose(gradients[name], slope, rtol=0, atol=atol, err_msg=name)
