"""The chapters of the course: complete in every language, and in the contents."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rnnviz import course
from rnnviz.course import outline
from rnnviz.course.contents.pictures import pictures
from rnnviz.locale import LANGUAGES
from rnnviz.locale.writing import SUFFIX, simplified

ADDRESSES = list(outline.CHAPTERS)
CHAPTERS = [name for name in ADDRESSES if name in course.CHAPTERS]
OTHERS = [language for language in LANGUAGES if language != "en"]


def prose(name: str, language: str) -> Any:
    return course.read(course.prose(name, language).read_text("utf-8"))


def parts(node: Any, kind: str) -> Iterator[Any]:
    """The parts of some kind in a block, in order."""
    if isinstance(node, list):
        if node and node[0] == kind:
            yield node
        for one in node:
            yield from parts(one, kind)


def one_of(target: str) -> str:
    """Where a link leads, whatever the writing of what is to be seen there."""
    return simplified(target).replace(SUFFIX, "")


def test_every_chapter_of_the_contents_has_a_picture() -> None:
    assert set(pictures()) == set(ADDRESSES)
    for name, picture in pictures().items():
        assert 0 <= picture["rest"] < len(picture["frames"]), name
        numbers = re.findall(r"-?\d+\.\d+", json.dumps(picture["frames"]))
        assert numbers, name
        assert all(-1.001 <= float(number) <= 1.001 for number in numbers), name


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_has_a_view_and_prose_in_every_language(name: str) -> None:
    assert course.VIEWS[name].exists()
    for language in LANGUAGES:
        assert prose(name, language).sections


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_index_in_the_words_of_a_figure_is_set_below_its_letter(
    name: str, language: str
) -> None:
    for key, text in prose(name, language).words.items():
        between = text.split("$")
        assert len(between) % 2 == 1, f"{key}: a dollar sign has no partner"
        assert not re.search(r"[_^]", "".join(between[::2])), f"{key}: {text}"


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_words_figures_numbers_and_answers(
    name: str, language: str
) -> None:
    english, other = prose(name, "en"), prose(name, language)
    assert list(english.words) == list(other.words)
    for key, text in english.words.items():
        holes = [sorted(re.findall(r"\{\w+\}", t)) for t in (text, other.words[key])]
        assert holes[0] == holes[1], key
    for one, two in zip(english.sections, other.sections, strict=True):
        assert (one["id"], one["figure"]) == (two["id"], two["figure"])
        kinds = [[block[0] for block in section["blocks"]] for section in (one, two)]
        assert kinds[0] == kinds[1], one["id"]
        for kind in ("number", "formula"):
            found = [sorted(map(str, parts(s["blocks"], kind))) for s in (one, two)]
            assert found[0] == found[1], (one["id"], kind)
        targets = [[one_of(link[1]) for link in parts(s["blocks"], "a")] for s in (one, two)]
        assert sorted(targets[0]) == sorted(targets[1]), one["id"]
        asked = [
            [(q[1], [right for right, *_ in q[3]]) for q in parts(s["blocks"], "question")]
            for s in (one, two)
        ]
        assert asked[0] == asked[1], one["id"]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_links_to_pages_that_exist(name: str) -> None:
    from pages.shared.contents import SCRIPTS

    for section in prose(name, "en").sections:
        for _kind, target, *_ in parts(section["blocks"], "a"):
            assert target.partition("?")[0] in SCRIPTS, target


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wrong_answer_has_words_of_its_own_on_what_is_wrong_with_it(
    name: str, language: str
) -> None:
    asked = [
        (question[1], is_right, str(why))
        for section in prose(name, language).sections
        for question in parts(section["blocks"], "question")
        for is_right, _answer, why in question[3]
    ]
    # The right one has all that follows the answers.
    assert [one for one in asked if one[1] == (one[2] != "[]")] == []
    whys = [why for _question, is_right, why in asked if not is_right]
    assert len(set(whys)) == len(whys)


def test_what_a_chapter_builds_on_comes_before_it_and_is_named_once() -> None:
    """So there is no cycle; and what another one of them builds on is not named again."""

    def below(name: str) -> set[str]:
        needs = outline.CHAPTERS[name].needs
        return {*needs}.union(*map(below, needs))

    for name, chapter in outline.CHAPTERS.items():
        before = ADDRESSES[: ADDRESSES.index(name)]
        assert {*chapter.needs} <= {*before}, name
        assert not [
            need for need in chapter.needs if need in set().union(*map(below, chapter.needs))
        ]
    assert sum(bool(chapter.needs) for chapter in outline.CHAPTERS.values()) > len(ADDRESSES) / 2


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_ends_with_five_lines_that_lead_to_its_sections(name: str, language: str) -> None:
    sections = prose(name, language).sections
    recap = sections[-1]
    assert recap["id"] == "recap"
    ((kind, *lines),) = recap["blocks"]
    assert kind == "list"
    assert len(lines) == 5
    ends = {"en": ".", "zh-Hans": "。", "zh-Hant": "。"}[language]
    assert all(isinstance(line[-1], str) and line[-1].endswith(ends) for line in lines)
    linked = [target.partition("?") for _, target, *_ in parts(lines, "a")]
    assert len(linked) >= 4
    shown = {section["id"] for section in sections}
    for page, _, query in linked:
        assert page in {name, "glossary"}
        assert page != name or query.removeprefix("section=") in shown
