"""Writing with a model: its prediction at a temperature, and one character drawn after another."""

from collections.abc import Iterable

import numpy as np

from rnnviz.cells import Bidirectional, Cell, Composite
from rnnviz.cells.activations import Array, softmax
from rnnviz.model import SequenceModel


def writes(model: SequenceModel) -> bool:
    """Whether a model can go on with a text: none of its cells has to know the end."""
    return not _reads_both_ways(model.cell)


def _reads_both_ways(cell: Cell | Composite) -> bool:
    members = cell.members if isinstance(cell, Composite) else ()
    return isinstance(cell, Bidirectional) or any(_reads_both_ways(one.cell) for one in members)


class Reader:
    """A model in the middle of a text: it has read some characters and expects the next.

    Raises ValueError for a model that reads in two directions: it would have to know the end.
    """

    def __init__(self, model: SequenceModel) -> None:
        if not writes(model):
            raise ValueError("A model that reads in both directions cannot go on with a text.")
        self.model = model
        self._states: dict[str, Array] = {}

    def read(self, text: str | Iterable[str]) -> Array:
        """Read on; returns the logits of the next character, (q,).

        Raises ValueError for an empty text, or characters that the model does not know.
        """
        trace = self.model.run(self.model.vocabulary.one_hot(text), None, **self._states)
        self._states = {f"{state}0": trace[state][-1] for state in self.model.cell.states}
        return trace["logits"][-1, 0]


def expected(logits: Array, temperature: float) -> Array:
    """softmax(logits / temperature), (q,); at temperature 0 all on the likeliest.

    Raises ValueError for a temperature below 0.
    """
    if not temperature >= 0:
        raise ValueError(f"The temperature is {temperature!r}; it must be 0 or more.")
    if temperature == 0:
        return np.eye(1, len(logits), int(logits.argmax()))[0]
    return softmax((logits - logits.max()) / temperature)


def written(
    model: SequenceModel, length: int, temperature: float, seed: int, prefix: str = ""
) -> str:
    """`length` characters with which the model goes on after `prefix`.

    Without a prefix it begins with a character drawn evenly from its vocabulary.
    Raises ValueError as `Reader` and `expected` do.
    """
    rng = np.random.default_rng(seed)
    reader = Reader(model)
    drawn = [] if prefix else [model.vocabulary[int(rng.integers(len(model.vocabulary)))]]
    logits = reader.read(prefix or drawn)
    while len(drawn) < length:
        p = expected(logits, temperature)
        drawn.append(model.vocabulary[int(rng.choice(len(p), p=p))])
        logits = reader.read(drawn[-1:])
    return "".join(drawn[:length])
