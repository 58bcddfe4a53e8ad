"""What the cells share whose memory is a matrix: it is written to and read from by keys.

Row k of the memory S (k, h) is what one number of a key finds there. A key K (k) writes a value V
(h) as the outer product Kᵀ V, and a query Q (k) reads Q S: the values, each as much as its key is
like the query.
"""

from typing import Any, Self

from rnnviz.cells.cell import Cell, whole_number
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.locale import N_

NUMBER, KEY, MEMORY = "1", "k", "kh"

INPUT = Quantity("X", "input", N_("input"), N_("input"))
KEYS = Quantity("K", "address", N_("key"), N_("key"), letter="k", axes=KEY)
VALUE = Quantity("V", "candidate", N_("value"), N_("value"), letter="v")
QUERY = Quantity("Q", "address", N_("query"), N_("query"), letter="q", axes=KEY)
WHOLE = Quantity("S", "memory", N_("memory"), N_("memory"), axes=MEMORY)
HIDDEN = Quantity("H", "state", N_("hidden state"), N_("hidden"))

ASKED = (
    Weight("W_xk", "input weight", "K", axes="dk"),
    Weight("W_xv", "input weight", "V"),
    Weight("W_xq", "input weight", "Q", axes="dk"),
)
VALUE_PHASE = Phase(
    "value", N_("value"), "V = X @ W_xv", N_("What this step would have the memory answer.")
)
READ_PHASE = Phase(
    "hidden",
    N_("hidden state"),
    "H = Q @ S",
    N_("The memory asked: each value, as much as its key is like the query."),
)


def number_gate(letter: str, name: str) -> tuple[Weight, Weight]:
    """The parameters of one number a step, X w + b, such as w_xb and b_b."""
    return (
        Weight(f"W_x{letter}", "input weight", name, axes="d1"),
        Weight(f"b_{letter}", "bias", name, axes="11"),
    )


class MatrixMemory(Cell):
    """A cell that carries S (n, k, h) from step to step; k is its `key_size`."""

    states: tuple[str, ...] = ("S",)

    @classmethod
    def random(
        cls, input_size: int, hidden_size: int, seed: int, key_size: int | None = None, **options: Any
    ) -> Self:
        """As `Cell.random`; key_size: the length of keys and queries, as many as values by default.

        Raises ValueError for a size that is not a whole number from 1.
        """
        h = whole_number("hidden_size", hidden_size, 1)
        k = whole_number("key_size", h if key_size is None else key_size, 1)
        d = whole_number("input_size", input_size, 1)
        return cls._drawn({"1": 1, "d": d, "h": h, "k": k}, seed, options)

    @property
    def key_size(self) -> int:
        """The length of keys and queries."""
        return self._sizes["k"]
