"""The ready labels of a text: what one may ask its units without writing anything.

A label says of each character yes or no, or a number, as it is once that character has been read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
import numpy.typing as npt
import regex  # type: ignore[import-untyped]

from rnnviz.fields import quoted
from rnnviz.locale import N_, Refusal
from rnnviz.locale.writing import traditional
from rnnviz.text import characters, visible
from rnnviz.training.mandarin import MEASURED
from rnnviz.units.agreements import measure_words, waiting
from rnnviz.units.reading import Reading
from rnnviz.units.spans import Yes, covered, ends

Numbers = npt.NDArray[np.int64]
Tokens = Sequence[str]
CLOSES = dict(zip(")]}）］｝】」』》〉", "([{（［｛【「『《〈", strict=True))
OPENING = {*CLOSES.values()}
MEASURE_WORDS = dict.fromkeys((*MEASURED, *traditional("".join(MEASURED))))
# Of the characters of a text, those that may be asked for by name in a list.
FREQUENT = 8
# An apostrophe stands between letters, or at a word's end. In code, a quotation may follow one of
# a few letters.
WORD = r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{N}_]"
QUOTED = regex.compile(
    rf"""
      (?P<open>\"""|''')(?:\\.|(?!(?P=open)).)*+(?P=open)
    | (?<!\\)(?P<open>")(?:\\.|[^"\\\n]|\n(?![ \t]*\n))*+"
    | (?:(?<!{WORD}|\\)|(?<=(?<!{WORD})(?:[rbfuRBFU]|[rR][bBfF]|[bBfF][rR])))
      (?P<open>')(?:\\.|[^'\\\n]|(?<={WORD})'(?={WORD}))*+'(?!{WORD})
    | (?P<open>“)[^“”]*+” | (?P<open>‘)(?:[^‘’]|’(?={WORD}))*+’
    | (?P<open>「)[^「」]*+」 | (?P<open>『)[^『』]*+』 | (?P<open>«)[^«»]*+»
    """,
    regex.VERBOSE | regex.DOTALL,
)
THREE = {'"""', "'''"}
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


def quotes(tokens: Tokens) -> Yes:
    """Whether a quotation is open: from its opening mark to before its closing one.

    A quotation between " ends before an empty line, one between ' within its line; what does not
    is an apostrophe or an inch. A piece of a program may begin within a long quotation.
    """
    text = "".join(tokens)
    found = [*QUOTED.finditer(text)]
    threes = [match for match in found if match["open"] in THREE]
    # What closes a long quotation is seldom followed by a word, but what opens one is.
    inverted = sum(text[match.end() : match.end() + 1].isalnum() for match in threes)
    if 2 * inverted > len(threes):
        mark = threes[0]["open"]
        begun = QUOTED.finditer(mark + text)
        pairs = [(m.end("open") - 1 - len(mark), m.end() - 1 - len(mark)) for m in begun]
    else:
        pairs = [(m.end("open") - 1, m.end() - 1) for m in found]
    return covered(((max(0, start), stop) for start, stop in pairs), ends(tokens))


def bracket_pairs(tokens: Tokens) -> list[tuple[int, int]]:
    """Where each bracket opens and closes; one without a partner of its kind is left out."""
    pairs: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    waiting = Counter[str]()
    for k, token in enumerate(tokens):
        if token in OPENING:
            stack.append((token, k))
            waiting[token] += 1
        elif token in CLOSES and waiting[CLOSES[token]]:
            # Those opened since then have no partner.
            while True:
                opened, start = stack.pop()
                waiting[opened] -= 1
                if opened == CLOSES[token]:
                    break
            pairs.append((start, k))
    return pairs


def brackets(tokens: Tokens) -> Numbers:
    """How many brackets are open."""
    change = np.zeros(len(tokens), np.int64)
    for start, stop in bracket_pairs(tokens):
        change[start] += 1
        change[stop] -= 1
    return np.cumsum(change)


