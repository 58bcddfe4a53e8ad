"""The xLSTM's cell with a matrix: linear attention with exponential gates and a normaliser (Beck et al. 2024: mLSTM).

i = exp(I_tilde) may be of any size, f = σ(F_tilde), a number each. What is read is divided by the
weights that the query finds in N, the sum of all keys as the gates let them in, but never by less
than 1. As in `slstm`, the gates are multiplied with e^−M, so that no exponential overflows.
"""

from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.cells.matrix_memory import (
    ASKED,
    HIDDEN,
    INPUT,
    KEY,
    KEYS,
    NUMBER,
    QUERY,
    VALUE,
    VALUE_PHASE,
    WHOLE,
    MatrixMemory,
    number_gate,
)
from rnnviz.cells.slstm import FORGET_PHASE, STABILISER_PHASE
from rnnviz.locale import N_


class MLSTM(MatrixMemory):
    """Parameters W_xk, W_xq (d, k); W_xv, W_xo (d, h), b_o (1, h); W_xi, W_xf (d, 1), b_i, b_f (1, 1).

    States S, the normaliser N (n, k) and the stabiliser M (n, 1). The paper's scale of 1/√k at the
    key is a factor of W_xk; its biases of keys, values and queries are left out.
    """

    name = "mlstm"
    title = "mLSTM"
    year = 2024
    paper = "Beck et al.: xLSTM: Extended Long Short-Term Memory"
    states = ("S", "N", "M")
    weights = (
        *ASKED,
        *number_gate("i", "I_tilde"),
        *number_gate("f", "F_tilde"),
        Weight("W_xo", "input weight", "O"),
        Weight("b_o", "bias", "O"),
    )
    quantities = (
        INPUT,
        KEYS,
        VALUE,
        QUERY,
        Quantity(
            "I_tilde", "candidate", N_("exponent of the input gate"), N_("exponent"),
            letter="i", accent="tilde", axes=NUMBER,
        ),
        Quantity(
            "F_tilde", "candidate", N_("forget gate before its sigmoid"), N_("before σ"),
            letter="f", accent="tilde", axes=NUMBER,
        ),
        Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o", letter="o"),
        Quantity("M", "memory", N_("stabiliser"), N_("stabiliser"), axes=NUMBER),
        Quantity("I", "gate", N_("input gate"), N_("input"), axes=NUMBER),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), axes=NUMBER),
        WHOLE,
        Quantity("N", "memory", N_("normaliser"), N_("normaliser"), axes=KEY),
        Quantity("R", "candidate", N_("weights that the query finds"), N_("found"), axes=NUMBER),
        HIDDEN,
    )
    phases = (
        Phase("key", N_("key"), "K = X @ W_xk", N_("Where this step writes.")),
        VALUE_PHASE,
        Phase("query", N_("query"), "Q = X @ W_xq", N_("What this step asks for.")),
        Phase(
            "exponent",
            N_("exponent of the input gate"),
            "I_tilde = X @ W_xi + b_i",
            N_("The input gate is e to this, so that it has no upper bound."),
        ),
        Phase(
            "before-sigmoid",
            N_("forget gate before its sigmoid"),
            "F_tilde = X @ W_xf + b_f",
            N_("The forget gate is the sigmoid of this."),
        ),
        Phase(
            "output",
            N_("output gate"),
            "O = sigmoid(X @ W_xo + b_o)",
            N_("How much of the memory is shown to the hidden state: near 0 it is kept to itself."),
        ),
        STABILISER_PHASE,
        Phase(
            "input",
            N_("input gate"),
            "I = exp(I_tilde - M)",
            N_("How much of the value is written, beside what has been written before."),
        ),
        FORGET_PHASE,
        Phase(
            "memory",
            N_("memory"),
            "S = F * S_prev + I * outer(K, V)",
            N_("All fades by the forget gate, and the value is added at the key."),
        ),
        Phase(
            "normaliser",
            N_("normaliser"),
            "N = F * N_prev + I * K",
            N_("The sum of all keys that the gates let in, faded as the memory is."),
        ),
        Phase(
            "found",
            N_("weights that the query finds"),
            "R = across(Q * N)",
            N_("How much of all that was written the query asks for."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = O * (Q @ S) / max(max(R, -R), exp(-M))",
            N_("The memory asked, divided by what the query found; unscaled, by no less than 1."),
        ),
    )
