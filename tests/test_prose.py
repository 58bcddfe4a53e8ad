"""The chapters' prose: both languages say the same, and every question has one right answer."""

import re

import pytest

from pages.course.prose import ANSWER, CONTENT
from pages.shared.content import NUMBER, filled, sections
from rnnviz.locale import LANGUAGES

PAGES = CONTENT.parents[1]
FILES = {path.name: path for path in PAGES.glob("*/content/*.md")}
PROSE = {name.split(".")[0]: path.parent for name, path in sorted(FILES.items())}
SCRIPTS = {path.stem: path.read_text("utf-8") for path in CONTENT.parent.glob("why_*.py")}
# The chapters that Streamlit draws; the others are drawn in the browser.
CHAPTERS = sorted(name for name, script in SCRIPTS.items() if "Prose(" in script)
TEXTS = {(page, lang): sections(PROSE[page] / page, lang) for page in PROSE for lang in LANGUAGES}


def test_every_prose_is_there_in_every_language() -> None:
    assert set(FILES) == {f"{page}.{language}.md" for page in PROSE for language in LANGUAGES}


@pytest.mark.parametrize("page", PROSE)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_sections_numbers_and_answers(page: str, language: str) -> None:
    english, other = TEXTS[page, "en"], TEXTS[page, language]
    assert list(english) == list(other)
    for name, text in english.items():
        assert sorted(NUMBER.findall(text)) == sorted(NUMBER.findall(other[name])), name
        marks = [[found[1] for found in ANSWER.finditer(t)] for t in (text, other[name])]
        assert marks[0] == marks[1], name


@pytest.mark.parametrize("page", CHAPTERS)
def test_a_question_has_one_right_answer_and_an_explanation(page: str) -> None:
    script = (CONTENT.parent / f"{page}.py").read_text("utf-8")
    asked = re.findall(r'prose\.ask\("(\w+)"', script)
    assert asked
    for language in LANGUAGES:
        for name in asked:
            text = TEXTS[page, language][name]
            assert [found[1] for found in ANSWER.finditer(text)].count("x") == 1, name
            assert len(ANSWER.split(text)[-1].strip()) > 10, name


@pytest.mark.parametrize("page", CHAPTERS)
def test_the_page_says_every_section_and_no_other(page: str) -> None:
    script = (CONTENT.parent / f"{page}.py").read_text("utf-8")
    said = set(re.findall(r'prose\.(?:say|ask|answer|to_stage)\("(\w+)"', script))
    assert said == {name for name in TEXTS[page, "en"] if not name.startswith("alt_")}


def test_numbers_are_put_in_with_a_true_minus_sign() -> None:
    text = filled("{{a:.2f}} and {{b:,}} of {{c}}", {"a": -0.125, "b": 12345, "c": "x"})
    assert text == "−0.12 and 12,345 of x"
