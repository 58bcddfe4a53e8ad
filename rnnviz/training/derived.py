"""Any cell in torch, from its equations: slower than a cell written by hand, and as exact.

The trees that define a cell are evaluated on torch's tensors; torch's autograd does the rest.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from rnnviz.cells import Cell
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Quotient,
    Sum,
)
from rnnviz.cells.expression import Tensor as Quantity
from rnnviz.cells.program import INPUT
from rnnviz.training.parameters import Parameters

FUNCTIONS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "tanh": torch.tanh,
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "identity": lambda A: A,
    "softmax": lambda A: torch.softmax(A, -1),
    "exp": torch.exp,
    "log": torch.log,
    "logsigmoid": logsigmoid,
}


class DerivedCell:
    """A cell bound to its parameters, to T steps and to n samples.

    cell: of any size, for its equations.
    """

    def __init__(self, cell: Cell, parameters: Parameters, T: int, n: int) -> None:
        self.program, self.T, self.n = cell.program, T, n
        self.states = len(cell.states)
        self.named = {name: parameters.named[name] for name in cell.parameters}
        # The hidden states of the last forward pass, (T, n, h).
        self.H = torch.zeros(T, n, parameters.h)

    def forward(self, inputs: Tensor, *initial: Tensor) -> tuple[Tensor, ...]:
        """Reads `inputs`, (T, n) numbers of characters, from the initial states, (n, h) each.

        Gives the last states.
        """
        # Autograd cannot use inference tensors, not even for reading.
        with torch.inference_mode(False), torch.enable_grad():
            rows = inputs.clone()
            self._leaves = {
                name: value.detach().requires_grad_() for name, value in self.named.items()
            }
            states = [state.clone() for state in initial]
            found: list[Tensor] = []
            for t in range(self.T):
                values = self._step(rows[t], states)
                states = [values[Quantity(state)] for state in self.program.states]
                found.append(values[Quantity("H")])
            self._kept, self._found = torch.stack(found), found
            self.H = self._kept.detach()
            return tuple(state.detach() for state in states)

    def backward(self, dH: Tensor, gradients: Parameters) -> None:
        """BPTT of the last forward pass, into the cell's part of `gradients`.

        dH: ∂L/∂H_t from outside the cell, (T, n, h).
        """
        with torch.inference_mode(False), torch.enable_grad():
            leaves = list(self._leaves.values())
            found = torch.autograd.grad(self._kept, leaves, dH.clone(), materialize_grads=True)
        for name, gradient in zip(self._leaves, found, strict=True):
            gradients.named[name].copy_(gradient)

    def arriving(self, dH: Tensor, _scratch: Parameters) -> Tensor:
        """∂L/∂H_t in all, (T, n, h), of the last forward pass: what comes from outside the cell and
        what later steps send back."""
        with torch.inference_mode(False), torch.enable_grad():
            found = torch.autograd.grad(self._kept, self._found, dH.clone())
        return torch.stack(found)

    def _step(self, characters: Tensor, states: list[Tensor]) -> dict[Expression, Tensor]:
        """Every quantity of one step, (n, h) each."""
        known: dict[Expression, Tensor] = {
            Quantity(state, before=True): value
            for state, value in zip(self.program.states, states, strict=True)
        }

        def of(e: Expression) -> Tensor:
            match e:
                case Matmul(left, Parameter(name)) if left == INPUT:
                    # One-hot times W is a row of W.
                    return self._leaves[name][characters]
                case Parameter(name):
                    return self._leaves[name]
                case Matmul(left, right):
                    return of(left) @ of(right)
                case Sum(terms):
                    return reduce(add, map(of, terms))
                case Negative(one):
                    return -of(one)
                case OneMinus(one):
                    return 1 - of(one)
                case Product(left, right):
                    return of(left) * of(right)
                case Quotient(left, right):
                    return of(left) / of(right)
                case Maximum(left, right):
                    return torch.maximum(of(left), of(right))
                case Apply(function, one):
                    return FUNCTIONS[function](of(one))
            return known[e]

        for equation in self.program.equations:
            known[Quantity(equation.target)] = of(equation.expression)
        return known
