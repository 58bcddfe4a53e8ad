"""Our Chinese texts in both writings: a network reads the same."""

import unicodedata

import numpy as np
import pytest

from rnnviz.address.controls import EXAMPLES, examples
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.course.numbers import given
from rnnviz.locale.writing import (
    HANS,
    HANT,
    SIMPLIFIED,
    TRADITIONAL,
    offered,
    simplified,
    traditional,
)
from rnnviz.presets import BUILT_IN, COMPARISON_TRADITIONAL, BuiltInText, load
from rnnviz.presets.units import MANDARIN, MANDARIN_TRADITIONAL, NETS
from rnnviz.text import Vocabulary, characters
from rnnviz.training import CORPORA
from rnnviz.units.labels import labels
from rnnviz.units.minimal_pairs import minimal_pairs


def chinese(text: str) -> set[str]:
    return {c for c in text if unicodedata.name(c, "").startswith("CJK UNIFIED")}


def strings(told: object) -> list[str]:
    """All texts in nested lists and mappings."""
    if isinstance(told, str):
        return [told]
    values = (
        told.values() if isinstance(told, dict) else told if isinstance(told, list | tuple) else ()
    )
    return [text for one in values for text in strings(one)]


def test_each_character_has_one_form_in_the_other_writing() -> None:
    assert len(SIMPLIFIED) == len(TRADITIONAL) == len({*SIMPLIFIED, *TRADITIONAL}) // 2
    # What Taiwan's own encoding has not is no traditional character of its.
    TRADITIONAL.encode("big5")


@pytest.mark.parametrize("name", ["helicopter", "chinese"])
def test_a_text_is_the_same_in_both_writings(name: str) -> None:
    hans, hant = CORPORA[name], CORPORA[f"{name}-traditional"]
    text = hant.text()
    assert "".join(chinese(text)).encode("big5")
    assert chinese(text).isdisjoint(SIMPLIFIED)
    assert simplified(text) == hans.text()
    assert (hant.entropy, hant.pace) == (hans.entropy, hans.pace)
    indices = [Vocabulary(one).indices(one[:2000]) for one in (hans.text(), text)]
    np.testing.assert_array_equal(*indices)


def test_the_made_language_counts_cats_as_taiwan_writes_it() -> None:
    text = CORPORA["chinese-traditional"].text()
    for words in ("一隻貓", "一輛車", "因為", "雖然", "兩條魚"):
        assert words in text
    assert "只" not in text


def test_a_made_text_keeps_its_rules_in_both_writings() -> None:
    sample = "\n貓，小明看見了三隻。\n因為老師很累，所以爺爺畫了一輛車。\n車，媽媽想要兩隻。\n三月一日就是3月1日。\n"
    for hans, hant in zip(
        CORPORA["chinese"].agreements, CORPORA["chinese-traditional"].agreements, strict=True
    ):
        assert hant.count(sample) == hans.count(simplified(sample))
        assert hant.count(sample)[1] > 0 or hant.name == "although"


def test_the_network_of_the_made_language_is_the_same_in_both_writings() -> None:
    one, other = MANDARIN.model(), MANDARIN_TRADITIONAL.model()
    assert [*map(simplified, other.vocabulary)] == [*one.vocabulary]
    assert simplified(MANDARIN_TRADITIONAL.text()) == MANDARIN.text()
    own = MANDARIN_TRADITIONAL.text()[:200]
    traces = [one.trace(simplified(own)), other.trace(own)]
    np.testing.assert_array_equal(*(trace["H"] for trace in traces))


def test_what_is_asked_of_units_is_the_same_in_both_writings() -> None:
    text = MANDARIN_TRADITIONAL.text()[:1500]
    found, other = labels(characters(text)), labels(characters(simplified(text)))
    assert {*map(simplified, found)} == {*other}
    assert "measure:隻" in found
    assert "measure:只" not in found
    for name, values in found.items():
        np.testing.assert_array_equal(values, other[simplified(name)])


