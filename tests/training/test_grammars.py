import math
from collections import Counter

import numpy as np
import pytest

from rnnviz.training.grammars import Brackets, Dates, Language

LANGUAGES: list[Language] = [Brackets(), Brackets(opening=0.2), Dates()]


def nats_of_brackets(text: str, opening: float) -> float:
    """What reading `text` costs someone who knows the language, one character after another."""
    closing: list[str] = []
    nats = 0.0
    for character in text:
        if character in "([":
            nats -= math.log(opening / 2)
            closing.append({"(": ")", "[": "]"}[character])
        else:
            assert character == (closing.pop() if closing else "\n")
            nats -= math.log(1 - opening)
    return nats


def nats_of_dates(text: str) -> float:
    """The same, by counting how many of all lines go on in each way from every beginning."""
    language = Dates()
    beginnings: Counter[str] = Counter()
    for day in range(language.DAYS):
        line = language._written(day)
        beginnings.update(line[:end] for end in range(len(line) + 1))
    return sum(
        -math.log(beginnings[line[: end + 1]] / beginnings[line[:end]])
        for line in text.splitlines(keepends=True)
        for end in range(len(line))
    )


@pytest.mark.parametrize("opening", [0.2, 0.45])
def test_who_knows_the_brackets_pays_the_entropy(opening: float) -> None:
    text = Brackets(opening).text(400_000, seed=1)
    paid = nats_of_brackets(text, opening) / len(text)
    assert paid == pytest.approx(Brackets(opening).entropy, rel=0.01)


def test_who_knows_the_dates_pays_the_entropy() -> None:
    text = Dates().text(400_000, seed=1)
    assert nats_of_dates(text) / len(text) == pytest.approx(Dates().entropy, rel=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mean_length_of_a_line_is_what_is_drawn(language: Language) -> None:
    lines = language.text(400_000, seed=2).splitlines(keepends=True)
    assert np.mean([len(line) for line in lines]) == pytest.approx(language.mean_length, rel=0.03)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_makes_the_same_whole_lines(language: Language) -> None:
    text = language.text(1000, seed=3)
    assert len(text) >= 1000
    assert text.endswith("\n")
    assert text == language.text(1000, seed=3) != language.text(1000, seed=4)


def test_a_date_is_written_twice() -> None:
    for line in Dates().text(3000, seed=0).splitlines():
        words, numbers = line.split(" = ")
        assert words.split()[-1] == numbers[:4]
        assert int(words.split()[0]) == int(numbers[-2:])


def test_brackets_that_would_never_end_are_refused() -> None:
    with pytest.raises(ValueError, match=r"opening is 0.5; it must be above 0 and below 0.5"):
        Brackets(opening=0.5)
