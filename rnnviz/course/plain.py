"""Prose as plain text, for where no formula can be drawn: a question to a class, and its table."""

import re
from collections.abc import Mapping

from rnnviz.course.markup import Inline

FRACTION = re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}")
INDEX = re.compile(r"_(?:\{([^{}]*)\}|(\w))")
BEFORE_INDEX = re.compile(r" (?=_)")
COMMAND = re.compile(r"\\([A-Za-z]+) ?")
DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIGNS = {
    "Delta": "Δ", "epsilon": "ε", "tau": "τ", "theta": "θ", "sigma": "σ", "phi": "φ", "partial": "∂", "cdot": "·",
    "times": "×", "odot": "⊙", "log": "log ", "tanh": "tanh ",
}  # fmt: skip


def plain(parts: list[Inline], numbers: Mapping[str, str] = {}) -> str:
    """The parts of a paragraph as text. numbers: what stands for those that the chapter computes;
    an ellipsis where there is none."""
    return "".join(_part(part, numbers) for part in parts).strip()


def _part(part: Inline, numbers: Mapping[str, str]) -> str:
    if isinstance(part, str):
        return part
    kind, *rest = part
    if kind == "number":
        return numbers.get(rest[0], "…")
    if kind == "math":
        return formula(rest[0])
    return plain(rest[1:] if kind == "a" else rest, numbers)


def formula(source: str) -> str:
    """A formula of a line: "w₁₁", "H_t", "H_(t−1)", "1/27". Raises ValueError for what it cannot
    write."""
    text = FRACTION.sub(r"\1/\2", source)
    text = COMMAND.sub(lambda found: SIGNS.get(found[1], found[0]), text)
    text = BEFORE_INDEX.sub("", text)
    text = INDEX.sub(lambda found: _index(found[1] or found[2]), text).replace("-", "−")
    if re.search(r"[\\{}^]", text):
        raise ValueError(f"There is no plain text for the formula {source!r}.")
    return text.strip()


def _index(index: str) -> str:
    if index.isdigit():
        return index.translate(DIGITS)
    return f"_{index}" if index.isalnum() else f"_({index})"
