"""The valid values of each field of a link, a plan or a training, and the sentence for an invalid
one."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rnnviz.locale import N_, Refusal, Title
from rnnviz.text import characters, visible

Value = str | int | float | bool | None
# How a sentence quotes an invalid value.
Quote = Callable[[object], str]

OFF = "off"
# Python's `int` would also take "1_000", " 8 ", "٨", and numbers of any length.
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
# As people type them: "+1", ".5" and "5." are numbers too.
NUMBER = re.compile(
    r"[-+]?([0-9]{1,9}(\.[0-9]{0,12})?|\.[0-9]{1,12})(e[-+]?[0-9]{1,2})?", re.ASCII | re.IGNORECASE
)
QUOTED_CHARACTERS = 24
INSTEAD = N_("{reason} Shown instead: {value}.")
GIVEN_OFTEN = N_("The link gives {name} {count} times; it may appear only once.")
NOT_ONE_OF = N_("{name} is {value}; it must be one of {choices}.")
NOT_WHOLE = N_("{name} is {value}; it must be a whole number from {least} to {most}.")
NOT_SIZES = N_(
    "{name} is {value}; it must be a whole number from 1 to {most}, or one for each of 2 "
    "to {layers} layers with x between, as 8x8, {most} in all."
)
NO_NUMBER = N_("{name} is {value}; it must be a number from {least} to {most}.")
NO_NUMBER_OR_OFF = N_("{name} is {value}; it must be a number from {least} to {most}, or off.")
# The names of the address's fields for sentences in languages other than English.
TITLES = {
    "cell": N_("the field cell"),
    "text": N_("the field text"),
    "goal": N_("the field goal"),
    "readings": N_("the field readings"),
    "hidden": N_("the field hidden"),
    "weights": N_("the field weights"),
    "seed": N_("the field seed"),
    "way": N_("the field way"),
    "track": N_("the field track"),
    "t": N_("the field t"),
    "phase": N_("the field phase"),
    "unit": N_("the field unit"),
    "view": N_("the field view"),
    "notation": N_("the field notation"),
    "scale": N_("the field scale"),
    "lang": N_("the field lang"),
    "corpus": N_("the field corpus"),
    "steps": N_("the field steps"),
    "batches": N_("the field batches"),
    "size": N_("the field size"),
    "length": N_("the field length"),
    "optimizer": N_("the field optimizer"),
    "rate": N_("the field rate"),
    "warmup": N_("the field warmup"),
    "clip": N_("the field clip"),
    "validation": N_("the field validation"),
}


class LinkError(Refusal):
    """A value that does not fit its field."""


def quoted(value: object) -> str:
    """Any value in quotation marks, shortened and made visible."""
    text = str(value)[:1000].encode("utf-8", "replace").decode()
    shown = [visible(character) for character in characters(text)]
    more = "…" if len(shown) > QUOTED_CHARACTERS else ""
    return f'"{"".join(c[:8] for c in shown[:QUOTED_CHARACTERS])}{more}"'


def titled(name: str) -> Title:
    """The name of a field, in the language of the sentence that it stands in."""
    return Title(name, TITLES.get(name, name))


def single(name: str, given: Sequence[str]) -> str:
    """The one word that an address gives for a field. Raises LinkError for several."""
    if len(given) > 1:
        raise LinkError(GIVEN_OFTEN, name=name, count=len(given))
    return given[0]


class Fits(Protocol):
    """What fits in a field: it reads, checks and writes the field's values."""

    def read(self, word: str) -> Any:
        """The value that a word of the address means; the word itself if it means none."""

    def check(self, name: str, value: Any, quote: Quote = quoted) -> None:
        """Raises LinkError, with a sentence that names the field, for a value that does not fit."""

    def write(self, value: Any) -> str:
        """The word that means a value."""

    def told(self) -> dict[str, Any]:
        """The same as data: the kind of the field, its limits, and its messages as `sentences`."""


def field_data(name: str, fits: Fits, translate: Callable[[str], str]) -> dict[str, Any]:
    """A field as `web/fields.js` reads and checks it; see `Field` in `web/field.d.ts`."""
    field = fits.told()
    sentences = {"often": GIVEN_OFTEN, "instead": INSTEAD, **field.get("sentences", {})}
    return {
        **field,
        "name": name,
        "title": titled(name).said(translate),
        "sentences": {key: translate(message) for key, message in sentences.items()},
    }


