"""The link is the state: all that the screen shows, as one frozen value and as an address.

A `Link` checks itself, so every `Link` can be shown. Without its place it is also the key of a
cached trace.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

from rnnviz import presets
from rnnviz.address.link_fields import (
    ONLY_CHARACTERS,
    Changes,
    Equations,
    Losses,
    Sensor,
    Shaped,
    SizeEachWay,
    Text,
    Words,
)
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.explain import NOTATIONS
from rnnviz.fields import INSTEAD, Choice, Fits, LinkError, Quote, Sizes, Whole, quoted, single
from rnnviz.locale import ENGLISH, LANGUAGES, N_
from rnnviz.locale.writing import for_reader, traditional
from rnnviz.network import WRITTEN, Network
from rnnviz.readings import TRENDS, Readings, typed_readings
from rnnviz.tagging import TASKS, Task
from rnnviz.text import Vocabulary, characters

DEFAULT_TEXT = "想要有直升机"
# With what readers begin, by their writing.
FIRST_TEXTS = (DEFAULT_TEXT, traditional(DEFAULT_TEXT))
# With what the home page begins for readers of English.
HOME_TEXT = "to be or not to be"
MAX_HIDDEN = 128
MAX_SEED = 999_999
WEIGHTS = ("trained", "random")
VIEWS = (
    "cell",
    "equations",
    "memory",
    "gradients",
    "distance",
    "difference",
    "sum",
    "words",
    "ledger",
    "witnesses",
    "writing",
    "reach",
)
# What is seen in the place of the cell and its panels.
FACES = ("river",)
SCALES = ("own", "one")
WAYS = ("forward", "back")
# Where a walk through the phases ends, in either direction; the stage begins there.
WHOLE_STEP = "predict"
# Three ribbons under one another can still be read from the back row.
MAX_BESIDE = 2
# Beside the first network, itself: as it is while the first is changed by hand.
ORIGINAL = "original"
# More would not fit the unrolled drawing.
MAX_LAYERS = 3
SIZES = Sizes(MAX_HIDDEN, MAX_LAYERS)
# Each of two directions has as many; the output layer reads both.
MOST_EACH_WAY = MAX_HIDDEN // 2
SIZE_EACH_WAY = SizeEachWay(MAX_HIDDEN, MAX_LAYERS, MOST_EACH_WAY)
# What a network learns to say at each step: the next character, or the tags of a task's words.
NEXT = "next"
GOALS = (NEXT, *TASKS)
SORT = Shaped(
    re.compile(r"[\w.]{1,60}\.(?:share|amount|size|change|difference)"),
    N_("sort is {value}; it must be a quantity and a measure of it, such as F.share."),
)
WEIGHT = Shaped(
    re.compile(r"[\w.]{1,60}\.[0-9]{1,4}\.[0-9]{1,4}", re.ASCII),
    N_("weight is {value}; it must be a name, a row and a column, such as W_hf.2.3."),
)
RUN = re.compile(r"[0-9a-f]{16}")
# In the place of a run, the network of a task of the page Practice: its family and its seed.
OF_TASK = re.compile(r"(?P<family>[a-z]+(?:\.[a-z]+)?)\.(?P<seed>[0-9]{1,20})", re.ASCII)
# Any step; a run has few.
STEP = Whole(0, 10**9)
# A run beside the first network: "0123456789abcdef@500", "@500" for another moment of the same one.
RUN_AT = re.compile(
    r"(?P<run>[0-9a-f]{16}|[a-z]+(?:\.[a-z]+)?\.[0-9]{1,20})?(?:@(?P<at>[0-9]{1,9}))?", re.ASCII
)
TOO_MANY_BESIDE = N_("beside names {count} networks; at most {most} fit beside the first one.")
NOT_BESIDE = N_("beside has {value}; it may have cells ({choices}) and runs, as run@step.")
NOT_A_RUN = N_("run is {value}; it must be 16 characters, each of 0–9 or a–f.")
UNKNOWN_BESIDE = N_(
    "The run {run} cannot stand beside this network: it does not know {characters}."
)
NO_MOMENT = N_("at is {value}; this run has kept its weights after these steps: {steps}.")
NO_TASK = N_("There is no task {run} with a network. Another model is shown.")
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
        return translate(INSTEAD).format(reason=reason, value=self.instead)


@dataclass(frozen=True)
class Moment:
    """A training run as it was after `at` gradient steps, for reading a text with it.

    folder: where the runs are; None for the network of a task, which has no training, and whose run
    is the name of the task. steps: how many the run takes in all; checkpoints: those whose
    weights it has kept. beginning: the first characters of its training text, whose name is corpus.
    """

    run: str
    at: int
    folder: Path | None
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
                NO_MOMENT,
                value=quoted(self.at),
                steps=", ".join(map(str, self.checkpoints)),
            )

    @property
    def practice(self) -> dict[str, str]:
        """What the page Practice is asked for, family and seed, where it is a task's network; empty for a run's."""
        found = OF_TASK.fullmatch(self.run)
        return found.groupdict() if found else {}

    def closest(self, at: int) -> Self:
        """The kept moment that is closest to a step."""
        return replace(self, at=min(self.checkpoints, key=lambda step: abs(step - at)))


Find = Callable[[str], Moment]


@dataclass(frozen=True)
class Beside:
    """Networks beside a link's first one: "rnn,gru" or "0123456789abcdef@500,@200"."""

    link: "Link"
    last_moment: Find | None

    def read(self, words: str) -> tuple[str | Moment, ...]:
        return tuple(map(self._network, words.split(","))) if words else ()

    def _network(self, word: str) -> str | Moment:
        found = RUN_AT.fullmatch(word)
        if not word or not found:
            return word
        run, at, shown = found["run"], found["at"], self.link.moment
        own = shown if shown and run in (None, shown.run) else None
        if run is None and own is None:
            return word
        there = own or _run(run, self.last_moment)
        return replace(there, at=int(at)) if at else there

    def write(self, value: tuple[str | Moment, ...]) -> str:
        return ",".join(f"{one.run}@{one.at}" if isinstance(one, Moment) else one for one in value)

    def told(self) -> dict[str, Any]:
        return {"kind": "words"}

    def check(self, _name: str, value: tuple[str | Moment, ...], quote: Quote = quoted) -> None:
        if len(value) > MAX_BESIDE:
            raise LinkError(
                TOO_MANY_BESIDE,
                count=len(value),
                most=MAX_BESIDE,
            )
        for other in value:
            if not isinstance(other, Moment) and other not in (*self.link.cells, ORIGINAL):
                raise LinkError(
                    NOT_BESIDE,
                    value=quote(other),
                    choices=", ".join((ORIGINAL, *self.link.cells)),
                )
        # Each step has to be the same character for all networks.
        for track in self.link.tracks[1:]:
            if self.link.readings and track.moment:
                raise LinkError(ONLY_CHARACTERS)
            if track.tokens != self.link.tokens:
                raise LinkError(
                    UNKNOWN_BESIDE,
                    run=track.moment.run if track.moment else track.cell,
                    characters=quote("".join(track.unknown)),
                )


