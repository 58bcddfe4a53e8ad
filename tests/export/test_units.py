"""What units have learnt, as tables that read back the same."""

import csv
import io
import json

import numpy as np

from rnnviz import units
from rnnviz.export.units import ranking_csv, units_json, values_csv
from rnnviz.presets.units import BRACKETS

TEXT = "([()])[]" * 80
SEEN = units.read(BRACKETS.model(), TEXT)
LABEL = units.label(SEEN, "square")
RANKING = units.rank(SEEN, LABEL)


def rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def test_the_table_of_all_units_has_each_of_them_once_and_its_cost_where_it_was_held() -> None:
    cost = units.ablate(SEEN, "H", 15, LABEL)
    table = rows(ranking_csv(RANKING, {("H", 15): cost}))
    assert len({(row["quantity"], row["unit"]) for row in table}) == len(table) == len(RANKING)
    best = RANKING[0]
    assert (table[0]["quantity"], table[0]["unit"]) == (best.quantity, str(best.unit + 1))
    assert float(table[0]["second half"]) == best.auc
    [held] = [row for row in table if row["cost at the label, in nats"]]
    assert (held["quantity"], held["unit"]) == ("H", "16")
    assert float(held["cost at the label, in nats"]) == cost.at_label


def test_the_table_along_the_text_has_the_values_to_the_last_bit_and_no_formula() -> None:
    table = rows(values_csv(SEEN, LABEL, [("H", 15), ("Z", 0)]))
    assert "".join(row["character"] for row in table) == TEXT
    assert [float(row["H[16]"]) for row in table] == SEEN["H"][:, 15].tolist()
    assert [row["label"] for row in table] == [str(int(on)) for on in LABEL]
    # After the last character nothing comes.
    assert [float(row["loss of the next, in nats"]) for row in table[:-1]] == SEEN.loss.tolist()
    assert table[-1]["loss of the next, in nats"] == ""


def test_both_are_in_one_object_and_without_a_label_the_units_are_left_out() -> None:
    told = json.loads(units_json({"step": 3}, SEEN, LABEL, [("H", 15)], RANKING, {}))
    assert told["about"] == {"step": 3}
    assert [one["second"] for one in told["units"]] == RANKING.aucs.tolist()
    assert np.array_equal([one["label"] for one in told["places"]], LABEL)
    alone = json.loads(units_json({}, SEEN, None, [("H", 15)], None, {}))
    assert (alone["units"], len(alone["places"])) == ([], len(TEXT))
