"""The pages' prose: all languages say the same."""

from pathlib import Path

import pytest

from pages.shared.content import NUMBER, filled
from rnnviz import course
from rnnviz.locale import LANGUAGES

ROOT = Path(__file__).parents[2]
FILES = {*ROOT.glob("pages/*/content/*.md"), *ROOT.glob("rnnviz/course/*/**/*.md")}
# Each page's prose without its language: ".../softmax/prose".
PROSE = sorted({path.with_name(path.name.split(".")[0]) for path in FILES})


def in_language(page: Path, language: str) -> Path:
    return page.with_name(f"{page.name}.{language}.md")


def test_every_prose_is_there_in_every_language() -> None:
    assert len(PROSE) > 20
    assert {in_language(page, language) for page in PROSE for language in LANGUAGES} == FILES


@pytest.mark.parametrize("page", PROSE, ids=lambda page: f"{page.parent.name}-{page.name}")
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_sections_and_numbers(page: Path, language: str) -> None:
    texts = [in_language(page, one).read_text("utf-8") for one in ("en", language)]
    english, other = ([one["id"] for one in course.read(text).sections] for text in texts)
    assert len(english) > 1
    assert english == other
    english, other = (sorted(NUMBER.findall(text)) for text in texts)
    assert english == other


def test_numbers_are_put_in_with_a_true_minus_sign(tmp_path: Path) -> None:
    prose = tmp_path / "prose.md"
    prose.write_text("{{a:.2f}} and {{b:,}} of {{c}}", "utf-8")
    assert filled(prose, {"a": -0.125, "b": 12345, "c": "x"}) == "−0.12 and 12,345 of x"
