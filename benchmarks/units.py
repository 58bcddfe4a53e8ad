"""The units of a network: reading a text, ranking, a probe, and holding each unit in turn.

The text is the beginning of Python's own reference, 20,000 characters, read by a GRU with h = 64
and an LSTM with h = 128 that have learnt nothing: what is in the weights changes no time. The peers
are measured in the same run, all on one thread, as the app runs: torch's GRU or LSTM reading the
text; a plain loop over units and shifted labels in NumPy, on the first units and counted up to all;
torch's L-BFGS for the probe; a trace of the text with a hold for each unit; a chosen unit that
waits until the batch before it is done; and 10,000 steps from each state where the search for
points of rest begins. Of a few rounds the median counts.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np
import torch

from benchmarks.report import arguments, show
from pages.server.precedence import Precedence
from rnnviz import GRU, LSTM, Hold, SequenceModel, Vocabulary, units
from rnnviz.presets.units import LIBRARY
from rnnviz.training.corpora import CORPORA
from rnnviz.training.workers import ONE_THREAD
from rnnviz.units import Reading
from rnnviz.units.ablation import TOGETHER, ablations, costs, held_losses, losses_of_ways
from rnnviz.units.logistic import logistic
from rnnviz.units.rest import AFTER, STARTS, rest

N, N_HELD, SHIFTS = 20_000, 5_000, 200
# Steps after which a state has come to rest.
LONG = 10_000
ROUNDS = 5
# Of each, in seconds.
FIRST_LOOK, EACH_LABEL, ALL_HELD, FIRST_HELD = 1.0, 0.1, 10.0, 0.3
REST, REST_BEGUN = 5.0, 1.0
MODULES = {GRU: torch.nn.GRU, LSTM: torch.nn.LSTM}
# How many units the loops take, to be counted up.
FEW = 4


def seconds(way: Callable[[], object], rounds: int = ROUNDS) -> float:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        way()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def torch_reading(cell: type[GRU] | type[LSTM], q: int, h: int) -> Callable[[], object]:
    module = MODULES[cell](q, h).double()
    X = torch.eye(q, dtype=torch.float64)[torch.arange(N) % q]

    def read() -> None:
        with torch.no_grad():
            module(X)

    return read


def loop_ranking(seen: Reading, on: np.ndarray, few: int) -> Callable[[], object]:
    """AUC of the first units for the label and for 200 shifted ones, as one writes it down."""

    def auc(values: np.ndarray, on: np.ndarray) -> float:
        ranks = values.argsort().argsort()
        yes = int(on.sum())
        return float(ranks[on].sum() - yes * (yes - 1) / 2) / (yes * (len(on) - yes))

    def rank() -> None:
        half = N // 2
        for values in seen["H"].T[:few]:
            for by in range(SHIFTS + 1):
                first = auc(values[:half], np.roll(on[:half], by))
                second = auc(values[half:], np.roll(on[half:], by))
                max(second, 1 - second) if first > 0.5 else 1 - second

    return rank


def torch_probe(X: np.ndarray, y: np.ndarray) -> Callable[[], object]:
    inputs, targets = torch.from_numpy(X), torch.from_numpy(y)

    def fit() -> None:
        w = torch.zeros(X.shape[1] + 1, dtype=torch.float64, requires_grad=True)
        optimizer = torch.optim.LBFGS([w], max_iter=500, line_search_fn="strong_wolfe")

        def closure() -> torch.Tensor:
            optimizer.zero_grad()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                inputs @ w[1:] + w[0], targets, reduction="sum"
            )
            loss = loss + (w[1:] ** 2).sum() / 2
            loss.backward()
            return loss

        optimizer.step(closure)

    return fit


def traced_ablation(
    model: SequenceModel, text: str, means: np.ndarray, few: int
) -> Callable[[], object]:
    def hold() -> None:
        for unit in range(few):
            model.trace(text[:-1], text[1:], holds=[Hold("H", float(means[unit]), [unit])])

    return hold


def measured(cell: type[GRU] | type[LSTM], h: int, text: str) -> list[dict[str, Any]]:
    torch.set_num_threads(1)
    vocabulary = Vocabulary(text)
    model = SequenceModel.random(cell, vocabulary, h, seed=0)
    seen = units.read(model, text)
    label = np.asarray(units.label(seen, "word")) > 3
    count = sum(seen[name].shape[1] for name in seen.quantities)
    shape = f"{cell.title}, h = {h}"
    rows: list[dict[str, Any]] = []

    def add(what: str, ours: float, peer: str, other: float, limit: float | None = None) -> None:
        rows.append(
            {
                "what": what,
                "network": shape,
                "ms": 1000 * ours,
                "peer": peer,
                "peer ms": 1000 * other,
            }
            | {"times faster": other / ours, "limit ms": None if limit is None else 1000 * limit}
        )

    read = seconds(lambda: units.read(model, text), 3)
    add("reading", read, "torch", seconds(torch_reading(cell, len(vocabulary), h), 3))
    loop = seconds(loop_ranking(seen, label, FEW), 1) / FEW * count

    def first_look() -> None:
        units.rank(Reading(model, seen.text, seen.tensors, seen.loss), label)

    add(f"ranking {count} units, first label", seconds(first_look), "loop", loop, FIRST_LOOK)
    units.rank(seen, label)
    add(
        f"ranking {count} units, next label",
        seconds(lambda: units.rank(seen, label)),
        "loop",
        loop,
        EACH_LABEL,
    )
    X, y = seen["H"][: N // 2], label[: N // 2].astype(float)
    add(
        "probe with all units of H",
        seconds(lambda: logistic(X, y)),
        "torch's L-BFGS",
        seconds(torch_probe(X, y), 3),
    )
    return rows


def held(text: str) -> list[dict[str, Any]]:
    h = 64
    model = SequenceModel.random(GRU, Vocabulary(text), h, seed=0)
    seen = units.read(model, text)
    label = np.asarray(units.label(seen, "word")) > 3
    loop = seconds(traced_ablation(model, text, seen["H"].mean(axis=0), FEW), 1) / FEW
    chosen = seconds(lambda: costs(seen, label, losses_of_ways(seen, "H", 3)))
    every = seconds(lambda: [*ablations(seen, "H", label)], 3)
    batch: list[tuple[int, ...]] = [(unit,) for unit in range(TOGETHER)]
    waited = seconds(lambda: held_losses(seen, "H", batch)) + chosen
    passing = statistics.median(seconds_within_a_batch(seen, label, batch) for _ in range(ROUNDS))
    trace = "trace with a hold"
    return [
        {"what": what, "network": f"GRU, h = {h}", "ms": 1000 * ours, "peer": peer}
        | {"peer ms": 1000 * other, "times faster": other / ours, "limit ms": 1000 * limit}
        for what, ours, peer, other, limit in (
            (
                f"the chosen unit in three ways, {N_HELD} characters",
                chosen,
                trace,
                3 * loop,
                FIRST_HELD,
            ),
            ("the same in the middle of a batch", passing, "after the batch", waited, FIRST_HELD),
            (f"holding each of {h} units", every, trace, loop * h, ALL_HELD),
        )
    ]


def seconds_within_a_batch(seen: Reading, label: np.ndarray, batch: list[tuple[int, ...]]) -> float:
    """How long a chosen unit takes that is asked for while sixteen others are held."""
    turns, begun = Precedence(), Event()

    def between() -> None:
        begun.set()
        turns.give_way()

    with ThreadPoolExecutor(1) as others:
        others.submit(held_losses, seen, "H", batch, between=between)
        begun.wait()
        start = time.perf_counter()
        with turns.urgent():
            costs(seen, label, losses_of_ways(seen, "H", 3))
        return time.perf_counter() - start


def resting() -> list[dict[str, Any]]:
    """Where the state of the built-in network with the most units rests, after a quotation mark."""
    model, text = LIBRARY.model(), LIBRARY.text()[:N_HELD]
    seen = units.read(model, text)
    X = np.repeat(model.vocabulary.one_hot(['"']), LONG, axis=0)

    def run_on() -> None:
        for k in range(FEW):
            model.cell.run(X, H0=seen["H"][k : k + 1])

    starts = STARTS * len(AFTER)
    peer = seconds(run_on, 1) / FEW * starts
    network = f"{model.cell.title}, h = {model.cell.hidden_size}"
    return [
        {
            "what": what,
            "network": network,
            "ms": 1000 * ours,
            "peer": f"{LONG} steps from each state",
        }
        | {"peer ms": 1000 * peer, "times faster": peer / ours, "limit ms": 1000 * limit}
        for what, ours, limit in (
            (
                "what the state is drawn to",
                seconds(lambda: rest(seen, '"', is_whole=False)),
                REST_BEGUN,
            ),
            ("where the state rests", seconds(lambda: rest(seen, '"'), 3), REST),
        )
    ]


def main() -> None:
    options = arguments(__doc__).parse_args()
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        # As in the app; NumPy reads it once, at import.
        again = [sys.executable, "-m", "benchmarks.units", *sys.argv[1:]]
        sys.exit(subprocess.run(again, env=os.environ | ONE_THREAD, check=False).returncode)
    text = CORPORA["python-reference"].text()[:N]
    rows = [
        *measured(GRU, 64, text),
        *measured(LSTM, 128, text),
        *held(text[:N_HELD]),
        *resting(),
    ]
    limits = {
        f"{row['what']}, {row['network']}: within {row['limit ms']:g} ms": row["ms"]
        <= row["limit ms"]
        for row in rows
        if row["limit ms"] is not None
    }
    limits |= {
        f"{row['what']}, {row['network']}: faster than {row['peer']}": row["times faster"] > 1
        for row in rows
        if row["what"].startswith(("ranking", "probe", "holding each"))
    }
    show({"characters": N, "shifted labels": SHIFTS}, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
