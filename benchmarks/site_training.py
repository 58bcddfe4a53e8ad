"""How fast a browser's code trains, beside torch on one thread: `python -m benchmarks.site_training`.

Characters a second of processor time on the first 100,000 characters of the Python reference, in node, whose engine is
Chromium's, with WebAssembly and without, and in torch.
"""

import argparse
import json
import subprocess
import time
from base64 import b64encode
from pathlib import Path

from rnnviz.site.loops import modules
from rnnviz.site.products import wasm
from rnnviz.site.training import MOST_CHARACTERS
from rnnviz.training import CORPORA, TrainingConfig
from rnnviz.training.trainer import Trainer, numbered, settle

PROGRAM = Path(__file__).with_suffix(".mjs")
SECONDS = 4.0
KEYS = {"rnn": "rnn tanh", "gru": "gru false", "lstm": "lstm"}


def in_node(config: TrainingConfig, text: str, *, is_fast: bool, seconds: float = SECONDS) -> float:
    vocabulary, numbers = numbered(text)
    asked = {
        "loops": modules(),
        "wasm": b64encode(wasm()).decode() if is_fast else None,
        "key": KEYS[config.cell],
        "config": config.to_dict(),
        "text": numbers.tolist(),
        "q": len(vocabulary),
        "seconds": seconds,
    }
    found = subprocess.run(
        ["node", "--no-warnings", str(PROGRAM)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(found.stdout)


def in_torch(config: TrainingConfig, text: str, seconds: float = SECONDS) -> float:
    settle()
    trainer = Trainer(config, text)
    for _ in range(20):
        trainer.step()
    began, first = time.process_time(), trainer.step_number
    while time.process_time() < began + seconds:
        trainer.step()
    steps = trainer.step_number - first
    return steps * config.batch_size * config.sequence_length / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cell", choices=KEYS, action="append", help="this one alone")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each training")
    options = parser.parse_args()
    text = CORPORA["python-reference"].text()[:MOST_CHARACTERS]
    print("cell, h    torch    WebAssembly  of torch's    JavaScript  of torch's")
    for cell, h in (("gru", 32), ("gru", 64), ("rnn", 64), ("lstm", 64)):
        if options.cell and cell not in options.cell:
            continue
        config = TrainingConfig(cell=cell, hidden_size=h)
        torch, fast, plain = (
            in_torch(config, text, options.seconds),
            in_node(config, text, is_fast=True, seconds=options.seconds),
            in_node(config, text, is_fast=False, seconds=options.seconds),
        )
        print(
            f"{cell:>4} {h:>4} {torch:>9,.0f} {fast:>12,.0f} {fast / torch:>10.2f} "
            f"{plain:>14,.0f} {plain / torch:>10.2f}"
        )


if __name__ == "__main__":
    main()
