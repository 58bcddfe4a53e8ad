"""Tasks from a seed: small numbers that tell right from wrong."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from reprlib import repr as short

import numpy as np

from rnnviz.cells import Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Apply, Expression, Leaf, Parameter, Tensor, value, walk
from rnnviz.model import TARGET, SequenceModel
from rnnviz.practice.exercises import CONSTANTS, EXERCISES, Drawn, Exercise
from rnnviz.practice.families import FAMILIES, Family
from rnnviz.practice.judging import Judged, Sight, is_near, judged
from rnnviz.practice.operations import operations
from rnnviz.practice.rounding import DECIMALS, HALF, WRITTEN
from rnnviz.practice.slips import LOG2_E, SLIPS, wrong
from rnnviz.text import Vocabulary
from rnnviz.trace import Trace

UNITS = 2
LETTERS = "abc"
TEXT = "cab"
STEPS = 2
# The largest weight, and how far a gate stands from ½ where one asks whether it is open.
LARGEST = 2.0
CLEAR = 0.1
# Each number of an answer is at least so large: less than that is hardly told from nothing.
LEAST = 0.03
# A task whose answers may be further off could not tell right from wrong.
COARSE = 0.1
# Of the numbers for backpropagation one draw of two hundred is telling, of the others more. Of so many in a row one is;
# with a tenth of them, one seed in twenty thousand had no task.
MOST_DRAWN = 20_000
# What stands in equations and slips as a number, by the names that they have for it.
NUMBERS: Mapping[str, float] = {**CONSTANTS, LOG2_E: float(np.log2(np.e))}
# One word of the generator's, which the browser has, too.
LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Task(ABC):
    """Quantities to compute from numbers that are given.

    wanted: the quantities, in the order in which they are computed. parameters, given: the numbers that their
    equations take.
    """

    family: str
    seed: int

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, Array]:
        """What has no more decimals than are shown, (i, j) each, and what equations and slips have as a number."""

    @property
    @abstractmethod
    def letters(self) -> tuple[str, ...]:
        """What shares of a prediction are of; none where nothing is predicted."""

    @property
    @abstractmethod
    def target(self) -> str:
        """The right one of the letters, or ""."""

    @property
    def equations(self) -> Mapping[str, Expression]:
        """Of each wanted quantity, as a tree."""
        return FAMILIES[self.family].equations

    @property
    def wanted(self) -> tuple[str, ...]:
        return tuple(self.equations)

    @cached_property
    def entries(self) -> dict[str, Expression]:
        """All that can be entered, by its name: each operation once, as its equation writes it, and the quantity after
        its own ones."""
        found: dict[str, Expression] = {}
        for name, equation in self.equations.items():
            *parts, whole = operations(equation)
            found |= {text(one): one for one in parts if text(one) not in found} | {name: whole}
        return found

    @property
    def taken(self) -> dict[str, Tensor]:
        """The quantities that the equations take and nobody has to compute, but for the input."""
        leaves = [one for e in self.equations.values() for one in walk(e)]
        found = {text(one): one for one in leaves if isinstance(one, Tensor) and one.name != "X"}
        return {name: one for name, one in found.items() if name not in self.equations}

    @cached_property
    def given(self) -> dict[str, Array]:
        """The numbers of what is taken, (h,) or (q,) each: those of the state after the step before as H_prev."""
        return {name: self._traced(one)[0] for name, one in self.taken.items()}

    @cached_property
    def answers(self) -> dict[str, Array]:
        """The right numbers, not rounded, (h,) or (q,) each."""
        found: dict[str, Array] = {}

        def read(leaf: Leaf) -> Array:
            if isinstance(leaf, Parameter):
                return self.parameters[leaf.name]
            name = text(leaf)
            return found[name][np.newaxis] if name in found else self._traced(leaf)

        for name, e in self.equations.items():
            found[name] = value(e, read, self.phi).reshape(-1)
        return found

    def size(self, e: Expression) -> int:
        """How many numbers the value of an equation has, or of a part of it."""
        return self._sight({}, self.tolerances).computed(e)[0].size

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
        return {
            name: judged(self.entries[name], answer, true, his, self.slips(self.entries[name]))
            for name, answer in own.items()
        }

    @property
    def is_telling(self) -> bool:
        """Whether no slip gives a right answer, gates are open or shut, units differ, and no number is nearly 0."""
        gates = [self.answers[gate] for gate in self.gates if gate in self.answers]
        if any((np.abs(answer - 0.5) < CLEAR).any() for answer in gates):
            return False
        # What ReLU has cut off is 0 whatever its sign.
        asked = {name: own for name, own in self.answers.items() if not self._is_cut(name)}
        if any((np.abs(answer) < LEAST).any() for answer in asked.values()):
            return False
        vectors = [answer for answer in self.answers.values() if answer.size > 1]
        if any(np.ptp(answer) <= 2 * HALF for answer in vectors):
            return False
        if not all((off <= COARSE).all() for off in self.tolerances.values()):
            return False
        sight = self._sight({}, self.tolerances)
        for name in asked:
            for one in chain.from_iterable(self.slips(self.equations[name]).values()):
                found, off = sight.computed(one)
                if is_near(found, self.answers[name], off + self.tolerances[name]):
                    return False
        return True

    def _is_cut(self, name: str) -> bool:
        """Whether ReLU leaves nothing of a quantity."""
        is_relu = isinstance(e := self.equations[name], Apply) and e.function == "relu"
        return is_relu and not self.answers[name].any()

    def slips(self, e: Expression) -> dict[str, tuple[Expression, ...]]:
        """What each slip makes of an entry's expression, where it makes anything that can be computed."""
        return _fitting(self.family, e)

    @property
    def phi(self) -> str:
        """The activation that equations call phi."""
        return ""

    @property
    def gates(self) -> Collection[str]:
        """The quantities of which one asks whether they are open."""
        return ()

    @abstractmethod
    def _traced(self, leaf: Leaf) -> Array:
        """What is given of a quantity, (1, h) or (1, q)."""

    def _read(self, leaf: Leaf) -> Array:
        name = text(leaf)
        return self.answers[name][np.newaxis] if name in self.answers else self._traced(leaf)

    def _sight(self, own: Mapping[str, Array], off: Mapping[str, Array]) -> Sight:
        """What a reader sees: what is given, his own entries as far as he made any, else the true ones."""

        def read(leaf: Leaf) -> Array:
            name = text(leaf)
            return own[name][np.newaxis] if name in own else self._read(leaf)

        def off_by(leaf: Leaf) -> Array:
            name = text(leaf)
            if name == "X":
                return np.zeros_like(self._read(leaf))
            # He may go on with more digits than he has written.
            if name in own or name not in self.equations:
                return np.full_like(self._read(leaf), WRITTEN)
            return off[name][np.newaxis]

        known = {
            self.entries[name]: answer[np.newaxis]
            for name, answer in own.items()
            if name not in self.equations
        }
        return Sight(read, off_by, self.parameters, self.phi, known)


