"""The parameters of a model, or their gradients, as one tensor that an optimiser can walk over."""

from collections.abc import Mapping

import torch
from torch import Tensor

from rnnviz.cells import EVERY_CELL

# The letter of each gate's parameters, in the order in which their blocks stand side by side:
# the LSTM's sigmoids together, and together the three gates whose gradient comes through C.
GATES = {"rnn": "h", "gru": "rzh", "lstm": "oifc"}


class Parameters:
    """The parameters of a model, or their gradients, in one flat tensor of float32.

    flat: (P,). Its views by blocks are W_x (d, G·h), W_h (h, G·h), b (1, G·h), where G gates
    stand side by side as in GATES, W_hq (h, q) and b_q (1, q), and b_hh (1, h) for a GRU with
    reset_after; another cell's parameters are a block each. `named` are its views by the
    documents' names.
    """

    def __init__(self, cell: str, options: Mapping[str, object], q: int, h: int) -> None:
        self.cell, self.options, self.q, self.h = cell, dict(options), q, h
        gates = GATES.get(cell, "")
        if gates:
            width = len(gates) * h
            shapes = {"W_x": (q, width), "W_h": (h, width), "b_": (1, width)}
            if options.get("reset_after"):
                shapes["b_hh"] = (1, h)
        else:
            sizes = {"d": q, "h": h, "1": 1}
            axes = EVERY_CELL[cell].axes(**options)
            shapes = {name: (sizes[of[0]], sizes[of[1]]) for name, of in axes.items()}
        single = [name for name in shapes if not gates or name == "b_hh"]
        shapes |= {"W_hq": (h, q), "b_q": (1, q)}
        self.flat = torch.zeros(sum(rows * columns for rows, columns in shapes.values()))
        self.blocks: dict[str, Tensor] = {}
        start = 0
        for name, (rows, columns) in shapes.items():
            self.blocks[name] = self.flat[start : start + rows * columns].view(rows, columns)
            start += rows * columns
        self.named: dict[str, Tensor] = {}
        for k, gate in enumerate(gates):
            for block in ("W_x", "W_h", "b_"):
                self.named[block + gate] = self.blocks[block][:, k * h : (k + 1) * h]
        self.named |= {name: self.blocks[name] for name in (*single, "W_hq", "b_q")}

    def like(self) -> "Parameters":
        """As many numbers with the same names, all zero: for gradients."""
        return Parameters(self.cell, self.options, self.q, self.h)
