"""The chapter on what a unit knows: its measures are those of the networks, and its sentences follow
from them."""

import gzip
import json
from typing import Any

import numpy as np
import pytest

from rnnviz import units
from rnnviz.address.units_source import USUAL
from rnnviz.cells.activations import Array
from rnnviz.course.chapters.one_unit.measures import SUBJECTS, Subject
from rnnviz.course.chapters.one_unit.numbers import file_of, fingerprint, knowledge
from rnnviz.locale import LANGUAGES
from tests.course.javascript import evaluated

MODULE = "chapters/one_unit/units"
# Those that are measured; the others are these in other characters.
OWN = [subject for subject in SUBJECTS.values() if not subject.net.letters]


def label_of(found: dict[str, Any]) -> Array:
    on = np.zeros(len(found["text"]))
    for start, stop in found["on"]:
        on[start:stop] = 1
    return on


def unpacked(*packed: dict[str, Any]) -> Array:
    return np.array(evaluated(MODULE, *(["unpacked", one] for one in packed)))


def pairs(values: Array, on: Array) -> float:
    """AUC, by comparing each place where a label is on with each where it is off."""
    high, low = values[on == 1][:, np.newaxis], values[on == 0]
    return float(((high > low) + (high == low) / 2).mean())


def test_auc_in_the_browser_counts_all_pairs() -> None:
    rng = np.random.default_rng(0)
    # Whole numbers, so that some are equal.
    values, on = rng.integers(0, 9, 60).astype(float), rng.integers(0, 2, 60)
    both = [values.tolist(), on.tolist()]
    auc, share, up, down = evaluated(
        MODULE,
        ["auc", *both],
        ["shares", *both, 4.5, -1],
        ["roc", *both, 1],
        ["roc", *both, -1],
    )
    assert auc == pytest.approx(pairs(values, on))
    assert share["found"] == pytest.approx((values[on == 1] < 4.5).mean())
    assert share["alarms"] == pytest.approx((values[on == 0] < 4.5).mean())
    for curve, area in ((up, auc), (down, 1 - auc)):
        alarms, found = np.array(curve).T
        assert np.trapezoid(found, alarms) == pytest.approx(area)
    assert any(point == pytest.approx([share["alarms"], share["found"]]) for point in down)


