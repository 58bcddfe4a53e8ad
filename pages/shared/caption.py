"""Where the weights of a link come from, in words."""

from collections.abc import Callable

from rnnviz.cells import EVERY_CELL
from rnnviz.link import Link, Moment
from rnnviz.locale import N_
from rnnviz.presets import recall
from rnnviz.training import CORPORA


def caption(link: Link, _: Callable[[str], str]) -> str:
    """Where the weights come from."""
    if moment := link.moment:
        return f"{after_step(moment.at, moment.steps, _)} · {corpus_title(moment, _)}"
    if link.is_of_comparison:
        words = N_("trained on such texts · {count} parameters")
        return _(words).format(count=recall.parameter_count(link.cell, link.hidden))
    if link.is_trained:
        return _(N_("trained on this text"))
    return _(N_("random weights, seed {seed}")).format(seed=link.seed)


def labels(link: Link) -> list[str]:
    """What each network of a link is called, beside its ribbon: its cell, and of a run the step."""
    return [
        f"{EVERY_CELL[track.cell].title} · {grouped(track.moment.at)}"
        if track.moment and link.beside
        else EVERY_CELL[track.cell].title
        for track in link.tracks
    ]


def after_step(step: int, steps: int, _: Callable[[str], str]) -> str:
    """A moment of a training, in words."""
    words = N_("after step {step} of {steps}")
    # A run may have taken single steps beyond its plan.
    return _(words).format(step=grouped(step), steps=grouped(max(step, steps)))


def corpus_title(moment: Moment, _: Callable[[str], str]) -> str:
    """The name of the text that a run learns from."""
    corpus = CORPORA.get(moment.corpus)
    return _(corpus.title) if corpus else _(N_("a text of one's own"))


def grouped(number: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{number:,}".replace(",", "\u202f")
