"""A module and its batch, for experiments: runs, changed inputs, and what moved."""

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from rnnviz.diagnosis.way_back import WayBack, slope_of, way_back
from rnnviz.diagnosis.where import Where
from rnnviz.frameworks import Seen, look
from rnnviz.frameworks.look import SeenLayer, arguments_of
from rnnviz.frameworks.refusals import printable
from rnnviz.frameworks.untouched import as_it_was
from rnnviz.locale import N_, Refusal

# What is less than this share of the largest output is rounding.
ROUNDING = 1e-5
# How often another number is looked for in the place of one.
MOST_TURNS = 8
NO_INPUT = N_("No tensor of the batch has samples and steps; a batch (n, T) or (n, T, d) fits.")
NO_HELD_OUT = N_("held_out has no argument {place}, which is what is read; the form of batch fits.")
NO_OUTPUT = N_("The module gives a {kind}; a tensor fits, or a tuple that begins with one.")
OTHER_LENGTHS = N_("lengths has shape {shape}; one number for each of the {count} samples fits.")


@dataclass(frozen=True)
class Finding:
    """A fault that an experiment has proved. evidence: its numbers, by name; change: what to change in the code; where:
    the place of the stage at which one sees it, where there is one."""

    fault: str
    sentence: str
    evidence: Mapping[str, Any]
    change: str
    where: Where | None = None


