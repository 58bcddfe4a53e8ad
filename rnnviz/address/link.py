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

from rnnviz import presets
from rnnviz.address.changes import check_length
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.explain import NOTATIONS
from rnnviz.fields import TITLES, Choice, LinkError, Sizes, Whole, quoted
from rnnviz.locale import LANGUAGES, N_, Refusal, Title
from rnnviz.network import WRITTEN, Network
from rnnviz.readings import TRENDS, Readings, typed_readings
from rnnviz.tagging import TASKS, Task
from rnnviz.text import Vocabulary, characters, check_tokens

DEFAULT_TEXT = "想要有直升机"
MAX_CHARACTERS = 200
# 200 characters of any language fit, families of emoji included; 200 towers of marks do not.
MAX_BYTES = 10_000
MAX_HIDDEN = 128
MAX_SEED = 999_999
WEIGHTS = ("trained", "random")
# The reader's place in a trace and the way of viewing it. The stage keeps these in the address.
PLACE = (
    "way",
    "loss",
    "track",
    "t",
    "phase",
    "unit",
    "char",
    "view",
    "notation",
    "cover",
    "scale",
    "sort",
    "changes",
    "weight",
)
VIEWS = ("memory", "gradients", "difference", "sum", "ledger", "witnesses", "writing", "reach")
SCALES = ("own", "one")
WAYS = ("forward", "back")
# Where a walk through the phases ends, in either direction; the stage begins there.
WHOLE_STEP = "predict"
LOSSES = re.compile(r"[0-9]{1,4}(,[0-9]{1,4})*", re.ASCII)
# Three ribbons under one another can still be read from the back row.
MAX_BESIDE = 2
# Beside the first network, itself: as it is while the first is changed by hand.
ORIGINAL = "original"
WHOLE = Whole(-(10**9), 10**9)
# More would not fit the unrolled drawing.
MAX_LAYERS = 3
SIZES = Sizes(MAX_HIDDEN, MAX_LAYERS)
# Each of two directions has as many; the output layer reads both.
MOST_EACH_WAY = MAX_HIDDEN // 2
# What a network learns to say at each step: the next character, or the tags of a task's words.
NEXT = "next"
GOALS = (NEXT, *TASKS)
SORT = re.compile(r"(?:[\w.]{1,60}\.(?:share|amount|size|change|difference))?")
WEIGHT = re.compile(r"(?:[\w.]{1,60}\.[0-9]{1,4}\.[0-9]{1,4})?", re.ASCII)
RUN = re.compile(r"[0-9a-f]{16}")
# A run beside the first network: "0123456789abcdef@500", "@500" for another moment of the same one.
RUN_AT = re.compile(r"(?P<run>[0-9a-f]{16})?(?:@(?P<at>[0-9]{1,9}))?", re.ASCII)

