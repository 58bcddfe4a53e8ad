"""What is known of each sample of a batch: the tokens that a layer reads step by step, and what the module answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
# The target that a loss of classes leaves out, as PyTorch has it.
LEFT_OUT = -100
CLASS_RIGHT = N_("class {said}, which is right")
CLASS_WRONG = N_("class {said}; right is {right}")
STEPS_RIGHT = N_("right at {right} of {count} steps")
VALUE = N_("{said}; right is {right}")


@dataclass(frozen=True)
class Answer:
    """What a module answered for a sample. message: marked with `N_`; values: what fills it in."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, translate: Callable[[str], str]) -> str:
        return translate(self.message).format(**self.values)


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
        return str(number if names is None or number < 0 else names[number])
    except (KeyError, IndexError):
        return str(number)


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
            yield Answer(CLASS_RIGHT if is_right else CLASS_WRONG, said)
    elif is_whole and targets.ndim == 2 and output.shape[:-1] == targets.shape and output.ndim == 3:
        is_by_sample = len(targets) == n and (targets.shape[1] != n or batch_first)
        axis = 0 if is_by_sample else 1
        if targets.shape[axis] != n:
            return
        for k, steps in enumerate(lengths):
            right = np.take(targets, k, axis)[:steps]
            said = np.take(output, k, axis).argmax(axis=-1)[:steps]
            counts = right != LEFT_OUT
            values = {"right": int((said == right)[counts].sum()), "count": int(counts.sum())}
            yield Answer(STEPS_RIGHT, values)
    elif output.size == targets.size == n and len(output) == len(targets) == n:
        for value, target in zip(output.ravel(), targets.ravel(), strict=True):
            yield Answer(VALUE, {"said": f"{value:.4g}", "right": f"{target:.4g}"})
