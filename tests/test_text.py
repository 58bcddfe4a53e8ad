import numpy as np
import pytest
import regex

from rnnviz import Vocabulary
from rnnviz.text import characters, visible


@pytest.mark.parametrize(
    "clusters",
    [
        ["想", "要", "有", "直", "升", "机"],
        ["h", "e", "y"],
        ["👍🏽", "a", "👍"],
        ["👨‍👩‍👧‍👦", "👩🏽‍🚀"],
        ["🇨🇳", "🇺🇸", "🇨🇳"],
        ["🇨🇳", "🇨"],
        ["e\u0301", "x", "o\u0302\u0323"],
        ["❤\ufe0f", "❤"],
        ["נִ", "ץ", " ", "ن", "ص"],
        ["நி", "क्षि"],
        ["각", "\u1100\u1161\u11a8"],
        ["a", "\r\n", "b", "\n", "c", "\r"],
        ["a", "\ud800", "b", "\udfff"],
        ["\u0301"],
        ["\x00", "\u200b"],
    ],
    ids=" ".join,
)
def test_a_character_is_what_a_reader_calls_one(clusters: list[str]) -> None:
    assert characters("".join(clusters)) == tuple(clusters)


def test_the_characters_of_a_text_add_up_to_it() -> None:
    rng = np.random.default_rng(0)
    alphabet = np.array([*"aé想🇨🇳👨🏽\u200d\u0301\r\n\u0600क\ufe0f각\ud800"])
    for length in rng.integers(1, 12, size=2000):
        text = "".join(rng.choice(alphabet, length))
        assert "".join(characters(text)) == text
        assert characters(text) == tuple(regex.findall(r"\X", text))


def test_an_empty_text_has_no_characters() -> None:
    assert characters("") == ()


@pytest.mark.parametrize(
    ("character", "times"),
    [
        ("a", 2_000_000),
        ("想", 700_000),
        ("🇨🇳", 250_000),
        ("👨‍👩‍👧‍👦", 80_000),
        ("e\u0301", 700_000),
    ],
)
def test_a_text_of_two_megabytes_is_cut_in_one_go(character: str, times: int) -> None:
    # Counted again from the start for each, a quarter of a million flags would take minutes.
    assert len(characters(character * times)) == times


def test_one_character_may_be_very_long() -> None:
    assert len(characters("a" + "\u0301" * 1_000_000 + "b")) == 2


@pytest.mark.parametrize(
    ("character", "written"),
    [
        ("想", "想"),
        (" ", "␣"),
        ("\n", "↵"),
        ("\r\n", "↵"),
        ("\r", "↵"),
        ("\t", "⇥"),
        ("\u3000", "□"),
        ("\x00", "U+0000"),
        ("\u200d", "U+200D"),
        ("\xa0", "U+00A0"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ],
    ids=ascii,
)
def test_every_character_can_be_seen(character: str, written: str) -> None:
    assert visible(character) == written


def test_a_vocabulary_numbers_characters_as_they_first_appear() -> None:
    vocabulary = Vocabulary("abracadabra")
    assert list(vocabulary) == ["a", "b", "r", "c", "d"]
    assert len(vocabulary) == 5
    assert vocabulary[2] == "r"
    assert "c" in vocabulary
    assert "z" not in vocabulary
    assert vocabulary.indices("bad").tolist() == [1, 0, 4]


def test_a_vocabulary_of_tokens_keeps_them_whole() -> None:
    words = Vocabulary(["to", "be", "or", "not", "to", "be"])
    assert words.tokens == ("to", "be", "or", "not")
    assert words.indices(["not", "to"]).tolist() == [3, 0]
    with pytest.raises(ValueError, match="'t', 'o' are not in the vocabulary, which holds to be"):
        words.indices("to")


def test_vocabularies_of_the_same_characters_are_equal() -> None:
    assert Vocabulary("abab") == Vocabulary("ab") == Vocabulary(["a", "b"])
    assert hash(Vocabulary("abab")) == hash(Vocabulary("ab"))
    assert Vocabulary("ab") != Vocabulary("ba")
    assert Vocabulary("ab") != ("a", "b")
    assert repr(Vocabulary("ab")) == "Vocabulary(['a', 'b'])"


def test_one_hot_has_a_single_one_at_the_character_s_number() -> None:
    X = Vocabulary("想要有").one_hot("有想")
    assert X.tolist() == [[[0, 0, 1]], [[1, 0, 0]]]
    assert X.dtype == np.float64


def test_a_vocabulary_needs_a_character() -> None:
    for nothing in ("", [], iter(())):
        with pytest.raises(ValueError, match="The text is empty; a vocabulary needs at least one"):
            Vocabulary(nothing)


@pytest.mark.parametrize("token", [1, None, "", b"a", ["a"]])
def test_a_token_is_a_string_that_is_not_empty(token: object) -> None:
    with pytest.raises(ValueError, match=r"A token of the vocabulary is .*; each must be a string"):
        Vocabulary(["a", token])  # type: ignore[list-item]


def test_unknown_characters_are_named_and_the_known_ones_too() -> None:
    with pytest.raises(ValueError, match=r"'x' is not in the vocabulary, which holds a b ␣\.$"):
        Vocabulary("ab ").indices("axb")
    with pytest.raises(ValueError, match=r"'1', '2', '3', '4', '5' and others are not in the"):
        Vocabulary("ab").indices("1234567")
    with pytest.raises(ValueError, match="'1', '2', '3', '4', '5' are not in the vocabulary"):
        Vocabulary("ab").indices("12345")


@pytest.mark.parametrize(
    ("size", "end"), [(40, r"\u4e27"), (41, r"\u4e27 and 1 more"), (100, r"\u4e27 and 60 more")]
)
def test_of_a_large_vocabulary_the_first_forty_are_named(size: int, end: str) -> None:
    vocabulary = Vocabulary([chr(k) for k in range(0x4E00, 0x4E00 + size)])
    with pytest.raises(ValueError, match=rf"which holds \u4e00 \u4e01 .* {end}\.$"):
        vocabulary.one_hot("x")


def test_a_character_without_its_mark_is_another() -> None:
    with pytest.raises(ValueError, match="'e' is not in the vocabulary, which holds e\u0301"):
        Vocabulary("e\u0301").indices("e")


@pytest.mark.parametrize("text", ["", []])
def test_an_empty_text_has_no_numbers(text: str | list[str]) -> None:
    with pytest.raises(ValueError, match="The text is empty; give at least one character"):
        Vocabulary("ab").indices(text)
