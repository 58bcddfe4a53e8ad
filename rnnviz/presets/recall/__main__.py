"""Train every cell on the task anew: `python -m rnnviz.presets.recall`, with twenty seeds.

Into another folder if one is named; with the number of seeds after it, fewer. It takes some forty
minutes.
"""

import json
import sys
from pathlib import Path

import numpy as np

from rnnviz import files
from rnnviz.presets import recall
from rnnviz.presets.recall import stream
from rnnviz.weights import to_bytes


def main(folder: Path, seeds: int) -> None:
    """Write the weights of one seed, and what became of all seeds; say it."""
    found: dict[str, dict[str, list[float]]] = {}
    in_stream: dict[str, list[float]] = {}
    for name in recall.TRAINED:
        h = recall.hidden_size(name)
        own: dict[str, list[float]] = {"right": [], "loss": []}
        for seed in range(seeds):
            model = recall.train(name, seed)
            if seed == recall.SEED and name in recall.RECURRENT:
                files.put(recall.file_of(name, folder), to_bytes(model), mode=files.AS_OTHERS)
            right, loss = recall.answers(model)
            own["right"].append(round(float(right.mean()), 4))
            own["loss"].append(round(float(loss.mean()), 4))
        found[name] = own
        trained = [stream.train(name, seed) for seed in range(min(seeds, stream.SEEDS))]
        in_stream[name] = [round(stream.loss(model), 4) for model in trained]
        learnt = sum(share == 1 for share in own["right"])
        print(
            f"{name:13} h = {h:2}, {recall.parameter_count(name, h)} parameters: "
            f"{learnt} of {seeds} seeds learn all answers; "
            f"loss of an answer {np.median(own['loss']):.3f}, in a stream "
            f"{np.median(in_stream[name]):.3f} (medians)",
            flush=True,
        )
    for file, numbers in ((recall.SEEDS_FILE, found), (stream.FILE, in_stream)):
        lines = ",\n".join(f'"{name}": {json.dumps(own)}' for name, own in numbers.items())
        files.put(folder / file.name, f"{{\n{lines}\n}}\n".encode(), mode=files.AS_OTHERS)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else recall.FOLDER,
        int(sys.argv[2]) if len(sys.argv) > 2 else recall.SEEDS,
    )
