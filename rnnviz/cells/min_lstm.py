"""The minimal LSTM: gates that read the input alone and share one whole (Feng et al. 2024).

There is no memory beside H any more, and no output gate; forget and input gate are divided by
their sum.
"""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.locale import N_


class MinLSTM(Cell):
    """Parameters W_xf, W_xi, W_xh (d, h); b_f, b_i, b_h (1, h)."""

    name = "minlstm"
    title = "minLSTM"
    year = 2024
    paper = "Feng et al.: Were RNNs All We Needed?"
    weights = (
        Weight("W_xf", "input weight", "F"),
        Weight("b_f", "bias", "F"),
        Weight("W_xi", "input weight", "I"),
        Weight("b_i", "bias", "I"),
        Weight("W_xh", "input weight", "H_tilde"),
        Weight("b_h", "bias", "H_tilde"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f"),
        Quantity("I", "gate", N_("input gate"), N_("input"), pre="A_i", letter="i"),
        Quantity("F_hat", "gate", N_("share that is kept"), N_("kept"), accent="hat"),
        Quantity("I_hat", "gate", N_("share that is written"), N_("written"), accent="hat"),
        Quantity("H_tilde", "candidate", N_("candidate hidden state"), N_("candidate"), letter="h", accent="tilde"),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "forget",
            N_("forget gate"),
            "F = sigmoid(X @ W_xf + b_f)",
            N_("From the input alone: how much the old state should count."),
        ),
        Phase(
            "input",
            N_("input gate"),
            "I = sigmoid(X @ W_xi + b_i)",
            N_("From the input alone: how much the candidate should count."),
        ),
        Phase(
            "kept",
            N_("share that is kept"),
            "F_hat = F / (F + I)",
            N_("The forget gate's part of both gates."),
        ),
        Phase(
            "written",
            N_("share that is written"),
            "I_hat = I / (F + I)",
            N_("The input gate's part of both gates."),
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
            "H = F_hat * H_prev + I_hat * H_tilde",
            N_("A mixture, unit by unit, of the old state and the candidate; both shares make 1."),
        ),
    )
