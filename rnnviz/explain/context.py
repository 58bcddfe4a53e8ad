"""What a network can know of a step, and the lowest loss that this allows.

Two steps that look the same to a network get the same probabilities from it, whatever its
weights. Where such steps have different targets, no training brings the loss to zero.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import numpy as np

# The part of the text that each kind of network sees when it answers at step t, from 0.
SEES: Mapping[str, Callable[[Sequence[str], int], Hashable]] = {
    "mlp": lambda inputs, t: inputs[t],
    "window": lambda inputs, t: tuple(inputs[max(0, t - 1) : t + 1]),
    "rnn": lambda inputs, t: tuple(inputs[: t + 1]),
    "bidirectional": lambda inputs, t: (tuple(inputs), t),
}


def lowest_loss(examples: Iterable[tuple[Sequence[str], Sequence[str]]], sees: str) -> float:
    """The mean cross-entropy below which no network of that kind can come, in nats.

    It is the entropy of the target, given what the network sees: predicting each target as
    often as it occurs is the best there is (003, "cross entropy").
    examples: sequences, each with its targets. sees: a key of SEES; "window" is an MLP that
    also reads the token before.
    Raises ValueError for another key, or if there are no steps.
    """
    if sees not in SEES:
        raise ValueError(f"sees is {sees!r}; it must be one of {', '.join(SEES)}.")
    seen: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for inputs, targets in examples:
        for t, target in enumerate(targets):
            seen[SEES[sees](inputs, t)][target] += 1
    steps = sum(counts.total() for counts in seen.values())
    if not steps:
        raise ValueError("Steps in the examples: 0; there must be at least one.")
    nats = sum(
        -count * np.log(count / counts.total())
        for counts in seen.values()
        for count in counts.values()
    )
    return float(nats) / steps
