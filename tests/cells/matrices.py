"""A cell with a matrix as its memory that nobody would build."""

from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.cells.matrix_memory import MatrixMemory


class Everything(MatrixMemory):
    """A cell that nobody has built, with each operation on matrices, numbers and vectors."""

    name = title = "everything"
    states = ("S", "H", "N")
    weights = (
        Weight("W_xa", "input weight", "A", axes="dk"),
        Weight("W_ha", "recurrent weight", "A", axes="hk"),
        Weight("W_xb", "input weight", "B"),
        Weight("W_xg", "input weight", "G", axes="d1"),
        Weight("b_g", "bias", "G", axes="11"),
        Weight("P", "recurrent weight", "S", axes="kh"),
        Weight("b_h", "bias", "H"),
    )
    quantities = (
        Quantity("X", "input", "", ""),
        Quantity("A", "address", "", "", axes="k"),
        Quantity("B", "candidate", "", ""),
        Quantity("G", "gate", "", "", pre="A_g", axes="1"),
        Quantity("R", "candidate", "", "", axes="k"),
        Quantity("N", "candidate", "", "", axes="1"),
        Quantity("S", "memory", "", "", axes="kh"),
        Quantity("H", "state", "", ""),
    )
    phases = tuple(
        Phase(line.partition(" ")[0], "", line, "")
        for line in (
            "A = X @ W_xa + H_prev @ W_ha",
            "B = normalised(X @ W_xb) * norm(H_prev) + across(A)",
            "G = sigmoid(X @ W_xg + b_g)",
            "R = across(S_prev * P) + B @ S_prev.T",
            "N = across(max(A, R)) / norm(A) + across(G * B) - across(across(S_prev)) * N_prev",
            "S = (1 - G) * S_prev + A * tanh(P) - outer(R / (1 - G + exp(G)), softplus(B)) + N * P",
            "H = normalised(A) @ S + b_h * G + across(B)",
        )
    )
