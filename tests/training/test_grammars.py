import math
import re
from collections import Counter

import numpy as np
import pytest

from rnnviz.training.grammars import DAYS, Brackets, Dates, Grammar, Language, evenly
from rnnviz.training.mandarin import MANDARIN, MEASURED

LANGUAGES: list[Language] = [Brackets(), Brackets(opening=0.2), Dates(), MANDARIN]


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
    for day in DAYS:
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


def test_the_entropy_of_a_grammar_is_that_of_its_lines_counted_out() -> None:
    small = Grammar(
        {
            "line": ((0.5, "{a} and {a}\n"), (0.3, "no {a}\n"), (0.2, "nothing\n")),
            "a": ((0.7, "one"), (0.3, "three {b}")),
            "b": evenly("cats", "ants", "bats"),
        }
    )
    p_of = {"one": 0.7} | {f"three {b}": 0.1 for b in ("cats", "ants", "bats")}
    lines = {f"{x} and {y}\n": 0.5 * p_of[x] * p_of[y] for x in p_of for y in p_of}
    lines |= {f"no {x}\n": 0.3 * p for x, p in p_of.items()} | {"nothing\n": 0.2}
    assert sum(lines.values()) == pytest.approx(1)
    entropy = -sum(p * math.log(p) for p in lines.values())
    assert small.line_entropy == pytest.approx(entropy)
    length = sum(p * len(line) for line, p in lines.items())
    assert small.mean_length == pytest.approx(length)
    assert small.entropy == pytest.approx(entropy / length)
    drawn = Counter(small.text(200_000, seed=0).splitlines(keepends=True))
    assert drawn.keys() == lines.keys()
    for line, p in lines.items():
        by_chance = 5 * math.sqrt(p / drawn.total())
        assert drawn[line] / drawn.total() == pytest.approx(p, abs=by_chance)


STATEMENT = rf"\w\w(?:看见了|画了|想要|喜欢那)[一两三四五六七八九十]([{''.join(MEASURED)}])(.+)"
NOUNS = [noun for nouns in MEASURED.values() for noun in nouns]


def nats_of_clause(clause: str) -> float:
    """A statement or a feeling, one as likely as the other."""
    if re.fullmatch(r"\w\w(很高兴|很累|很忙|笑了|不说话)", clause):
        return math.log(2 * 6 * 5)
    return math.log(2) + nats_of_statement(clause)


def nats_of_statement(clause: str) -> float:
    """Six people, four verbs, ten numbers, and a noun with the measure word that it has."""
    said = re.fullmatch(STATEMENT, clause)
    assert said
    assert said[2] in MEASURED[said[1]]
    return math.log(6 * 4 * 10 * len(NOUNS))


def nats_of_mandarin(line: str) -> float:
    body = line.removesuffix("。\n")
    if "就是" in body:
        return -math.log(0.2 / 366)
    for p, asks, answers in ((0.2, "因为", "，所以"), (0.2, "虽然", "，但是")):
        if body.startswith(asks):
            first, _, second = body.removeprefix(asks).partition(answers)
            return -math.log(p) + nats_of_clause(first) + nats_of_clause(second)
    noun, comma, _ = body.partition("，")
    if comma:
        assert body[-1] in MEASURED
        assert noun in MEASURED[body[-1]]
        return -math.log(0.2) + math.log(6 * 4 * 10 * len(NOUNS))
    return -math.log(0.2) + nats_of_statement(body)


def test_who_knows_the_made_chinese_pays_the_entropy() -> None:
    text = MANDARIN.text(400_000, seed=1)
    paid = sum(map(nats_of_mandarin, text.splitlines(keepends=True))) / len(text)
    assert paid == pytest.approx(MANDARIN.entropy, rel=0.005)


def test_a_noun_has_one_measure_word() -> None:
    """Else a measure word that is right could be counted as wrong."""
    assert len(set(NOUNS)) == len(NOUNS)


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