@dataclass(frozen=True)
class StepTask(Task):
    """The last step of a network, after `steps` characters of the text have been read; or what its loss asks of it.

    What is given: the characters, the next of which is the target, the parameters, which have two decimals, and
    `given`.
    """

    model: SequenceModel
    text: str
    steps: int

    @cached_property
    def trace(self) -> Trace:
        return self.model.trace(self.text[: self.steps], targets=self.text[1 : self.steps + 1])

    @cached_property
    def parameters(self) -> Mapping[str, Array]:
        """The model's, and what equations and slips have as one: the target as a column, and numbers."""
        return {**self.model.parameters, **_numbers_of(self)}

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(self.model.labels)

    @property
    def target(self) -> str:
        return self.text[self.steps]

    @property
    def phi(self) -> str:
        return str(getattr(self.model.cell, "phi", ""))

    @property
    def gates(self) -> Collection[str]:
        return [one.name for one in self.model.cell.description.quantities if one.kind == "gate"]

    def _traced(self, leaf: Leaf) -> Array:
        """A quantity of the step that is asked, or of the one before it."""
        if not isinstance(leaf, Tensor):
            raise ValueError(f"{text(leaf)} is computed before it is read.")
        t = self.steps - 1
        return self.trace.before(leaf.name)[t] if leaf.before else self.trace[leaf.name][t]


