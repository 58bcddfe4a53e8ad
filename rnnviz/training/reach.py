"""How far back a loss reaches during a training: what arrives at each distance, and what the ends of
the batches' pieces drop of it."""

import numpy as np
import numpy.typing as npt
import torch

from rnnviz.explain.reach import truncated_share
from rnnviz.training.fused import FusedOutput, stepwise
from rnnviz.training.parameters import Parameters
from rnnviz.training.store import DISTANCES

# Pieces of text side by side, and their length in characters at most.
PIECES, MOST = 16, DISTANCES[-1] + 1


class ReachMeter:
    """Measures ‖∂L_t/∂H_{t−d}‖ of the parameters as they are, on pieces of `text` that are read from
    a zero state; L_t is the loss of a piece's last step, and the norm is the mean over the pieces.

    sequence_length: T, the steps of a batch. A piece is twice as long, as far as `text` and MOST
    allow: what lies beyond T steps is what training never sees.
    """

    def __init__(
        self, parameters: Parameters, text: npt.NDArray[np.int64], sequence_length: int
    ) -> None:
        self.sequence_length = sequence_length
        self.length = min(2 * sequence_length + 1, MOST, len(text) - 1)
        starts = np.linspace(0, len(text) - 1 - self.length, PIECES).astype(np.int64)
        where = starts + np.arange(self.length)[:, np.newaxis]  # (length, PIECES)
        self.inputs = torch.from_numpy(text[where])
        self.targets = torch.from_numpy(text[starts + self.length])
        self.cell = stepwise(parameters, self.length, PIECES)
        self.output = FusedOutput(parameters, PIECES)
        self.scratch = parameters.like()
        self.zero = (torch.zeros(PIECES, parameters.h),) * self.cell.states

    def measure(self) -> npt.NDArray[np.float64]:
        """The share that truncation drops, and the norm at each of DISTANCES, (1 + distances,);
        NaN where the piece is too short to tell."""
        with torch.inference_mode():
            self.cell.forward(self.inputs, *self.zero)
            H = self.cell.H
            self.output.forward(H[-1:], self.targets)
            dH = torch.zeros_like(H)
            # The loss is a mean over the pieces; here each piece counts with its own.
            dH[-1] = self.output.backward(self.scratch) * PIECES
            norms = self.cell.arriving(dH, self.scratch).norm(dim=2).mean(1)
        found = norms.double().numpy()[::-1]
        kept = np.full(1 + len(DISTANCES), np.nan)
        kept[0] = truncated_share(found, self.sequence_length)
        for k, distance in enumerate(DISTANCES):
            if distance < len(found):
                kept[1 + k] = found[distance]
        return kept
