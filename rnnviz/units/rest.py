"""Where the state rests while one character comes again and again: the fixed points of a step.

They are found by Newton's method from states of a text (Sussillo and Barak 2013), stable ones and
unstable ones alike; the eigenvalues of the step's Jacobian say which. All states of the cell count:
in an LSTM H and C.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Cell
from rnnviz.cells.activations import Array
from rnnviz.explain.jacobians import step_jacobians
from rnnviz.locale import N_, Refusal
from rnnviz.model import Indices
from rnnviz.text import visible
from rnnviz.trace import Trace
from rnnviz.units.reading import Reading

# The search begins from where states of the text are after these steps of the character: the last
# ones lead to where it comes to rest, the first ones to unstable points as well. Where a state goes
# on moving, it also begins in the middle of its way, since what goes round and round has an unstable
# point within.
STARTS = 16
AFTER = (2, 10, 50, 200)
# Numbers in the Jacobians of all of them: a large network has fewer.
NUMBERS = 2_000_000
# Newton's steps, and how far one of them leads at most, as a share of the largest state. Not each has
# to lead nearer: to a state that rests slowly the way leads over places that move more. From the last
# states a step that does lead nearer goes its whole way, since a memory may still grow a hundredfold.
NEWTON = 20
FARTHEST = 0.3
# A state rests where no unit moves by more than this, of its size or of 1; two such states are the
# same where they differ by less than the second; and two searches as near as the third are one.
STILL = 1e-11
SAME = 1e-6
NEAR = 1e-4
# Newton's method may end far out, where gates are shut to the last digit and everything rests. A
# point that is FAR times farther out than any state of the search counts if states are drawn to it: an
# eigenvalue that is 1 but for rounding says that they are not.
FAR = 2
DRAWN = 1 - 1e-6
NO_REST = N_("{cell}: where a state rests can be computed for one layer that has a state.")


@dataclass(frozen=True, eq=False)
class FixedPoint:
    """A state that the character leaves as it is.

    state: of each of the cell's states, (h,). eigenvalues: of the step's Jacobian there, the
    largest first, (m,) for m units of all states. starts: from how many states it was found.
    """

    state: Mapping[str, Array]
    eigenvalues: npt.NDArray[np.complex128]
    starts: int

    @property
    def is_stable(self) -> bool:
        """Whether the state comes back after a small push."""
        return bool(abs(self.eigenvalues[0]) < 1)


def rest(seen: Reading, character: str, seed: int = 0, is_whole: bool = True) -> list[FixedPoint]:
    """The fixed points that are found from states of the text: stable ones first, then those that
    were found from more states.

    is_whole: else only those near which states of the text are after 200 more steps of the
    character, which takes a small part of the time.
    Raises Refusal for a character that the network does not know, and for a network of several
    layers, of both directions or without a state.
    """
    cell = seen.model.cell
    if not isinstance(cell, Cell) or not cell.states:
        raise Refusal(NO_REST, cell=cell.title)
    if character not in seen.model.vocabulary:
        raise Refusal(
            N_("The network does not know the character {character}."), character=visible(character)
        )
    x = seen.model.vocabulary.one_hot([character])
    ends, before = _starts(seen, cell, x, seed)
    found, counts = _newton(cell, x, ends, is_free=True)
    if is_whole:
        more, of = _newton(cell, x, before, is_free=False)
        found, counts = np.concatenate([found, more]), np.concatenate([counts, of])
    found, counts = _together(found, counts, SAME)
    near = (abs(found) <= FAR * abs(np.concatenate([ends, before])).max(axis=0)).all(axis=1)
    points = [_point(cell, x, s, int(count)) for s, count in zip(found, counts, strict=True)]
    real = [one for one, is_near in zip(points, near, strict=True) if is_near or _draws(one)]
    return sorted(real, key=lambda point: (not point.is_stable, -point.starts))


def _draws(point: FixedPoint) -> bool:
    return bool(abs(point.eigenvalues[0]) < DRAWN)


def _starts(seen: Reading, cell: Cell, x: Array, seed: int) -> tuple[Array, Array]:
    """The states from which the search begins: the last ones, and those before, (·, m) each."""
    m = len(cell.states) * cell.hidden_size
    count = min(STARTS, max(2, NUMBERS // (len(AFTER) * m**2)))
    places = np.random.default_rng(seed).permutation(len(seen.text))[:count]
    of_text = np.concatenate([seen[state][places] for state in cell.states], axis=1)
    on = _run(cell, np.repeat(x, AFTER[-1], axis=0), of_text)
    way = np.concatenate([on[state] for state in cell.states], axis=2)  # (200, count, m)
    middle = way[len(way) // 2 :].mean(axis=0)
    goes_on = _size(middle - way[-1], way[-1]) > NEAR
    *before, ends = way[np.array(AFTER) - 1]
    return ends, np.concatenate([*before, middle[goes_on]])


def _point(cell: Cell, x: Array, s: Array, starts: int) -> FixedPoint:
    """The fixed point at s, (m,)."""
    J = step_jacobians(_run(cell, x, s[np.newaxis]))[0, 0]
    eigenvalues = np.linalg.eigvals(J).astype(np.complex128)
    order = np.argsort(-abs(eigenvalues), kind="stable")
    parts = dict(zip(cell.states, np.split(s, len(cell.states)), strict=True))
    return FixedPoint(parts, eigenvalues[order], starts)


def _run(cell: Cell, X: Array, states: Array) -> Trace:
    """The same characters, (T, 1, d), read from several states, (n, m)."""
    parts = np.split(states, len(cell.states), axis=1)
    first = {f"{state}0": part for state, part in zip(cell.states, parts, strict=True)}
    return cell.run(np.broadcast_to(X, (len(X), len(states), X.shape[2])), **first)


def _after(cell: Cell, trace: Trace) -> Array:
    """All states of the last step side by side, (n, m)."""
    return np.concatenate([trace[state][-1] for state in cell.states], axis=1)


def _newton(cell: Cell, x: Array, starts: Array, is_free: bool) -> tuple[Array, Indices]:
    """The fixed points to which Newton's method leads from some states, (·, m), and from how many
    of these each was found. is_free: whether a step that leads nearer may be of any length."""
    s, counts = _together(starts, np.ones(len(starts), int), NEAR)
    farthest = FARTHEST * max(1.0, float(abs(starts).max()))
    found, of = [], []
    trace, moved = _moved(cell, x, s)
    for _ in range(NEWTON):
        is_still = _size(moved, s) < STILL
        found.append(s[is_still])
        of.append(counts[is_still])
        if is_still.all():
            break
        k = np.flatnonzero(~is_still)
        J = step_jacobians(trace)[0, k]  # (n, m, m)
        step = _solved(J - np.eye(s.shape[1]), -moved[k])
        share = np.minimum(1, farthest / abs(step).max(axis=1, keepdims=True))
        if is_free:
            there = s[k] + step
            is_nearer = _size(_moved(cell, x, there)[1], there) < _size(moved[k], s[k])
            share[is_nearer] = 1
        s, counts = s[k] + share * step, counts[k]
        trace, moved = _moved(cell, x, s)
    return np.concatenate(found), np.concatenate(of)


def _moved(cell: Cell, x: Array, s: Array) -> tuple[Trace, Array]:
    """One step from each state, and by how much the state changes."""
    trace = _run(cell, x, s)
    return trace, _after(cell, trace) - s


def _solved(A: Array, b: Array) -> Array:
    """The shortest solution of each equation; where a unit may be anything, A is singular."""
    column = b[..., np.newaxis]
    try:
        solved = np.linalg.solve(A, column)
    except np.linalg.LinAlgError:
        solved = np.linalg.pinv(A) @ column
    return solved[..., 0].astype(np.float64)


def _size(moved: Array, s: Array) -> Array:
    """The largest movement of a unit, of its size or of 1, (n,)."""
    return (abs(moved) / np.maximum(1, abs(s))).max(axis=1)


def _together(s: Array, counts: Indices, near: float) -> tuple[Array, Indices]:
    """States that are nearer than that to one another as one, with the sum of their counts."""
    kept: list[int] = []
    sums = np.zeros(len(s), int)
    for k, state in enumerate(s):
        apart = _size(s[kept] - state, state)
        of = kept[int(apart.argmin())] if kept and apart.min() < near else k
        if of == k:
            kept.append(k)
        sums[of] += counts[k]
    return s[kept], sums[kept]
