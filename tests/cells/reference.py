"""What the tests hold cells to: the second program in torch, and the weights of torch's own layers."""

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray

from rnnviz.cells import Bidirectional, Cell
from rnnviz.trace import Trace
from rnnviz.training.reference import STEPS, Reference

__all__ = ["STEPS", "Reference", "as_the_reference", "from_torch"]

Array = NDArray[np.float64]


def from_torch(
    module: torch.nn.RNNBase, direction: str = "", layer: int = 0, of: str = "data"
) -> dict[str, Array]:
    """The weights of a layer of a torch module, by the documents' names; or their gradients.

    torch stacks the gates' weights, (gates × h, d), and has two biases that are added.
    direction: "" or "_reverse". of: "data" or "grad", of which the biases' mean nothing.
    """
    gates = {"RNN_TANH": "h", "RNN_RELU": "h", "GRU": "rzh", "LSTM": "ifco"}[module.mode]

    def split(name: str) -> list[Array]:
        stacked = getattr(getattr(module, f"{name}_l{layer}{direction}"), of)
        return np.split(stacked.detach().numpy(), len(gates))

    weights: dict[str, Array] = {}
    for k, w_x, w_h, b_x, b_h in zip(
        gates, *map(split, ("weight_ih", "weight_hh", "bias_ih", "bias_hh")), strict=True
    ):
        after = module.mode == "GRU" and k == "h"
        weights |= {f"W_x{k}": w_x.T, f"W_h{k}": w_h.T}
        weights[f"b_{k}"] = (b_x if after else b_x + b_h)[np.newaxis]
        if after:
            weights["b_hh"] = b_h[np.newaxis]
    return weights


def as_the_reference(cell: Cell | Bidirectional, X: Array, initial: Mapping[str, Array]) -> Trace:
    """The cell's trace, each quantity of which agrees with the reference's."""
    trace = cell.run(X, **initial)
    expected = Reference(cell, X, initial).tensors()
    assert set(trace) == {*expected, *initial, "X"}
    for name, tensor in expected.items():
        np.testing.assert_allclose(trace[name], tensor, rtol=0, atol=1e-12, err_msg=name)
    return trace
