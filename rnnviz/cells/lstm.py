"""Long short-term memory (003, "LSTM"; Hochreiter and Schmidhuber 1997, with forget gate)."""

from typing import Any

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity, affine
from rnnviz.locale import N_


class LSTM(Cell):
    """Parameters W_xi, W_xf, W_xo, W_xc (d, h); W_hi, W_hf, W_ho, W_hc (h, h); b_i … b_c (1, h)."""

    name = "lstm"
    title = "LSTM"
    in_torch = True
    states = ("H", "C")
    weights = (*affine("i", "I"), *affine("f", "F"), *affine("o", "O"), *affine("c", "C_tilde"))
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        Quantity("I", "gate", N_("input gate"), N_("input"), pre="A_i", letter="i"),
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f"),
        Quantity("O", "gate", N_("output gate"), N_("output"), pre="A_o", letter="o"),
        Quantity(
            "C_tilde",
            "candidate",
            N_("candidate memory cell"),
            N_("candidate"),
            pre="A_c",
            letter="c",
            accent="tilde",
            torch="g",
        ),
        Quantity("C", "memory", N_("memory cell"), N_("memory")),
        Quantity("H", "state", N_("hidden state"), N_("hidden")),
    )
    phases = (
        Phase(
            "input",
            N_("input gate"),
            "I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)",
            N_(
                "How much of the candidate is written into the memory: near 0 nothing, near 1 all of it."
            ),
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
    )

    @classmethod
    def diagram(cls, description: Description, **options: Any) -> Diagram:
        return Diagram(
            nodes=(
                Node("c_prev", "source", 7, 7.2, writes="C", before=True),
                Node("h_prev", "source", 7, 50.5, writes="H", before=True),
                Node("x", "source", 9, 58, writes="X"),
                Node("forget", "function", 23, 44, "forget", "σ", writes="F"),
                Node("input", "function", 40, 44, "input", "σ", writes="I"),
                Node("candidate", "function", 61.5, 44, "candidate", "tanh", writes="C_tilde"),
                Node("output", "function", 80, 44, "output", "σ", writes="O"),
                Node("keep", "product", 23, 7.2, "memory", "⊙", strip=(36, 7.2)),
                Node("write", "product", 49, 15.9, "memory", "⊙", strip=(47.5, 26.2)),
                Node("plus", "sum", 49, 7.2, "memory", "+"),
                Node("squash", "function", 67.5, 17.5, "hidden", "tanh", strip=(86.8, 17.5)),
                Node("show", "product", 80, 24, "hidden", "⊙"),
                Node("c", "sink", 93, 7.2, "memory", writes="C"),
                Node("h", "sink", 93, 50.5, "hidden", writes="H"),
            ),
            edges=(
                Edge("h_prev", "forget", "H", ((21.5, 50.5),)),
                Edge("h_prev", "input", "H", ((38.5, 50.5),)),
                Edge("h_prev", "candidate", "H", ((60, 50.5),)),
                Edge("h_prev", "output", "H", ((78.5, 50.5),)),
                Edge("x", "forget", "X", ((24.5, 58),)),
                Edge("x", "input", "X", ((41.5, 58),)),
                Edge("x", "candidate", "X", ((63, 58),)),
                Edge("x", "output", "X", ((81.5, 58),)),
                Edge("forget", "keep", "F"),
                Edge("c_prev", "keep", "C"),
                Edge("input", "write", "I", ((40, 15.9),)),
                Edge("candidate", "write", "C_tilde", ((61.5, 15.9),), factor=(55.6, 15.9)),
                Edge("keep", "plus", "C"),
                Edge("write", "plus", "C_tilde"),
                Edge("plus", "c", "C"),
                Edge("plus", "squash", "C", ((67.5, 7.2),), factor=(59.2, 4.9)),
                Edge("output", "show", "O"),
                Edge("squash", "show", "C", ((67.5, 24),), factor=(72, 27.8)),
                Edge("show", "h", "H", ((89, 24), (89, 50.5))),
            ),
        )
