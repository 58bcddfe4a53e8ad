"""The network without hidden state: a perceptron with one hidden layer (000; 002, 6.2.1).

It sees each time step alone. It stands here to be compared with.
"""

from collections.abc import Mapping

from rnnviz.cells.activations import ACTIVATIONS, DERIVATIVES, Array
from rnnviz.cells.cell import Cell, outer, total
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity
from rnnviz.cells.rnn import activation_label, checked_activation
from rnnviz.locale import N_


class MLP(Cell):
    """H = φ(X W_xh + b_h), with W_xh (d, h) and b_h (1, h).

    phi: tanh (default), relu, sigmoid or identity.
    """

    name = "mlp"
    title = "MLP"
    parameter_axes = {"W_xh": "dh", "b_h": "1h"}
    states = ()

    def __init__(self, phi: str = "tanh", **parameters: object) -> None:
        self.phi = checked_activation(phi)
        super().__init__({"phi": phi}, parameters)

    def step(self, XW_xh: Array) -> dict[str, Array]:
        A_h = XW_xh + self.b_h                                      # (n, h)
        H = ACTIVATIONS[self.phi](A_h)
        return {"A_h": A_h, "H": H}

    def step_backward(
        self, q: Mapping[str, Array], dH: Array
    ) -> tuple[dict[str, Array], tuple[Array, ...]]:
        dA_h = dH * DERIVATIVES[self.phi](q["H"])
        return {"H": dH, "A_h": dA_h}, ()

    def parameter_gradients(
        self, q: Mapping[str, Array], H_prev: Array, d: Mapping[str, Array]
    ) -> dict[str, Array]:
        return {"W_xh": outer(q["X"], d["A_h"]), "b_h": total(d["A_h"])}

    @property
    def description(self) -> Description:
        return Description(
            quantities=(
                Quantity("X", "input", N_("input"), N_("input")),
                Quantity("H", "state", N_("hidden layer"), N_("hidden"), pre="A_h"),
            ),
            phases=(
                Phase(
                    "hidden",
                    N_("hidden layer"),
                    "H = phi(X @ W_xh + b_h)",
                    N_("The hidden layer sees this input alone: nothing arrives from earlier steps."),
                ),
            ),
            diagram=Diagram(
                nodes=(
                    Node("x", "source", 12, 46, writes="X"),
                    Node("x_product", "function", 32, 46, "hidden", "W_xh"),
                    Node("plus", "sum", 46, 28, "hidden", "+", writes="A_h"),
                    Node("phi", "function", 66, 28, "hidden", activation_label(self.phi)),
                    Node("h", "sink", 93, 28, "hidden", writes="H"),
                ),
                edges=(
                    Edge("x", "x_product", "X"),
                    Edge("x_product", "plus", "X", ((46, 46),)),
                    Edge("plus", "phi", "H"),
                    Edge("phi", "h", "H"),
                ),
            ),
        )