@dataclass(frozen=True)
class Way(Words):
    """The way through the steps of a link's tracks: forward, or back from the loss."""

    tracks: Sequence["Link"]

    def check(self, name: str, value: object, quote: Quote = quoted) -> None:
        Choice(WAYS).check(name, value, quote)
        for track in self.tracks if value == "back" else ():
            if len(track.tokens) < 2:
                raise LinkError(
                    N_('way is "back"; the text has one character, and so no loss to go back from.')
                )
            if not track.network.phases_back:
                raise LinkError(
                    N_('way is "back"; a function of the cell {cell} has no derivative.'),
                    cell=track.cell,
                )


def _field(
    usual: Any,
    fits: "Fits | Callable[[Link, Find | None], Fits]",
    is_place: bool = False,
    names_cells: bool = False,
) -> Any:
    """A field of a link.

    fits: what fits in it; or, where that depends on the fields before it, a function of the link,
    and of what finds the last moment of a run. is_place: whether it is part of the reader's place
    in a trace or of the way of viewing it. names_cells: whether it may name the reader's own cell.
    """
    of = fits if callable(fits) else lambda _link, _find: fits
    return field(
        default=usual, metadata={"fits": of, "is_place": is_place, "names_cells": names_cells}
    )


_place = partial(_field, is_place=True)


