"""Cells as students might write them: random scripts that the parser mostly takes."""

import random
from collections.abc import Iterator

# What a student wrote, or nearly: a line that no other reads, a path that leaves H out, an order that
# only the step before makes possible.
UNUSUAL = {
    "a line that nothing reads": "A = tanh(X @ W)\nH = tanh(H_prev @ U)",
    "a way between them": "A = tanh(X @ W)\nB = A_prev * p\nH = tanh(H_prev @ U)",
    "H is of the step before": "Q = X @ W\nB = Q + b\nH = Q_prev",
    "a state that only an unread line reads": "A = Q_prev\nQ = X @ U\nH = Q @ V",
    "H follows from the input alone, and another line reads it later": (
        "F = X @ U\nG = relu(F_prev)\nH = F"
    ),
    "H is carried, and nothing needs it": "A = X @ U\nH = A\nB = tanh(H_prev)",
}
NAMES = "ABCFGQZ"
FUNCTIONS = ("sigmoid", "tanh", "relu", "exp", "identity", "logsigmoid")


def scripts(seed: int) -> Iterator[str]:
    """Random scripts of one to four lines, without end."""
    rng = random.Random(seed)
    while True:
        names = [*rng.sample(NAMES, rng.randint(0, 3)), "H"]
        if rng.random() < 0.3:
            rng.shuffle(names)
        states = [f"{name}_prev" for name in rng.sample(names, rng.randint(0, len(names)))]
        yield "\n".join(
            f"{name} = {_expression(rng, rng.randint(0, 3), names[:k] + states)}"
            for k, name in enumerate(names)
        )


def _expression(rng: random.Random, depth: int, known: list[str]) -> str:
    def inner() -> str:
        return _expression(rng, depth - 1, known)

    if depth == 0:
        return rng.choice([*known, "X @ U", "X @ U2"])
    applied = f"{rng.choice(FUNCTIONS)}({{}})"
    made = (
        rng.choice("bpr"),
        f"{rng.choice(known or ['H_prev'])} @ W{rng.randint(1, 3)}",
        "{} + {}",
        "({}) * ({})",
        "({}) / exp({})",
        "1 - ({})",
        "-({})",
        "max({}, {})",
        "({}) @ V",
        *[applied] * 3,
    )
    form = rng.choice(made)
    return form.format(*(inner() for _ in range(form.count("{}"))))
