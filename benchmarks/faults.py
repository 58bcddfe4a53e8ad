"""Faults of recurrent models in PyTorch, each with its healthy twin, for an RNN, a GRU and an LSTM: which of them
`rnnviz.doctor` finds, and what it finds in the twins; beside torchtest2 where that is installed."""

import importlib.util
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch

from benchmarks import faults_apart, faults_together
from benchmarks.faults_case import Case
from benchmarks.report import Row, arguments, show

# Under which name it is said that a fault cannot be told, where that is another one.
SAID_AS = {
    "samples-mixed": "batch-as-time",
    "view-for-transpose": "batch-as-time",
    "targets-not-shifted": "future-read",
    "softmax-twice": "loss-of-a-sure-answer",
    "loss-sign": "loss-of-a-sure-answer",
    "detached": "not-learning",
    "rate-too-low": "rate-too-high",
}
PEER = "torchtest2"
COUNTED = ("models", "found", "cannot tell", "missed", "also", "false alarms")


def cases(asked: str) -> Iterator[tuple[str, Any, Any]]:
    """Fault, ill and healthy: builders that take the kind of cell and a seed."""
    if asked == "together":
        for fault, pair in faults_together.CASES.items():
            yield fault, partial(_seeded, pair[0]), partial(_seeded, pair[1])
        return
    for fault, tasks in faults_apart.CASES.items():
        for ill, healthy in tasks.values():
            yield fault, ill, healthy


def _seeded(build: Any, kind: Any, seed: int) -> Case:
    torch.manual_seed(seed)
    own: Case = build(kind)
    return own


def by_doctor(case: Case, fault: str) -> tuple[str, int]:
    """What became of a fault, and how many others were found."""
    report = case.report()
    named = {one.fault for one in report}
    unknown = {one.fault for one in report.unknown}
    if fault in named:
        return "found", len(named) - 1
    told = "cannot tell" if SAID_AS.get(fault, fault) in unknown else "missed"
    return told, len(named)


def by_peer(case: Case) -> bool:
    """Whether torchtest2 says that something fails."""
    # mypy: it is no dependency.
    peer = importlib.import_module(PEER)
    report = peer.check_model(
        case.module,
        case.batch,
        case.targets,
        loss_fn=case.loss,
        optimizer=case.options.get("optimizer"),
        batch_dim=case.options.get("samples", 0),
        output_batch_dim=case.options.get("samples", 0),
    )
    return any(one.status.value == "FAIL" for one in report.results)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="of each fault, task and cell")
    parser.add_argument(
        "--models",
        choices=("together", "apart"),
        default="together",
        help="written together with the experiments, or apart from them and before",
    )
    asked = parser.parse_args()
    has_peer = importlib.util.find_spec(PEER) is not None
    rows: dict[str, Counter[str]] = {}
    for fault, ill, healthy in cases(asked.models):
        row = rows.setdefault(fault, Counter())
        for kind in faults_together.KINDS:
            for seed in range(asked.seeds):
                told, others = by_doctor(ill(kind, seed), fault)
                row.update({"models": 1, told: 1, "also": others})
                row["false alarms"] += by_doctor(healthy(kind, seed), "")[1]
                if has_peer:
                    row[PEER] += by_peer(ill(kind, seed))
                    row[f"{PEER}, false alarms"] += by_peer(healthy(kind, seed))
    columns = [*COUNTED, *([PEER, f"{PEER}, false alarms"] if has_peer else [])]
    total: Counter[str] = sum(rows.values(), Counter())
    table: list[Row] = [
        {"fault": fault} | {name: row[name] for name in columns} for fault, row in rows.items()
    ]
    limits = {
        "nothing is found in a healthy twin": total["false alarms"] == 0,
        "nine of ten faults are found": total["found"] >= 0.9 * total["models"],
    }
    found = {"found, %": 100 * total["found"] / total["models"], "models": total["models"]}
    if has_peer:
        found[f"{PEER}, %"] = 100 * total[PEER] / total["models"]
        found[f"{PEER}, false alarms"] = total[f"{PEER}, false alarms"]
    show(found, table, as_json=asked.json, limits=limits)


if __name__ == "__main__":
    main()
