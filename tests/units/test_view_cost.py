"""What the Units page is told of costs has the shape that its panels read."""

import json
from pathlib import Path
from typing import Any

from rnnviz import units
from rnnviz.locale import translator
from rnnviz.presets.units import BRACKETS
from rnnviz.units import ablation
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.patching import patch
from rnnviz.units.verdict import verdict
from rnnviz.units.view import cost
from tests.typescript import Shaped, complaints
from tests.units import planted
from tests.units.planted import A_UNIT, COPY, COUNTER
from tests.units.test_verdict import INSIDE, TEXT, judged


def told(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_costs_and_verdicts_are_what_the_panels_read(tmp_path: Path) -> None:
    ranking, probes, costs = judged("with_copy")
    alone = verdict(ranking, probes, costs, "H", 4)
    several = verdict(ranking, probes, costs, "H", COUNTER)
    seen = units.read(planted.with_copy(), TEXT)
    both = ablation.pairs(seen, "H", [A_UNIT, COPY, COUNTER], INSIDE)
    model = BRACKETS.model()
    examples = minimal_pairs(model.vocabulary, "square", 2)
    moved = patch(model, examples, "H", [(15,), tuple(range(16))])
    held = told(cost.cost(costs[COUNTER]))
    enough = told(cost.enough(moved, examples[0]))
    shaped = [
        Shaped("Held", held),
        Shaped("Mean", held["on"]),
        Shaped("UnitCost", told(cost.costs(costs))[0]),
        Shaped("PairCost", told(cost.pairs(both))[0]),
        Shaped("Verdict", told(cost.verdict(several, str))),
        Shaped("Verdict", told(cost.verdict(alone, str)), is_part=True),
        Shaped("Enough", enough),
        Shaped("Moved", enough["own"]),
    ]
    assert complaints(tmp_path, "rnnviz/units/view/units.d.ts", *shaped) == ""


def test_a_verdict_is_told_in_the_readers_language() -> None:
    ranking, probes, costs = judged("with_copy")
    found = cost.verdict(verdict(ranking, probes, costs, "H", COPY), translator("zh-Hans"))
    assert (found["word"], found["tells"], found["matters"]) == ("读得出，但用不上", True, False)
    assert found["reasons"]["company"]
