"""The first letters of the pinyin of Chinese characters, by which titles are found without an input method.

`python -m rnnviz.search` writes their table anew, with pypinyin.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

TABLE = Path(str(files("rnnviz.search"))) / "initials.txt"
HAN = re.compile(r"[\u3400-\u9fff]")


@cache
def _table() -> dict[str, str]:
    """Each character's letters: of one that is read in several ways all of them."""
    table: dict[str, str] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        letter, _, characters = line.partition(" ")
        for one in characters:
            table[one] = table.get(one, "") + letter
    return table


def initials(text: str) -> dict[str, str]:
    """The letters of each Chinese character in a text that the table has."""
    table = _table()
    return {one: table[one] for one in sorted(set(text)) if one in table}


def written(texts: Iterable[str]) -> str:
    """The table of all Chinese characters in some texts: a line a letter. Needs pypinyin, which rnnviz itself does
    not."""
    from pypinyin import Style, pinyin

    lines: dict[str, list[str]] = {}
    for one in sorted({*HAN.findall("".join(texts))}):
        (ways,) = pinyin(one, style=Style.FIRST_LETTER, heteronym=True)
        for letter in {*ways}:
            lines.setdefault(letter, []).append(one)
    return "".join(f"{letter} {''.join(of)}\n" for letter, of in sorted(lines.items()))
