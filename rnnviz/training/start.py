"""The weights with which a training starts, drawn as its configuration says."""

import numpy as np

from rnnviz.cells import EVERY_CELL
from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.batches import Numbers
from rnnviz.training.config import TrainingConfig


def starting_model(config: TrainingConfig, vocabulary: Vocabulary, text: Numbers) -> SequenceModel:
    """A model that has learnt nothing yet; every part of the recipe that is off leaves what
    PyTorch draws, uniform from ±1/√h.

    text: the training text as numbers of characters, for their frequencies.
    """
    h, q = config.hidden_size, len(vocabulary)
    model = SequenceModel.random(
        EVERY_CELL[config.cell], vocabulary, h, config.seed, **config.options
    )
    rng = np.random.default_rng((config.seed, 2))
    changed: dict[str, Array] = {}
    for weight in model.cell.description.weights:
        if (weight.kind, weight.axes) == ("recurrent weight", "hh") and config.orthogonal:
            changed[weight.name] = _orthogonal(rng, h)
        elif weight.kind == "input weight" and config.input_scale is not None:
            changed[weight.name] = config.input_scale * rng.standard_normal((q, h))
        elif weight.name == "b_f" and config.cell == "lstm" and config.forget_bias is not None:
            changed[weight.name] = np.full((1, h), config.forget_bias)
    if config.output_frequencies:
        # Every character counted once more than it was seen: log 0 is no number.
        counts = np.bincount(text, minlength=q) + 1.0
        changed["b_q"] = np.log(counts / counts.sum())[np.newaxis]
    return model.with_parameters(**changed)


def _orthogonal(rng: np.random.Generator, h: int) -> Array:
    """A random rotation or reflection, (h, h), which keeps the length of what it multiplies."""
    Q, R = np.linalg.qr(rng.standard_normal((h, h)))
    # The signs make it uniform over all of them (Mezzadri 2007).
    return Q * np.sign(np.diag(R))
