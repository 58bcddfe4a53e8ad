"""Units in an order in which neighbours run alike.

SciPy would order the leaves of a tree of clusters; it is no dependency. What stands here is a greedy
path: of all pairs of units, the most alike first, each becomes neighbours if both still have a free
side and are not yet ends of the same piece. That is the greedy edge heuristic for short round trips.
"""

import numpy as np

from rnnviz.cells.activations import Array


def by_likeness(values: Array) -> list[int]:
    """The units, so that neighbours run as alike as a greedy path finds; (N, h) → h numbers.

    Alike is the correlation of their values over the text; a unit that never moves correlates with
    none. Of the two ends, the unit with the smaller number comes first.
    """
    h = values.shape[1]
    likeness = correlations(values)
    first, second = np.triu_indices(h, 1)
    order = np.argsort(-likeness[first, second], kind="stable")
    beside: list[list[int]] = [[] for _ in range(h)]
    # Of each end of a piece, its other end.
    far = list(range(h))
    for a, b in zip(first[order].tolist(), second[order].tolist(), strict=True):
        if len(beside[a]) == 2 or len(beside[b]) == 2 or far[a] == b:
            continue
        beside[a].append(b)
        beside[b].append(a)
        end, other = far[a], far[b]
        far[end], far[other] = other, end
    return _walked(beside)


def correlations(values: Array) -> Array:
    """The correlation of every two units, (h, h); 0 with one that never moves."""
    apart = values - values.mean(axis=0)
    length = np.linalg.norm(apart, axis=0)
    # What a mean leaves of equal numbers is rounding.
    moves = length > 1e-9 * np.sqrt(len(values)) * np.maximum(1, np.abs(values).max(axis=0))
    scaled = np.divide(apart, length, out=np.zeros_like(apart), where=moves)
    found: Array = scaled.T @ scaled
    return found


def _walked(beside: list[list[int]]) -> list[int]:
    """The path from the end with the smaller number."""
    unit = min(unit for unit, ones in enumerate(beside) if len(ones) < 2)
    walk, before = [unit], -1
    while next_ := [one for one in beside[unit] if one != before]:
        before, unit = unit, next_[0]
        walk.append(unit)
    return walk
