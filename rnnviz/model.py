"""A character model: vocabulary, cell and output layer (002, 6.2.3 and figure 6.2).

With labels of its own it tags words instead: its outputs are then other tokens than its inputs
(001, 词性标注).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Bidirectional, Cell, Composite, Stacked
from rnnviz.cells.activations import Array, log_softmax, softmax
from rnnviz.cells.cell import finite_array, outer, total
from rnnviz.cells.description import Phase, Quantity
from rnnviz.holds import Hold
from rnnviz.locale import N_
from rnnviz.readings import Readings
from rnnviz.text import Vocabulary, characters
from rnnviz.trace import Trace

Indices = npt.NDArray[np.intp]
# The output layer's part of a description.
LOGITS = Quantity("logits", "logits", N_("logits"), N_("logits"))
PREDICTION = Quantity("Y_hat", "output", N_("prediction"), N_("prediction"))
SCORE = Phase(
    "logits",
    N_("logits"),
    "logits = H @ W_hq + b_q",
    N_(
        "One number for each possible output. The bar tells the letter from an LSTM's output gate O."
    ),
)
PREDICT = Phase(
    "predict",
    N_("prediction"),
    "Y_hat = softmax(logits)",
    N_(
        "Each output’s share: e^logit, divided by the sum over all outputs. "
        "The loss is −log of the right one's."
    ),
)
# A step's target as a vector: 1 for what is right, else 0.
TARGET = "Y_true"
OUTPUT_QUANTITIES = (LOGITS, PREDICTION)
OUTPUT_PHASES = (SCORE, PREDICT)


def phase_keys(cell: type[Cell | Bidirectional] | Cell | Composite) -> tuple[str, ...]:
    """The names of a cell's phases in links, the output layer's last."""
    example = cell.random(1, 1, seed=0) if isinstance(cell, type) else cell
    return tuple(phase.key for phase in (*example.description.phases, *OUTPUT_PHASES))


class Learnt(NamedTuple):
    """How a model has learnt a text by heart: after so many gradient steps its mean loss was this
    one, in nats. Learning ends once the loss is `reached` or less."""

    steps: int
    loss: float
    reached: float


class SequenceModel:
    """Reads a text one character a step, and at each step predicts the next, or a label.

    cell: reads one-hot characters, so its input_size is the vocabulary's.
    W_hq (h, q), b_q (1, q): the output layer; q is the number of labels.
    labels: the possible outputs; the vocabulary itself by default.
    learnt: how it has learnt by heart; None where it has not, or nobody has counted.
    Raises ValueError if sizes do not fit or a number is not finite.
    """

    def __init__(
        self,
        cell: Cell | Composite,
        *,
        W_hq: object,
        b_q: object,
        vocabulary: Vocabulary,
        labels: Vocabulary | None = None,
        learnt: Learnt | None = None,
    ) -> None:
        if cell.input_size != len(vocabulary):
            raise ValueError(
                f"The cell takes {cell.input_size} inputs, but the vocabulary has "
                f"{len(vocabulary)} characters; one-hot input needs as many of each."
            )
        self.cell = cell
        self.vocabulary = vocabulary
        self.labels = vocabulary if labels is None else labels
        self.learnt = learnt
        sizes = {"1": 1, "h": cell.output_size, "q": len(self.labels)}
        self.W_hq = finite_array("W_hq", W_hq, "hq", sizes)
        self.b_q = finite_array("b_q", b_q, "1q", sizes)

    @classmethod
    def random(
        cls,
        cell: type[Cell] | type[Bidirectional] | type[Stacked],
        vocabulary: Vocabulary,
        hidden_size: int | tuple[int, ...],
        seed: int,
        labels: Vocabulary | None = None,
        **options: Any,
    ) -> Self:
        """A model that has learnt nothing, its weights drawn as `Cell.random` draws them.

        hidden_size: of each direction, where the cell has two; of a stack, also one for each layer.
        Raises ValueError as `Cell.random` does.
        """
        made = cell.random(len(vocabulary), hidden_size, seed, **options)  # type: ignore[arg-type]
        h, q = made.output_size, len(vocabulary if labels is None else labels)
        rng = np.random.default_rng((seed, 1))
        bound = 1 / np.sqrt(h)
        return cls(
            made,
            W_hq=rng.uniform(-bound, bound, (h, q)),
            b_q=rng.uniform(-bound, bound, (1, q)),
            vocabulary=vocabulary,
            labels=labels,
        )

    def __repr__(self) -> str:
        """Such as "SequenceModel(LSTM(4 → 8), 4 characters, 452 parameters)"."""
        labels = "" if self.labels is self.vocabulary else f", {len(self.labels)} labels"
        count = sum(value.size for value in self.parameters.values())
        told = f"{len(self.vocabulary):,} characters{labels}, {count:,} parameters"
        return f"SequenceModel({self.cell!r}, {told})"

    @property
    def _output_layer(self) -> dict[str, Array]:
        return {"W_hq": self.W_hq, "b_q": self.b_q}

    @property
    def parameters(self) -> dict[str, Array]:
        """Every parameter by its name: the cell's, then the output layer's."""
        return {**self.cell.parameters, **self._output_layer}

    def renamed(self, vocabulary: Vocabulary) -> Self:
        """The same model whose characters are written otherwise, in their order."""
        return type(self)(
            self.cell, W_hq=self.W_hq, b_q=self.b_q, vocabulary=vocabulary, learnt=self.learnt
        )

    def having_learnt(self, learnt: Learnt) -> Self:
        """The same model, which says how it has learnt."""
        return type(self)(
            self.cell,
            W_hq=self.W_hq,
            b_q=self.b_q,
            vocabulary=self.vocabulary,
            labels=self.labels,
            learnt=learnt,
        )

    def with_parameters(self, **parameters: object) -> Self:
        """The same model with these parameters in the place of its own; the others stay."""
        own = {name: parameters.pop(name, value) for name, value in self._output_layer.items()}
        return type(self)(
            self.cell.with_parameters(**parameters),
            W_hq=own["W_hq"],
            b_q=own["b_q"],
            vocabulary=self.vocabulary,
            labels=self.labels,
        )

    def trace(
        self,
        text: str | Iterable[str] | Readings,
        targets: str | Iterable[str] | None = None,
        *,
        holds: Iterable[Hold] = (),
        **initial: object,
    ) -> Trace:
        """Every quantity at every step of reading `text`, or the readings of a sensor, whose
        features the vocabulary names.

        Adds to the cell's trace logits and Y_hat = softmax(logits), (T, n, q), and with
        targets, one label a character, loss = −log Y_hat[target], (T, n), in nats (003, "cross
        entropy").
        holds: quantities of the cell that are held by hand; the trace has the held values in it,
        and `trace.free` what each would have been.
        Raises ValueError for an empty text, characters not in the vocabulary, targets that are
        no labels, a number of targets that is not T, or a hold that does not fit.
        """
        inputs = characters(text) if isinstance(text, str) else tuple(text)
        k = None
        if targets is not None:
            targets = characters(targets) if isinstance(targets, str) else tuple(targets)
            if len(targets) != len(inputs):
                raise ValueError(
                    f"Inputs: {len(inputs)}, targets: {len(targets)}; "
                    "each input needs one target, the character that follows it or its label."
                )
            k = self.labels.indices(targets)[:, np.newaxis]
        readings = text if isinstance(text, Readings) else None
        X = readings.X if readings else self.vocabulary.one_hot(inputs)
        trace = self.run(X, k, holds=holds, **initial)
        return replace(trace, inputs=inputs, targets=targets, readings=readings)

    def run(
        self,
        X: object,
        k: Indices | None = None,
        *,
        holds: Iterable[Hold] = (),
        **initial: object,
    ) -> Trace:
        """A batch of n sequences read side by side: every quantity, at every step.

        X: (T, n, d). k: the index of each step's target among the labels, (T, n).
        Adds to the cell's trace what `trace` adds. Raises ValueError as `Cell.run` does.
        """
        trace = self.cell.run(X, holds=holds, **initial)
        logits = trace["H"] @ self.W_hq + self.b_q  # (T, n, q)
        tensors = {**trace.tensors, "logits": logits, "Y_hat": softmax(logits)}
        if k is not None:
            found = np.take_along_axis(log_softmax(logits), k[:, :, np.newaxis], axis=2)
            tensors["loss"] = -found[:, :, 0]  # (T, n)
        return replace(trace, tensors=tensors, model=self)

    def gradients(self, trace: Trace, k: Indices | None = None) -> dict[str, Array]:
        """∂L of everything, where L is the mean of the loss over steps and samples (002, 6.2.3).

        k: the targets of a batch, as for `run`; by default the trace's own. Returns the same as
        `backward`.
        Raises ValueError if the trace is another model's, or has no targets.
        """
        if trace.model is not self:
            raise ValueError(
                "The trace is not this model's; gradients takes what trace gave of the same model."
            )
        if k is None:
            if trace.targets is None:
                raise ValueError("The trace has no targets; a gradient needs a loss.")
            k = self.labels.indices(trace.targets)[:, np.newaxis]
        # Softmax and cross-entropy together: ŷ − y (003, "cross entropy").
        dlogits = trace["Y_hat"] - np.eye(len(self.labels))[k]
        return self.backward(trace, dlogits / k.size)

    def backward(self, trace: Trace, dlogits: Array) -> dict[str, Array]:
        """∂L of everything, from ∂L/∂logits (T, n, q), for whatever L is.

        Gives what `cell.backward` gives, and "W_hq", "b_q", "logits" (T, n, q).
        Raises ValueError as `cell.backward` does.
        """
        return {
            **self.cell.backward(trace, dlogits @ self.W_hq.T),
            "W_hq": outer(trace["H"], dlogits),
            "b_q": total(dlogits),
            "logits": dlogits,
        }
