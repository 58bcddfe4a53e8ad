"""The link is the state: everything on the screen, as one frozen value and as an address.

A `Link` checks itself, so whoever holds one holds something that can be shown. Without its
place it is also the key under which a trace is kept.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from rnnviz.cells import CELLS
from rnnviz.locale import LANGUAGES, N_
from rnnviz.stage import NOTATIONS, phase_keys
from rnnviz.text import characters, visible

DEFAULT_TEXT = "想要有直升机"
MAX_CHARACTERS = 200
# 200 characters of any language fit, families of emoji included; 200 towers of marks do not.
MAX_BYTES = 10_000
MAX_HIDDEN = 128
MAX_SEED = 999_999
WEIGHTS = ("trained", "random")
# Where one stands in a trace and how one looks at it. The stage keeps these in the address.
PLACE = ("t", "phase", "unit", "char", "view", "notation")
VIEWS = ("memory", "sum")

# Python's `int` would also take "1_000", " 8 ", "٨", and numbers of any length.
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
# Beyond this many bytes a text is not worth being cut into characters.
COUNTED_BYTES = 100_000
QUOTED_CHARACTERS = 24


class LinkError(ValueError):
    """A value that does not fit: a sentence on what came and what fits, and what fills it in."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def sentence(self, translate: Callable[[str], str]) -> str:
        return translate(self.message).format(**self.values)


@dataclass(frozen=True)
class Problem:
    """A part of a link that could not be followed, and what is shown in its stead."""

    name: str
    reason: LinkError
    instead: str

    def sentence(self, translate: Callable[[str], str]) -> str:
        """What came, what fits and what is shown, in the reader's language."""
        reason = self.reason.sentence(translate)
        if not self.instead:
            return reason
        both = translate(N_("{reason} Shown instead: {value}."))
        return both.format(reason=reason, value=self.instead)


@dataclass(frozen=True)
class Link:
    """What is on the screen.

    t counts time steps from 1, unit hidden units, char the distinct characters of the text; a
    char of 0 is the one that should come next. lang "" is the reader's own language.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    cell: str = "lstm"
    text: str = DEFAULT_TEXT
    hidden: int = 8
    weights: str = "trained"
    seed: int = 0
    t: int = 1
    phase: str = "predict"
    unit: int = 1
    char: int = 0
    view: str = "memory"
    notation: str = "row"
    lang: str = ""

    def __post_init__(self) -> None:
        _check_choice("cell", self.cell, CELLS)
        _check_text(self.text)
        _check_whole("hidden", self.hidden, 1, MAX_HIDDEN)
        _check_choice("weights", self.weights, WEIGHTS)
        _check_whole("seed", self.seed, 0, MAX_SEED)
        _check_whole("t", self.t, 1, self.steps)
        _check_choice("phase", self.phase, phase_keys(CELLS[self.cell]))
        _check_whole("unit", self.unit, 1, self.hidden)
        _check_whole("char", self.char, 0, len(set(characters(self.text))))
        _check_choice("view", self.view, VIEWS)
        _check_choice("notation", self.notation, NOTATIONS)
        if self.lang:
            _check_choice("lang", self.lang, LANGUAGES)

    @property
    def steps(self) -> int:
        """T: the last character is a label only, unless it is the only one (002, figure 6.2)."""
        return max(1, len(characters(self.text)) - 1)

    @property
    def is_trained(self) -> bool:
        """Whether the weights are learnt: a single character has no next one to learn from."""
        return self.weights == "trained" and len(characters(self.text)) > 1

    def without_place(self) -> Self:
        """Which trace is shown, wherever in it one stands, in whichever language."""
        rest: dict[str, Any] = {
            f.name: f.default for f in fields(self) if f.name in (*PLACE, "lang")
        }
        return replace(self, **rest)

    def changed(self, **values: Any) -> Self:
        """The same with other values, and the place kept as far as it still exists.

        Another text begins at its first step; weights trained again take their usual seed.
        Raises LinkError if a value does not fit.
        """
        if "text" in values:
            values = {"t": 1, "char": 0, **values}
        if values.get("weights") == "trained":
            values = {"seed": 0, **values}
        cell = values.get("cell", self.cell)
        if cell in CELLS and self.phase not in phase_keys(CELLS[cell]):
            values = {"phase": "predict", **values}
        hidden = values.get("hidden", self.hidden)
        if isinstance(hidden, int) and 1 <= hidden < self.unit:
            values = {"unit": hidden, **values}
        return replace(self, **values)

    def at(self, other: Self) -> Self:
        """This, at the place of another link, as far as that place exists here."""
        link = self
        for name in PLACE:
            with suppress(LinkError):
                link = link.changed(**{name: getattr(other, name)})
        return link

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the parameters of a link."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def from_query(cls, query: Mapping[str, str | Sequence[str]]) -> tuple[Self, list[Problem]]:
        """What a link asks for; a part that cannot be followed falls back and is told of.

        query: the parameters by name, each with its value, or all of its values. Those with
        other names are left alone.
        """
        link, problems = cls(), []
        # In the order of the fields: what a place may be depends on what comes before it.
        for field in fields(cls):
            given = query.get(field.name, ())
            given = [given] if isinstance(given, str) else given
            if not given:
                continue
            try:
                value = single(field.name, given)
                number = field.type is int and WHOLE_NUMBER.fullmatch(value)
                link = link.changed(**{field.name: int(value) if number else value})
            except LinkError as reason:
                problems.append(Problem(field.name, reason, str(getattr(link, field.name))))
        return link, problems

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that say what is shown anyway."""
        return {
            field.name: str(getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


def single(name: str, given: Sequence[str]) -> str:
    if len(given) > 1:
        raise LinkError(
            N_("The link gives {name} {count} times; once fits."), name=name, count=len(given)
        )
    return given[0]


def _check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    if value not in tuple(choices):
        raise LinkError(
            N_('{name} is "{value}"; it must be one of {choices}.'),
            name=name,
            value=quoted(value),
            choices=", ".join(choices),
        )


def _check_whole(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise LinkError(
            N_('{name} is "{value}"; it must be a whole number from {least} to {most}.'),
            name=name,
            value=quoted(value),
            least=least,
            most=most,
        )


def _check_text(text: object) -> None:
    if not isinstance(text, str) or not text:
        raise LinkError(N_("The text is empty; it needs at least one character."))
    size = len(text.encode("utf-8", "surrogatepass"))
    count = len(characters(text)) if size <= COUNTED_BYTES else 0
    if count > MAX_CHARACTERS:
        raise LinkError(
            N_("The text has {count} characters; at most {most} fit."),
            count=count,
            most=MAX_CHARACTERS,
        )
    if size > MAX_BYTES:
        raise LinkError(
            N_("The text is {count} bytes long; at most {most} fit."), count=size, most=MAX_BYTES
        )
    # Halves of characters (Cs) cannot be sent to a browser, control characters not be shown.
    strange = [c for c in text if unicodedata.category(c) in {"Cc", "Cs"} and c not in "\t\n"]
    if strange:
        raise LinkError(
            N_("The text contains {code}, which is no character that can be shown."),
            code=f"U+{ord(strange[0]):04X}",
        )


def quoted(value: object) -> str:
    """What came, short and visible, whatever it was."""
    text = str(value)[:1000].encode("utf-8", "replace").decode()
    shown = [visible(character) for character in characters(text)]
    more = "…" if len(shown) > QUOTED_CHARACTERS else ""
    return "".join(c[:8] for c in shown[:QUOTED_CHARACTERS]) + more
