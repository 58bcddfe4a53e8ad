"""Two beginnings that differ in one thing only, so that other characters must follow, from the
grammars of the made languages (as Linzen et al. 2016 compare sentences).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rnnviz.locale.writing import simplified, traditional
from rnnviz.text import Vocabulary
from rnnviz.training.grammars import NAME, Brackets, Language, evenly
from rnnviz.training.mandarin import MANDARIN, MEASURED
from rnnviz.units.agreements import is_traditional

COUNT = 24
# Characters of the language before the line of a pair, and at most within the bracket that differs.
CONTEXT, INSIDE = 20, 8
CLOSES = {"(": ")", "[": "]"}
BRACKETS = Brackets()
CHINESE = {
    character
    for ways in MANDARIN.rules.values()
    for _, way in ways
    for character in NAME.sub("", way)
}
CLAUSE = replace(MANDARIN, beginning="clause")
COUNTING = replace(
    MANDARIN,
    rules={**MANDARIN.rules, "counting": evenly("{person}{verb}{number}")},
    beginning="counting",
)


@dataclass(frozen=True)
class MinimalPair:
    """answers: a character that may follow the first text and not the second, and one that may
    follow the second and not the first."""

    first: str
    second: str
    answers: tuple[str, str]


Making = Callable[[np.random.Generator], MinimalPair]


def minimal_pairs(
    vocabulary: Vocabulary, label: str, count: int = COUNT, seed: int = 0
) -> list[MinimalPair]:
    """Pairs that differ in a ready label, which the first text of each has; none for a label that
    no grammar knows, and for a network that has read something else.

    vocabulary: the network's. label: of nested brackets "brackets", "round" and "square"; of made
    Chinese "because", "although", "measure" and such as "measure:只".
    """
    if is_traditional(vocabulary):
        own = Vocabulary(map(simplified, vocabulary))
        found = minimal_pairs(own, simplified(label), count, seed)
        return [
            MinimalPair(
                traditional(one.first),
                traditional(one.second),
                (traditional(one.answers[0]), traditional(one.answers[1])),
            )
            for one in found
        ]
    ways: dict[str, Making] = {}
    if {*vocabulary} <= {*"()[]\n"}:
        ways = {
            "brackets": _open,
            "round": partial(_kind, "(", "["),
            "square": partial(_kind, "[", "("),
        }
    elif {*vocabulary} <= CHINESE:
        ways = {
            "because": partial(_conjunction, "因为", "虽然", ("所", "但")),
            "although": partial(_conjunction, "虽然", "因为", ("但", "所")),
            "measure": lambda rng: _measure_word(str(rng.choice([*MEASURED])), rng),
            **{f"measure:{word}": partial(_measure_word, word) for word in MEASURED},
        }
    rng = np.random.default_rng(seed)
    return [ways[label](rng) for _ in range(count)] if label in ways else []


def _before(language: Language, rng: np.random.Generator) -> str:
    """Whole lines of the language."""
    return language.text(CONTEXT, int(rng.integers(2**32)))


def _inside(rng: np.random.Generator) -> str:
    """Well-nested brackets, a few."""
    while True:
        inside = BRACKETS.line(rng).removesuffix("\n")
        if 0 < len(inside) <= INSIDE:
            return inside


def _open(rng: np.random.Generator) -> MinimalPair:
    """Such as ([] and ()[]: a bracket is open, or has been closed."""
    before, inside, opening = _before(BRACKETS, rng), _inside(rng), str(rng.choice([*CLOSES]))
    closing = CLOSES[opening]
    return MinimalPair(
        before + opening + inside, before + opening + closing + inside, (closing, "\n")
    )


def _kind(one: str, other: str, rng: np.random.Generator) -> MinimalPair:
    """Such as (() and [(): which bracket has to close next."""
    before, inside = _before(BRACKETS, rng), _inside(rng)
    return MinimalPair(before + one + inside, before + other + inside, (CLOSES[one], CLOSES[other]))


def _conjunction(
    one: str, other: str, answers: tuple[str, str], rng: np.random.Generator
) -> MinimalPair:
    """Such as 因为我们很忙， and 虽然我们很忙，: which answer is waited for."""
    before, clause = _before(MANDARIN, rng), CLAUSE.line(rng)
    return MinimalPair(f"{before}{one}{clause}，", f"{before}{other}{clause}，", answers)


def _measure_word(word: str, rng: np.random.Generator) -> MinimalPair:
    """Such as 猫，小明看见了三 and 书，小明看见了三: which measure word the noun demands."""
    before, counting = _before(MANDARIN, rng), COUNTING.line(rng)
    other = str(rng.choice([one for one in MEASURED if one != word]))
    nouns = [str(rng.choice(MEASURED[one])) for one in (word, other)]
    first, second = (f"{before}{noun}，{counting}" for noun in nouns)
    return MinimalPair(first, second, (word, other))
