"""Readings of a sensor: a few real numbers a time step, in the place of characters (004).

The network says at each step whether the first feature rises or falls next. It reads each feature
around its mean, in units of its standard deviation: of 1013 hectopascals and 0.3 volts the first
would else drown the second.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from rnnviz.fields import NUMBER, LinkError, quoted
from rnnviz.locale import N_
from rnnviz.text import Vocabulary

Array = npt.NDArray[np.float64]
MOST_STEPS = 200
MOST_FEATURES = 8
LARGEST = 1e6
# What can come next, as the outputs name it.
RISES, FALLS, STAYS = "↑", "↓", "="
TRENDS = Vocabulary((RISES, FALLS, STAYS))
# More than two numbers would not fit on an input of the drawing.
MOST_WRITTEN = 2
TOO_FEW = N_(
    "Readings: {count}; the network needs at least two, one to read and the one that follows it."
)
TOO_MANY = N_("Readings: {count}; at most {most} fit.")
TOO_WIDE = N_("A reading has {count} numbers; at most {most} fit.")
UNEVEN = N_("Reading {number} has {count} numbers and the first one {first}; each needs as many.")
NO_NUMBER = N_("{value} is no number from −{most} to {most}; numbers look like 21.5 or −3.")


@dataclass(frozen=True)
class Readings(Sequence[str]):
    """rows: the numbers of each step as they were typed, D of them; the last step is only a target.

    As a sequence it is what the network reads, step by step, as words.
    Raises LinkError for fewer than two steps, too many numbers, or rows of different lengths.
    """

    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if len(self.rows) < 2:
            raise LinkError(TOO_FEW, count=len(self.rows))
        if len(self.rows) > MOST_STEPS:
            raise LinkError(TOO_MANY, count=len(self.rows), most=MOST_STEPS)
        if self.features > MOST_FEATURES:
            raise LinkError(TOO_WIDE, count=self.features, most=MOST_FEATURES)
        for number, row in enumerate(self.rows, 1):
            if len(row) != self.features:
                raise LinkError(UNEVEN, number=number, count=len(row), first=self.features)

    @property
    def features(self) -> int:
        """D, the number of features (004)."""
        return len(self.rows[0])

    @property
    def names(self) -> Vocabulary:
        """x1 … xD."""
        return Vocabulary(f"x{k + 1}" for k in range(self.features))

    @property
    def values(self) -> Array:
        """The numbers as they were measured, (T + 1, D)."""
        return np.array([[float(word) for word in row] for row in self.rows])

    @property
    def scale(self) -> tuple[Array, Array]:
        """Of each feature the mean and the standard deviation, (D,); 1 where it never changes."""
        spread = self.values.std(axis=0)
        return self.values.mean(axis=0), np.where(spread > 0, spread, 1.0)

    @property
    def X(self) -> Array:
        """What the network reads, (T, 1, D)."""
        mean, spread = self.scale
        return ((self.values - mean) / spread)[:-1, np.newaxis]

    @property
    def targets(self) -> tuple[str, ...]:
        """Whether the first feature rises, falls or stays after each step, (T,)."""
        first = self.values[:, 0]
        return tuple(
            RISES if after > now else FALLS if after < now else STAYS
            for now, after in pairwise(first)
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Each reading as it is written where a character would stand, (T + 1,): "21.5 60", and of
        more than two numbers the first and how many follow, "21.5 +3"."""
        if self.features > MOST_WRITTEN:
            return tuple(f"{row[0]} +{self.features - 1}" for row in self.rows)
        return tuple(" ".join(row) for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows) - 1

    def __getitem__(self, t):  # type: ignore[no-untyped-def]
        return self.words[:-1][t]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words[:-1])


@lru_cache(maxsize=256)
def typed_readings(text: str) -> Readings:
    """The readings of a text: one a line, or with a semicolon between two, its numbers apart by
    blanks or commas. In a single line without semicolons each number is a reading.

    Raises LinkError, in a sentence for the reader, for what is no number, and as `Readings` does.
    """
    # Chinese commas, semicolons and digits, and true minus signs, are typed as well.
    plain = unicodedata.normalize("NFKC", text).replace("、", ",").replace("−", "-").strip(" ;\n\t")
    lines = [line for line in re.split(r"[;\n\r]+", plain) if line.strip(" ,\t")]
    numbers = [tuple(word for word in re.split(r"[\s,]+", line) if word) for line in lines]
    for word in (word for row in numbers for word in row):
        if not NUMBER.fullmatch(word) or abs(float(word)) > LARGEST:
            raise LinkError(NO_NUMBER, value=quoted(word), most=f"{LARGEST:.0f}")
    return Readings(tuple((word,) for word in numbers[0]) if len(lines) == 1 else tuple(numbers))
