"""The gated recurrent unit, as the documents define it (003, "GRU"; Cho et al. 2014).

The reset gate acts before the matrix product: (R ⊙ H) W_hh. PyTorch's GRU applies it after:
R ⊙ (H W_hh + b_hh); `reset_after=True` gives that variant, for weights that come from torch.
"""

from dataclasses import replace
from typing import Any

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import (
    Description,
    Diagram,
    Edge,
    Node,
    Phase,
    Quantity,
    Weight,
    affine,
)
from rnnviz.locale import N_

CANDIDATE_RESET_AFTER = "H_tilde = tanh(X @ W_xh + R * (H_prev @ W_hh + b_hh) + b_h)"


def checked_switch(name: str, value: object) -> bool:
    """The value itself, if it is True or False; else a ValueError."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {value!r}; it must be True or False.")
    return value


class GRU(Cell):
    """Parameters W_xr, W_xz, W_xh (d, h); W_hr, W_hz, W_hh (h, h); b_r, b_z, b_h (1, h).

    reset_after: False is the documents' equation; True is PyTorch's, with b_hh (1, h) more.
    """

    name = "gru"
    title = "GRU"
    in_torch = True
    weights = (*affine("r", "R"), *affine("z", "Z"), *affine("h", "H_tilde"))
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("R", "gate", N_("reset gate"), N_("reset"), pre="A_r", letter="r"),
        Quantity("Z", "gate", N_("update gate"), N_("update"), pre="A_z", letter="z"),
        Quantity(
            "H_tilde", "candidate", N_("candidate hidden state"), N_("candidate"),
            pre="A_h", letter="h", accent="tilde", torch="n",
        ),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "reset",
            N_("reset gate"),
            "R = sigmoid(X @ W_xr + H_prev @ W_hr + b_r)",
            N_("Near 0, the candidate ignores the old state; near 1, it sees all of it."),
        ),
        Phase(
            "update",
            N_("update gate"),
            "Z = sigmoid(X @ W_xz + H_prev @ W_hz + b_z)",
            N_("Near 1, the old state is kept; near 0, the candidate takes its place."),
        ),
        Phase(
            "candidate",
            N_("candidate hidden state"),
            "H_tilde = tanh(X @ W_xh + (R * H_prev) @ W_hh + b_h)",
            N_("What the state would become, from the input and what the reset gate lets through."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = Z * H_prev + (1 - Z) * H_tilde",
            N_("A mixture, unit by unit: Z of the old state, 1 − Z of the candidate."),
        ),
    )

    def __init__(self, reset_after: bool = False, **parameters: object) -> None:
        self.reset_after = checked_switch("reset_after", reset_after)
        super().__init__({"reset_after": reset_after}, **parameters)

    @classmethod
    def described(cls, reset_after: bool = False, **options: Any) -> Description:
        own = super().described(reset_after=checked_switch("reset_after", reset_after))
        if not reset_after:
            return own
        return replace(
            own,
            weights=(*own.weights, Weight("b_hh", "recurrent bias", "H_tilde")),
            phases=tuple(
                replace(phase, equation=CANDIDATE_RESET_AFTER) if phase.key == "candidate" else phase
                for phase in own.phases
            ),
        )

    @classmethod
    def diagram(cls, description: Description, reset_after: bool = False, **options: Any) -> Diagram:
        nodes: tuple[Node, ...] = (
            Node("h_prev", "source", 7, 8, writes="H", before=True),
            Node("x", "source", 9, 58, writes="X"),
            Node("update", "function", 27, 41.4, "update", "σ", writes="Z"),
            Node("reset", "function", 47, 41.4, "reset", "σ", writes="R"),
            Node("candidate", "function", 73, 41.4, "candidate", "tanh", writes="H_tilde"),
            Node("keep", "product", 27, 8, "hidden", "⊙", strip=(41, 8)),
            Node("one_minus", "one_minus", 54, 15, "hidden", "1−"),
            Node("write", "product", 73, 15, "hidden", "⊙", strip=(88, 25)),
            Node("plus", "sum", 82, 8, "hidden", "+"),
            Node("h", "sink", 93, 8, "hidden", writes="H"),
        )
        edges: tuple[Edge, ...] = (
            Edge("h_prev", "update", "H", ((4, 50), (25.5, 50))),
            Edge("x", "update", "X", ((28.5, 58),)),
            Edge("h_prev", "reset", "H", ((4, 50), (45.5, 50))),
            Edge("x", "reset", "X", ((48.5, 58),)),
            Edge("x", "candidate", "X", ((74.5, 58),)),
            Edge("update", "keep", "Z"),
            Edge("h_prev", "keep", "H"),
            Edge("update", "one_minus", "Z", ((27, 15),)),
            Edge("one_minus", "write", "Z"),
            Edge("candidate", "write", "H_tilde", factor=(90, 31)),
            Edge("keep", "plus", "H"),
            Edge("write", "plus", "H_tilde", ((82, 15),)),
            Edge("plus", "h", "H"),
        )
        # W_hh comes before the reset gate if the gate acts on the product.
        x = 62 if reset_after else 60
        edges += (Edge("reset", "reset_times", "R", ((47, 24), (x, 24))),)
        if reset_after:
            nodes += (
                Node("h_product", "function", 54.5, 50, "candidate", "W_hh"),
                Node("reset_times", "product", x, 50, "candidate", "⊙"),
            )
            edges += (
                Edge("h_prev", "h_product", "H", ((4, 50),)),
                Edge("h_product", "reset_times", "H"),
            )
        else:
            nodes += (Node("reset_times", "product", x, 50, "candidate", "⊙"),)
            edges += (Edge("h_prev", "reset_times", "H", ((4, 50),), factor=(52.4, 50)),)
        edges += (Edge("reset_times", "candidate", "H", ((71.5, 50),)),)
        return Diagram(nodes, edges)
