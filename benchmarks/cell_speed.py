"""How long the LSTM of rnnviz takes beside torch.nn.LSTM, for one long text.

The reference is float64 and keeps every gate of every step; torch keeps the hidden states alone.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.report import Row, arguments, show

T, n, d, h = 1000, 1, 64, 128
ROUNDS = 15
LIMIT = 2.0
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def measure(rounds: int) -> dict[str, float]:
    """Median milliseconds of each, in this process, taken in turns."""
    import torch

    from rnnviz import LSTM

    X = np.random.default_rng(0).standard_normal((T, n, d))
    cell = LSTM.random(input_size=d, hidden_size=h, seed=0)

    def torch_lstm(dtype: torch.dtype) -> Callable[[], object]:
        module = torch.nn.LSTM(d, h).to(dtype)
        x = torch.from_numpy(X).to(dtype)
        return lambda: module(x)

    ways: dict[str, Callable[[], object]] = {
        "rnnviz float64": lambda: cell.run(X),
        "torch float64": torch_lstm(torch.float64),
        "torch float32": torch_lstm(torch.float32),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    with torch.no_grad():
        for _ in range(rounds + 1):
            for name, way in ways.items():
                start = time.perf_counter()
                way()
                times[name].append(1000 * (time.perf_counter() - start))
    # The first round warms caches and thread pools.
    return {name: float(np.median(values[1:])) for name, values in times.items()}


def in_own_process(threads: int | None, rounds: int) -> dict[str, float]:
    """BLAS reads its number of threads once, at import."""
    environment = dict(os.environ)
    if threads is not None:
        environment |= dict.fromkeys(THREAD_VARIABLES, str(threads))
    command = [sys.executable, "-m", "benchmarks.cell_speed", "--measure", "--rounds", str(rounds)]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(output.stdout)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--measure", action="store_true", help="the times alone, as JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each, in turns")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.rounds)))
        return

    rows: list[Row] = []
    for label, threads in (("one", 1), ("default", None)):
        times = in_own_process(threads, options.rounds)
        ours = times["rnnviz float64"]
        rows.append(
            {"threads": label}
            | {f"{name} ms": value for name, value in times.items()}
            | {
                "ratio to float64": ours / times["torch float64"],
                "ratio to float32": ours / times["torch float32"],
            }
        )
    worst = max(row["ratio to float64"] for row in rows)
    worst_32 = max(row["ratio to float32"] for row in rows)
    show(
        {"shape": f"T={T}, n={n}, d={d}, h={h}", "ratio": worst, "ratio to float32": worst_32},
        rows,
        as_json=options.json,
        limits={
            f"at most {LIMIT:g} times torch in float64": worst <= LIMIT,
            f"at most {LIMIT:g} times torch in float32": worst_32 <= LIMIT,
        },
    )


if __name__ == "__main__":
    main()