@dataclass(frozen=True)
class ExerciseTask(Task):
    """An exercise with numbers of its own. drawn: what is given, (i, j) each, by name."""

    drawn: Mapping[str, Array]

    @cached_property
    def parameters(self) -> Mapping[str, Array]:
        read = EXERCISES[self.family].read_off(self.drawn)
        return {**self.drawn, **read, **_numbers_of(self)}

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(EXERCISES[self.family].letters)

    @property
    def target(self) -> str:
        return EXERCISES[self.family].target

    def _traced(self, leaf: Leaf) -> Array:
        raise ValueError(f"{text(leaf)} is neither given nor computed.")


@cache
def _fitting(family: str, e: Expression) -> dict[str, tuple[Expression, ...]]:
    own = example(family)
    sight = own._sight({}, own.tolerances)
    shape = sight.computed(e)[0].shape
    known = {*own.equations, *own.taken, "X"}

    def fits(one: Expression) -> bool:
        if any(isinstance(leaf, Tensor) and text(leaf) not in known for leaf in walk(one)):
            # Nobody reads what he has not before him.
            return False
        try:
            found, _ = sight.computed(one)
        except ValueError:
            # A matrix that is not square, read the wrong way.
            return False
        return found.shape == shape

    kind = FAMILIES[family]
    own_slips = kind.slips.get(e, {}) if isinstance(kind, Exercise) else {}
    found = {
        slip: tuple(filter(fits, (*wrong(slip, e), *own_slips.get(slip, ())))) for slip in SLIPS
    }
    return {slip: trees for slip, trees in found.items() if trees}


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


def task(family: str, *, seed: int) -> StepTask | ExerciseTask:
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
    raise ValueError(f"None of {MOST_DRAWN} tasks of seed {seed} is telling.")


@cache
def example(family: str) -> StepTask | ExerciseTask:
    """A task of the family for its equations and shapes; whether its numbers tell anything is left open."""
    return _drawn(family, 0, 0)


def _drawn(family: str, seed: int, drawn: int) -> StepTask | ExerciseTask:
    kind = FAMILIES[family]
    rng = np.random.default_rng((seed, drawn))
    if isinstance(kind, Exercise):
        return ExerciseTask(family, seed, _draw(kind.drawn, rng))
    network = _network(kind.cell)
    weights = _draw(_weights(network), rng)
    return StepTask(family, seed, network.with_parameters(**weights), TEXT, STEPS)


def drawn_of(kind: Family | Exercise) -> Mapping[str, Drawn]:
    """What is drawn for a task, in the order in which it is."""
    return kind.drawn if isinstance(kind, Exercise) else _weights(_network(kind.cell))


def _network(cell: type[Cell]) -> SequenceModel:
    return SequenceModel.random(cell, Vocabulary(LETTERS), UNITS, seed=0)


def _weights(network: SequenceModel) -> dict[str, Drawn]:
    return {
        name: Drawn(-LARGEST, LARGEST, DECIMALS, *own.shape)
        for name, own in network.parameters.items()
    }


def _draw(drawn: Mapping[str, Drawn], rng: np.random.Generator) -> dict[str, Array]:
    return {
        name: np.round(rng.uniform(own.low, own.high, (own.rows, own.columns)), own.decimals)
        for name, own in drawn.items()
    }


def _numbers_of(task: Task) -> dict[str, Array]:
    """The target as a column, and the numbers that stand in equations."""
    column = np.array([[float(one == task.target)] for one in task.letters])
    numbers = {name: np.full((1, 1), float(number)) for name, number in NUMBERS.items()}
    return numbers | ({TARGET: column} if task.letters else {})
