"""The minimal gated unit (Zhou et al. 2016): a GRU whose one gate both resets and updates.

No part of rnnviz knows it. It stands here as whoever adds a cell would write it, in one file.
"""

from collections.abc import Mapping

from rnnviz.cells.activations import Array, sigmoid, tanh
from rnnviz.cells.cell import Cell, outer, total
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity


class MinimalGatedUnit(Cell):
    """Parameters W_xf, W_xh (d, h); W_hf, W_hh (h, h); b_f, b_h (1, h)."""

    name = "mgu"
    title = "MGU"
    parameter_axes = {
        "W_xf": "dh", "W_hf": "hh", "b_f": "1h",
        "W_xh": "dh", "W_hh": "hh", "b_h": "1h",
    }  # fmt: skip

    def __init__(self, **parameters: object) -> None:
        super().__init__({}, parameters)

    def step(self, XW_xf: Array, XW_xh: Array, H_prev: Array) -> dict[str, Array]:
        A_f = XW_xf + H_prev @ self.W_hf + self.b_f
        F = sigmoid(A_f)
        A_h = XW_xh + (F * H_prev) @ self.W_hh + self.b_h
        H_tilde = tanh(A_h)
        H = (1 - F) * H_prev + F * H_tilde
        return {"A_f": A_f, "F": F, "A_h": A_h, "H_tilde": H_tilde, "H": H}

    def step_backward(
        self, q: Mapping[str, Array], H_prev: Array, dH: Array
    ) -> tuple[dict[str, Array], tuple[Array, ...]]:
        F, H_tilde = q["F"], q["H_tilde"]
        dH_tilde = dH * F
        dA_h = dH_tilde * (1 - H_tilde**2)
        dFH = dA_h @ self.W_hh.T
        dF = dH * (H_tilde - H_prev) + dFH * H_prev
        dA_f = dF * F * (1 - F)
        dH_prev = dH * (1 - F) + dFH * F + dA_f @ self.W_hf.T
        return {"H": dH, "F": dF, "H_tilde": dH_tilde, "A_f": dA_f, "A_h": dA_h}, (dH_prev,)

    def parameter_gradients(
        self, q: Mapping[str, Array], H_prev: Array, d: Mapping[str, Array]
    ) -> dict[str, Array]:
        return {
            "W_xf": outer(q["X"], d["A_f"]),
            "W_hf": outer(H_prev, d["A_f"]),
            "b_f": total(d["A_f"]),
            "W_xh": outer(q["X"], d["A_h"]),
            "W_hh": outer(q["F"] * H_prev, d["A_h"]),
            "b_h": total(d["A_h"]),
        }

    @property
    def description(self) -> Description:
        return Description(
            quantities=(
                Quantity("X", "input", "input", "input"),
                Quantity("F", "gate", "forget gate", "forget", pre="A_f"),
                Quantity("H_tilde", "candidate", "candidate", "candidate", pre="A_h"),
                Quantity("H", "state", "hidden state", "state"),
            ),
            phases=(
                Phase(
                    "forget",
                    "forget gate",
                    "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
                    "How much is forgotten, and replaced.",
                ),
                Phase(
                    "candidate",
                    "candidate",
                    "H_tilde = tanh(X @ W_xh + (F * H_prev) @ W_hh + b_h)",
                    "What could take its place.",
                ),
                Phase(
                    "hidden",
                    "hidden state",
                    "H = (1 - F) * H_prev + F * H_tilde",
                    "A mixture of the two.",
                ),
            ),
            diagram=Diagram(
                nodes=(
                    Node("h_prev", "source", 7, 8, writes="H_prev"),
                    Node("x", "source", 9, 56, writes="X"),
                    Node("forget", "function", 35, 39, "forget", "σ", writes="F"),
                    Node("candidate", "function", 70, 39, "candidate", "tanh", writes="H_tilde"),
                    Node("reset", "product", 55, 48, "candidate", "⊙"),
                    Node("one_minus", "one_minus", 35, 20, "hidden", "1−"),
                    Node("keep", "product", 35, 8, "hidden", "⊙"),
                    Node("write", "product", 70, 20, "hidden", "⊙"),
                    Node("plus", "sum", 82, 8, "hidden", "+"),
                    Node("h", "sink", 93, 8, "hidden", writes="H"),
                ),
                edges=(
                    Edge("h_prev", "forget", "H", ((4, 48), (33.5, 48))),
                    Edge("x", "forget", "X", ((36.5, 56),)),
                    Edge("h_prev", "reset", "H", ((4, 48),)),
                    Edge("forget", "reset", "F", ((55, 39),)),
                    Edge("reset", "candidate", "H", ((68.5, 48),)),
                    Edge("x", "candidate", "X", ((71.5, 56),)),
                    Edge("forget", "one_minus", "F"),
                    Edge("one_minus", "keep", "F"),
                    Edge("h_prev", "keep", "H"),
                    Edge("forget", "write", "F", ((45, 39), (45, 20))),
                    Edge("candidate", "write", "H_tilde"),
                    Edge("keep", "plus", "H"),
                    Edge("write", "plus", "H_tilde", ((82, 20),)),
                    Edge("plus", "h", "H"),
                ),
            ),
        )
