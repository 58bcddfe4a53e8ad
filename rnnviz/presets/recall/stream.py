"""The task again and again, in a stream whose state is never set back (Gers et al. 2000).

With shorter stretches, so that a plain RNN can bridge one as well; but whatever is remembered of
one text has to be got rid of before the next.
"""

import json

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.fit import Adam
from rnnviz.model import Indices, SequenceModel
from rnnviz.presets import recall

FILE = recall.FOLDER / "stream.json"
SEEDS = 5
SHORTEST, LONGEST = 5, 9
STEPS, SAMPLES = 1500, 16
TRAINED_LENGTH, READ_LENGTH = 48, 96
# A stream asks more often than a single text does.
ANSWER_WEIGHT = 10.0


def streams(rng: np.random.Generator, length: int, samples: int) -> tuple[Indices, Array]:
    """Texts of the task one after another: the characters, (length + 1, samples), and where the
    next one is an answer, (length, samples)."""
    filler, mark = recall.SYMBOLS, recall.SYMBOLS + 1
    columns, answers = [], []
    for _ in range(samples):
        row: list[int] = []
        asked: list[bool] = []
        while len(row) <= length:
            symbol = int(rng.integers(recall.SYMBOLS))
            fillers = int(rng.integers(SHORTEST, LONGEST + 1))
            row += [symbol, *[filler] * fillers, mark, symbol]
            asked += [*[False] * (fillers + 1), True, False]
        columns.append(row[: length + 1])
        answers.append(asked[:length])
    return np.array(columns, dtype=np.intp).T, np.array(answers).T


def train(cell_name: str, seed: int) -> SequenceModel:
    """A cell trained on new streams at each gradient step, otherwise as `recall.train` does."""
    rng = np.random.default_rng((seed, 1))
    model, adam = recall.start(cell_name, seed), Adam()
    one_hot = np.eye(recall.SYMBOLS + 2)
    for step in range(STEPS):
        k, asked = streams(rng, TRAINED_LENGTH, SAMPLES)
        weight = np.where(asked, ANSWER_WEIGHT, 1.0)
        trace = model.run(one_hot[k[:-1]])
        adam.learning_rate = recall.LEARNING_RATE * (1 - step / STEPS)
        difference = (trace["Y_hat"] - one_hot[k[1:]]) * (weight / weight.sum())[:, :, np.newaxis]
        gradients = model.backward(trace, difference)
        model = model.with_parameters(**adam.step(model.parameters, gradients))
    return model


def loss(model: SequenceModel) -> float:
    """The mean loss of the answers in streams that it has not read, in nats."""
    k, asked = streams(np.random.default_rng(0), READ_LENGTH, 4 * SAMPLES)
    trace = model.run(np.eye(recall.SYMBOLS + 2)[k[:-1]], k[1:])
    return float(trace["loss"][asked].mean())


def losses() -> dict[str, list[float]]:
    """Of each cell, the loss after five trainings, from seed 0 on."""
    found: dict[str, list[float]] = json.loads(FILE.read_text("utf-8"))
    return found