class RefusedError(Exception):
    """A module does not take what an experiment has changed."""


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
    held_out: Any
    passes: int = field(default=0, init=False)

    @cached_property
    def arguments(self) -> tuple[Any, ...]:
        return arguments_of(self.batch)

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
            layer = next(iter(self.layers.values()))
        except StopIteration:
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

    @property
    def output(self) -> Any:
        """What the module gives for its batch, or the first one of several."""
        return _tensor(self._output)

    @cached_property
    def _output(self) -> Any:
        return self._run(self.inputs)[0]

    @property
    def others(self) -> Any:
        """What is read of the batch on which the module is judged."""
        return arguments_of(self.held_out)[self.place]

    def check_held_out(self) -> None:
        """Raises Refusal for one of another form."""
        own = arguments_of(self.held_out)
        if not hasattr(own[self.place] if self.place < len(own) else None, "detach"):
            raise Refusal(NO_HELD_OUT, place=self.place)

    @property
    def cannot_look(self) -> Refusal | None:
        """Why its recurrent layers cannot be looked at, if they cannot."""
        return self._looked if isinstance(self._looked, Refusal) else None

    @cached_property
    def _looked(self) -> Seen | Refusal:
        self.passes += 2 if self.loss else 1
        try:
            return look(self.module, self._with(self.inputs), self.targets, self.loss)
        except Refusal as reason:
            return reason

    def looked_at(self, inputs: Any) -> Seen:
        """What its recurrent layers do with other inputs."""
        self.passes += 1
        try:
            return look(self.module, self._with(inputs))
        except (RuntimeError, ValueError, IndexError) as reason:
            raise RefusedError(str(reason)) from reason

    @cached_property
    def layers(self) -> Mapping[str, SeenLayer]:
        """Empty where they cannot be looked at."""
        return {} if isinstance(self._looked, Refusal) else self._looked.layers

    def has(self, name: str) -> bool:
        """Whether an experiment has what it takes."""
        given = {"lengths": self.own_lengths}
        return given.get(name, getattr(self, name, None)) is not None

    def at(
        self, sample: int = 0, t: int = 0, layer: str | None = None, unit: int | None = None
    ) -> Where | None:
        """A place of a layer, by default of the first one; None where there is none."""
        name = next(iter(self.layers), "") if layer is None else layer
        if name not in self.layers:
            return None
        seen = self.layers[name]
        k = min(sample, len(seen.lengths) - 1)
        return Where(name, k, min(t, int(seen.lengths[k]) - 1), unit, seen=seen)

    def run(self, inputs: Any) -> Any:
        """The output for other inputs, or the first one of several."""
        return _tensor(self._run(inputs)[0])

    def after(self, inputs: Any) -> Any:
        """The output for its batch, where the module has read other inputs before."""
        return _tensor(self._run(inputs, self.inputs)[1])

    def _run(self, *several: Any) -> list[Any]:
        """What it gives for inputs that are read one after another.

        Raises RefusedError for those that it does not take, and for its own batch whatever it raises.
        """
        import torch

        self.passes += len(several)
        outputs = []
        with as_it_was(self.module), torch.no_grad():
            for inputs in several:
                # What it draws at random is the same in each pass.
                with torch.random.fork_rng():
                    outputs.append(self._called(inputs))
        return outputs

    def _called(self, inputs: Any) -> Any:
        try:
            return self.module(*self._with(inputs))
        except Exception as reason:
            if inputs is self.inputs:
                raise
            raise RefusedError(str(reason)) from reason

    def drawn_anew(self) -> Any:
        """The output for its batch, with other random numbers."""
        import torch

        with torch.random.fork_rng():
            torch.random.manual_seed(torch.random.initial_seed() + 1)
            return self.run(self.inputs)

    def hooked(self, name: str, hook: Callable[[Any, Any, Any], Any]) -> Any:
        """The output where a layer gives what the hook makes of what it gives."""
        handle = self.module.get_submodule(name).register_forward_hook(hook)
        try:
            return self.run(self.inputs)
        finally:
            handle.remove()

    def _with(self, inputs: Any) -> tuple[Any, ...]:
        """The arguments, with others to be read."""
        own = [*self.arguments]
        own[self.place] = inputs
        # A module may change in place what it is given.
        return tuple(one.clone() if hasattr(one, "clone") else one for one in own)

    @cached_property
    def way_back(self) -> WayBack:
        """From the loss, and from the last output. Counts as two passes."""
        assert self.loss is not None
        self.passes += 2
        with as_it_was(self.module), slope_of(self.module, self.inputs) as (inputs, read):
            output = self.module(*self._with(inputs))
            value = self.loss(output, self.targets)
            return way_back(self.module, value, self.last(_tensor(output)), read, self.samples)

    def last(self, output: Any) -> Any:
        """Of an output with steps that of the last one; else all of it."""
        has_steps = output.dim() >= 2 and output.shape[:2] == self.inputs.shape[:2]
        return output.select(self.steps, -1) if has_steps else output

    def loss_exchanged(self) -> float:
        """The loss where each sample's input is another one's, with all that is given along with it."""
        import torch

        def exchanged(one: Any) -> Any:
            shape = tuple(getattr(one, "shape", ()))
            axes = [axis for axis in (self.samples, 0) if shape[axis : axis + 1] == (self.n,)]
            return torch.roll(one, max(1, self.n // 2), axes[0]) if axes else one

        return self._loss_of(*map(exchanged, self.arguments))

    def _loss_of(self, *arguments: Any) -> float:
        """Raises RefusedError for arguments that the module does not take."""
        import torch

        assert self.loss is not None
        self.passes += 1
        with as_it_was(self.module), torch.no_grad():
            try:
                output = self.module(*arguments)
            except Exception as reason:
                raise RefusedError(str(reason)) from reason
            return float(self.loss(output, self.targets))

    def loss_after_step(self, factor: float) -> float:
        """The loss after a step of the optimizer at so many times its rate.

        A copy takes the step, and for one pass the module has its weights.
        Raises what the copy or the optimizer raises.
        """
        module, optimizer = copy.deepcopy((self.module, self.optimizer))
        for group in optimizer.param_groups:
            group["lr"] = group["lr"] * factor
        optimizer.zero_grad()
        named = dict(module.named_parameters())
        for name, slope in self.way_back.parameters.items():
            named[name].grad = None if slope is None else slope.clone()
        optimizer.step()
        # The loss may ask the module's own weights, too.
        own = dict(self.module.named_parameters())
        before = {name: one.data for name, one in own.items()}
        try:
            for name, one in own.items():
                one.data = named[name].data
            return self._loss_of(*self._with(self.inputs))
        finally:
            for name, one in own.items():
                one.data = before[name]

    def value(self, output: Any) -> float:
        """The loss of an output; where the module gives several, in the place of the first one."""
        import torch

        assert self.loss is not None
        given = self._output
        own = (output, *given[1:]) if isinstance(given, tuple | list) else output
        with torch.no_grad():
            return float(self.loss(own, self.targets))

    def changed(self, where: npt.NDArray[np.bool_]) -> Any:
        """The inputs with others in these places, (n, T): what the sample half the batch further has at the step half
        the text further, so that it is something that occurs; where that is the same, what stands a little further
        still. A word that stands in both would else change nothing, at the very step that an output hangs on."""
        import torch

        changed = self.inputs
        left = torch.as_tensor(where if self.samples == 0 else where.T, device=self.inputs.device)
        for further in range(MOST_TURNS):
            shifts = (self.n // 2 + further, self.T // 2 + further)
            turned = torch.roll(self.inputs, shifts, (self.samples, self.steps))
            own = left.reshape(*left.shape, *(1,) * (self.inputs.dim() - 2))
            changed = torch.where(own, turned, changed)
            same = (changed == self.inputs).reshape(*left.shape, -1).all(2)
            left = left & same
            if not bool(left.any()):
                break
        return changed

    def with_more(self, pads: npt.NDArray[np.bool_]) -> Any:
        """The inputs with half as many steps more of the padding that there is, (n, T)."""
        import torch

        k, t = np.argwhere(pads)[0]
        own = self.inputs if self.samples == 0 else self.inputs.transpose(0, 1)
        more = own[k, t].expand(self.n, max(1, self.T // 2), *own.shape[2:])
        longer = torch.cat((own, more), 1)
        return longer if self.samples == 0 else longer.transpose(0, 1)

    def cut(self, output: Any) -> Any:
        """Of an output with more steps those that the usual one has."""
        for axis, usual in enumerate(self.output.shape):
            output = output.narrow(axis, 0, min(usual, output.shape[axis]))
        return output

    def nowhere(self) -> npt.NDArray[np.bool_]:
        return np.zeros((self.n, self.T), dtype=bool)

    def is_one(self, where: npt.NDArray[np.bool_]) -> bool:
        """Whether one and the same thing is read in all these places, (n, T), such as padding."""
        import torch

        own = self.inputs if self.samples == 0 else self.inputs.transpose(0, 1)
        there = own[torch.as_tensor(where, device=own.device)]
        return bool((there == there[:1]).all())

    def moved(self, output: Any, usual: Any = None) -> npt.NDArray[np.float64] | None:
        """How far an output is from the usual one, with the samples first: (n, …); None where no axis is theirs.

        Raises RefusedError for an output of another shape.
        """
        return self.by_sample(self._off(output, self.output if usual is None else usual))

    def farthest(self, output: Any) -> float:
        """How far it is from the usual one at most. Raises RefusedError as `moved` does."""
        return float(self._off(output, self.output).max())

    def _off(self, output: Any, usual: Any) -> Any:
        if output.shape != usual.shape:
            shapes = f"{tuple(output.shape)} in the place of {tuple(usual.shape)}"
            raise RefusedError(f"its output has the shape {shapes}")
        return (output.double() - usual.double()).abs()

    def by_sample(self, output: Any) -> npt.NDArray[np.float64] | None:
        """With the samples first: (n, …); None where no axis is theirs."""
        own: npt.NDArray[np.float64] = output.detach().double().cpu().numpy()
        axes = [axis for axis in (self.samples, 0) if own.ndim > axis and own.shape[axis] == self.n]
        return np.moveaxis(own, axes[0], 0) if axes else None

    @cached_property
    def rounding(self) -> float:
        """What moves by less than this has not moved."""
        return ROUNDING * max(1.0, float(self.output.double().abs().max()))

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


def listed(names: Iterable[object]) -> str:
    """Such as "3, 4, 5, …"."""
    own = list(map(str, names))
    return ", ".join(own[:4]) + (", …" if len(own) > 4 else "")
