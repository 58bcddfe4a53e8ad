"""Tasks from a seed: a small network whose numbers tell right from wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short

import numpy as np

from rnnviz.cells import GRU, LSTM, RNN, Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.equation import parse, text
from rnnviz.cells.expression import Apply, Expression, Matmul, Negative, Parameter, Tensor
from rnnviz.model import OUTPUT_PHASES, TARGET, SequenceModel
from rnnviz.practice.judging import Judged, Sight, is_near, judged
from rnnviz.practice.operations import operations
from rnnviz.practice.rounding import DECIMALS, HALF, WRITTEN
from rnnviz.practice.slips import LOG2_E, SLIPS, wrong
from rnnviz.text import Vocabulary
from rnnviz.trace import Trace


@dataclass(frozen=True)
class Family:
    """What is computed: a step of a cell, or what the output layer makes of its hidden state."""

    cell: type[Cell]
    is_output: bool = False


FAMILIES: Mapping[str, Family] = {
    "rnn.step": Family(RNN),
    "gru.step": Family(GRU),
    "lstm.step": Family(LSTM),
    "softmax": Family(RNN, is_output=True),
}
# Of the output layer: logits and prediction as the model has them, and the loss of the target (003, "cross entropy").
OUTPUT = {
    one.target: one.expression
    for one in (parse(phase.equation, ("W_hq", "b_q")) for phase in OUTPUT_PHASES)
} | {"loss": Negative(Apply("log", Matmul(Tensor("Y_hat"), Parameter(TARGET))))}
UNITS = 2
LETTERS = "abc"
TEXT = "cab"
STEPS = 2
# The largest weight, and how far a gate stands from ½ where one asks whether it is open.
LARGEST = 2.0
CLEAR = 0.1
# A task whose answers may be further off could not tell right from wrong.
COARSE = 0.1
# Of an LSTM's networks one of fifty is telling, of the others more; of so many in a row one is.
MOST_DRAWN = 2000
# One word of the generator's, which the browser has, too.
LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Task:
    """A step to compute: the last one after `steps` characters of the text have been read.

    What is given: the characters, the next of which is the target, the parameters, which have two
    decimals, and `given`. wanted: the quantities of the step, in the order in which they are
    computed.
    """

    family: str
    seed: int
    model: SequenceModel
    text: str
    steps: int

    @cached_property
    def trace(self) -> Trace:
        return self.model.trace(self.text[: self.steps], targets=self.text[1 : self.steps + 1])

    @cached_property
    def equations(self) -> dict[str, Expression]:
        """Of each wanted quantity, as a tree."""
        if FAMILIES[self.family].is_output:
            return OUTPUT
        return {one.target: one.expression for one in self.model.cell.description.equations}

    @cached_property
    def parameters(self) -> dict[str, Array]:
        """The model's, and what equations and slips read as one: the target as a column, and log₂ e."""
        target = self.model.labels.one_hot(self.text[self.steps]).reshape(-1, 1)
        return {**self.model.parameters, TARGET: target, LOG2_E: np.full((1, 1), np.log2(np.e))}

    @property
    def wanted(self) -> tuple[str, ...]:
        return tuple(self.equations)

    @cached_property
    def entries(self) -> dict[str, Expression]:
        """All that can be entered, by its name: each operation as its equation writes it, and the quantity after its
        own ones."""
        found: dict[str, Expression] = {}
        for name, equation in self.equations.items():
            *parts, whole = operations(equation)
            found |= {text(one): one for one in parts} | {name: whole}
        return found

    @property
    def given(self) -> dict[str, Array]:
        """The states after the step before, or for an output layer the hidden state, (h,) each."""
        if FAMILIES[self.family].is_output:
            return {"H": self._read(Tensor("H"))[0]}
        states = self.model.cell.states
        return {name: self._read(Tensor(name, before=True))[0] for name in states}

    @cached_property
    def answers(self) -> dict[str, Array]:
        """The right numbers, not rounded, (h,) each."""
        return {name: self._read(Tensor(name))[0] for name in self.wanted}

    @cached_property
    def tolerances(self) -> dict[str, Array]:
        """How far off a reader may be who rounds each number he reads and computes, (h,) each."""
        found: dict[str, Array] = {}
        for name, equation in self.equations.items():
            _, found[name] = self._sight({}, found).computed(equation)
        return found

    def judge(self, entered: Mapping[str, object]) -> dict[str, Judged]:
        """What is right about what was entered: some or all of `wanted`, and operations on the way to them, "X @ W_xr".

        Raises ValueError for a name that is none of `entries`, and for an answer that is not as many finite numbers as
        it has.
        """
        for name in entered:
            if name not in self.entries:
                raise ValueError(
                    f"{short(name)} is not wanted; wanted are {', '.join(self.wanted)}."
                )
        true = self._sight({}, self.tolerances)
        own = {
            name: _numbers(name, entered[name], true.computed(e)[0].size)
            for name, e in self.entries.items()
            if name in entered
        }
        his = self._sight(own, self.tolerances)
        return {name: judged(self.entries[name], answer, true, his) for name, answer in own.items()}

    @property
    def is_telling(self) -> bool:
        """Whether no slip gives a right answer, gates are open or shut, and units differ."""
        gates = [one.name for one in self.model.cell.description.quantities if one.kind == "gate"]
        if any((np.abs(self.answers[gate] - 0.5) < CLEAR).any() for gate in gates):
            return False
        vectors = [answer for answer in self.answers.values() if answer.size > 1]
        if any(np.ptp(answer) <= 2 * HALF for answer in vectors):
            return False
        if any((off > COARSE).any() for off in self.tolerances.values()):
            return False
        sight = self._sight({}, self.tolerances)
        for name, equation in self.equations.items():
            for slip in SLIPS:
                for one in wrong(slip, equation):
                    found, off = sight.computed(one)
                    if is_near(found, self.answers[name], off + self.tolerances[name]):
                        return False
        return True

    def _read(self, tensor: Tensor) -> Array:
        """A quantity of the step that is asked, or of the one before it, (1, h); a loss is (1, 1)."""
        t = self.steps - 1
        if tensor.before:
            return self.trace.before(tensor.name)[t]
        return self.trace[tensor.name][t].reshape(1, -1)

    def _sight(self, own: Mapping[str, Array], off: Mapping[str, Array]) -> Sight:
        """What a reader sees: what is given, his own entries as far as he made any, else the true ones."""

        def read(tensor: Tensor) -> Array:
            if not tensor.before and tensor.name in own:
                return own[tensor.name][np.newaxis]
            return self._read(tensor)

        def off_by(tensor: Tensor) -> Array:
            if tensor.name == "X":
                return np.zeros((1, self.model.cell.input_size))
            # He may go on with more digits than he has written.
            if tensor.before or tensor.name in own or tensor.name not in self.equations:
                return np.full_like(self._read(tensor), WRITTEN)
            return off[tensor.name][np.newaxis]

        known = {
            self.entries[name]: answer[np.newaxis]
            for name, answer in own.items()
            if name not in self.equations
        }
        phi = str(getattr(self.model.cell, "phi", ""))
        return Sight(read, off_by, self.parameters, phi, known)


