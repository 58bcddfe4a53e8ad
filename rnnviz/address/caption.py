"""Where the weights of a link come from, in words."""

from collections.abc import Callable

from rnnviz.address.link import ORIGINAL, Link, Moment
from rnnviz.locale import N_
from rnnviz.network import title
from rnnviz.tagging import TITLES, Task
from rnnviz.training import CORPORA

# The first network once more, beside itself changed by hand.
BEFORE = N_("before")
RANDOM = N_("random weights, seed {seed}")
LEARNT = N_("trained on this text")
OWN_TEXT = N_("a text of one's own")
OF_RUN = N_("after step {step} of {steps}")
OF_COMPARISON = N_("trained on such texts · {count} parameters")
OF_TASK = N_("the numbers of a task to practise")
TAGS_LEARNT = N_("has learnt the tags {tags}")
READS = N_("has learnt: x1 rises ↑, falls ↓, stays =")
READS_UNTAUGHT = N_("random weights, seed {seed} · x1 rises ↑, falls ↓, stays =")


def caption(link: Link, _: Callable[[str], str]) -> str:
    """Where the weights come from."""
    if moment := link.moment:
        if moment.practice:
            return _(OF_TASK)
        return f"{after_step(moment.at, moment.steps, _)} · {corpus_title(moment, _)}"
    if link.task:
        tags = told_tags(link.task, _)
        if not link.is_trained:
            return f"{_(RANDOM).format(seed=link.seed)} · {tags}"
        return _(TAGS_LEARNT).format(tags=tags)
    if link.readings:
        words = READS if link.is_trained else READS_UNTAUGHT
        return _(words).format(seed=link.seed)
    if link.is_of_comparison:
        known = len(link.vocabulary)
        return _(OF_COMPARISON).format(count=link.network.parameters(known, known))
    if link.is_trained:
        return _(LEARNT)
    return _(RANDOM).format(seed=link.seed)


def told_tags(task: Task, _: Callable[[str], str]) -> str:
    """The tags of a task, each with what it stands for."""
    return _(N_(", ")).join(f"{tag} {_(TITLES[tag])}" for tag in task.tags)


def labels(link: Link, _: Callable[[str], str]) -> list[str]:
    """What each network of a link is called, beside its ribbon: its cell, and of a run the step."""
    own = [
        f"{_(title(track.cell))} · {grouped(track.moment.at)}"
        if track.moment and not track.moment.practice and link.beside
        else _(title(track.cell))
        for track in link.tracks
    ]
    beside = [
        _(BEFORE) if other == ORIGINAL else name
        for other, name in zip(link.beside, own[1:], strict=True)
    ]
    return [own[0], *beside]


def after_step(step: int, steps: int, _: Callable[[str], str]) -> str:
    """A moment of a training, in words."""
    words = OF_RUN
    # A run may have taken single steps beyond its plan.
    return _(words).format(step=grouped(step), steps=grouped(max(step, steps)))


def corpus_title(moment: Moment, _: Callable[[str], str]) -> str:
    """The name of the text that a run learns from."""
    corpus = CORPORA.get(moment.corpus)
    return _(corpus.title) if corpus else _(OWN_TEXT)


def grouped(number: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{number:,}"
