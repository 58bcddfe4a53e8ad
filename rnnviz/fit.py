"""Learning a sentence or two by heart, in NumPy with exact gradients, while the reader waits.

For short texts; `rnnviz.training` is for longer ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from rnnviz.cells import Bidirectional, Cell, Stacked
from rnnviz.cells.activations import Array
from rnnviz.cells.written import NotFiniteError
from rnnviz.model import Learnt, SequenceModel
from rnnviz.text import Vocabulary, characters

# What is read and its targets; readings of a sensor are a sequence too.
Example = tuple[Sequence[str], Sequence[str]]
Progress = Callable[[float, float], None]

LOSS_REACHED = 0.02
MAX_STEPS = 600
LEARNING_RATE = 0.03
CLIP_NORM = 1.0


class Adam:
    """Adam (Kingma and Ba 2015). clip_norm: the norm to which each gradient is clipped before."""

    def __init__(self, learning_rate: float = LEARNING_RATE, clip_norm: float = CLIP_NORM) -> None:
        self.learning_rate = learning_rate
        self.clip_norm = clip_norm
        self._steps = 0
        self._moments: dict[str, tuple[Array, Array]] = {}

    def step(
        self, parameters: Mapping[str, Array], gradients: Mapping[str, Array]
    ) -> dict[str, Array]:
        """The parameters after one more step against their gradients."""
        self._steps += 1
        norm = np.sqrt(sum(float((gradients[name] ** 2).sum()) for name in parameters))
        scale = min(1.0, self.clip_norm / norm) if norm else 1.0
        first, updated = np.zeros(1), {}
        for name, value in parameters.items():
            g = scale * gradients[name]
            m, v = self._moments.get(name, (first, first))
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            self._moments[name] = m, v
            corrected = (m / (1 - 0.9**self._steps)) / (
                np.sqrt(v / (1 - 0.999**self._steps)) + 1e-8
            )
            updated[name] = value - self.learning_rate * corrected
        return updated


def memorise(
    cell: type[Cell] | type[Bidirectional] | type[Stacked],
    text: str,
    hidden_size: int | tuple[int, ...],
    seed: int,
    on_progress: Progress = lambda _done, _loss: None,
    **options: Any,
) -> SequenceModel:
    """A model that has learnt to predict each character of `text` from those before it.

    The same arguments give the same weights.
    on_progress: as `learn` calls it.
    Raises ValueError if the text has fewer than two characters, or as `Cell.random` does.
    """
    model, examples = _beginning(cell, text, hidden_size, seed, **options)
    return learn(model, examples, on_progress=on_progress)


def at_moments(
    cell: type[Cell] | type[Bidirectional] | type[Stacked],
    text: str,
    hidden_size: int | tuple[int, ...],
    seed: int,
    moments: Sequence[int],
    **options: Any,
) -> dict[int, SequenceModel]:
    """The models that `memorise` had after some numbers of gradient steps; after 0, it has learnt
    nothing.

    Where a written cell could not be learnt so far, the last one that could be computed.

    Raises ValueError as `memorise` does, or unless each number is from 0 to 600.
    """
    for steps in moments:
        if not 0 <= steps <= MAX_STEPS:
            raise ValueError(f"steps is {steps}; it must be from 0 to {MAX_STEPS}.")
    model, examples = _beginning(cell, text, hidden_size, seed, **options)
    found = {}
    for step, (now, _) in enumerate(islice(_learning(model, examples), max(moments) + 1)):
        model = now
        if step in moments:
            found[step] = now
    return {steps: found.get(steps, model) for steps in moments}


def _beginning(
    cell: type[Cell] | type[Bidirectional] | type[Stacked],
    text: str,
    hidden_size: int | tuple[int, ...],
    seed: int,
    **options: Any,
) -> tuple[SequenceModel, list[Example]]:
    tokens = characters(text)
    if len(tokens) < 2:
        raise ValueError(
            f"Characters in the text: {len(tokens)}; learning to predict the next needs two."
        )
    model = SequenceModel.random(cell, Vocabulary(tokens), hidden_size, seed, **options)
    return model, [(tokens[:-1], tokens[1:])]


def learn(
    model: SequenceModel,
    examples: Sequence[Example],
    reached: float = LOSS_REACHED,
    on_progress: Progress = lambda _done, _loss: None,
) -> SequenceModel:
    """The model trained until its mean loss is `reached` nats, or for 600 steps at most.

    examples: sequences, each with its targets; the loss is the mean over all their steps.
    Adam takes all of them at once. The trained model of the best loss is returned: a network
    without hidden state cannot learn everything. It says after how many steps that was.
    on_progress: called after each step with the share of the work done, 0 to 1, and the best
    mean loss so far in nats.
    Learning ends early where a written cell's gradients are no finite numbers.
    Raises ValueError if there are no examples, if `reached` is not above 0, or as
    `SequenceModel.trace` does.
    """
    if not reached > 0:
        raise ValueError(f"reached is {reached}; it must be above 0, which no loss falls to.")
    if not examples:
        raise ValueError("Examples: 0; there must be at least one to learn.")
    best, best_loss, steps = model, np.inf, 0
    start = None
    for step, (now, loss) in enumerate(islice(_learning(model, examples), MAX_STEPS), 1):
        if loss < best_loss:
            best, best_loss, steps = now, loss, step - 1
        start = loss if start is None else start
        on_progress(max(_share_fallen(start, best_loss, reached), step / MAX_STEPS), best_loss)
        if best_loss <= reached:
            break
    return best.having_learnt(Learnt(steps, best_loss, reached))


def _learning(
    model: SequenceModel, examples: Sequence[Example]
) -> Iterator[tuple[SequenceModel, float]]:
    """The model before each gradient step, and its mean loss, as long as they are finite."""
    adam = Adam()
    start = model
    while True:
        try:
            traces = [model.trace(inputs, targets) for inputs, targets in examples]
        except NotFiniteError:
            # A step has led a written cell to where one of its equations has no value.
            if model is start:
                raise
            return
        T = sum(trace.steps for trace in traces)
        yield model, float(sum(trace["loss"].sum() for trace in traces)) / T
        # The mean over all steps weighs each sequence by its length.
        of_each = [(trace.steps / T, model.gradients(trace)) for trace in traces]
        gradients = {
            name: np.sum([weight * each[name] for weight, each in of_each], axis=0)
            for name in model.parameters
        }
        if not all(np.isfinite(gradient).all() for gradient in gradients.values()):
            return
        model = model.with_parameters(**adam.step(model.parameters, gradients))


def _share_fallen(start: float, loss: float, reached: float) -> float:
    """How far the loss has come, 0 to 1. It falls about exponentially, so logarithms tell."""
    if start <= reached or loss <= reached:
        return 1.0
    return float(np.log(start / loss) / np.log(start / reached))
