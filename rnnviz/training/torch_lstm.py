"""PyTorch's own LSTM kernel behind the interface of our fused cells.

On a processor with AVX-512 the kernel multiplies at about twice the rate of the products that
`FusedLSTM` is made of. It cannot take X_t W_x from rows of W_x: it multiplies, at a cost that grows
with the length of X_t. So X_t has one place for each character of the batch, not of the vocabulary,
and beyond MOST_CHARACTERS our own loop is faster again.
"""

from typing import ClassVar

import torch
from torch import Tensor

from rnnviz.training.parameters import Parameters

# PyTorch's order of the gates, in the letters of the documents.
ORDER = "ifco"
# torch.nn.LSTM among the modes of the operator.
LSTM_MODE = 2
# Measured with 32 samples, 64 steps and 64 to 512 hidden units; the two are equally fast at 130 to
# 200 characters in a batch, which holds about two thirds of a vocabulary. Very short batches cost
# more to prepare than they gain.
MOST_CHARACTERS, LEAST_POSITIONS = 160, 64
# Lengths of X_t are multiples of this, so that the kernel meets few different shapes.
COLUMNS = 16


def is_faster(q: int, positions: int) -> bool:
    """Whether this kernel beats `FusedLSTM` here, for q characters and T · n positions."""
    return (
        torch.backends.mkldnn.is_available()
        and torch.backends.cpu.get_cpu_capability().startswith("AVX512")
        and q <= MOST_CHARACTERS
        and positions >= LEAST_POSITIONS
    )


class TorchLSTM:
    """An LSTM bound to its parameters, to T steps and to n samples, run by PyTorch's kernel."""

    states: ClassVar[int] = 2

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        self.named, self.T, self.n, self.h = parameters.named, T, n, parameters.h
        widest = -(-parameters.q // COLUMNS) * COLUMNS
        self._one_hot = torch.zeros(T * n * widest)
        self._W_x = torch.zeros(4 * self.h * widest)
        self._W_h = torch.zeros(4 * self.h, self.h)
        # The kernel adds two biases, as torch.nn.LSTM has them.
        self._b, self._no_b = torch.zeros(4 * self.h), torch.zeros(4 * self.h)
        self._no_dstate = torch.zeros(1, n, self.h)
        # The hidden states of the last forward pass, (T, n, h).
        self.H = torch.zeros(T, n, self.h)

    def forward(self, inputs: Tensor, *initial: Tensor) -> tuple[Tensor, ...]:
        """Reads `inputs`, (T, n) numbers of characters, from the initial H and C, (n, h) each.

        Gives the last H and C.
        """
        self._characters, places = torch.unique(inputs, return_inverse=True)
        count = len(self._characters)
        width = -(-count // COLUMNS) * COLUMNS
        X = self._one_hot[: self.T * self.n * width].zero_().view(self.T, self.n, width)
        X.scatter_(2, places.unsqueeze(2), 1.0)
        W_x = self._W_x[: 4 * self.h * width].view(4 * self.h, width)
        for gate, rows in self._rows():
            W_x[rows, :count] = self.named[f"W_x{gate}"][self._characters].t()
            self._W_h[rows] = self.named[f"W_h{gate}"].t()
            self._b[rows] = self.named[f"b_{gate}"][0]
        H_0, C_0 = (state.reshape(1, self.n, self.h) for state in initial)
        self._read = (X, W_x, self._W_h, self._b, self._no_b, H_0, C_0)
        # The kernel keeps what its backward pass needs only where gradients are enabled.
        with torch.inference_mode(False), torch.enable_grad():
            self.H, *self._last, self._kept = torch.ops.aten.mkldnn_rnn_layer(
                *self._read, reverse=False, batch_sizes=[], mode=LSTM_MODE, hidden_size=self.h,
                num_layers=1, has_biases=True, bidirectional=False, batch_first=False, train=True,
            )  # fmt: skip
        H_T, C_T = self._last
        return H_T[0], C_T[0]

    def backward(self, dH: Tensor, gradients: Parameters) -> None:
        """BPTT of the last forward pass, into the cell's part of `gradients`.

        dH: ∂L/∂H_t from outside the cell, (T, n, h).
        """
        with torch.inference_mode(False), torch.enable_grad():
            _, dW_x, dW_h, db, *_ = torch.ops.aten.mkldnn_rnn_layer_backward(
                *self._read, self.H, *self._last, dH, self._no_dstate, self._no_dstate,
                reverse=False, mode=LSTM_MODE, hidden_size=self.h, num_layers=1, has_biases=True,
                train=True, bidirectional=False, batch_sizes=[], batch_first=False,
                workspace=self._kept,
            )  # fmt: skip
        # Memory given back before the next pass asks for as much need not be fetched anew.
        del self._kept
        gradients.blocks["W_x"].zero_()
        for gate, rows in self._rows():
            in_batch = dW_x[rows, : len(self._characters)].t()
            gradients.named[f"W_x{gate}"][self._characters] = in_batch
            gradients.named[f"W_h{gate}"].copy_(dW_h[rows].t())
            gradients.named[f"b_{gate}"].copy_(db[rows])

    def _rows(self) -> list[tuple[str, slice]]:
        """Each gate's letter with its rows in PyTorch's weights."""
        return [(gate, slice(k * self.h, (k + 1) * self.h)) for k, gate in enumerate(ORDER)]
