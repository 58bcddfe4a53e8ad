"""The ledger of a memory: what each step wrote, and what later gates have left of it.

An equation such as C = F ⊙ C_{t−1} + I ⊙ C_tilde keeps a share of the old memory and adds to it. With
the gates as they were, the memory is therefore an exact sum:

    C_t = (Π F) ⊙ C_0 + Σ_s (Π_{k>s} F_k) ⊙ I_s ⊙ C_tilde_s

The gates and candidates have themselves read the past; the ledger takes them as given.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from rnnviz.cells import Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.expression import (
    Equation,
    Expression,
    Gradient,
    Leaf,
    Matmul,
    Parameter,
    Tensor,
    value,
    walk,
)
from rnnviz.cells.gradient import contributions
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace


def ledger(trace: Trace, t: int) -> Array:
    """What is left at step t of the first memory, at [0], and of what step s wrote, at [s + 1].

    t: from 0. Gives (t + 2, n, ·), which adds up to C_t, or to H_t for a cell whose memory is H.
    Raises ValueError for a t outside the trace, and for a cell without a ledger, saying why.
    """
    if not 0 <= t < trace.steps:
        raise ValueError(f"t is {t}; it must be from 0 to {trace.steps - 1}.")
    own = account(trace.cell)
    kept, written = kept_and_written(trace, own)
    parts = np.concatenate((trace[f"{own.memory}0"][np.newaxis], written[: t + 1]))
    for s in range(t + 1):
        parts[: s + 1] *= kept[s]
    return parts


@dataclass(frozen=True)
class Account:
    """What a cell's ledger is computed from.

    memory: C, or H for a cell without another memory. kept: ∂memory/∂the memory before, unit by
    unit, as terms to be added up, in which ∂L/∂memory counts as 1. written: what the equation adds,
    where the memory before counts as 0. is_linear: whether each unit of H is a multiple of the
    memory's, so that what a step wrote is a term of the scores too.
    """

    memory: str
    kept: tuple[Expression, ...]
    written: Expression
    is_linear: bool


def account(cell: object) -> Account:
    """A cell's account. Raises a Refusal, which is a ValueError, for a cell without one, saying why."""
    if not isinstance(cell, Cell):
        title = getattr(cell, "title", repr(cell))
        raise Refusal(
            N_("{title} is made of cells; each of them may have a ledger of its own."), title=title
        )
    if not cell.states:
        raise Refusal(
            N_("{title} has no ledger: it carries nothing from step to step."), title=cell.title
        )
    memories = [s for s in cell.states if cell.description.quantity(s).kind == "memory"]
    for state in (*memories, "H"):
        equation = _equation(cell, state)
        kept = _share(equation, Tensor(state, before=True))
        if kept is None:
            continue
        is_linear = state == "H" or _share(_equation(cell, "H"), Tensor(state)) is not None
        return Account(state, kept, equation.expression, is_linear)
    raise Refusal(
        N_(
            "{title} has no ledger: its state goes through a matrix or a function at every step, "
            "so that what a step wrote is no term of it afterwards."
        ),
        title=cell.title,
    )


def _equation(cell: Cell, state: str) -> Equation:
    return next(e for e in cell.program.equations if e.target == state)


def _share(equation: Equation, of: Tensor) -> tuple[Expression, ...] | None:
    """∂target/∂ a state, unit by unit, as terms with ∂L/∂target in them; None where that is no
    share, but depends on the state itself or on other units, or is not known."""
    with suppress(ValueError):
        terms = tuple(one.expression for one in contributions(equation) if one.to == of)
        inside = [e for term in terms for e in walk(term)]
        own = (of, Tensor(equation.target))
        if terms and not any(isinstance(e, Matmul) or e in own for e in inside):
            return terms
    return None


def kept_and_written(trace: Trace, own: Account) -> tuple[Array, Array]:
    """The share of the old memory that each step keeps, and what it adds, (T, n, ·) each."""
    cell, state = trace.cell, own.memory
    shape, before = trace[state].shape, Tensor(state, before=True)

    def leaf(e: Leaf) -> Array:
        match e:
            case Gradient():
                return np.ones(shape)
            case Parameter(name):
                return cell.parameters[name]
            case Tensor() if e == before:
                return np.zeros(shape)
            case Tensor(name, is_before):
                return trace.before(name) if is_before else trace[name]
        raise ValueError(f"{e} is no part of an equation and its derivative.")

    kept = np.sum([value(term, leaf) for term in own.kept], axis=0)
    written = np.broadcast_to(value(own.written, leaf), shape)
    if state in trace.free:
        # What is held has no past: the value is written by hand.
        where, held = trace.held[state]
        kept, written = kept * (1 - where), written * (1 - where) + held
    return kept, written
