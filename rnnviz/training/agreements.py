"""The rules that a made language sets for a line, and how often a sample follows them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from rnnviz.locale import N_
from rnnviz.locale.writing import simplified
from rnnviz.training.grammars import MONTHS
from rnnviz.training.mandarin import MEASURED, NUMBERS, numeral


@dataclass(frozen=True)
class Agreement:
    """name: its key in a sample. title, hint: for readers, in English for the catalogues.

    kept: for each place of a line where the rule applies, whether the line follows it.
    """

    name: str
    title: str
    hint: str
    kept: Callable[[str], Iterator[bool]]

    def count(self, sample: str) -> tuple[int, int]:
        """How often the sample follows the rule, and of how many times; lines that the sample cuts
        off do not count."""
        found = list(chain.from_iterable(map(self.kept, whole_lines(sample))))
        return sum(found), len(found)

    def of_traditional(self) -> "Agreement":
        """The same rule for a text in traditional characters."""
        return replace(self, kept=lambda line: self.kept(simplified(line)))


def whole_lines(sample: str) -> list[str]:
    """Those that both begin and end within the sample, empty ones left out."""
    return [line for line in sample.split("\n")[1:-1] if line]


CLOSED_BY = {"(": ")", "[": "]"}


def _closed(line: str) -> Iterator[bool]:
    """Bracket by bracket: lines of one pair, half of all, would flatter a count of lines."""
    expected: list[str] = []
    for bracket in line:
        if bracket in CLOSED_BY:
            expected.append(CLOSED_BY[bracket])
        else:
            fits = expected[-1:] == [bracket]
            if fits:
                expected.pop()
            yield fits
    yield from (False for _ in expected)


ENGLISH = re.compile(rf"(\d+) ({'|'.join(MONTHS)}) (\d+)")


def _same_english(line: str) -> Iterator[bool]:
    words, equals, digits = line.partition(" = ")
    if not equals:
        return
    found = ENGLISH.fullmatch(words)
    if not found:
        yield False
        return
    month = MONTHS.index(found[2]) + 1
    yield digits == f"{found[3]}-{month:02}-{int(found[1]):02}"


MEASURE_OF = {noun: word for word, nouns in MEASURED.items() for noun in nouns}
COUNTED = re.compile(rf"[{NUMBERS}]([{''.join(MEASURED)}])(?=[^。，])")
NUMERALS = {numeral(value): value for value in range(1, 32)}
CHINESE = re.compile(r"(\w+)月(\w+)日")


def _near(line: str) -> Iterator[bool]:
    for counted in COUNTED.finditer(line):
        yield line[counted.end() :].startswith(MEASURED[counted[1]])


def _far(line: str) -> Iterator[bool]:
    noun, comma, rest = line.partition("，")
    if comma and noun in MEASURE_OF:
        yield rest[-3:-2] in NUMBERS and rest[-2:] == f"{MEASURE_OF[noun]}。"


def _answered(asks: str, answers: str) -> Callable[[str], Iterator[bool]]:
    def kept(line: str) -> Iterator[bool]:
        _, asked, rest = line.partition(asks)
        if asked:
            yield f"，{answers}" in rest

    return kept


def _same_chinese(line: str) -> Iterator[bool]:
    words, same, digits = line.partition("就是")
    if not same:
        return
    found = CHINESE.fullmatch(words)
    if not found or not {*found.groups()} <= NUMERALS.keys():
        yield False
        return
    yield digits == f"{NUMERALS[found[1]]}月{NUMERALS[found[2]]}日。"


BRACKETS = (
    Agreement(
        "closed",
        N_("brackets closed"),
        N_(
            "of the closing brackets, how many close the bracket that was opened last, by its own "
            "kind; one that is left open when its line ends counts as a miss"
        ),
        _closed,
    ),
)
DATES = (
    Agreement(
        "dates",
        N_("same date twice"),
        N_("of the lines with an equals sign, how many write the same date on both sides"),
        _same_english,
    ),
)
MANDARIN = (
    Agreement(
        "near",
        N_("一只→猫"),
        N_(
            "of the measure words after a number, how many are followed by a noun that they count: "
            "the noun stands right behind, so that one character of memory is enough"
        ),
        _near,
    ),
    Agreement(
        "far",
        N_("猫…三→只"),
        N_(
            "of the lines that begin with a noun, how many end in its measure word: the noun has "
            "to be remembered over a whole clause"
        ),
        _far,
    ),
    Agreement(
        "because",
        N_("因为→所以"),
        N_("of the lines with 因为, how many answer it by 所以"),
        _answered("因为", "所以"),
    ),
    Agreement(
        "although",
        N_("虽然→但是"),
        N_("of the lines with 虽然, how many answer it by 但是"),
        _answered("虽然", "但是"),
    ),
    Agreement(
        "dates",
        N_("same date twice"),
        N_("of the lines with 就是, how many write the same date on both sides, in two notations"),
        _same_chinese,
    ),
)
