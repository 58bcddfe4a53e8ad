"""The minimal gated unit: a GRU whose one gate both resets and updates (Zhou et al. 2016)."""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, affine
from rnnviz.locale import N_


class MGU(Cell):
    """Parameters W_xf, W_xh (d, h); W_hf, W_hh (h, h); b_f, b_h (1, h)."""

    name = "mgu"
    title = "MGU"
    year = 2016
    paper = "Zhou et al.: Minimal Gated Unit for Recurrent Neural Networks"
    weights = (*affine("f", "F"), *affine("h", "H_tilde"))
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f"),
        Quantity(
            "H_tilde", "candidate", N_("candidate hidden state"), N_("candidate"),
            pre="A_h", letter="h", accent="tilde",
        ),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "forget",
            N_("forget gate"),
            "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
            N_("Near 0, the old state is kept; near 1, it is replaced, and the candidate sees all of it."),
        ),
        Phase(
            "candidate",
            N_("candidate hidden state"),
            "H_tilde = tanh(X @ W_xh + (F * H_prev) @ W_hh + b_h)",
            N_("What the state would become, from the input and what the gate lets through."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = (1 - F) * H_prev + F * H_tilde",
            N_("A mixture, unit by unit: 1 − F of the old state, F of the candidate."),
        ),
    )
