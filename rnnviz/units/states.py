"""The states of a whole text as points: which are alike, and where they lie in a few dimensions."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.model import Indices
from rnnviz.units.reading import Reading

By = Literal["euclid", "cosine"]
# How many places `agreement` looks around, at most.
LOOKED_AT = 200


class Agreement(NamedTuple):
    """How often the next characters of similar places are the same.

    share: of the nearest places. chance: of places chosen at random. places: around how many
    places it was counted.
    """

    share: float
    chance: float
    places: int


def nearest(seen: Reading, at: int, k: int = 20, by: By = "euclid", quantity: str = "H") -> Indices:
    """The places whose states are most like that of place `at`, nearest first, without itself, (k,).

    by: Euclidean distance, or 1 − the cosine of the angle. Of equal distances the earlier place
    comes first; a text of fewer places gives all the others.
    Raises ValueError for a place, a number, a quantity or a distance that does not fit.
    """
    _check(seen, at, k, by, quantity)
    return _nearest(_prepared(seen[quantity], by), at, k)


def distances(seen: Reading, at: int, by: By = "euclid", quantity: str = "H") -> Array:
    """The distance of each place's state from that of place `at`, (N,).

    by: as for `nearest`, which says what is raised.
    """
    _check(seen, at, 1, by, quantity)
    squares = _squares(_prepared(seen[quantity], by), at)
    # Of two vectors of length 1, the squared distance is twice 1 − cosine.
    return np.sqrt(squares) if by == "euclid" else squares / 2


def agreement(
    seen: Reading,
    at: int | None = None,
    k: int = 20,
    by: By = "euclid",
    quantity: str = "H",
    seed: int = 0,
) -> Agreement:
    """How often the next character is the same at the k nearest places as at place `at` itself; by
    default over some two hundred places drawn from the text.

    The last place has no next character: it counts nowhere, and around itself nothing is counted.
    Raises ValueError as `nearest` does.
    """
    _check(seen, at or 0, k, by, quantity)
    states, following = _prepared(seen[quantity][:-1], by), seen.indices[1:]
    last = len(following)
    drawn = np.random.default_rng(seed).choice(last, min(last, LOOKED_AT), replace=False)
    places = [one for one in (drawn if at is None else [at]) if one < last]
    if not places or last < 2:
        return Agreement(0.0, 0.0, 0)
    same = [(following[_nearest(states, one, k)] == following[one]).mean() for one in places]
    # Of the other places, each is as likely as another.
    chance = (np.bincount(following)[following[places]] - 1) / (last - 1)
    return Agreement(float(np.mean(same)), float(chance.mean()), len(places))


@dataclass(frozen=True, eq=False)
class Axes:
    """The principal components of a quantity's values over a text.

    mean: (h,). directions: unit vectors, one a row, the one with most variance first, (n, h); each
    points to where its largest element is positive. share: of the variance, each direction's, (n,).
    """

    mean: Array
    directions: Array
    share: Array

    def project(self, values: Array) -> Array:
        """The coordinates of some values of the quantity, (·, h), on the directions, (·, n)."""
        return (values - self.mean) @ self.directions.T


def axes(seen: Reading, quantity: str = "H", n: int = 2) -> Axes:
    """The first n principal components of a quantity, into which more than the text's own states
    can be projected, such as fixed points.

    Raises ValueError for a quantity that is not in the reading, and for an n that is not from 1 to
    its number of units.
    """
    if quantity not in seen:
        raise ValueError(f"quantity is {quantity!r}; the reading has {', '.join(seen)}.")
    values = seen[quantity]
    h = values.shape[1]
    if not 1 <= n <= h:
        raise ValueError(f"n is {n}; {quantity} has from 1 to {h} components.")
    mean = values.mean(axis=0)
    # The eigenvectors of the covariance are the right singular vectors of the centred values.
    variances, vectors = np.linalg.eigh(np.cov(values, rowvar=False, ddof=0).reshape(h, h))
    directions = vectors[:, ::-1][:, :n].T
    largest = np.abs(directions).argmax(axis=1)
    signs = np.sign(directions[np.arange(n), largest])
    total = variances.sum()
    share = np.maximum(variances[::-1][:n], 0) / total if total > 0 else np.zeros(n)
    return Axes(mean, directions * signs[:, np.newaxis], share)


def components(seen: Reading, quantity: str = "H", n: int = 2) -> tuple[Array, Array]:
    """The values of a quantity in its first n principal components, (N, n), and the share of the
    variance that each holds, (n,).

    Raises ValueError as `axes` does.
    """
    found = axes(seen, quantity, n)
    return found.project(seen[quantity]), found.share


def _check(seen: Reading, at: int, k: int, by: str, quantity: str) -> None:
    if quantity not in seen:
        raise ValueError(f"quantity is {quantity!r}; the reading has {', '.join(seen)}.")
    if not 0 <= at < len(seen.text):
        raise ValueError(f"at is {at}; places run from 0 to {len(seen.text) - 1} here.")
    if k < 1:
        raise ValueError(f"k is {k}; it must be a whole number from 1.")
    if by not in {"euclid", "cosine"}:
        raise ValueError(f"by is {by!r}; it must be euclid or cosine.")


def _prepared(states: Array, by: By) -> Array:
    """The states themselves, or of length 1 for cosine; a state of zeros stays."""
    if by == "euclid":
        return states
    lengths = np.linalg.norm(states, axis=1, keepdims=True)
    return states / np.where(lengths > 0, lengths, 1)


def _squares(states: Array, at: int) -> Array:
    """The squared distance of each state from that of place `at`, (N,)."""
    difference = states - states[at]
    return np.einsum("ij,ij->i", difference, difference)


def _nearest(states: Array, at: int, k: int) -> Indices:
    squares = _squares(states, at)
    squares[at] = np.inf
    k = min(k, len(squares) - 1)
    near = np.flatnonzero(squares <= np.partition(squares, k - 1)[k - 1]) if k else np.arange(0)
    return near[np.argsort(squares[near], kind="stable")][:k]
