"""Train the readers anew: `python -m rnnviz.presets.readers`, or only those that are named.

`pieces` names the trainings that are recorded, with the state kept or begun from zeros.
"""

import json
import sys

from rnnviz import files
from rnnviz.presets.readers import READERS, Reader, pieces
from rnnviz.weights import to_bytes


def main(reader: Reader) -> None:
    """Write the reader's file, and say how well it does."""
    model = reader.train(lambda done, loss: print(f"{done:4.0%}  loss {loss:.3f}", flush=True))
    files.put(reader.file, to_bytes(model), mode=files.AS_OTHERS)
    print(f"{reader.key}: loss {reader.losses(model).mean():.3f} on what was held out")


def compare() -> None:
    """Write what became of the trainings in pieces."""
    found = pieces.record()
    told = json.dumps(found, separators=(",", ":"))
    files.put(pieces.FILE, f"{told}\n".encode(), mode=files.AS_OTHERS)
    for one in found:
        print(f"T = {one['length']}, kept: {one['kept']}, loss {one['loss']:.3f}")


if __name__ == "__main__":
    named = sys.argv[1:] or [*(reader.key for reader in READERS), "pieces"]
    for one in READERS:
        if one.key in named:
            main(one)
    if "pieces" in named:
        compare()
