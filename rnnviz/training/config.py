"""The description of a training, as one frozen value that validates itself and makes the training
repeatable."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from reprlib import repr as short
from typing import Any, Self

from rnnviz.cells import EVERY_CELL, EVOLUTION
from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.fields import Choice, Fits, Number, Switch, Whole
from rnnviz.locale import N_, Refusal

CELLS = ("rnn", "gru", "lstm")
OPTIMIZERS = ("sgd", "momentum", "adam")
# d2l's two ways: pieces in random order, each from a zero state; or n rows read through from
# their beginnings, each batch carrying the state of the one before.
BATCHES = ("random", "consecutive")
MIN_HIDDEN, MAX_HIDDEN = 8, 512
# The RNN's best rate as a share of the gated cells', at as many parameters: with 233 units, the
# Python reference and 1,400 steps it gets to 1.29 nats at half of 0.015, and to 1.58 at all of it.
RACING_RATES = {"rnn": 0.5, "gru": 1.0, "lstm": 1.0}
MIN_VALIDATED = 200

NOT_FINITE = N_("The gradient exploded: a number became too large. Clip it or lower the rate.")
DIVERGED = N_("The loss diverged: it stays above guessing. Clip the gradient or lower the rate.")
# Where it is clipped.
NOT_FINITE_CLIPPED = N_(
    "The gradient exploded: a number became too large, although the gradient is clipped. Lower the rate, or clip it "
    "at less."
)
DIVERGED_CLIPPED = N_(
    "The loss diverged: it stays above guessing, although the gradient is clipped. Lower the rate."
)
DIVERGENCES = (NOT_FINITE, NOT_FINITE_CLIPPED, DIVERGED, DIVERGED_CLIPPED)
TEMPERATURE = N_("The temperature is {value}; it must be from 0 to 10.")


FITS: dict[str, Fits] = {
    "cell": Choice((*CELLS, *EVOLUTION)),
    "phi": Choice(tuple(ACTIVATIONS)),
    "reset_after": Switch(),
    "hidden_size": Whole(MIN_HIDDEN, MAX_HIDDEN),
    "optimizer": Choice(OPTIMIZERS),
    "learning_rate": Number(1e-7, 10),
    "warm_up": Whole(0, 100_000),
    "cosine": Switch(),
    "clip_norm": Number(1e-3, 1e3, off=True),
    "steps": Whole(1, 1_000_000),
    "batches": Choice(BATCHES),
    "batch_size": Whole(1, 256),
    "sequence_length": Whole(1, 512),
    "validation": Number(0, 0.5),
    "orthogonal": Switch(),
    "input_scale": Number(0, 10, off=True),
    "output_frequencies": Switch(),
    "forget_bias": Number(-10, 10, off=True),
    "seed": Whole(0, 2**32 - 1),
}


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """A training, seed included. Its defaults are the fast recipe, each part a field.

    corpus: a key of `CORPORA`, or "own" for a text given beside it.
    cell: rnn, gru or lstm, or a key of `rnnviz.cells.EVOLUTION`. phi: the RNN's activation.
    reset_after: PyTorch's GRU instead of the documents'. hidden_size: 8 to 512.
    optimizer: sgd, momentum (0.9) or adam. learning_rate: the highest; `warm_up` steps lead
    up to it in a straight line, and with `cosine` it falls to a hundredth at the last step.
    clip_norm: a gradient whose norm is larger is shortened to it; None never clips.
    steps: gradient steps. batches: random or consecutive. batch_size n, sequence_length T.
    validation: the share of the text, at its end, that is kept aside; 0 keeps none.
    orthogonal: recurrent weights drawn orthogonal, instead of uniformly from ±1/√h.
    input_scale: the standard deviation of normally distributed input weights; None draws
    them uniformly from ±1/√h. output_frequencies: the output bias starts at the characters'
    log frequencies. forget_bias: what b_f of an LSTM starts at; None draws it.

    Raises Refusal, a ValueError, naming the field, its value and what fits.
    """

    corpus: str = "python-reference"
    cell: str = "gru"
    phi: str = "tanh"
    reset_after: bool = False
    hidden_size: int = 128
    optimizer: str = "adam"
    learning_rate: float = 0.015
    warm_up: int = 20
    cosine: bool = True
    clip_norm: float | None = 5.0
    steps: int = 1400
    batches: str = "consecutive"
    batch_size: int = 16
    sequence_length: int = 32
    validation: float = 0.05
    orthogonal: bool = True
    input_scale: float | None = 0.3
    output_frequencies: bool = True
    forget_bias: float | None = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.corpus, str) or not self.corpus:
            raise Refusal(
                N_("corpus is {value}; it must be the name of a text."), value=short(self.corpus)
            )
        for name, fits in FITS.items():
            fits.check(name, getattr(self, name), short)
        if self.reset_after and self.cell != "gru":
            raise Refusal(
                N_("reset_after is True, but the cell is {cell}; only gru has it."), cell=self.cell
            )

    @classmethod
    def plain(cls, **changed: Any) -> Self:
        """The recipe of most tutorials, against which the fast one is measured.

        An LSTM as PyTorch draws it, Adam at 2e-3, random batches of 32 × 64.
        """
        plain: dict[str, Any] = {
            "cell": "lstm", "learning_rate": 2e-3, "warm_up": 0, "clip_norm": 1.0, "cosine": False, "steps": 1000,
            "batches": "random", "batch_size": 32, "sequence_length": 64, "orthogonal": False,
            "input_scale": None, "output_frequencies": False, "forget_bias": None,
        }  # fmt: skip
        return cls(**plain | changed)

    @classmethod
    def from_dict(cls, fields_: object) -> Self:
        """The configuration from the result of `to_dict`; missing fields take their defaults.

        Raises Refusal for a field that is not known, or as the constructor does.
        """
        if not isinstance(fields_, Mapping):
            raise Refusal(
                N_("The configuration is {value}; it must be an object."), value=short(fields_)
            )
        known = [field.name for field in fields(cls)]
        unknown = [str(name) for name in fields_ if name not in known]
        if unknown:
            raise Refusal(
                N_("The configuration has {unknown}; its fields are {known}."),
                unknown=", ".join(short(name)[1:-1] for name in unknown[:5]),
                known=", ".join(known),
            )
        return cls(**fields_)

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, as JSON takes it."""
        return asdict(self)

    def fitting(self, length: int) -> Self:
        """The same training, its batches no larger than a text of `length` characters has room
        for; a text of less than 200 keeps nothing aside.

        Raises Refusal for fewer than two characters.
        """
        if length < 2:
            raise Refusal(
                N_("Characters in the text: {count}; predicting the next needs two."), count=length
            )
        validation = self.validation if length >= MIN_VALIDATED else 0.0
        inputs = length - round(validation * length) - 1
        T = min(self.sequence_length, inputs)
        n = min(self.batch_size, inputs // T)
        return replace(self, validation=validation, sequence_length=T, batch_size=n)

    def parameters(self, q: int) -> int:
        """How many numbers a model of this configuration learns, for q characters."""
        return sum(map(math.prod, self.shapes(q).values()))

    def shapes(self, q: int) -> dict[str, tuple[int, int]]:
        """The shape of each parameter, for q characters: the cell's, then W_hq (h, q) and b_q."""
        sizes = {"d": q, "h": self.hidden_size, "q": q, "1": 1}
        axes = {**EVERY_CELL[self.cell].axes(**self.options), "W_hq": "hq", "b_q": "1q"}
        return {name: (sizes[letters[0]], sizes[letters[1]]) for name, letters in axes.items()}

    def racing(self, q: int) -> "tuple[TrainingConfig, ...]":
        """The same training with RNN, GRU and LSTM, each with a hidden size that gives it as
        nearly as possible as many parameters as this one has, for q characters, and at the part of
        the learning rate that suits it."""
        own = self.parameters(q)

        def resized(cell: str) -> TrainingConfig:
            fitting = replace(
                self,
                cell=cell,
                reset_after=self.reset_after and cell == "gru",
                learning_rate=self.learning_rate * RACING_RATES[cell] / RACING_RATES[self.cell],
            )
            sizes = (replace(fitting, hidden_size=h) for h in range(MIN_HIDDEN, MAX_HIDDEN + 1))
            return min(sizes, key=lambda config: abs(config.parameters(q) - own))

        return tuple(resized(cell) for cell in CELLS)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the cell's constructor."""
        by_cell: dict[str, dict[str, Any]] = {
            "rnn": {"phi": self.phi},
            "gru": {"reset_after": self.reset_after},
            "indrnn": {"phi": "relu"},
        }
        return by_cell.get(self.cell, {})

    def rate(self, step: int) -> float:
        """The learning rate of gradient step `step`, counted from 1."""
        rate = self.learning_rate
        if self.cosine:
            done = min(1.0, (step - 1) / self.steps)
            rate *= 0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2
        return rate * min(1.0, step / (self.warm_up + 1))
