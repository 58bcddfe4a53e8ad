"""What the chapters' mathematics in JavaScript gives, for Python to hold against torch."""

from pathlib import Path
from typing import Any

from tests.javascript import in_node


def evaluated(module: str, *calls: list[Any]) -> list[Any]:
    """The values of calls [name, *arguments] of a module in `rnnviz/course`."""
    program = Path(__file__).with_name("evaluate.mjs")
    return in_node(program, {"module": module, "calls": calls})