# A text of more bytes than this is refused without cutting it into characters.
COUNTED_BYTES = 100_000
ONLY_CHARACTERS = N_("This network has learnt characters; it cannot read a sensor.")
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

    t counts time steps from 1, unit hidden units, char the characters that the model knows; a char
    of 0 is the target. From the step `cover` on, the stage asks before it shows; with a cover of 0
    it does not ask. changes: made by hand, as `rnnviz.address.changes` reads them; those that do
    not fit are left out on the stage. lang "" is the reader's own language. moment: the run and
    step of the weights; in the address they are `run` and `at`. The link takes its cell and size,
    and reads only the characters that the run knows. hidden: the units of the network, or of each
    of its layers, the one that reads the text first; of a network in two directions those of each.
    goal: what it says at each step: "next", or the name of a task of `rnnviz.tagging`, whose
    sentences are then the valid texts, each a step a word. readings: those of a sensor, as
    `rnnviz.readings` takes them, which are then read in the place of the text; what is said is how
    they go on. equations: of a cell that the reader has written; it is shown where a network is
    "written", and stays in the link while none is. beside: further networks that read the same
    characters, cells by name or moments of runs; track counts from 1 which one is in focus, whose
    phase, unit and char are meant. scale "one" gives all networks one scale of colours. sort: by
    which the units of maps and strips stand from the largest down, such as F.share or C.change, or
    "" for their numbers; one that the network lacks sorts nothing. way "back": from the loss to the
    first character, where phase is one of the backward pass, or "predict" for a whole step; loss:
    the steps, such as "3,5", whose losses it starts from, or "" for all of them. weight: the number
    of a parameter whose gradient is looked at, such as W_hf.2.3, row and column from 1; one that is
    not there is not looked at.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    equations: str = ""
    cell: str = "lstm"
    text: str = DEFAULT_TEXT
    goal: str = NEXT
    readings: str = ""
    hidden: int | tuple[int, ...] = 8
    weights: str = "trained"
    seed: int = 0
    beside: tuple[str | Moment, ...] = ()
    way: str = "forward"
    loss: str = ""
    track: int = 1
    t: int = 1
    phase: str = WHOLE_STEP
    unit: int = 1
    char: int = 0
    view: str = "memory"
    notation: str = "row"
    cover: int = 0
    scale: str = "own"
    sort: str = ""
    changes: str = ""
    weight: str = ""
    lang: str = ""
    moment: Moment | None = None

    def __post_init__(self) -> None:
        _check_equations(self.equations)
        _check_text(self.text)
        if self.moment is None:
            Choice(self.cells).check("cell", self.cell)
            _check_hidden(self.cell, self.hidden)
            Choice(GOALS).check("goal", self.goal)
            if self.task:
                Choice(self.task.texts).check("text", self.text)
            if self.readings:
                _check_readings(self)
            Choice(WEIGHTS).check("weights", self.weights)
            Whole(0, MAX_SEED).check("seed", self.seed)
        else:
            for name, value in _decided(self.moment).items():
                Choice([value]).check(name, getattr(self, name))
            if self.readings:
                raise LinkError(ONLY_CHARACTERS)
        _check_beside(self.beside, self.cells)
        tracks = self.tracks
        _check_read(self, tracks)
        Choice(WAYS).check("way", self.way)
        if self.way == "back":
            _check_way_back(tracks)
        _check_losses(self.loss, self.steps)
        Whole(1, len(tracks)).check("track", self.track)
        focused = tracks[self.track - 1]
        Whole(1, self.steps).check("t", self.t)
        Choice(_phases(focused.network, self.way)).check("phase", self.phase)
        Whole(1, focused.network.units).check("unit", self.unit)
        Whole(0, len(focused.said)).check("char", self.char)
        Choice(VIEWS).check("view", self.view)
        Choice(NOTATIONS).check("notation", self.notation)
        Whole(0, self.steps + 1).check("cover", self.cover)
        Choice(SCALES).check("scale", self.scale)
        if not SORT.fullmatch(self.sort):
            raise LinkError(
                N_("sort is {value}; it must be a quantity and a measure of it, such as F.share."),
                value=quoted(self.sort),
            )
        check_length(self.changes)
        _check_shown(
            self.changes, N_("The changes contain {code}, which is no character that can be shown.")
        )
        if not WEIGHT.fullmatch(self.weight):
            raise LinkError(
                N_("weight is {value}; it must be a name, a row and a column, such as W_hf.2.3."),
                value=quoted(self.weight),
            )
        if self.lang:
            Choice(LANGUAGES).check("lang", self.lang)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that can be chosen: the built-in ones, also in two directions, and the reader's
        own."""
        return (*EVERY_CELL, *TWO_WAY, *((WRITTEN,) if self.equations else ()))

    @property
    def task(self) -> Task | None:
        """The task whose tags are said at each step, or None where it is the next character."""
        return TASKS.get(self.goal)

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
        if not self.beside:
            return (self,)
        return (self._alone, *(self._beside(one) for one in self.beside))

    @property
    def _alone(self) -> Self:
        """The first network, without those beside it and at its start."""
        start: dict[str, Any] = {f.name: f.default for f in fields(self) if f.name in PLACE}
        return replace(self, beside=(), lang="", **start)

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
        rest: dict[str, Any] = {f.name: f.default for f in fields(self) if f.name in names}
        return replace(self, **rest)

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
            elif values.get("text", self.text) == DEFAULT_TEXT:
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
        start = {f.name: f.default for f in fields(self) if f.name in PLACE}
        tracks = replace(self, **{**start, **content}).tracks
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
                value: Any = single(name, given[name])
                if name == "beside":
                    value = read_beside(value, link.moment, last_moment)
                elif name == "hidden":
                    value = SIZES.read(value)
                elif isinstance(getattr(link, name), int):
                    value = WHOLE.read(value)
                link = link.changed(**{name: value})
            except LinkError as reason:
                problems.append(Problem(name, reason, _in_address(name, getattr(link, name))))
                if name == "equations":
                    # The sentence says enough: there is no written cell to show.
                    given = {one: words for one, words in given.items() if [*words] != [WRITTEN]}
        return link, problems

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that have their usual value."""
        usual = type(self).of(self.moment)
        run = {"run": self.moment.run, "at": str(self.moment.at)} if self.moment else {}
        told = run | {
            name: _in_address(name, getattr(self, name))
            for name in self._own_names()
            if getattr(self, name) != getattr(usual, name)
        }
        # The longest part comes last, where it hides nothing.
        last = {"equations": told.pop("equations")} if self.equations else {}
        return told | last


