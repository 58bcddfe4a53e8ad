"""The recurrent neural network with a hidden state (000; 002, 6.2.2; 001 and 004 in their letters)."""

from collections.abc import Mapping

from rnnviz.cells.activations import ACTIVATIONS, DERIVATIVES, Array
from rnnviz.cells.cell import Cell, outer, total
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity
from rnnviz.locale import N_


def checked_activation(phi: str) -> str:
    """The name itself, if it is an activation; else a ValueError with those that are."""
    if not isinstance(phi, str) or phi not in ACTIVATIONS:
        raise ValueError(f"phi is {phi!r}; it must be one of {', '.join(ACTIVATIONS)}.")
    return phi


def activation_label(phi: str) -> str:
    """How the diagram writes an activation."""
    return {"sigmoid": "σ", "relu": "ReLU", "identity": "1"}.get(phi, phi)


class RNN(Cell):
    """H_t = φ(X_t W_xh + H_{t−1} W_hh + b_h), with W_xh (d, h), W_hh (h, h), b_h (1, h).

    phi: tanh (default), relu, sigmoid or identity.
    """

    name = "rnn"
    title = "RNN"
    parameter_axes = {"W_xh": "dh", "W_hh": "hh", "b_h": "1h"}

    def __init__(self, phi: str = "tanh", **parameters: object) -> None:
        self.phi = checked_activation(phi)
        super().__init__({"phi": phi}, parameters)

    def step(self, XW_xh: Array, H_prev: Array) -> dict[str, Array]:
        A_h = XW_xh + H_prev @ self.W_hh + self.b_h                 # (n, h)
        H = ACTIVATIONS[self.phi](A_h)
        return {"A_h": A_h, "H": H}

    def step_backward(
        self, q: Mapping[str, Array], H_prev: Array, dH: Array
    ) -> tuple[dict[str, Array], tuple[Array, ...]]:
        dA_h = dH * DERIVATIVES[self.phi](q["H"])
        dH_prev = dA_h @ self.W_hh.T
        return {"H": dH, "A_h": dA_h}, (dH_prev,)

    def parameter_gradients(
        self, q: Mapping[str, Array], H_prev: Array, d: Mapping[str, Array]
    ) -> dict[str, Array]:
        return {
            "W_xh": outer(q["X"], d["A_h"]),
            "W_hh": outer(H_prev, d["A_h"]),
            "b_h": total(d["A_h"]),
        }

    @property
    def description(self) -> Description:
        return Description(
            quantities=(
                Quantity("X", "input", N_("input"), N_("input")),
                Quantity("H", "state", N_("hidden state"), N_("hidden"), pre="A_h"),
            ),
            phases=(
                Phase(
                    "hidden",
                    N_("hidden state"),
                    "H = phi(X @ W_xh + H_prev @ W_hh + b_h)",
                    N_("Input and previous state are mixed into the new hidden state."),
                ),
            ),
            diagram=Diagram(
                nodes=(
                    Node("h_prev", "source", 7, 22, writes="H_prev"),
                    Node("x", "source", 12, 50, writes="X"),
                    Node("h_product", "function", 28, 22, "hidden", "W_hh"),
                    Node("x_product", "function", 28, 50, "hidden", "W_xh"),
                    Node("plus", "sum", 46, 22, "hidden", "+", writes="A_h"),
                    Node("phi", "function", 66, 22, "hidden", activation_label(self.phi)),
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
            ),
        )
