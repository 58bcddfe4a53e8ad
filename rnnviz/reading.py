"""What a link shows: a model, and the trace of that model reading its text."""

from collections.abc import Callable

from rnnviz import presets
from rnnviz.cells import EVERY_CELL
from rnnviz.fit import memorise
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
        vocabulary = Vocabulary(link.text)
        return SequenceModel.random(EVERY_CELL[link.cell], vocabulary, link.hidden, link.seed)
    if link.seed == presets.SEED:
        return presets.load(link.text, link.cell, link.hidden)
    return None


def is_built_in(link: Link) -> bool:
    """Whether a link shows weights that come with rnnviz."""
    return (
        not link.moment
        and link.is_trained
        and link.seed == presets.SEED
        and presets.load(link.text, link.cell, link.hidden) is not None
    )


def trace_of(
    link: Link, on_progress: Callable[[float, float], None] = lambda _done, _loss: None
) -> Trace:
    """The trace that a link shows, the same one every time.

    on_progress: called while the text is learnt, as `memorise` calls it.
    Raises ValueError as `model_at_hand` does.
    """
    model = model_at_hand(link) or memorise(
        EVERY_CELL[link.cell], link.text, link.hidden, link.seed, on_progress
    )
    tokens = link.tokens
    if len(tokens) == 1:
        return model.trace(tokens)
    return model.trace(tokens[:-1], targets=tokens[1:])
