"""The pages' prose: both languages say the same."""

import pytest

from pages.course.chapter import CONTENT
from pages.shared.content import NUMBER, filled, sections
from rnnviz.locale import LANGUAGES

PAGES = CONTENT.parents[1]
FILES = {path.name: path for path in PAGES.glob("*/content/*.md")}
PROSE = {name.split(".")[0]: path.parent for name, path in sorted(FILES.items())}
TEXTS = {(page, lang): sections(PROSE[page] / page, lang) for page in PROSE for lang in LANGUAGES}


def test_every_prose_is_there_in_every_language() -> None:
    assert set(FILES) == {f"{page}.{language}.md" for page in PROSE for language in LANGUAGES}


@pytest.mark.parametrize("page", PROSE)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_sections_and_numbers(page: str, language: str) -> None:
    english, other = TEXTS[page, "en"], TEXTS[page, language]
    assert list(english) == list(other)
    for name, text in english.items():
        assert sorted(NUMBER.findall(text)) == sorted(NUMBER.findall(other[name])), name


def test_numbers_are_put_in_with_a_true_minus_sign() -> None:
    text = filled("{{a:.2f}} and {{b:,}} of {{c}}", {"a": -0.125, "b": 12345, "c": "x"})
    assert text == "−0.12 and 12,345 of x"
