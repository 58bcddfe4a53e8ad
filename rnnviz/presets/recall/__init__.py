"""Every recurrent cell on one task that needs a long memory: repeat the first symbol.

`python -m rnnviz.presets.recall` trains them anew. A text is one of eight symbols, a stretch of 28
fillers or more, a mark, and the symbol again: "A····?A". Between the symbol and the mark each step
reads the same, so that what tells the eight texts apart is in the state or nowhere.

All cells have nearly the same number of parameters, and the same training: Adam on all eight texts
in three lengths at once. Each begins where it forgets least, as far as its equations let it
(`START`); a plain RNN has no gate to open. That its failure is no accident of one seed, nor that of
its start, is in `seeds.json`, which the same command writes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from pathlib import Path

import numpy as np

from rnnviz.cells import CELLS, EVERY_CELL, EVOLUTION, MATRIX_CELLS, Cell
from rnnviz.cells.activations import Array
from rnnviz.fit import Adam
from rnnviz.locale import N_
from rnnviz.locale.writing import SUFFIX, traditional
from rnnviz.model import Indices, SequenceModel
from rnnviz.text import Vocabulary, characters
from rnnviz.weights import from_bytes

FOLDER = Path(__file__).parent
SEEDS_FILE = FOLDER / "seeds.json"
SEEDS = 20
# The seed of the weights that are kept here: with it the RNN does as with most seeds.
SEED = 1

SYMBOLS = 8
LENGTHS = (28, 32, 36)
STEPS = 1500
LEARNING_RATE = 0.03
# The one step that needs memory would be lost in the mean over some thirty that need none.
ANSWER_WEIGHT = 20
# Each cell has as nearly this many parameters as a whole number of units allows.
PARAMETERS = 470

RECURRENT = tuple(name for name in (*CELLS, *EVOLUTION) if name != "mlp")
# Cells whose memory is a matrix have the same trainings; their weights are not kept.
TRAINED: dict[str, type[Cell]] = {name: EVERY_CELL[name] for name in RECURRENT} | MATRIX_CELLS

# Added to the parameters drawn at random, so that a cell begins by keeping what it has: a gate that
# keeps is near 0.95 (Gers et al. 2000; Jozefowicz et al. 2015), one that writes lets less in.
KEEP, WRITE = 3.0, -1.0
START: dict[str, dict[str, float]] = {
    "gru": {"b_z": KEEP},
    "lstm": {"b_f": KEEP, "b_i": WRITE},
    "lstm1997": {"b_i": WRITE},
    "peephole": {"b_f": KEEP, "b_i": WRITE},
    "cifg": {"b_f": KEEP},
    "mgu": {"b_f": -KEEP},
    "mingru": {"b_z": -KEEP},
    "minlstm": {"b_f": KEEP, "b_i": -KEEP},
    "slstm": {"b_f": KEEP, "b_i": WRITE},
    "gateddeltanet": {"b_f": KEEP},
    "mlstm": {"b_f": KEEP, "b_i": WRITE},
    # Short steps keep what is there.
    "s6": {"b_t": -KEEP},
}


@dataclass(frozen=True)
class Alphabet:
    """The characters of the task in one writing. title: what the text is, in English."""

    key: str
    symbols: str
    filler: str
    mark: str
    title: str

    def text(self, symbol: str, fillers: int = LENGTHS[0]) -> str:
        """Such as "A···?A"."""
        return symbol + self.filler * fillers + self.mark + symbol

    @property
    def vocabulary(self) -> Vocabulary:
        """In the order of the weights: the symbols, the filler, the mark."""
        return Vocabulary([*self.symbols, self.filler, self.mark])

    def writes(self, text: str) -> bool:
        """Whether a text is of the task, with any symbol at both ends."""
        tokens = characters(text)
        fillers = len(tokens) - 3
        if not LENGTHS[0] <= fillers <= LENGTHS[-1]:
            return False
        middle = (*[self.filler] * fillers, self.mark)
        return tokens[1:-1] == middle and tokens[0] in self.symbols and tokens[-1] in self.symbols


LETTERS = Alphabet(
    "letters",
    "ABCDEFGH",
    "·",
    "?",
    N_("Which letter was it? A plain RNN has forgotten it, a gate has not"),
)
COLOURS = Alphabet(
    "colours",
    "红橙黄绿青蓝紫白",
    "…",
    "？",
    N_("Which colour was it? A plain RNN has forgotten it, a gate has not"),
)
COLOURS_TRADITIONAL = replace(
    COLOURS, key=f"{COLOURS.key}{SUFFIX}", symbols=traditional(COLOURS.symbols)
)
ALPHABETS = (LETTERS, COLOURS, COLOURS_TRADITIONAL)


def parameter_count(cell_name: str, hidden_size: int) -> int:
    """Of the whole model: cell and output layer."""
    d, h = SYMBOLS + 2, hidden_size
    sizes = {"1": 1, "d": d, "h": h, "k": h}
    axes = TRAINED[cell_name].axes().values()
    return sum(prod(sizes[axis] for axis in letters) for letters in axes) + h * d + d


@cache
def hidden_size(cell_name: str) -> int:
    """The units with which a cell has most nearly `PARAMETERS` parameters."""
    fitting = range(1, 65)
    return min(fitting, key=lambda h: abs(parameter_count(cell_name, h) - PARAMETERS))


def file_of(cell_name: str, folder: Path = FOLDER) -> Path:
    """Where the weights of a cell lie."""
    return folder / f"{cell_name}.safetensors"


@cache
def model(cell_name: str, alphabet: Alphabet = LETTERS) -> SequenceModel:
    """The model that `train` makes with seed 1, in an alphabet's characters."""
    return from_bytes(file_of(cell_name).read_bytes()).renamed(alphabet.vocabulary)