def innermost(tokens: Tokens, bracket: str) -> Yes:
    """Whether the bracket that was opened last and is still open is of this kind."""
    pairs = bracket_pairs(tokens)
    opens, closes = ({pair[side] for pair in pairs} for side in (0, 1))
    stack: list[str] = []
    on = np.zeros(len(tokens), bool)
    for k, token in enumerate(tokens):
        if k in opens:
            stack.append(token)
        elif k in closes:
            stack.pop()
        on[k] = stack[-1:] == [bracket]
    return on


def line(tokens: Tokens) -> Numbers:
    """How many characters the line has so far; 0 at its break."""
    return _run_lengths(_yes(token not in {"\n", "\r\n", "\r"} for token in tokens))


def word(tokens: Tokens) -> Numbers:
    """The number of the letter in its word, from 1; 0 outside words, and in scripts without spaces.

    A word begins with a letter; digits may follow.
    """
    spaced = _yes(not UNSPACED.match(token) for token in tokens)
    letters = _yes(token[0].isalpha() or token == "_" for token in tokens) & spaced
    digits = _yes(token[0].isdigit() for token in tokens)
    length = _run_lengths(letters | digits)
    begins = np.arange(len(tokens)) - np.maximum(length - 1, 0)
    return np.where(letters[begins], length, 0)


def _run_lengths(on: Yes) -> Numbers:
    """How many places in a row have been on."""
    places = np.arange(1, len(on) + 1)
    return places - np.maximum.accumulate(np.where(on, 0, places))


def capital(tokens: Tokens) -> Yes:
    return _yes(token.isupper() for token in tokens)


def digit(tokens: Tokens) -> Yes:
    return _yes(token.isdigit() for token in tokens)


def after_space(tokens: Tokens) -> Yes:
    return _yes(chain([False], (token.isspace() for token in tokens[:-1])))


def current(tokens: Tokens, character: str) -> Yes:
    return _yes(token == character for token in tokens)


def following(tokens: Tokens, character: str) -> Yes:
    """Whether the next character is this one; after the last one comes none."""
    return _yes(chain((token == character for token in tokens[1:]), [False]))


def _yes(of: Iterable[bool]) -> Yes:
    return np.fromiter(of, np.bool_)


@dataclass(frozen=True)
class ReadyLabel:
    """title, hint, clause: for readers, in English for the catalogues; the clause is what a unit is said to
    know. of: the label of a text's characters."""

    title: str
    hint: str
    clause: str
    of: Callable[[Tokens], npt.NDArray[np.generic]]


READY = {
    "quotes": ReadyLabel(
        N_("inside quotation marks"),
        N_("on from an opening quotation mark to the character before the closing one"),
        N_("whether it is inside quotation marks"),
        quotes,
    ),
    "brackets": ReadyLabel(
        N_("bracket depth"),
        N_("how many brackets are open; one that is never closed does not count"),
        N_("how many brackets are open"),
        brackets,
    ),
    "round": ReadyLabel(
        N_("the innermost bracket is ("),
        N_("on where the bracket that has to close next is a round one"),
        N_("whether the innermost bracket is ("),
        partial(innermost, bracket="("),
    ),
    "square": ReadyLabel(
        N_("the innermost bracket is ["),
        N_("on where the bracket that has to close next is a square one"),
        N_("whether the innermost bracket is ["),
        partial(innermost, bracket="["),
    ),
    "line": ReadyLabel(
        N_("characters since the line began"),
        N_("1 at the first character of a line, 0 at its break"),
        N_("how many characters the line has so far"),
        line,
    ),
    "word": ReadyLabel(
        N_("position in the word"),
        N_("1 at the first letter of a word, 0 between words"),
        N_("which letter of its word this is"),
        word,
    ),
    "capital": ReadyLabel(
        N_("capital letter"),
        N_("on at every capital letter"),
        N_("whether this is a capital letter"),
        capital,
    ),
    "digit": ReadyLabel(N_("digit"), N_("on at every digit"), N_("whether this is a digit"), digit),
    "space": ReadyLabel(
        N_("after a space"),
        N_("on at a character that follows a space or a line break"),
        N_("whether this character follows a space"),
        after_space,
    ),
    "because": ReadyLabel(
        N_("因为 waits for its 所以"),
        N_(
            "on from 因为 to the character before 所以, which the grammar of the made Chinese demands"
        ),
        N_("whether 因为 still waits for its 所以"),
        partial(waiting, asks="因为", answers="所以"),
    ),
    "although": ReadyLabel(
        N_("虽然 waits for its 但是"),
        N_(
            "on from 虽然 to the character before 但是, which the grammar of the made Chinese demands"
        ),
        N_("whether 虽然 still waits for its 但是"),
        partial(waiting, asks="虽然", answers="但是"),
    ),
    "measure": ReadyLabel(
        N_("a measure word must follow"),
        N_(
            "on in a line such as 猫，小明看见了三只。 from the noun to the character before its measure word"
        ),
        N_("whether a measure word must follow"),
        lambda tokens: measure_words(tokens) != "",
    ),
}


