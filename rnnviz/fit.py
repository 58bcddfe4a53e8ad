"""Learning a short text by heart, in NumPy with the exact gradients, while one waits.

For texts of a sentence; `rnnviz.training` is for more.
"""

from collections.abc import Callable

import numpy as np

from rnnviz import presets
from rnnviz.cells import CELLS, Cell
from rnnviz.cells.activations import Array
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary, characters

LOSS_REACHED = 0.02
MAX_STEPS = 600
LEARNING_RATE = 0.03
CLIP_NORM = 1.0


def memorise(
    cell: type[Cell],
    text: str,
    hidden_size: int,
    seed: int,
    on_progress: Callable[[float, float], None] = lambda _done, _loss: None,
    **options: object,
) -> SequenceModel:
    """A model trained on `text` until its mean loss is 0.02 nats, or for 600 steps at most.

    Adam (Kingma and Ba 2015) on the whole text at once, the gradient clipped to norm 1. The
    same arguments give the same weights. The trained model of the best loss is returned: a
    network without hidden state cannot learn every text.
    on_progress: called after each step with the share of the work done, 0 to 1, and the mean
    loss in nats.
    Raises ValueError if the text has fewer than two characters, or as `Cell.random` does.
    """
    tokens = characters(text)
    if len(tokens) < 2:
        raise ValueError(
            f"Characters in the text: {len(tokens)}; learning to predict the next needs two."
        )
    model = SequenceModel.random(cell, Vocabulary(tokens), hidden_size, seed, **options)
    first = np.zeros(1)
    moments: dict[str, tuple[Array, Array]] = {}
    best, best_loss = model, np.inf
    start = None
    for step in range(1, MAX_STEPS + 1):
        trace = model.trace(tokens[:-1], targets=tokens[1:])
        loss = float(trace["loss"].mean())
        if loss < best_loss:
            best, best_loss = model, loss
        start = loss if start is None else start
        on_progress(max(_share_fallen(start, best_loss), step / MAX_STEPS), best_loss)
        if best_loss <= LOSS_REACHED:
            break
        gradients = model.gradients(trace)
        norm = np.sqrt(sum(float((gradients[name] ** 2).sum()) for name in model.parameters))
        scale = min(1.0, CLIP_NORM / norm)
        updated = {}
        for name, value in model.parameters.items():
            g = scale * gradients[name]
            m, v = moments.get(name, (first, first))
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            moments[name] = m, v
            corrected = (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
            updated[name] = value - LEARNING_RATE * corrected
        model = model.with_parameters(**updated)
    return best


def trained_model(
    text: str,
    cell_name: str,
    hidden_size: int,
    on_progress: Callable[[float, float], None] = lambda _done, _loss: None,
    seed: int = 0,
) -> SequenceModel:
    """A model that has learnt `text` by heart: the built-in one if there is one, else trained now.

    The built-in one is what training would give. on_progress: as in `memorise`; not called
    where nothing is trained.
    Raises ValueError if cell_name is not in CELLS, or as `memorise` does.
    """
    if cell_name not in CELLS:
        raise ValueError(f"cell_name is {cell_name!r}; it must be one of {', '.join(CELLS)}.")
    if seed == presets.SEED and (known := presets.load(text, cell_name, hidden_size)):
        return known
    return memorise(CELLS[cell_name], text, hidden_size, seed, on_progress)


def _share_fallen(start: float, loss: float) -> float:
    """How far the loss has come, 0 to 1. It falls about exponentially, so logarithms tell."""
    if start <= LOSS_REACHED or loss <= LOSS_REACHED:
        return 1.0
    return float(np.log(start / loss) / np.log(start / LOSS_REACHED))
