"""How long our default takes to reach the plain recipe's loss after 1,000 steps, and to write
words.

The plain recipe is a plain PyTorch loop; both read the Python reference, on one thread each,
and only their steps count, in processor time, so that other work on the machine matters less.
With `--parts` each part of our recipe is switched off in turn.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import Row, arguments, show
from rnnviz.training import CORPORA, Runs, TrainingConfig, Workers, known_words, words
from rnnviz.training.workers import ONE_THREAD

PLAIN_STEPS = 1000
MOST_OF_PLAIN = 0.1
READABLE_SECONDS, READABLE = 6.0, 0.8
MEMORISED_SECONDS, MEMORISED = 2.0, 0.01
SAMPLE = 20_000
# Seconds until a measurement is given up.
MEMORISING_PATIENCE, PATIENCE = 60.0, 1200.0

# Each part of the recipe, and the fields that switch it off.
PARTS: dict[str, dict[str, Any]] = {
    "GRU": {"cell": "lstm"},
    "orthogonal weights": {"orthogonal": False},
    "wide input weights": {"input_scale": None},
    "output bias": {"output_frequencies": False},
    "consecutive batches": {"batches": "random"},
    "small batches": {"batch_size": 32, "sequence_length": 64},
    "high rate": {"learning_rate": 2e-3},
    "warm-up": {"warm_up": 0},
    "cosine": {"cosine": False},
}


def measure_plain() -> dict[str, float]:
    """Seconds of 1,000 steps, and the validation loss after them."""
    from benchmarks.plain_torch import PlainLoop
    from rnnviz.training.torch_weights import from_state_dict
    from rnnviz.training.trainer import Trainer
    from rnnviz.training.worker import settle

    settle()
    config = TrainingConfig.plain(steps=PLAIN_STEPS)
    text = CORPORA[config.corpus].text()
    ours = Trainer(config, text)
    loop = PlainLoop(
        config.cell, len(ours.vocabulary), config.hidden_size, config.learning_rate, ours.batches
    )
    began = time.process_time()
    for _ in range(PLAIN_STEPS):
        loop.step()
    seconds = time.process_time() - began
    model = from_state_dict(loop.state_dict(), ours.vocabulary)
    loss = Trainer(config, text, start=model).validation_loss()
    return {"seconds": seconds, "loss": loss or 0.0}


def measure_ours(target: float, **changed: Any) -> dict[str, float]:
    """Seconds and steps to the loss, and the share of known words after six seconds, or at the
    end if that comes first."""
    from rnnviz.training.trainer import Trainer
    from rnnviz.training.worker import settle

    settle()
    config = TrainingConfig(**changed)
    text = CORPORA[config.corpus].text()
    trainer = Trainer(config, text)
    known = set(words(text))
    seconds, found = 0.0, {"seconds": np.nan, "steps": np.nan}
    while trainer.step_number < config.steps and seconds < READABLE_SECONDS:
        began = time.process_time()
        for _ in range(10):
            trainer.step()
        seconds += time.process_time() - began
        if np.isnan(found["steps"]) and (trainer.validation_loss() or 0.0) <= target:
            found = {"seconds": seconds, "steps": trainer.step_number}
    sample = trainer.sample(SAMPLE, 0.8, seed=0)
    return found | {
        "all seconds": seconds,
        "last loss": trainer.validation_loss() or 0.0,
        "known words": known_words(sample, known) or 0.0,
    }


def memorising() -> float:
    """Seconds from pressing Train to a loss below 0.01 on the documents' sentence, with a warm
    worker and no limit on its pace; infinite if the loss stays above that for a minute."""
    config = TrainingConfig(corpus="helicopter", steps=300).fitting(6)
    deadline = time.monotonic() + MEMORISING_PATIENCE
    with tempfile.TemporaryDirectory() as folder, Workers(Path(folder), count=1) as workers:
        workers.wait_until_ready(120)
        runs = Runs(Path(folder))
        began = time.perf_counter()
        run = runs.start(config)
        runs.show(run, pace=0)
        while time.monotonic() < deadline:
            ended = runs.status(run) not in ("waiting", "training")
            if (runs.read(run).metrics["loss"] < MEMORISED).any():
                return time.perf_counter() - began
            if ended:
                break
            time.sleep(0.02)
    return np.inf


def in_own_process(*arguments_: str) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.recipe", "--measure", *arguments_]
    output = subprocess.run(
        command,
        env=os.environ | ONE_THREAD,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return json.loads(output.stdout)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--parts", action="store_true", help="also switch off each part in turn")
    parser.add_argument("--measure", nargs="+", help="one measurement alone, as JSON")
    options = parser.parse_args()
    if options.measure:
        kind, *rest = options.measure
        found = (
            measure_plain()
            if kind == "plain"
            else measure_ours(float(rest[0]), **json.loads(rest[1]))
        )
        print(json.dumps(found))
        return

    plain = in_own_process("plain")
    cases: dict[str, dict[str, Any]] = {"our default": {}} | (
        {f"without {part}": off for part, off in PARTS.items()} if options.parts else {}
    )
    rows: list[Row] = [
        {"": name} | in_own_process("ours", str(plain["loss"]), json.dumps(changed))
        for name, changed in cases.items()
    ]
    default = rows[0]
    ratio = default["seconds"] / plain["seconds"]
    memorised = memorising()
    show(
        {
            "plain seconds": plain["seconds"],
            "plain loss": plain["loss"],
            "ratio": ratio,
            "helicopter seconds": memorised,
        },
        rows,
        as_json=options.json,
        limits={
            f"at most {MOST_OF_PLAIN:g} of the plain recipe's time": ratio <= MOST_OF_PLAIN,
            f"at least {READABLE:g} of the words known after {READABLE_SECONDS:g} s": (
                default["known words"] >= READABLE
            ),
            f"想要有直升机 learnt by heart within {MEMORISED_SECONDS:g} s": memorised
            <= MEMORISED_SECONDS,
        },
    )


if __name__ == "__main__":
    main()
