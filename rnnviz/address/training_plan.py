"""The plan of the Train page, as one frozen value and as an address.

A `Plan` checks itself, as a `Link` does. Its fields are the address's parameters, in plain words:
`?corpus=dates&cell=gru&hidden=64&rate=0.01&clip=off&batches=random`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from rnnviz.address.link import MAX_SEED, Problem
from rnnviz.address.link_fields import Shaped
from rnnviz.fields import Choice, Fits, LinkError, Number, Value, Whole, single
from rnnviz.locale import N_
from rnnviz.locale.writing import SUFFIX
from rnnviz.training import CORPORA, TrainingConfig
from rnnviz.training.config import CELLS
from rnnviz.training.config import FITS as TRAINING_FITS
from rnnviz.training.corpora import OWN

RACE = "race"
MAX_STEPS = 20_000
# The documents' sentence is learnt by heart long before a book is, and at a book's rate in ten
# steps: too few to watch.
SENTENCE = {"steps": 150, "rate": 0.002}
USUAL: dict[object, dict[str, Any]] = {"helicopter": SENTENCE, f"helicopter{SUFFIX}": SENTENCE}
# Readers of these languages begin with a text in them; all others with the Python reference.
FIRST_TEXTS = {"zh-Hans": "chinese", "zh-Hant": f"chinese{SUFFIX}"}
# Up to three ids of runs, with a dot between two.
RUNS = Shaped(re.compile(r"[0-9a-f]{16}(\.[0-9a-f]{16}){0,2}", re.ASCII), N_("{value} is no run."))


def _fits(usual: Value, fits: Fits, config: str = "") -> Any:
    """A field of a plan: its usual value, what fits, and its name in a TrainingConfig."""
    return field(default=usual, metadata={"fits": fits, "config": config})


def _of(config: str, narrower: Fits | None = None) -> Any:
    """A field of a TrainingConfig, with its usual value and what fits there, or less."""
    usual: Any = next(one.default for one in fields(TrainingConfig) if one.name == config)
    return _fits(usual, narrower or TRAINING_FITS[config], config)


@dataclass(frozen=True)
class Plan:
    """The planned training.

    corpus, cell, hidden, steps, seed: the text, the network and the length; cell "race" is RNN, GRU
    and LSTM with as many parameters as the GRU has with `hidden` units. The others are the recipe,
    each a field of `TrainingConfig`. run: the ids of the runs that are shown, if any. under: of
    those whose curves lie below theirs, to be compared.
    Raises LinkError, a ValueError, if a value does not fit.
    """

    corpus: str = _of("corpus", Choice((*CORPORA, OWN)))
    cell: str = _fits("gru", Choice((*CELLS, RACE)))
    hidden: int = _of("hidden_size")
    steps: int = _of("steps", Whole(1, MAX_STEPS))
    seed: int = _of("seed", Whole(0, MAX_SEED))
    orthogonal: bool = _of("orthogonal")
    inputs: float | None = _of("input_scale")
    bias: bool = _of("output_frequencies")
    forget: float | None = _of("forget_bias")
    batches: str = _of("batches")
    size: int = _of("batch_size")
    length: int = _of("sequence_length")
    optimizer: str = _of("optimizer")
    rate: float = _of("learning_rate", Number(1e-6, 10))
    warmup: int = _of("warm_up", Whole(0, MAX_STEPS))
    cosine: bool = _of("cosine")
    clip: float | None = _of("clip_norm")
    validation: float = _of("validation")
    phi: str = _fits("tanh", TRAINING_FITS["phi"])
    reset: str = _fits("before", Choice(("before", "after")))
    run: str = _fits("", RUNS)
    under: str = _fits("", RUNS)

    def __post_init__(self) -> None:
        for name, fits in FITS.items():
            fits.check(name, getattr(self, name))

    @property
    def runs(self) -> tuple[str, ...]:
        """The ids of the runs that are shown."""
        return _ids(self.run)

    @property
    def runs_under(self) -> tuple[str, ...]:
        """The ids of the runs whose curves lie below."""
        return _ids(self.under)

    def changed(self, **values: Any) -> Self:
        """The plan with other values. A text brings its usual values along, except for fields that
        were changed. Raises LinkError if a value does not fit."""
        if "corpus" in values:
            here, there = _usual(self.corpus), _usual(values["corpus"])
            left = {name for name, usual in here.items() if getattr(self, name) == usual}
            values = {name: there[name] for name in left} | values
        return replace(self, **values)

    def with_recipe(self, config: TrainingConfig) -> Self:
        """The same text, cell, size, steps and seed, with the recipe of another configuration."""
        return replace(self, **{name: getattr(config, CONFIG[name]) for name in RECIPE})

    def configs(self, length: int, q: int) -> tuple[TrainingConfig, ...]:
        """The configurations for a text of `length` characters, `q` of them different: one, or
        three in a race. Raises ValueError for a text too short to learn from.
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
        """The plan in an address; invalid parts fall back and are reported.

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
                problems.append(Problem(name, reason, fits.write(getattr(plan, name))))
        return plan, problems

    def to_query(self) -> dict[str, str]:
        """The plan's text, and the parameters that are not the usual ones for it.

        The text is always named: without one, readers of each language begin with another.
        """
        usual = _usual(self.corpus)
        return {
            name: fits.write(getattr(self, name))
            for name, fits in FITS.items()
            if name == "corpus" or getattr(self, name) != usual[name]
        }


def _ids(runs: str) -> tuple[str, ...]:
    return tuple(runs.split(".")) if runs else ()


FITS: dict[str, Fits] = {one.name: one.metadata["fits"] for one in fields(Plan)}
CONFIG: dict[str, str] = {
    one.name: one.metadata["config"] for one in fields(Plan) if one.metadata["config"]
}
RECIPE = tuple(name for name in CONFIG if name not in ("corpus", "hidden", "steps", "seed"))


def first_text(language: str) -> str:
    """The text that readers of a language begin with."""
    return FIRST_TEXTS.get(language, Plan.corpus)


def _usual(corpus: object) -> dict[str, Any]:
    usual = {one.name: one.default for one in fields(Plan)}
    return usual | USUAL.get(corpus, {})
