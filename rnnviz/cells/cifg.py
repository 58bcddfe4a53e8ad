"""The LSTM with coupled gates: it writes as much as it forgets (Greff et al. 2015).

I = 1 − F, so that the input gate has no parameters of its own.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, affine
from rnnviz.locale import N_


class CIFG(Cell):
    """Parameters W_xf, W_xo, W_xc (d, h); W_hf, W_ho, W_hc (h, h); b_f, b_o, b_c (1, h)."""

    name = "cifg"
    title = "CIFG"
    year = 2015
    paper = "Greff et al.: LSTM: A Search Space Odyssey"
    states = ("H", "C")
    weights = (*affine("f", "F"), *affine("o", "O"), *affine("c", "C_tilde"))
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f"),
        Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o", letter="o"),
        Quantity(
            "C_tilde", "candidate", N_("candidate memory cell"), N_("candidate"),
            pre="A_c", letter="c", accent="tilde",
        ),
        Quantity("C", "memory", N_("memory cell"), N_("memory")),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "forget",
            N_("forget gate"),
            "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
            N_("Near 1, the old memory is kept; near 0, the candidate takes its place."),
        ),
        Phase(
            "output",
            N_("output gate"),
            "O = sigmoid(X @ W_xo + H_prev @ W_ho + b_o)",
            N_("How much of the memory is shown to the hidden state: near 0 it is kept to itself."),
        ),
        Phase(
            "candidate",
            N_("candidate memory cell"),
            "C_tilde = tanh(X @ W_xc + H_prev @ W_hc + b_c)",
            N_("What could be written into the memory at this step."),
        ),
        Phase(
            "memory",
            N_("memory cell"),
            "C = F * C_prev + (1 - F) * C_tilde",
            N_("A mixture, unit by unit: F of the old memory, 1 − F of the candidate."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = O * tanh(C)",
            N_("The part of the memory that the output gate lets out."),
        ),
    )
