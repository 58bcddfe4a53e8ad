"""Two RNNs that have read what n-grams are counted on: Python's reference, and a made language.

`python -m rnnviz.presets.readers` trains them anew. The reference comes with every Python and
differs a little from version to version, so whatever is measured on it is measured when it is read.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rnnviz.cells import RNN
from rnnviz.cells.activations import Array
from rnnviz.fit import Adam
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.grammars import Grammar, evenly
from rnnviz.weights import from_bytes

FOLDER = Path(__file__).parent
SEED = 0
Codes = npt.NDArray[np.int64]
SAMPLES, STEPS = 16, 48
LEARNING_RATE = 0.01
READ, HELD_OUT = 40_000, 8_000
LETTERS = " abcdefghijklmnopqrstuvwxyz"

NAMES = tuple(consonant + vowel for consonant in "bdkm" for vowel in "aeiu")
# The name that begins a line ends it, too, after some letters that tell nothing of it:
# "ki lssl ki."
ECHOES = Grammar(
    {
        "line": evenly(*(f"{name} {{letters}} {name}." for name in NAMES)),
        "letters": evenly(*("{letter}" * length for length in range(4, 8))),
        "letter": evenly("l", "s"),
    }
)


@dataclass(frozen=True)
class Reader:
    """An RNN and its text.

    key: the name of its file. source: gives the text that it reads, and one that is held out.
    symbols: the characters of both. epochs: how often it reads the text.
    """

    key: str
    source: Callable[[], tuple[str, str]]
    symbols: str
    hidden_size: int
    epochs: int

    @property
    def file(self) -> Path:
        """Where its weights lie."""
        return FOLDER / f"{self.key}.safetensors"

    def texts(self) -> tuple[str, str]:
        """What it reads, and what is held out."""
        return self.source()

    def codes(self) -> tuple[Codes, Codes]:
        """Both texts as the numbers of their characters."""
        letters = Vocabulary(self.symbols)
        read, held_out = self.texts()
        return letters.indices(read), letters.indices(held_out)

    def load(self) -> SequenceModel:
        """The model that `train` makes."""
        return from_bytes(self.file.read_bytes())

    def losses(self, model: SequenceModel) -> Array:
        """The model's loss at each character that is held out, in nats, (T,).

        The first is predicted from the last character that was read, with a state of zeros.
        """
        read, held_out = self.texts()
        return model.trace(read[-1] + held_out[:-1], targets=held_out)["loss"][:, 0]

    def train(
        self,
        on_progress: Callable[[float, float], None] = lambda _done, _loss: None,
        *,
        steps: int = STEPS,
        is_kept: bool = True,
    ) -> SequenceModel:
        """The RNN trained by truncated BPTT: 16 places of the text at once, `steps` characters at a
        time; the learning rate falls in a straight line to nothing.

        on_progress: called after each reading of the text with the share done and the mean loss.
        is_kept: whether the state is carried from one stretch to the next; if not, each begins with
        zeros.
        """
        vocabulary = Vocabulary(self.symbols)
        model = SequenceModel.random(RNN, vocabulary, self.hidden_size, SEED)
        k, _ = self.codes()
        length = (len(k) - 1) // SAMPLES
        inputs = k[: SAMPLES * length].reshape(SAMPLES, length).T  # (length, n)
        targets = k[1 : SAMPLES * length + 1].reshape(SAMPLES, length).T
        one_hot = np.eye(len(vocabulary))
        adam = Adam(LEARNING_RATE)
        for epoch in range(self.epochs):
            H0, seen = np.zeros((SAMPLES, self.hidden_size)), []
            for start in range(0, length, steps):
                right = targets[start : start + steps]
                trace = model.run(one_hot[inputs[start : start + steps]], right, H0=H0)
                seen.append(trace["loss"].mean())
                adam.learning_rate = LEARNING_RATE * (1 - (epoch + start / length) / self.epochs)
                model = model.with_parameters(
                    **adam.step(model.parameters, model.gradients(trace, right))
                )
                if is_kept:
                    H0 = trace["H"][-1]
            on_progress((epoch + 1) / self.epochs, float(np.mean(seen)))
        return model


@cache
def reference() -> tuple[str, str]:
    """Python's reference in letters and spaces: from its part on compound statements, to be read;
    from that on the execution model, held out. No sentence stands in both."""
    from pydoc_data.topics import topics

    def letters(name: str) -> str:
        return re.sub("[^a-z]+", " ", topics[name].lower()).strip()

    return letters("compound")[: READ - 1] + " ", letters("execmodel")[:HELD_OUT]


@cache
def echoes() -> tuple[str, str]:
    """The made language: what is read, and what is held out."""
    return ECHOES.text(READ, seed=1), ECHOES.text(HELD_OUT, seed=2)


REFERENCE = Reader("reference", reference, LETTERS, hidden_size=64, epochs=40)
MADE = Reader("echoes", echoes, " .abdeiklmsu", hidden_size=32, epochs=100)
READERS = (REFERENCE, MADE)
