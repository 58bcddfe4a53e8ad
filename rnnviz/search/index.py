"""What can be looked for: pages, chapters and their sections, questions, terms, labels of units, networks and texts."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from rnnviz import course
from rnnviz.address.units_link import FIRST_NETS
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.course import outline
from rnnviz.course.markup import Block, Inline
from rnnviz.course.practice.page import tasks
from rnnviz.locale import ENGLISH, LANGUAGES, N_, translator
from rnnviz.locale.writing import offered
from rnnviz.network import title as network
from rnnviz.search.initials import initials
from rnnviz.training import CORPORA
from rnnviz.units.labels import LOSS, READY

# What an entry may be, with its word. An entry has the number of its kind.
KINDS: Mapping[str, str] = {
    "page": N_("page"),
    "chapter": N_("chapter"),
    "section": N_("section"),
    "question": N_("question"),
    "term": N_("glossary"),
    "task": N_("task"),
    "label": N_("label of units"),
    "view": N_("view of the stage"),
    "network": N_("network"),
    "text": N_("text to train on"),
}
# The pages that are none of the course, with what one does there.
PAGES: Mapping[str, tuple[str, str]] = {
    "": (N_("Home"), N_("See a recurrent network think, on an example that is ready.")),
    "step": (N_("Step"), N_("Walk through any text with any network, one equation at a time.")),
    "train": (N_("Train"), N_("A small network learns a text while you watch.")),
    "units": (N_("Units"), N_("Which unit of a trained network knows it, and does the network need that unit?")),
    "own": (
        N_("My own model"),
        N_("A classifier, a tagger, a forecaster: any recurrent model of PyTorch's, on the stage."),
    ),
}  # fmt: skip
# The views in the middle of the stage, each where it has something to show.
VIEWS: Mapping[str, tuple[str, str]] = {
    "t=3&phase=memory": (
        N_("Inside the cell"),
        N_("Boxes and wires of a step, each wire as thick as the number that it carries."),
    ),
    "t=3&phase=hidden&view=equations": (
        N_("Equations"),
        N_("All equations of the cell, and the present one in numbers."),
    ),
    "t=3&view=memory": (N_("Over time"), N_("Every vector of the cell at every step, as maps of units by steps.")),
    "t=3&phase=hidden&view=sum": (
        N_("Sum"),
        N_("Every term that made one number of the state."),
    ),
    "t=3&view=words": (N_("In words"), N_("The equation of the phase, said in words with its numbers.")),
    "t=3&phase=memory&view=ledger": (
        N_("Ledger"),
        N_("What each unit of the memory cell kept, and what was written into it."),
    ),
    "t=5&view=witnesses": (
        N_("Witnesses"),
        N_("Which character mattered for the prediction: three ways to ask, side by side."),
    ),
    "view=writing": (N_("Writing"), N_("The network goes on with the text, character by character.")),
    "way=back&view=reach": (N_("How far back"), N_("How far back the gradient of a loss reaches.")),
    "way=back&view=gradients": (
        N_("Gradients of the weights"),
        N_("What the loss asks of every weight, added up over the steps."),
    ),
}  # fmt: skip
# A label is asked of a network whose text has it; the others have the network that a language begins with.
LIBRARY, BRACKETS, MANDARIN = "library", "brackets", FIRST_NETS["zh-Hans"]
NET_OF = dict.fromkeys(("quotes", "line", "word", "capital", "digit", "space"), LIBRARY)
NET_OF |= dict.fromkeys(("brackets", "round", "square"), BRACKETS)

RECAP = "recap"
SENTENCE = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])\s*")
UNKNOWN = "\ufffd"


class Entry(NamedTuple):
    """kind: one of KINDS. name: its own among those of its kind, and the same in every language. where: what it stands
    in, or "". target: "softmax?section=start". text: its sentences."""

    kind: str
    name: str
    title: str
    where: str
    target: str
    text: Sequence[str] = ()


def index(language: str, without: Container[str] = ()) -> dict[str, Any]:
    """All that can be found in a language, as the browser searches it. without: the pages that are not there.

    An entry is [kind, title, where, target, names, sentences]; names: its titles in the other languages. kinds: their
    words, by number. letters: the first letters of the pinyin of each Chinese character in a title.
    """
    _ = translator(language)
    found = {one: [own for own in _entries(one) if own.target not in without] for one in LANGUAGES}
    names = _names(found, language)
    kinds = list(KINDS)
    entries = [
        [
            kinds.index(one.kind),
            one.title,
            one.where,
            one.target,
            names[one.kind, one.name],
            one.text,
        ]
        for one in found[language]
    ]
    titles = chain([one.title for one in found[language]], *names.values())
    return {
        "kinds": [_(word) for word in KINDS.values()],
        "entries": entries,
        "letters": initials("".join(titles)),
    }


def _names(found: Mapping[str, Sequence[Entry]], language: str) -> dict[tuple[str, str], list[str]]:
    """The titles of each entry in the other languages, each once."""
    own = {(one.kind, one.name): one.title for one in found[language]}
    names: dict[tuple[str, str], list[str]] = {key: [] for key in own}
    for one in chain.from_iterable(of for other, of in found.items() if other != language):
        key = one.kind, one.name
        if key in own and one.title not in (own[key], *names[key]):
            names[key].append(one.title)
    return names


def _entries(language: str) -> Iterator[Entry]:
    """All entries of a language, in the order in which equally good ones are shown."""
    _ = translator(language)
    for name, (title, said) in PAGES.items():
        yield Entry("page", name, _(title), "", name, [_(said)])
    course_title = _(N_("Course"))
    yield Entry("page", outline.CONTENTS, course_title, "", outline.CONTENTS)
    own = outline.PRACTICE_PAGE
    yield Entry("page", outline.PRACTICE, _(own.title), "", outline.PRACTICE, [_(own.question)])
    for one in tasks(language):
        yield Entry("task", one["address"], one["title"], _(own.title), one["address"])
    for name, page in outline.REFERENCE.items():
        yield Entry("page", name, _(page.title), course_title, name, [_(page.question)])
    for part, chapters in outline.PARTS.items():
        for name, chapter in chapters.items():
            yield from _chapter(name, _(chapter.title), _(part), _(chapter.question), language)
    yield from _looked_up(language)
    for name, label in READY.items():
        target = f"units?net={_net(name, language)}&label={name}"
        yield Entry("label", name, _(label.title), _(N_("Units")), target, [_(label.hint)])
    yield Entry("label", "loss", _(LOSS), _(N_("Units")), f"units?net={LIBRARY}&label=loss")
    for query, (title, said) in VIEWS.items():
        yield Entry("view", query, _(title), _(N_("Step")), f"step?{query}", [_(said)])
    for name in (*EVERY_CELL, *TWO_WAY):
        yield Entry("network", name, _(network(name)), _(N_("Step")), f"step?cell={name}")
    for name in offered(CORPORA, language):
        yield Entry("text", name, _(CORPORA[name].title), _(N_("Train")), f"train?corpus={name}")


def _net(label: str, language: str) -> str:
    return NET_OF.get(label) or FIRST_NETS.get(language, MANDARIN)


def _chapter(name: str, title: str, part: str, question: str, language: str) -> Iterator[Entry]:
    """A chapter, its sections, and the questions that it asks; their answers are the reader's to find."""
    sections = _sections(name, language)
    between = " " if language == ENGLISH else ""
    # Each chapter begins without a title, and ends with the same one.
    own = [one for one in sections if one["title"] and one["id"] != RECAP]
    about = [sentence for one in sections if one not in own for sentence in _said(one["blocks"])]
    yield Entry("chapter", name, title, part, name, [question, *about])
    for one in sections:
        target = f"{name}?section={one['id']}"
        if one in own:
            yield Entry("section", target, one["title"], title, target, _said(one["blocks"]))
        for block in one["blocks"]:
            asked = between.join(_said([["p", *block[2]]])) if block[0] == "question" else ""
            if asked.endswith(("?", "？")):
                yield Entry("question", f"{target}&{block[1]}", asked, title, target)


