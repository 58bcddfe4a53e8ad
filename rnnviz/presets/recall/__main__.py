"""Train every cell on the task anew, with twenty seeds: `python -m rnnviz.presets.recall`.

Into another folder if one is named; with the number of seeds after it, fewer. It takes some ten
minutes.
"""

import json
import sys
from pathlib import Path

from rnnviz.presets import recall
from rnnviz.weights import to_bytes


def main(folder: Path, seeds: int) -> None:
    """Write the weights of one seed, and what became of all seeds; say it."""
    found: dict[str, dict[str, list[float]]] = {}
    for name in recall.RECURRENT:
        h = recall.hidden_size(name)
        own: dict[str, list[float]] = {"right": [], "loss": []}
        for seed in range(seeds):
            model = recall.train(name, seed)
            if seed == recall.SEED:
                recall.file_of(name, folder).write_bytes(to_bytes(model))
            right, loss = recall.answers(model)
            own["right"].append(round(float(right.mean()), 4))
            own["loss"].append(round(float(loss.mean()), 4))
        found[name] = own
        learnt = sum(share == 1 for share in own["right"])
        print(
            f"{name:9} h = {h:2}, {recall.parameter_count(name, h)} parameters: "
            f"{learnt} of {seeds} seeds learn all answers; "
            f"loss of the answer {own['loss'][-1]:.3f} with the last one",
            flush=True,
        )
    (folder / recall.SEEDS_FILE.name).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else recall.FOLDER,
        int(sys.argv[2]) if len(sys.argv) > 2 else recall.SEEDS,
    )
