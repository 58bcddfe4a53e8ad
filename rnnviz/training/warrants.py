"""What rnnviz's numbers are held to, and by how much they differ: `rnnviz check` computes it anew.

PyTorch computes the same in its own way: its layers the states, its autograd the gradients, its
optimiser a step of Adam. What its layers lack or do not tell, a second program computes, `reference`.
A gradient is also a slope, which needs nobody else: each weight is moved a little up and down, and
the loss is computed again. All in float64, of random networks and texts.

`python -m rnnviz.training.warrants` keeps what it finds, for the stage, the course and the docs.
"""

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from torch import nn

from rnnviz import files
from rnnviz.cells import EVERY_CELL, GRU, LSTM, RNN, Bidirectional, Cell, Stacked
from rnnviz.cells.activations import ACTIVATIONS, Array, log_softmax
from rnnviz.explain.warrants import FILE, Warrant
from rnnviz.fit import LEARNING_RATE, Adam
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.reference import Reference
from rnnviz.training.torch_module import to_torch
from rnnviz.training.torch_weights import to_state_dict
from rnnviz.training.trainer import settle

LETTERS = Vocabulary("abcdefgh")
# Random networks of each kind, and characters that each reads; fewer where each weight is moved.
NETWORKS, STEPS = 20, 40
READ_STEPS = 12
MOVED_NETWORKS, MOVED_STEPS = 2, 5
# How far a weight is moved up and down.
MOVE = 1e-5
# Steps of Adam.
LEARNT = 100
PHI = {"phi": [*ACTIVATIONS]}
# The options of the cells that have some, each of which is tried.
OPTIONS: Mapping[str, Mapping[str, list[Any]]] = {
    **dict.fromkeys(("mlp", "rnn", "indrnn"), PHI),
    "gru": {"reset_after": [False, True]},
}


def warrants() -> Iterator[Warrant]:
    """Each as soon as it is known; all together take half a minute."""
    for name, (to, make, options) in LAYERS.items():
        models = [_model(make(len(LETTERS), 3 + k % 6, k), k) for k in range(NETWORKS)]
        yield _held(name, "states", to, map(_states, models), options)
        yield _held(name, "gradients", "autograd", map(_gradients, models), options)
    for name in EVERY_CELL:
        options = OPTIONS.get(name, {})
        cells = [_cell(name, 3 + k % 6, k) for k in range(NETWORKS)]
        yield _held(name, "quantities", "a second program", map(_quantities, cells), options)
        yield _held(name, "partials", "autograd", map(_partials, cells), options)
        models = [_model(_cell(name, 3, k), k) for k in range(_moved(name))]
        yield _held(name, "slopes", "the slope of the loss", map(_slopes, models), options)
    seeds = range(NETWORKS)
    yield _held("softmax", "loss", "torch.nn.functional.cross_entropy", map(_losses, seeds))
    yield _held("adam", "learnt", "torch.optim.Adam", map(_learnt, seeds))


# By name: PyTorch's layers, ours of d inputs, h units and a seed, and the options that these have.
LAYERS: Mapping[str, tuple[str, Callable[[int, int, int], Any], Mapping[str, list[Any]]]] = {
    "rnn": ("torch.nn.RNN", RNN.random, {"phi": ["tanh"]}),
    "gru": ("torch.nn.GRU", partial(GRU.random, reset_after=True), {"reset_after": [True]}),
    "lstm": ("torch.nn.LSTM", LSTM.random, {}),
    "layers": (
        "torch.nn.LSTM",
        lambda d, h, seed: Stacked(LSTM.random(d, h, seed), LSTM.random(h, h, seed + 1)),
        {},
    ),
    "directions": (
        "torch.nn.GRU",
        lambda d, h, seed: Bidirectional(
            GRU.random(d, h, seed, reset_after=True), GRU.random(d, h, seed + 1, reset_after=True)
        ),
        {},
    ),
}


def _choices(name: str) -> list[dict[str, Any]]:
    """The options of a cell in every combination."""
    options = OPTIONS.get(name, {})
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def _moved(name: str) -> int:
    """How many networks of a cell have their weights moved: each combination of its options is one's."""
    return max(MOVED_NETWORKS, len(_choices(name)))


def _cell(name: str, h: int, seed: int) -> Cell:
    choices = _choices(name)
    return EVERY_CELL[name].random(len(LETTERS), h, seed, **choices[seed % len(choices)])


def _model(cell: Any, seed: int) -> SequenceModel:
    rng = np.random.default_rng(seed)
    W, b = rng.normal(size=(cell.output_size, len(LETTERS))), rng.normal(size=(1, len(LETTERS)))
    # Larger weights than a network begins with, so that gates open and shut.
    parameters = {name: 3 * value for name, value in cell.parameters.items()}
    return SequenceModel(cell.with_parameters(**parameters), W_hq=W, b_q=b, vocabulary=LETTERS)


def _text(steps: int, seed: int) -> tuple[str, ...]:
    return tuple(LETTERS[k] for k in np.random.default_rng(seed).integers(8, size=steps + 1))


def _states(model: SequenceModel) -> Iterator[tuple[Array, Array]]:
    text = _text(STEPS, 1)
    trace = model.trace(text[:-1], targets=text[1:])
    module = to_torch(model)
    k = torch.from_numpy(LETTERS.indices(text))
    with torch.no_grad():
        states, last = module.rnn(nn.functional.one_hot(k[:-1], 8).double()[None])
        logits = module.output(states)[0]
    yield trace["H"][:, 0], states[0].numpy()
    if isinstance(model.cell, LSTM):
        yield trace["C"][-1, 0], last[1][0, 0].numpy()
    yield trace["loss"][:, 0], nn.functional.cross_entropy(logits, k[1:], reduction="none").numpy()


