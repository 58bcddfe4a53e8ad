"""Texts to train on: the documents' sentence, made languages, Python's own words, one's own."""

import codecs
import math
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from reprlib import repr as short

from rnnviz.locale import N_, Refusal
from rnnviz.locale.writing import SUFFIX, traditional
from rnnviz.text import characters, check_tokens
from rnnviz.training import agreements
from rnnviz.training.agreements import Agreement
from rnnviz.training.grammars import Brackets, Dates, Language
from rnnviz.training.mandarin import MANDARIN

OWN = "own"
MAX_BYTES = 5 * 10**6
MAX_LIBRARY_CHARACTERS = 1_000_000
MADE_CHARACTERS = 300_000


@dataclass(frozen=True)
class Corpus:
    """A text by name.

    language: whose it is, for a made one, so that its true entropy is known. probe: a sentence of its
    kind for watching hidden states; without one, the beginning of the text. has_words: whether it
    is made of words, so that counting real words in a sample means something. agreements: its rules
    for a line. pace: the most steps a second, so that learning it can be watched; 0 for no limit.
    """

    name: str
    title: str
    read: Callable[[], str]
    language: Language | None = None
    probe: str = ""
    has_words: bool = False
    agreements: tuple[Agreement, ...] = ()
    pace: float = 0.0

    @cached_property
    def entropy(self) -> float | None:
        """Its true entropy in nats a character, where that is known."""
        return self.language.entropy if self.language else None

    def text(self) -> str:
        """The text, always the same."""
        return self.read()

    def in_traditional(self, title: str) -> "Corpus":
        """The same text in traditional characters, which has the same numbers."""
        return replace(
            self,
            name=f"{self.name}{SUFFIX}",
            title=title,
            read=cache(lambda: traditional(self.read())),
            probe=traditional(self.probe),
            agreements=tuple(one.of_traditional() for one in self.agreements),
        )


@cache
def _python_reference() -> str:
    """The language reference that `help()` shows, which comes with every Python."""
    from pydoc_data.topics import topics

    return "\n".join(topics[name] for name in sorted(topics))


@cache
def _python_library() -> str:
    """The beginning of Python's standard library, by the names of its modules."""
    parts: list[str] = []
    length = 0
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        parts.append(path.read_text("utf-8", errors="replace"))
        length += len(parts[-1])
        if length >= MAX_LIBRARY_CHARACTERS:
            break
    return "".join(parts)[:MAX_LIBRARY_CHARACTERS]


def _made(language: Language) -> Callable[[], str]:
    return cache(lambda: language.text(MADE_CHARACTERS, seed=0))


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus(
            "helicopter",
            N_("想要有直升机"),
            lambda: "想要有直升机",
            has_words=True,
            pace=5.0,
        ),
        Corpus(
            "python-reference",
            N_("The Python reference"),
            _python_reference,
            probe="The value of the expression is returned.",
            has_words=True,
        ),
        Corpus(
            "python-library",
            N_("Python's standard library"),
            _python_library,
            probe="    def __init__(self, name, value=None):",
            has_words=True,
        ),
        Corpus(
            "chinese",
            N_("Made Chinese"),
            _made(MANDARIN),
            MANDARIN,
            probe="猫，小明看见了三只。\n因为老师很累，所以",
            has_words=True,
            agreements=agreements.MANDARIN,
        ),
        Corpus(
            "brackets",
            N_("Nested brackets"),
            _made(Brackets()),
            Brackets(),
            agreements=agreements.BRACKETS,
        ),
        Corpus(
            "dates",
            N_("Dates in two notations"),
            _made(Dates()),
            Dates(),
            agreements=agreements.DATES,
        ),
    )
}
CORPORA |= {
    corpus.name: corpus
    for corpus in (
        CORPORA["helicopter"].in_traditional(N_("想要有直升機")),
        CORPORA["chinese"].in_traditional(N_("Made Chinese, traditional characters")),
    )
}


