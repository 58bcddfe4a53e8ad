"""What the chapters' mathematics in JavaScript gives, for Python to hold against torch."""

import json
import subprocess
from pathlib import Path
from typing import Any


def evaluated(module: str, *calls: list[Any]) -> list[Any]:
    """The values of calls [name, *arguments] of a module in `rnnviz/course/assets`."""
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("evaluate.mjs"))],
        input=json.dumps({"module": module, "calls": calls}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    values: list[Any] = json.loads(done.stdout)
    return values
