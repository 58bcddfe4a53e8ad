"""The minimal GRU: its gates no longer read the hidden state (Feng et al. 2024).

All gates and candidates of a text can be computed at once, and H_t = (1 − Z) ⊙ H_{t−1} + Z ⊙ H_tilde
is a sum with known weights. The paper's own gate letter: near 1, the candidate takes over.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.locale import N_


class MinGRU(Cell):
    """Parameters W_xz, W_xh (d, h); b_z, b_h (1, h)."""

    name = "mingru"
    title = "minGRU"
    year = 2024
    paper = "Feng et al.: Were RNNs All We Needed?"
    weights = (
        Weight("W_xz", "input weight", "Z"),
        Weight("b_z", "bias", "Z"),
        Weight("W_xh", "input weight", "H_tilde"),
        Weight("b_h", "bias", "H_tilde"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("Z", "gate", N_("update gate"), N_("update"), pre="A_z", letter="z"),
        Quantity("H_tilde", "candidate", N_("candidate hidden state"), N_("candidate"), letter="h", accent="tilde"),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "update",
            N_("update gate"),
            "Z = sigmoid(X @ W_xz + b_z)",
            N_("From the input alone: near 0, the old state is kept; near 1, the candidate takes its place."),
        ),
        Phase(
            "candidate",
            N_("candidate hidden state"),
            "H_tilde = X @ W_xh + b_h",
            N_("What the state would become, from the input alone, and without a bound."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = (1 - Z) * H_prev + Z * H_tilde",
            N_("A mixture, unit by unit: 1 − Z of the old state, Z of the candidate."),
        ),
    )