def _gradients(model: SequenceModel) -> Iterator[tuple[Array, Array]]:
    text = _text(STEPS, 1)
    ours = model.gradients(model.trace(text[:-1], targets=text[1:]))
    module = to_torch(model)
    k = torch.from_numpy(LETTERS.indices(text))
    logits, _state = module(k[None, :-1])
    nn.functional.cross_entropy(logits[0], k[1:]).backward()
    # Ours in the order in which PyTorch has its weights.
    named = to_state_dict(model.with_parameters(**{name: ours[name] for name in model.parameters}))
    for name, theirs in module.named_parameters():
        # PyTorch adds two biases, and each has the gradient of their sum; ours is one, but for the
        # candidate of its GRU.
        if "bias_hh" in name and not isinstance(module.rnn, nn.GRU):
            continue
        found, expected = named[name].numpy(), theirs.grad.numpy()
        third = len(found) * 2 // 3 if "bias_hh" in name else 0
        yield found[third:], expected[third:]


def _quantities(cell: Cell) -> Iterator[tuple[Array, Array]]:
    """Gates, candidates and sums, too, which no layer of PyTorch's tells."""
    X, _ = _inputs(cell)
    trace = cell.run(X)
    for name, expected in Reference(cell, X, {}).tensors().items():
        yield trace[name], expected


def _partials(cell: Cell) -> Iterator[tuple[Array, Array]]:
    """Of every parameter, and of every quantity at every step."""
    X, dH = _inputs(cell)
    ours = cell.backward(cell.run(X), dH)
    reference = Reference(cell, X, {})
    for name, expected in reference.gradients((reference.H * torch.from_numpy(dH)).sum()).items():
        yield ours[name], expected


def _inputs(cell: Cell) -> tuple[Array, Array]:
    """What a cell reads, and a gradient for each of its outputs."""
    rng = np.random.default_rng(cell.hidden_size)
    X = rng.normal(size=(READ_STEPS, 1, cell.input_size))
    return X, rng.normal(size=(READ_STEPS, 1, cell.hidden_size))


def _slopes(model: SequenceModel) -> Iterator[tuple[Array, Array]]:
    text = _text(MOVED_STEPS, 2)

    def loss(changed: SequenceModel) -> float:
        return float(changed.trace(text[:-1], targets=text[1:])["loss"].mean())

    ours = model.gradients(model.trace(text[:-1], targets=text[1:]))
    for name, value in model.parameters.items():
        slope = np.empty_like(value)
        for at in np.ndindex(value.shape):
            moved = [value.copy(), value.copy()]
            moved[0][at] += MOVE
            moved[1][at] -= MOVE
            above, below = (loss(model.with_parameters(**{name: one})) for one in moved)
            slope[at] = (above - below) / (2 * MOVE)
        yield ours[name], slope


def _losses(seed: int) -> Iterator[tuple[Array, Array]]:
    rng = np.random.default_rng(seed)
    logits, k = 10 * rng.normal(size=(STEPS, 8)), rng.integers(8, size=STEPS)
    told = nn.functional.cross_entropy(
        torch.from_numpy(logits), torch.from_numpy(k), reduction="none"
    )
    yield -log_softmax(logits)[np.arange(STEPS), k], told.numpy()


def _learnt(seed: int) -> Iterator[tuple[Array, Array]]:
    rng = np.random.default_rng(seed)
    value = rng.normal(size=(4, 5))
    theirs = nn.Parameter(torch.from_numpy(value.copy()))
    ours, own = Adam(LEARNING_RATE), {"W": value}
    optimiser = torch.optim.Adam([theirs], lr=LEARNING_RATE)
    for _step in range(LEARNT):
        # Too small to be clipped.
        gradient = 0.1 * rng.normal(size=value.shape)
        theirs.grad = torch.from_numpy(gradient.copy())
        optimiser.step()
        own = ours.step(own, {"W": gradient})
    yield own["W"], theirs.detach().numpy()


def _held(
    network: str,
    what: str,
    to: str,
    found: Iterable[Iterable[tuple[Array, Array]]],
    options: Mapping[str, list[Any]] = MappingProxyType({}),
) -> Warrant:
    numbers, largest = 0, 0.0
    for pairs in found:
        for ours, theirs in pairs:
            numbers += theirs.size
            apart = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
            # Of NaN, Python's `max` would keep what was there before.
            largest = float(np.maximum(largest, apart.max()))
    return Warrant(network, what, to, numbers, largest, dict(options))


def record() -> None:
    """Measure all of them, and keep them with the day and what measured them."""
    settle()
    versions = {
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "PyTorch": torch.__version__.partition("+")[0],
    }
    about = f'"date": "{datetime.now(UTC).date()}",\n"versions": {json.dumps(versions)}'
    rows = ",\n".join(json.dumps(_brief(one)) for one in warrants())
    files.put(FILE, f'{{\n{about},\n"warrants": [\n{rows}\n]\n}}\n'.encode(), mode=files.AS_OTHERS)


def _brief(one: Warrant) -> dict[str, Any]:
    return {name: value for name, value in one._asdict().items() if value != {}}


if __name__ == "__main__":
    record()
