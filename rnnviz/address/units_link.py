"""The link of the Units page, as one frozen value: a network, a text, and a place in both.

Its fields are the address's parameters, in plain words. The address and the reader count units and
characters from 1, all else from 0. What depends on the network, such as how many units it has, is
known once the network is open; see `units_source`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from rnnviz.address import queries
from rnnviz.address.kept import KEPT
from rnnviz.address.link import RUN, STEP, Problem
from rnnviz.address.link_fields import Shaped, Words
from rnnviz.fields import (
    Choice,
    Fits,
    LinkError,
    Number,
    Quote,
    Value,
    Whole,
    field_data,
    quoted,
    titled,
)
from rnnviz.locale import LANGUAGES, N_
from rnnviz.locale.writing import SUFFIX
from rnnviz.presets.units import NETS
from rnnviz.text import characters
from rnnviz.training import CORPORA

# Beyond this a text is kept by the server, and its link names it.
MOST_IN_LINK = 200
MOST_BYTES_IN_LINK = 4_000
LONGEST_PATTERN = 200
TOO_LONG = N_("{name} is too long for a link.")
TOO_MANY = N_("{name} has {count} characters; at most {most} fit.")
MOST_UNITS, MOST_PLACES = 100_000, 20_000


@dataclass(frozen=True)
class Counted:
    """A whole number that the address counts from 1, and the program from 0; with `empty`, also None
    for none."""

    most: int
    empty: bool = False

    def read(self, word: str) -> Value:
        if self.empty and word == "":
            return None
        value = Whole(1, self.most).read(word)
        return value - 1 if isinstance(value, int) else value

    def write(self, value: int | None) -> str:
        return "" if value is None else str(value + 1)

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if value is None and self.empty:
            return
        counted = value + 1 if type(value) is int else value
        Whole(1, self.most).check(name, counted, quote)

    def told(self) -> dict[str, Any]:
        return {**Whole(1, self.most).told(), "first": 1, "empty": self.empty}


@dataclass(frozen=True)
class Moment:
    """A gradient step of a training, or None for the last one that was kept."""

    def read(self, word: str) -> Value:
        return STEP.read(word) if word else None

    def write(self, value: int | None) -> str:
        return "" if value is None else str(value)

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if value is not None:
            STEP.check(name, value, quote)

    def told(self) -> dict[str, Any]:
        return {**STEP.told(), "empty": True}


@dataclass(frozen=True)
class Short(Words):
    """Words of the reader's, up to a length; or ""."""

    most: int

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        if not isinstance(value, str) or len(value.encode("utf-8", "replace")) > MOST_BYTES_IN_LINK:
            raise LinkError(TOO_LONG, name=titled(name))
        if (count := len(characters(value))) > self.most:
            raise LinkError(TOO_MANY, name=titled(name), count=count, most=self.most)

    def told(self) -> dict[str, Any]:
        limits = {"most": self.most, "bytes": MOST_BYTES_IN_LINK}
        return {"kind": "short", **limits, "sentences": {"long": TOO_LONG, "many": TOO_MANY}}


# The network that comes with rnnviz and opens first, by language; the first of them in others.
FIRST_NETS = {"zh-Hans": "mandarin", "zh-Hant": f"mandarin{SUFFIX}"}
HOW = ("mean", "resample", "zero")
# Places where a unit says yes and the label no, and the other way round.
ERRORS = ("alarms", "misses")
MOST_THRESHOLD = 1_000_000


def _field(usual: Any, fits: Fits, is_source: bool = False) -> Any:
    """is_source: whether it says which network reads which text; the others are the place."""
    return field(default=usual, metadata={"fits": fits, "is_source": is_source})


def _source(usual: Any, fits: Fits) -> Any:
    return _field(usual, fits, is_source=True)


