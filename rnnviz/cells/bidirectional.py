"""The bidirectional recurrent network (003, "双向循环网络"): one cell reads forwards, one backwards."""

from typing import Any, Self

import numpy as np

from rnnviz.cells.cell import Cell, whole_number
from rnnviz.cells.composite import Composite, Member
from rnnviz.cells.description import Part, Phase
from rnnviz.cells.rnn import RNN
from rnnviz.locale import N_

FORWARD = Part(
    "forward",
    title=N_("forward direction"),
    titled=N_("forward {title}"),
    meant=N_("{meaning} Previous: the step before in the text (t − 1)."),
    mark="f",
    arrow="right",
)
BACKWARD = Part(
    "backward",
    reversed=True,
    title=N_("backward direction"),
    titled=N_("backward {title}"),
    meant=N_("{meaning} Previous: t + 1, because this direction begins at the end."),
    mark="b",
    arrow="left",
)
BOTH = Phase(
    "both",
    N_("both hidden states"),
    "H = concat(forward.H, backward.H)",
    N_("What was read before and what was read after stand side by side."),
)


class Bidirectional(Composite):
    """H_t = [H_t forward, H_t backward], (n, 2h), or the sum of the two sizes if they differ.

    The tensors, parameters, initial states and gradients of the two cells carry the prefixes
    "forward." and "backward.": `trace["backward.H"]`. All stand in the order of the text, so
    the backward cell's state "of the step before" is the one at t + 1.
    """

    name = "bidirectional"
    title = "Bidirectional"
    output_word = N_("both")
    output_title = N_("both directions")

    def __init__(self, forward: Cell | Composite, backward: Cell | Composite) -> None:
        if forward.input_size != backward.input_size:
            raise ValueError(
                f"The forward cell takes {forward.input_size} inputs and the backward cell "
                f"{backward.input_size}; both must take the same."
            )
        self.forward, self.reverse = forward, backward
        self.title = f"Bi{forward.title}"
        members = (
            Member(FORWARD, forward),
            Member(BACKWARD, backward),
        )
        super().__init__(members, ("forward.H", "backward.H"), BOTH)

    @classmethod
    def random(
        cls, input_size: int, hidden_size: int, seed: int, of: type[Cell] = RNN, **options: Any
    ) -> Self:
        """Two cells of one kind, each of that hidden_size, weights drawn as `Cell.random` does.

        Raises ValueError as `Cell.random` does.
        """
        rng = np.random.default_rng(whole_number("seed", seed, 0))
        forward, backward = (int(k) for k in rng.integers(2**32, size=2))
        return cls(
            of.random(input_size, hidden_size, forward, **options),
            of.random(input_size, hidden_size, backward, **options),
        )

    def remade(self, cells: tuple[Cell | Composite, ...]) -> Self:
        return type(self)(*cells)
