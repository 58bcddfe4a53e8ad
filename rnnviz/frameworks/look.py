"""A module of PyTorch's while it reads a batch: every quantity of its recurrent layers, computed by our equations and
held to what the module itself computed. What stands around them stays its owner's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Cell, Composite, Stacked
from rnnviz.cells.activations import Array
from rnnviz.frameworks.calls import Call, heard, kind_of, recurrent_in, weights_of
from rnnviz.frameworks.refusals import printable
from rnnviz.frameworks.samples import Answer, Names, answers, tokens, told
from rnnviz.frameworks.state_dicts import PHI, cells_of
from rnnviz.frameworks.untouched import as_it_was
from rnnviz.locale import N_, Refusal, translator
from rnnviz.trace import Trace

# How far a layer's own numbers may be from ours, by the bytes of one of them; rounding grows with the steps.
TOLERANCE = {8: 1e-12, 4: 1e-5}
# Of 16 bits.
COARSE = 0.05
NO_MODULE = N_(
    "This is a {kind}; a module of PyTorch's fits, with an nn.RNN, nn.GRU or nn.LSTM in it."
)
NOTHING_RECURRENT = N_(
    "In this module there is no nn.RNN, nn.GRU, nn.LSTM, nn.RNNCell, nn.GRUCell or nn.LSTMCell; only these can be "
    "looked at."
)
NOT_CALLED = N_(
    "The module has read the batch without calling {names}; there is nothing to look at."
)
SEVERAL_CALLS = N_(
    "{name} is called {count} times, and call {call} does not begin with the states with which the one before it "
    "ended. One call can be looked at, or several that carry the states on."
)
DIFFERENT = N_(
    "{name} computes something else than its equations: at step {step} of sample {sample}, unit {unit}, it has "
    "{theirs}, and they give {ours}."
)
NO_LOSS = N_("The loss has shape {shape}; one number fits.")
# Why there are no gradients.
WITHOUT_LOSS = N_("Without a loss there are no gradients: pass targets and loss.")
NOT_REACHED = N_("The loss does not depend on {name}, or nothing of it can learn.")
IN_SEVERAL_CALLS = N_(
    "{name} is called several times with lines of different lengths; there no way back is computed."
)


@dataclass(frozen=True, eq=False)
class Arriving:
    """What arrives from outside at one call of a layer, from step `start` to before `stop`.

    dH: ∂L/∂H, (T, n, h). ends: ∂L of its states after the last step, (n, h) each. Of a call that others follow, what
    comes through them is in it, too. rounding: what share of them the module's own numbers are certain to.
    """

    start: int
    stop: int
    dH: Array
    ends: Mapping[str, Array]
    rounding: float


@dataclass(frozen=True, eq=False)
class SeenLayer(Mapping[str, Array]):
    """A recurrent layer of a module and what it did with a batch: `layer["F"]` is (T, n, h), nan where a sample has
    ended; an initial state, "H0", is (n, h).

    name: of the module's own. lengths: steps of each sample, (n,). apart: the largest difference between its numbers
    and the module's. tokens: what each sample reads, a word a step; () where that is numbers. unknown: why there are no
    gradients, where there are none.
    """

    name: str
    cell: Cell | Composite
    lengths: npt.NDArray[np.intp]
    apart: float
    # Samples that are equally long, and their trace.
    groups: tuple[tuple[npt.NDArray[np.intp], Trace], ...] = field(repr=False)
    arriving: tuple[Arriving, ...] = field(repr=False)
    tokens: tuple[tuple[str, ...], ...] = field(repr=False)
    unknown: Refusal | None

    def __getitem__(self, name: str) -> Array:
        if name not in self.groups[0][1]:
            raise KeyError(f"{name!r} is not in the layer; it has {', '.join(self)}")
        return _together(self.groups, {k: trace[name] for k, (_, trace) in enumerate(self.groups)})

    def __iter__(self) -> Iterator[str]:
        return iter(self.groups[0][1])

    def __len__(self) -> int:
        return len(self.groups[0][1])

    @cached_property
    def _calls(self) -> list[list[Mapping[str, Array]]]:
        """The gradients of each call, and in it of each group."""
        return [
            [
                self.cell.backward(
                    _part(trace, one.start, one.stop),
                    one.dH[: trace.steps, own],
                    {name: end[own] for name, end in one.ends.items()},
                )
                for own, trace in self.groups
            ]
            for one in self.arriving
        ]

    @cached_property
    def gradients(self) -> Mapping[str, Array]:
        """∂L of each quantity at each step, as `Cell.backward` gives them, and of each parameter; none where that is
        `unknown`. Computed when it is asked for."""
        if not self.arriving:
            return {}
        calls = self._calls
        found: dict[str, Array] = {}
        for name in calls[0][0]:
            if name in self.cell.parameters:
                found[name] = np.sum([one[name] for own in calls for one in own], axis=0)
                continue
            each = [
                _together(self.groups, {k: one[name] for k, one in enumerate(own)}) for own in calls
            ]
            # ∂L of an initial state is that of the first call.
            found[name] = np.concatenate(each) if each[0].ndim == 3 else each[0]
        return found

    def sample(self, k: int) -> Trace:
        """The trace of one sample, from its first step to its own last; in a notebook its stage."""
        if not 0 <= k < len(self.lengths):
            raise ValueError(f"sample is {k}; there are {len(self.lengths)}, counted from 0.")
        group = next(g for g, (samples, _) in enumerate(self.groups) if k in samples)
        samples, trace = self.groups[group]
        at = list(samples).index(k)
        own = {name: one[..., at : at + 1, :] for name, one in trace.items()}
        read = self.tokens[k] if self.tokens else ()
        arriving = self._from_outside(group, at, k)
        return Trace(cell=self.cell, tensors=own, inputs=read, arriving=arriving)

    def _from_outside(self, group: int, at: int, k: int) -> dict[str, Array]:
        """What arrives from the rest of the module at a sample's quantities, (T, 1, ·): at H of each step, and at the
        states with which a call ends, what does not come through the call after it."""
        _, trace = self.groups[group]
        found: dict[str, Array] = {}

        def put(name: str, steps: slice, numbers: Array) -> None:
            if name not in found:
                found[name] = np.zeros((trace.steps, 1, numbers.shape[-1]))
            found[name][steps, 0] += numbers

        states = [name.removesuffix("0") for name in trace if name.endswith("0")]
        for number, one in enumerate(self.arriving):
            stop = min(one.stop, trace.steps)
            put("H", slice(one.start, stop), one.dH[: stop - one.start, k])
            for name in states:
                is_reversed = self.cell.description.quantity(name).reversed
                last = slice(one.start, one.start + 1) if is_reversed else slice(stop - 1, stop)
                if name in one.ends:
                    put(name, last, one.ends[name][k])
                if number + 1 < len(self.arriving):
                    through = self._calls[number + 1][group][f"{name}0"][at]
                    put(name, last, -through)
                    rest = found[name][last, 0]
                    rest[np.abs(rest) <= one.rounding * np.abs(through).max()] = 0
        return {name: numbers for name, numbers in found.items() if numbers.any()}


@dataclass(frozen=True, eq=False)
class Seen(Mapping[str, Array]):
    """What `look` saw: `seen["H"]`, and of one of several layers `seen["encoder.H"]`.

    layers: by their names in the module. output: what the module gave. loss: the number that the loss gave, or None.
    answers: what it answered for each sample, where that is a class, one for each step, or a number.
    """

    layers: Mapping[str, SeenLayer]
    output: Any
    loss: float | None
    answers: tuple[Answer, ...] = field(repr=False)

    @cached_property
    def _places(self) -> dict[str, tuple[SeenLayer, str]]:
        alone = len(self.layers) == 1
        return {
            name if alone else f"{title}.{name}": (layer, name)
            for title, layer in self.layers.items()
            for name in layer
        }

    def __getitem__(self, name: str) -> Array:
        if name not in self._places:
            raise KeyError(f"{name!r} was not seen; there are {', '.join(self)}")
        layer, own = self._places[name]
        return layer[own]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def sample(self, k: int, layer: str | None = None) -> Trace:
        """The trace of one sample in a layer, by default in the first one that was called."""
        return self._layer(layer).sample(k)

    def html(self, language: str = "en", layer: str | None = None) -> str:
        """The stage of a layer, a page complete in itself, with the first samples, as many as it holds: one at a time,
        chosen in its bar or by the keys { and }."""
        from rnnviz.stage import samples_html

        own, _ = self._layer(layer), translator(language)
        said = [told(self.answers, self.loss, k, _) for k in range(len(own.lengths))]
        return samples_html(own.sample, language, said)

    def save(self, path: str | Path) -> None:
        """A file that the page "My own model" of rnnviz opens, with the first samples, as many as it holds.

        It has the layers' weights, what they read, and what arrives from the rest of the module: numbers and plain
        text, never code. Raises Refusal where that is too much for a file, and OSError.
        """
        # Who only looks needs nothing that reads and writes files.
        from rnnviz import files
        from rnnviz.frameworks import batch_file

        layers = tuple(
            batch_file.kept_layer(name, one.cell, one.sample, len(one.lengths))
            for name, one in [*self.layers.items()][: batch_file.MOST_LAYERS]
        )
        first = next(iter(self.layers.values()))
        answered = self.answers[: batch_file.MOST_SAMPLES]
        batch = batch_file.Batch(layers, len(first.lengths), answered, self.loss)
        files.put(Path(path), batch_file.to_bytes(batch), mode=files.AS_OTHERS)

    def _layer(self, name: str | None) -> SeenLayer:
        own = next(iter(self.layers)) if name is None else name
        if own not in self.layers:
            raise ValueError(f"layer is {own!r}; there are {', '.join(map(repr, self.layers))}.")
        return self.layers[own]

    def __repr__(self) -> str:
        told = "; ".join(
            f"{name or one.cell.title}: {one.cell!r}, n = {len(one.lengths)}, T = {one.lengths.max()}"
            for name, one in self.layers.items()
        )
        loss = "" if self.loss is None else f", loss {self.loss:.4g}"
        return f"<Seen {told}{loss}>"

    def _repr_html_(self) -> str:
        """The stage of the first layer, in a notebook."""
        from rnnviz.web.frame import frame

        return frame(self.html())


def look(
    module: Any,
    batch: Any,
    targets: Any = None,
    loss: Callable[[Any, Any], Any] | None = None,
    *,
    words: Names = None,
    classes: Names = None,
) -> Seen:
    """Every quantity of a module's recurrent layers while it reads a batch.

    module: any nn.Module with nn.RNN, nn.GRU or nn.LSTM in it, or their cells: several of them, layers, directions,
    `batch_first` either way, packed sequences, without a bias, in any floating-point type. batch: what the module is
    called with; a tuple holds its arguments. loss(output, targets): one number; with it the way back is computed from
    what autograd gives at the layer's outputs, through gates and memory. words, classes: what the numbers of tokens and
    of classes stand for, as a list or by number.

    The module runs once, as after `eval()`, on its own device, and is afterwards as it was. Its layers are computed
    anew in float64 and held to what they gave: to 1e-12 in float64, to 1e-5 in float32.

    Raises Refusal naming what cannot be looked at: nothing recurrent, `proj_size`, a layer that is called several times
    with states of other origin, or that computes something else than its equations; and whatever the module raises.
    """
    if not callable(getattr(module, "named_modules", None)):
        raise Refusal(NO_MODULE, kind=printable(type(module).__name__))
    found = recurrent_in(module)
    if not found:
        raise Refusal(NOTHING_RECURRENT)
    import torch

    with as_it_was(module), heard(found) as calls, torch.set_grad_enabled(loss is not None):
        # A module may change in place what it is given.
        given = [one.clone() if hasattr(one, "clone") else one for one in arguments_of(batch)]
        output = module(*given)
        value = loss(output, targets) if loss else None
        if loss and getattr(value, "numel", lambda: 0)() != 1:
            raise Refusal(NO_LOSS, shape=str(tuple(getattr(value, "shape", ()))))
        called = {name: own for name, own in calls.items() if own}
        if not called:
            raise Refusal(NOT_CALLED, names=", ".join(map(printable, found)))
        slopes = {name: _slopes(value, own) for name, own in called.items()}
        layers = {
            name: _layer(name, found[name], own, slopes[name], (arguments_of(batch), words))
            for name, own in called.items()
        }
    first = next(iter(layers))
    is_first = getattr(found[first], "batch_first", False)
    said = answers(output, targets, layers[first].lengths, is_first, classes)
    return Seen(layers, output, None if value is None else value.item(), said)


def arguments_of(batch: Any) -> tuple[Any, ...]:
    """What a module is called with; a tuple holds its arguments."""
    return batch if isinstance(batch, tuple) else (batch,)


def _slopes(value: Any, calls: list[Call]) -> list[tuple[Array | None, ...]] | None:
    """Of each call ∂L/∂ its outputs, (T, n, h), and each of its final states; None of what L does not depend on. None
    where there is no loss."""
    import torch

    if value is None:
        return None
    asked = [one for call in calls for one in (call.outputs, *call.ends)]
    if not value.requires_grad or not all(one.requires_grad for one in asked):
        return [(None,) * (1 + len(call.ends)) for call in calls]
    own = iter(torch.autograd.grad(value, asked, retain_graph=True, allow_unused=True))
    return [tuple(_read(call, own)) for call in calls]


def _read(call: Call, slopes: Iterator[Any]) -> Iterator[Array | None]:
    """A cell's H is its output: it counts once."""
    slope = next(slopes)
    yield None if slope is None else call.steps(slope)
    for end in call.ends:
        slope = next(slopes)
        yield None if slope is None or end is call.outputs else call.state(slope)


