"""A gradient step of PyTorch's LSTM at many batch sizes: powers of two, their neighbours, and between.

003 says that batch sizes of 64 to 512 are usual and that powers of two run a little faster. The
figures, which the chapter on descent shows, are written to `batch_sizes.json` in that chapter's
folder. One thread, and the processor's time, so that other work on the machine matters less; the
sizes take turns, and of all rounds the best of each counts.
"""

import json
import time
from collections.abc import Sequence

import torch

from benchmarks.report import arguments, show
from rnnviz.course import CHAPTERS

# The powers, what lies one beside them, and round numbers.
POWERS = tuple(2**k for k in range(11))
NEIGHBOURS = tuple(near for one in POWERS if one >= 32 for near in (one - 1, one + 1))
ROUND = (50, 100, 200, 300, 500, 1000)
SIZES = sorted({*POWERS, *NEIGHBOURS, *ROUND})
INPUTS, HIDDEN, T = 64, 128, 16
ROUNDS = 12
WRITTEN = CHAPTERS["descent"].with_name("batch_sizes.json")


def measured(sizes: Sequence[int], rounds: int) -> dict[int, float]:
    """The processor's seconds of a step, forwards and backwards, by batch size."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    cell = torch.nn.LSTM(INPUTS, HIDDEN)
    inputs = {size: torch.randn(T, size, INPUTS) for size in sizes}
    best = dict.fromkeys(sizes, float("inf"))

    def step(size: int) -> None:
        cell.zero_grad()
        states, _ = cell(inputs[size])
        (states**2).mean().backward()

    for size in sizes:
        step(size)
    for _ in range(rounds):
        for size in sizes:
            repeats = max(1, 256 // size)
            began = time.process_time()
            for _ in range(repeats):
                step(size)
            best[size] = min(best[size], (time.process_time() - began) / repeats)
    return best


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="fewer are shown, and not written"
    )
    parser.add_argument(
        "--most", type=int, default=SIZES[-1], help="the largest batch; with fewer none is written"
    )
    asked = parser.parse_args()
    best = measured([size for size in SIZES if size <= asked.most], asked.rounds)
    setting = {"inputs": INPUTS, "hidden": HIDDEN, "T": T}
    found = {**setting, "seconds": {str(size): round(one, 6) for size, one in best.items()}}
    if asked.rounds >= ROUNDS and asked.most >= SIZES[-1]:
        WRITTEN.write_text(json.dumps(found) + "\n", "utf-8")
    rows = [
        {"batch size": size, "ms a step": 1e3 * one, "µs a sample": 1e6 * one / size}
        for size, one in best.items()
    ]
    show(setting, rows, as_json=asked.json, limits={})


if __name__ == "__main__":
    main()
