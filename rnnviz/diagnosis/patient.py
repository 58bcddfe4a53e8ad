"""A module and its batch, for experiments: runs, changed inputs, and what moved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from rnnviz.frameworks import Seen, look
from rnnviz.frameworks.refusals import printable
from rnnviz.frameworks.untouched import as_it_was
from rnnviz.locale import N_, Refusal

# What is less than this share of the largest output is rounding.
ROUNDING = 1e-5
NO_INPUT = N_("No tensor of the batch has samples and steps; a batch (n, T) or (n, T, d) fits.")
NO_OUTPUT = N_("The module gives a {kind}; a tensor fits, or a tuple that begins with one.")
OTHER_LENGTHS = N_("lengths has shape {shape}; one number for each of the {count} samples fits.")


@dataclass(frozen=True)
class Finding:
    """A fault that an experiment has proved. evidence: its numbers, by name; change: what to change in the code."""

    fault: str
    sentence: str
    evidence: Mapping[str, Any]
    change: str


@dataclass(frozen=True)
class Unknown:
    """What could not be told, and why."""

    fault: str
    why: str


@dataclass(eq=False)
class Patient:
    """passes: how often the module has been run."""

    MOST_PASSES: ClassVar[int] = 20

    module: Any
    batch: Any
    targets: Any
    loss: Callable[[Any, Any], Any] | None
    own_samples: int | None
    own_lengths: Any
    optimizer: Any
    passes: int = field(default=0, init=False)

    @cached_property
    def arguments(self) -> tuple[Any, ...]:
        return self.batch if isinstance(self.batch, tuple) else (self.batch,)

    @cached_property
    def place(self) -> int:
        """Which argument is read step by step: the first tensor with two axes or more.

        Raises Refusal where there is none.
        """
        for k, one in enumerate(self.arguments):
            if hasattr(one, "dim") and one.dim() >= 2:
                return k
        raise Refusal(NO_INPUT)

    @property
    def inputs(self) -> Any:
        return self.arguments[self.place]

    @cached_property
    def known_samples(self) -> int | None:
        """The axis of the samples, where it was told or follows from the targets: as many as there are answers."""
        if self.own_samples is not None:
            return self.own_samples
        answers = tuple(getattr(self.targets, "shape", ()))
        if len(answers) == 1 or answers[1:] == (1,):
            fitting = [axis for axis in (0, 1) if self.inputs.shape[axis] == answers[0]]
            if len(fitting) == 1:
                return fitting[0]
        return None

    @cached_property
    def samples(self) -> int:
        """The axis of the samples; where nothing else tells it, as the recurrent layer reads them."""
        if self.known_samples is not None:
            return self.known_samples
        try:
            layer = next(iter(self.seen.layers.values()))
        except Refusal:
            return 0
        first, second = self.inputs.shape[:2]
        return int(len(layer.lengths) == second != first)

    @property
    def steps(self) -> int:
        """The axis of the steps."""
        return 1 - self.samples

    @property
    def n(self) -> int:
        return int(self.inputs.shape[self.samples])

    @property
    def T(self) -> int:
        return int(self.inputs.shape[self.steps])

    @cached_property
    def lengths(self) -> npt.NDArray[np.intp] | None:
        """Raises Refusal for those of other samples."""
        if self.own_lengths is None:
            return None
        own = np.asarray(self.own_lengths, dtype=np.intp)
        if own.shape != (self.n,):
            raise Refusal(OTHER_LENGTHS, shape=str(own.shape), count=self.n)
        return own

    @cached_property
    def output(self) -> Any:
        """What the module gives for its batch."""
        return self.run(self.inputs)

    @cached_property
    def seen(self) -> Seen:
        """What its recurrent layers do, and what the loss asks of them."""
        self.passes += 2 if self.loss else 1
        return look(self.module, self.batch, self.targets, self.loss)

    def run(self, inputs: Any) -> Any:
        """The output for other inputs, or the first one of several."""
        return self._run(inputs)[0]

    def after(self, inputs: Any) -> Any:
        """The output for its batch, where the module has read other inputs before."""
        return self._run(inputs, self.inputs)[1]

    def _run(self, *several: Any) -> list[Any]:
        """The outputs for inputs that are read one after another."""
        import torch

        self.passes += len(several)
        outputs = []
        with as_it_was(self.module), torch.no_grad():
            for inputs in several:
                arguments = [*self.arguments]
                arguments[self.place] = inputs
                # What it draws at random is the same in each pass.
                with torch.random.fork_rng():
                    outputs.append(_tensor(self.module(*arguments)))
        return outputs

    def slopes(self, learning: Mapping[str, Any]) -> dict[str, float] | None:
        """How large ∂L of each of these parameters is; None where the loss depends on none."""
        import torch

        assert self.loss is not None
        self.passes += 2
        with as_it_was(self.module), torch.enable_grad():
            value = self.loss(self.module(*self.arguments), self.targets)
            if not value.requires_grad:
                return None
            found = torch.autograd.grad(value, [*learning.values()], allow_unused=True)
        return {
            name: 0.0 if one is None else float(one.detach().norm())
            for name, one in zip(learning, found, strict=True)
        }

    def value(self, output: Any) -> float:
        """The loss of an output."""
        import torch

        assert self.loss is not None
        with torch.no_grad():
            return float(self.loss(output, self.targets))

    def changed(self, where: npt.NDArray[np.bool_]) -> Any:
        """The inputs with others in these places, (n, T): what the sample half the batch further has at the step half
        the text further, so that it is something that occurs."""
        import torch

        turned = torch.roll(self.inputs, (self.n // 2, self.T // 2), (self.samples, self.steps))
        own = torch.as_tensor(where if self.samples == 0 else where.T, device=self.inputs.device)
        while own.dim() < self.inputs.dim():
            own = own.unsqueeze(-1)
        return torch.where(own, turned, self.inputs)

    def nowhere(self) -> npt.NDArray[np.bool_]:
        return np.zeros((self.n, self.T), dtype=bool)

    def moved(self, output: Any) -> npt.NDArray[np.float64] | None:
        """How far the output is from the usual one, with the samples first: (n, …); None where no axis is theirs."""
        off = (output - self.output).abs().detach().double().cpu().numpy()
        axes = [axis for axis in (self.samples, 0) if off.ndim > axis and off.shape[axis] == self.n]
        return np.moveaxis(off, axes[0], 0) if axes else None

    @cached_property
    def rounding(self) -> float:
        """What moves by less than this has not moved."""
        return ROUNDING * max(1.0, float(self.output.abs().max()))

    def over_steps(self, moved: npt.NDArray[np.float64]) -> npt.NDArray[np.float64] | None:
        """(n, T) of what moved; None where the output has no steps."""
        if moved.ndim < 2 or moved.shape[1] != self.T:
            return None
        return moved.reshape(self.n, self.T, -1).max(axis=2)


def _tensor(output: Any) -> Any:
    """An output, or the first one of several. Raises Refusal for what is no tensor."""
    own = output[0] if isinstance(output, tuple | list) and output else output
    if not hasattr(own, "dim"):
        raise Refusal(NO_OUTPUT, kind=printable(type(own).__name__))
    return own
