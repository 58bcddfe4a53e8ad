"""Long memory, measured: what the chapter's trainings begin from, and what became of many."""

from functools import cache
from typing import Any

from rnnviz.presets import long_memory


@cache
def measured() -> dict[str, Any]:
    """cells: of each, its title, program, shapes and the biases that keep; seeds: what became of
    trainings with many seeds."""
    return {"cells": long_memory.cells(), "seeds": long_memory.seeds()}
