"""Which network a link of the Units page opens, and which text that reads."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import parse_qs

from rnnviz import weights
from rnnviz.address.kept import NETWORKS, TEXTS
from rnnviz.address.link import NO_RUN, Link
from rnnviz.address.moments import NOT_BEGUN, UNREADABLE, last_moment, model_of
from rnnviz.address.reading import model_at_hand
from rnnviz.address.units_link import UnitsLink
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from rnnviz.model import SequenceModel
from rnnviz.presets.units import NETS, Opening
from rnnviz.text import Vocabulary, characters
from rnnviz.training import CORPORA, Runs
from rnnviz.units.reading import longest, numbers

# The most characters that the page reads, and how many it takes of a longer text of its own choice.
MOST, USUAL = 20_000, 5_000
# Numbers that a reading keeps, of all its quantities: of a large network the text is shorter.
MOST_NUMBERS = 32_000_000
# What a text is judged by, where the network does not say which one it has read.
SAMPLE = 4_000
NEEDS_TWO = N_(
    "Characters of this text that the network knows: {known}; it needs at least two to predict the next."
)
# What a run has read that was given a text by its reader.
OWN_TEXT = N_("own text")
TOO_LONG = N_("The text has {count} characters; at most {most} fit. Yours is still in its field.")
# Why a run cannot be opened, where no other network is shown in its place.
ALONE = {
    NO_RUN: N_("There is no run {run} here; it may have been cleaned up."),
    NOT_BEGUN: N_("Run {run} has no weights yet; a moment later it may."),
    UNREADABLE: N_("The files of run {run} cannot be read."),
}
NO_CHECKPOINT = N_("Run {run} has no weights after {at} gradient steps that can be read.")
NO_CHARACTERS = N_(
    "This network does not predict the next character: it is a network for tags or for a sensor, "
    "and has no text to be coloured here."
)


@dataclass(frozen=True)
class Source:
    """A network and the text that it reads.

    key: tells it from every other one. kind: "net", "run", "file" or "step". cell: its title, in
    English. name: of a built-in network, or of the text that a run has learnt, in English; the text
    of a network of the Step page; else "". at: its gradient step, None where it
    has none; steps: all steps that were kept. text: the characters that are read. textual: the name
    of the text, "" for the reader's own. unknown: the characters that the network does not know and
    which are left out. opening: with which unit and label the page opens.
    """

    key: str
    kind: str
    cell: str
    name: str
    at: int | None
    steps: tuple[int, ...]
    model: SequenceModel
    text: tuple[str, ...]
    textual: str
    unknown: tuple[str, ...]
    model_at: Callable[[int], SequenceModel]
    opening: Opening | None


@dataclass(frozen=True)
class _Network:
    """text: gives the network's own, and its name. model_at: its weights after another step."""

    kind: str
    name: str
    model: SequenceModel
    text: Callable[[], tuple[str, str]]
    at: int | None = None
    steps: tuple[int, ...] = ()
    model_at: Callable[[int], SequenceModel] | None = None
    opening: Opening | None = None


