"""The measured worth of each part of the recipe.

`python -m benchmarks.parts --write` measures it again; its docstring says how.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("costs.json")


@dataclass(frozen=True)
class Measured:
    """read: the characters that each training read. target: the loss of the plain recipe after
    its steps; plain and ours: the seconds to it. spread: how far the losses of our recipe from
    several seeds lie apart."""

    read: int
    target: float
    plain: float
    ours: float
    spread: float


@dataclass(frozen=True)
class Cost:
    """Training without a part, beside training with it.

    loss and usual_loss: nats a character on the text kept aside, without the part and with it,
    after the same number of characters; None if it diverged. noise: how far the losses of several
    seeds lie apart, without it or with it, whichever is more. slower: how many times as long it
    takes to the loss of the plain recipe; None if it does not get there within those characters.
    rate: the learning rate of an optimiser other than Adam, the best of those tried.
    """

    loss: float | None
    usual_loss: float
    noise: float
    slower: float | None
    rate: float | None

    @property
    def is_noise(self) -> bool:
        """Whether seeds alone make as large a difference."""
        return self.loss is not None and abs(self.loss - self.usual_loss) <= self.noise


@cache
def measured() -> Measured:
    """The conditions that all measurements share."""
    found = _file()
    losses = found["parts"][0]["with"]["losses"]
    return Measured(
        read=found["read"],
        target=found["target"],
        plain=found["plain seconds"],
        ours=found["default seconds"],
        spread=_apart(losses),
    )


@cache
def costs() -> dict[str, Cost]:
    """The costs by the part's name in the address; an optimiser's by its own name."""
    found = {}
    for row in _file()["parts"]:
        usual, without = row["with"], row["without"]
        found[row["part"]] = Cost(
            loss=without["loss"],
            usual_loss=usual["loss"],
            noise=max(_apart(usual["losses"]), _apart(without["losses"])),
            slower=without["seconds"] and without["seconds"] / usual["seconds"],
            rate=row["off"].get("learning_rate") if "optimizer" in row["off"] else None,
        )
    return found


def _apart(losses: list[float | None]) -> float:
    """How far the losses of several seeds lie apart; 0 if one of them diverged."""
    known = [loss for loss in losses if loss is not None]
    return max(known) - min(known) if len(known) == len(losses) else 0.0


def _file() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found
