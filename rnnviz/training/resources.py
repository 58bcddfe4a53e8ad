"""The resources of a training: memory while a worker holds it, and room on the disk.

An estimate from the sizes of the trainer's arrays; a test compares it with a real process.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rnnviz.cells import EVERY_CELL
from rnnviz.locale import N_, Refusal
from rnnviz.training.config import TrainingConfig

MAX_MEMORY, MAX_DISK = 1_500_000_000, 2_000_000_000
# The most bytes of what a run is sure to write. The rest of its room on the disk is for steps that
# are kept beside the log-spaced ones.
MAX_PLANNED = 1_600_000_000
FLOAT = 4
VALIDATION_POSITIONS, READERS = 32 * 64, 4
MOMENTS = {"sgd": 0, "momentum": 1, "adam": 2}
# Arrays of n·T·h numbers that a cell keeps for its gradient, GRU with reset_after last.
KEPT_BY_CELL = {"rnn": 5, "gru": 11, "lstm": 16, "gru reset_after": 21}
# Arrays of a cell that runs from its equations: sLSTM, the longest, has some forty operations a
# step.
KEPT_BY_AUTOGRAD = 45

TOO_LARGE = N_(
    "Training {h} hidden units in batches of {n} × {T}, with {q} different characters, would take "
    "{memory} MB of memory and {disk} MB on the disk; there are {most_memory} and {most_disk}. "
    "{units} units in batches of {batch} × {length} would fit."
)
TOO_MANY_CHARACTERS = N_(
    "The text has {q} different characters: too many for any network. At most {most} fit."
)


def memory(config: TrainingConfig, q: int) -> int:
    """Bytes that a worker needs beside torch and the text, for q characters."""
    h, P, m = config.hidden_size, config.parameters(q), MOMENTS[config.optimizer]
    cell = f"{config.cell} reset_after" if config.reset_after else config.cell
    positions = config.batch_size * config.sequence_length
    validated = VALIDATION_POSITIONS if config.validation > 0 else 0
    read = positions + validated
    weights = EVERY_CELL[config.cell].describe(config.options).weights
    gates = sum(weight.kind == "input weight" for weight in weights)
    floats = (
        (3 + m) * P  # parameters, gradient, moments, and where the update is computed
        + 2 * (3 + 2 * m) * P  # a step kept whole, or a resume point, and its file
        + (READERS + 1) * q * gates * h  # W_x + b, for each reader of the text
        + KEPT_BY_CELL.get(cell, KEPT_BY_AUTOGRAD) * read * h
        + read * (q + 2 * h)  # logits, and the hidden states with their gradient
        + 4 * h * q  # the output layer's copies
    )
    return FLOAT * floats


def disk(config: TrainingConfig, q: int) -> int:
    """Bytes of a run's checkpoints and of its resume point, twice while that is replaced."""
    checkpoints = 3 + 2 * math.log2(max(2, config.steps))
    resume = 2 * (1 + MOMENTS[config.optimizer])
    return round(FLOAT * config.parameters(q) * (checkpoints + resume)) + 56 * config.steps


def check(config: TrainingConfig, q: int) -> None:
    """Raises Refusal, with a size that fits, if a worker cannot hold the training of q
    characters, or the disk its checkpoints."""
    if _fits(config, q):
        return
    least = replace(config, hidden_size=8, batch_size=1, sequence_length=1)
    if not _fits(least, q):
        most = _largest(range(1, q), lambda k: _fits(least, k))
        raise Refusal(TOO_MANY_CHARACTERS, q=q, most=most)
    fits = _smaller(config, q)
    raise Refusal(
        TOO_LARGE,
        h=config.hidden_size,
        n=config.batch_size,
        T=config.sequence_length,
        q=q,
        memory=_megabytes(memory(config, q)),
        disk=_megabytes(disk(config, q)),
        most_memory=_megabytes(MAX_MEMORY),
        most_disk=_megabytes(MAX_PLANNED),
        units=fits.hidden_size,
        batch=fits.batch_size,
        length=fits.sequence_length,
    )


def _fits(config: TrainingConfig, q: int) -> bool:
    return memory(config, q) <= MAX_MEMORY and disk(config, q) <= MAX_PLANNED


def _smaller(config: TrainingConfig, q: int) -> TrainingConfig:
    """The largest like it that fits: with fewer units, or if they would be fewer than half, with
    smaller batches; with both only if neither is enough."""

    def shrunk(config: TrainingConfig, name: str, least: int) -> TrainingConfig:
        def sized(k: int) -> TrainingConfig:
            changed: dict[str, Any] = {name: k}
            return replace(config, **changed)

        sizes = range(least, getattr(config, name) + 1)
        return sized(_largest(sizes, lambda k: _fits(sized(k), q)))

    fewer, smaller = shrunk(config, "hidden_size", 8), shrunk(config, "batch_size", 1)
    if _fits(fewer, q) and (fewer.hidden_size >= config.hidden_size / 2 or not _fits(smaller, q)):
        return fewer
    for name, least in (("sequence_length", 1), ("hidden_size", 8)):
        if not _fits(smaller, q):
            smaller = shrunk(smaller, name, least)
    return smaller


def _largest(values: Iterable[int], fits: Callable[[int], bool]) -> int:
    """The largest value that fits, or the least; if a value fits, so do all smaller ones."""
    values = list(values)
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if fits(values[middle]) else (low, middle)
    return values[max(0, low - 1)]


def _megabytes(count: int) -> int:
    return math.ceil(count / 10**6)
