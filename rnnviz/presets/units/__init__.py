"""Networks with units that know something: three that have read a text, each at eight moments.

`python -m rnnviz.presets.units` trains them anew with `rnnviz.training`. A file holds the weights
after some gradient steps, from none on, rounded to float16. What a unit knows is measured when its
page is opened, not here: Python's library differs from version to version.
"""

import json
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save

from rnnviz import files
from rnnviz.cells import EVERY_CELL
from rnnviz.locale import N_
from rnnviz.locale.writing import SUFFIX, traditional
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training import mandarin
from rnnviz.training.config import TrainingConfig
from rnnviz.training.corpora import CORPORA
from rnnviz.training.grammars import Brackets

FOLDER = Path(__file__).parent
# Characters of a made language that are shown. The trainings have read those of another seed.
MADE_LENGTH, MADE_SEED = 5_000, 1
# The characters of the library that the network knows, the same with every version of Python.
ASCII = "\n" + "".join(map(chr, range(32, 127))) + "\t"
# A module that the network has not read: the corpus ends long before it.
MODULE = "shlex"


@dataclass(frozen=True)
class Opening:
    """What is on the page first: a unit, counted from 0, and the name of a ready label."""

    quantity: str
    unit: int
    label: str


@dataclass(frozen=True)
class Net:
    """A network and the text that it reads on the page.

    key: in links and of its file. title: what it is, in English. symbols: the characters that it
    knows; "" for those of its corpus. steps: after how many gradient steps its weights are kept.
    source: gives a text that the training has not read. letters: the key of the network whose
    weights these are, in simplified characters; "" for weights of its own.
    """

    key: str
    title: str
    config: TrainingConfig
    steps: tuple[int, ...]
    source: Callable[[], str]
    opening: Opening
    symbols: str = ""
    letters: str = ""

    @property
    def file(self) -> Path:
        """Where its weights lie."""
        return FOLDER / f"{self.letters or self.key}.safetensors"

    def in_traditional(self, title: str) -> "Net":
        """The same network and text in traditional characters: the same weights and numbers."""
        return replace(
            self,
            key=f"{self.key}{SUFFIX}",
            title=title,
            config=replace(self.config, corpus=f"{self.config.corpus}{SUFFIX}"),
            source=cache(lambda: traditional(self.source())),
            letters=self.key,
        )

    @property
    def last(self) -> int:
        """The step with which the page opens."""
        return self.steps[-1]

    def corpus(self) -> str:
        """What the training reads: the corpus without the characters that the network does not
        know."""
        return self.known(CORPORA[self.config.corpus].text())

    def text(self) -> str:
        """What the page reads."""
        return self.known(self.source())

    def model(self, step: int | None = None) -> SequenceModel:
        """The network after a gradient step of `steps`; by default after the last.

        Raises KeyError for another step.
        """
        return _model(self, self.last if step is None else step)

    def write(self, models: Mapping[int, SequenceModel], folder: Path = FOLDER) -> Path:
        """Keep the weights of these steps, rounded; returns the file."""
        tensors = {
            f"{step}.{name}": value.astype(np.float16)
            for step, model in models.items()
            for name, value in model.parameters.items()
        }
        tokens = next(iter(models.values())).vocabulary.tokens
        file = folder / self.file.name
        files.put(
            file, save(tensors, metadata={"vocabulary": json.dumps(tokens)}), mode=files.AS_OTHERS
        )
        return file

    def known(self, text: str) -> str:
        """A text without the characters that the network does not know."""
        return "".join(filter(set(self.symbols).__contains__, text)) if self.symbols else text


@cache
def _model(net: Net, step: int) -> SequenceModel:
    if step not in net.steps:
        raise KeyError(f"{net.key} was kept after the steps {net.steps}, not after {step}.")
    with safe_open(net.file, framework="numpy") as stored:
        tokens = json.loads(stored.metadata()["vocabulary"])
        vocabulary = Vocabulary(traditional(tokens) if net.letters else tokens)
        tensors = {
            name: stored.get_tensor(f"{step}.{name}").astype(np.float64)
            for name in net.config.shapes(len(vocabulary))
        }
    W_hq, b_q = tensors.pop("W_hq"), tensors.pop("b_q")
    cell = EVERY_CELL[net.config.cell](**tensors)
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)


@cache
def _module() -> str:
    return (Path(sysconfig.get_path("stdlib")) / f"{MODULE}.py").read_text("utf-8")


LIBRARY = Net(
    "library",
    N_("a GRU that has read Python’s standard library"),
    TrainingConfig(corpus="python-library", hidden_size=128, sequence_length=64, steps=3000),
    (0, 50, 100, 200, 400, 800, 1500, 3000),
    _module,
    Opening("H", 70, "quotes"),
    ASCII,
)
MANDARIN = Net(
    "mandarin",
    N_("an LSTM that has read a made Chinese"),
    TrainingConfig(corpus="chinese", cell="lstm", hidden_size=32, steps=3000, seed=2),
    (0, 50, 100, 200, 400, 800, 1500, 3000),
    cache(lambda: mandarin.MANDARIN.text(MADE_LENGTH, MADE_SEED)),
    Opening("C", 15, "because"),
)
BRACKETS = Net(
    "brackets",
    N_("a GRU that has read nested brackets"),
    TrainingConfig(corpus="brackets", hidden_size=16, sequence_length=64, steps=3000),
    (0, 50, 100, 200, 400, 800, 1500, 3000),
    cache(lambda: Brackets().text(MADE_LENGTH, MADE_SEED)),
    Opening("H", 15, "square"),
)
MANDARIN_TRADITIONAL = MANDARIN.in_traditional(
    N_("an LSTM that has read a made Chinese, in traditional characters")
)
NETS = {net.key: net for net in (LIBRARY, MANDARIN, BRACKETS, MANDARIN_TRADITIONAL)}
