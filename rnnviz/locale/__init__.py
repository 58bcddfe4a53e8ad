"""Languages: English in the code, the others in catalogues beside this file.

A message is marked where it stands with `N_` or `_` and translated where it is shown.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "zh-Hans": "简体中文"}


def N_(message: str) -> str:
    """Mark a message for translation; it is translated later, where it is shown."""
    return message


class Refusal(ValueError):  # noqa: N818 (it is no error of the program's)
    """What came does not fit: a sentence on what came and what fits, for the reader.

    message: marked with `N_`. values: what fills it in, numbers and short texts.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def sentence(self, translate: Callable[[str], str]) -> str:
        return translate(self.message).format(**self.values)


def closest(spoken: str) -> str:
    """The one of our languages that the first of those spoken shares: zh-Hans for zh-CN.

    spoken: as a browser says it, such as "zh-CN,zh;q=0.9,en" or "de_AT".
    """
    first = re.split(r"[-_,;]", spoken.strip())[0].lower()
    return next((name for name in LANGUAGES if name.split("-")[0] == first), "en")


@cache
def translator(language: str) -> Callable[[str], str]:
    """The function that puts a message into `language`, a key of LANGUAGES.

    A message without a translation stays English; a test holds the catalogues complete.
    Raises ValueError for a language there is none of.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language is {language!r}; it must be one of {', '.join(LANGUAGES)}.")
    if language == "en":
        return N_
    with (Path(__file__).parent / f"{language}.po").open("rb") as file:
        catalogue = {entry.id: entry.string for entry in read_po(file) if entry.id and entry.string}
    return lambda message: catalogue.get(message, message)
