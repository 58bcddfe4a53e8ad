"""The LSTM with exponential input gate and a normaliser (Beck et al. 2024, xLSTM: sLSTM).

i = exp(I_tilde) may be of any size, f = σ(F_tilde). The memory C is divided by N, which adds up the
same gates. So that no exponential overflows, the gates are multiplied with e^−M: I = i e^−M, and
F = f e^(M_{t−1} − M), which leaves C / N as it is.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, affine
from rnnviz.locale import N_

STABILISER_PHASE = Phase(
    "stabiliser",
    N_("stabiliser"),
    "M = max(logsigmoid(F_tilde) + M_prev, I_tilde)",
    N_("The larger of the two gates' logarithms, subtracted before e is raised to them."),
)
FORGET_PHASE = Phase(
    "forget",
    N_("forget gate"),
    "F = exp(logsigmoid(F_tilde) + M_prev - M)",
    N_("How much of the old memory counts, beside what is written now."),
)


class SLSTM(Cell):
    """Parameters as the LSTM's; states H, C, the normaliser N and the stabiliser M.

    The denominator is N itself, as in the paper's equations, and not the larger of N and 1.
    """

    name = "slstm"
    title = "sLSTM"
    year = 2024
    paper = "Beck et al.: xLSTM: Extended Long Short-Term Memory"
    states = ("H", "C", "N", "M")
    weights = (
        *affine("i", "I_tilde"),
        *affine("f", "F_tilde"),
        *affine("o", "O"),
        *affine("c", "C_tilde"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("I_tilde", "candidate", N_("exponent of the input gate"), N_("exponent"), letter="i", accent="tilde"),
        Quantity(
            "F_tilde", "candidate", N_("forget gate before its sigmoid"), N_("before σ"),
            letter="f", accent="tilde",
        ),
        Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o", letter="o"),
        Quantity(
            "C_tilde", "candidate", N_("candidate memory cell"), N_("candidate"),
            pre="A_c", letter="c", accent="tilde",
        ),
        Quantity("M", "memory", N_("stabiliser"), N_("stabiliser")),
        Quantity("I", "gate", N_("input gate"), N_("input")),
        Quantity("F", "gate", N_("forget gate"), N_("forget")),
        Quantity("C", "memory", N_("memory cell"), N_("memory")),
        Quantity("N", "memory", N_("normaliser"), N_("normaliser")),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "exponent",
            N_("exponent of the input gate"),
            "I_tilde = X @ W_xi + H_prev @ W_hi + b_i",
            N_("The input gate is e to this, so that it has no upper bound."),
        ),
        Phase(
            "before-sigmoid",
            N_("forget gate before its sigmoid"),
            "F_tilde = X @ W_xf + H_prev @ W_hf + b_f",
            N_("The forget gate is the sigmoid of this."),
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
        STABILISER_PHASE,
        Phase(
            "input",
            N_("input gate"),
            "I = exp(I_tilde - M)",
            N_("How much of the candidate is written, beside what has been written before."),
        ),
        FORGET_PHASE,
        Phase(
            "memory",
            N_("memory cell"),
            "C = F * C_prev + I * C_tilde",
            N_("What is kept of the old memory, and what is written to it."),
        ),
        Phase(
            "normaliser",
            N_("normaliser"),
            "N = F * N_prev + I",
            N_("The sum of all that the gates let in, faded as the memory is."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = O * (C / N)",
            N_("A weighted mean of all candidates, and the part of it that the output gate lets out."),
        ),
    )
