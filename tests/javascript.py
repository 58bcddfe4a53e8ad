"""What our JavaScript answers, for Python to hold against its own numbers."""

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any


def in_node(program: Path, asked: Any) -> Any:
    """What the program's default function gives for `asked`; both are JSON.

    All programs run in one node, which imports each of them once.
    """
    node = _node()
    assert node.stdin
    assert node.stdout
    node.stdin.write(json.dumps([program.as_uri(), asked]) + "\n")
    node.stdin.flush()
    told = json.loads(node.stdout.readline())
    assert "failure" not in told, told["failure"]
    return told.get("answer")


@cache
def _node() -> subprocess.Popen[str]:
    node = subprocess.Popen(
        ["node", str(Path(__file__).with_suffix(".mjs"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(node.kill)
    return node
