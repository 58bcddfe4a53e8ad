"""How much each part of the recipe is worth: our default, beside the same with that one part off.

All read the same number of characters of the Python reference, as many as our default reads in
its 1,400 steps, one thread each, from each of three seeds. The benchmark counts the characters
until a training reaches the mean loss that the plain recipe has after its 1,000 steps. Their time
is that of the seed with the least time per character, in processor time, so that other work on the
machine matters less. `--write` keeps the figures where the Train page finds them:
`rnnviz/training/costs.json`.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.report import Row, arguments, show
from rnnviz.training import CORPORA, TrainingConfig
from rnnviz.training.costs import FILE
from rnnviz.training.workers import ONE_THREAD

SEEDS = (0, 1, 2)
PLAIN_STEPS = 1000
LOOKS = 140  # how often the validation loss is measured on the way

# The fields of a configuration that switch each part off; the first entry of a pair holds the
# fields that both sides have.
Fields = dict[str, Any]
PARTS: dict[str, tuple[Fields, Fields]] = {
    "orthogonal": ({}, {"orthogonal": False}),
    "inputs": ({}, {"input_scale": None}),
    "bias": ({}, {"output_frequencies": False}),
    "forget": ({"cell": "lstm"}, {"forget_bias": None}),
    "batches": ({}, {"batches": "random"}),
    "size": ({}, {"batch_size": 32}),
    "length": ({}, {"sequence_length": 64}),
    "rate": ({}, {"learning_rate": 2e-3}),
    "warmup": ({}, {"warm_up": 0}),
    "cosine": ({}, {"cosine": False}),
    "clip": ({}, {"clip_norm": None}),
    "phi": ({"cell": "rnn"}, {"phi": "relu"}),
    "reset": ({}, {"reset_after": True}),
}
# Another optimiser needs another rate; the comparison takes the best of these.
OPTIMIZERS = {"momentum": (0.03, 0.1, 0.3), "sgd": (0.3, 1.0, 3.0)}


def measure(target: float | None, changed: Fields) -> dict[str, Any]:
    """The loss at the end, seconds a character, and after how many characters the loss was at
    most `target`."""
    from rnnviz.training.trainer import DivergenceError, Trainer
    from rnnviz.training.worker import settle

    settle()
    default, config = TrainingConfig(), TrainingConfig(**changed)
    at_once = config.batch_size * config.sequence_length
    if target is not None:
        read = default.steps * default.batch_size * default.sequence_length
        config = TrainingConfig(**changed | {"steps": read // at_once})
    trainer = Trainer(config, CORPORA[config.corpus].text())
    reached, seconds = None, 0.0
    try:
        for look in range(1, LOOKS + 1):
            began = time.process_time()
            while trainer.step_number < look * config.steps // LOOKS:
                trainer.step()
            seconds += time.process_time() - began
            loss = trainer.validation_loss() or 0.0
            if reached is None and target is not None and loss <= target:
                reached = trainer.step_number * at_once
    except DivergenceError:
        loss = None
    done = trainer.step_number * at_once
    return {"loss": loss, "pace": seconds / max(1, done), "reached": reached, "read": done}


def in_own_process(target: float | None, changed: Fields) -> dict[str, Any]:
    given = json.dumps([target, changed])
    command = [sys.executable, "-m", "benchmarks.parts", "--measure", given]
    output = subprocess.run(
        command, env=os.environ | ONE_THREAD, capture_output=True, text=True, check=True
    )
    return json.loads(output.stdout)


def plain_recipe() -> tuple[float, float]:
    """The mean loss after its steps, and the seconds of the fastest seed."""
    plain = TrainingConfig.plain(steps=PLAIN_STEPS).to_dict()
    found = [in_own_process(None, plain | {"seed": seed}) for seed in SEEDS]
    seconds = min(one["pace"] * one["read"] for one in found)
    return float(np.mean([one["loss"] for one in found])), seconds


def over_seeds(target: float, changed: Fields) -> dict[str, Any]:
    """The mean loss, and the characters and seconds to the target, if every seed got there."""
    found = [in_own_process(target, changed | {"seed": seed}) for seed in SEEDS]
    losses = [one["loss"] for one in found]
    reached = [one["reached"] for one in found]
    characters = None if None in reached else float(np.mean(reached))
    pace = min(one["pace"] for one in found)
    return {
        "loss": None if None in losses else float(np.mean(losses)),
        "losses": losses,
        "characters": characters,
        "seconds": None if characters is None else characters * pace,
    }


def best_rate(target: float, optimizer: str) -> Fields:
    """The rate with the lowest final loss among those tried, from one seed."""

    def loss(rate: float) -> float:
        found = in_own_process(target, {"optimizer": optimizer, "learning_rate": rate})["loss"]
        return np.inf if found is None else found

    return {"optimizer": optimizer, "learning_rate": min(OPTIMIZERS[optimizer], key=loss)}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {FILE.name}")
    parser.add_argument("--jobs", type=int, default=1, help="how many to measure at once")
    parser.add_argument("--measure", help="one measurement alone, as JSON")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(*json.loads(options.measure))))
        return

    target, plain_seconds = plain_recipe()
    parts = PARTS | {name: ({}, best_rate(target, name)) for name in OPTIMIZERS}
    # Train each configuration once, though several parts are compared with our default.
    asked = {
        json.dumps(one): one for pair in parts.values() for one in (pair[0], pair[0] | pair[1])
    }
    with ThreadPoolExecutor(options.jobs) as pool:
        measured = pool.map(lambda changed: over_seeds(target, changed), asked.values())
        found = dict(zip(asked, measured, strict=True))
    rows: list[Row] = [
        {
            "part": name,
            "off": off,
            "with": found[json.dumps(shared)],
            "without": found[json.dumps(shared | off)],
        }
        for name, (shared, off) in parts.items()
    ]
    default = TrainingConfig()
    result = {
        "read": default.steps * default.batch_size * default.sequence_length,
        "target": target,
        "plain seconds": plain_seconds,
        "default seconds": found["{}"]["seconds"],
    }
    if options.write:
        FILE.write_text(json.dumps(result | {"parts": rows}, indent=1) + "\n", "utf-8")
    table = [
        {
            "without": row["part"],
            "loss with": row["with"]["loss"],
            "loss without": row["without"]["loss"],
            "seconds with": row["with"]["seconds"],
            "seconds without": row["without"]["seconds"],
        }
        for row in rows
    ]
    show(result, table, as_json=options.json, limits={})


if __name__ == "__main__":
    main()
