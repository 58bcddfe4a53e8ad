"""Built-in texts, and weights that have learnt them: `python -m rnnviz.presets` makes them anew.

One file a text and cell, `hello-lstm.safetensors`, made by `rnnviz.fit.memorise` with seed 0.
"""

from dataclasses import dataclass
from pathlib import Path

from rnnviz.locale import N_
from rnnviz.model import SequenceModel
from rnnviz.weights import from_bytes

FOLDER = Path(__file__).parent
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


def file_of(built_in: BuiltInText, cell_name: str, folder: Path = FOLDER) -> Path:
    """Where the weights of a text and cell lie."""
    return folder / f"{built_in.key}-{cell_name}.safetensors"


def load(text: str, cell_name: str, hidden_size: int) -> SequenceModel | None:
    """The model that has learnt a built-in text with seed 0, or None if there is none."""
    for built_in in BUILT_IN:
        file = file_of(built_in, cell_name)
        if (built_in.text, built_in.hidden_size) == (text, hidden_size) and file.exists():
            return from_bytes(file.read_bytes())
    return None
