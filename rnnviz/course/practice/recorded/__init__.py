"""Trainings that readers are asked about: the same network with four recipes, three of which have something wrong.

`python -m rnnviz.course.practice.recorded` makes them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PATH = Path(__file__).with_name("trainings.json")
CORPUS = "python-reference"
# Losses are measured after so many steps each time.
STEPS, EVERY = 400, 20
RATES = {"rnn": 0.005, "gru": 0.01, "lstm": 0.01}
SEEDS = (0, 1, 2)


class Recipe(NamedTuple):
    """What is changed: the learning rate by a factor, and how many characters there are to learn from."""

    rate: float = 1.0
    characters: int | None = None


RECIPES = {
    "usual": Recipe(),
    "high": Recipe(rate=100),
    "low": Recipe(rate=0.01),
    "heart": Recipe(characters=3000),
}


@cache
def recorded() -> dict[str, Any]:
    """{steps, guessing, trainings}. guessing: the loss of guessing, in nats. Of each training its cell, its rate and
    {recipe: {loss, validation}}: from the first weights on, in nats a character; a training that came to an end before
    has fewer of them."""
    found: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return found