def _check_hidden(cell: str, hidden: int | tuple[int, ...]) -> None:
    SIZES.check("hidden", hidden)
    if cell in TWO_WAY and (isinstance(hidden, tuple) or hidden > MOST_EACH_WAY):
        raise LinkError(
            N_(
                "{name} is {value}; with two directions it must be one whole number from 1 to {most}: "
                "the units of each direction, in one layer."
            ),
            name=Title("hidden", TITLES["hidden"]),
            value=quoted(SIZES.write(hidden)),
            most=MOST_EACH_WAY,
        )


def _check_readings(link: Link) -> None:
    size = len(link.readings.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise LinkError(
            N_("The readings are {count} bytes long; at most {most} fit."),
            count=size,
            most=MAX_BYTES,
        )
    typed_readings(link.readings)
    if link.goal != NEXT:
        raise LinkError(N_("A sensor's readings have no parts of speech; leave out goal."))


def _phases(network: Network, way: str) -> tuple[str, ...]:
    """The names that a phase may have."""
    return network.phases if way == "forward" else (*network.phases_back, WHOLE_STEP)


def _can_turn(tracks: Sequence[Link]) -> bool:
    return all(len(track.tokens) > 1 and track.network.phases_back for track in tracks)


def _check_way_back(tracks: Sequence[Link]) -> None:
    for track in tracks:
        if len(track.tokens) < 2:
            raise LinkError(
                N_('way is "back"; the text has one character, and so no loss to go back from.')
            )
        if not track.network.phases_back:
            raise LinkError(
                N_('way is "back"; a function of the cell {cell} has no derivative.'),
                cell=track.cell,
            )


def _check_losses(loss: str, steps: int) -> None:
    named = loss.split(",") if LOSSES.fullmatch(loss) else []
    if loss and not (named and all(1 <= int(t) <= steps for t in named)):
        raise LinkError(
            N_("loss is {value}; it must name steps from 1 to {steps}, such as 2 or 1,2."),
            value=quoted(loss),
            steps=steps,
        )


def _decided(moment: Moment) -> dict[str, Any]:
    """The fields that follow from a run, so that its address need not name them."""
    return {"cell": moment.cell, "hidden": moment.hidden, "weights": "trained", "seed": 0}


def _in_address(name: str, value: Any) -> str:
    """A value as the address has it."""
    if name == "beside":
        return ",".join(f"{o.run}@{o.at}" if isinstance(o, Moment) else o for o in value)
    return SIZES.write(value) if name == "hidden" else str(value)


def read_beside(
    words: str, moment: Moment | None, last_moment: Callable[[str], Moment] | None
) -> tuple[str | Moment, ...]:
    """The networks of "rnn,gru" or "0123456789abcdef@500,@200"."""

    def read(word: str) -> str | Moment:
        found = RUN_AT.fullmatch(word)
        if not word or not found:
            return word
        run, at = found["run"], found["at"]
        own = moment if moment and run in (None, moment.run) else None
        if run is None and own is None:
            return word
        there = own or _run(run, last_moment)
        return replace(there, at=int(at)) if at else there

    return tuple(map(read, words.split(","))) if words else ()


def _check_beside(beside: tuple[str | Moment, ...], cells: Sequence[str]) -> None:
    if len(beside) > MAX_BESIDE:
        raise LinkError(
            N_("beside names {count} networks; at most {most} fit beside the first one."),
            count=len(beside),
            most=MAX_BESIDE,
        )
    for other in beside:
        if not isinstance(other, Moment) and other not in (*cells, ORIGINAL):
            raise LinkError(
                N_("beside has {value}; it may have cells ({choices}) and runs, as run@step."),
                value=quoted(other),
                choices=", ".join((ORIGINAL, *cells)),
            )


def _check_read(link: Link, tracks: Sequence[Link]) -> None:
    """Each step has to be the same character for all networks."""
    for track in tracks[1:]:
        if link.readings and track.moment:
            raise LinkError(ONLY_CHARACTERS)
        if track.tokens != link.tokens:
            raise LinkError(
                N_(
                    "The run {run} cannot stand beside this network: it does not know {characters}."
                ),
                run=track.moment.run if track.moment else track.cell,
                characters=quoted("".join(track.unknown)),
            )


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


def _check_equations(equations: str) -> None:
    if equations:
        try:
            Network(WRITTEN, (1,), equations)
        except Refusal as refusal:
            raise LinkError(refusal.message, **refusal.values) from None


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
    _check_shown(text, N_("The text contains {code}, which is no character that can be shown."))
    try:
        check_tokens(characters(text))
    except Refusal as refusal:
        raise LinkError(refusal.message, **refusal.values) from None


def _check_shown(text: str, message: str) -> None:
    # Halves of characters (Cs) cannot be sent to a browser, control characters not be shown.
    strange = [c for c in text if unicodedata.category(c) in {"Cc", "Cs"} and c not in "\t\n"]
    if strange:
        raise LinkError(message, code=f"U+{ord(strange[0]):04X}")
