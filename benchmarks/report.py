"""One table, or one JSON object: how every benchmark ends."""

import argparse
import json
import statistics
from collections.abc import Sequence
from typing import Any

# A line of a table: text, or a number.
Row = dict[str, Any]


def arguments(description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """Median, 95th percentile and largest, each a value that was really measured."""
    ordered = sorted(values)
    return {
        "p50": statistics.median_low(ordered),
        "p95": ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))],
        "max": ordered[-1],
    }


def show(
    result: dict[str, Any], rows: list[Row], *, as_json: bool, limits: dict[str, bool]
) -> None:
    """`limits` names each promise, and whether this run kept it."""
    if as_json:
        print(json.dumps({**result, "rows": rows, "limits": limits}, ensure_ascii=False))
        return
    columns = list(rows[0])
    table = [columns, *([_text(row[column]) for column in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))
    print()
    for name, value in result.items():
        print(f"{name}: {_text(value)}")
    for name, kept in limits.items():
        print(f"{'kept' if kept else 'MISSED'}: {name}")


def _text(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
