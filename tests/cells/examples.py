"""The cells that the tests run, by a name for each."""

import numpy as np
from numpy.typing import NDArray

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional
from rnnviz.cells import EVOLUTION, MATRIX_CELLS, Cell

# Of T, n, d and h.
SIZES = [(1, 1, 1, 1), (5, 1, 3, 4), (7, 3, 6, 8), (30, 2, 5, 16)]

KINDS: dict[str, tuple[type[Cell], dict[str, object]]] = {
    "mlp": (MLP, {}),
    "mlp-relu": (MLP, {"phi": "relu"}),
    "rnn": (RNN, {}),
    "rnn-relu": (RNN, {"phi": "relu"}),
    "rnn-sigmoid": (RNN, {"phi": "sigmoid"}),
    "rnn-identity": (RNN, {"phi": "identity"}),
    "gru": (GRU, {}),
    "gru-reset-after": (GRU, {"reset_after": True}),
    "lstm": (LSTM, {}),
    **{name: (cell, {}) for name, cell in EVOLUTION.items()},
    "indrnn-tanh": (EVOLUTION["indrnn"], {"phi": "tanh"}),
}

# Those whose memory is a matrix, of keys that are longer than the values.
MATRIX_KINDS: dict[str, tuple[type[Cell], dict[str, object]]] = {
    **{name: (cell, {}) for name, cell in MATRIX_CELLS.items()},
    "s6-zero-order-hold": (MATRIX_CELLS["s6"], {"zero_order_hold": True}),
}

# A cell that nobody has built, with every operation that a reader may write.
ODD = """\
# Remarks may stand anywhere.
G = sigmoid(X @ U + p * C_prev)
K = max(G * H_prev, -C_prev) @ V + X @ U2   # two inputs
C = (1 - G) * C_prev + G * tanh(K) / (1 - G + exp(K))
Z1 = logsigmoid(C @ V + u * H_prev) - relu(K)
H = identity(C) * sigmoid(-Z1) + log(exp(Z1) + exp(C))
"""


def make(kind: str, d: int, h: int, seed: int = 0) -> Cell:
    if kind in MATRIX_KINDS:
        cell, options = MATRIX_KINDS[kind]
        return cell.random(d, h, seed, key_size=h + 2, **options)
    cell, options = KINDS[kind]
    return cell.random(d, h, seed, **options)


def make_bidirectional(kind: str, d: int, h: int) -> Bidirectional:
    """Two cells of one kind, the backward one with one unit more."""
    return Bidirectional(make(kind, d, h, seed=1), make(kind, d, h + 1, seed=2))


def sequence(T: int, n: int, d: int, seed: int = 0) -> NDArray[np.float64]:
    return np.random.default_rng(seed).normal(size=(T, n, d))


def starts(cell: Cell | Bidirectional, n: int, seed: int = 0) -> dict[str, NDArray[np.float64]]:
    """Initial states, none of them zero, by name; a normaliser is above zero."""
    rng = np.random.default_rng(seed)
    sides = {"": cell}
    if isinstance(cell, Bidirectional):
        sides = {"forward.": cell.forward, "backward.": cell.reverse}

    def drawn(state: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
        values = rng.normal(size=(n, *shape))
        return 0.5 + np.abs(values) if state == "N" else values

    return {
        f"{prefix}{state}0": drawn(state, side.shapes[state])
        for prefix, side in sides.items()
        for state in side.states
    }
