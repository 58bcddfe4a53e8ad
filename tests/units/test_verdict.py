"""The words for a unit follow from its numbers, on networks whose truth is known."""

from functools import cache

import pytest

from rnnviz import SequenceModel, units
from rnnviz.locale import translator
from rnnviz.units.ablation import Cost, Mean, ablations
from rnnviz.units.digits import digits
from rnnviz.units.probe import Probe, probe
from rnnviz.units.ranking import Ranking, rank
from rnnviz.units.verdict import Side, Verdict, verdict
from tests.units import planted
from tests.units.planted import A_UNIT, COPY, COUNTER

TEXT = planted.text(3000, seed=1)
INSIDE = planted.depths(TEXT) > 0


@cache
def judged(make: str) -> tuple[Ranking, Probe, dict[int, Cost]]:
    model: SequenceModel = getattr(planted, make)()
    seen = units.read(model, TEXT)
    costs = {unit: cost for chunk in ablations(seen, "H", INSIDE) for unit, cost in chunk.items()}
    return rank(seen, INSIDE, ["H"]), probe(seen, INSIDE), costs


@pytest.mark.parametrize(
    ("make", "unit", "word", "company"),
    [
        ("counting", COUNTER, "tells and matters", "alone"),
        ("counting", A_UNIT, "matters and tells nothing readable", "one of several"),
        ("counting", 4, "neither tells nor matters", ""),
        ("with_copy", COUNTER, "tells and matters", "one of several"),
        ("with_copy", COPY, "tells and is not needed", "one of several"),
        ("spread", 2, "tells and matters", "one of several"),
        ("spread", 5, "tells and matters", "one of several"),
        ("spread", 7, "tells and matters", "one of several"),
    ],
)
def test_the_planted_units_are_judged_rightly(
    make: str, unit: int, word: str, company: str
) -> None:
    ranking, probes, costs = judged(make)
    found = verdict(ranking, probes, costs, "H", unit)
    assert (found.word, found.company) == (word, company)
    assert found.score == ranking.of("H", unit).auc
    assert found.on.own == costs[unit].on
    assert found.on.average == pytest.approx(sum(c.at_label for c in costs.values()) / 8)


def test_the_reasons_say_the_numbers() -> None:
    ranking, probes, costs = judged("with_copy")
    found = verdict(ranking, probes, costs, "H", COUNTER).reasons(str)
    cost = costs[COUNTER]
    assert found["tells"][0].startswith(
        "AUC 1 on the half of the text that did not choose it: above"
    )
    assert f"costs {digits(cost.at_label)} nats more ({digits(cost.low)} to" in found["matters"][0]
    assert f"elsewhere it costs less: {digits(cost.elsewhere)} nats" in found["matters"][1]
    assert found["company"][0].startswith(
        "Other units that tell it nearly as well: 1; of these matter: 0."
    )
    copy = verdict(ranking, probes, costs, "H", COPY).reasons(str)
    assert "that may be chance: 0 to 0" in copy["matters"][0]


def given(score: float, on: Mean, off: Mean | None = None) -> Verdict:
    return Verdict("auc", score, 0.7, 0.95, Side(on, 0.05), off and Side(off, 0.05))


@pytest.mark.parametrize(
    ("cost", "low", "matters"),
    [
        (0.06, 0.001, True),  # more than the average unit, surely above 0
        (0.06, -0.001, False),  # perhaps nothing
        (0.04, 0.03, False),  # less than the average unit, and 2 % of the loss
    ],
)
def test_a_cost_matters_if_it_is_sure_and_large(cost: float, low: float, matters: bool) -> None:
    assert given(0.6, Mean(cost, low, 0.1, loss=2.0)).matters == matters


def test_a_large_part_of_the_loss_matters_whatever_the_others_cost() -> None:
    assert given(0.6, Mean(0.04, 0.03, 0.05, loss=0.5)).matters


def test_a_unit_may_matter_where_the_label_is_off() -> None:
    found = given(0.9, Mean(0.01, 0.005, 0.02, 2.0), Mean(1.2, 1.0, 1.4, 2.0))
    assert (found.word, found.where) == ("tells and matters", "off")
    reasons = found.reasons(str)["matters"]
    assert reasons[0].startswith("Without it, predicting costs 1.2 nats more (1 to 1.4) after the")
    assert reasons[1] == "At the label’s places it costs 0.01 nats."


def test_of_numbers_it_is_said_which_places_are_meant() -> None:
    mean = Mean(0.06, 0.03, 0.1, loss=2.0)
    found = Verdict("rho", 0.6, 0.2, 0.7, Side(mean, 0.05), None).reasons(str)
    assert found["tells"][0].startswith("ρ 0.6 on the half")
    assert found["matters"][-1] == "The label’s places are those where it is above its median."


def test_what_is_said_is_said_in_chinese_too() -> None:
    ranking, probes, costs = judged("counting")
    found = verdict(ranking, probes, costs, "H", COUNTER)
    chinese = translator("zh-Hans")
    sentences = [chinese(found.word), chinese(found.company)]
    sentences += [one for part in found.reasons(chinese).values() for one in part]
    assert not any("the" in sentence.split() for sentence in sentences)
    assert digits(costs[COUNTER].at_label) in "".join(sentences)


def test_digits_are_three_without_an_exponent() -> None:
    assert list(map(digits, (0.02345, -0.5, 1e-9, 0.00012, 12, 1234.4))) == [
        "0.0234", "−0.5", "0", "0.00012", "12", "1234",
    ]  # fmt: skip


def test_a_unit_without_a_cost_is_named() -> None:
    ranking, probes, costs = judged("counting")
    with pytest.raises(ValueError, match="costs has no unit 9; it has 0, 1"):
        verdict(ranking, probes, costs, "H", 9)
