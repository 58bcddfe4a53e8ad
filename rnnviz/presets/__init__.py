"""Built-in texts, and weights that have learnt them: `python -m rnnviz.presets` makes them anew.

One file a text and cell, `hello-lstm.safetensors`, made by `rnnviz.fit.memorise` with seed 0;
`learnt.json` says how each was learnt. The weights that compare cells are in `recall`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rnnviz.locale import N_
from rnnviz.locale.writing import traditional
from rnnviz.model import Learnt, SequenceModel
from rnnviz.presets import recall
from rnnviz.text import Vocabulary
from rnnviz.weights import from_bytes

FOLDER = Path(__file__).parent
LEARNT = "learnt.json"
SEED = 0


@dataclass(frozen=True)
class BuiltInText:
    """A text that comes with weights.

    key: its name in file names. title: what it is, in English; the catalogue has the
    translation. hidden_size: that of its weights.
    """

    key: str
    text: str
    title: str
    hidden_size: int = 8


BUILT_IN = (
    BuiltInText(
        "helicopter",
        "想要有直升机",
        N_("I want a helicopter: the example in Dive into Deep Learning"),
    ),
    BuiltInText(
        "spring",
        "春眠不觉晓，处处闻啼鸟",
        N_("A spring morning, by Meng Haoran: after 处 comes 处 or 闻"),
    ),
    BuiltInText(
        "laozi", "人法地，地法天，天法道，道法自然", N_("Laozi: after 法 comes 地, 天, 道 or 自")
    ),
    BuiltInText("hello", "hello world", N_("A greeting: after l comes l, o or d")),
    BuiltInText("abracadabra", "abracadabra", N_("A spell: after a comes b, c or d")),
    BuiltInText(
        "hamlet", "to be or not to be", N_("Hamlet's question: after o comes a space, r or t")
    ),
)


@dataclass(frozen=True)
class Comparison:
    """A text on which networks differ that have nearly the same number of parameters.

    hidden_sizes: of each network, the one that fails first. title: as a built-in text's.
    """

    text: str
    title: str
    hidden_sizes: Mapping[str, int]


def _comparison(alphabet: recall.Alphabet, symbol: str) -> Comparison:
    sizes = {name: recall.hidden_size(name) for name in ("rnn", "gru", "lstm")}
    return Comparison(alphabet.text(symbol), alphabet.title, sizes)


# Not the first symbol: a network that finds all of them equally likely would name it by chance.
COMPARISONS = tuple(
    _comparison(alphabet, alphabet.symbols[-1]) for alphabet in (recall.LETTERS, recall.COLOURS)
)
# A symbol that tells the writing: white is the same in both.
COMPARISON_TRADITIONAL = _comparison(recall.COLOURS_TRADITIONAL, "綠")


def file_of(built_in: BuiltInText, cell_name: str, folder: Path = FOLDER) -> Path:
    """Where the weights of a text and cell lie."""
    return folder / f"{built_in.key}-{cell_name}.safetensors"


def load(text: str, cell_name: str, hidden_size: int) -> SequenceModel | None:
    """The model that has learnt a built-in text with seed 0, in either writing, or None if there is
    none."""
    for built_in in BUILT_IN:
        file = file_of(built_in, cell_name)
        is_this = text in (built_in.text, traditional(built_in.text))
        if is_this and built_in.hidden_size == hidden_size and file.exists():
            model = from_bytes(file.read_bytes()).having_learnt(_learnt()[file.stem])
            return model if text == built_in.text else model.renamed(Vocabulary(text))
    return recall.load(text, cell_name, hidden_size)


@cache
def _learnt() -> dict[str, Learnt]:
    """How each built-in model has learnt its text, by the name of its file."""
    told = json.loads((FOLDER / LEARNT).read_text("utf-8"))
    return {name: Learnt(*one) for name, one in told.items()}


def hidden_size(text: str, cell_name: str) -> int | None:
    """The size in which a cell compares with others on a text; None where nothing is compared."""
    is_compared = recall.alphabet_of(text) is not None and cell_name in recall.RECURRENT
    return recall.hidden_size(cell_name) if is_compared else None