def owes(tokens: Tokens, word: str) -> Yes:
    """Whether this measure word must follow in the line."""
    return measure_words(tokens) == word


# Labels about one character, which follows a colon in their names, such as next:e; their titles.
ABOUT: dict[str, tuple[str, Callable[[Tokens, str], Yes]]] = {
    "current": (N_("the character is {character}"), current),
    "next": (N_("the next character is {character}"), following),
    "measure": (N_("the measure word {character} must follow"), owes),
}
ABOUT_CLAUSES = {
    "current": N_("whether the character is {character}"),
    "next": N_("whether the next character is {character}"),
    "measure": N_("whether the measure word {character} must follow"),
}
LOSS = N_("the loss")
LOSS_CLAUSE = N_("how large the loss is")
NO_LABEL = N_("There is no ready label {name}; there are {choices}.")


def labels(text: str | Iterable[str]) -> dict[str, npt.NDArray[np.generic]]:
    """The ready labels of a text by their names, (N,) each: bool, or whole numbers.

    Of the characters, the eight most frequent have labels of their own, such as current:e and
    next:e. A label that is the same all over the text is left out.
    """
    tokens = characters(text) if isinstance(text, str) else tuple(text)
    frequent = [token for token, _ in Counter(tokens).most_common(FREQUENT)]
    found = {name: one.of(tokens) for name, one in READY.items()}
    owed = measure_words(tokens)
    found |= {f"measure:{word}": owed == word for word in MEASURE_WORDS}
    found |= {
        f"{name}:{token}": ABOUT[name][1](tokens, token)
        for name in ("current", "next")
        for token in frequent
    }
    return {name: label for name, label in found.items() if (label != label[:1]).any()}


def label(seen: Reading, name: str) -> npt.NDArray[np.generic]:
    """The ready label of this name, for the text of a reading: one of `labels`, or loss, (N − 1,),
    or current: and next: with any character.

    Raises Refusal for another name.
    """
    if name == "loss":
        return seen.loss
    if name in READY:
        return READY[name].of(seen.text)
    about, _, character = name.partition(":")
    if about not in ABOUT or len(characters(character)) != 1:
        raise Refusal(
            NO_LABEL,
            name=quoted(name),
            choices=", ".join((*READY, "loss", *(f"{one}:…" for one in ABOUT))),
        )
    return ABOUT[about][1](seen.text, character)


def clause(name: str) -> tuple[str, dict[str, str]]:
    """What a unit is said to know that tells a ready label, as `title` has it."""
    if name == "loss":
        return LOSS_CLAUSE, {}
    if name in READY:
        return READY[name].clause, {}
    about, _, character = name.partition(":")
    return ABOUT_CLAUSES[about], {"character": visible(character)}


def title(name: str) -> tuple[str, dict[str, str]]:
    """What a ready label is called, in English for the catalogues, and what fills it in.

    name: one that `label` takes.
    """
    if name == "loss":
        return LOSS, {}
    if name in READY:
        return READY[name].title, {}
    about, _, character = name.partition(":")
    return ABOUT[about][0], {"character": visible(character)}
