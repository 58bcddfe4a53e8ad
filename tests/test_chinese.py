"""Chinese in both writings: one word for one thing, and signs as printers set them.

Every rule reads all that a Chinese reader reads, next to the English it says: the catalogues'
messages, and the prose line by line. What breaks a rule is named with its place.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rnnviz.course.outline import CHAPTERS
from rnnviz.locale import _catalogue

ROOT = Path(__file__).parents[1]
WRITINGS = ("zh-Hans", "zh-Hant")
# Of a sentence: where a link leads, what a program puts in, a title of a book.
LEFT_OUT = re.compile(
    r"(?<=\])\([^)]*\)|\{[^}]*\}|《[^》]*》|\*Computing an RNN Cell\*|RNN Cell \("
)


class Pair(NamedTuple):
    """place: a file and its line, or the English message. chinese: what says the same."""

    place: str
    english: str
    chinese: str


def pairs(writing: str) -> Iterator[Pair]:
    for message, said in _catalogue(writing).items():
        yield Pair(f"{writing}: {message[:60]}", message, said)
    for file in sorted([*ROOT.glob("rnnviz/**/*.en.md"), *ROOT.glob("pages/**/*.en.md")]):
        ours = file.with_name(file.name.replace(".en.", f".{writing}."))
        lines = [one.read_text("utf-8").split("\n") for one in (file, ours)]
        for number, (english, chinese) in enumerate(zip(*lines, strict=True), 1):
            yield Pair(f"{ours.relative_to(ROOT).as_posix()}:{number}", english, chinese)


PAIRS = {writing: list(pairs(writing)) for writing in WRITINGS}
both = pytest.mark.parametrize("writing", WRITINGS)


@both
def test_there_is_much_to_read(writing: str) -> None:
    assert len(PAIRS[writing]) > 4000


# A cell is 单元, a unit 神经元. Textbooks call either of them 单元, so that students take one for
# the other; the glossary alone says what else a unit is called.
CELL = {"zh-Hans": "单元", "zh-Hant": "單元"}
UNIT = {"zh-Hans": "神经元", "zh-Hant": "神經元"}
ALSO_CALLED = re.compile(
    "也叫“隐藏单元”；这里的“单元”只指循环单元（cell）|也叫「隱藏單元」；這裡的「單元」只指循環單元（cell）"
)
# Words that have 单元 in them: a table's or a notebook's cell, and Taiwan's memory cell.
OTHER_CELLS = re.compile("单元格|單元格|記憶單元")


@both
def test_a_cell_and_a_unit_have_a_word_each(writing: str) -> None:
    wrong = []
    for place, english, chinese in PAIRS[writing]:
        asked = LEFT_OUT.sub("", english).lower().replace("memory cell", "")
        said = OTHER_CELLS.sub("", ALSO_CALLED.sub("", LEFT_OUT.sub("", chinese)))
        cell = re.search(r"\bcells?\b|\bgate", asked)
        unit = re.search(r"\bunits?\b|\bneurons?\b", asked)
        if (CELL[writing] in said and not cell) or (UNIT[writing] in said and cell and not unit):
            wrong.append(f"{place}: {chinese}")
    assert wrong == []


@both
def test_a_hidden_unit_is_a_neuron(writing: str) -> None:
    hidden = re.compile("隐藏单元|隱藏單元|隐藏层单元|隱藏層單元|处理单元|處理單元")
    assert [one for one in PAIRS[writing] if hidden.search(ALSO_CALLED.sub("", one.chinese))] == []


def broken(writing: str, words: str) -> list[str]:
    """The sentences with words that another word is to stand for."""
    pattern = re.compile(words)
    return [
        f"{place}: {chinese}"
        for place, _, chinese in PAIRS[writing]
        if pattern.search(LEFT_OUT.sub("", chinese))
    ]


def test_a_piece_of_text_is_wenzi_in_taiwan() -> None:
    assert broken("zh-Hant", "文本(?!身)") == []


# Of two words for one thing, the one that is not ours, and ours.
ONE_OF_TWO = {
    "正向": "前向", "房间|房間": "课堂", "您": "你", "回车|回車": "Enter", r"\bnats?\b(?!:)|纳特|納特": "奈特",
}  # fmt: skip


@both
@pytest.mark.parametrize("other", ONE_OF_TWO)
def test_one_thing_has_one_word(writing: str, other: str) -> None:
    assert broken(writing, other) == []


def test_taiwan_reads_both_names_of_a_recurrent_network_where_it_first_stands() -> None:
    """Half of Taiwan's books call it 循環, half 遞迴."""
    chapters = ROOT / "rnnviz" / "course" / "chapters"
    prose = [(chapters / name / "prose.zh-Hant.md").read_text("utf-8") for name in CHAPTERS]
    first = next(one for one in prose if re.search(r"循環\**(神經)?網路", one))
    glossary = (ROOT / "rnnviz/course/reference/glossary.zh-Hant.md").read_text("utf-8")
    lead = next(one for one in PAIRS["zh-Hant"] if one.english.startswith("Everything that st"))
    for text in (first, glossary, lead.chinese):
        assert re.search(r"循環\**(神經)?網路[^。]{0,24}遞迴", text)


QUOTES = {"zh-Hans": "“”", "zh-Hant": "「」"}


@both
def test_what_is_quoted_stands_in_chinese_quotation_marks(writing: str) -> None:
    """A character of a text, too; one that heads a line, or ends it behind a colon, is none."""
    opening, closing = QUOTES[writing]
    ascii_quote = r"""[\u4e00-\u9fff，]["']|["'][\u4e00-\u9fff，]"""
    pattern = re.compile(rf"{ascii_quote}|(?<!^)(?<!: )(?<![{opening}：])\{{character\}}")
    wrong = []
    for place, _, chinese in PAIRS[writing]:
        uneven = chinese.count(opening) != chinese.count(closing)
        if uneven or pattern.search(re.sub("`[^`]*`", "", chinese)):
            wrong.append(f"{place}: {chinese}")
    assert wrong == []


# Half-width signs of a sentence next to a Chinese character; in code and formulas they stay.
HALF_WIDTH = re.compile(
    r"[\u4e00-\u9fff”」）][,;:!?]|[,;:!?] ?[\u4e00-\u9fff“「（]|[\u4e00-\u9fff]\.(?= |$)"
    r"|[\u4e00-\u9fff]\(|\)[\u4e00-\u9fff]"
)


@both
def test_the_signs_of_a_chinese_sentence_are_full_width(writing: str) -> None:
    wrong = []
    for place, _, chinese in PAIRS[writing]:
        sentence = re.sub(r"`[^`]*`|\$[^$]*\$|\{\{?[^}]*\}?\}", "□", chinese)
        sentence = re.sub(r"^\w+: |(?<=\])\([^)]*\)|^\[[ x]\]|《[^》]*》", "", sentence)
        if HALF_WIDTH.search(sentence):
            wrong.append(f"{place}: {chinese}")
    assert wrong == []


@both
def test_a_gap_is_between_chinese_and_latin(writing: str) -> None:
    touching = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]")
    sentences = (
        (place, re.sub(r"(?<=\])\([^)]*\)", "", said)) for place, _, said in PAIRS[writing]
    )
    assert [f"{place}: {said}" for place, said in sentences if touching.search(said)] == []