def _looked_up(language: str) -> Iterator[Entry]:
    """The entries of the pages to look things up in: questions, terms and sources."""
    _ = translator(language)
    kinds = {outline.QUESTIONS: "question", outline.GLOSSARY: "term"}
    for name, page in outline.REFERENCE.items():
        kind = kinds.get(name, "section")
        for one in filter(itemgetter("title"), _sections(name, language)):
            target = f"{name}?section={one['id']}"
            # Its kind says already on which page a question or a term is.
            where = _(page.title) if kind == "section" else ""
            yield Entry(kind, target, one["title"], where, target, _said(one["blocks"]))


def _sections(name: str, language: str) -> list[dict[str, Any]]:
    return course.read(course.prose(name, language).read_text("utf-8")).sections


def _said(blocks: Iterable[Block]) -> list[str]:
    """The sentences of blocks, without those whose numbers only the page itself computes."""
    lines = (_plain(line) for block in blocks for line in _lines(block))
    return [one for line in lines for one in SENTENCE.split(line) if one and UNKNOWN not in one]


def _lines(block: Block) -> Sequence[Sequence[Inline]]:
    match block[0]:
        case "p":
            return [_without_ways(block[1:])]
        case "aside" | "heading":
            return [block[1:]]
        case "list":
            return block[1:]
        case _:
            return []


def _without_ways(parts: Sequence[Inline]) -> Sequence[Inline]:
    """A paragraph without the links at its end, which lead to places where it can be seen and are no sentence."""
    end = len(parts)
    while end and (parts[end - 1] == " · " or parts[end - 1][0] == "a"):
        end -= 1
    return parts[:end]


def _plain(parts: Sequence[Inline]) -> str:
    """Words as plain text; UNKNOWN stands for what has none, such as a number of a figure or a fraction."""
    return "".join(map(_part, parts)).strip()


def _part(part: Inline) -> str:
    try:
        return part if isinstance(part, str) else course.plain([part], _Unknown())
    except ValueError:
        return UNKNOWN


class _Unknown(dict[str, str]):
    """Every number of a chapter, none of which is known here."""

    def get(self, _name: str, _default: Any = None) -> str:
        return UNKNOWN