def has_words(name: str) -> bool:
    """Whether counting real words in a model's samples makes sense for this text; for an own text
    it does."""
    return name == OWN or CORPORA[name].has_words


def pace_of(name: str) -> float:
    """The most steps a second that a training on this text takes unless asked; 0 for no limit."""
    return CORPORA[name].pace if name in CORPORA else 0.0


def agreements_of(name: str) -> tuple[Agreement, ...]:
    """The rules of a made language; () for other texts."""
    return CORPORA[name].agreements if name in CORPORA else ()


def corpus_text(name: str, own: str | None) -> str:
    """The text of a configuration: one of CORPORA, or for "own" the text given beside it.

    Raises Refusal for an unknown name, and for "own" without a text.
    """
    if name == OWN:
        if not own:
            raise Refusal(N_('The corpus is "own", but no text was given beside it.'))
        return own
    if name not in CORPORA:
        raise Refusal(
            N_("{name} is {value}; it must be one of {choices}."),
            name="corpus",
            value=short(name),
            choices=", ".join((OWN, *CORPORA)),
        )
    return CORPORA[name].text()


MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Big5 as in Hong Kong has all of Taiwan's. Where a text may be either, it is the first one.
CHINESE = ("gb18030", "big5hkscs")
FIRST_CHINESE = "\u2e80"
# A text has no control characters but these.
CONTROLS = {chr(k) for k in (*range(32), 127)} - set("\t\n\r\f")


def decoded(data: bytes) -> str:
    """The text in an uploaded file: UTF-8, UTF-16, GB18030 or Big5, with line breaks as ↵ alone.

    A mark at the beginning decides; then UTF-16 if every other byte is mostly zero; then
    UTF-8; then of GB18030 and Big5 the one in which more characters are common ones.
    Raises Refusal if the file is empty, larger than 5 MB, no text in these encodings, or has a
    character of more than 64 bytes.
    """
    if not data:
        raise Refusal(N_("The file is empty; a text needs at least two characters."))
    if len(data) > MAX_BYTES:
        raise Refusal(
            N_("The file has {size} MB; it may have {most} MB."),
            size=megabytes(len(data)),
            most=megabytes(MAX_BYTES),
        )
    for encoding in _encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not CONTROLS.intersection(text):
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            check_tokens(set(characters(text)))
            return text
    raise Refusal(
        N_(
            "The file is not a text: it may be a picture, a document or a program. "
            "A plain text in UTF-8, UTF-16, GB18030 or Big5 fits."
        )
    )


def megabytes(size: int) -> str:
    """A number of bytes for readers, rounded so that a size over the limit never looks as if it
    fitted."""
    return f"{math.ceil(size / 1e5) / 10:g}"


def _encodings(data: bytes) -> list[str]:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return [encoding]
    # In UTF-16 without a mark, the high bytes of Latin letters and spaces are zero.
    sample = data[:4096]
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if sample[first::2].count(0) > 0.3 * len(sample) / 2:
            return [encoding]
    return ["utf-8", *sorted(CHINESE, key=lambda encoding: -_share_of_common(data, encoding))]


def _share_of_common(data: bytes, encoding: str) -> float:
    """Of the Chinese characters that the bytes mean in an encoding."""
    # A character that is cut off at the end would be none.
    read = [one for one in data[:4096].decode(encoding, "ignore") if one >= FIRST_CHINESE]
    return sum(one in _common() for one in read) / max(1, len(read))


@cache
def _common() -> set[str]:
    """The frequent characters of both writings, which stand first in GB 2312 and in Big5."""
    return {
        bytes([first, second]).decode(encoding, "ignore")
        for encoding, firsts in (("gb2312", range(0xB0, 0xD8)), ("big5", range(0xA4, 0xC7)))
        for first in firsts
        for second in range(0x40, 0xFF)
    }
