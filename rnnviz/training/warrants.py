"""What rnnviz's numbers are held to, and by how much they differ: `rnnviz check` computes it anew.

PyTorch computes the same in its own way: its layers the states, its autograd the gradients, its
optimiser a step of Adam. A gradient is also a slope, which needs nobody else: each weight is moved a
little up and down, and the loss is computed again. All in float64, of random networks and texts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from rnnviz.cells import EVERY_CELL, GRU, LSTM, RNN, Bidirectional, Stacked
from rnnviz.cells.activations import Array, log_softmax
from rnnviz.fit import LEARNING_RATE, Adam
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.torch_module import to_torch
from rnnviz.training.torch_weights import to_state_dict

LETTERS = Vocabulary("abcdefgh")
# Random networks of each kind, and characters that each reads; fewer where each weight is moved.
NETWORKS, STEPS = 20, 40
MOVED_NETWORKS, MOVED_STEPS = 2, 5
# How far a weight is moved up and down.
MOVE = 1e-5
# Steps of Adam.
LEARNT = 100
# More than rounding: a difference as large as this is a mistake.
ROUNDING, SLOPE = 1e-12, 1e-8


class Warrant(NamedTuple):
    """network: of which, or what of none. what: its "states", "gradients", "slopes" or "loss". to:
    what they were held to. numbers: how many were compared. largest: of the differences, each
    relative to the number where that is larger than 1."""

    network: str
    what: str
    to: str
    numbers: int
    largest: float

    @property
    def holds(self) -> bool:
        return self.largest < (SLOPE if self.what == "slopes" else ROUNDING)


def warrants() -> Iterator[Warrant]:
    """Each as soon as it is known; all together take a quarter of a minute."""
    for name, (to, make) in LAYERS.items():
        models = [_model(make(len(LETTERS), 3 + k % 6, k), k) for k in range(NETWORKS)]
        yield _held(name, "states", to, map(_states, models))
        yield _held(name, "gradients", "autograd", map(_gradients, models))
    for name, kind in EVERY_CELL.items():
        models = [_model(kind.random(len(LETTERS), 3, k), k) for k in range(MOVED_NETWORKS)]
        yield _held(name, "slopes", "the slope of the loss", map(_slopes, models))
    seeds = range(NETWORKS)
    yield _held("softmax", "loss", "torch.nn.functional.cross_entropy", map(_losses, seeds))
    yield _held("adam", "states", "torch.optim.Adam", map(_learnt, seeds))


# By name: PyTorch's layers, and ours of d inputs, h units and a seed.
LAYERS: Mapping[str, tuple[str, Callable[[int, int, int], Any]]] = {
    "rnn": ("torch.nn.RNN", RNN.random),
    "gru": ("torch.nn.GRU", partial(GRU.random, reset_after=True)),
    "lstm": ("torch.nn.LSTM", LSTM.random),
    "layers": (
        "torch.nn.LSTM",
        lambda d, h, seed: Stacked(LSTM.random(d, h, seed), LSTM.random(h, h, seed + 1)),
    ),
    "directions": (
        "torch.nn.GRU",
        lambda d, h, seed: Bidirectional(
            GRU.random(d, h, seed, reset_after=True), GRU.random(d, h, seed + 1, reset_after=True)
        ),
    ),
}


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
    network: str, what: str, to: str, found: Iterable[Iterable[tuple[Array, Array]]]
) -> Warrant:
    numbers, largest = 0, 0.0
    for pairs in found:
        for ours, theirs in pairs:
            numbers += theirs.size
            apart = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
            largest = max(largest, float(apart.max()))
    return Warrant(network, what, to, numbers, largest)
