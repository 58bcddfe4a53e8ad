"""Gated DeltaNet: all of the memory fades by a gate, and a key's old value is taken out (Yang et al. 2024)."""

from rnnviz.cells.delta_net import (
    OLD,
    STRENGTH,
    STRENGTH_PHASE,
    UNIT_KEY,
    UNIT_KEYS,
    UNIT_QUERIES,
    UNIT_QUERY,
)
from rnnviz.cells.description import Phase, Quantity
from rnnviz.cells.matrix_memory import (
    ASKED,
    HIDDEN,
    INPUT,
    NUMBER,
    READ_PHASE,
    VALUE,
    VALUE_PHASE,
    WHOLE,
    MatrixMemory,
    number_gate,
)
from rnnviz.locale import N_


class GatedDeltaNet(MatrixMemory):
    """Parameters as DeltaNet's; W_xf (d, 1), b_f (1, 1).

    F is the papers' α. Theirs is σ(X W + b) to the power of a learnt number, which is 1 here.
    """

    name = "gateddeltanet"
    title = "Gated DeltaNet"
    year = 2024
    paper = "Yang et al.: Gated Delta Networks"
    weights = (*ASKED, *number_gate("b", "B"), *number_gate("f", "F"))
    quantities = (
        INPUT,
        UNIT_KEYS,
        VALUE,
        UNIT_QUERIES,
        STRENGTH,
        Quantity("F", "gate", N_("forget gate"), N_("forget"), pre="A_f", letter="f", axes=NUMBER),
        OLD,
        WHOLE,
        HIDDEN,
    )
    phases = (
        UNIT_KEY,
        VALUE_PHASE,
        UNIT_QUERY,
        STRENGTH_PHASE,
        Phase(
            "forget",
            N_("forget gate"),
            "F = sigmoid(X @ W_xf + b_f)",
            N_("One number for the whole memory: 1 keeps all of it, 0 empties it."),
        ),
        Phase(
            "old",
            N_("old value"),
            "V_hat = F * (K @ S_prev)",
            N_("What the memory answers to this key, once all of it has faded."),
        ),
        Phase(
            "memory",
            N_("memory"),
            "S = F * S_prev + outer(K, B * (V - V_hat))",
            N_("All fades by the forget gate; at this key the old value goes, and the new one comes."),
        ),
        READ_PHASE,
    )
