"""One way back through a module: what the loss asks of its parameters, and how far the last output reaches back."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.frameworks.look import NO_LOSS
from rnnviz.locale import Refusal


@dataclass(frozen=True, eq=False)
class WayBack:
    """loss: of the batch. parameters: ∂L of each that takes a gradient; None of one on which L does not depend.
    unlisted: parameters on which L depends, and which the module does not list. reach: how large the gradient of the
    last output is at each step of each sample's inputs, (n, T); None where what is read has no slope."""

    loss: float
    parameters: Mapping[str, Any]
    unlisted: Sequence[Any]
    reach: npt.NDArray[np.float64] | None

    @property
    def sizes(self) -> dict[str, float]:
        return {
            name: 0.0 if one is None else float(one.norm()) for name, one in self.parameters.items()
        }


def way_back(module: Any, value: Any, last: Any, read: list[Any], samples: int) -> WayBack:
    """value: the loss. last: the output whose reach is asked. read: as `slope_of` gives it. samples: their axis.

    Raises Refusal for a loss that is not one number.
    """
    import torch

    if value.numel() != 1:
        raise Refusal(NO_LOSS, shape=str(tuple(value.shape)))
    learning = {name: one for name, one in module.named_parameters() if one.requires_grad}
    found = _slopes(value, [*learning.values()])
    listed = {id(one) for one in learning.values()}
    leaves = (one for one in _leaves(value) if isinstance(one, torch.nn.Parameter))
    unlisted = [one for one in leaves if id(one) not in listed]
    # Weights that differ, as those of a distribution have the sum 1.
    weights = torch.linspace(1, 2, last.numel()).to(last).reshape(last.shape)
    slopes = _slopes((weights * last).sum(), read[:1])
    reach = None
    if slopes and slopes[0] is not None:
        size = slopes[0].abs().double().flatten(2).amax(2)
        reach = (size if samples == 0 else size.T).cpu().numpy()
    return WayBack(float(value.detach()), dict(zip(learning, found, strict=True)), unlisted, reach)


def _leaves(value: Any) -> list[Any]:
    """All tensors with a gradient of their own on which it depends."""
    found, seen, waiting = {}, set(), [value.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):
            found[id(node.variable)] = node.variable
        waiting += [one for one, _ in node.next_functions]
    return [*found.values()]


def _slopes(value: Any, asked: list[Any]) -> list[Any]:
    """None of what it does not depend on."""
    import torch

    if not asked or not value.requires_grad:
        return [None] * len(asked)
    return list(torch.autograd.grad(value, asked, retain_graph=True, allow_unused=True))


@contextmanager
def slope_of(module: Any, inputs: Any) -> Iterator[tuple[Any, list[Any]]]:
    """What the module is to read, and a list of what of it has a slope, once it has been read: the numbers themselves,
    or the vectors of the tokens."""
    import torch

    read: list[Any] = []
    with torch.enable_grad():
        if inputs.is_floating_point():
            own = inputs.detach().unsqueeze(-1).requires_grad_()
            read.append(own)
            # Of a module's own, as it may change in place what it reads.
            yield own.squeeze(-1).clone(), read
            return

        def hook(_layer: Any, _arguments: Any, output: Any) -> Any:
            if output.shape[:2] != inputs.shape[:2]:
                return None
            vectors = output if output.requires_grad else output.detach().requires_grad_()
            read.append(vectors)
            return vectors

        embeddings = [one for one in module.modules() if isinstance(one, torch.nn.Embedding)]
        handles = [one.register_forward_hook(hook) for one in embeddings]
        try:
            yield inputs, read
        finally:
            for handle in handles:
                handle.remove()
