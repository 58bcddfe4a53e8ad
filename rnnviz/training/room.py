"""What a training takes: memory while a worker has it, and room on the disk.

An estimate, from the sizes of what the trainer holds: held to what a process was seen to take.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rnnviz.locale import N_, Refusal

if TYPE_CHECKING:
    from rnnviz.training.config import TrainingConfig

MAX_MEMORY, MAX_DISK = 10**9, 10**9
# Of a run's room on the disk, what is left to what is kept beside its log-spaced steps.
BESIDE = 0.2
FLOAT = 4
VALIDATION_POSITIONS, READERS = 32 * 64, 4
MOMENTS = {"sgd": 0, "momentum": 1, "adam": 2}
# Arrays of n·T·h numbers that a cell keeps for its gradient, GRU with reset_after last.
KEPT_BY_CELL = {"rnn": 5, "gru": 11, "lstm": 16, "gru reset_after": 21}

TOO_MUCH_MEMORY = N_(
    "Training {h} hidden units in batches of {n} × {T}, with {q} different characters, would take "
    "{needed} MB of memory; there are {most}. {units} units in batches of {batch} × {length} would "
    "fit."
)
TOO_MUCH_DISK = N_(
    "The checkpoints of {h} hidden units, with {q} different characters, would take {needed} MB on "
    "the disk; there are {most}. {units} units would fit."
)
TOO_MANY_CHARACTERS = N_(
    "The text has {q} different characters: too many for any network. At most {most} fit."
)


def memory(config: "TrainingConfig", q: int) -> int:
    """Bytes that a worker needs beside torch and the text, for q characters."""
    h, P, m = config.hidden_size, config.parameters(q), MOMENTS[config.optimizer]
    cell = f"{config.cell} reset_after" if config.reset_after else config.cell
    positions = config.batch_size * config.sequence_length
    validated = VALIDATION_POSITIONS if config.validation > 0 else 0
    read = positions + validated
    gates = {"rnn": 1, "gru": 3, "lstm": 4}[config.cell]
    floats = (
        (3 + m) * P  # parameters, gradient, moments, and where the update is computed
        + 2 * (3 + 2 * m) * P  # a step kept whole, or a resume point, and its file
        + (READERS + 1) * q * gates * h  # W_x + b, by each who reads
        + KEPT_BY_CELL[cell] * read * h
        + read * (q + 2 * h)  # logits, and the hidden states with their gradient
        + 4 * h * q  # the output layer's copies
    )
    return FLOAT * floats


def disk(config: "TrainingConfig", q: int) -> int:
    """Bytes of a run's checkpoints and of its resume point, twice while that is replaced."""
    checkpoints = 3 + 2 * math.log2(max(2, config.steps))
    resume = 2 * (1 + MOMENTS[config.optimizer])
    return round(FLOAT * config.parameters(q) * (checkpoints + resume)) + 56 * config.steps


def check(config: "TrainingConfig", q: int) -> None:
    """Raises Refusal, with a size that fits, if a worker cannot hold the training of q
    characters, or the disk its checkpoints."""
    most_disk = round((1 - BESIDE) * MAX_DISK)
    if memory(config, q) <= MAX_MEMORY and disk(config, q) <= most_disk:
        return
    least = replace(config, hidden_size=8, batch_size=1, sequence_length=1)
    if memory(least, q) > MAX_MEMORY or disk(least, q) > most_disk:
        most = _largest(
            range(1, q), lambda k: memory(least, k) <= MAX_MEMORY and disk(least, k) <= most_disk
        )
        raise Refusal(TOO_MANY_CHARACTERS, q=q, most=most)
    came = {"q": q, "h": config.hidden_size}
    if disk(config, q) > most_disk:
        units = _largest(
            range(8, config.hidden_size + 1),
            lambda h: disk(replace(config, hidden_size=h), q) <= most_disk,
        )
        raise Refusal(
            TOO_MUCH_DISK,
            needed=_megabytes(disk(config, q)),
            most=_megabytes(most_disk),
            units=units,
            **came,
        )
    fits = _smaller(config, q)
    raise Refusal(
        TOO_MUCH_MEMORY,
        n=config.batch_size,
        T=config.sequence_length,
        needed=_megabytes(memory(config, q)),
        most=_megabytes(MAX_MEMORY),
        units=fits.hidden_size,
        batch=fits.batch_size,
        length=fits.sequence_length,
        **came,
    )


def _smaller(config: "TrainingConfig", q: int) -> "TrainingConfig":
    """The same with a smaller batch; if that is not enough, with shorter sequences and fewer
    units too."""
    for name, least in (("batch_size", 1), ("sequence_length", 1), ("hidden_size", 8)):
        value = getattr(config, name)

        def fits(k: int, name: str = name, config: "TrainingConfig" = config) -> bool:
            return memory(replace(config, **{name: k}), q) <= MAX_MEMORY  # type: ignore[arg-type]

        found = _largest(range(least, value + 1), fits)
        config = replace(config, **{name: found})  # type: ignore[arg-type]
        if memory(config, q) <= MAX_MEMORY:
            break
    return config


def _largest(values: Iterable[int], fits: Callable[[int], bool]) -> int:
    """The largest that fits, or the least: what fits for one fits for all that are less."""
    values = list(values)
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if fits(values[middle]) else (low, middle)
    return values[max(0, low - 1)]


def _megabytes(count: int) -> int:
    return math.ceil(count / 10**6)
