"""The link is the state: all that the screen shows, as one frozen value and as an address.

A `Link` checks itself, so every `Link` can be shown. Without its place it is also the key of a
cached trace.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from rnnviz.cells import EVERY_CELL
from rnnviz.fields import Choice, LinkError, Whole, quoted
from rnnviz.locale import LANGUAGES, N_, Refusal
from rnnviz.stage import NOTATIONS, phase_keys
from rnnviz.text import Vocabulary, characters, check_tokens

DEFAULT_TEXT = "想要有直升机"
MAX_CHARACTERS = 200
# 200 characters of any language fit, families of emoji included; 200 towers of marks do not.
MAX_BYTES = 10_000
MAX_HIDDEN = 128
MAX_SEED = 999_999
WEIGHTS = ("trained", "random")
# The reader's place in a trace and the way of viewing it. The stage keeps these in the address.
PLACE = ("t", "phase", "unit", "char", "view", "notation", "cover")
VIEWS = ("memory", "sum")
WHOLE = Whole(-(10**9), 10**9)
RUN = re.compile(r"[0-9a-f]{16}")

# A text of more bytes than this is refused without cutting it into characters.
COUNTED_BYTES = 100_000
NO_RUN = N_("There is no run {run} here; it may have been cleaned up. Another model is shown.")


@dataclass(frozen=True)
class Problem:
    """An invalid part of a link, and the value shown instead."""

    name: str
    reason: LinkError
    instead: str

    def sentence(self, translate: Callable[[str], str]) -> str:
        """The sentence in the reader's language: the value, what fits, and what is shown
        instead."""
        reason = self.reason.sentence(translate)
        if not self.instead:
            return reason
        both = translate(N_("{reason} Shown instead: {value}."))
        return both.format(reason=reason, value=self.instead)


@dataclass(frozen=True)
class Moment:
    """A training run as it was after `at` gradient steps, for reading a text with it.

    folder: where the runs are. steps: how many the run takes in all; checkpoints: those whose
    weights it has kept. beginning: the first characters of its training text, whose name is corpus.
    """

    run: str
    at: int
    folder: Path
    corpus: str = field(compare=False)
    cell: str = field(compare=False)
    hidden: int = field(compare=False)
    steps: int = field(compare=False)
    checkpoints: tuple[int, ...] = field(compare=False)
    vocabulary: Vocabulary = field(compare=False, repr=False)
    beginning: str = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.at not in self.checkpoints:
            raise LinkError(
                N_("at is {value}; this run has kept its weights after these steps: {steps}."),
                value=quoted(self.at),
                steps=", ".join(map(str, self.checkpoints)),
            )

    def closest(self, at: int) -> Self:
        """The kept moment that is closest to a step."""
        return replace(self, at=min(self.checkpoints, key=lambda step: abs(step - at)))


@dataclass(frozen=True)
class Link:
    """The content of the screen.

    t counts time steps from 1, unit hidden units, char the characters that the model knows; a
    char of 0 is the target. From the step `cover` on, the stage asks before it shows; with a cover
    of 0 it does not ask. lang "" is the reader's own language. moment: the run and step of the weights;
    in the address they are `run` and `at`. The link takes its cell and size, and reads only the
    characters that the run knows.
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
    cover: int = 0
    lang: str = ""
    moment: Moment | None = None

    def __post_init__(self) -> None:
        _check_text(self.text)
        if self.moment is None:
            Choice(EVERY_CELL).check("cell", self.cell)
            Whole(1, MAX_HIDDEN).check("hidden", self.hidden)
            Choice(WEIGHTS).check("weights", self.weights)
            Whole(0, MAX_SEED).check("seed", self.seed)
        else:
            for name, value in _decided(self.moment).items():
                Choice([value]).check(name, getattr(self, name))
        Whole(1, self.steps).check("t", self.t)
        Choice(phase_keys(EVERY_CELL[self.cell])).check("phase", self.phase)
        Whole(1, self.hidden).check("unit", self.unit)
        known = self.moment.vocabulary if self.moment else set(self.tokens)
        Whole(0, len(known)).check("char", self.char)
        Choice(VIEWS).check("view", self.view)
        Choice(NOTATIONS).check("notation", self.notation)
        Whole(0, self.steps + 1).check("cover", self.cover)
        if self.lang:
            Choice(LANGUAGES).check("lang", self.lang)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The characters that are read: all, or those that the run knows; if it knows none, how
        its own text begins."""
        read = characters(self.text)
        if self.moment is None:
            return read
        known = tuple(token for token in read if token in self.moment.vocabulary)
        return known or characters(self.moment.beginning)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The distinct characters of the text that the run does not know, and cannot read."""
        if self.moment is None:
            return ()
        read = dict.fromkeys(characters(self.text))
        return tuple(token for token in read if token not in self.moment.vocabulary)

    @property
    def steps(self) -> int:
        """T: the last character is a label only, unless it is the only one (002, figure 6.2)."""
        return max(1, len(self.tokens) - 1)

    @property
    def is_trained(self) -> bool:
        """Whether the weights have learnt this very text: a single character has no next one to
        learn from, and a run learns from a text of its own."""
        return self.moment is None and self.weights == "trained" and len(self.tokens) > 1

    @classmethod
    def of(cls, moment: Moment | None) -> Self:
        """A moment of a run, reading how its own text begins; without one, the example."""
        if moment is None:
            return cls()
        return cls(moment=moment, text=moment.beginning, **_decided(moment))

    def without_place(self) -> Self:
        """The key of the trace: the link without its place and its language."""
        rest: dict[str, Any] = {
            f.name: f.default for f in fields(self) if f.name in (*PLACE, "lang")
        }
        return replace(self, **rest)

    def changed(self, **values: Any) -> Self:
        """The link with other values; it keeps the place as far as that still exists.

        Another text begins at its first step; weights trained again take their usual seed.
        Another moment reads the same text; without one, the same cell does in its usual size.
        Raises LinkError if a value does not fit.
        """
        if "moment" in values:
            moment = values.pop("moment")
            there = replace(type(self).of(moment), text=self.text, lang=self.lang)
            if moment is None:
                there = replace(there, cell=self.cell)
            return there.placed_as(self).changed(**values)
        if "text" in values:
            values = {"t": 1, "char": 0, "cover": min(self.cover, 1), **values}
        if values.get("weights") == "trained":
            values = {"seed": 0, **values}
        cell = values.get("cell", self.cell)
        if cell in EVERY_CELL and self.phase not in phase_keys(EVERY_CELL[cell]):
            values = {"phase": "predict", **values}
        hidden = values.get("hidden", self.hidden)
        if isinstance(hidden, int) and 1 <= hidden < self.unit:
            values = {"unit": hidden, **values}
        return replace(self, **values)

    def placed_as(self, other: Self) -> Self:
        """This link at the place of another one, as far as that place exists here."""
        link = self
        for name in PLACE:
            with suppress(LinkError):
                link = link.changed(**{name: getattr(other, name)})
        return link

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the parameters of a link."""
        return ("run", "at", *cls._own_names())

    @classmethod
    def _own_names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls) if field.name != "moment")

    @classmethod
    def from_query(
        cls,
        query: Mapping[str, str | Sequence[str]],
        last_moment: Callable[[str], Moment] | None = None,
    ) -> tuple[Self, list[Problem]]:
        """The link in an address; invalid parts fall back and are reported.

        query: the parameters by name, each with its value, or all of its values. Those with
        other names are left alone. last_moment: finds a run by its valid id, and raises LinkError
        if there is none; without it there are no runs.
        """
        given = {
            name: [values] if isinstance(values, str) else values
            for name in cls.names()
            if (values := query.get(name, ())) or isinstance(values, str)
        }
        problems: list[Problem] = []
        moment = None
        try:
            if "run" in given:
                moment = _run(single("run", given["run"]), last_moment)
        except LinkError as reason:
            problems.append(Problem("run", reason, ""))
            # The address asks for a place in the run.
            given = {name: values for name, values in given.items() if name not in PLACE}
        try:
            if moment and "at" in given:
                at: Any = WHOLE.read(single("at", given["at"]))
                moment = moment.closest(at) if isinstance(at, int) else moment
                replace(moment, at=at)
        except LinkError as reason:
            problems.append(Problem("at", reason, str(moment and moment.at)))
        link = cls.of(moment)
        # In the order of the fields: the valid places depend on the fields before them.
        for name in cls._own_names():
            if name not in given or (moment and name in _decided(moment)):
                continue
            try:
                value = single(name, given[name])
                is_number = isinstance(getattr(link, name), int)
                link = link.changed(**{name: WHOLE.read(value) if is_number else value})
            except LinkError as reason:
                problems.append(Problem(name, reason, str(getattr(link, name))))
        return link, problems

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that have their usual value."""
        usual = type(self).of(self.moment)
        run = {"run": self.moment.run, "at": str(self.moment.at)} if self.moment else {}
        return run | {
            name: str(getattr(self, name))
            for name in self._own_names()
            if getattr(self, name) != getattr(usual, name)
        }


def _decided(moment: Moment) -> dict[str, Any]:
    """The fields that follow from a run, so that its address need not name them."""
    return {"cell": moment.cell, "hidden": moment.hidden, "weights": "trained", "seed": 0}


def _run(run: str, last_moment: Callable[[str], Moment] | None) -> Moment:
    if not RUN.fullmatch(run):
        raise LinkError(
            N_("run is {value}; it must be 16 characters, each of 0–9 or a–f."),
            value=quoted(run),
        )
    if last_moment is None:
        raise LinkError(NO_RUN, run=run)
    return last_moment(run)


def single(name: str, given: Sequence[str]) -> str:
    if len(given) > 1:
        raise LinkError(
            N_("The link gives {name} {count} times; it may appear only once."),
            name=name,
            count=len(given),
        )
    return given[0]


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
    try:
        check_tokens(characters(text))
    except Refusal as refusal:
        raise LinkError(refusal.message, **refusal.values) from None
