"""An RNN that has read four chapters of a book, to be measured on the fifth.

`python -m rnnviz.presets.alice` trains it anew.

The book is Lewis Carroll's Alice's Adventures in Wonderland (1865), chapters I to V, a line
each, in lower case and spaces alone: 27 different tokens.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from rnnviz.cells import RNN
from rnnviz.cells.activations import Array
from rnnviz.fit import Adam
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.weights import from_bytes

FOLDER = Path(__file__).parent
FILE = FOLDER / "rnn.safetensors"
HIDDEN_SIZE = 64
SEED = 0
SAMPLES, STEPS, EPOCHS = 16, 48, 40
LEARNING_RATE = 0.01


def chapters() -> tuple[str, str]:
    """Chapters I to IV to learn from, and chapter V, which is held out."""
    lines = (FOLDER / "text.txt").read_text("utf-8").splitlines()
    return " ".join(lines[:-1]) + " ", lines[-1]


def load() -> SequenceModel:
    """The model that `train` makes."""
    return from_bytes(FILE.read_bytes())


def losses(model: SequenceModel) -> Array:
    """Its loss at each character of chapter V, in nats, (T,).

    The first is predicted from the last of chapter IV, with a state of zeros.
    """
    text, held_out = chapters()
    return model.trace(text[-1] + held_out[:-1], targets=held_out)["loss"][:, 0]


def train(on_progress: Callable[[float, float], None] = lambda _done, _loss: None) -> SequenceModel:
    """The RNN trained by truncated BPTT: 16 places of the text at once, 48 characters at a time.

    The state is carried from one stretch to the next; the learning rate falls in a straight
    line to nothing.
    on_progress: called after each reading of the text with the share done and the mean loss.
    """
    text, _ = chapters()
    vocabulary = Vocabulary(sorted(set(text)))
    model = SequenceModel.random(RNN, vocabulary, HIDDEN_SIZE, SEED)
    length = (len(text) - 1) // SAMPLES
    k = vocabulary.indices(text)
    inputs = k[: SAMPLES * length].reshape(SAMPLES, length).T  # (length, n)
    targets = k[1 : SAMPLES * length + 1].reshape(SAMPLES, length).T
    one_hot = np.eye(len(vocabulary))
    adam = Adam(LEARNING_RATE)
    for epoch in range(EPOCHS):
        H0, seen = np.zeros((SAMPLES, HIDDEN_SIZE)), []
        for start in range(0, length, STEPS):
            right = targets[start : start + STEPS]
            trace = model.run(one_hot[inputs[start : start + STEPS]], right, H0=H0)
            seen.append(trace["loss"].mean())
            adam.learning_rate = LEARNING_RATE * (1 - (epoch + start / length) / EPOCHS)
            model = model.with_parameters(
                **adam.step(model.parameters, model.gradients(trace, right))
            )
            H0 = trace["H"][-1]
        on_progress((epoch + 1) / EPOCHS, float(np.mean(seen)))
    return model
