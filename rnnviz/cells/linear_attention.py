"""Linear attention: what was said is added to a matrix, and nothing is ever taken out.

Attention without the softmax is a recurrence (Katharopoulos et al. 2020): the sum over all earlier
steps of (Q · K_i) V_i is Q S, with S = Σ K_iᵀ V_i. The paper's feature map and its divisor, the sum
of all keys, are left out, as in the cells that came after it.
"""

from rnnviz.cells.description import Phase
from rnnviz.cells.matrix_memory import (
    ASKED,
    HIDDEN,
    INPUT,
    KEYS,
    QUERY,
    READ_PHASE,
    VALUE,
    VALUE_PHASE,
    WHOLE,
    MatrixMemory,
)
from rnnviz.locale import N_


class LinearAttention(MatrixMemory):
    """Parameters W_xk, W_xq (d, k); W_xv (d, h). The trace's S is (T, n, k, h).

    The papers' scale of 1/√k at the query is a factor of W_xq.
    """

    name = "linear"
    title = N_("linear attention")
    year = 2020
    paper = "Katharopoulos et al.: Transformers are RNNs"
    weights = ASKED
    quantities = (INPUT, KEYS, VALUE, QUERY, WHOLE, HIDDEN)
    phases = (
        Phase("key", N_("key"), "K = X @ W_xk", N_("Where this step writes.")),
        VALUE_PHASE,
        Phase("query", N_("query"), "Q = X @ W_xq", N_("What this step asks for.")),
        Phase(
            "memory",
            N_("memory"),
            "S = S_prev + outer(K, V)",
            N_("The value is added at the key; what is there already stays."),
        ),
        READ_PHASE,
    )
