"""n-grams counted: how many there are, how many a text shows, what they predict (000, 002).

An n-gram is a code: its tokens' numbers, read as the digits of one number in base V.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array

Codes = npt.NDArray[np.int64]
Smoothing = Literal["add", "back off"]


def codes(indices: Codes, n: int, V: int) -> Codes:
    """The code of the n-gram that begins at each place, (T − n + 1,).

    indices: (T,), each from 0 to V − 1.
    """
    made = np.zeros(len(indices) - n + 1, dtype=np.int64)
    for k in range(n):
        made = made * V + indices[k : len(indices) - n + 1 + k]
    return made


@dataclass(frozen=True)
class Table:
    """How often a text shows each n-gram, and each beginning of n − 1 tokens."""

    n: int
    V: int
    grams: Codes
    counts: npt.NDArray[np.int64]

    @property
    def seen(self) -> int:
        """How many different n-grams the text shows."""
        return len(self.grams)

    def count(self, asked: Codes) -> Array:
        """How often the text shows each of the n-grams asked for, as floats of the same shape."""
        places = np.searchsorted(self.grams, asked).clip(max=self.seen - 1)
        return np.where(self.grams[places] == asked, self.counts[places], 0).astype(float)


def table(indices: Codes, n: int, V: int) -> Table:
    """The n-grams of a text, given by its tokens' numbers, (T,).

    Raises ValueError if n is below 1, the text is shorter than n, or V^n has too many digits.
    """
    if not 1 <= n <= len(indices):
        raise ValueError(f"n is {n}; it must be from 1 to {len(indices)}, the text's length.")
    if V**n >= 2**63:
        raise ValueError(f"V is {V} and n is {n}; V to the power of n must stay below 2 to the 63.")
    grams, counts = np.unique(codes(indices, n, V), return_counts=True)
    return Table(n, V, grams, counts)


def probabilities(
    text: Codes, held_out: Codes, n: int, V: int, smoothing: Smoothing, alpha: float = 0.1
) -> Array:
    """What an n-gram model of `text` gives each token of `held_out`, which continues it, (T,).

    The first tokens look back into the text itself. smoothing:
    "add": (count + alpha) / (count of the beginning + alpha V), Lidstone's; a beginning that
    was never seen gives 1/V.
    "back off": (count + U p′) / (count of the beginning + U), where U is the number of
    different tokens that followed the beginning, and p′ what the (n − 1)-gram model gives;
    below n = 1 stands 1/V (Witten and Bell 1991).
    Raises ValueError as `table` does.
    """
    here = table(text, n, V)
    tail = np.concatenate((text[len(text) - n + 1 :], held_out))
    asked = codes(tail, n, V)
    beginnings, followers = np.unique(here.grams // V, return_counts=True)
    totals = np.add.reduceat(here.counts, np.searchsorted(here.grams // V, beginnings))
    before = Table(n - 1, V, beginnings, totals).count(asked // V)
    count = here.count(asked)
    if smoothing == "add":
        return (count + alpha) / (before + alpha * V)
    shorter = (
        probabilities(text, held_out, n - 1, V, smoothing)
        if n > 1
        else np.full(len(held_out), 1 / V)
    )
    U = Table(n - 1, V, beginnings, followers).count(asked // V)
    known = before > 0
    safe = np.where(known, before + U, 1.0)
    return np.where(known, (count + U * shorter) / safe, shorter)


def unseen_share(text: Codes, held_out: Codes, n: int, V: int) -> float:
    """The share of the n-grams of `held_out`, which continues `text`, that the text never shows."""
    asked = codes(np.concatenate((text[len(text) - n + 1 :], held_out)), n, V)
    return float((table(text, n, V).count(asked) == 0).mean())
