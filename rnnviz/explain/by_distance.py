"""A parameter's gradient, split by the length of the path from the loss to where it was used."""

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.expression import Gradient, Leaf, Parameter, Tensor, value, walk
from rnnviz.cells.gradient import Contribution
from rnnviz.explain.probes import of_losses, probed
from rnnviz.trace import Trace


def by_distance(trace: Trace, name: str, truncate: int | None = None) -> Array:
    """∂L/∂W by path length: at [d], what the uses of W at step t − d add for the losses of step t.

    Gives (T, *shape of W), which adds up to `model.gradients(trace)[name]`; L is the mean of the
    loss over steps and samples. A cell that reads from the end uses W at t + d.
    truncate: truncated BPTT, which cuts the graph after every `truncate` steps: only paths within a
    stretch are kept.
    Raises ValueError for an unknown name, a truncate that is not a whole number from 1, and a
    trace without targets.
    """
    arriving, T = of_losses(trace), trace.steps
    model = trace.model
    if model is None or name not in model.parameters:
        fits = ", ".join(model.parameters if model else ())
        raise ValueError(f"name is {name!r}; it must be one of {fits}.")
    if truncate is not None and (
        isinstance(truncate, bool) or not isinstance(truncate, int) or truncate < 1
    ):
        raise ValueError(f"truncate is {truncate!r}; it must be a whole number from 1.")
    count = trace["loss"].size
    found = np.zeros((T, *model.parameters[name].shape))
    if name not in trace.cell.parameters:
        # The output layer is used at the step of the loss alone.
        found[0] = model.gradients(trace)[name]
        return found
    own = [one for one in trace.cell.contributions if one.to == Parameter(name)]
    gradients = probed(trace, np.arange(T), arriving / count, {one.source for one in own})
    for one in own:
        pairs = _Uses(trace, one, gradients[one.source])
        for distance in range(T):
            found[distance] += pairs.at(distance, truncate)
    return found


class _Uses:
    """The uses of a parameter by one equation, at each step, for the loss of each step.

    gradients: of the equation's target, (T, probes, n, ·), where a matrix stands as a row.
    """

    def __init__(self, trace: Trace, one: Contribution, gradients: Array) -> None:
        self.trace, self.expression = trace, one.expression
        gradients = gradients.reshape(*gradients.shape[:3], *trace[one.source].shape[2:])
        if one.source in trace.free:
            # What is held passes no gradient to its equation.
            where, _ = trace.held[one.source]
            gradients = gradients * (1 - where)[:, np.newaxis]
        self.gradients = gradients
        self.leaves: dict[Tensor, Array] = {
            leaf: trace.before(leaf.name) if leaf.before else trace[leaf.name]
            for leaf in walk(one.expression)
            if isinstance(leaf, Tensor)
        }

    def at(self, distance: int, truncate: int | None) -> Array:
        """The sum over all uses at this distance from their loss."""
        T = self.trace.steps
        used, loss = np.divmod(np.arange(T * T), T)
        is_here = np.abs(loss - used) == distance
        if truncate is not None:
            is_here &= loss // truncate == used // truncate
        used, loss = used[is_here], loss[is_here]
        if not used.size:
            return np.zeros(1)

        def leaf(e: Leaf) -> Array:
            if isinstance(e, Parameter):
                return self.trace.cell.parameters[e.name]
            if isinstance(e, Gradient):
                chosen = self.gradients[used, loss]
            else:
                assert isinstance(e, Tensor)
                chosen = self.leaves[e][used]
            return chosen.reshape(-1, *chosen.shape[2:])

        return value(self.expression, leaf, str(getattr(self.trace.cell, "phi", "")))