@dataclass(frozen=True)
class Link:
    """The content of the screen.

    t counts time steps from 1, unit hidden units, char the characters that the model knows; a char
    of 0 is the target. face "river": in the place of the cell what each character has left in the
    memory, where a single network reads it forwards. From the step `cover` on, the stage asks
    before it shows; with a cover of 0 it does not ask. changes: made by hand, as
    `rnnviz.address.changes` reads them; those that do not fit are left out on the stage. lang "" is
    the reader's own language. moment: the run and step of the weights; in the address they are
    `run` and `at`. The link takes its cell and size, and reads only the characters that the run
    knows. hidden: the units of the network, or of each of its layers, the one that reads the text
    first; of a network in two directions those of each. goal: what it says at each step: "next", or
    the name of a task of `rnnviz.tagging`, whose sentences are then the valid texts, each a step a
    word. readings: those of a sensor, as `rnnviz.readings` takes them, which are then read in the
    place of the text; what is said is how they go on. equations: of a cell that the reader has
    written; it is shown where a network is "written", and stays in the link while none is. beside:
    further networks that read the same characters, cells by name or moments of runs; track counts
    from 1 which one is in focus, whose phase, unit and char are meant. scale "one" gives all
    networks one scale of colours. sort: by which the units of maps and strips stand from the
    largest down, such as F.share or C.change, or "" for their numbers; one that the network lacks
    sorts nothing. way "back": from the loss to the first character, where phase is one of the
    backward pass, or "predict" for a whole step; loss: the steps, such as "3,5", whose losses it
    starts from, or "" for all of them. weight: the number of a parameter whose gradient is looked
    at, such as W_hf.2.3, row and column from 1; one that is not there is not looked at.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    equations: str = _field("", Equations())
    cell: str = _field("lstm", lambda link, _: Choice(link.cells), names_cells=True)
    text: str = _field(DEFAULT_TEXT, lambda link, _: Text(link.task.texts if link.task else ()))
    goal: str = _field(NEXT, Choice(GOALS))
    readings: str = _field(
        "", lambda link, _: Sensor(knows_characters=bool(link.moment), is_tagging=link.goal != NEXT)
    )
    hidden: int | tuple[int, ...] = _field(
        8, lambda link, _: SIZE_EACH_WAY if link.cell in TWO_WAY else SIZES
    )
    weights: str = _field("trained", Choice(WEIGHTS))
    seed: int = _field(0, Whole(0, MAX_SEED))
    beside: tuple[str | Moment, ...] = _field((), Beside, names_cells=True)
    way: str = _place("forward", lambda link, _: Way(link.tracks))
    loss: str = _place("", lambda link, _: Losses(link.steps))
    track: int = _place(1, lambda link, _: Whole(1, len(link.tracks)))
    t: int = _place(1, lambda link, _: Whole(1, link.steps))
    phase: str = _place(WHOLE_STEP, lambda link, _: Choice(link._phases))
    unit: int = _place(1, lambda link, _: Whole(1, link._focused.network.units))
    char: int = _place(0, lambda link, _: Whole(0, len(link._focused.said)))
    view: str = _place("cell", Choice(VIEWS))
    face: str = _place("", Choice(FACES, empty=True))
    notation: str = _place("row", Choice(NOTATIONS))
    cover: int = _place(0, lambda link, _: Whole(0, link.steps + 1))
    scale: str = _place("own", Choice(SCALES))
    sort: str = _place("", SORT)
    changes: str = _place("", Changes())
    weight: str = _place("", WEIGHT)
    lang: str = _field("", Choice(LANGUAGES, empty=True))
    moment: Moment | None = None

    def __post_init__(self) -> None:
        decided = _decided(self.moment) if self.moment else {}
        # In the order of the fields: what fits in one depends on those before it.
        for name, fits_in in FIELDS.items():
            fits = Choice([decided[name]]) if name in decided else fits_in(self, None)
            fits.check(name, getattr(self, name))

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that can be chosen: the built-in ones, also in two directions, and the reader's
        own."""
        return (*EVERY_CELL, *TWO_WAY, *((WRITTEN,) if self.equations else ()))

    @property
    def task(self) -> Task | None:
        """The task whose tags are said at each step, or None where it is the next character."""
        return None if self.moment else TASKS.get(self.goal)

    @property
    def sensor(self) -> Readings | None:
        """The readings of a sensor, or None where a text is read."""
        return typed_readings(self.readings) if self.readings else None

    @property
    def _is_own_shown(self) -> bool:
        return WRITTEN in (self.cell, *self.beside)

    @property
    def network(self) -> Network:
        """The network that reads the text."""
        sizes = self.hidden if isinstance(self.hidden, tuple) else (self.hidden,)
        return Network(self.cell, sizes, self.equations if self.cell == WRITTEN else "")

    @property
    def tokens(self) -> tuple[str, ...]:
        """The characters that are read: all, or those that the run knows; if it knows none, how
        its own text begins. Of a task's sentence they are its words, of a sensor its readings."""
        if self.task:
            return tuple(self.task.sentence(self.text)[0])
        if self.sensor:
            return self.sensor.words
        read = characters(self.text)
        if self.moment is None:
            return read
        known = tuple(token for token in read if token in self.moment.vocabulary)
        return known or characters(self.moment.beginning)

    @property
    def vocabulary(self) -> Vocabulary:
        """The characters that the model knows: the run's, or those of its text; weights that come
        with rnnviz may know more of them."""
        if self.moment:
            return self.moment.vocabulary
        if self.task:
            return self.task.words
        if self.sensor:
            return self.sensor.names
        compared = presets.recall.alphabet_of(self.text) if self.is_of_comparison else None
        return compared.vocabulary if compared else Vocabulary(self.tokens)

    @property
    def said(self) -> Vocabulary:
        """What the model can say at a step: one of its characters, a tag, or how a sensor goes on."""
        if self.sensor:
            return TRENDS
        return self.task.tags if self.task else self.vocabulary

    @property
    def unknown(self) -> tuple[str, ...]:
        """The distinct characters of the text that the run does not know, and cannot read."""
        if self.moment is None:
            return ()
        read = dict.fromkeys(characters(self.text))
        return tuple(token for token in read if token not in self.moment.vocabulary)

    @property
    def steps(self) -> int:
        """T: the last character is a label only, unless it is the only one (002, figure 6.2). Words
        have labels of their own."""
        return len(self.tokens) if self.task else max(1, len(self.tokens) - 1)

    @property
    def tracks(self) -> tuple[Self, ...]:
        """One link for each network: the first one, and those beside it.

        A cell beside the first one has learnt the text in the same way, in the size that gives it
        as nearly as possible as many parameters; beside a run, in its usual size. "original" is the
        first one once more, which no change by hand reaches.
        """
        return self._several if self.beside else (self,)

    @cached_property
    def _several(self) -> tuple[Self, ...]:
        return (self._alone, *(self._beside(one) for one in self.beside))

    @property
    def _focused(self) -> Self:
        """The track whose phase, unit and char are meant."""
        return self.tracks[self.track - 1]

    @property
    def _phases(self) -> tuple[str, ...]:
        """The phases at which a reader can stand."""
        return _phases(self._focused.network, self.way)

    @property
    def _alone(self) -> Self:
        """The first network, without those beside it and at its start."""
        return replace(self, beside=(), lang="", **_usual(PLACE))

    def _beside(self, other: str | Moment) -> Self:
        if isinstance(other, Moment):
            return replace(type(self).of(other), text="".join(self.tokens))
        if other == ORIGINAL:
            return self._alone
        if self.moment:
            return type(self)(cell=other, equations=self.equations, text="".join(self.tokens))
        return type(self)(
            cell=other,
            equations=self.equations if other == WRITTEN else "",
            text=self.text,
            goal=self.goal,
            readings=self.readings,
            hidden=self._fair_size(other),
            weights=self.weights,
            seed=self.seed,
        )

    def _fair_size(self, other: str) -> int:
        """With which another cell compares; a built-in comparison has weights in its own sizes."""
        if not self.readings and self.hidden == presets.hidden_size(self.text, self.cell):
            compared = presets.hidden_size(self.text, other)
            if compared is not None:
                return compared
        d = q = len(set(self.tokens))
        if self.task or self.sensor:
            d, q = len(self.vocabulary), len(self.said)
        network = Network(other, (1,), self.equations if other == WRITTEN else "")
        most = MOST_EACH_WAY if network.is_two_way else MAX_HIDDEN
        return network.resized(self.network.parameters(d, q), d, q, most).sizes[0]

    @property
    def is_trained(self) -> bool:
        """Whether the weights have learnt this very text: a single character has no next one to
        learn from, and a run learns from a text of its own."""
        return self.moment is None and self.weights == "trained" and len(self.tokens) > 1

    @property
    def is_of_comparison(self) -> bool:
        """Whether the weights are those in which networks compare on this text (`presets.recall`)."""
        is_usual = self.is_trained and self.seed == presets.SEED and self.task is None
        is_usual = is_usual and not self.readings
        return is_usual and presets.hidden_size(self.text, self.cell) == self.hidden

    @classmethod
    def of(cls, moment: Moment | None) -> Self:
        """A moment of a run, reading how its own text begins; without one, the example."""
        if moment is None:
            return cls()
        return cls(moment=moment, text=moment.beginning, **_decided(moment))

    def without_place(self) -> Self:
        """The key of the trace: the link without its place, its language, and equations that are
        not shown."""
        names = {*PLACE, "lang"} | ({"equations"} if not self._is_own_shown else set())
        return replace(self, **_usual(names))

    def changed(self, **values: Any) -> Self:
        """The link with other values; it keeps the place as far as that still exists.

        Another text begins at its first step; weights trained again take their usual seed. Where
        cells are compared on a text, another cell or that text takes the size for it.
        Another moment reads the same text; without one, the same cell does in its usual size.
        Raises LinkError if a value does not fit.
        """
        if "moment" in values:
            moment = values.pop("moment")
            there = replace(
                type(self).of(moment), text=self.text, lang=self.lang, equations=self.equations
            )
            if moment is None:
                there = replace(there, cell=self.cell)
            with suppress(LinkError):
                there = replace(there, beside=self.beside)
            return there.placed_as(self).changed(**values)
        if (task := TASKS.get(values.get("goal", self.goal))) and not self.moment:
            # Instead of the usual text a task takes its first one; any other text leaves the task.
            if "goal" not in values and values.get("text", self.text) not in task.texts:
                values = {"goal": NEXT, **values}
            elif values.get("text", self.text) in FIRST_TEXTS:
                values = {"text": task.texts[0], **values}
        if {"text", "goal"} & values.keys() and not values.get("readings"):
            values = {"readings": "", **values}
        if {"text", "readings"} & values.keys():
            values = {
                "loss": "",
                "t": 1,
                "char": 0,
                "cover": min(self.cover, 1),
                "changes": "",
                **values,
            }
        if values.get("weights") == "trained":
            values = {"seed": 0, **values}
        cell = values.get("cell", self.cell)
        if "hidden" not in values and (compared := self._compared_size(cell, values)):
            values = {"hidden": compared, **values}
        if cell in self.beside and "beside" not in values:
            # The two change places, so that the same three are compared.
            swapped = tuple(self.cell if other == cell else other for other in self.beside)
            values = {"beside": swapped, **values}
        if values.keys() - set(PLACE) or {"track", "way"} & values.keys():
            values = self._fitting(values) | values
        return replace(self, **values)

    def _fitting(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of the place that other networks or another focus would not have, as they have
        them."""
        content = {name: value for name, value in values.items() if name not in PLACE}
        tracks = replace(self, **{**_usual(PLACE), **content}).tracks
        track = values.get("track", min(self.track, len(tracks)))
        if track not in range(1, len(tracks) + 1):
            return {}
        focused = tracks[track - 1]
        fitting = {"track": track, "unit": min(self.unit, focused.network.units)}
        way = values.get("way", self.way)
        if way == self.way and not _can_turn(tracks):
            fitting["way"] = way = "forward"
        if self.phase not in _phases(focused.network, way):
            fitting["phase"] = WHOLE_STEP
        return fitting

    def _compared_size(self, cell: str, values: Mapping[str, Any]) -> int | None:
        """The size for a comparison that the new values open, or go on with."""
        text = values.get("text", self.text)
        own = presets.hidden_size(self.text, self.cell)
        if self.moment or not isinstance(text, str) or (text == self.text and self.hidden != own):
            return None
        if values.get("readings", self.readings):
            return None
        return presets.hidden_size(text, cell)

    def placed_as(self, other: Self) -> Self:
        """This link at the place of another one, as far as that place exists here."""
        link = self
        for name in PLACE:
            with suppress(LinkError):
                link = link.changed(**{name: getattr(other, name)})
        return link

    @classmethod
    def first(cls, language: str) -> Self:
        """With what the home page begins: a text that readers of the language can read."""
        return cls(text=HOME_TEXT if language == ENGLISH else for_reader(DEFAULT_TEXT, language))

    @classmethod
    def is_asked(cls, query: Collection[str]) -> bool:
        """Whether an address with these parameters asks for something else than what comes first."""
        return bool({*query} & {*cls.names()} - {"lang"})

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the parameters of a link."""
        return ("run", "at", *FIELDS)

    @classmethod
    def from_query(
        cls,
        query: Mapping[str, str | Sequence[str]],
        last_moment: Find | None = None,
        language: str = ENGLISH,
    ) -> tuple[Self, list[Problem]]:
        """The link in an address; invalid parts fall back and are reported.

        query: the parameters by name, each with its value, or all of its values. Those with
        other names are left alone. last_moment: finds a run by its valid id, and raises LinkError
        if there is none; without it there are no runs. language: of the reader, in whose writing the
        usual text is where the address has none, and no changes to its characters.
        """
        given = {
            name: [values] if isinstance(values, str) else values
            for name in cls.names()
            if (values := query.get(name, ())) or isinstance(values, str)
        }
        moment, problems = _moment(given, last_moment)
        if "run" in given and moment is None:
            # The address asks for a place in the run.
            given = {name: values for name, values in given.items() if name not in PLACE}
        link = cls.of(moment)
        if moment is None and "changes" not in given:
            link = replace(link, text=for_reader(link.text, language))
        for name in FIELDS:
            if name not in given or (moment and name in _decided(moment)):
                continue
            try:
                value = link.read(name, single(name, given[name]), last_moment)
                link = link.changed(**{name: value})
            except LinkError as reason:
                problems.append(Problem(name, reason, link.written(name)))
                if name == "equations":
                    # The sentence says enough: there is no written cell to show.
                    without = {one for one in NAMING_CELLS if [*given.get(one, ())] == [WRITTEN]}
                    given = {one: words for one, words in given.items() if one not in without}
        return link, problems

    def read(self, name: str, words: str, last_moment: Find | None = None) -> Any:
        """A field's value in the words of an address. last_moment: as `from_query` takes it.

        Words that mean no value are returned, for `changed` to refuse. Raises LinkError for a run
        that is not there.
        """
        return FIELDS[name](self, last_moment).read(words)

    def written(self, name: str) -> str:
        """A field's value as the address has it."""
        return FIELDS[name](self, None).write(getattr(self, name))

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that have their usual value."""
        usual = type(self).of(self.moment)
        run = {"run": self.moment.run, "at": str(self.moment.at)} if self.moment else {}
        told = run | {
            name: self.written(name)
            for name in FIELDS
            if getattr(self, name) != getattr(usual, name)
        }
        # The longest part comes last, where it hides nothing.
        last = {"equations": told.pop("equations")} if self.equations else {}
        return told | last


# What fits in each field, in the order in which an address is read: it may depend on the fields before.
FIELDS: dict[str, Callable[[Link, Find | None], Fits]] = {
    one.name: one.metadata["fits"] for one in fields(Link) if one.metadata
}
# The reader's place in a trace and the way of viewing it. The stage keeps these in the address.
PLACE = tuple(one.name for one in fields(Link) if one.metadata.get("is_place"))
NAMING_CELLS = tuple(one.name for one in fields(Link) if one.metadata.get("names_cells"))
USUAL = {one.name: one.default for one in fields(Link)}


def _usual(names: Collection[str]) -> dict[str, Any]:
    return {name: USUAL[name] for name in names}


def _phases(network: Network, way: str) -> tuple[str, ...]:
    """The names that a phase may have."""
    return network.phases if way == "forward" else (*network.phases_back, WHOLE_STEP)


def _can_turn(tracks: Sequence[Link]) -> bool:
    return all(len(track.tokens) > 1 and track.network.phases_back for track in tracks)


def _decided(moment: Moment) -> dict[str, Any]:
    """The fields that follow from a run, so that its address need not name them."""
    return {
        "cell": moment.cell,
        "goal": NEXT,
        "hidden": moment.hidden,
        "weights": "trained",
        "seed": 0,
    }


def _moment(
    given: Mapping[str, Sequence[str]], last_moment: Find | None
) -> tuple[Moment | None, list[Problem]]:
    """The run and the step that an address names, and what is wrong with them."""
    try:
        moment = _run(single("run", given["run"]), last_moment) if "run" in given else None
    except LinkError as reason:
        return None, [Problem("run", reason, "")]
    if moment is None or "at" not in given:
        return moment, []
    try:
        at: Any = STEP.read(single("at", given["at"]))
        moment = moment.closest(at) if isinstance(at, int) else moment
        return replace(moment, at=at), []
    except LinkError as reason:
        return moment, [Problem("at", reason, str(moment.at))]


def _run(run: str, last_moment: Find | None) -> Moment:
    if not RUN.fullmatch(run) and not OF_TASK.fullmatch(run):
        raise LinkError(NOT_A_RUN, value=quoted(run))
    if last_moment is None:
        raise LinkError(NO_TASK if OF_TASK.fullmatch(run) else NO_RUN, run=run)
    return last_moment(run)
