"""The glossary, the questions and the sources: whole in every language, and every link leads
where it says."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

import pytest

from pages.shared.contents import SCRIPTS
from pages.train.recipe import PARTS
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.address.training_plan import Plan
from rnnviz.course import FOLDER, prose, read
from rnnviz.course.outline import REFERENCE, TERMS
from rnnviz.locale import LANGUAGES
from rnnviz.stage import ASSETS
from rnnviz.stage.strings import STRINGS
from tests.course.test_chapters import one_of

NAMES = list(REFERENCE)
# What a chapter's address may hold beside its section, as its view names it.
SETTINGS = {
    "activations": "f a h0",
    "backprop": "of",
    "forecast": "series steps",
    "gradients": "lstm shift",
    "long_memory": "bias way steps",
    "matrix_memory": "steps",
    "nnlm": "steps",
    "one_unit": "how",
    "why_gates": "F I O last",
    "why_shapes": "shown_shared",
    "why_unrolled": "unfold levels phase",
    "writing": "heat",
}


def entries(name: str, language: str) -> dict[str, Any]:
    sections = read(prose(name, language).read_text("utf-8")).sections
    return {section["id"]: section for section in sections if section["id"] != "start"}


def links(name: str, language: str) -> Iterator[tuple[str, str]]:
    """Each link as the entry it stands in and its target."""
    for entry, section in entries(name, language).items():
        for block in section["blocks"]:
            for part in block[1:]:
                if isinstance(part, list) and part[0] == "a":
                    yield entry, part[1]


def test_every_entry_is_on_its_page_once() -> None:
    glossary = [entry for part in TERMS.values() for entry in part]
    assert sorted(glossary) == sorted(entries("glossary", "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_one(language: str) -> None:
    found = entries("questions", language)
    assert found
    assert all(section["title"][-1] in "?？" for section in found.values())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_entries_and_links(name: str, language: str) -> None:
    assert list(entries(name, "en")) == list(entries(name, language))
    shown = [(entry, one_of(target)) for entry, target in links(name, language)]
    assert shown == [(entry, one_of(target)) for entry, target in links(name, "en")]


@pytest.mark.parametrize("name", ["glossary", "questions"])
def test_every_entry_has_a_view_that_shows_it(name: str) -> None:
    assert {entry for entry, _ in links(name, "en")} == set(entries(name, "en"))


@pytest.mark.parametrize("name", NAMES)
def test_a_link_can_be_followed_to_the_letter(name: str) -> None:
    parts = {part.name for group in PARTS.values() for part in group}
    for _, target in links(name, "en"):
        page, _, query = target.partition("?")
        assert page in SCRIPTS, target
        asked = parse_qs(query, keep_blank_values=True)
        if page == "step":
            link, problems = Link.from_query(asked)
            assert problems == [], target
            assert set(asked) <= set(Link.names()), target
            assert link.to_query().keys() <= asked.keys(), target
        elif page == "train":
            assert Plan.from_query(asked)[1] == [], target
            # What a link says of the settings is one of the recipe's parts.
            assert set(asked.get("setting", [])) <= parts, target
        elif asked:
            assert asked.keys() <= {"section", *SETTINGS.get(page, "").split()}, target
            assert set(asked.get("section", [])) <= set(entries(page, "en")), target


def test_the_stage_s_help_names_entries_of_the_glossary() -> None:
    script = (ASSETS / "words" / "help.js").read_text("utf-8")
    named = re.findall(r'\["(\w+)", "(term\w+)"\]', script)
    assert len(named) > 20
    assert {entry for entry, _ in named} <= set(entries("glossary", "en"))
    assert {name for _, name in named} <= set(STRINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_term_is_linked_where_a_chapter_uses_it(language: str) -> None:
    terms = set(entries("glossary", language))
    linked = {
        term
        for file in FOLDER.glob(f"*/**/*.{language}.md")
        if not file.name.startswith("glossary")
        for term in re.findall(r"\(/?glossary\?section=(\w+)\)", file.read_text("utf-8"))
    }
    # What stands on the stage or the Train page alone, no chapter has a word for.
    on_stage = {"indices", "ledger", "witness", "checkpoint", "layer", "cell", "preactivation"}
    assert terms - linked <= on_stage | {"d", "h", "q", "initial"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_link_their_words_to_the_glossary(language: str) -> None:
    linked = {
        file.parent.name: re.findall(r"\(/?glossary\?section=(\w+)\)", file.read_text("utf-8"))
        for file in FOLDER.glob(f"chapters/why_*/prose.{language}.md")
    }
    assert all(linked.values())
    assert {term for terms in linked.values() for term in terms} <= set(entries("glossary", "en"))
    english = {
        name: re.findall(r"\(/?glossary\?section=(\w+)\)", prose(name, "en").read_text("utf-8"))
        for name in linked
    }
    assert {name: sorted(terms) for name, terms in linked.items()} == {
        name: sorted(terms) for name, terms in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_calls_a_source_by_its_number(language: str) -> None:
    for file in FOLDER.glob(f"*/**/*.{language}.md"):
        assert not re.search(r"(?<![.\d])00[0-4]\b", file.read_text("utf-8")), file


def test_the_numbers_of_the_answers_are_those_of_the_views() -> None:
    recurrent = trace_of(Link(cell="rnn")).model.parameters["W_hh"]
    assert [f"{recurrent[row - 1, 2]:.3f}" for row in (6, 1)] == ["0.923", "0.856"]
    remembered = trace_of(Link(text="to be or not to be"))
    memory, shown = (remembered[name][[5, 6, 16], 0, 5] for name in ("C", "H"))
    assert [f"{one:.1f}" for one in memory] == ["5.4", "6.4", "7.2"]
    assert [f"{shown[0]:.3f}", f"{shown[2]:.3f}"] == ["0.001", "0.999"]
