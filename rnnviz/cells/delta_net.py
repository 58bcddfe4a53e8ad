"""DeltaNet: what the key held before is taken out first (Schlag et al. 2021; Yang et al. 2024).

The delta rule of Widrow and Hoff (1960), as a memory: it is corrected by the difference between
what it should answer and what it answers.
"""

from dataclasses import replace

from rnnviz.cells.description import Phase, Quantity
from rnnviz.cells.matrix_memory import (
    ASKED,
    HIDDEN,
    INPUT,
    KEYS,
    NUMBER,
    QUERY,
    READ_PHASE,
    VALUE,
    VALUE_PHASE,
    WHOLE,
    MatrixMemory,
    number_gate,
)
from rnnviz.locale import N_

UNIT_KEYS, UNIT_QUERIES = replace(KEYS, pre="A_k"), replace(QUERY, pre="A_q")
# K and Q have length 1: then B = 1 replaces what is there.
UNIT_KEY = Phase(
    "key",
    N_("key"),
    "K = normalised(X @ W_xk)",
    N_("Where this step writes; its length is 1, so that only its direction counts."),
)
UNIT_QUERY = Phase(
    "query",
    N_("query"),
    "Q = normalised(X @ W_xq)",
    N_("What this step asks for, a direction, too."),
)
STRENGTH = Quantity("B", "gate", N_("writing strength"), N_("strength"), pre="A_b", letter="b", axes=NUMBER)
STRENGTH_PHASE = Phase(
    "strength",
    N_("writing strength"),
    "B = sigmoid(X @ W_xb + b_b)",
    N_("One number: 0 writes nothing, 1 replaces what the key held."),
)
OLD = Quantity("V_hat", "candidate", N_("old value"), N_("old"), accent="hat")


class DeltaNet(MatrixMemory):
    """Parameters W_xk, W_xq (d, k); W_xv (d, h); W_xb (d, 1), b_b (1, 1).

    B is the papers' β, here from 0 to 1; V_hat is what the key held before. The papers' activation
    of keys and queries (SiLU) and their short convolutions are left out.
    """

    name = "deltanet"
    title = "DeltaNet"
    year = 2021
    paper = "Schlag et al.: Linear Transformers Are Secretly Fast Weight Programmers"
    weights = (*ASKED, *number_gate("b", "B"))
    quantities = (INPUT, UNIT_KEYS, VALUE, UNIT_QUERIES, STRENGTH, OLD, WHOLE, HIDDEN)
    phases = (
        UNIT_KEY,
        VALUE_PHASE,
        UNIT_QUERY,
        STRENGTH_PHASE,
        Phase(
            "old",
            N_("old value"),
            "V_hat = K @ S_prev",
            N_("What the memory answers to this key so far."),
        ),
        Phase(
            "memory",
            N_("memory"),
            "S = S_prev + outer(K, B * (V - V_hat))",
            N_("The difference is written: at this key the old value goes, and the new one comes."),
        ),
        READ_PHASE,
    )
