"""What is known of each sample of a batch: the tokens that a layer reads step by step, and what the module answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.frameworks.calls import Call, array
from rnnviz.locale import N_

Names = Sequence[str] | Mapping[int, str] | None
Indices = npt.NDArray[np.intp]

# Of the same token a layer reads the same numbers, but for rounding.
ROUNDING = 1e-5
LONGEST = 64
# The target that a loss of classes leaves out, as PyTorch has it.
LEFT_OUT = -100
LOSS = N_("loss of the batch {loss}")


@dataclass(frozen=True)
class Kind:
    """A kind of answer: its sentence, and the names of what fills it in."""

    message: str
    names: frozenset[str]


ANSWERS = {
    "right": Kind(N_("class {said}, which is right"), frozenset({"said"})),
    "wrong": Kind(N_("class {said}; right is {right}"), frozenset({"said", "right"})),
    "steps": Kind(N_("right at {right} of {count} steps"), frozenset({"right", "count"})),
    "value": Kind(N_("{said}; right is {right}"), frozenset({"said", "right"})),
}


@dataclass(frozen=True)
class Answer:
    """What a module answered for a sample. kind: one of ANSWERS; values: what fills its sentence in."""

    kind: str
    values: Mapping[str, str]

    def sentence(self, translate: Callable[[str], str]) -> str:
        return translate(ANSWERS[self.kind].message).format(**self.values)


def told(
    answers: Sequence[Answer], loss: float | None, k: int, translate: Callable[[str], str]
) -> str:
    """What is to be said of a sample beside its stage."""
    said = [answers[k].sentence(translate)] if k < len(answers) else []
    if loss is not None:
        said.append(translate(LOSS).format(loss=_written(loss)))
    return " · ".join(said)


def tokens(
    arguments: Sequence[Any], call: Call, batch_first: bool, words: Names
) -> tuple[tuple[str, ...], ...]:
    """What each sample reads, to its own end: of each step the token, by its number or by its word.

    An argument of the module's has tokens where it has whole numbers, one for each step, and the layer reads the same
    vector wherever it has the same number. () where none has.
    """
    for one in arguments:
        ids = _steps_of(one, call, batch_first)
        if ids is not None and _are_read(ids, call):
            return tuple(
                tuple(named(words, int(token)) for token in ids[:steps, k])
                for k, steps in enumerate(call.lengths)
            )
    return ()


def _steps_of(argument: Any, call: Call, batch_first: bool) -> Indices | None:
    """An argument of whole numbers as (T, n), if it has one for each step."""
    T, n = call.X.shape[:2]
    if not hasattr(argument, "is_floating_point") or argument.dim() != 2:
        return None
    if argument.is_floating_point() or argument.is_complex():
        return None
    ids = np.asarray(argument.detach().cpu().numpy(), dtype=np.intp)
    # Padding beyond the longest line is not read where lines end by themselves.
    ends = len(set(call.lengths)) > 1
    fitting = [
        own
        for own, is_first in ((ids, False), (ids.T, True))
        if own.shape[1] == n
        and (len(own) == T or (ends and len(own) > T))
        and (ids.shape[0] != ids.shape[1] or is_first == batch_first)
    ]
    return fitting[0] if fitting else None


def _are_read(ids: Indices, call: Call) -> bool:
    inside = np.arange(len(call.X))[:, np.newaxis] < call.lengths
    own, rows = ids[: len(call.X)][inside], call.X[inside]
    _, first, inverse = np.unique(own, return_index=True, return_inverse=True)
    most = np.abs(rows).max(initial=0)
    return bool(np.abs(rows - rows[first[inverse]]).max(initial=0) <= ROUNDING * most)


def named(names: Names, number: int) -> str:
    """A token or class by its name, where it has one."""
    try:
        name = str(number if names is None or number < 0 else names[number])
    except (KeyError, IndexError):
        return str(number)
    # Half of a surrogate pair is no character.
    return name[:LONGEST].encode("utf-8", "replace").decode()


def answers(
    output: Any, targets: Any, lengths: Indices, batch_first: bool, classes: Names
) -> tuple[Answer, ...]:
    """What the module answered for each sample: a class, one for each step, or a number. () where it is something
    else."""
    first = output[0] if isinstance(output, tuple) and output else output
    if not all(hasattr(one, "detach") for one in (first, targets)):
        return ()
    return tuple(_answers(first.detach(), targets.detach(), lengths, batch_first, classes))


def _answers(
    output: Any, targets: Any, lengths: Indices, batch_first: bool, classes: Names
) -> Iterator[Answer]:
    n, right = len(lengths), array(targets)
    if _are_classes(output, right) and not targets.is_floating_point():
        # Scores of thousands of words stay where they are.
        said = array(output.argmax(-1))
        if right.ndim == 1 and len(right) == n:
            for one, target in zip(said, right, strict=True):
                yield _of_class(int(one), int(target), classes)
        elif right.ndim == 2 and n in right.shape:
            is_by_sample = len(right) == n and (right.shape[1] != n or batch_first)
            for k, steps in enumerate(lengths):
                own, target = (one[k] if is_by_sample else one[:, k] for one in (said, right))
                counts = target[:steps] != LEFT_OUT
                values = [(own == target)[:steps][counts].sum(), counts.sum()]
                yield Answer("steps", dict(zip(("right", "count"), map(str, values), strict=True)))
    elif output.numel() == right.size == n and len(output) == len(right) == n:
        for value, target in zip(array(output).ravel(), right.ravel(), strict=True):
            yield Answer("value", {"said": _written(value), "right": _written(target)})


def _are_classes(output: Any, right: Array) -> bool:
    """Whether each target names one of the scores of its answer."""
    count = output.shape[-1] if output.dim() > 1 else 0
    if tuple(output.shape[:-1]) != right.shape or count < 2:
        return False
    counted = right[right != LEFT_OUT]
    return bool(((counted >= 0) & (counted < count)).all())


def _of_class(said: int, right: int, classes: Names) -> Answer:
    if said == right:
        return Answer("right", {"said": named(classes, said)})
    return Answer("wrong", {"said": named(classes, said), "right": named(classes, right)})


def _written(number: float) -> str:
    return f"{number:.4g}".replace("-", "−")