def test_bars_count_every_place_once() -> None:
    rng = np.random.default_rng(1)
    values, on = rng.uniform(-1, 1, 90), rng.integers(0, 2, 90)
    (bars,) = evaluated(
        MODULE, ["histograms", values.tolist(), on.tolist(), {"low": -1, "high": 1}, 8]
    )
    for kind, name in ((1, "on"), (0, "off")):
        counted = np.histogram(values[on == kind], 8, (-1, 1))[0]
        assert bars[name] == pytest.approx(counted / counted.sum())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_browser_computes_of_a_unit_is_what_was_measured(language: str) -> None:
    found = knowledge(language)
    on = label_of(found)[len(found["text"]) // 2 :]
    cast = [*found["cast"].values()]
    values = unpacked(*(found["values"][str(unit)] for unit in cast))[:, -len(on) :]
    table = unpacked(*found["shifts"]["told"])
    calls = []
    for own in values:
        calls.append(["auc", own.tolist(), on.tolist()])
        for by in found["shifts"]["by"][:3]:
            calls.append(["auc", own.tolist(), np.roll(on, -by).tolist()])
    told = np.array(evaluated(MODULE, *calls)).reshape(len(cast), 4)
    for unit, (own, *shifted) in zip(cast, told, strict=True):
        measured = found["units"][unit]
        right_way_round = own if measured["direction"] > 0 else 1 - own
        assert right_way_round == pytest.approx(measured["auc"], abs=1e-4)
        assert np.abs(np.array(shifted) - 0.5) == pytest.approx(
            np.abs(table[:3, unit] - 0.5), abs=1e-4
        )
    by = found["shifts"]["by"][0]
    moved, best, line = evaluated(
        MODULE,
        ["shifted", on.tolist(), by],
        ["bests", table.tolist(), 8],
        ["chanceLine", table.max(axis=1).tolist()],
    )
    assert moved == np.roll(on, -by).tolist()
    assert best == pytest.approx(table[:, :8].max(axis=1))
    assert line == pytest.approx(found["chance"], abs=1e-4)


@pytest.mark.parametrize("subject", OWN, ids=lambda subject: subject.net.key)
def test_the_record_is_of_the_networks_that_are_there(subject: Subject) -> None:
    record = json.loads(file_of(subject).read_text("utf-8"))
    # `python -m rnnviz.course.chapters.one_unit` measures anew.
    assert record["of"] == fingerprint(subject)
    found, net = record["measures"], subject.net
    seen = units.read(net.model(), subject.text)
    label = units.label(seen, found["label"])
    ranking = units.rank(seen, label, [found["quantity"]])
    assert ranking.chance == pytest.approx(found["chance"])
    assert ranking[0].unit == found["cast"]["best"]
    for score in ranking:
        assert score.auc == pytest.approx(found["units"][score.unit]["auc"])
    spare = found["cast"]["spare"]
    cost = units.ablate(seen, found["quantity"], spare, label)
    told = found["costs"]["mean"][spare]
    assert [cost.at_label, cost.low, cost.high] == pytest.approx(
        [told["cost"], told["low"], told["high"]]
    )
    (first,) = units.moments(
        [net.model(0)], subject.text, label, found["quantity"], ranking[0].unit, [found["quantity"]]
    )
    assert first.best.auc == pytest.approx(found["moments"][0]["best"]["auc"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_follow_from_the_numbers(language: str) -> None:
    found = knowledge(language)
    cast, chance = found["cast"], found["chance"]
    own = {who: found["units"][unit] for who, unit in cast.items()}
    costs = {who: found["costs"]["mean"][unit] for who, unit in cast.items()}
    assert own["best"]["auc"] > own["spare"]["auc"] > chance > own["costly"]["auc"]
    # Telling is not needing.
    assert costs["best"]["low"] > 0
    assert costs["spare"]["low"] < 0 < costs["spare"]["high"]
    assert costs["costly"]["low"] > 0
    assert not costs["costly"]["tells"]
    # The best of many always looks good.
    bests = unpacked(*found["shifts"]["told"]).max(axis=1)
    assert np.median(bests) > 0.53
    assert (bests > 0.5).mean() > 0.95
    assert chance < (1 + own["best"]["auc"]) / 2 - 0.15
    # One unit, or many.
    spreads = found["spreads"]
    assert spreads[0]["word"] == "one"
    assert all(one["control"][-1] > 0.9 > one["control"][0] for one in spreads[:2])
    assert spreads[2]["before"][-1] > 0.99 > spreads[1]["before"][-1]
    # When it was learnt.
    moments = found["moments"]
    assert moments[0]["best"]["auc"] > moments[0]["chance"] > moments[0]["chosen"] - 0.01
    last, begun = moments[-1]["chosen"], moments[0]["chosen"]
    (early,) = (one["chosen"] for one in moments if one["step"] == 200)
    assert early - begun > (last - begun) / 2 > 0.15
    assert len(gzip.compress(json.dumps(found).encode())) < 250_000


def test_in_comments_the_unit_is_undecided_and_after_although_it_is_less_sure() -> None:
    subject = SUBJECTS["en"]
    seen = units.read(subject.net.model(), subject.text)
    values = seen["H"][:, knowledge("en")["cast"]["best"]]
    quoted = label_of(knowledge("en")) == 1
    comment = units.spans(subject.text, "#.*$") & ~quoted
    means = [values[places].mean() for places in (quoted, comment, ~quoted & ~comment)]
    assert means[0] < -0.3 < -0.1 < means[1] < 0.1 < means[2]
    subject = SUBJECTS["zh-Hans"]
    seen = units.read(subject.net.model(), subject.text)
    values = seen["C"][:, knowledge("zh-Hans")["cast"]["best"]]
    because, although = (units.label(seen, name) for name in ("because", "although"))
    assert values[because].mean() < -2 < -1 < values[although].mean()


def test_what_is_not_needed_answers_another_question() -> None:
    for language in LANGUAGES:
        subject, found = SUBJECTS[language], knowledge(language)
        seen = units.read(subject.net.model(), subject.text)
        name, spare = found["other"]["label"], found["cast"]["spare"]
        ranking = units.rank(seen, units.label(seen, name), [found["quantity"]])
        assert ranking.of(found["quantity"], spare).auc == pytest.approx(found["other"]["auc"])
        assert found["other"]["auc"] > found["units"][spare]["auc"] + 0.05
        assert "{" not in found["other"]["title"]


def test_the_chapter_reads_as_much_as_the_units_page() -> None:
    assert {len(subject.text) for subject in SUBJECTS.values()} == {USUAL}
