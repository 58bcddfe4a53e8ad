"""What the recurrent layers of a module are given and give while it runs: seen by hooks, nothing is changed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array

LAYERS = {"RNN", "GRU", "LSTM"}
CELLS = {"RNNCell", "GRUCell", "LSTMCell"}
PLACE = "torch.nn.modules.rnn"
WEIGHTS_OF_CELL = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")


@dataclass(frozen=True, eq=False)
class Call:
    """One call of a layer, n samples.

    X: (T, n, d), H: (T, n, h of all directions). lengths: steps of each sample, (n,). states: what it began with, H0
    and with an LSTM C0, (layers · directions, n, h) each; None where it was given none. final: what it ended with,
    likewise. outputs, ends: the tensors of all steps and of the final states, with which the module goes on; steps,
    state: make of a tensor that lies as these do (T, n, ·) and (layers · directions, n, h). is_through: whether ∂L of
    the memory, as autograd gives it, has in it what comes through H of the same step; where a cell is one operation, as
    on a GPU, it has not.
    """

    X: Array
    H: Array
    lengths: npt.NDArray[np.intp]
    states: tuple[Array, ...] | None
    final: tuple[Array, ...]
    outputs: Any
    ends: tuple[Any, ...]
    steps: Callable[[Any], Array]
    state: Callable[[Any], Array]
    is_through: bool = False


def array(tensor: Any) -> Array:
    """A tensor's numbers in float64, which share no memory with it."""
    import torch

    own: Array = tensor.detach().cpu().to(torch.float64, copy=True).numpy()
    return own


def kind_of(layer: Any) -> str:
    """Such as "LSTM" or "GRUCell", of a subclass, too; "" for what is no recurrent layer of PyTorch's."""
    for one in type(layer).__mro__:
        if one.__module__ == PLACE and one.__name__ in LAYERS | CELLS:
            return str(one.__name__)
    return ""


def recurrent_in(module: Any) -> dict[str, Any]:
    """The recurrent layers of a module by their names; its own name is "" where it is one."""
    return {name: layer for name, layer in module.named_modules() if kind_of(layer)}


def weights_of(layer: Any) -> dict[str, Array]:
    """By the names that a state_dict has; computed ones, as by a parametrization, as they are now."""
    is_cell = kind_of(layer) in CELLS
    names = WEIGHTS_OF_CELL if is_cell else tuple(layer._flat_weights_names)
    own = {name: getattr(layer, name, None) for name in names}
    return {
        f"{name}_l0" if is_cell else name: array(one)
        for name, one in own.items()
        if one is not None
    }


@contextmanager
def heard(layers: Mapping[str, Any]) -> Iterator[dict[str, list[Call]]]:
    """The calls of each layer, as they come."""
    calls: dict[str, list[Call]] = {name: [] for name in layers}
    handles = []
    try:
        for name, layer in layers.items():
            handles.append(layer.register_forward_hook(_hook(calls[name]), with_kwargs=True))
        yield calls
    finally:
        for handle in handles:
            handle.remove()


def _hook(calls: list[Call]) -> Any:
    def hook(layer: Any, args: Any, kwargs: Any, output: Any) -> None:
        given = args[0] if args else kwargs["input"]
        hx = args[1] if len(args) > 1 else kwargs.get("hx")
        read = _of_cell if kind_of(layer) in CELLS else _of_layer
        calls.append(read(layer, given, hx, output))

    return hook


def _of_cell(_layer: Any, given: Any, hx: Any, output: Any) -> Call:
    """A step of a cell: (n, d), or (d,) of a single sample."""
    ends = _several(output)

    def step(tensor: Any) -> Array:
        return array(tensor if tensor.dim() == 2 else tensor.unsqueeze(0))[np.newaxis]

    X = step(given)
    return Call(
        X=X,
        H=step(ends[0]),
        lengths=np.ones(X.shape[1], dtype=np.intp),
        states=None if hx is None else tuple(map(step, _several(hx))),
        final=tuple(map(step, ends)),
        outputs=ends[0],
        ends=ends,
        steps=step,
        state=step,
        is_through=len(ends) > 1 and ends[0].grad_fn is not ends[1].grad_fn,
    )


def _of_layer(layer: Any, given: Any, hx: Any, output: Any) -> Call:
    """All steps at once: (T, n, d), (n, T, d) with `batch_first`, (T, d) of a single sample, or packed."""
    import torch

    unpacked = torch.nn.utils.rnn.pad_packed_sequence
    outputs, ends = output[0], _several(output[1])
    packed = outputs if isinstance(outputs, torch.nn.utils.rnn.PackedSequence) else None
    is_batched = packed is not None or given.dim() == 3

    def steps(tensor: Any) -> Array:
        if packed is not None:
            return array(unpacked(packed._replace(data=tensor))[0])
        if not is_batched:
            return array(tensor.unsqueeze(1))
        return array(tensor.transpose(0, 1) if layer.batch_first else tensor)

    def state(tensor: Any) -> Array:
        return array(tensor if is_batched else tensor.unsqueeze(1))

    tensor = outputs if packed is None else packed.data
    H = steps(tensor)
    return Call(
        X=steps(given if packed is None else given.data),
        H=H,
        lengths=np.full(H.shape[1], len(H)) if packed is None else unpacked(packed)[1].numpy(),
        states=None if hx is None else tuple(map(state, _several(hx))),
        final=tuple(map(state, ends)),
        outputs=tensor,
        ends=ends,
        steps=steps,
        state=state,
    )


def _several(states: Any) -> tuple[Any, ...]:
    return states if isinstance(states, tuple) else (states,)
