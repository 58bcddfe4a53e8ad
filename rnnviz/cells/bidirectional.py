"""The bidirectional recurrent network (003, "双向循环网络"): one cell reads forwards, one backwards."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.cell import Cell, finite_array, own_trace, whole_number
from rnnviz.cells.description import Description, Diagram, Edge, Node, Phase, Quantity, Side
from rnnviz.cells.rnn import RNN
from rnnviz.locale import N_
from rnnviz.trace import Trace

TITLES: Mapping[Side, str] = {
    "forward": N_("forward direction"),
    "backward": N_("backward direction"),
}


class Bidirectional:
    """H_t = [H_t forward, H_t backward], (n, 2h), or the sum of the two sizes if they differ.

    The tensors, parameters, initial states and gradients of the two cells carry the prefixes
    "forward." and "backward.": `trace["backward.H"]`. All stand in the order of the text, so
    the backward cell's state "of the step before" is the one at t + 1.
    """

    name = "bidirectional"
    title = "Bidirectional"
    states = ("forward.H", "backward.H")

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

    @classmethod
    def random(
        cls, input_size: int, hidden_size: int, seed: int, of: type[Cell] = RNN, **options: Any
    ) -> Self:
        """Two cells of one kind, each of that hidden_size, weights drawn as `Cell.random` does.

        Raises ValueError as `Cell.random` does.
        """
        rng = np.random.default_rng(whole_number("seed", seed, 0))
        forward, backward = (int(k) for k in rng.integers(2**32, size=2))
        return cls(
            of.random(input_size, hidden_size, forward, **options),
            of.random(input_size, hidden_size, backward, **options),
        )

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

    @property
    def description(self) -> Description:
        """Both cells' quantities and phases, prefixed, then their concatenation."""
        forward = _described("forward", self.forward)
        backward = _described("backward", self.reverse)
        return Description(
            quantities=(
                Quantity("X", "input", N_("input"), N_("input")),
                *forward.quantities,
                *backward.quantities,
                Quantity("H", "state", N_("both hidden states"), N_("both")),
            ),
            phases=(
                *forward.phases,
                *backward.phases,
                Phase(
                    "both",
                    N_("both hidden states"),
                    "H = concat(forward.H, backward.H)",
                    N_("What was read before and what was read after stand side by side."),
                ),
            ),
            diagram=forward.diagram,
            further=(
                backward.diagram,
                Diagram(
                    nodes=(
                        Node("forward", "source", 16, 16, writes="forward.H"),
                        Node("backward", "source", 16, 46, writes="backward.H"),
                        Node("concat", "function", 50, 31, "both", "[ , ]"),
                        Node("h", "sink", 84, 31, "both", writes="H"),
                    ),
                    edges=(
                        Edge("forward", "concat", "forward.H", ((50, 16),)),
                        Edge("backward", "concat", "backward.H", ((50, 46),)),
                        Edge("concat", "h", "H"),
                    ),
                    title=N_("both directions"),
                ),
            ),
        )

    def with_parameters(self, **parameters: object) -> Self:
        """The same two cells with these parameters in the place of their own; the others stay."""
        forward, backward = _by_side(parameters, "parameter", "forward.W_xh")
        return type(self)(
            self.forward.with_parameters(**forward), self.reverse.with_parameters(**backward)
        )

    def run(self, X: object, **initial: object) -> Trace:
        """The trace of a whole sequence, X (T, n, d).

        initial: such as `**{"forward.H0": …}`; zeros by default.
        Raises ValueError for a wrong shape or a number that is not finite.
        """
        X = finite_array("X", X, "Tnd", {"d": self.input_size})
        forward_initial, backward_initial = _by_side(initial, "initial state", "forward.H0")
        forward = self.forward.run(X, **forward_initial)
        backward = self.reverse.run(X[::-1], **backward_initial)
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
        Raises ValueError if the trace is another cell's, or dH does not fit it.
        """
        own_trace(trace, self)
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


def _by_side(
    named: Mapping[str, object], word: str, example: str
) -> tuple[dict[str, object], dict[str, object]]:
    """What is meant for the forward cell, and what for the backward one, without the prefixes."""
    sides: dict[str, dict[str, object]] = {"forward": {}, "backward": {}}
    for name, value in named.items():
        side, _, own_name = name.partition(".")
        if side not in sides:
            raise ValueError(
                f"Bidirectional has no {word} {name}; its names begin with forward. or "
                f"backward., such as {example}."
            )
        sides[side][own_name] = value
    return sides["forward"], sides["backward"]


def _prefixed(side: str, arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {f"{side}.{name}": array for name, array in arrays.items()}


def _without_x(arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {name: array for name, array in arrays.items() if name != "X"}


def _in_text_order(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Every tensor with a time axis (three axes), the other way round."""
    return {name: array[::-1] if array.ndim == 3 else array for name, array in arrays.items()}


def _described(side: Side, cell: Cell) -> Description:
    """One cell's description with its names prefixed; the input is common to both."""

    def prefixed(name: str) -> str:
        return name if name in ("", "X") else f"{side}.{name}"

    def named(label: str) -> str:
        return prefixed(label) if label.startswith("W_") else label

    def equation(line: str) -> str:
        # Each direction may have an activation of its own, so that φ names it.
        line = line.replace("phi(", f"{getattr(cell, 'phi', '')}(")
        return words.sub(lambda found: f"{side}.{found[0]}", line)

    own = cell.description
    names = {q.name for q in own.quantities} | {f"{q.name}_prev" for q in own.quantities}
    words = re.compile(r"\b(" + "|".join(sorted(names - {"X"})) + r"|[Wb]_\w+)\b")
    return Description(
        quantities=tuple(
            replace(q, name=prefixed(q.name), pre=q.pre and prefixed(q.pre), side=side)
            for q in own.quantities
            if q.name != "X"
        ),
        phases=tuple(
            replace(
                phase,
                key=f"{side}-{phase.key}",
                equation=equation(phase.equation),
                side=side,
            )
            for phase in own.phases
        ),
        diagram=Diagram(
            nodes=tuple(
                replace(
                    node,
                    phase=f"{side}-{node.phase}" if node.phase else "",
                    label=named(node.label),
                    writes=prefixed(node.writes),
                )
                for node in own.diagram.nodes
            ),
            edges=tuple(replace(edge, carries=prefixed(edge.carries)) for edge in own.diagram.edges),
            title=TITLES[side],
        ),
    )
