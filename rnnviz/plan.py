"""What the Train page would train, as one frozen value and as an address.

A `Plan` checks itself, as a `Link` does. Its fields are the address's parameters, in plain words:
`?corpus=dates&cell=gru&hidden=64&rate=0.01&clip=off&batches=random`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.link import WHOLE_NUMBER, LinkError, Problem, quoted, single
from rnnviz.locale import N_
from rnnviz.training import CORPORA, TrainingConfig
from rnnviz.training.config import BATCHES, CELLS, MAX_HIDDEN, MIN_HIDDEN, OPTIMIZERS
from rnnviz.training.corpora import OWN

RACE = "race"
MAX_STEPS = 20_000
# The documents' sentence is learnt by heart long before a book is, and at a book's rate in ten
# steps: too few to watch.
USUAL: dict[object, dict[str, Any]] = {"helicopter": {"steps": 150, "rate": 0.002}}
# Readers of these languages begin with a text in them; all others with the Python reference.
FIRST_TEXTS = {"zh": "chinese"}
OFF = "off"
NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,12})?(e-?[0-9]{1,2})?", re.ASCII)
RUNS = re.compile(r"([0-9a-f]{16}(\.[0-9a-f]{16}){0,2})?", re.ASCII)

Value = str | int | float | bool | None


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    choices: tuple[str, ...]

    def read(self, word: str) -> Value:
        return word

    def check(self, name: str, value: object) -> None:
        if value not in self.choices:
            raise LinkError(
                N_('{name} is "{value}"; it must be one of {choices}.'),
                name=name,
                value=quoted(value),
                choices=", ".join(self.choices),
            )


@dataclass(frozen=True)
class Switch:
    """on or off."""

    def read(self, word: str) -> Value:
        return {"on": True, OFF: False}.get(word, word)

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, bool):
            Choice(("on", OFF)).check(name, value)


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, word: str) -> Value:
        return int(word) if WHOLE_NUMBER.fullmatch(word) else word

    def check(self, name: str, value: object) -> None:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not self.least <= value <= self.most:  # type: ignore[operator]
            raise LinkError(
                N_('{name} is "{value}"; it must be a whole number from {least} to {most}.'),
                name=name,
                value=quoted(value),
                least=self.least,
                most=self.most,
            )


@dataclass(frozen=True)
class Number:
    """A number within bounds; with `off`, also none at all."""

    least: float
    most: float
    off: bool = False

    def read(self, word: str) -> Value:
        if self.off and word == OFF:
            return None
        return float(word) if NUMBER.fullmatch(word) else word

    def check(self, name: str, value: object) -> None:
        if value is None and self.off:
            return
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not self.least <= value <= self.most:  # type: ignore[operator]
            fits = (
                N_('{name} is "{value}"; it must be a number from {least} to {most}, or off.')
                if self.off
                else N_('{name} is "{value}"; it must be a number from {least} to {most}.')
            )
            raise LinkError(
                fits,
                name=name,
                value=quoted(value),
                least=_digits(self.least),
                most=_digits(self.most),
            )


@dataclass(frozen=True)
class RunIds:
    """Up to three ids of runs, with a dot between two."""

    def read(self, word: str) -> Value:
        return word

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, str) or not RUNS.fullmatch(value):
            raise LinkError(N_('"{value}" is no run.'), value=quoted(value))


Fits = Choice | Switch | Whole | Number | RunIds


def _fits(usual: Value, fits: Fits, config: str = "") -> Any:
    """A field of a plan: its usual value, what fits, and its name in a TrainingConfig."""
    return field(default=usual, metadata={"fits": fits, "config": config})


@dataclass(frozen=True)
class Plan:
    """What would be trained.

    corpus, cell, hidden, steps, seed: on what, what, and how long; cell "race" is RNN, GRU and
    LSTM with as many parameters as the GRU has with `hidden` units. The others are the recipe,
    each a field of `TrainingConfig`. run: the ids of the runs that are shown, if any.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    corpus: str = _fits("python-reference", Choice((*CORPORA, OWN)), "corpus")
    cell: str = _fits("gru", Choice((*CELLS, RACE)))
    hidden: int = _fits(128, Whole(MIN_HIDDEN, MAX_HIDDEN), "hidden_size")
    steps: int = _fits(1400, Whole(1, MAX_STEPS), "steps")
    seed: int = _fits(0, Whole(0, 999_999), "seed")
    orthogonal: bool = _fits(True, Switch(), "orthogonal")
    inputs: float | None = _fits(0.3, Number(0, 10, off=True), "input_scale")
    bias: bool = _fits(True, Switch(), "output_frequencies")
    forget: float | None = _fits(1.0, Number(-10, 10, off=True), "forget_bias")
    batches: str = _fits("consecutive", Choice(BATCHES), "batches")
    size: int = _fits(16, Whole(1, 256), "batch_size")
    length: int = _fits(32, Whole(1, 512), "sequence_length")
    optimizer: str = _fits("adam", Choice(OPTIMIZERS), "optimizer")
    rate: float = _fits(0.015, Number(1e-6, 10), "learning_rate")
    warmup: int = _fits(20, Whole(0, MAX_STEPS), "warm_up")
    cosine: bool = _fits(True, Switch(), "cosine")
    clip: float | None = _fits(5.0, Number(1e-3, 1e3, off=True), "clip_norm")
    validation: float = _fits(0.05, Number(0, 0.5), "validation")
    phi: str = _fits("tanh", Choice(tuple(ACTIVATIONS)))
    reset: str = _fits("before", Choice(("before", "after")))
    run: str = _fits("", RunIds())

    def __post_init__(self) -> None:
        for name, fits in FITS.items():
            fits.check(name, getattr(self, name))

    @property
    def runs(self) -> tuple[str, ...]:
        """The ids of the runs that are shown."""
        return tuple(self.run.split(".")) if self.run else ()

    def changed(self, **values: Any) -> Self:
        """The same with other values. What is usual for a text changes with it, unless one has
        said otherwise. Raises LinkError if a value does not fit."""
        if "corpus" in values:
            here, there = _usual(self.corpus), _usual(values["corpus"])
            left = {name for name, usual in here.items() if getattr(self, name) == usual}
            values = {name: there[name] for name in left} | values
        return replace(self, **values)

    def with_recipe(self, config: TrainingConfig) -> Self:
        """The same text, cell, size, steps and seed, in the way of another configuration."""
        return replace(self, **{name: getattr(config, CONFIG[name]) for name in RECIPE})

    def configs(self, length: int, q: int) -> tuple[TrainingConfig, ...]:
        """What would be trained on a text of `length` characters, `q` of them different: one
        configuration, or three in a race. Raises ValueError for a text too short to learn from.
        """
        shared = {CONFIG[name]: getattr(self, name) for name in CONFIG}
        cell = "gru" if self.cell == RACE else self.cell
        after = self.reset == "after" and cell == "gru"
        config = TrainingConfig(cell=cell, phi=self.phi, reset_after=after, **shared)
        fitting = config.fitting(length)
        return fitting.racing(q) if self.cell == RACE else (fitting,)

    @classmethod
    def of(cls, configs: Sequence[TrainingConfig], length: int, q: int) -> Self:
        """The plan whose configurations these are, for a text of `length` characters, `q` of
        them different; where it fitted the text, the usual values that it was fitted from.

        Raises LinkError if no plan says so.
        """
        config = next((c for c in configs if c.cell == "gru"), configs[0])
        plan = cls(
            cell=config.cell if len(configs) == 1 else RACE,
            phi=config.phi,
            reset="after" if config.reset_after else "before",
            **{name: getattr(config, CONFIG[name]) for name in CONFIG},
        )
        usual = _usual(plan.corpus)
        relaxed = replace(plan, **{name: usual[name] for name in ("size", "length", "validation")})
        return relaxed if relaxed.configs(length, q) == tuple(configs) else plan

    @classmethod
    def from_query(
        cls, query: Mapping[str, str | Sequence[str]], language: str = "en"
    ) -> tuple[Self, list[Problem]]:
        """What an address asks for; invalid parts fall back and are reported.

        query: the parameters by name, each with its value, or all of its values. Those with
        other names are left alone. language: of the reader, whose first text is in it.
        """
        plan, problems = cls().changed(corpus=first_text(language)), []
        for name, fits in FITS.items():
            given = query.get(name, ())
            given = [given] if isinstance(given, str) else given
            if not given:
                continue
            try:
                plan = plan.changed(**{name: fits.read(single(name, given))})
            except LinkError as reason:
                problems.append(Problem(name, reason, word(getattr(plan, name))))
        return plan, problems

    def to_query(self) -> dict[str, str]:
        """The plan's text, and the parameters that are not the usual ones for it.

        The text is always named: without one, readers of each language begin with another.
        """
        usual = _usual(self.corpus)
        values = {name: getattr(self, name) for name in FITS}
        return {
            name: word(value)
            for name, value in values.items()
            if name == "corpus" or value != usual[name]
        }


FITS: dict[str, Fits] = {one.name: one.metadata["fits"] for one in fields(Plan)}
CONFIG: dict[str, str] = {
    one.name: one.metadata["config"] for one in fields(Plan) if one.metadata["config"]
}
RECIPE = tuple(name for name in CONFIG if name not in ("corpus", "hidden", "steps", "seed"))


def first_text(language: str) -> str:
    """The text that readers of a language begin with."""
    return FIRST_TEXTS.get(language.partition("-")[0], Plan.corpus)


def word(value: Value) -> str:
    """A value as it stands in an address."""
    if value is None or value is False:
        return OFF
    if value is True:
        return "on"
    return format(value, ".12g") if isinstance(value, float) else str(value)


def _digits(value: float) -> str:
    """A bound without an exponent."""
    return f"{value:f}".rstrip("0").rstrip(".")


def _usual(corpus: object) -> dict[str, Any]:
    usual = {one.name: one.default for one in fields(Plan)}
    return usual | USUAL.get(corpus, {})
