"""The RNNs that the chapters on the loop and on shapes compute with: the built-in ones, as data."""

from typing import Any

from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.presets import load
from rnnviz.text import characters

TEXTS = {"helicopter": "想要有直升机", "laozi": "人法地，地法天，天法道，道法自然"}
HIDDEN = 8


def unrolled(*names: str) -> dict[str, Any]:
    """By name in TEXTS: the text's characters, its vocabulary, and the RNN that has learnt it.

    Raises LookupError if there are no built-in weights for it.
    """
    return {name: _reader(TEXTS[name]) for name in names}


def _reader(text: str) -> dict[str, Any]:
    model = load(text, "rnn", HIDDEN)
    if model is None:
        raise LookupError(f"There are no built-in weights for {text!r}.")
    return {
        "text": characters(text),
        "vocabulary": list(model.vocabulary),
        "network": network(model),
    }


def network(model: SequenceModel) -> dict[str, Any]:
    """An RNN with its output layer as `recurrent.js` takes it."""
    numbers = {name: _rows(value) for name, value in model.parameters.items()}
    reader = {name: numbers[name] for name in ("W_xh", "W_hh", "b_h")}
    return {
        "readers": [{"isReversed": False, **reader}],
        "W_hq": numbers["W_hq"],
        "b_q": numbers["b_q"],
    }


def _rows(value: Array) -> list[list[float]]:
    return [[float(number) for number in row] for row in value]
