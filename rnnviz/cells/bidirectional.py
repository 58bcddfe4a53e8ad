"""The bidirectional recurrent network (003, "双向循环网络"): one cell reads forwards, one backwards."""

from collections.abc import Mapping

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.cell import Cell, finite_array
from rnnviz.trace import Trace


class Bidirectional:
    """H_t = [H_t forward, H_t backward], (n, 2h), or the sum of the two sizes if they differ.

    The tensors, parameters, initial states and gradients of the two cells carry the prefixes
    "forward." and "backward.": `trace["backward.H"]`. All stand in the order of the text, so
    the backward cell's state "of the step before" is the one at t + 1.
    """

    name = "bidirectional"
    title = "Bidirectional"

    def __init__(self, forward: Cell, backward: Cell) -> None:
        if forward.input_size != backward.input_size:
            raise ValueError(
                f"The forward cell takes {forward.input_size} inputs and the backward cell "
                f"{backward.input_size}; both must take the same."
            )
        self.forward = forward
        self.reverse = backward
        self.input_size = forward.input_size
        self.hidden_size = forward.hidden_size + backward.hidden_size

    @property
    def output_size(self) -> int:
        """The length of H at each step, which the output layer reads."""
        return self.hidden_size

    @property
    def parameters(self) -> dict[str, Array]:
        """Both cells' parameters, prefixed."""
        return _prefixed("forward", self.forward.parameters) | _prefixed(
            "backward", self.reverse.parameters
        )

    def run(self, X: object, **initial: object) -> Trace:
        """The trace of a whole sequence, X (T, n, d).

        initial: such as `**{"forward.H0": …}`; zeros by default.
        Raises ValueError for a wrong shape or a number that is not finite.
        """
        sizes = {"d": self.input_size}
        X = finite_array("X", X, "Tnd", sizes)
        starts: dict[str, dict[str, object]] = {"forward": {}, "backward": {}}
        for name, value in initial.items():
            side, _, state = name.partition(".")
            if side not in starts:
                raise ValueError(
                    f"Bidirectional has no initial state {name}; its names begin with "
                    "forward. or backward., such as forward.H0."
                )
            starts[side][state] = value
        forward = self.forward.run(X, **starts["forward"])
        backward = self.reverse.run(X[::-1], **starts["backward"])
        H = np.concatenate((forward["H"], backward["H"][::-1]), axis=2)
        tensors = {
            "X": X,
            **_prefixed("forward", _without_x(forward)),
            **_prefixed("backward", _in_text_order(_without_x(backward))),
            "H": H,
        }
        return Trace(cell=self, tensors=tensors)

    def backward(self, trace: Trace, dH: object) -> dict[str, Array]:
        """BPTT through both directions; dH is ∂L/∂H_t, (T, n, 2h).

        Gives ∂L of each parameter, "X" and each initial state, and, prefixed like the
        tensors, of the states and pre-activations of each step.
        """
        T, n = trace["X"].shape[:2]
        dH = finite_array("dH", dH, "Tnh", {"T": T, "n": n, "h": self.hidden_size})
        split = self.forward.hidden_size
        forward = self.forward.backward(self._side(trace, "forward"), dH[:, :, :split])
        backward = self.reverse.backward(self._side(trace, "backward"), dH[::-1, :, split:])
        return {
            "X": forward["X"] + backward["X"][::-1],
            **_prefixed("forward", _without_x(forward)),
            **_prefixed("backward", _in_text_order(_without_x(backward))),
        }

    def _side(self, trace: Trace, side: str) -> Trace:
        """One direction's own trace, in the order in which its cell read the text."""
        own = {
            name.removeprefix(f"{side}."): tensor
            for name, tensor in trace.items()
            if name.startswith(f"{side}.")
        }
        if side == "forward":
            return Trace(cell=self.forward, tensors={"X": trace["X"], **own})
        return Trace(cell=self.reverse, tensors={"X": trace["X"][::-1], **_in_text_order(own)})


def _prefixed(side: str, arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {f"{side}.{name}": array for name, array in arrays.items()}


def _without_x(arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {name: array for name, array in arrays.items() if name != "X"}


def _in_text_order(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Every tensor with a time axis (three axes), the other way round."""
    return {name: array[::-1] if array.ndim == 3 else array for name, array in arrays.items()}
