"""What the batch on which a model is judged shares with the one from which it learns."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.diagnosis.patient import Finding, Patient, Unknown

# Samples that are compared at most, of each batch.
SAMPLES = 512
# What is this share as far from a sample as its nearest neighbour usually is, is that sample.
NEAR = 0.05
# Samples that are shared at least, as a share of all; and so many times as many as one batch has of its own.
LEAST, TIMES = 0.05, 5
# Numbers that differ, in a stretch that tells where it comes from: a pause is like any other.
TELLING = 3
# Steps by which stretches are looked up, and samples that are kept of those that begin alike.
BEGINNING, MOST_ALIKE = 16, 8


def splits_share(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which samples on which the model is judged are in the batch, as they are, nearly, or in part?

    Texts repeat themselves: what the samples of the batch share with each other is no fault.
    """
    fault = "splits-share"
    own, others = (_rows(one, patient.samples) for one in (patient.inputs, patient.others))
    if own.shape[1:] != others.shape[1:] or min(len(own), len(others)) < TELLING:
        yield Unknown(
            fault, "It takes two batches of at least three samples that are equally long."
        )
        return
    n, T = len(others), own.shape[1]
    is_numbers = np.issubdtype(own.dtype, np.floating)
    half = (T + 1) // 2
    kinds: dict[str, Callable[..., Sequence[tuple[int, int]]]] = {
        "{own} of the batch": partial(_shared, length=T),
        "nearly {own} of the batch": _near,
        f"in {half} of {T} steps {{own}} of the batch": partial(_shared, length=half),
    }
    for said, of in kinds.items():
        if of is _near and not is_numbers:
            continue
        found = of(own, others)
        usual = [] if is_numbers else of(own, own)
        if len(found) < max(2, LEAST * n) or len(found) / n <= TIMES * len(usual) / len(own):
            continue
        k, j = found[0]
        yield Finding(
            fault,
            f"{len(found)} of {n} samples on which it is judged are in what it learns from: sample {k} is "
            f"{said.format(own=f'sample {j}')}.",
            {"shared": len(found), "of": n, "judged": k, "learnt": j},
            "the split before windows are cut, by whole series, texts or people",
        )
        return


def _rows(inputs: Any, samples: int) -> npt.NDArray[Any]:
    """(n, T, d), of the first samples."""
    # NumPy has no 16 bits of a bfloat16.
    tensor = inputs.detach().cpu()
    own = (tensor.double() if tensor.is_floating_point() else tensor).numpy()
    own = own if samples == 0 else own.swapaxes(0, 1)
    return np.ascontiguousarray(own[:SAMPLES].reshape(*own[:SAMPLES].shape[:2], -1))


def _shared(
    own: npt.NDArray[Any], others: npt.NDArray[Any], length: int
) -> Sequence[tuple[int, int]]:
    """Of each other sample that has a stretch of this length with one's own: its number, and that one's. Of one batch
    with itself no sample is its own double."""
    known: dict[int, list[tuple[int, int]]] = {}
    for j, row in enumerate(own):
        for first in range(len(row) - length + 1):
            places = known.setdefault(_key(row[first : first + length]), [])
            if len(places) < MOST_ALIKE and (not places or places[-1][0] != j):
                places.append((j, first))
    found: dict[int, int] = {}
    for k, row in enumerate(others):
        for start in range(len(row) - length + 1):
            one = row[start : start + length]
            for j, first in known.get(_key(one), ()):
                is_other = others is not own or j != k
                if is_other and k not in found and _is_same(one, own[j, first : first + length]):
                    found[k] = j
    return [*found.items()]


def _is_same(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """Whether two stretches are the same, and tell where they come from."""
    return np.array_equal(one, other) and len(np.unique(one)) >= TELLING


def _key(stretch: npt.NDArray[Any]) -> int:
    """The same for stretches that begin alike."""
    return hash(stretch[:BEGINNING].tobytes())


def _near(own: npt.NDArray[Any], others: npt.NDArray[Any]) -> Sequence[tuple[int, int]]:
    """Of each other sample that is much nearer to one of one's own than those are to each other."""
    within = _distances(own, own)
    np.fill_diagonal(within, np.inf)
    usual = float(np.median(within.min(axis=1)))
    between = _distances(own, others)
    return [
        (int(k), int(between[:, k].argmin()))
        for k in np.flatnonzero(between.min(axis=0) < NEAR * usual)
    ]


def _distances(own: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(n, m)."""
    a, b = (one.reshape(len(one), -1).astype(np.float64) for one in (own, others))
    # A constant is taken off first, as what is left of large numbers is rounding.
    a, b = a - a.mean(axis=0), b - a.mean(axis=0)
    squares = (a**2).sum(axis=1)[:, np.newaxis] + (b**2).sum(axis=1) - 2 * a @ b.T
    return np.asarray(np.sqrt(np.maximum(squares, 0)))
