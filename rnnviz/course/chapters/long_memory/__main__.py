"""Train every cell with many seeds anew: `python -m rnnviz.course.chapters.long_memory`, with ten.

Into another file if one is named; with the number of seeds after it, fewer. It takes some fifteen
minutes, and node.
"""

import json
import subprocess
import sys
from pathlib import Path

from rnnviz import files
from rnnviz.course.chapters.long_memory.numbers import SEEDS_FILE, cells

SEEDS = 10


def main(file: Path, count: int) -> None:
    """Write what became of all seeds."""
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("seeds.mjs"))],
        input=json.dumps({"cells": cells(), "seeds": count}).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    found = json.loads(done.stdout)
    parts = (
        f'"{part}": {{\n'
        + ",\n".join(f'"{name}": {json.dumps(own)}' for name, own in found[part].items())
        + "\n}"
        for part in found
    )
    told = "{\n" + ",\n".join(parts) + "\n}\n"
    files.put(file, told.encode(), mode=files.AS_OTHERS)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else SEEDS_FILE,
        int(sys.argv[2]) if len(sys.argv) > 2 else SEEDS,
    )