def _numbers(name: str, entered: object, count: int) -> Array:
    try:
        answer = np.asarray(entered, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {short(entered)}; it must be {count} numbers.") from None
    if answer.shape != (count,) or not np.isfinite(answer).all():
        raise ValueError(f"{name} is {short(entered)}; it must be {count} finite numbers.")
    return answer


def families() -> tuple[str, ...]:
    """The families of tasks, such as "gru.step"."""
    return tuple(FAMILIES)


def task(family: str, *, seed: int) -> Task:
    """The task of a seed, always the same one.

    Raises ValueError for a family or a seed that is not there.
    """
    if family not in FAMILIES:
        raise ValueError(f"{family!r} is no family of tasks; there are {', '.join(FAMILIES)}.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed is {seed!r}; it must be a whole number from 0 to {LARGEST_SEED}.")
    for drawn in range(MOST_DRAWN):
        found = _drawn(family, seed, drawn)
        if found.is_telling:
            return found
    raise ValueError(f"None of {MOST_DRAWN} networks of seed {seed} is telling.")


def example(family: str) -> Task:
    """A task of the family for its equations and shapes; whether its numbers tell anything is left open."""
    return _drawn(family, 0, 0)


def _drawn(family: str, seed: int, drawn: int) -> Task:
    return Task(family, seed, _network(FAMILIES[family].cell, (seed, drawn)), TEXT, STEPS)


def _network(cell: type[Cell], seed: tuple[int, int]) -> SequenceModel:
    """A network whose parameters have two decimals."""
    rng = np.random.default_rng(seed)
    model = SequenceModel.random(cell, Vocabulary(LETTERS), UNITS, seed=0)
    drawn = {
        name: np.round(rng.uniform(-LARGEST, LARGEST, own.shape), DECIMALS)
        for name, own in model.parameters.items()
    }
    return model.with_parameters(**drawn)
