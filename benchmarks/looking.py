"""What it takes to look at a module while it reads a batch, beside what the module itself takes to read it and to go
back: `rnnviz.look` runs it once, computes its recurrent layer anew in float64, and holds the two to each other."""

import time
from collections.abc import Callable
from functools import partial

import torch

import rnnviz
from benchmarks.report import arguments, show

LAYERS = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}
SAMPLES, INPUTS, HIDDEN, CLASSES = 64, 32, 256, 5
MOST = 3.0


class Tagger(torch.nn.Module):
    def __init__(self, kind: str) -> None:
        super().__init__()
        self.rnn, self.head = LAYERS[kind](INPUTS, HIDDEN), torch.nn.Linear(HIDDEN, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.rnn(x)[0])


def of_steps(output: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.cross_entropy(output.reshape(-1, CLASSES), targets.reshape(-1))


def forwards_and_back(module: Tagger, x: torch.Tensor, targets: torch.Tensor) -> None:
    of_steps(module(x), targets).backward()


def fastest(do: Callable[[], object], rounds: int) -> float:
    do()
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        do()
        found.append(time.perf_counter() - began)
    return min(found)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="of which the fastest counts")
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    torch.manual_seed(0)
    x = torch.randn(asked.steps, SAMPLES, INPUTS)
    targets = torch.randint(CLASSES, (asked.steps, SAMPLES))
    rows = []
    for kind in LAYERS:
        module = Tagger(kind)
        own = fastest(partial(forwards_and_back, module, x, targets), asked.rounds)
        look = fastest(partial(rnnviz.look, module, x, targets, of_steps), asked.rounds)
        rows.append(
            {
                "layer": kind,
                "its own, ms": 1e3 * own,
                "looked at, ms": 1e3 * look,
                "ratio": look / own,
            }
        )
    ratios = [float(str(row["ratio"])) for row in rows]
    limits = {f"at most {MOST:g} times its own": max(ratios) <= MOST}
    show({"largest ratio": max(ratios)}, rows, as_json=asked.json, limits=limits)


if __name__ == "__main__":
    main()
