"""What a network writes at its checkpoints, always from the same beginning and with the same draws, so that only the
weights differ; and which of it are words of its text."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex  # type: ignore[import-untyped]

from rnnviz.training.baselines import UNSPACED, WORD, words
from rnnviz.training.table import MAX_STEP

# Characters of a writing, the seed of its draws, and the temperature at which they are drawn.
LENGTH, SEED, TEMPERATURE = 80, 4, 0.8
# The most bytes of a writing's characters, and of all writings of a run.
MAX_BYTES, MAX_FILE_BYTES = 4000, 2 * 10**6
# Where no spaces stand between words, fewer characters in a row than these are no word: two stand
# side by side by chance.
LEAST_RUN = 3
UNSPACED_TOKEN = regex.compile(rf"[{UNSPACED}]\p{{M}}*")


@dataclass(frozen=True)
class Writing:
    """What a model writes after `step` gradient steps.

    tokens: its characters, the first of them drawn from the training text. p: the probability that
    the model gave each of the others, at temperature 1. words: where real words stand in it, from a
    character up to another; None where the text is not made of words.
    """

    step: int
    tokens: list[str]
    p: list[float]
    words: list[tuple[int, int]] | None

    @property
    def share(self) -> float | None:
        """The share of its characters that stand in real words."""
        if self.words is None or not self.tokens:
            return None
        return sum(end - start for start, end in self.words) / len(self.tokens)


class Lexicon:
    """What counts as a real word: one of three letters and more that stands in the text; where no
    spaces stand between words, three characters and more in a row of which every two stand side by
    side in it.

    tokens: the text's characters.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.words = frozenset(words("".join(tokens)))
        unspaced = {token for token in set(tokens) if UNSPACED_TOKEN.fullmatch(token)}
        self.pairs = {pair for pair in pairwise(tokens) if unspaced.issuperset(pair)}

    def places(self, tokens: Sequence[str]) -> list[tuple[int, int]]:
        """Where real words stand in a sample, from a character up to another, in their order."""
        return sorted([*self._spaced(tokens), *self._unspaced(tokens)])

    def _spaced(self, tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
        starts = {start: k for k, start in enumerate(_starts(tokens))}
        for match in WORD.finditer("".join(tokens)):
            start, end = (starts.get(place) for place in match.span())
            # A mark upon a letter is part of its character, and no word ends within one.
            if match.group() in self.words and start is not None and end is not None:
                yield start, end

    def _unspaced(self, tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
        start = 0
        for k, pair in enumerate(pairwise([*tokens, ""]), start=1):
            if pair not in self.pairs:
                if k - start >= LEAST_RUN:
                    yield start, k
                start = k


def parsed(line: bytes) -> Writing | None:
    """The writing in a line of a run's file; None for an invalid line."""
    try:
        found = Writing(**json.loads(line))
        fits = (
            isinstance(found.step, int)
            and 0 <= found.step <= MAX_STEP
            and isinstance(found.tokens, list)
            and all(isinstance(token, str) for token in found.tokens)
            and len(found.p) == max(0, len(found.tokens) - 1)
            and all(isinstance(p, int | float) and 0 <= p <= 1 for p in found.p)
            and all(_is_place(place, len(found.tokens)) for place in found.words or ())
        )
    except (ValueError, TypeError, RecursionError):
        return None
    return found if fits else None


def _is_place(place: Sequence[int], length: int) -> bool:
    start, end = place
    return isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= length


def _starts(tokens: Iterable[str]) -> Iterator[int]:
    """Where each character begins in the text, and where the last one ends."""
    place = 0
    for token in tokens:
        yield place
        place += len(token)
    yield place
