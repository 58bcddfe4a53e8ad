"""The index names what there is, in every language, and a query finds what it means."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pages.shared.contents import ADDRESSES
from rnnviz import course
from rnnviz.address.units_link import UnitsLink
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.course import outline
from rnnviz.locale import LANGUAGES
from rnnviz.presets.units import NETS
from rnnviz.search import KINDS, index
from rnnviz.search.index import NET_OF, RECAP
from rnnviz.search.initials import HAN, initials, written
from rnnviz.training import CORPORA
from rnnviz.units.labels import READY, labels
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("ranking.mjs")
TITLES = {
    language: [title for _k, title, *_ in index(language)["entries"]] for language in LANGUAGES
}


def found(query: str, language: str = "en") -> list[dict[str, Any]]:
    return in_node(PROGRAM, {"index": index(language), "queries": [query]})[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_section_term_question_label_and_page_is_in_the_index(language: str) -> None:
    entries = index(language)["entries"]
    targets = {target for _k, _title, _where, target, *_ in entries}
    assert set(ADDRESSES) <= targets
    assert {
        f"glossary?section={term}" for term in chain.from_iterable(outline.TERMS.values())
    } <= targets
    assert {f"step?cell={cell}" for cell in (*EVERY_CELL, *TWO_WAY)} <= targets
    for name in (*outline.CHAPTERS, *outline.REFERENCE):
        prose = course.read(course.prose(name, language).read_text("utf-8"))
        own = {one["id"] for one in prose.sections if one["title"]} - {RECAP}
        assert {f"{name}?section={one}" for one in own} <= targets
    asked = {re.search(r"label=(\w+)", target)[1] for target in targets if "label=" in target}  # type: ignore[index]
    assert asked == {*READY, "loss"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_found_leads_to_a_page_that_exists(language: str) -> None:
    for kind, title, _where, target, *_ in index(language)["entries"]:
        name, _, asked = target.partition("?")
        assert name in ADDRESSES, target
        assert title.strip(), target
        fields = dict(pair.split("=") for pair in asked.split("&") if pair)
        if "section" in fields:
            prose = course.read(course.prose(name, language).read_text("utf-8"))
            assert fields["section"] in {one["id"] for one in prose.sections}, target
        if "corpus" in fields:
            assert fields["corpus"] in CORPORA
        if name == "units":
            _link, problems = UnitsLink.from_query(fields, language)
            assert not problems, (target, problems)
        assert 0 <= kind < len(KINDS)


@pytest.mark.parametrize("name", sorted({*NET_OF.values(), "mandarin", "mandarin-traditional"}))
def test_a_label_is_asked_of_a_network_whose_text_has_it(name: str) -> None:
    has = labels(NETS[name].text())
    asked = [
        re.search(r"label=(\w+)", target)[1]  # type: ignore[index]
        for language in LANGUAGES
        for _k, _title, _where, target, *_ in index(language)["entries"]
        if f"net={name}&" in target
    ]
    assert asked
    assert {*asked} - {"loss"} <= {*has}


def test_no_answer_to_a_question_is_given_away() -> None:
    """What a chapter asks is found, and what follows once it is answered is not."""
    told = "\n".join(sentence for entry in index("en")["entries"] for sentence in entry[5])
    for name in outline.CHAPTERS:
        for section in course.read(course.prose(name, "en").read_text("utf-8")).sections:
            for block in section["blocks"]:
                if block[0] == "question":
                    for _right, answer, why in block[3]:
                        words = (
                            course.plain(why, {})
                            if why and "…" not in course.plain(why, {})
                            else ""
                        )
                        assert not words or words not in told
                        assert answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_no_hole_where_a_figure_s_number_would_be(language: str) -> None:
    for _k, title, _where, target, _names, text in index(language)["entries"]:
        assert not re.search(r"\ufffd|\{\w+\}|\{\{|\\\w", " ".join([title, *text])), target


def test_the_initials_are_those_of_pypinyin_for_every_title() -> None:
    titles = "".join(title for of in TITLES.values() for title in of)
    known = initials(titles)
    assert {*HAN.findall(titles)} == {*known}, "python -m rnnviz.search writes the table anew."
    for line in written([titles]).splitlines():
        letter, _, characters = line.partition(" ")
        assert all(letter in known[one] for one in characters)
    # Whoever reads 长 as in 长期 or as in 长大 finds it.
    assert {*initials("长")["长"]} == {"c", "z"}


@pytest.mark.parametrize(
    ("language", "query", "target"),
    [
        ("en", "forget gate", "glossary?section=lstmgates"),
        ("en", "  FORGET   Gate ", "glossary?section=lstmgates"),
        ("en", "遗忘门", "glossary?section=lstmgates"),
        ("en", "ywm", "glossary?section=lstmgates"),
        ("en", "softmax", "glossary?section=softmax"),
        ("en", "softmx", "softmax"),
        ("en", "teacher forcing", "glossary?section=teacher"),
        ("en", "h", "glossary?section=h"),
        ("en", "⊙", "glossary?section=hadamard"),
        ("en", "quotation", "units?net=library&label=quotes"),
        ("en", "BiLSTM", "step?cell=bilstm"),
        ("en", "witnesses", "step?t=5&view=witnesses"),
        ("zh-Hans", "隐藏状态", "glossary?section=state"),
        ("zh-Hans", "隱藏狀態", "glossary?section=state"),
        ("zh-Hans", "tdxs", "glossary?section=vanishing"),
        ("zh-Hans", "梯度为什么消失", "glossary?section=vanishing"),
        ("zh-Hans", "hidden state", "glossary?section=state"),
        ("zh-Hant", "遺忘閘", "glossary?section=lstmgates"),
        ("zh-Hant", "yhn", "units?net=library&label=quotes"),
    ],
)
def test_a_query_finds_first_what_it_means(language: str, query: str, target: str) -> None:
    assert found(query, language)[0]["target"] == target


def test_a_question_in_words_finds_what_has_most_of_them() -> None:
    targets = [one["target"] for one in found("why does the gradient vanish?")][:5]
    assert "glossary?section=vanishing" in targets
    assert any(target.startswith("gradients") for target in targets)


@pytest.mark.parametrize("query", ["", "   ", "?!", "qxqx", "🦆", "<", "\\\\", "(", "a" * 100])
def test_what_nothing_has_finds_nothing_and_harms_nothing(query: str) -> None:
    assert found(query) == []


def test_the_sentence_that_is_shown_has_the_words_and_they_are_marked_in_it() -> None:
    (first, *_) = found("perplexity choice")
    assert first["target"] == "glossary?section=perplexity"
    assert "choice" in first["sentence"]
    told = in_node(
        PROGRAM,
        {
            "texts": [
                ["Ein Café, élan; CAFE", "cafe"],
                ["梯度消失与梯度", "梯度"],
                ["H̃ is gated", "gate"],
            ]
        },
    )
    assert told == [["Café", "CAFE"], ["梯度", "梯度"], ["gate"]]


def test_characters_found_by_their_initials_are_marked() -> None:
    assert "梯度消失" in found("tdxs", "zh-Hans")[0]["words"]