def _layer(
    name: str,
    layer: Any,
    calls: list[Call],
    slopes: list[tuple[Array | None, ...]] | None,
    read: tuple[Sequence[Any], Names],
) -> SeenLayer:
    """read: the module's arguments, and what the numbers of tokens stand for."""
    title = printable(name or kind_of(layer))
    cells = cells_of(name, weights_of(layer), getattr(layer, "nonlinearity", PHI))
    cell = cells[0] if len(cells) == 1 else Stacked(*cells)
    call = _joined(title, calls)
    groups = tuple(_groups(cell, call))
    H = _together(groups, {k: trace["H"] for k, (_, trace) in enumerate(groups)})
    apart = _apart(title, H, call)
    unknown = _unknown(title, calls, slopes)
    arriving = () if slopes is None or unknown else tuple(_arriving(cell, calls, slopes, groups))
    own = tokens(read[0], call, getattr(layer, "batch_first", False), read[1])
    return SeenLayer(name, cell, call.lengths, apart, groups, arriving, own, unknown)


def _arriving(
    cell: Cell | Composite,
    calls: list[Call],
    slopes: list[tuple[Array | None, ...]],
    groups: tuple[tuple[npt.NDArray[np.intp], Trace], ...],
) -> Iterator[Arriving]:
    start = 0
    for call, (outputs, *ends) in zip(calls, slopes, strict=True):
        names = iter(_states(cell))
        own: dict[str, Array] = {}
        # H and then C: those of each layer and direction.
        for each in ends:
            of_state = [next(names) for _ in cell.leaves]
            if each is not None:
                own |= dict(zip(of_state, each, strict=True))
        stop = start + len(call.H)
        dH = np.zeros_like(call.H) if outputs is None else outputs
        if call.is_through and "C" in own:
            ((_, trace),) = groups
            # H = O ⊙ tanh(C): that way is taken from H.
            through = dH * trace["O"][start:stop] * (1 - np.tanh(trace["C"][start:stop]) ** 2)
            own["C"] = own["C"] - through[0]
        yield Arriving(start, stop, dH, own, tolerance(call))
        start = stop


