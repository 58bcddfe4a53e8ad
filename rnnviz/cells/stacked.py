"""Layers of cells (003, "深度循环网络"): each reads the hidden states of the one below."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np

from rnnviz.cells.cell import Cell, whole_number
from rnnviz.cells.composite import Composite, Member
from rnnviz.cells.description import Part, Phase
from rnnviz.cells.lstm import LSTM
from rnnviz.locale import N_


class Stacked(Composite):
    """The first layer reads X, each other the H of the layer before; the last one's H is H.

    The tensors, parameters, initial states and gradients of the layers carry the prefixes
    "layer1.", "layer2." and so on: `trace["layer1.H"]`. A layer may be any cell, also one that
    reads both ways.
    """

    name = "stacked"
    title = "Stacked"
    output_word = N_("last layer")
    output_title = N_("last layer")

    def __init__(self, *layers: Cell | Composite) -> None:
        if len(layers) < 2:
            raise ValueError(f"Layers: {len(layers)}; a stack needs two or more.")
        for k, (below, above) in enumerate(pairwise(layers), start=1):
            if above.input_size != below.output_size:
                raise ValueError(
                    f"Layer {k + 1} takes {above.input_size} inputs and layer {k} gives "
                    f"{below.output_size}; both numbers must be the same."
                )
        self.layers = layers
        parts = [
            Part(
                f"layer{k}",
                title=N_("layer {number}"),
                titled=N_("{title}, layer {number}"),
                number=k,
                mark=str(k),
            )
            for k in range(1, len(layers) + 1)
        ]
        keys = [part.key for part in parts]
        reads = ["X", *(f"{key}.H" for key in keys[:-1])]
        members = tuple(map(Member, parts, layers, reads))
        output = f"{keys[-1]}.H"
        phase = Phase(
            "last",
            N_("hidden state of the last layer"),
            f"H = {output}",
            N_("The output layer reads the hidden state of the last layer."),
        )
        super().__init__(members, (output,), phase)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(m.name("H") for m in reversed(self.members))

    @classmethod
    def random(
        cls,
        input_size: int,
        hidden_size: int | Sequence[int],
        seed: int,
        of: type[Cell] = LSTM,
        layers: int = 2,
        **options: Any,
    ) -> Self:
        """Layers of one kind, weights drawn as `Cell.random` does.

        hidden_size: of all layers, or of each, the first one first; then `layers` does not count.
        Raises ValueError as `Cell.random` does, or for fewer than two layers.
        """
        rng = np.random.default_rng(whole_number("seed", seed, 0))
        sizes = (
            [hidden_size] * whole_number("layers", layers, 2)
            if isinstance(hidden_size, int | np.integer)
            else list(hidden_size)
        )
        seeds = rng.integers(2**32, size=len(sizes))
        inputs = [input_size, *sizes[:-1]]
        return cls(
            *(of.random(d, h, int(s), **options) for d, h, s in zip(inputs, sizes, seeds, strict=True))
        )

    def remade(self, cells: tuple[Cell | Composite, ...]) -> Self:
        return type(self)(*cells)
