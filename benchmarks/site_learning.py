"""How long a browser's code takes to learn a text by heart, beside Python: `python -m benchmarks.site_learning`.

Seconds of processor time for 14 characters with h = 8, in node, whose engine is Chromium's, and in rnnviz.
"""

import argparse
import json
import subprocess
import time
from pathlib import Path

import numpy as np

from rnnviz import fit
from rnnviz.cells import CELLS
from rnnviz.site.stages import fields
from rnnviz.site.templates import template

PROGRAM = Path(__file__).with_suffix(".mjs")
TEXT, HIDDEN = "hello world, h", 8
TURNS = 3


def in_node(cell: str, turns: int = TURNS) -> float:
    asked = {
        "about": fields("en"),
        "template": template(cell, 1, "en"),
        "query": {"cell": [cell], "text": [TEXT], "hidden": [str(HIDDEN)]},
        "turns": turns,
    }
    found = subprocess.run(
        ["node", "--no-warnings", str(PROGRAM)],
        input=json.dumps(asked, default=np.ndarray.tolist),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(found.stdout)


def in_python(cell: str, turns: int = TURNS) -> float:
    times = []
    for _ in range(turns):
        began = time.process_time()
        fit.memorise(CELLS[cell], TEXT, HIDDEN, seed=0)
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cell", choices=CELLS, action="append", help="this one alone")
    parser.add_argument("--turns", type=int, default=TURNS, help="of which the best counts")
    options = parser.parse_args()
    print("cell    Python s    browser s   of Python's")
    for cell in options.cell or CELLS:
        ours, theirs = in_python(cell, options.turns), in_node(cell, options.turns)
        print(f"{cell:>4} {ours:>11.3f} {theirs:>12.3f} {theirs / ours:>13.2f}")


if __name__ == "__main__":
    main()
