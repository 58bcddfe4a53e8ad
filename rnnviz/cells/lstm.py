"""Long short-term memory (003, "LSTM"; Hochreiter and Schmidhuber 1997, with forget gate)."""

from collections.abc import Mapping

from rnnviz.cells.activations import Array, sigmoid, tanh
from rnnviz.cells.cell import Cell, outer, total
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity
from rnnviz.locale import N_


class LSTM(Cell):
    """Parameters W_xi, W_xf, W_xo, W_xc (d, h); W_hi, W_hf, W_ho, W_hc (h, h); b_i … b_c (1, h)."""

    name = "lstm"
    title = "LSTM"
    states = ("H", "C")
    parameter_axes = {
        "W_xi": "dh", "W_hi": "hh", "b_i": "1h",
        "W_xf": "dh", "W_hf": "hh", "b_f": "1h",
        "W_xo": "dh", "W_ho": "hh", "b_o": "1h",
        "W_xc": "dh", "W_hc": "hh", "b_c": "1h",
    }  # fmt: skip

    def __init__(self, **parameters: object) -> None:
        super().__init__({}, parameters)

    def step(
        self, XW_xi: Array, XW_xf: Array, XW_xo: Array, XW_xc: Array, H_prev: Array, C_prev: Array
    ) -> dict[str, Array]:
        A_i = XW_xi + H_prev @ self.W_hi + self.b_i                 # (n, h)
        I = sigmoid(A_i)
        A_f = XW_xf + H_prev @ self.W_hf + self.b_f                 # (n, h)
        F = sigmoid(A_f)
        A_o = XW_xo + H_prev @ self.W_ho + self.b_o                 # (n, h)
        O = sigmoid(A_o)
        A_c = XW_xc + H_prev @ self.W_hc + self.b_c                 # (n, h)
        C_tilde = tanh(A_c)
        C = F * C_prev + I * C_tilde
        H = O * tanh(C)
        return {
            "A_i": A_i, "I": I, "A_f": A_f, "F": F, "A_o": A_o, "O": O,
            "A_c": A_c, "C_tilde": C_tilde, "C": C, "H": H,
        }  # fmt: skip

    def step_backward(
        self, q: Mapping[str, Array], H_prev: Array, C_prev: Array, dH: Array, dC: Array
    ) -> tuple[dict[str, Array], tuple[Array, ...]]:
        I, F, O, C_tilde = q["I"], q["F"], q["O"], q["C_tilde"]
        tanh_C = tanh(q["C"])
        dO = dH * tanh_C
        dC = dC + dH * O * (1 - tanh_C**2)
        dF = dC * C_prev
        dI = dC * C_tilde
        dC_tilde = dC * I
        dA_i = dI * I * (1 - I)
        dA_f = dF * F * (1 - F)
        dA_o = dO * O * (1 - O)
        dA_c = dC_tilde * (1 - C_tilde**2)
        dH_prev = dA_i @ self.W_hi.T + dA_f @ self.W_hf.T + dA_o @ self.W_ho.T + dA_c @ self.W_hc.T
        dC_prev = dC * F
        d = {
            "H": dH, "C": dC, "I": dI, "F": dF, "O": dO, "C_tilde": dC_tilde,
            "A_i": dA_i, "A_f": dA_f, "A_o": dA_o, "A_c": dA_c,
        }  # fmt: skip
        return d, (dH_prev, dC_prev)

    def parameter_gradients(
        self, q: Mapping[str, Array], H_prev: Array, d: Mapping[str, Array]
    ) -> dict[str, Array]:
        X = q["X"]
        return {
            "W_xi": outer(X, d["A_i"]), "W_hi": outer(H_prev, d["A_i"]), "b_i": total(d["A_i"]),
            "W_xf": outer(X, d["A_f"]), "W_hf": outer(H_prev, d["A_f"]), "b_f": total(d["A_f"]),
            "W_xo": outer(X, d["A_o"]), "W_ho": outer(H_prev, d["A_o"]), "b_o": total(d["A_o"]),
            "W_xc": outer(X, d["A_c"]), "W_hc": outer(H_prev, d["A_c"]), "b_c": total(d["A_c"]),
        }  # fmt: skip

    @property
    def description(self) -> Description:
        return Description(
            quantities=(
                Quantity("X", "input", N_("input"), N_("input")),
                Quantity("I", "gate", N_("input gate"), N_("input"), pre="A_i"),
                Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f"),
                Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o"),
                Quantity("C_tilde", "candidate", N_("candidate memory cell"), N_("candidate"), pre="A_c"),
                Quantity("C", "memory", N_("memory cell"), N_("memory")),
                Quantity("H", "state", N_("hidden state"), N_("hidden")),
            ),
            phases=(
                Phase(
                    "input",
                    N_("input gate"),
                    "I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)",
                    N_("How much of the candidate is written into the memory: near 0 nothing, near 1 all of it."),
                ),
                Phase(
                    "forget",
                    N_("forget gate"),
                    "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)",
                    N_("How much of the old memory is kept: near 1 all of it, near 0 nothing."),
                ),
                Phase(
                    "output",
                    N_("output gate"),
                    "O = sigmoid(X @ W_xo + H_prev @ W_ho + b_o)",
                    N_("How much of the memory is shown to the hidden state: near 0 it is kept to itself."),
                ),
                Phase(
                    "candidate",
                    N_("candidate memory cell"),
                    "C_tilde = tanh(X @ W_xc + H_prev @ W_hc + b_c)",
                    N_("What could be written into the memory at this step."),
                ),
                Phase(
                    "memory",
                    N_("memory cell"),
                    "C = F * C_prev + I * C_tilde",
                    N_("What is kept of the old memory, and what is written to it."),
                ),
                Phase(
                    "hidden",
                    N_("hidden state"),
                    "H = O * tanh(C)",
                    N_("The part of the memory that the output gate lets out."),
                ),
            ),
            diagram=Diagram(
                nodes=(
                    Node("c_prev", "source", 7, 8, writes="C_prev"),
                    Node("h_prev", "source", 7, 50, writes="H_prev"),
                    Node("x", "source", 9, 58, writes="X"),
                    Node("forget", "function", 23, 43, "forget", "σ", writes="F"),
                    Node("input", "function", 40, 43, "input", "σ", writes="I"),
                    Node("candidate", "function", 58, 43, "candidate", "tanh", writes="C_tilde"),
                    Node("output", "function", 80, 43, "output", "σ", writes="O"),
                    Node("keep", "product", 23, 8, "memory", "⊙", strip=(36, 8)),
                    Node("write", "product", 49, 17, "memory", "⊙", strip=(49, 26.5)),
                    Node("plus", "sum", 49, 8, "memory", "+"),
                    Node("squash", "function", 66, 15, "hidden", "tanh", strip=(81, 15)),
                    Node("show", "product", 80, 22, "hidden", "⊙"),
                    Node("c", "sink", 93, 8, "memory", writes="C"),
                    Node("h", "sink", 93, 50, "hidden", writes="H"),
                ),
                edges=(
                    Edge("h_prev", "forget", "H", ((21.5, 50),)),
                    Edge("h_prev", "input", "H", ((38.5, 50),)),
                    Edge("h_prev", "candidate", "H", ((56.5, 50),)),
                    Edge("h_prev", "output", "H", ((78.5, 50),)),
                    Edge("x", "forget", "X", ((24.5, 58),)),
                    Edge("x", "input", "X", ((41.5, 58),)),
                    Edge("x", "candidate", "X", ((59.5, 58),)),
                    Edge("x", "output", "X", ((81.5, 58),)),
                    Edge("forget", "keep", "F"),
                    Edge("c_prev", "keep", "C"),
                    Edge("input", "write", "I", ((40, 17),)),
                    Edge("candidate", "write", "C_tilde", ((58, 17),)),
                    Edge("keep", "plus", "C"),
                    Edge("write", "plus", "C_tilde"),
                    Edge("plus", "c", "C"),
                    Edge("plus", "squash", "C", ((66, 8),)),
                    Edge("output", "show", "O"),
                    Edge("squash", "show", "C", ((66, 22),)),
                    Edge("show", "h", "H", ((89, 22), (89, 50))),
                ),
            ),
        )
