"""Every symbol of 004 with its shape, and the parameters counted (000, 002, 003, 004)."""

from dataclasses import dataclass
from math import prod

import numpy as np

from rnnviz.cells import EVERY_CELL, RNN
from rnnviz.cells.activations import Array
from rnnviz.locale import N_


@dataclass(frozen=True)
class Symbol:
    """A symbol of 004: in LaTeX, what it is, and its shape, such as ("N", "D").

    shared: whether it is a parameter, the same at every time step.
    """

    latex: str
    title: str
    axes: tuple[str, ...]
    shared: bool = False

    def shape(self, sizes: dict[str, int]) -> tuple[int, ...]:
        """Its shape for sizes such as {"D": 3, "N": 4, "K": 2}."""
        return tuple(sizes[axis] for axis in self.axes)


SYMBOLS = (
    Symbol("x_t", N_("input"), ("D",)),
    Symbol("h_{t-1}", N_("hidden state of the step before"), ("N",)),
    Symbol("W_{xh}", N_("input to hidden"), ("N", "D"), shared=True),
    Symbol("W_{hh}", N_("hidden to hidden"), ("N", "N"), shared=True),
    Symbol("b_h", N_("bias of the hidden layer"), ("N",), shared=True),
    Symbol("h_t", N_("hidden state"), ("N",)),
    Symbol("W_{hy}", N_("hidden to output"), ("K", "N"), shared=True),
    Symbol("b_y", N_("bias of the output layer"), ("K",), shared=True),
    Symbol("y_t", N_("output"), ("K",)),
)


def symbol_count(D: int, N: int, K: int) -> int:
    """The parameters of 004's RNN: N·D + N·N + N + K·N + K."""
    sizes = {"D": D, "N": N, "K": K}
    return sum(prod(symbol.shape(sizes)) for symbol in SYMBOLS if symbol.shared)


def parameter_count(cell_name: str, d: int, h: int, q: int) -> int:
    """The parameters of a cell in EVERY_CELL with an output layer, or of "bidirectional" RNNs.

    Raises ValueError for another name.
    """
    if cell_name == "bidirectional":
        return 2 * (parameter_count("rnn", d, h, q) - h * q - q) + 2 * h * q + q
    if cell_name not in EVERY_CELL:
        names = ", ".join(EVERY_CELL)
        raise ValueError(f"cell_name is {cell_name!r}; it must be one of {names} or bidirectional.")
    sizes = {"d": d, "h": h, "1": 1}
    axes = EVERY_CELL[cell_name].axes().values()
    return sum(prod(sizes[axis] for axis in letters) for letters in axes) + h * q + q


def driven_unit(phi: str, steps: int, weight: float = 1.5) -> Array:
    """One unit h_t = φ(weight · h_{t−1} + x_t) that reads 1 at every step, (steps,) (004, "f").

    Raises ValueError for a phi that is no activation.
    """
    unit = RNN(phi=phi, W_xh=[[1.0]], W_hh=[[weight]], b_h=[[0.0]])
    return unit.run(np.ones((steps, 1, 1)))["H"][:, 0, 0]