def _part(trace: Trace, start: int, stop: int) -> Trace:
    """The steps of a trace from `start` to before `stop`, as far as it goes."""
    if start == 0 and stop >= trace.steps:
        return trace
    first = {f"{state}0": trace.before(state)[start] for state in trace.cell.states}
    own = {name: one[start:stop] for name, one in trace.items() if name not in first}
    return Trace(cell=trace.cell, tensors={**own, **first})


def _joined(title: str, calls: list[Call]) -> Call:
    """Calls that carry the states on, as one."""
    for number, (one, other) in enumerate(pairwise(calls), start=2):
        same = other.states is not None and all(
            a.shape == b.shape and np.array_equal(a, b)
            for a, b in zip(one.final, other.states, strict=True)
        )
        if not same:
            raise Refusal(SEVERAL_CALLS, name=title, count=len(calls), call=number)
    first, last = calls[0], calls[-1]
    return Call(
        X=np.concatenate([one.X for one in calls]),
        H=np.concatenate([one.H for one in calls]),
        lengths=np.sum([one.lengths for one in calls], axis=0),
        states=first.states,
        final=last.final,
        outputs=last.outputs,
        ends=last.ends,
        steps=last.steps,
        state=last.state,
    )


def _groups(cell: Cell | Composite, call: Call) -> Iterator[tuple[npt.NDArray[np.intp], Trace]]:
    """Samples that are equally long, and their trace: a direction from the end begins at each one's own."""
    names = [f"{name}0" for name in _states(cell)]
    states = [] if call.states is None else [one for own in call.states for one in own]
    for length in sorted(set(call.lengths), reverse=True):
        samples = np.flatnonzero(call.lengths == length)
        initial = {name: one[samples] for name, one in zip(names, states, strict=bool(states))}
        yield samples, cell.run(call.X[:length, samples], **initial)


