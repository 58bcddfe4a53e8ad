"""The independently recurrent network: each unit reads only its own state (Li et al. 2018).

W_hh has become a vector: H_t = φ(X_t W_xh + u ⊙ H_{t−1} + b_h).
"""

from typing import Any

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description, Phase, Quantity, Weight
from rnnviz.cells.rnn import checked_activation
from rnnviz.locale import N_


class IndRNN(Cell):
    """Parameters W_xh (d, h); u_h (1, h); b_h (1, h).

    phi: relu (default), tanh, sigmoid or identity.
    """

    name = "indrnn"
    title = "IndRNN"
    year = 2018
    paper = "Li et al.: Independently Recurrent Neural Network (IndRNN)"
    weights = (
        Weight("W_xh", "input weight", "H"),
        Weight("u_h", "recurrent weight", "H", axes="1h"),
        Weight("b_h", "bias", "H"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("H", "state", N_("hidden state"), N_("hidden"), pre="A_h", letter="h"),
    )
    phases = (
        Phase(
            "hidden",
            N_("hidden state"),
            "H = phi(X @ W_xh + u_h * H_prev + b_h)",
            N_("Each unit mixes the input with its own previous state, and with no other unit's."),
        ),
    )

    def __init__(self, phi: str = "relu", **parameters: object) -> None:
        self.phi = checked_activation(phi)
        super().__init__({"phi": phi}, **parameters)

    @classmethod
    def described(cls, phi: str = "relu", **options: Any) -> Description:
        return super().described(phi=checked_activation(phi))
