"""What units have learnt, as tables: all units with what they tell and cost, and one unit along the text.

Units and places count from 1, as the page and its links count them. Numbers are float64, written so
that they read back the same to the last bit.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.export.numbers import cell
from rnnviz.locale import N_
from rnnviz.units import Cost, Ranking, Reading

Translate = Callable[[str], str]
UNITS = (
    N_("quantity"),
    N_("unit"),
    N_("measure"),
    N_("second half"),
    N_("first half"),
    N_("direction"),
    N_("threshold"),
    N_("line of chance"),
    N_("cost at the label, in nats"),
    N_("interval from"),
    N_("interval to"),
    N_("cost elsewhere, in nats"),
)
PLACES = (N_("place"), N_("character"), N_("label"), N_("loss of the next, in nats"))


def ranking_csv(
    ranking: Ranking, costs: Mapping[tuple[str, int], Cost], translate: Translate = str
) -> str:
    """One row a unit, the best first; costs: of those that were held, empty cells for the others."""
    return _table(map(translate, UNITS), (_row(one) for one in _units(ranking, costs)))


def values_csv(
    seen: Reading,
    label: npt.ArrayLike | None,
    units: Sequence[tuple[str, int]],
    translate: Translate = str,
) -> str:
    """One row a place: its character, the label there, the loss of the next character, and the units'
    values. label: (N,) or (N − 1,), None where nothing is asked."""
    place, character, asked, loss = map(translate, PLACES)
    head = [place, character, asked, loss, *(f"{name}[{unit + 1}]" for name, unit in units)]
    return _table(head, (_row(one.values()) for one in _places(seen, label, units)))


def units_json(
    about: Mapping[str, Any],
    seen: Reading,
    label: npt.ArrayLike | None,
    units: Sequence[tuple[str, int]],
    ranking: Ranking | None,
    costs: Mapping[tuple[str, int], Cost],
) -> str:
    """An object of "about", "units", as `ranking_csv` has them, and "places", as `values_csv` has
    them. ranking: None where nothing is asked."""
    names = ("quantity", "unit", "measure", "second", "first", "direction", "threshold", "chance")
    own = (*names, "cost", "low", "high", "elsewhere")
    rows = [] if ranking is None else _units(ranking, costs)
    file = {
        "about": dict(about),
        "units": [dict(zip(own, row, strict=True)) for row in rows],
        "places": list(_places(seen, label, units)),
    }
    return json.dumps(file, ensure_ascii=False)


def _units(ranking: Ranking, costs: Mapping[tuple[str, int], Cost]) -> Iterable[tuple[Any, ...]]:
    for one in ranking:
        cost = costs.get((one.quantity, one.unit))
        held = (
            (None,) * 4
            if cost is None
            else (
                cost.at_label,
                cost.low,
                cost.high,
                None if cost.off is None else cost.off.cost,
            )
        )
        told = (one.auc, one.first, one.direction, one.threshold, one.chance)
        yield one.quantity, one.unit + 1, ranking.measure, *told, *held


def _places(
    seen: Reading, label: npt.ArrayLike | None, units: Sequence[tuple[str, int]]
) -> Iterable[dict[str, Any]]:
    asked = [] if label is None else np.asarray(label).tolist()
    columns = {f"{name}[{unit + 1}]": seen[name][:, unit].tolist() for name, unit in units}
    losses = seen.loss.tolist()
    for k, character in enumerate(seen.text):
        yield {
            "place": k + 1,
            "character": character,
            "label": asked[k] if k < len(asked) else None,
            "loss": losses[k] if k < len(losses) else None,
            **{name: values[k] for name, values in columns.items()},
        }


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(head)
    writer.writerows(rows)
    return table.getvalue()


def _row(values: Iterable[Any]) -> list[Any]:
    """Cells: nothing for None, 1 and 0 for yes and no, and no text that is taken for a formula."""
    return [_cell(one) for one in values]


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    return cell(value) if isinstance(value, str) else value
