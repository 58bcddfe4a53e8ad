"""The network without hidden state: a perceptron with one hidden layer (000; 002, 6.2.1).

It sees each time step alone. It is here for comparison.
"""

from typing import Any

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity, Weight
from rnnviz.cells.layout import sign
from rnnviz.cells.rnn import checked_activation
from rnnviz.locale import N_


class MLP(Cell):
    """H = φ(X W_xh + b_h), with W_xh (d, h) and b_h (1, h).

    phi: tanh (default), relu, sigmoid or identity.
    """

    name = "mlp"
    title = "MLP"
    states = ()
    weights = (
        Weight("W_xh", "input weight", "H"),
        Weight("b_h", "bias", "H"),
    )
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("H", "state", N_("hidden layer"), N_("hidden"), pre="A_h", letter="h"),
    )
    phases = (
        Phase(
            "hidden",
            N_("hidden layer"),
            "H = phi(X @ W_xh + b_h)",
            N_("The hidden layer sees this input alone: nothing arrives from earlier steps."),
        ),
    )

    def __init__(self, phi: str = "tanh", **parameters: object) -> None:
        self.phi = checked_activation(phi)
        super().__init__({"phi": phi}, **parameters)

    @classmethod
    def diagram(cls, description: Description, phi: str = "tanh", **options: Any) -> Diagram:
        return Diagram(
            nodes=(
                Node("x", "source", 12, 46, writes="X"),
                Node("x_product", "function", 32, 46, "hidden", "W_xh"),
                Node("plus", "sum", 46, 28, "hidden", "+", writes="A_h"),
                Node("phi", "function", 66, 28, "hidden", sign(checked_activation(phi))),
                Node("h", "sink", 93, 28, "hidden", writes="H"),
            ),
            edges=(
                Edge("x", "x_product", "X"),
                Edge("x_product", "plus", "X", ((46, 46),)),
                Edge("plus", "phi", "H"),
                Edge("phi", "h", "H"),
            ),
            strip_width=17,
        )
