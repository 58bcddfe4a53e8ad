"""Networks that Hypothesis makes up: built-in cells, cells as students might write them, layers and directions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import assume, reject
from hypothesis import strategies as st
from numpy.typing import NDArray

from rnnviz import Bidirectional, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import Cell, Composite, Written
from rnnviz.cells.written import NotFiniteError
from rnnviz.holds import Hold
from rnnviz.locale import Refusal
from rnnviz.trace import Trace
from tests.cells.examples import KINDS, ODD, make
from tests.cells.scripts import scripts

Array = NDArray[np.float64]

Made = Callable[..., st.SearchStrategy[Cell | Composite]]

SEEDS = st.integers(0, 2**16)
CHARACTERS = "想要有直升机"
# Beyond it a cell that somebody has written multiplies what rounding leaves.
LARGEST = 1e3


@dataclass(frozen=True, eq=False)
class Case:
    """A network that has read n sequences side by side, from states that are not zero."""

    model: SequenceModel
    X: Array
    k: NDArray[np.int64]
    initial: dict[str, Array]
    trace: Trace

    @property
    def dlogits(self) -> Array:
        """∂L/∂logits of the mean loss."""
        return (self.trace["Y_hat"] - np.eye(len(self.model.labels))[self.k]) / self.k.size

    def gradients(self) -> dict[str, Array]:
        return self.model.gradients(self.trace, self.k)


def finite(run: Callable[[], Trace], largest: float = LARGEST) -> Trace:
    """What it gives; a cell that somebody has written may leave the numbers, and is then another one's case."""
    try:
        with np.errstate(all="ignore"):
            trace = run()
    except NotFiniteError:
        reject()
    assume(all(np.abs(one).max() < largest for one in trace.values()))
    return trace


@st.composite
def written(draw: st.DrawFn, d: int, h: int) -> Cell:
    """A cell whose equations the parser takes."""
    equations = draw(st.just(ODD) | SEEDS.map(lambda seed: next(scripts(seed))))
    try:
        return Written.random(d, h, draw(SEEDS), equations=equations)
    except Refusal:
        return reject()


@st.composite
def built_in(draw: st.DrawFn, d: int, h: int) -> Cell:
    return make(draw(st.sampled_from([*KINDS])), d, h, draw(SEEDS))


@st.composite
def cells(draw: st.DrawFn, d: int) -> Cell:
    h = draw(st.integers(1, 4))
    return draw(built_in(d, h) | written(d, h))


@st.composite
def networks(
    draw: st.DrawFn, d: int, depth: int = 2, *, both_ways: bool = True
) -> Cell | Composite:
    """A cell, or layers or directions of networks that are less deep."""
    shapes = ["cell", "layers", "directions"][: (3 if both_ways else 2) if depth else 1]
    shape = draw(st.sampled_from(shapes))

    def inner(width: int) -> Cell | Composite:
        return draw(networks(width, depth - 1, both_ways=both_ways))

    if shape == "directions":
        return Bidirectional(inner(d), inner(d))
    if shape == "layers":
        layers = [inner(d)]
        for _ in range(draw(st.integers(1, 2))):
            layers.append(inner(layers[-1].output_size))
        return Stacked(*layers)
    return draw(cells(d))


def first_states(cell: Cell | Composite, n: int, rng: np.random.Generator) -> dict[str, Array]:
    """Initial states, none of them zero; a normaliser is above zero."""
    trace = finite(lambda: cell.run(np.ones((1, 1, cell.input_size))))
    drawn = {
        f"{state}0": rng.normal(size=(n, trace[f"{state}0"].shape[1])) for state in cell.states
    }
    return {name: 0.5 + np.abs(one) if name.endswith("N0") else one for name, one in drawn.items()}


def model_of(cell: Cell | Composite, rng: np.random.Generator) -> SequenceModel:
    q = cell.input_size
    W_hq, b_q = rng.normal(size=(cell.output_size, q)), rng.normal(size=(1, q))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=Vocabulary(CHARACTERS[:q]))


@st.composite
def cases(draw: st.DrawFn, of: Made = networks, **options: Any) -> Case:
    """of: gives the networks for so many inputs."""
    d, T, n = (
        draw(st.integers(2, len(CHARACTERS))),
        draw(st.integers(1, 7)),
        draw(st.integers(1, 3)),
    )
    cell = draw(of(d, **options))
    rng = np.random.default_rng(draw(SEEDS))
    model = model_of(cell, rng)
    X, k = rng.normal(size=(T, n, d)), rng.integers(d, size=(T, n))
    initial = first_states(cell, n, rng)
    trace = finite(lambda: model.run(X, k, **initial))
    return Case(model, X, k, initial, trace)


@st.composite
def some_holds(draw: st.DrawFn, trace: Trace, samples: int = 1) -> list[Hold]:
    """Quantities held at some places, some of them twice, where they may meet."""
    T, names = trace.steps, [*trace.cell.widths]
    holds = []
    for name in draw(st.lists(st.sampled_from(names), max_size=3)) * draw(st.integers(1, 2)):
        first = draw(st.integers(0, T - 1))
        steps = range(first, draw(st.integers(first, T - 1)) + 1)
        units = draw(st.none() | st.sets(st.integers(0, trace.cell.widths[name] - 1), min_size=1))
        of = st.sets(st.integers(0, samples - 1), min_size=1) if samples > 1 else st.nothing()
        holds.append(
            Hold(
                name,
                draw(st.floats(0.05, 0.95)),
                units and sorted(units),
                draw(st.none() | st.just(steps)),
                draw(st.none() | of.map(sorted)),
            )
        )
    return holds
