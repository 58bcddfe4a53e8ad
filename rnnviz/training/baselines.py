"""The losses that a model should beat, and a measure of how readable its samples are."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import regex  # type: ignore[import-untyped]

from rnnviz.training.batches import Numbers

# Where no spaces stand between words, letters in a row are no word.
UNSPACED = "".join(rf"\p{{{script}}}" for script in (
    "Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"
))  # fmt: skip
WORD = regex.compile(rf"(?V1)[\p{{L}}--[{UNSPACED}]]{{3,}}")


class Baselines(NamedTuple):
    """Mean losses in nats a character. uniform: every character as likely, ln V; unigram: by
    how often each came; bigram: by how often each came after the one before."""

    uniform: float
    unigram: float
    bigram: float


def baselines(training: Numbers, held_out: Numbers, q: int) -> Baselines:
    """Counted on `training`, measured on `held_out`, both numbers of characters below q.

    Each character counts once more than it occurs, and each pair by the unigram's chance more, so
    that nothing is impossible. Without held-out text, the training text measures itself.
    """
    read = held_out if len(held_out) > 1 else training
    counts = np.bincount(training, minlength=q) + 1.0
    single = counts / counts.sum()  # (q,)
    pairs, seen = np.unique(training[:-1] * q + training[1:], return_counts=True)
    before = np.bincount(training[:-1], minlength=q)
    asked = read[:-1] * q + read[1:]
    at = np.searchsorted(pairs, asked).clip(max=len(pairs) - 1)
    together = np.where(pairs[at] == asked, seen[at], 0)
    double = (together + single[read[1:]]) / (before[read[:-1]] + 1)
    return Baselines(
        uniform=float(np.log(q)),
        unigram=float(-np.log(single[read[1:]]).mean()),
        bigram=float(-np.log(double).mean()),
    )


def words(text: str) -> list[str]:
    """The words of three letters and more."""
    return WORD.findall(text)


def known_words(sample: str, known: Collection[str]) -> float | None:
    """The share of the sample's words that are in `known`; None if either has no word.

    The first and the last word are left out if the sample may have cut them.
    """
    found = [
        match.group()
        for match in WORD.finditer(sample)
        if match.start() > 0 and match.end() < len(sample)
    ]
    return sum(word in known for word in found) / len(found) if found and known else None