@pytest.mark.parametrize("label", ["because", "measure:隻"])
def test_pairs_of_sentences_are_made_in_the_network_s_own_writing(label: str) -> None:
    pairs = minimal_pairs(MANDARIN_TRADITIONAL.model().vocabulary, label)
    other = minimal_pairs(MANDARIN.model().vocabulary, simplified(label))
    assert pairs
    assert [simplified(one.first) for one in pairs] == [one.first for one in other]
    known = {*MANDARIN_TRADITIONAL.model().vocabulary}
    assert all({*one.first, *one.second, *one.answers} <= known for one in pairs)


@pytest.mark.parametrize("built_in", BUILT_IN, ids=lambda built_in: built_in.key)
def test_a_built_in_text_has_its_weights_in_both_writings(built_in: BuiltInText) -> None:
    text = traditional(built_in.text)
    hans, hant = (load(one, "gru", built_in.hidden_size) for one in (built_in.text, text))
    assert hans is not None
    assert hant is not None
    assert "".join(hant.vocabulary) == traditional("".join(hans.vocabulary))
    np.testing.assert_array_equal(hans.trace(built_in.text)["H"], hant.trace(text)["H"])


def test_a_page_begins_in_the_reader_s_writing_with_the_same_numbers() -> None:
    hans, hant = (Link.from_query({"cell": "gru"}, language=one)[0] for one in (HANS, HANT))
    assert (hans.text, hant.text) == ("想要有直升机", "想要有直升機")
    for shown in ({}, {"weights": "random", "seed": 3}):
        traces = [trace_of(link.changed(**shown))["Y_hat"] for link in (hans, hant)]
        np.testing.assert_array_equal(*traces)


def test_the_data_in_a_link_stay_as_they_are() -> None:
    for query in ({"text": "春眠不觉晓"}, {"changes": "x.3=机"}, {"text": "花钱", "goal": "after"}):
        links = [Link.from_query(query, language=one) for one in (HANS, HANT)]
        assert links[0] == links[1]
        assert links[0][1] == []
    shared = Link.from_query({"t": "2"}, language=HANT)[0]
    assert Link.from_query(shared.to_query(), language=HANS)[0] == shared


def test_the_examples_are_offered_in_the_reader_s_writing() -> None:
    assert examples(HANS) == EXAMPLES
    for hans, hant in zip(EXAMPLES, examples(HANT), strict=True):
        assert chinese(hant.text).isdisjoint(SIMPLIFIED)
        links = [Link().changed(**one.values) for one in (hans, hant)]
        assert [len(link.vocabulary) for link in links] == [len(links[0].vocabulary)] * 2
    after = next(one for one in examples(HANT) if one.text == "花錢")
    assert Link().changed(**after.values).said == Link().changed(text="花钱", goal="after").said


def test_a_comparison_is_read_in_the_writing_that_its_colour_is_in() -> None:
    link = Link().changed(text=COMPARISON_TRADITIONAL.text)
    assert link.is_of_comparison
    assert chinese("".join(link.vocabulary)).isdisjoint(SIMPLIFIED)


# Chapters whose figures have Chinese words: each has the same numbers in both writings.
@pytest.mark.parametrize(
    "name",
    ["why_state", "why_unrolled", "why_shapes", "evolution", "nnlm", "word2vec", "textcnn"],
)
def test_a_chapter_computes_the_same_in_both_writings(name: str) -> None:
    hans, hant = given(name, HANS), given(name, HANT)
    assert [simplified(text) for text in strings(dict(hant.numbers))] == strings(dict(hans.numbers))
    said = "".join([*strings(dict(hant.numbers)), *hant.texts.values()])
    assert chinese(said)
    assert chinese(said).isdisjoint(SIMPLIFIED)
    "".join(chinese(said)).encode("big5")


def test_readers_choose_among_what_they_read() -> None:
    names = ["helicopter", "helicopter-traditional", "dates"]
    assert offered(names, "en") == offered(names, HANS) == ["helicopter", "dates"]
    assert offered(names, HANT) == ["helicopter-traditional", "dates"]
    # A link's own choice is not taken away.
    assert offered(names, HANT, "helicopter") == names
    assert "mandarin" not in offered(NETS, HANT)


def test_the_keys_of_what_is_told_stay() -> None:
    assert traditional({"花钱": ["花钱", 1, {"t": "猫"}]}) == {"花钱": ["花錢", 1, {"t": "貓"}]}
