"""The recurrent neural network with a hidden state (000; 002, 6.2.2; 001 and 004 in their letters)."""

from dataclasses import replace
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
        label = sign(checked_activation(phi))
        alone = _row(label, 30, bias=9, x=54)
        low = _row(label, 45, bias=33, x=57)
        output = Diagram(
            nodes=(
                *low.nodes,
                Node("output_product", "function", 76, 33, "logits", "W_hq"),
                Node("output_bias", "function", 56, 22, "logits", "b_q"),
                Node("output_plus", "sum", 76, 22, "logits", "+", "logits", strip=(92, 22)),
                Node("softmax", "function", 76, 9, "predict", "softmax", "Y_hat", strip=(92, 9)),
            ),
            edges=(
                Edge("phi", "output_product", "H", ((76, 45),)),
                *low.edges,
                Edge("output_product", "output_plus", "logits"),
                Edge("output_bias", "output_plus", "logits"),
                Edge("output_plus", "softmax", "logits"),
            ),
            strip_width=low.strip_width,
        )
        return replace(alone, with_output=output)


def _row(label: str, y: float, bias: float, x: float) -> Diagram:
    """The state's way from left to right at height y, b_h above it and X below."""
    return Diagram(
        nodes=(
            Node("h_prev", "source", 8, y, writes="H", before=True),
            Node("x", "source", 10, x, writes="X"),
            Node("h_product", "function", 24.5, y, "hidden", "W_hh"),
            Node("x_product", "function", 24.5, x, "hidden", "W_xh"),
            Node("bias", "function", 36, bias, "hidden", "b_h"),
            Node("plus", "sum", 36, y, "hidden", "+", writes="A_h", strip=(49.5, y - 4)),
            Node("phi", "function", 64, y, "hidden", label),
            Node("h", "sink", 92, y, "hidden", writes="H"),
        ),
        edges=(
            Edge("h_prev", "h_product", "H", factor=(24.5, y + 6.6)),
            Edge("x", "x_product", "X"),
            Edge("h_product", "plus", "H"),
            Edge("x_product", "plus", "X", ((36, x),)),
            Edge("bias", "plus", "H"),
            Edge("plus", "phi", "H", factor=(50, y + 6.6)),
            Edge("phi", "h", "H"),
        ),
        strip_width=15,
    )