@dataclass(frozen=True)
class UnitsLink:
    """What the Units page shows.

    The network is one of: net, a built-in one; run, a training of the Train page; file, a network
    that a reader has brought, by the hash of its file; step, a network of the Step page, as that
    page's own query. at: the gradient step of a run or of a built-in network, None for the last.

    The text is the network's own where no other is named: corpus, a built-in one; text, the
    reader's own; kept, the reader's own by its hash, where it is too long for a link.

    quantity, unit: what colours the text. second: another unit laid under it as a line, such as
    H.12, counted from 1 also here. label: what is asked, a ready one by its name, "regex" for
    `pattern` or "spans" for `spans`, such as 120-140,300-310. k: the character at which the reader
    stands, None for the one at which the unit turns. threshold: above or below which the unit is
    taken to say yes, None for the one that the first half of the text gives. errors: which of its
    errors are listed, to be walked. how: at what a unit is held to test it. sort: by what the units
    stand in the view of all, "" for how alike they run.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    net: str = _source("", Choice(NETS, empty=True))
    run: str = _source("", Shaped(RUN, N_("{value} is no run.")))
    at: int | None = _source(None, Moment())
    file: str = _source("", Shaped(re.compile(KEPT), N_("{value} is no file that was kept here.")))
    step: str = _source("", Short(MOST_BYTES_IN_LINK))
    corpus: str = _source("", Choice(CORPORA, empty=True))
    text: str = _source("", Short(MOST_IN_LINK))
    kept: str = _source("", Shaped(re.compile(KEPT), N_("{value} is no text that was kept here.")))
    quantity: str = _field(
        "H",
        Shaped(re.compile(r"[\w.]{1,60}"), N_("quantity is {value}; it must be one, such as H.")),
    )
    unit: int = _field(0, Counted(MOST_UNITS))
    second: str = _field(
        "",
        Shaped(
            re.compile(r"[\w.]{1,60}\.[0-9]{1,6}", re.ASCII),
            N_("second is {value}; it must be a quantity and a unit of it, such as H.12."),
        ),
    )
    label: str = _field(
        "",
        Shaped(
            re.compile(r"[a-z]{1,20}(:.{1,20})?", re.DOTALL),
            N_("label is {value}; it must be a name."),
        ),
    )
    pattern: str = _field("", Short(LONGEST_PATTERN))
    spans: str = _field(
        "",
        Shaped(
            re.compile(r"[0-9]{1,6}-[0-9]{1,6}(,[0-9]{1,6}-[0-9]{1,6}){0,499}", re.ASCII),
            N_("spans is {value}; it must name characters from and to, such as 120-140,300-310."),
        ),
    )
    k: int | None = _field(None, Counted(MOST_PLACES, empty=True))
    threshold: float | None = _field(None, Number(-MOST_THRESHOLD, MOST_THRESHOLD, off=True))
    errors: str = _field("", Choice(ERRORS, empty=True))
    how: str = _field("mean", Choice(HOW))
    sort: str = _field(
        "", Shaped(re.compile(r"[a-z]{1,20}"), N_("sort is {value}; it must be a word."))
    )
    lang: str = _field("", Choice(LANGUAGES, empty=True))

    def __post_init__(self) -> None:
        for name, fits in FIELDS.items():
            fits.check(name, getattr(self, name))

    @property
    def source(self) -> Self:
        """The link without its place: it says which network reads which text."""
        usual: dict[str, Any] = {
            one.name: one.default for one in fields(self) if one.name not in SOURCE
        }
        return replace(self, **usual)

    @property
    def question(self) -> Self:
        """The link without a pattern or spans that its label does not ask."""
        return replace(
            self,
            pattern=self.pattern if self.label == "regex" else "",
            spans=self.spans if self.label == "spans" else "",
        )

    @property
    def words(self) -> dict[str, str]:
        """All the link's parameters, also those with their usual value."""
        return {name: fits.write(getattr(self, name)) for name, fits in FIELDS.items()}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the parameters of a link."""
        return tuple(FIELDS)

    @classmethod
    def from_query(
        cls, query: Mapping[str, str | Sequence[str]], language: str = "en"
    ) -> tuple[Self, list[Problem]]:
        """The link in an address; invalid parts fall back and are reported.

        query: the parameters by name, each with its value, or all of its values. Those with other
        names are left alone. language: of the reader, whose network opens where none is named.
        """
        link, problems = queries.read(cls(), FIELDS, query)
        if not (link.net or link.run or link.file or link.step):
            link = replace(link, net=FIRST_NETS.get(language, next(iter(NETS))))
        return link, problems

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that have their usual value."""
        return queries.written(self, FIELDS)


FIELDS: dict[str, Fits] = {one.name: one.metadata["fits"] for one in fields(UnitsLink)}
SOURCE = tuple(one.name for one in fields(UnitsLink) if one.metadata["is_source"])


def told(translate: Callable[[str], str]) -> list[dict[str, Any]]:
    """The fields as the browser reads, checks and writes them; see `Field` in `units/view/units.d.ts`."""
    return [
        {
            **field_data(name, fits, translate),
            "usual": fits.write(getattr(UnitsLink, name)),
            "isSource": name in SOURCE,
        }
        for name, fits in FIELDS.items()
    ]
