"""The original long short-term memory, without a forget gate (Hochreiter and Schmidhuber 1997).

The paper squashes the candidate with g(x) = 4σ(x) − 2 and the memory with h(x) = 2σ(x) − 1, which
are 2 tanh(x/2) and tanh(x/2); here both are tanh, so that it is the LSTM with F = 1.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, affine
from rnnviz.locale import N_


class LSTM1997(Cell):
    """Parameters W_xi, W_xo, W_xc (d, h); W_hi, W_ho, W_hc (h, h); b_i, b_o, b_c (1, h)."""

    name = "lstm1997"
    title = "LSTM 1997"
    year = 1997
    paper = "Hochreiter, Schmidhuber: Long Short-Term Memory"
    states = ("H", "C")
    weights = (*affine("i", "I"), *affine("o", "O"), *affine("c", "C_tilde"))
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("I", "gate", N_("input gate"), N_("input"), pre="A_i", letter="i"),
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
            "input",
            N_("input gate"),
            "I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)",
            N_("How much of the candidate is written into the memory: near 0 nothing, near 1 all of it."),
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
            "C = C_prev + I * C_tilde",
            N_("All of the old memory stays, and what is written is added to it."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = O * tanh(C)",
            N_("The part of the memory that the output gate lets out."),
        ),
    )
