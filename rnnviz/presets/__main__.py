"""Make all built-in weights anew: `python -m rnnviz.presets`, or into another folder if named."""

import json
import sys
from pathlib import Path

from rnnviz import files
from rnnviz.cells import CELLS
from rnnviz.fit import memorise
from rnnviz.presets import BUILT_IN, FOLDER, LEARNT, SEED, file_of
from rnnviz.text import characters
from rnnviz.weights import to_bytes


def main(folder: Path) -> None:
    """Write every file, and say how well each model knows its text."""
    learnt = {}
    for built_in in BUILT_IN:
        print(built_in.text)
        tokens = characters(built_in.text)
        for name, cell in CELLS.items():
            model = memorise(cell, built_in.text, built_in.hidden_size, SEED)
            file = file_of(built_in, name, folder)
            files.put(file, to_bytes(model), mode=files.AS_OTHERS)
            learnt[file.stem] = model.learnt
            trace = model.trace(tokens[:-1], targets=tokens[1:])
            right = trace["Y_hat"][:, 0].argmax(axis=1) == model.vocabulary.indices(tokens[1:])
            known = "all" if right.all() else f"{right.sum()} of {len(right)}"
            print(f"  {name:4}  loss {trace['loss'].mean():.4f}  predicted: {known}")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in learnt.items())
    files.put(folder / LEARNT, f"{{\n{lines}\n}}\n".encode(), mode=files.AS_OTHERS)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
