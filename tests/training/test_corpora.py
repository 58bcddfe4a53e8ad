import codecs
import random
import zlib

import numpy as np
import pytest

from rnnviz.locale import Refusal
from rnnviz.training.baselines import baselines, known_words, words
from rnnviz.training.corpora import CORPORA, corpus_text, decoded
from rnnviz.training.grammars import Brackets

POEM = "Über allen Gipfeln\r\nist Ruh,\r\n想要有直升机，\t🚁\r\n"
READ = POEM.replace("\r\n", "\n")


@pytest.mark.parametrize("name", CORPORA)
def test_every_built_in_text_can_be_read_and_is_always_the_same(name: str) -> None:
    text = corpus_text(name, None)
    assert text == corpus_text(name, None)
    assert len(text) == 6 if name.startswith("helicopter") else len(text) > 200_000


def test_the_python_reference_speaks_of_python() -> None:
    assert "yield expression" in corpus_text("python-reference", None)


def test_only_made_languages_know_their_entropy() -> None:
    made = {"brackets", "chinese", "chinese-traditional", "dates"}
    assert {name for name, corpus in CORPORA.items() if corpus.entropy} == made
    assert {name for name, corpus in CORPORA.items() if corpus.agreements} == made


def test_a_text_there_is_none_of() -> None:
    with pytest.raises(Refusal, match="corpus is 'novel'; it must be one of own, helicopter"):
        corpus_text("novel", None)
    with pytest.raises(Refusal, match='The corpus is "own", but no text was given'):
        corpus_text("own", "")
    assert corpus_text("own", "abc") == "abc"


@pytest.mark.parametrize(
    "data",
    [
        POEM.encode(),
        codecs.BOM_UTF8 + POEM.encode(),
        POEM.encode("utf-16"),
        codecs.BOM_UTF16_BE + POEM.encode("utf-16-be"),
        POEM.encode("utf-16-le"),
        POEM.encode("utf-16-be"),
        POEM.encode("gb18030"),
        POEM.replace("\r\n", "\r").encode(),
    ],
)
def test_a_text_is_read_whatever_its_encoding(data: bytes) -> None:
    assert decoded(data) == READ


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("想要有直升机", "gb18030"),
        ("想要有直升機", "big5"),
        ("人法地，地法天，天法道，道法自然。", "gb18030"),
        ("人法地，地法天，天法道，道法自然。", "big5"),
        ("想要有直升機，春眠不覺曉。", "gb18030"),
        ("佢哋嘅單車喺邊度？", "big5hkscs"),
        ("A helicopter is a 直升機 here.", "big5"),
        ("春眠不覺曉，處處聞啼鳥。\n" * 900, "big5"),
        ("春眠不觉晓，处处闻啼鸟。\n" * 900, "gb18030"),
    ],
)
def test_chinese_is_read_in_the_encoding_of_its_writing(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        zlib.compress(b"text" * 500),
        b"\x7fELF\x02\x01\x01" + bytes(300),
        random.Random(0).randbytes(5000),
        codecs.BOM_UTF16_LE + b"\x00\xd8\x00",
    ],
)
def test_a_binary_file_is_answered_in_words(data: bytes) -> None:
    with pytest.raises(Refusal, match=r"The file is not a text: .* UTF-8, UTF-16, GB18030 or Big5"):
        decoded(data)


def test_an_empty_file_and_one_too_large() -> None:
    with pytest.raises(Refusal, match="The file is empty"):
        decoded(b"")
    with pytest.raises(Refusal, match=r"The file has 5.1 MB; it may have 5 MB"):
        decoded(b"a" * 5_100_000)
    assert len(decoded(b"a" * 5_000_000)) == 5_000_000


def numbers(text: str) -> np.ndarray:
    return np.array(["abcd".index(character) for character in text])


def test_uniform_is_the_logarithm_of_the_number_of_characters() -> None:
    assert baselines(numbers("abab"), numbers("ab"), 4).uniform == pytest.approx(np.log(4))


def test_unigram_and_bigram_count_on_one_text_and_are_measured_on_another() -> None:
    found = baselines(numbers("abababac"), numbers("abd"), 4)
    # Counted once more each: a 5, b 4, c 2, d 1 of 12.
    assert found.unigram == pytest.approx(-np.log([4 / 12, 1 / 12]).mean())
    # After a came b three times of four; after b never d, of three.
    ab, bd = (3 + 4 / 12) / (4 + 1), (0 + 1 / 12) / (3 + 1)
    assert found.bigram == pytest.approx(-np.log([ab, bd]).mean())


def test_a_bigram_s_chances_sum_to_one() -> None:
    training = numbers("abacabbd")
    chances = [
        np.exp(-baselines(training, numbers("b" + character), 4).bigram) for character in "abcd"
    ]
    assert sum(chances) == pytest.approx(1)


def test_a_bigram_knows_more_than_a_unigram_and_less_than_the_language() -> None:
    text = Brackets().text(100_000, seed=0)
    coded = np.array(["()[]\n".index(character) for character in text])
    found = baselines(coded[:90_000], coded[90_000:], 5)
    assert Brackets().entropy < found.bigram < found.unigram < found.uniform


def test_without_held_out_text_the_training_text_measures_itself() -> None:
    training = numbers("abcabc")
    assert baselines(training, training[:0], 4) == baselines(training, training, 4)


def test_known_words_have_three_letters_and_are_not_cut() -> None:
    known = set(words("the shells she sells are sea shells"))
    assert known == {"the", "shells", "she", "sells", "are", "sea"}
    assert known_words("lls the shell is sea sh", known) == pytest.approx(2 / 3)
    assert known_words("a b c", known) is None
    assert known_words("she sells shells", set()) is None
