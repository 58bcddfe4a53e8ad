"""A batch that `look` saw, as a file and back: numbers and plain text, never code.

The format is safetensors, as that of a model's weights. Of each layer, by its number, the file has the parameters, and
of its first samples what they read, with what they began and what arrives from the rest of the module; all else is
computed from these again. What else is known stands as JSON under "rnnviz" in the metadata:

    {"format": "batch 1", "count": 64, "loss": 1.1, "answers": [["wrong", {"said": "bad", "right": "good"}], …],
     "layers": [{"name": "encoder", "cell": "lstm", "options": {}, "steps": [9, …], "tokens": [["the", …], …]}]}
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np
from safetensors.numpy import save

from rnnviz import weights
from rnnviz.cells import Cell, Composite
from rnnviz.cells.activations import Array
from rnnviz.frameworks.samples import ANSWERS, LONGEST, Answer, told
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

FORMAT = "batch 1"
# The cells that PyTorch has. Of others the weights would not say what a step of them takes.
CELLS = {"rnn", "gru", "lstm"}
MOST_SAMPLES = 12
MOST_LAYERS = 8
MOST_STEPS = 2_000
# Of a layer: how many weights it has, times how many steps a sample reads, is about what showing it takes.
MOST_WORK = 400_000_000
LARGEST = 1e30
PARAMETERS, ARRIVING = "weights", "arriving"
NO_BATCH = N_("The file has {name} {value}, which is not what rnnviz.look(…).save writes.")
NO_NUMBERS = N_(
    "The file's tensor {name} is of {dtype} and has shape {shape}; F32 or F64 and (steps, numbers) fit."
)
NOT_FINITE = N_("The file's tensor {name} holds {value}; numbers fit.")
STRANGE = N_("The file has the tensor {name}, which no layer of it reads.")
TOO_LONG = N_(
    "Sample {k} has {steps} steps and its layer {count} weights; here their product may be {most}."
)


@dataclass(frozen=True, eq=False)
class KeptLayer:
    """A layer and its first samples: what each reads, (T, d), its initial states, (1, h) each, what arrives at its
    quantities, (T, ·) each, and its tokens."""

    name: str
    cell: Cell | Composite
    X: tuple[Array, ...]
    initial: tuple[Mapping[str, Array], ...]
    arriving: tuple[Mapping[str, Array], ...]
    tokens: tuple[tuple[str, ...], ...]
    # Of each sample, how many steps the batch has of it.
    steps: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.X)

    def sample(self, k: int) -> Trace:
        """The trace of a sample, computed anew. Raises Refusal where its numbers do not fit together."""
        with weights.refusing():
            trace = self.cell.run(self.X[k][:, np.newaxis], **self.initial[k])
        arriving = {name: one[:, np.newaxis] for name, one in self.arriving[k].items()}
        for name, one in arriving.items():
            if name not in trace or one.shape != trace[name].shape:
                raise Refusal(NO_BATCH, name=short(name), value=str(one.shape))
        read = self.tokens[k] if self.tokens else ()
        return Trace(cell=self.cell, tensors=dict(trace), inputs=read, arriving=arriving)


@dataclass(frozen=True, eq=False)
class Batch:
    """What a file has of a batch. count: of its samples, of which it holds the first. answers, loss: as `Seen` has
    them."""

    layers: tuple[KeptLayer, ...]
    count: int
    answers: tuple[Answer, ...]
    loss: float | None

    def told(self, k: int, translate: Callable[[str], str]) -> str:
        """What is to be said of a sample beside its stage."""
        return told(self.answers, self.loss, k, translate)


def kept_layer(
    name: str, cell: Cell | Composite, sample: Callable[[int], Trace], count: int
) -> KeptLayer:
    """A layer with the first of its `count` samples, as many of them and of their steps as a file holds. sample(k): the
    trace of one."""
    size = sum(one.size for one in cell.parameters.values())
    most = max(1, min(MOST_STEPS, MOST_WORK // size))
    room = weights.MAX_BYTES // 2 - 8 * size
    traces: list[Trace] = []
    steps: list[int] = []
    for k in range(min(count, MOST_SAMPLES)):
        whole = sample(k)
        trace = whole if whole.steps <= most else whole.beginning(most)
        room -= 8 * sum(one.size for one in (trace["X"], *trace.arriving.values()))
        if traces and room < 0:
            break
        traces.append(trace)
        steps.append(whole.steps)
    states = [f"{state}0" for state in cell.states]
    return KeptLayer(
        name,
        cell,
        X=tuple(one["X"][:, 0] for one in traces),
        initial=tuple({state: one[state] for state in states} for one in traces),
        arriving=tuple({q: own[:, 0] for q, own in one.arriving.items()} for one in traces),
        tokens=tuple(one.inputs for one in traces) if traces[0].inputs else (),
        steps=tuple(steps),
    )


def to_bytes(batch: Batch) -> bytes:
    """The file. Raises Refusal where `from_bytes` would not read it: it is too large."""
    tensors: dict[str, Array] = {}
    for number, layer in enumerate(batch.layers):
        named = {PARAMETERS: layer.cell.parameters}
        for k in range(len(layer)):
            arriving = {f"{ARRIVING}/{name}": one for name, one in layer.arriving[k].items()}
            named[str(k)] = {"X": layer.X[k], **layer.initial[k], **arriving}
        tensors |= {
            f"{number}/{part}/{name}": one
            for part, own in named.items()
            for name, one in own.items()
        }
    about = {
        "format": FORMAT,
        "count": batch.count,
        "loss": batch.loss,
        "answers": [[one.kind, one.values] for one in batch.answers],
        "layers": [
            {
                "name": layer.name,
                **weights.about_cell(layer.cell),
                "steps": layer.steps,
                "tokens": layer.tokens,
            }
            for layer in batch.layers
        ],
    }
    data: bytes = save(
        {name: np.ascontiguousarray(_small(one)) for name, one in tensors.items()},
        metadata={"rnnviz": json.dumps(about, allow_nan=False)},
    )
    weights.check_size(data)
    return data


def _small(numbers: Array) -> np.ndarray[Any, Any]:
    """In float32 where that holds the very same numbers."""
    half = numbers.astype("<f4")
    return half if np.array_equal(half, numbers) else numbers


def from_bytes(data: bytes) -> Batch:
    """The batch that `to_bytes` wrote.

    The file may come from anyone: nothing in it is run, and everything in it is checked; what a sample's numbers do not
    fit is said when it is computed. Raises Refusal naming the value and what fits.
    """
    with weights.refusing():
        stored = weights.stored_in(data)
        about = weights.metadata(data, FORMAT, ["format", "count", "loss", "answers", "layers"])
        tensors = {name: _numbers(name, **tensor) for name, tensor in stored}
        count, loss = about["count"], about["loss"]
        if not _is_count(count, 10**9):
            raise Refusal(NO_BATCH, name="count", value=short(count))
        if loss is not None and not (isinstance(loss, float | int) and math.isfinite(loss)):
            raise Refusal(NO_BATCH, name="loss", value=short(loss))
        abouts = about["layers"]
        if not isinstance(abouts, list) or not 1 <= len(abouts) <= MOST_LAYERS:
            raise Refusal(NO_BATCH, name="layers", value=short(abouts))
        layers = tuple(_layer(number, one, tensors) for number, one in enumerate(abouts))
        if tensors:
            raise Refusal(STRANGE, name=short(next(iter(tensors))))
        return Batch(layers, count, tuple(_answers(about["answers"])), loss)


def _layer(number: int, came: object, tensors: dict[str, Array]) -> KeptLayer:
    """Takes the tensors of a layer out of those of the file."""
    about = weights.fields(came, "layers", ["name", "cell", "options", "steps", "tokens"])
    name, steps, tokens = about["name"], about["steps"], about["tokens"]
    if not _is_word(name, 200):
        raise Refusal(NO_BATCH, name="name", value=short(name))
    are_steps = isinstance(steps, list) and all(_is_count(one, 10**9) for one in steps)
    if not are_steps or not 1 <= len(steps) <= MOST_SAMPLES:
        raise Refusal(NO_BATCH, name="steps", value=short(steps))
    cell = weights.blank_cell(about["cell"], about["options"])
    if strange := [leaf.name for leaf in cell.leaves.values() if leaf.name not in CELLS]:
        raise Refusal(NO_BATCH, name="cell", value=short(strange[0]))
    own = _taken(tensors, f"{number}/{PARAMETERS}/")
    if own.keys() != cell.parameters.keys():
        raise Refusal(NO_BATCH, name=PARAMETERS, value=short(sorted(own)))
    cell = cell.with_parameters(**own)
    size = sum(one.size for one in own.values())
    X, initial, arriving = [], [], []
    for k in range(len(steps)):
        found = _taken(tensors, f"{number}/{k}/")
        arriving.append(_taken(found, f"{ARRIVING}/"))
        if found.keys() != {"X", *(f"{state}0" for state in cell.states)}:
            raise Refusal(NO_BATCH, name=f"{number}/{k}", value=short(sorted(found)))
        X.append(found.pop("X"))
        initial.append(found)
        if len(X[k]) > MOST_STEPS or len(X[k]) * size > MOST_WORK:
            raise Refusal(TOO_LONG, k=k + 1, steps=len(X[k]), count=size, most=f"{MOST_WORK:,}")
        if X[k].shape[1] != cell.input_size:
            raise Refusal(NO_BATCH, name=f"{number}/{k}/X", value=str(X[k].shape))
    words = tuple(_words(tokens, X))
    return KeptLayer(name, cell, tuple(X), tuple(initial), tuple(arriving), words, tuple(steps))


def _taken(tensors: dict[str, Array], beginning: str) -> dict[str, Array]:
    names = [name for name in tensors if name.startswith(beginning)]
    return {name.removeprefix(beginning): tensors.pop(name) for name in names}


def _words(tokens: object, X: Sequence[Array]) -> Iterator[tuple[str, ...]]:
    """What stands for each step of each sample; nothing where it is numbers."""
    if tokens == []:
        return
    if not isinstance(tokens, list) or len(tokens) != len(X):
        raise Refusal(NO_BATCH, name="tokens", value=short(tokens))
    for own, read in zip(tokens, X, strict=True):
        if not isinstance(own, list) or len(own) != len(read) or not all(map(_is_word, own)):
            raise Refusal(NO_BATCH, name="tokens", value=short(own))
        yield tuple(own)


def _answers(came: object) -> Iterator[Answer]:
    if not isinstance(came, list) or len(came) > MOST_SAMPLES:
        raise Refusal(NO_BATCH, name="answers", value=short(came))
    for one in came:
        match one:
            case [str(kind), dict(values)] if kind in ANSWERS:
                names = ANSWERS[kind].names
                if values.keys() == names and all(map(_is_word, values.values())):
                    yield Answer(kind, values)
                    continue
        raise Refusal(NO_BATCH, name="answers", value=short(one))


def _is_word(came: object, longest: int = LONGEST) -> bool:
    if not isinstance(came, str) or len(came) > longest:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in came)


def _is_count(came: object, most: int) -> bool:
    return isinstance(came, int) and not isinstance(came, bool) and 0 <= came <= most


def _numbers(name: str, dtype: str, shape: list[int], data: bytes) -> Array:
    if dtype not in ("F32", "F64") or len(shape) != 2 or 0 in shape:
        raise Refusal(NO_NUMBERS, name=short(name), dtype=short(dtype), shape=short(tuple(shape)))
    stored = np.frombuffer(data, dtype="<f4" if dtype == "F32" else "<f8").reshape(shape)
    numbers = stored.astype(np.float64)
    off = numbers[~(np.abs(numbers) < LARGEST)]
    if off.size:
        raise Refusal(NOT_FINITE, name=short(name), value=f"{off[0]:.3g}")
    return numbers
