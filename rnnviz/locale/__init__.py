"""Languages: English in the code, the others in catalogues beside this file.

`N_` or `_` marks a message in the code; it is translated where it is shown. There is a language for
each catalogue, called as the catalogue translates "English".
"""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

FOLDER = Path(__file__).parent
ENGLISH = "en"
# The most characters of a language's tag, such as zh-Hans-CN.
LONGEST_TAG = 40
OWN_NAME = b'\nmsgid "English"\nmsgstr "'
# A message of a catalogue and its translation: each a quoted text, or several below each other.
ENTRY = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|\Z))+)', re.MULTILINE)
# Where Chinese is written in traditional characters, unless the tag says otherwise.
FURTHER_TAGS = {"zh-Hant": ("zh-tw", "zh-hk", "zh-mo")}
BETWEEN_SCRIPTS = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u4e00-\u9fff])")


def N_(message: str) -> str:
    """Mark a message for translation; it is translated later, where it is shown."""
    return message


def _languages() -> dict[str, str]:
    """What each language calls itself, by its tag. A catalogue without that is still being made."""
    names = {ENGLISH: N_("English")}
    for path in sorted(FOLDER.glob("*.po")):
        _, _, rest = path.read_bytes().replace(b"\r\n", b"\n").partition(OWN_NAME)
        if name := rest.partition(b'"')[0].decode():
            names[path.stem] = name
    return names


LANGUAGES = _languages()


class Title(str):
    """A name in an address, which English sentences use as it is and others translate.

    message: what the catalogues translate.
    """

    message: str

    def __new__(cls, name: str, message: str) -> Self:
        title = super().__new__(cls, name)
        title.message = message
        return title

    def said(self, translate: Callable[[str], str]) -> str:
        translated = translate(self.message)
        return str(self) if translated == self.message else translated


class Refusal(ValueError):  # noqa: N818 (it is no error of the program's)
    """An invalid value: a sentence for the reader that names the value and what fits.

    message: marked with `N_`. values: what fills it in, numbers and short texts.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def sentence(self, translate: Callable[[str], str]) -> str:
        values = {
            name: value.said(translate) if isinstance(value, Title) else value
            for name, value in self.values.items()
        }
        return translate(self.message).format(**values)


def closest(spoken: str) -> str:
    """The one of our languages that is closest to the first of those spoken: zh-Hans for zh-CN;
    for zh-TW, zh-Hant where there is one.

    spoken: as a browser says it, such as "zh-CN,zh;q=0.9,en" or "de_AT".
    """
    return _closest(re.split(r"[,;]", spoken, maxsplit=1)[0].strip()[:LONGEST_TAG])


def reader_language(asked: str, spoken: str) -> str:
    """The language that a reader has asked for, if it is one of ours; else the closest to the
    browser's.

    asked: "" where the reader has asked for none. spoken: as for `closest`.
    """
    return asked if asked in LANGUAGES else closest(spoken)


def beginnings() -> list[tuple[str, str]]:
    """With what the tags begin that a browser may say, in small letters, and which of our languages
    each means: the first that fits is meant. A beginning ends with the tag or at a hyphen.
    """
    found = {tag: own for own in LANGUAGES for tag in _tags_of(own)}
    for own in LANGUAGES:
        found.setdefault(own.lower().partition("-")[0], own)
    return sorted(found.items(), key=lambda one: -len(one[0]))


def _tags_of(own: str) -> tuple[str, ...]:
    return (own.lower(), *FURTHER_TAGS.get(own, ()))


@lru_cache(256)
def _closest(tag: str) -> str:
    said = tag.replace("_", "-").lower() + "-"
    fitting = (own for beginning, own in beginnings() if said.startswith(f"{beginning}-"))
    return next(fitting, ENGLISH)


@cache
def translator(language: str) -> Callable[[str], str]:
    """The function that puts a message into `language`, a key of LANGUAGES.

    A message without a translation stays English; a test holds the catalogues complete.
    Raises ValueError for an unknown language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language is {language!r}; it must be one of {', '.join(LANGUAGES)}.")
    catalogue = _catalogue(language)
    return lambda message: catalogue.get(message, message)


def spaced(sentence: str) -> str:
    """A sentence with a space between Chinese and Latin letters, which a filled-in name may lack."""
    return re.sub(BETWEEN_SCRIPTS, " ", sentence)


def original(translated: str, language: str) -> str:
    """The message whose translation this is; what is none is returned as it is."""
    return _originals(language).get(translated, translated)


@cache
def _originals(language: str) -> dict[str, str]:
    return {said: message for message, said in _catalogue(language).items()}


@cache
def _catalogue(language: str) -> dict[str, str]:
    if language == ENGLISH:
        return {}
    found = ENTRY.findall((FOLDER / f"{language}.po").read_text("utf-8"))
    pairs = ((_unquoted(message), _unquoted(said)) for message, said in found)
    return {message: said for message, said in pairs if message and said}


def _unquoted(lines: str) -> str:
    """A text of a catalogue, which is quoted line by line, as in JSON."""
    return "".join(map(json.loads, lines.rstrip("\n").split("\n")))
