"""Every formula of the course, and of the Train page, as it is read aloud, kept as text that one reads.

After a change of words or formulas, `python -m tests.course.test_spoken` writes the text anew: read it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rnnviz import course, live
from rnnviz.course import outline
from rnnviz.course.spoken import ALOUD, aloud, spoken
from rnnviz.locale import LANGUAGES
from tests.javascript import in_node

ROOT = Path(__file__).parents[2]
TRAIN = "train"
PAGES = (*outline.CHAPTERS, *(name for name in outline.REFERENCE), TRAIN)
# Words, numbers and marks of a sentence.
SAID = re.compile(r"[\w\s.,;:，。；：、－-]+")


def prose_of(name: str, language: str) -> Path:
    if name == TRAIN:
        return ROOT / "pages" / TRAIN / "content" / f"{TRAIN}.{language}.md"
    return course.prose(name, language)


def formulas(name: str, language: str) -> list[str]:
    """Those of a page, each once, in the order of reading."""
    prose = course.read(prose_of(name, language).read_text("utf-8"))
    return list(dict.fromkeys(_within([section["blocks"] for section in prose.sections])))


def _within(part: Any) -> Iterator[str]:
    match part:
        case ["math" | "formula", str(source), *_]:
            yield source
        case list():
            for one in part:
                yield from _within(one)


@cache
def heard(language: str) -> dict[str, dict[str, Any]]:
    """{page: {formula: {words, intents, symbols}}}."""
    letters = live.words(language)["strings"]
    asked = {
        name: {"formulas": found}
        | ({"strings": letters} if name == TRAIN else {"say": spoken(name, language)})
        for name in PAGES
        if (found := formulas(name, language))
    }
    answers = in_node(Path(__file__).with_name("spoken.mjs"), {"pages": asked})
    return {name: dict(zip(asked[name]["formulas"], answers[name], strict=True)) for name in asked}


def text(language: str) -> str:
    return "\n".join(
        f"{name}\n" + "".join(f"  {tex}\n    {said['words']}\n" for tex, said in found.items())
        for name, found in heard(language).items()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_formula_is_read_aloud_as_the_kept_text_has_it(language: str) -> None:
    assert text(language) == (ALOUD / f"{language}.txt").read_text("utf-8")
    for name, found in heard(language).items():
        assert aloud(name, language) == {tex: said["words"] for tex, said in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_aloud_are_words_and_no_signs(language: str) -> None:
    for found in heard(language).values():
        for tex, said in found.items():
            assert SAID.fullmatch(said["words"]), f"{tex}: {said['words']}"
            names = [unicodedata.name(letter) for letter in said["words"] if letter.isalpha()]
            assert all(name.startswith(("LATIN", "CJK")) for name in names), tex


def test_two_letters_of_a_page_do_not_sound_the_same() -> None:
    """A small letter and a capital one, unless both mean the same."""
    for name, found in heard("en").items():
        sounds: dict[str, set[str]] = {}
        for said in found.values():
            for symbol, words in said["symbols"].items():
                if len(words.replace(" ", "")) <= len(symbol):
                    sounds.setdefault(words.lower(), set()).add(symbol)
        assert not {words: both for words, both in sounds.items() if len(both) > 1}, name


def test_a_symbol_and_a_sign_carry_what_they_mean() -> None:
    found = heard("en")["why_gates"]
    said = found[r"H_t = Z_t \odot H_{t-1} + (1 - Z_t) \odot \tilde{H}_t"]["intents"]
    assert said == [
        "_hidden-state-at-t",
        "_update-gate-at-t",
        "_times-element-by-element",
        "_hidden-state-at-t-minus-1",
        "_update-gate-at-t",
        "_times-element-by-element",
        "_candidate-hidden-state-at-t",
    ]


if __name__ == "__main__":
    for language in LANGUAGES:
        (ALOUD / f"{language}.txt").write_text(text(language), "utf-8")
