"""Who computes on paper, and rounds."""

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Expression, Gradient, Matmul, Parameter, Tensor, value
from rnnviz.practice import StepTask, Task


def rounded(number: Array) -> Array:
    return np.round(number, 2)


def tells(task: Task, name: str, answer: Array) -> bool:
    """Whether a slip's answer can be entered, and can be wrong: there is no root of a number below 0, and what ReLU has
    cut off is 0 whatever its sign."""
    is_cut = name in task.answers and not task.answers[name].any()
    return bool(np.isfinite(answer).all()) and not is_cut


class Reader:
    """Computes an equation as one does on paper: each number he reads and each he computes is rounded."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.own: dict[str, Array] = {}

    def reads(self, e: Expression) -> Array:
        if isinstance(e, Parameter):
            return self.task.parameters[e.name]
        assert isinstance(e, Tensor | Gradient)
        name = text(e)
        if name == "X" and isinstance(self.task, StepTask):
            return self.task.trace["X"][self.task.steps - 1]
        read = self.own[name] if name in self.own else self.task.given[name]
        return rounded(read).reshape(1, -1)

    def computes(self, e: Expression) -> Array:
        match e:
            case Matmul(left, right):
                matrix = value(right, self.reads)
                return rounded(self.computes(left).T * matrix).sum(axis=0, keepdims=True)
            case Tensor() | Gradient() | Parameter():
                return self.reads(e)
        # Any other operation, of its rounded parts.
        parts = {one: self.computes(one) for one in vars(e).values() if isinstance(one, Expression)}
        for terms in vars(e).values():
            if isinstance(terms, tuple):
                parts |= {one: self.computes(one) for one in terms}
        with np.errstate(all="ignore"):
            return rounded(value(e, self.reads, "tanh", parts))

    def goes_on(self, e: Expression, parts: dict[Expression, Array]) -> Array:
        """An operation of what he has written down before."""
        return value(e, self.reads, "tanh", dict(parts))
