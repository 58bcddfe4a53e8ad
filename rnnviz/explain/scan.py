"""A recurrence as a scan: steps put together in a tree, in the place of a loop (Blelloch 1990; Martin and Cundy 2018).

A step that keeps a share a of the memory and adds b is the pair (a, b). Two such steps one after the
other are a pair again,

    (a, b), then (c, d):  (c ⊙ a, c ⊙ b + d)

and how one brackets several of them changes nothing. So T steps are put together in 2 log₂ T rounds
instead of T, if no step waits for the one before to know its a and b.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rnnviz.cells import Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.expression import Tensor, walk
from rnnviz.explain.ledger import account, kept_and_written
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace


@dataclass(frozen=True, eq=False)
class Stretch:
    """The steps from `first` to `last`, from 0, as one: the share of the memory before them that is
    left after them, and what they add, (n, ·) each."""

    first: int
    last: int
    kept: Array
    added: Array

    def then(self, later: "Stretch") -> "Stretch":
        """This stretch and the one after it as one."""
        return Stretch(
            self.first, later.last, later.kept * self.kept, later.kept * self.added + later.added
        )


@dataclass(frozen=True, eq=False)
class Scan:
    """A trace's memory, found by a tree.

    memory: its name. up: level by level the stretches, from single steps to the whole, each made of
    two of the level below; an odd one out goes up as it is. down: level by level the stretches from
    the first step that are made on the way back. values: the memory after each step, (T, n, ·).
    """

    memory: str
    up: tuple[tuple[Stretch, ...], ...]
    down: tuple[tuple[Stretch, ...], ...]
    values: Array

    @property
    def compositions(self) -> int:
        """How often two stretches are put together: fewer than two for each step."""
        made = {one for level in self.up[1:] for one in level} - {*self.up[0]}
        return len(made) + sum(map(len, self.down))

    @property
    def rounds(self) -> int:
        """How many of these wait for one another, where all others are made at once."""
        return len(self.up) - 1 + sum(1 for level in self.down if level)


def scan(trace: Trace) -> Scan:
    """A cell's memory, or its H where there is no other memory, put together in a tree.

    Raises Refusal, a ValueError, for a cell whose steps wait for one another, saying where; as
    `ledger` does for one whose memory is no sum.
    """
    own = account(trace.cell)
    assert isinstance(trace.cell, Cell)
    for name, state in _waiting(trace.cell, own.memory):
        raise Refusal(
            N_(
                "{title} has no scan: {name} reads {state}, so that each step waits for the one before."
            ),
            title=trace.cell.title,
            name=name,
            state=f"{state}_prev",
        )
    kept, added = kept_and_written(trace, own)
    steps = tuple(Stretch(t, t, kept[t], added[t]) for t in range(trace.steps))
    up, down = [steps], []
    while len(up[-1]) > 1:
        up.append(_in_twos(up[-1]))
    # From the first step to the last one of each stretch.
    known = up[-1]
    for level in reversed(up[:-1]):
        here = [level[0]]
        for k, one in enumerate(level[1:], 1):
            here.append(known[k // 2] if k % 2 else known[k // 2 - 1].then(one))
        down.append(tuple(here[2::2]))
        known = tuple(here)
    first = trace[f"{own.memory}0"]
    values = np.stack([one.kept * first + one.added for one in known])
    return Scan(own.memory, tuple(up), tuple(down), values)


def _in_twos(level: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    pairs = [a.then(b) for a, b in zip(level[::2], level[1::2], strict=False)]
    return (*pairs, *level[2 * len(pairs) :])


def _waiting(cell: Cell, memory: str) -> Iterator[tuple[str, str]]:
    """What a step needs before it can say what it keeps and adds, and the state that this reads."""
    equations = {e.target: e.expression for e in cell.program.equations}
    ahead = [memory]
    for name in ahead:
        for leaf in walk(equations[name]):
            if not isinstance(leaf, Tensor) or (leaf.name == memory == name and leaf.before):
                continue
            if leaf.before:
                yield name, leaf.name
            elif leaf.name in equations and leaf.name not in ahead:
                ahead.append(leaf.name)
