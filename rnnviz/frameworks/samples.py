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
        said.append(translate(LOSS).format(loss=f"{loss:.4g}"))
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
    return tuple(
        _answers(array(first), array(targets), _is_whole(targets), lengths, batch_first, classes)
    )


def _is_whole(targets: Any) -> bool:
    return not (targets.is_floating_point() or targets.is_complex())


def _answers(
    output: Array,
    targets: Array,
    is_whole: bool,
    lengths: Indices,
    batch_first: bool,
    classes: Names,
) -> Iterator[Answer]:
    n = len(lengths)
    if is_whole and targets.shape == (n,) and output.ndim == 2 and len(output) == n:
        for scores, right in zip(output, targets, strict=True):
            said = {
                "said": named(classes, int(scores.argmax())),
                "right": named(classes, int(right)),
            }
            is_right = scores.argmax() == right
            yield Answer("right", {"said": said["said"]}) if is_right else Answer("wrong", said)
    elif is_whole and targets.ndim == 2 and output.shape[:-1] == targets.shape and output.ndim == 3:
        is_by_sample = len(targets) == n and (targets.shape[1] != n or batch_first)
        axis = 0 if is_by_sample else 1
        if targets.shape[axis] != n:
            return
        for k, steps in enumerate(lengths):
            right = np.take(targets, k, axis)[:steps]
            said = np.take(output, k, axis).argmax(axis=-1)[:steps]
            counts = right != LEFT_OUT
            values = {"right": (said == right)[counts].sum(), "count": counts.sum()}
            yield Answer("steps", {name: str(one) for name, one in values.items()})
    elif output.size == targets.size == n and len(output) == len(targets) == n:
        for value, target in zip(output.ravel(), targets.ravel(), strict=True):
            both = {"said": value, "right": target}
            written = {name: f"{one:.4g}".replace("-", "−") for name, one in both.items()}
            yield Answer("value", written)