def alphabet_of(text: str) -> Alphabet | None:
    """The alphabet in which a text is of this task, or None."""
    return next((alphabet for alphabet in ALPHABETS if alphabet.writes(text)), None)


def load(text: str, cell_name: str, hidden: int) -> SequenceModel | None:
    """The model that reads a text of this task, or None for another text, cell or size."""
    alphabet = alphabet_of(text)
    if alphabet is None or cell_name not in RECURRENT or hidden != hidden_size(cell_name):
        return None
    return model(cell_name, alphabet)


def seeds() -> dict[str, dict[str, list[float]]]:
    """What became of 20 trainings of each cell: "right", the share of the answers that it gives
    with the highest probability, and "loss", their mean loss in nats; from seed 0 on."""
    found: dict[str, dict[str, list[float]]] = json.loads(SEEDS_FILE.read_text("utf-8"))
    return found


def batch() -> tuple[Indices, Array]:
    """The task: all symbols in all lengths, side by side.

    Gives the characters, (T + 1, n), and the weight of each step's loss, (T, n), 1 in all. After
    the answer a text goes on with fillers, which have no weight.
    """
    filler, mark = SYMBOLS, SYMBOLS + 1
    longest = LENGTHS[-1] + 3
    rows, weights = [], []
    for length in LENGTHS:
        for symbol in range(SYMBOLS):
            row = [symbol, *[filler] * length, mark, symbol]
            weight = [1.0] * (length + 1) + [ANSWER_WEIGHT]
            rows.append(row + [filler] * (longest - len(row)))
            weights.append(weight + [0.0] * (longest - 1 - len(weight)))
    k, W = np.array(rows, dtype=np.intp).T, np.array(weights).T
    return k, W / W.sum()


def answers(model: SequenceModel) -> tuple[Array, Array]:
    """Whether each answer is right, and its loss in nats: (lengths, symbols) each."""
    k, _ = batch()
    trace = model.run(np.eye(SYMBOLS + 2)[k[:-1]], k[1:])
    at = np.repeat(LENGTHS, SYMBOLS) + 1
    n = np.arange(len(at))
    right = trace["Y_hat"][at, n].argmax(axis=1) == k[at + 1, n]
    shape = (len(LENGTHS), SYMBOLS)
    return right.reshape(shape).astype(float), trace["loss"][at, n].reshape(shape)


def start(cell_name: str, seed: int) -> SequenceModel:
    """A model that has learnt nothing, and keeps what it has as far as its cell can."""
    drawn = SequenceModel.random(
        TRAINED[cell_name], LETTERS.vocabulary, hidden_size(cell_name), seed
    )
    shifted = {
        name: drawn.cell.parameters[name] + by for name, by in START.get(cell_name, {}).items()
    }
    if cell_name == "indrnn":
        # Li et al. 2018, 4.1: a unit that shall remember begins with a recurrent weight near 1.
        shifted["u_h"] = np.ones((1, drawn.cell.hidden_size))
    return drawn.with_parameters(**shifted)


def train(
    cell_name: str,
    seed: int,
    on_progress: Callable[[float], None] = lambda _done: None,
) -> SequenceModel:
    """A cell that has had the training of this task, whether it has learnt it or not.

    on_progress: called after each gradient step with the share done.
    Raises KeyError for an unknown cell.
    """
    model = start(cell_name, seed)
    k, weight = batch()
    one_hot = np.eye(SYMBOLS + 2)
    X, Y = one_hot[k[:-1]], one_hot[k[1:]]
    adam = Adam(LEARNING_RATE)
    for step in range(STEPS):
        trace = model.run(X)
        adam.learning_rate = LEARNING_RATE * (1 - step / STEPS)
        gradients = model.backward(trace, (trace["Y_hat"] - Y) * weight[:, :, np.newaxis])
        model = model.with_parameters(**adam.step(model.parameters, gradients))
        on_progress((step + 1) / STEPS)
    return model
