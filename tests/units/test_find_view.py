"""What the Units page shows of a ranking is what Python says."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from rnnviz import units
from rnnviz.units.view import find
from tests.javascript import in_node
from tests.typescript import Shaped, complaints
from tests.units.planted import COUNTER, counting, depths, text

SHARES = Path(__file__).with_name("shares.mjs")
TEXT = text(1200, seed=3)
INSIDE = depths(TEXT) > 0


def test_the_threshold_that_is_dragged_has_the_shares_that_python_counts() -> None:
    seen = units.read(counting(), TEXT)
    ranking = units.rank(seen, INSIDE)
    for unit in (COUNTER, 0):
        score = ranking.of("H", unit)
        values = seen["H"][:, unit]
        thresholds = [score.threshold, *np.quantile(values, (0.1, 0.5, 0.9))]
        asked = {
            "values": values.tolist(),
            "label": INSIDE.astype(int).tolist(),
            "thresholds": thresholds,
            "direction": score.direction,
        }
        told = in_node(SHARES, asked)
        assert told == [[*score.shares(threshold)] for threshold in thresholds]


def test_the_ranking_of_the_page_has_each_unit_of_the_quantity_by_its_number() -> None:
    ranking = units.rank(units.read(counting(), TEXT), INSIDE)
    told = find.ranking(ranking, "H", COUNTER)
    assert told["units"] == [ranking.of("H", unit).auc for unit in range(len(told["units"]))]
    assert told["own"]["auc"] == ranking[told["own"]["place"]].auc
    assert sum(told["own"]["on"]) + sum(told["own"]["off"]) == len(TEXT) - len(TEXT) // 2


def told(value: Any) -> Any:
    """What a browser reads of it."""
    return json.loads(json.dumps(value))


def test_the_panels_are_told_what_their_types_declare(tmp_path: Path) -> None:
    model = counting()
    seen = units.read(model, TEXT)
    ranking = told(find.ranking(units.rank(seen, INSIDE), "H", COUNTER))
    numbers = told(find.ranking(units.rank(seen, depths(TEXT)), "H", COUNTER))
    *_, known = units.spread(seen, INSIDE, seen)
    moments = units.moments([model, model], TEXT, INSIDE, "H", COUNTER)
    shaped = [
        Shaped("Ranking", ranking),
        Shaped("Ranking", numbers),
        Shaped("Ranked", ranking["best"][0]),
        Shaped("Level", numbers["own"]["levels"][0]),
        Shaped("Spread", told(find.spread(known, str))),
        Shaped("Learnt", told(find.learnt([0, 10], moments))),
    ]
    assert complaints(tmp_path, "rnnviz/units/view/units.d.ts", *shaped) == ""
