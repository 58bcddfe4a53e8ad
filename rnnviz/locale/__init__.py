"""Languages: English in the code, the others in catalogues beside this file.

`N_` or `_` marks a message in the code; it is translated where it is shown. There is a language for
each catalogue, called as the catalogue translates "English".
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from babel import Locale, UnknownLocaleError
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
ENGLISH = "en"
# The most characters of a language's tag, such as zh-Hans-CN.
LONGEST_TAG = 40
OWN_NAME = re.compile(r'^msgid "English"\nmsgstr "(.+)"$', re.MULTILINE)


BETWEEN_SCRIPTS = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u4e00-\u9fff])")


def N_(message: str) -> str:
    """Mark a message for translation; it is translated later, where it is shown."""
    return message


def _languages() -> dict[str, str]:
    """What each language calls itself, by its tag. A catalogue without that is still being made."""
    own = {path.stem: OWN_NAME.search(path.read_text("utf-8")) for path in FOLDER.glob("*.po")}
    return {ENGLISH: N_("English"), **{tag: name[1] for tag, name in sorted(own.items()) if name}}


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


@lru_cache(256)
def _closest(tag: str) -> str:
    first = _locale(tag)
    if first is None:
        return ENGLISH
    ours = {tag: _locale(tag) for tag in LANGUAGES}
    shared = [tag for tag, own in ours.items() if own and own.language == first.language]
    in_script = [tag for tag in shared if ours[tag].script == first.script]  # type: ignore[union-attr]
    return next(iter(in_script + shared), ENGLISH)


def _locale(tag: str) -> Locale | None:
    """A language with the script it is usually written in, or None if the tag says nothing."""
    try:
        return Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return None


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
    with (FOLDER / f"{language}.po").open("rb") as file:
        return {entry.id: entry.string for entry in read_po(file) if entry.id and entry.string}