def opened(link: UnitsLink, learnt: Callable[[Link], SequenceModel]) -> Source:
    """The network of a link, and its text.

    learnt: learns the text of a link of the Step page by heart, which may take seconds. Raises
    LinkError, in a sentence for the reader, where there is no such network or text.
    """
    network = _network(link, learnt)
    if network.model.labels != network.model.vocabulary:
        raise LinkError(NO_CHARACTERS)
    name, whole = _text(link, network)
    text, unknown = _known(whole, network.model.vocabulary)
    if len(text) < 2:
        raise LinkError(NEEDS_TWO, known=len(text))
    most = min(MOST, MOST_NUMBERS // numbers(network.model), longest(network.model))
    if len(text) > most and (link.text or link.kept):
        raise LinkError(TOO_LONG, count=len(text), most=most)
    return Source(
        key=repr(link.source),
        kind=network.kind,
        cell=network.model.cell.title,
        name=network.name,
        at=network.at,
        steps=network.steps,
        model=network.model,
        text=text[:most],
        textual=name,
        unknown=unknown,
        model_at=network.model_at or (lambda _at: network.model),
        # It belongs to the network's own text.
        opening=None if link.text or link.kept or link.corpus else network.opening,
    )


def _network(link: UnitsLink, learnt: Callable[[Link], SequenceModel]) -> _Network:
    if link.run:
        return _of_run(link)
    if link.file:
        model = _of_file(link.file)
        return _Network("file", "", model, lambda: _fitting(model.vocabulary))
    if link.step:
        return _of_step(link.step, learnt)
    return _built_in(link)


def _built_in(link: UnitsLink) -> _Network:
    net = NETS[link.net]
    at = net.last if link.at is None else link.at
    if at not in net.steps:
        raise LinkError(
            N_("at is {value}; this network was kept after these steps: {steps}."),
            value=at,
            steps=", ".join(map(str, net.steps)),
        )
    return _Network(
        "net",
        net.title,
        net.model(at),
        lambda: ("", net.text()[:USUAL]),
        at,
        net.steps,
        net.model,
        net.opening,
    )


def _of_run(link: UnitsLink) -> _Network:
    try:
        moment = last_moment(link.run)
    except LinkError as reason:
        raise LinkError(ALONE[reason.message], **reason.values) from reason
    if link.at is not None:
        moment = replace(moment, at=link.at)
    try:
        model = model_of(moment)
    except ValueError as reason:
        raise LinkError(NO_CHECKPOINT, run=link.run, at=moment.at) from reason

    def text() -> tuple[str, str]:
        """What no step of the training saw, as far as it goes; else its end."""
        # The network of a task is none of these: its name is none of a run's.
        assert moment.folder is not None
        runs = Runs(moment.folder)
        whole, config = runs.text(link.run), runs.config(link.run)
        kept = round(config.validation * len(whole))
        return moment.corpus, whole[-kept:][:USUAL] if kept >= USUAL // 4 else whole[-USUAL:]

    return _Network(
        "run",
        CORPORA[moment.corpus].title if moment.corpus in CORPORA else OWN_TEXT,
        model,
        text,
        moment.at,
        moment.checkpoints,
        lambda at: model_of(replace(moment, at=at)),
    )


@lru_cache(8)
def _of_file(key: str) -> SequenceModel:
    return weights.from_bytes(NETWORKS.get(key))


def _of_step(query: str, learnt: Callable[[Link], SequenceModel]) -> _Network:
    link, problems = Link.from_query(parse_qs(query), last_moment)
    if problems:
        raise problems[0].reason
    if link.moment and not link.moment.practice:
        return _of_run(UnitsLink(run=link.moment.run, at=link.moment.at))
    if link.task or link.sensor:
        raise LinkError(NO_CHARACTERS)
    alone = link.tracks[0]
    model = model_at_hand(alone) or learnt(alone)
    return _Network("step", link.text, model, lambda: ("", link.text))


def _text(link: UnitsLink, network: _Network) -> tuple[str, str]:
    """The name of the text that is read, "" for the reader's own, and the text."""
    if link.text:
        return "", link.text
    if link.kept:
        return "", TEXTS.get(link.kept).decode("utf-8", "replace")
    if link.corpus:
        return link.corpus, CORPORA[link.corpus].text()[:USUAL]
    return network.text()


def _fitting(vocabulary: Vocabulary) -> tuple[str, str]:
    """Of the built-in texts the one whose characters a network knows best, and its name."""
    samples = {name: corpus.text()[:SAMPLE] for name, corpus in CORPORA.items()}

    def share(name: str) -> float:
        read = characters(samples[name])
        return sum(token in vocabulary for token in read) / len(read)

    best = max(samples, key=share)
    return best, CORPORA[best].text()[:USUAL]


def _known(text: str, vocabulary: Vocabulary) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters of a text that a network knows, and the distinct ones that it does not."""
    read = characters(text)
    known = tuple(token for token in read if token in vocabulary)
    if len(known) == len(read):
        return known, ()
    return known, tuple(dict.fromkeys(token for token in read if token not in vocabulary))
