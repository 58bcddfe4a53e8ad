"""A model of Keras's that is in memory, by way of the file that it saves."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rnnviz.frameworks.keras_files import from_keras
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary


def is_keras(model: Any) -> bool:
    """Whether it is a model of Keras's, whatever computes it: on PyTorch it is an nn.Module, too."""
    return any(one.__module__.startswith("keras.") for one in type(model).__mro__)


def keras_reader(model: Any, vocabulary: Vocabulary) -> Callable[[], SequenceModel]:
    """A function that gives the model with the weights that it has when called.

    Raises Refusal as `from_keras` does.
    """

    def read() -> SequenceModel:
        with tempfile.TemporaryDirectory(prefix="rnnviz-") as folder:
            path = Path(folder) / "model.keras"
            model.save(path)
            return from_keras(path, vocabulary)

    return read