def _states(cell: Cell | Composite) -> list[str]:
    """The states of all cells that it is made of, in PyTorch's order: H of each layer and direction, then C."""
    own = next(iter(cell.leaves.values())).states
    return [
        ".".join([*(part.key for part in path), state]) for state in own for path in cell.leaves
    ]


def _together(
    groups: tuple[tuple[npt.NDArray[np.intp], Trace], ...], own: Mapping[int, Array]
) -> Array:
    """Of each group its own array, put together: (T, n, ·), nan where a sample has ended, or (n, ·)."""
    first = own[0]
    if len(groups) == 1:
        return first
    n = sum(len(samples) for samples, _ in groups)
    whole = np.full((*first.shape[:-2], n, first.shape[-1]), np.nan)
    for k, (samples, _) in enumerate(groups):
        if first.ndim == 2:
            whole[samples] = own[k]
        else:
            whole[: len(own[k]), samples] = own[k]
    return whole


def _apart(title: str, H: Array, call: Call) -> float:
    """The largest difference. Raises Refusal where it is more than rounding."""
    off = H - call.H[: len(H)]
    np.abs(off, out=off)
    off[np.isnan(H)] = 0
    most = tolerance(call)
    if not off.max() <= most:
        t = int((off.max(axis=(1, 2)) > most).argmax())
        k, unit = np.unravel_index(off[t].argmax(), off[t].shape)
        raise Refusal(
            DIFFERENT,
            name=title,
            step=t,
            sample=int(k),
            unit=int(unit),
            theirs=f"{call.H[t, k, unit]:.6g}",
            ours=f"{H[t, k, unit]:.6g}",
        )
    return float(off.max())


def tolerance(call: Call) -> float:
    """How far a layer's own numbers may be from ours."""
    return TOLERANCE.get(call.outputs.element_size(), COARSE)


def _unknown(
    title: str, calls: list[Call], slopes: list[tuple[Array | None, ...]] | None
) -> Refusal | None:
    """Why there are no gradients, if there are none."""
    if slopes is None:
        return Refusal(WITHOUT_LOSS)
    if all(one is None for own in slopes for one in own):
        return Refusal(NOT_REACHED, name=title)
    if len(calls) > 1 and any(len(set(one.lengths)) > 1 for one in calls):
        return Refusal(IN_SEVERAL_CALLS, name=title)
    return None
