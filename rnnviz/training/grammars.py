"""Languages made by chance whose true entropy is known exactly: a floor that no model can pass.

A text is a row of lines, each drawn apart from the others, and each line tells where it ends.
So the entropy of the text, in nats a character, is that of a line divided by a line's mean
length.
"""

import math
import re
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate

import numpy as np

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
# Every day from 1900 to 1999.
DAYS = tuple(
    date.fromordinal(day)
    for day in range(date(1900, 1, 1).toordinal(), date(2000, 1, 1).toordinal())
)


class Language(ABC):
    """A source of lines, each ending in a line break."""

    @property
    @abstractmethod
    def line_entropy(self) -> float:
        """−Σ p log p over all lines, in nats."""

    @property
    @abstractmethod
    def mean_length(self) -> float:
        """The mean length of a line, its line break included."""

    @abstractmethod
    def line(self, rng: np.random.Generator) -> str:
        """One line, drawn."""

    @property
    def entropy(self) -> float:
        """Nats a character: the mean loss of a reader who knows the language perfectly."""
        return self.line_entropy / self.mean_length

    def text(self, length: int, seed: int) -> str:
        """As many whole lines as it takes to have `length` characters."""
        rng = np.random.default_rng(seed)
        lines: list[str] = []
        while length > 0:
            lines.append(self.line(rng))
            length -= len(lines[-1])
        return "".join(lines)


@dataclass(frozen=True)
class Brackets(Language):
    """Lines of well-nested round and square brackets, such as `([])()`.

    The grammar is line → W ↵; W → nothing | ( W ) W | [ W ] W, where W opens a bracket with
    the chance `opening`, each kind as likely. Which bracket has to close next is for the model
    to remember.
    """

    opening: float = 0.45

    def __post_init__(self) -> None:
        # With 1/2 or more, the mean length would be infinite.
        if not 0 < self.opening < 0.5:
            raise ValueError(f"opening is {self.opening!r}; it must be above 0 and below 0.5.")

    @property
    def line_entropy(self) -> float:
        # One choice h for each W, and one W leads to 2 · opening more: S = h + 2 · opening · S.
        p = self.opening
        choice = -p * math.log(p / 2) - (1 - p) * math.log(1 - p)
        return choice / (1 - 2 * p)

    @property
    def mean_length(self) -> float:
        # L = opening · (2 + 2 L), and the line break.
        return 2 * self.opening / (1 - 2 * self.opening) + 1

    def line(self, rng: np.random.Generator) -> str:
        drawn: list[str] = []
        closing: list[str] = []
        while True:
            if rng.random() < self.opening:
                left, right = ("(", ")") if rng.random() < 0.5 else ("[", "]")
                drawn.append(left)
                closing.append(right)
            elif closing:
                drawn.append(closing.pop())
            else:
                return "".join(drawn) + "\n"


@dataclass(frozen=True)
class Dates(Language):
    """Lines such as `7 March 1984 = 1984-03-07`, any day from 1900 to 1999 as likely as another.

    The text after the equals sign follows from the text before it.
    """

    @property
    def line_entropy(self) -> float:
        return math.log(len(DAYS))

    @property
    def mean_length(self) -> float:
        return sum(len(self._written(day)) for day in DAYS) / len(DAYS)

    def line(self, rng: np.random.Generator) -> str:
        return self._written(DAYS[int(rng.integers(len(DAYS)))])

    def _written(self, at: date) -> str:
        return f"{at.day} {MONTHS[at.month - 1]} {at.year} = {at.isoformat()}\n"


# The expansions of a name, each with its chance; a word in braces is a name in turn.
Ways = tuple[tuple[float, str], ...]
NAME = re.compile(r"\{(\w+)\}")


def evenly(*ways: str) -> Ways:
    """Each as likely as another."""
    return tuple((1 / len(ways), way) for way in ways)


@dataclass(frozen=True)
class Grammar(Language):
    """Lines that follow rules, such as {"line": ((0.5, "one {noun}\\n"), (0.5, "no {noun}\\n")), …}.

    No name may come back to itself, and no line may be made in two ways: then a line's entropy is
    the sum of the entropies of its choices.
    """

    rules: Mapping[str, Ways]
    beginning: str = "line"

    @property
    def line_entropy(self) -> float:
        return self._entropies[self.beginning]

    @property
    def mean_length(self) -> float:
        return self._lengths[self.beginning]

    def line(self, rng: np.random.Generator) -> str:
        return self._written(self.beginning, rng)

    def _written(self, name: str, rng: np.random.Generator) -> str:
        ways = self.rules[name]
        # Rounding may leave the last sum a little below 1.
        k = min(bisect(self._sums[name], rng.random()), len(ways) - 1)
        return NAME.sub(lambda part: self._written(part[1], rng), ways[k][1])

    @cached_property
    def _sums(self) -> dict[str, list[float]]:
        return {name: list(accumulate(p for p, _ in ways)) for name, ways in self.rules.items()}

    @cached_property
    def _entropies(self) -> dict[str, float]:
        return self._summed(lambda p, _way: -math.log(p))

    @cached_property
    def _lengths(self) -> dict[str, float]:
        return self._summed(lambda _p, way: len(NAME.sub("", way)))

    def _summed(self, own: Callable[[float, str], float]) -> dict[str, float]:
        """For each name the mean, over its ways, of a way's own number and those of its names."""
        found: dict[str, float] = {}

        def mean(name: str) -> float:
            if name not in found:
                found[name] = sum(
                    p * (own(p, way) + sum(map(mean, NAME.findall(way))))
                    for p, way in self.rules[name]
                )
            return found[name]

        mean(self.beginning)
        return found
