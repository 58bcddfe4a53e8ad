"""The recurrent neural network with a hidden state (000; 002, 6.2.2; 001 and 004 in their letters)."""

from typing import Any

from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity, affine
from rnnviz.cells.layout import sign
from rnnviz.locale import N_


def checked_activation(phi: str) -> str:
    """The name itself, if it is an activation; else a ValueError with those that are."""
    if not isinstance(phi, str) or phi not in ACTIVATIONS:
        raise ValueError(f"phi is {phi!r}; it must be one of {', '.join(ACTIVATIONS)}.")
    return phi


class RNN(Cell):
    """H_t = φ(X_t W_xh + H_{t−1} W_hh + b_h), with W_xh (d, h), W_hh (h, h), b_h (1, h).

    phi: tanh (default), relu, sigmoid or identity.
    """

    name = "rnn"
    title = "RNN"
    in_torch = True
    weights = affine("h", "H")
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("H", "state", N_("hidden state"), N_("hidden"), pre="A_h", letter="h"),
    )
    phases = (
        Phase(
            "hidden",
            N_("hidden state"),
            "H = phi(X @ W_xh + H_prev @ W_hh + b_h)",
            N_("Input and previous state are mixed into the new hidden state."),
        ),
    )

    def __init__(self, phi: str = "tanh", **parameters: object) -> None:
        self.phi = checked_activation(phi)
        super().__init__({"phi": phi}, **parameters)

    @classmethod
    def diagram(cls, description: Description, phi: str = "tanh", **options: Any) -> Diagram:
        return Diagram(
            nodes=(
                Node("h_prev", "source", 7, 22, writes="H", before=True),
                Node("x", "source", 12, 50, writes="X"),
                Node("h_product", "function", 28, 22, "hidden", "W_hh"),
                Node("x_product", "function", 28, 50, "hidden", "W_xh"),
                Node("plus", "sum", 46, 22, "hidden", "+", writes="A_h"),
                Node("phi", "function", 66, 22, "hidden", sign(checked_activation(phi))),
                Node("h", "sink", 93, 22, "hidden", writes="H"),
            ),
            edges=(
                Edge("h_prev", "h_product", "H"),
                Edge("x", "x_product", "X"),
                Edge("h_product", "plus", "H"),
                Edge("x_product", "plus", "X", ((46, 50),)),
                Edge("plus", "phi", "H"),
                Edge("phi", "h", "H"),
            ),
            strip_width=17,
        )
