"""Train the RNN anew: `python -m rnnviz.presets.alice`, or into another file if one is named."""

import sys
from pathlib import Path

from rnnviz.presets.alice import FILE, losses, train
from rnnviz.weights import to_bytes


def main(file: Path) -> None:
    """Write the file, and say how well the model does."""
    model = train(lambda done, loss: print(f"{done:4.0%}  loss {loss:.3f} on chapters I to IV"))
    file.write_bytes(to_bytes(model))
    print(f"      loss {losses(model).mean():.3f} on chapter V")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
