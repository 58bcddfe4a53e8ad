"""What fits in the fields of a link, beyond the kinds of `rnnviz.fields`."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from rnnviz.address.changes import check_length
from rnnviz.fields import NOT_ONE_OF, Choice, LinkError, Quote, Sizes, quoted, titled
from rnnviz.locale import N_, Refusal
from rnnviz.network import WRITTEN, Network
from rnnviz.readings import typed_readings
from rnnviz.text import MAX_TOKEN_BYTES, TOKEN_TOO_LARGE, characters, check_tokens

MAX_CHARACTERS = 200
# 200 characters of any language fit, families of emoji included; 200 towers of marks do not.
MAX_BYTES = 10_000
# A text of more bytes than this is refused without cutting it into characters.
COUNTED_BYTES = 100_000
ONLY_CHARACTERS = N_("This network has learnt characters; it cannot read a sensor.")
EMPTY = N_("The text is empty; it needs at least one character.")
TOO_LONG = N_("The text has {count} characters; at most {most} fit.")
TOO_MANY_BYTES = N_("The text is {count} bytes long; at most {most} fit.")
NOT_SHOWN = N_("The text contains {code}, which is no character that can be shown.")
READINGS_TOO_LONG = N_("The readings are {count} bytes long; at most {most} fit.")
READINGS_HAVE_NO_TAGS = N_("A sensor's readings have no parts of speech; leave out goal.")
NOT_EACH_WAY = N_(
    "{name} is {value}; with two directions it must be one whole number from 1 to {most}: "
    "the units of each direction, in one layer."
)
STEPS = re.compile(r"[0-9]{1,4}(,[0-9]{1,4})*", re.ASCII)


@dataclass(frozen=True)
class Words:
    """Words as the address has them. What fits is said by those who inherit."""

    def read(self, word: str) -> str:
        return word

    def write(self, value: object) -> str:
        return str(value)

    def told(self) -> dict[str, Any]:
        """What fits is more than a kind with limits, unless those who inherit say which."""
        return {"kind": "words"}


@dataclass(frozen=True)
class Equations(Words):
    """A cell that the reader has written, or ""."""

    def check(self, _name: str, value: str, quote: Quote = quoted) -> None:
        if value:
            try:
                Network(WRITTEN, (1,), value)
            except Refusal as refusal:
                raise LinkError(refusal.message, **refusal.values) from None


@dataclass(frozen=True)
class Text(Words):
    """A text that can be shown and read; where there are `choices`, one of them."""

    choices: Collection[str] = ()

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if not isinstance(value, str) or not value:
            raise LinkError(EMPTY)
        size = len(value.encode("utf-8", "surrogatepass"))
        count = len(characters(value)) if size <= COUNTED_BYTES else 0
        if count > MAX_CHARACTERS:
            raise LinkError(TOO_LONG, count=count, most=MAX_CHARACTERS)
        if size > MAX_BYTES:
            raise LinkError(TOO_MANY_BYTES, count=size, most=MAX_BYTES)
        check_shown(value, NOT_SHOWN)
        try:
            check_tokens(characters(value))
        except Refusal as refusal:
            raise LinkError(refusal.message, **refusal.values) from None
        if self.choices:
            Choice(self.choices).check(name, value, quote)

    def told(self) -> dict[str, Any]:
        return {
            "kind": "text",
            "choices": [*self.choices],
            "characters": MAX_CHARACTERS,
            "bytes": MAX_BYTES,
            "countedBytes": COUNTED_BYTES,
            "characterBytes": MAX_TOKEN_BYTES,
            "sentences": {
                "empty": EMPTY,
                "long": TOO_LONG,
                "manyBytes": TOO_MANY_BYTES,
                "notShown": NOT_SHOWN,
                "large": TOKEN_TOO_LARGE,
                "unfit": NOT_ONE_OF,
            },
        }


@dataclass(frozen=True)
class Sensor(Words):
    """Readings of a sensor, as `rnnviz.readings` takes them, or "".

    knows_characters: whether the network has learnt to read characters. is_tagging: whether it
    says parts of speech.
    """

    knows_characters: bool
    is_tagging: bool

    def check(self, _name: str, value: str, quote: Quote = quoted) -> None:
        if not value:
            return
        if self.knows_characters:
            raise LinkError(ONLY_CHARACTERS)
        size = len(value.encode("utf-8", "surrogatepass"))
        if size > MAX_BYTES:
            raise LinkError(READINGS_TOO_LONG, count=size, most=MAX_BYTES)
        typed_readings(value)
        if self.is_tagging:
            raise LinkError(READINGS_HAVE_NO_TAGS)


@dataclass(frozen=True)
class Changes(Words):
    """Changes made by hand, as `rnnviz.address.changes` reads them."""

    def check(self, _name: str, value: str, quote: Quote = quoted) -> None:
        check_length(value)
        check_shown(
            value, N_("The changes contain {code}, which is no character that can be shown.")
        )


@dataclass(frozen=True)
class Losses(Words):
    """Steps of a text, such as "3,5", or "" for all of them; T is the last."""

    T: int

    def check(self, _name: str, value: str, quote: Quote = quoted) -> None:
        named = value.split(",") if STEPS.fullmatch(value) else []
        if value and not (named and all(1 <= int(t) <= self.T for t in named)):
            raise LinkError(
                N_("loss is {value}; it must name steps from 1 to {steps}, such as 2 or 1,2."),
                value=quote(value),
                steps=self.T,
            )


@dataclass(frozen=True)
class Shaped(Words):
    """Words of a shape, or ""; message: the sentence for others."""

    shape: re.Pattern[str]
    message: str

    def check(self, _name: str, value: object, quote: Quote = quoted) -> None:
        if value != "" and not (isinstance(value, str) and self.shape.fullmatch(value)):
            raise LinkError(self.message, value=quote(value))

    def told(self) -> dict[str, Any]:
        # Python's \w knows the letters of all languages, where it is not told to know ASCII alone.
        is_ascii = self.shape.flags & re.ASCII
        shape = (
            self.shape.pattern if is_ascii else self.shape.pattern.replace(r"\w", r"\p{L}\p{N}_")
        )
        return {"kind": "shaped", "shape": shape, "sentences": {"unfit": self.message}}


@dataclass(frozen=True)
class SizeEachWay(Sizes):
    """The units of each of two directions, in one layer; most_each_way: of one direction."""

    most_each_way: int

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        super().check(name, value, quote)
        if not isinstance(value, int) or value > self.most_each_way:
            raise LinkError(
                NOT_EACH_WAY,
                name=titled(name),
                value=quote(self.write(value)),
                most=self.most_each_way,
            )

    def told(self) -> dict[str, Any]:
        sizes = super().told()
        sentences = {**sizes["sentences"], "eachWay": NOT_EACH_WAY}
        return {**sizes, "eachWay": self.most_each_way, "sentences": sentences}


def check_shown(text: str, message: str) -> None:
    """Raises LinkError, with this message, for a character that no page can show."""
    # Halves of characters (Cs) cannot be sent to a browser, control characters not be shown.
    strange = [c for c in text if unicodedata.category(c) in {"Cc", "Cs"} and c not in "\t\n"]
    if strange:
        raise LinkError(message, code=f"U+{ord(strange[0]):04X}")
