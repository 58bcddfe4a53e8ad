"""How a text is cut into batches: d2l's two ways (002; zh.d2l.ai, "语言模型数据集").

Which batch a step reads follows from the seed and the step's number alone, so a training can resume
at any step.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rnnviz.locale import N_, Refusal

Numbers = npt.NDArray[np.int64]

# Consecutive rows begin again from a zero state, one row after another, each after this many
# batches. The network is later asked to read from a zero state, by its prompts, by validation, by
# the stage; an RNN that has met it only at the start of each epoch fails there: after 1,400 steps
# on dates it continues "23 Janua" with "1512".
RESTART = 16


class Batch(NamedTuple):
    """inputs and targets: (T, n) numbers of characters, a target the character after its input.

    fresh: (n,), which samples begin with a zero state; the others with theirs of the batch before.
    """

    inputs: Numbers
    targets: Numbers
    fresh: npt.NDArray[np.bool_]


class Batches:
    """The batches of a text, epoch after epoch, each epoch cut from another starting point.

    way: "random" cuts the text into pieces of T characters and shuffles them; each begins
    with a zero state. "consecutive" cuts it into n rows that are read side by side, T
    characters at a time, so that a batch begins where the one before ended; every RESTART
    batches a row begins again with a zero state.
    Raises Refusal if the text is too short for one batch.
    """

    def __init__(self, text: Numbers, way: str, n: int, T: int, seed: int) -> None:
        if len(text) < n * T + 1:
            raise Refusal(
                N_(
                    "The training text has {count} characters; a batch of {n} pieces of {T} "
                    "needs {needed}. One piece of {fits} would fit."
                ),
                count=len(text),
                n=n,
                T=T,
                needed=n * T + 1,
                fits=max(1, len(text) - 1),
            )
        self.text, self.way, self.n, self.T, self.seed = text, way, n, T, seed
        # An epoch may begin at any of the first T characters if that leaves it whole batches.
        self.offsets = min(T, len(text) - n * T)
        self.per_epoch = (len(text) - self.offsets) // (n * T)
        self._epoch = -1
        self._starts: Numbers = np.empty((0, 0), dtype=np.int64)

    def __getitem__(self, step: int) -> Batch:
        """The batch of a step, counted from 1."""
        epoch, k = divmod(step - 1, self.per_epoch)
        if epoch != self._epoch:
            self._starts = self._cut(epoch)
            self._epoch = epoch
        where = np.arange(self.T)[:, np.newaxis] + self._starts[k]  # (T, n)
        fresh = (np.arange(self.n) + k) % RESTART == 0
        if self.way == "random" or k == 0:
            fresh[:] = True
        return Batch(self.text[where], self.text[where + 1], fresh)

    def _cut(self, epoch: int) -> Numbers:
        """Where each piece of each batch begins, (batches, n)."""
        rng = np.random.default_rng((self.seed, epoch))
        offset = int(rng.integers(self.offsets))
        pieces = self.per_epoch * self.n
        if self.way == "random":
            order = rng.permutation((len(self.text) - 1 - offset) // self.T)[:pieces]
            return offset + self.T * order.reshape(self.per_epoch, self.n)
        rows = self.per_epoch * self.T * np.arange(self.n)
        return offset + rows + self.T * np.arange(self.per_epoch)[:, np.newaxis]
