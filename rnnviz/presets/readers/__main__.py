"""Train the readers anew: `python -m rnnviz.presets.readers`, or only those that are named."""

import sys

from rnnviz.presets.readers import READERS, Reader
from rnnviz.weights import to_bytes


def main(reader: Reader) -> None:
    """Write the reader's file, and say how well it does."""
    model = reader.train(lambda done, loss: print(f"{done:4.0%}  loss {loss:.3f}", flush=True))
    reader.file.write_bytes(to_bytes(model))
    print(f"{reader.key}: loss {reader.losses(model).mean():.3f} on what was held out")


if __name__ == "__main__":
    for one in READERS:
        if one.key in (sys.argv[1:] or [reader.key for reader in READERS]):
            main(one)
