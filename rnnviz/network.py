"""Which network reads a text: a cell that is built in or written by the reader, and its layers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, Self

from rnnviz.cells import EVERY_CELL, TWO_WAY, Bidirectional, Cell, Stacked, Written
from rnnviz.explain.backwards import backward_phases
from rnnviz.fit import at_moments, learn, memorise
from rnnviz.locale import N_
from rnnviz.model import SequenceModel, phase_keys
from rnnviz.readings import TRENDS, Readings
from rnnviz.tagging import Task, tagger
from rnnviz.text import Vocabulary

WRITTEN = Written.name
# Networks that visitors write come and go.
KEPT = 256


TWO_WAY_TITLES = {"birnn": N_("BiRNN"), "bigru": N_("BiGRU"), "bilstm": N_("BiLSTM")}


def title(cell: str) -> str:
    """What a cell is called, in English; the catalogue has the translation where there is one."""
    return TWO_WAY_TITLES.get(cell) or _kind(cell).title


def one_way(cell: str) -> str:
    """The cell that a network in two directions has in each of them; any other cell itself."""
    return _kind(cell).name


def two_way(cell: str) -> str | None:
    """The network in two directions of a cell, or None where there is none."""
    return next((name for name, kind in TWO_WAY.items() if kind.name == cell), None)


def _kind(cell: str) -> type[Cell]:
    return Written if cell == WRITTEN else (EVERY_CELL | TWO_WAY)[cell]


@dataclass(frozen=True)
class Network:
    """cell: a key of EVERY_CELL or TWO_WAY, or WRITTEN. sizes: the hidden units of each layer, the
    one that reads the text first; of a network in two directions those of each direction.
    equations: those of a written cell.

    Raises Refusal, in a sentence for the reader, where a written cell's equations do not fit.
    """

    cell: str
    sizes: tuple[int, ...]
    equations: str = ""

    def __post_init__(self) -> None:
        if self.cell == WRITTEN:
            Written.describe(self._options)

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases in links, the output layer's last."""
        return _phases(replace(self, sizes=(1,) * len(self.sizes)))

    @property
    def phases_back(self) -> tuple[str, ...]:
        """The names of the phases of the backward pass; none where a function has no derivative."""
        return _phases_back(replace(self, sizes=(1,) * len(self.sizes)))

    @property
    def written(self) -> Written:
        """The written cell of one layer. Raises ValueError for a built-in one."""
        if self.cell != WRITTEN:
            raise ValueError(
                f"The cell is {self.cell}; only a written one has equations of its own."
            )
        return Written.random(1, 1, seed=0, equations=self.equations)

    @property
    def units(self) -> int:
        """How many units the largest layer has, those of both directions counted."""
        return self._directions * max(self.sizes)

    def random(
        self, vocabulary: Vocabulary, seed: int, labels: Vocabulary | None = None
    ) -> SequenceModel:
        """A model that has learnt nothing. labels: what it says; by default its vocabulary."""
        kind, size, options = self._making
        return SequenceModel.random(kind, vocabulary, size, seed, labels, **options)

    def memorised(
        self,
        text: str,
        seed: int,
        on_progress: Callable[[float, float], None] = lambda _done, _loss: None,
    ) -> SequenceModel:
        """A model that has learnt a text by heart, as `rnnviz.fit.memorise` makes it."""
        kind, size, options = self._making
        return memorise(kind, text, size, seed, on_progress, **options)

    def after(self, moments: Sequence[int], text: str, seed: int) -> dict[int, SequenceModel]:
        """The models that `memorised` had after some numbers of gradient steps."""
        kind, size, options = self._making
        return at_moments(kind, text, size, seed, moments, **options)

    def tagger(self, task: Task, seed: int) -> SequenceModel:
        """A model that has learnt the tags of a task's sentences."""
        kind, size, options = self._making
        sees = "bidirectional" if self.is_two_way else "mlp" if self.cell == "mlp" else "rnn"
        return tagger(task, kind, size, seed, sees, **options)

    def forecaster(
        self,
        readings: Readings,
        seed: int,
        on_progress: Callable[[float, float], None] = lambda _done, _loss: None,
    ) -> SequenceModel:
        """A model that has learnt by heart whether a sensor's first feature rises or falls next."""
        untaught = self.random(readings.names, seed, TRENDS)
        return learn(untaught, [(readings, readings.targets)], on_progress=on_progress)

    def parameters(self, d: int, q: int) -> int:
        """How many numbers the network learns, with d inputs and an output layer of q labels."""
        axes = _kind(self.cell).axes(**self._options).values()
        inputs = (d, *self.sizes[:-1])
        cells = sum(
            prod({"d": below, "h": h, "1": 1}[axis] for axis in letters)
            for below, h in zip(inputs, self.sizes, strict=True)
            for letters in axes
        )
        return self._directions * (cells + self.sizes[-1] * q) + q

    def resized(self, parameters: int, d: int, q: int, most: int) -> Self:
        """The same network with layers of the size that gives it as nearly as possible that many
        parameters, up to `most` units in all."""
        layers = len(self.sizes)
        sizes = (replace(self, sizes=(h,) * layers) for h in range(1, most // layers + 1))
        return min(sizes, key=lambda network: abs(network.parameters(d, q) - parameters))

    @property
    def is_two_way(self) -> bool:
        """Whether one cell reads the text from its beginning and one from its end."""
        return self.cell in TWO_WAY

    @property
    def _directions(self) -> int:
        return 2 if self.is_two_way else 1

    @property
    def _options(self) -> dict[str, Any]:
        return {"equations": self.equations} if self.cell == WRITTEN else {}

    @property
    def _making(
        self,
    ) -> tuple[
        type[Cell] | type[Bidirectional] | type[Stacked], int | tuple[int, ...], dict[str, Any]
    ]:
        """The class, size and options that `SequenceModel.random` takes."""
        kind = _kind(self.cell)
        if self.is_two_way:
            return Bidirectional, self.sizes[0], {"of": kind}
        if len(self.sizes) == 1:
            return kind, self.sizes[0], self._options
        return Stacked, self.sizes, {"of": kind, **self._options}


@lru_cache(KEPT)
def _phases(network: Network) -> tuple[str, ...]:
    kind, size, options = network._making
    return phase_keys(kind.random(1, size, seed=0, **options))  # type: ignore[arg-type]


@lru_cache(KEPT)
def _phases_back(network: Network) -> tuple[str, ...]:
    try:
        return tuple(one.key for one in backward_phases(network.random(Vocabulary("ab"), seed=0)))
    except ValueError:
        return ()
