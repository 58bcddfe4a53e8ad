"""Equations to begin with: those of the built-in cells, and of a few that are none."""

from functools import cache

from rnnviz.cells import EVERY_CELL
from rnnviz.locale import N_

WITHOUT_OUTPUT_GATE = """\
I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)
F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)
C_tilde = tanh(X @ W_xc + H_prev @ W_hc + b_c)
C = F * C_prev + I * C_tilde
H = tanh(C)"""
LEAKY = """\
H_tilde = tanh(X @ W_xh + H_prev @ W_hh + b_h)
H = sigmoid(a) * H_prev + (1 - sigmoid(a)) * H_tilde"""
RESIDUAL = """\
Z = sigmoid(X @ W_xz + H_prev @ W_hz + b_z)
H = H_prev + Z * tanh(X @ W_xh + H_prev @ W_hh + b_h)"""

# Each with its title, in English; the catalogue has the translations.
SKETCHES = {
    N_("LSTM without output gate"): WITHOUT_OUTPUT_GATE,
    N_("Leaky RNN: each unit learns how slowly it changes"): LEAKY,
    N_("RNN that adds to its state through a gate"): RESIDUAL,
}


@cache
def equations_of(cell: str) -> str:
    """The equations of a built-in cell as text; `phi` is written as the function that it is."""
    example = EVERY_CELL[cell].random(1, 1, seed=0)
    phi = str(example.options.get("phi", ""))
    return "\n".join(example.equations).replace("phi(", f"{phi}(")