@dataclass(frozen=True)
class Choice:
    """One of a few words; with `empty`, also none of them."""

    choices: Collection[object]
    empty: bool = False

    def read(self, word: str) -> Value:
        return word

    def write(self, value: object) -> str:
        return str(value)

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if value not in tuple(self.choices) and not (self.empty and value == ""):
            raise LinkError(
                NOT_ONE_OF,
                name=titled(name),
                value=quote(value),
                choices=", ".join(map(str, self.choices)),
            )

    def told(self) -> dict[str, Any]:
        return {
            "kind": "choice",
            "choices": [*self.choices],
            "empty": self.empty,
            "sentences": {"unfit": NOT_ONE_OF},
        }


@dataclass(frozen=True)
class Switch:
    """on or off."""

    def read(self, word: str) -> Value:
        return {"on": True, OFF: False}.get(word, word)

    def write(self, value: object) -> str:
        return "on" if value else OFF

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if not isinstance(value, bool):
            Choice(("on", OFF)).check(name, value, quote)

    def told(self) -> dict[str, Any]:
        return {**Choice(("on", OFF)).told(), "kind": "switch"}


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, word: str) -> Value:
        return int(word) if WHOLE_NUMBER.fullmatch(word) else word

    def write(self, value: object) -> str:
        return str(value)

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not self.least <= value <= self.most:  # type: ignore[operator]
            raise LinkError(
                NOT_WHOLE,
                name=titled(name),
                value=quote(value),
                least=self.least,
                most=self.most,
            )

    def told(self) -> dict[str, Any]:
        return {"kind": "whole", **vars(self), "sentences": {"unfit": NOT_WHOLE}}


@dataclass(frozen=True)
class Sizes:
    """A whole number from 1, or several with x between, as 8x8; `most` is the largest sum."""

    most: int
    layers: int

    def read(self, word: str) -> int | tuple[int, ...] | str:
        parts = word.split("x")
        if not all(map(WHOLE_NUMBER.fullmatch, parts)):
            return word
        return int(word) if len(parts) == 1 else tuple(map(int, parts))

    def write(self, value: object) -> str:
        return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        sizes = value if isinstance(value, tuple) else (value,)
        are_whole = all(type(size) is int and size >= 1 for size in sizes)
        several = isinstance(value, tuple)
        if (
            not are_whole
            or sum(sizes) > self.most
            or (several and not 2 <= len(sizes) <= self.layers)
        ):
            raise LinkError(
                NOT_SIZES,
                name=titled(name),
                value=quote(self.write(value)),
                most=self.most,
                layers=self.layers,
            )

    def told(self) -> dict[str, Any]:
        limits = {"most": self.most, "layers": self.layers}
        return {"kind": "sizes", **limits, "sentences": {"unfit": NOT_SIZES}}


@dataclass(frozen=True)
class Number:
    """A number within bounds; with `off`, also none at all."""

    least: float
    most: float
    off: bool = False

    def read(self, word: str) -> Value:
        if self.off and word == OFF:
            return None
        # One that does not fit is quoted as it was typed.
        is_one = NUMBER.fullmatch(word) and self.least <= float(word) <= self.most
        return float(word) if is_one else word

    def write(self, value: float | None) -> str:
        return OFF if value is None else format(value, ".12g")

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if value is None and self.off:
            return
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not self.least <= value <= self.most:  # type: ignore[operator]
            raise LinkError(
                self._unfit,
                name=titled(name),
                value=quote(value),
                least=_digits(self.least),
                most=_digits(self.most),
            )

    def told(self) -> dict[str, Any]:
        return {"kind": "number", **vars(self), "sentences": {"unfit": self._unfit}}

    @property
    def _unfit(self) -> str:
        return NO_NUMBER_OR_OFF if self.off else NO_NUMBER


def _digits(value: float) -> str:
    """A bound without an exponent."""
    return f"{value:.12f}".rstrip("0").rstrip(".")
