"""What a sigmoid, a tanh and a ReLU cost PyTorch, beside a multiplication in a matrix product.

003 says that powers of e make the sigmoid slow. The figures, which the chapter on activations
shows, are written to `activation_times.json` in that chapter's folder: nanoseconds a number,
float32, one thread, the processor's time, the best of many rounds taken in turns.
"""

import json
import time
from collections.abc import Callable

import torch

from benchmarks.report import arguments, show
from rnnviz.course import CHAPTERS

SAMPLES, WIDTH = 32, 512
ROUNDS, REPEATS = 60, 20
WRITTEN = CHAPTERS["activations"].with_name("activation_times.json")


def measured(rounds: int) -> dict[str, float]:
    """Nanoseconds: of a function, for one number; of a product, for one multiplication."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    numbers, weights = torch.randn(SAMPLES, WIDTH), torch.randn(WIDTH, WIDTH)
    out = torch.empty_like(numbers)
    many = SAMPLES * WIDTH
    asked: dict[str, tuple[Callable[[], object], int]] = {
        "product": (lambda: torch.matmul(numbers, weights, out=out), many * WIDTH),
        "sigmoid": (lambda: torch.sigmoid(numbers, out=out), many),
        "tanh": (lambda: torch.tanh(numbers, out=out), many),
        "exp": (lambda: torch.exp(numbers, out=out), many),
        "relu": (lambda: torch.clamp(numbers, min=0, out=out), many),
    }
    best = dict.fromkeys(asked, float("inf"))
    for _ in range(rounds):
        for name, (compute, count) in asked.items():
            compute()
            began = time.process_time()
            for _ in range(REPEATS):
                compute()
            best[name] = min(best[name], 1e9 * (time.process_time() - began) / REPEATS / count)
    return best


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="fewer are shown, and not written"
    )
    asked = parser.parse_args()
    best = {name: round(one, 5) for name, one in measured(asked.rounds).items()}
    if asked.rounds >= ROUNDS:
        WRITTEN.write_text(json.dumps(best) + "\n", "utf-8")
    rows = [{"function": name, "ns": one} for name, one in best.items()]
    show({"samples": SAMPLES, "width": WIDTH}, rows, as_json=asked.json, limits={})


if __name__ == "__main__":
    main()
