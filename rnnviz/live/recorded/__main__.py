"""Record the trainings whose pages are shown before one begins; it takes a minute."""

import json
import tempfile
from pathlib import Path
from threading import Event
from typing import Any

from rnnviz import files, live
from rnnviz.live.payload import COLUMNS
from rnnviz.live.recorded import CONFIGS, path_of
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.worker import Worker

# The margin is narrow: so many steps have a loss.
MOST_ROWS = 400


def record(config: TrainingConfig) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(Path(folder))
        run = runs.start(config)
        Worker(Path(folder)).work_off(Event())
        present = live.present(runs, run)
        metrics = present["metrics"]
        steps = {one["step"] for one in present["writings"]}
        every = len(metrics["step"]) // MOST_ROWS + 1
        kept = [k for k, step in enumerate(metrics["step"]) if step in steps or k % every == 0]
        columns = {name: [metrics[name][k] for k in kept] for name in COLUMNS}
        # Only losses are drawn.
        unused: dict[str, list[float]] = {
            name: [] for name in COLUMNS if name not in ("step", "loss", "validation")
        }
        return {
            "lines": present["lines"],
            "writings": present["writings"],
            "metrics": columns | unused,
        }


def main() -> None:
    for corpus, config in CONFIGS.items():
        body = json.dumps(record(config), ensure_ascii=False, separators=(",", ":")).encode()
        files.put(path_of(corpus), body + b"\n", mode=files.AS_OTHERS)
        print(path_of(corpus).name, f"{len(body) / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
