"""The LSTM whose gates see the memory (Gers and Schmidhuber 2000, 'Recurrent nets that time and count').

Input and forget gate look at C_{t−1}, the output gate at C_t, each unit at its own memory alone.
The memory is squashed with tanh on its way out, as in the LSTM that the documents define.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, Weight, affine
from rnnviz.locale import N_


class PeepholeLSTM(Cell):
    """The LSTM's parameters, and the peepholes p_i, p_f, p_o (1, h)."""

    name = "peephole"
    title = "Peephole LSTM"
    year = 2000
    paper = "Gers, Schmidhuber: Recurrent Nets that Time and Count"
    states = ("H", "C")
    weights = (
        *affine("i", "I"),
        Weight("p_i", "peephole", "I"),
        *affine("f", "F"),
        Weight("p_f", "peephole", "F"),
        *affine("o", "O"),
        Weight("p_o", "peephole", "O"),
        *affine("c", "C_tilde"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("I", "gate", N_("input gate"), N_("input"), pre="A_i", letter="i"),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f"),
        Quantity(
            "C_tilde", "candidate", N_("candidate memory cell"), N_("candidate"),
            pre="A_c", letter="c", accent="tilde",
        ),
        Quantity("C", "memory", N_("memory cell"), N_("memory")),
        Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o", letter="o"),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "input",
            N_("input gate"),
            "I = sigmoid(X @ W_xi + H_prev @ W_hi + p_i * C_prev + b_i)",
            N_("How much of the candidate is written into the memory: near 0 nothing, near 1 all of it."),
        ),
        Phase(
            "forget",
            N_("forget gate"),
            "F = sigmoid(X @ W_xf + H_prev @ W_hf + p_f * C_prev + b_f)",
            N_("How much of the old memory is kept: near 1 all of it, near 0 nothing."),
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
            "C = F * C_prev + I * C_tilde",
            N_("What is kept of the old memory, and what is written to it."),
        ),
        Phase(
            "output",
            N_("output gate"),
            "O = sigmoid(X @ W_xo + H_prev @ W_ho + p_o * C + b_o)",
            N_("How much of the memory is shown to the hidden state: near 0 it is kept to itself."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = O * tanh(C)",
            N_("The part of the memory that the output gate lets out."),
        ),
    )
