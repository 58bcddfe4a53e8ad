"""What a link shows: a model, and the trace of that model reading its text."""

from collections.abc import Callable

from rnnviz import presets
from rnnviz.link import Link
from rnnviz.model import SequenceModel
from rnnviz.moments import model_of
from rnnviz.text import Vocabulary
from rnnviz.trace import Trace


def model_at_hand(link: Link) -> SequenceModel | None:
    """The model of a link, or None if it has not learnt its text yet.

    Raises ValueError if a run's weights are gone.
    """
    if link.moment:
        return model_of(link.moment)
    if not link.is_trained:
        return link.network.random(Vocabulary(link.text), link.seed)
    return _built_in(link)


def is_built_in(link: Link) -> bool:
    """Whether a link shows weights that come with rnnviz."""
    return not link.moment and link.is_trained and _built_in(link) is not None


def _built_in(link: Link) -> SequenceModel | None:
    if link.seed != presets.SEED or isinstance(link.hidden, tuple):
        return None
    return presets.load(link.text, link.cell, link.hidden)


def trace_of(
    link: Link, on_progress: Callable[[float, float], None] = lambda _done, _loss: None
) -> Trace:
    """The trace that a link shows, the same one every time.

    on_progress: called while the text is learnt, as `memorise` calls it.
    Raises ValueError as `model_at_hand` does.
    """
    model = model_at_hand(link) or link.network.memorised(link.text, link.seed, on_progress)
    tokens = link.tokens
    if len(tokens) == 1:
        return model.trace(tokens)
    return model.trace(tokens[:-1], targets=tokens[1:])
