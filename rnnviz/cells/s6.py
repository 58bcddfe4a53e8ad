"""S6, the core of Mamba: a state of k numbers for each channel, whose steps the input measures (Gu and Dao 2023).

Each channel has a small linear system of its own, S' = A S + B u, that a step of length Δ carries
on. Its state decays by e^(Δ A). What is written differs between the paper's equation and the code
that was trained: zero-order hold has (e^(Δ A) − 1) / A · B u, and the code, by Euler, Δ B u.
"""

from dataclasses import replace
from typing import Any, Self

import numpy as np

from rnnviz.cells.description import Description, Phase, Quantity, Weight
from rnnviz.cells.gru import checked_switch
from rnnviz.cells.matrix_memory import HIDDEN, INPUT, KEY, MatrixMemory
from rnnviz.locale import N_

STATE = "hk"
ZERO_ORDER_HOLD = "S = A_bar * S_prev + (1 - A_bar) / exp(A_log) * outer(U, B)"


class S6(MatrixMemory):
    """Parameters W_xu (d, h); W_ut (h, h), b_t (1, h); W_ub, W_uc (h, k); A_log (h, k); D (1, h).

    zero_order_hold: the paper's equation 4 instead of what Mamba's code computes. A is −e^A_log.
    The trace's S is (T, n, h, k): a row for each channel. Around it Mamba has a short convolution,
    a gate and, for Δ, two thinner matrices in the place of W_ut.
    """

    name = "s6"
    title = "S6"
    year = 2023
    paper = "Gu and Dao: Mamba"
    weights = (
        Weight("W_xu", "input weight", "U"),
        Weight("W_ut", "input weight", "Delta", axes="hh"),
        Weight("b_t", "bias", "Delta"),
        Weight("W_ub", "input weight", "B", axes="hk"),
        Weight("W_uc", "input weight", "C", axes="hk"),
        Weight("A_log", "recurrent weight", "A_bar", axes=STATE),
        Weight("D", "peephole", "H"),
    )
    quantities = (
        INPUT,
        Quantity("U", "candidate", N_("channels"), N_("channels"), letter="u"),
        Quantity("Delta", "gate", N_("step size"), N_("step size"), pre="A_t", letter="t"),
        Quantity("B", "address", N_("where it writes"), N_("writes"), letter="b", axes=KEY),
        Quantity("C", "address", N_("where it reads"), N_("reads"), letter="c", axes=KEY),
        Quantity("A_bar", "gate", N_("what is kept"), N_("kept"), accent="bar", axes=STATE),
        Quantity("S", "memory", N_("memory"), N_("memory"), axes=STATE),
        HIDDEN,
    )
    phases = (
        Phase(
            "channels", N_("channels"), "U = X @ W_xu", N_("The input, one number for each channel.")
        ),
        Phase(
            "step",
            N_("step size"),
            "Delta = softplus(U @ W_ut + b_t)",
            N_("How much time passes for each channel: near 0 it waits, above 1 it takes the input."),
        ),
        Phase(
            "write",
            N_("where it writes"),
            "B = U @ W_ub",
            N_("Into which of its numbers each channel writes."),
        ),
        Phase(
            "read",
            N_("where it reads"),
            "C = U @ W_uc",
            N_("From which of its numbers each channel reads."),
        ),
        Phase(
            "kept",
            N_("what is kept"),
            "A_bar = exp(-(Delta * exp(A_log)))",
            N_("The share that each number keeps over a step of that size: from 0 to 1."),
        ),
        Phase(
            "memory",
            N_("memory"),
            "S = A_bar * S_prev + outer(Delta * U, B)",
            N_("Each number fades, and the input is added, as much as the step is long."),
        ),
        Phase(
            "hidden",
            N_("hidden state"),
            "H = C @ S.T + D * U",
            N_("What each channel reads of its numbers, and the input past them."),
        ),
    )

    def __init__(self, zero_order_hold: bool = False, **parameters: object) -> None:
        self.zero_order_hold = checked_switch("zero_order_hold", zero_order_hold)
        super().__init__({"zero_order_hold": zero_order_hold}, **parameters)

    @classmethod
    def described(cls, zero_order_hold: bool = False, **options: Any) -> Description:
        own = super().described(
            zero_order_hold=checked_switch("zero_order_hold", zero_order_hold), **options
        )
        if not zero_order_hold:
            return own
        phases = (
            replace(phase, equation=ZERO_ORDER_HOLD) if phase.key == "memory" else phase
            for phase in own.phases
        )
        return replace(own, phases=tuple(phases))

    @classmethod
    def random(
        cls, input_size: int, hidden_size: int, seed: int, key_size: int | None = None, **options: Any
    ) -> Self:
        """As the others; but A is −1, −2, … −k in each channel, as Mamba begins (S4D-Real)."""
        drawn = super().random(input_size, hidden_size, seed, key_size, **options)
        rates = np.log(np.arange(1, drawn.key_size + 1))
        return drawn.with_parameters(A_log=np.tile(rates, (drawn.hidden_size, 1)))
