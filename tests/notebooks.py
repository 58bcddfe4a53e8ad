"""Notebooks that rnnviz saves, run without a notebook."""

import json
from typing import Any


def run(text: str) -> dict[str, Any]:
    """The names that a notebook's cells have made, run one after another."""
    names: dict[str, Any] = {}
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    return names
