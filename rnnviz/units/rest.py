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
from rnnviz.text import visible
from rnnviz.trace import Trace
from rnnviz.units.reading import Reading

# The search begins from states of the text; from where each is after some more steps of the
# character, so that no place where it comes to rest is missed; and from the middle of its way there,
# since one that goes round and round has an unstable point within.
STARTS = 40
STEPS = 200
# Numbers in the Jacobians of all of them: a large network has fewer.
NUMBERS = 2_000_000
# Newton's steps, and how often one of them is halved until it leads nearer.
NEWTON = 40
HALVINGS = 12
# A state rests where no unit moves by more than this, of its size or of 1; two such states are the
# same where they differ by less than the other.
STILL = 1e-11
SAME = 1e-6
# Newton's method may end far out, where gates are shut to the last digit and everything rests. A
# point so many times farther out than any state of the search counts if states are drawn to it: an
# eigenvalue that is 1 but for rounding says that they are not.
FAR = 2
DRAWN = 1 - 1e-6


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


def rest(seen: Reading, character: str, seed: int = 0) -> list[FixedPoint]:
    """The fixed points that are found from states of the text: stable ones first, then those that
    were found from more states.

    Raises Refusal for a character that the network does not know, and for a network of several
    layers, of both directions or without a state.
    """
    cell = seen.model.cell
    if not isinstance(cell, Cell) or not cell.states:
        raise Refusal(
            N_("{cell}: where a state rests can be computed for one layer that has a state."),
            cell=cell.title,
        )
    if character not in seen.model.vocabulary:
        raise Refusal(
            N_("The network does not know the character {character}."), character=visible(character)
        )
    x = seen.model.vocabulary.one_hot([character])
    starts = _starts(seen, cell, x, seed)
    found = _newton(cell, x, starts)
    near = (abs(found) <= FAR * abs(starts).max(axis=0)).all(axis=1)
    points = []
    for group in _groups(found):
        point = _point(cell, x, found[group[0]], len(group))
        if near[group[0]] or abs(point.eigenvalues[0]) < DRAWN:
            points.append(point)
    return sorted(points, key=lambda point: (not point.is_stable, -point.starts))


def _starts(seen: Reading, cell: Cell, x: Array, seed: int) -> Array:
    """The states from which the search begins, (n, m)."""
    m = len(cell.states) * cell.hidden_size
    count = min(STARTS, max(2, NUMBERS // (3 * m**2)))
    places = np.random.default_rng(seed).permutation(len(seen.text))[:count]
    of_text = np.concatenate([seen[state][places] for state in cell.states], axis=1)
    on = _run(cell, np.repeat(x, STEPS, axis=0), of_text)
    middle = np.concatenate([on[state][STEPS // 2 :].mean(axis=0) for state in cell.states], axis=1)
    return np.concatenate([of_text, _after(cell, on), middle])


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


def _newton(cell: Cell, x: Array, s: Array) -> Array:
    """The fixed points to which Newton's method leads from some states, (·, m)."""
    found = []
    moved = _after(cell, _run(cell, x, s)) - s
    for _ in range(NEWTON):
        is_still = _size(moved, s) < STILL
        found.append(s[is_still])
        s, moved = s[~is_still], moved[~is_still]
        if not len(s):
            break
        J = step_jacobians(_run(cell, x, s))[0]  # (n, m, m)
        s, moved = _nearer(cell, x, s, moved, _solved(J - np.eye(s.shape[1]), -moved))
    return np.concatenate(found)


def _solved(A: Array, b: Array) -> Array:
    """The shortest solution of each equation; where a unit may be anything, A is singular."""
    column = b[..., np.newaxis]
    try:
        solved = np.linalg.solve(A, column)
    except np.linalg.LinAlgError:
        solved = np.linalg.pinv(A) @ column
    return solved[..., 0].astype(np.float64)


def _nearer(cell: Cell, x: Array, s: Array, moved: Array, step: Array) -> tuple[Array, Array]:
    """Each state after its step, halved until the state moves less there, and how it moves; states
    that no part of the step improves are left out."""
    before, share = _size(moved, s), np.ones((len(s), 1))
    for _ in range(HALVINGS):
        there = s + share * step
        moved = _after(cell, _run(cell, x, there)) - there
        is_nearer = _size(moved, there) < before
        if is_nearer.all():
            break
        share[~is_nearer] /= 2
    return there[is_nearer], moved[is_nearer]


def _size(moved: Array, s: Array) -> Array:
    """The largest movement of a unit, of its size or of 1, (n,)."""
    return (abs(moved) / np.maximum(1, abs(s))).max(axis=1)


def _groups(points: Array) -> list[list[int]]:
    """The indices of points that are the same, in groups."""
    groups: list[list[int]] = []
    for k, point in enumerate(points):
        for group in groups:
            if _size((point - points[group[0]])[np.newaxis], point[np.newaxis])[0] < SAME:
                group.append(k)
                break
        else:
            groups.append([k])
    return groups
