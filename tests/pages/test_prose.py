"""The pages' prose: both languages say the same."""

from pathlib import Path

import pytest

from pages.shared.content import NUMBER, filled, sections
from rnnviz.locale import LANGUAGES

ROOT = Path(__file__).parents[2]
FILES = {*ROOT.glob("pages/*/content/*.md"), *ROOT.glob("rnnviz/course/*/**/*.md")}
# Each page's prose without its language: ".../softmax/prose".
PROSE = sorted({path.with_name(path.name.split(".")[0]) for path in FILES})
TEXTS = {(page, language): sections(page, language) for page in PROSE for language in LANGUAGES}


def test_every_prose_is_there_in_every_language() -> None:
    assert len(PROSE) > 20
    assert {
        page.with_name(f"{page.name}.{language}.md") for page in PROSE for language in LANGUAGES
    } == FILES


@pytest.mark.parametrize("page", PROSE, ids=lambda page: f"{page.parent.name}-{page.name}")
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_sections_and_numbers(page: Path, language: str) -> None:
    english, other = TEXTS[page, "en"], TEXTS[page, language]
    assert list(english) == list(other)
    for name, text in english.items():
        assert sorted(NUMBER.findall(text)) == sorted(NUMBER.findall(other[name])), name


def test_numbers_are_put_in_with_a_true_minus_sign() -> None:
    text = filled("{{a:.2f}} and {{b:,}} of {{c}}", {"a": -0.125, "b": 12345, "c": "x"})
    assert text == "−0.12 and 12,345 of x"
