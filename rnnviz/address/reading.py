"""What a link shows: a model, and the trace of that model reading its text."""

from collections.abc import Callable
from functools import lru_cache

from rnnviz import presets
from rnnviz.address.link import NEXT, Link
from rnnviz.address.moments import model_of
from rnnviz.locale import N_
from rnnviz.model import SequenceModel
from rnnviz.network import Network
from rnnviz.readings import TRENDS
from rnnviz.text import Vocabulary
from rnnviz.trace import Trace

# The moments of learning by heart that can be looked at: by the last, most of it has happened. Of a
# learning that takes long, in time steps times units, only the beginning.
EARLY_STEPS = (0, 5, 10, 20, 40)
SHORT = 2000
# What is said where `trace_of` raises.
CANNOT_BE_SHOWN = N_("This cannot be shown: {reason}")
# Learnings whose moments are kept.
KEPT = 32


def model_at_hand(link: Link) -> SequenceModel | None:
    """The model of a link, or None if it has not learnt its text yet.

    Raises ValueError if a run's weights are gone.
    """
    if link.moment:
        return model_of(link.moment)
    if not link.is_trained:
        if link.task:
            return link.network.random(link.task.words, link.seed, link.task.tags)
        if link.sensor:
            return link.network.random(link.sensor.names, link.seed, TRENDS)
        return link.network.random(Vocabulary(link.text), link.seed)
    return _built_in(link)


def is_built_in(link: Link) -> bool:
    """Whether a link shows weights that come with rnnviz."""
    return not link.moment and link.is_trained and _built_in(link) is not None


def _built_in(link: Link) -> SequenceModel | None:
    if (
        link.seed != presets.SEED
        or isinstance(link.hidden, tuple)
        or link.goal != NEXT
        or link.readings
    ):
        return None
    return presets.load(link.text, link.cell, link.hidden)


def trace_of(
    link: Link, on_progress: Callable[[float, float], None] = lambda _done, _loss: None
) -> Trace:
    """The trace that a link shows, the same one every time.

    on_progress: called while the text is learnt, as `memorise` calls it.
    Raises ValueError as `model_at_hand` does.
    """
    model = model_at_hand(link)
    if link.task:
        words, tags = link.task.sentence(link.text)
        return (model or link.network.tagger(link.task, link.seed)).trace(words, targets=tags)
    if sensor := link.sensor:
        model = model or link.network.forecaster(sensor, link.seed, on_progress)
        return model.trace(sensor, targets=sensor.targets)
    model = model or link.network.memorised(link.text, link.seed, on_progress)
    tokens = link.tokens
    if len(tokens) == 1:
        return model.trace(tokens)
    return model.trace(tokens[:-1], targets=tokens[1:])


def moments(link: Link) -> tuple[int, ...]:
    """The numbers of gradient steps after which there are other weights for a link's model."""
    if link.moment:
        return tuple(step for step in link.moment.checkpoints if step != link.moment.at)
    if not link.is_trained or link.is_of_comparison or link.task or link.sensor:
        return ()
    return EARLY_STEPS if link.steps * sum(link.network.sizes) <= SHORT else EARLY_STEPS[:1]


def model_after(link: Link, steps: int) -> SequenceModel:
    """A link's model as it was after `steps` gradient steps, one of its `moments`.

    Raises ValueError if it has no such moment, or as `model_at_hand` does.
    """
    known = moments(link)
    if steps not in known:
        raise ValueError(f"steps is {steps}; it must be one of {', '.join(map(str, known))}.")
    if link.moment:
        return model_of(link.moment.closest(steps))
    return _learnt_again(link.network, link.text, link.seed, known)[steps]


# All moments of a learning lie on the way to the last. Of the largest network they take 3 MB.
@lru_cache(KEPT)
def _learnt_again(
    network: Network, text: str, seed: int, moments: tuple[int, ...]
) -> dict[int, SequenceModel]:
    return network.after(moments, text, seed)
