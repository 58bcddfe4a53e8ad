"""The minimal gated unit (Zhou et al. 2016): a GRU whose one gate both resets and updates.

An example of a cell that rnnviz does not know, in one file, as its author would write it.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, affine


class MinimalGatedUnit(Cell):
    """Parameters W_xf, W_xh (d, h); W_hf, W_hh (h, h); b_f, b_h (1, h)."""

    name = "minimal"
    title = "Minimal"
    weights = (*affine("f", "F"), *affine("h", "H_tilde"))
    quantities = (
        Quantity("X", "input", "input", "input"),
        Quantity("F", "gate", "forget gate", "forget", pre="A_f", letter="f"),
        Quantity(
            "H_tilde", "candidate", "candidate", "candidate", pre="A_h", letter="h", accent="tilde"
        ),
        Quantity("H", "state", "hidden state", "state"),
    )
    phases = (
        Phase(
            "forget",
            "forget gate",
            "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
            "How much is forgotten, and replaced.",
        ),
        Phase(
            "candidate",
            "candidate",
            "H_tilde = tanh(X @ W_xh + (F * H_prev) @ W_hh + b_h)",
            "What could take its place.",
        ),
        Phase(
            "hidden",
            "hidden state",
            "H = (1 - F) * H_prev + F * H_tilde",
            "A mixture of the two.",
        ),
    )
