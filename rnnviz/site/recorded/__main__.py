"""Record the trainings that the static edition replays; it takes some minutes."""

import gzip
import json
import tempfile
from pathlib import Path
from threading import Event

from rnnviz import files, live
from rnnviz.site.recorded import CONFIGS, Recording, path_of
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.store import DEFAULT_TEMPERATURE
from rnnviz.training.worker import Worker


def record(config: TrainingConfig) -> Recording:
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(Path(folder))
        run = runs.start(config)
        Worker(Path(folder)).work_off(Event())
        present = live.present(runs, run)
        moments = {
            str(step): live.moment(runs, run, step, DEFAULT_TEMPERATURE)
            for step in present["checkpoints"]
        }
        return Recording(run, config.corpus, present, moments)


def main() -> None:
    for config in CONFIGS:
        made = record(config)
        body = json.dumps(made._asdict(), ensure_ascii=False, separators=(",", ":")).encode()
        files.put(path_of(config), gzip.compress(body, mtime=0), mode=files.AS_OTHERS)
        print(path_of(config).name, made.present["status"], f"{len(body) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
