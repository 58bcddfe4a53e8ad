"""Networks whose truth is known: their weights are set by hand, and their text is what they predict.

Unit 5 counts the open brackets, and unit 1 knows whether the last character is an a. The output
layer reads these two alone. The other six are fading memories of the characters, which nothing reads.
All units are linear, so that turning the state space changes nothing but where things stand.
"""

from functools import cache

import numpy as np

from rnnviz import RNN, SequenceModel, Vocabulary

LETTERS = Vocabulary("abc()\n")
h, A_UNIT, COPY, COUNTER = 8, 1, 2, 5
# The logits with no bracket open, and what each open bracket adds: ) is impossible outside and all
# but certain two deep; a line ends outside only. After an a, b is likelier by 2.
ALONE = dict(zip(LETTERS, (0, 0, 0, -1, -9, -1), strict=True))
PER_BRACKET = dict(zip(LETTERS, (0, 0, 0, -1, 8, -9), strict=True))
AFTER_A = 2.0


def counting() -> SequenceModel:
    """Unit 5 counts the open brackets, and the output layer needs it."""
    W_xh = np.random.default_rng(0).normal(0, 1.2, (len(LETTERS), h))
    W_hh = np.diag(np.linspace(0.1, 0.8, h))
    _count(W_xh, W_hh, COUNTER)
    W_xh[:, A_UNIT] = [letter == "a" for letter in LETTERS]
    W_hh[A_UNIT, A_UNIT] = 0
    W_hq = np.zeros((h, len(LETTERS)))
    W_hq[COUNTER] = [*PER_BRACKET.values()]
    W_hq[A_UNIT, 1] = AFTER_A
    return _model(W_xh, W_hh, W_hq)


def with_copy() -> SequenceModel:
    """Unit 2 counts as unit 5 does, but nothing reads it."""
    own = counting()
    W_xh, W_hh = own.cell.W_xh.copy(), own.cell.W_hh.copy()
    _count(W_xh, W_hh, COPY)
    return _model(W_xh, W_hh, own.W_hq)


def spread() -> SequenceModel:
    """The same network turned: each of the eight units holds an eighth of everything's variance."""
    own, Q = counting(), _hadamard()
    cell = own.cell
    return _model(cell.W_xh @ Q, Q.T @ cell.W_hh @ Q, Q.T @ own.W_hq)


def text(length: int, seed: int) -> str:
    """Drawn as `counting` predicts it, but never a ) that closes nothing."""
    rng = np.random.default_rng(seed)
    drawn: list[str] = []
    depth, last = 0, "\n"
    for _ in range(length):
        chances = _chances(depth, after_a=last == "a")
        last = LETTERS[int(np.searchsorted(chances, rng.random()))]
        depth += (last == "(") - (last == ")")
        drawn.append(last)
    return "".join(drawn)


@cache
def _chances(depth: int, after_a: bool) -> np.ndarray:
    """Of the letters up to each."""
    logits = np.array([ALONE[one] + depth * PER_BRACKET[one] for one in LETTERS])
    logits[1] += AFTER_A * after_a
    p = np.exp(logits - logits.max())
    p[4] *= depth > 0
    return np.cumsum(p / p.sum())


def depths(text: str) -> np.ndarray:
    """How many brackets are open after each character."""
    return np.cumsum([(one == "(") - (one == ")") for one in text])


def _count(W_xh: np.ndarray, W_hh: np.ndarray, unit: int) -> None:
    W_xh[:, unit] = [(one == "(") - (one == ")") for one in LETTERS]
    W_hh[:, unit] = W_hh[unit] = 0
    W_hh[unit, unit] = 1


def _model(W_xh: np.ndarray, W_hh: np.ndarray, W_hq: np.ndarray) -> SequenceModel:
    cell = RNN(phi="identity", W_xh=W_xh, W_hh=W_hh, b_h=np.zeros((1, h)))
    return SequenceModel(cell, W_hq=W_hq, b_q=[[*ALONE.values()]], vocabulary=LETTERS)


def _hadamard() -> np.ndarray:
    """Orthogonal, every entry ±1/√8."""
    two = np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    return np.kron(np.kron(two, two), two)
