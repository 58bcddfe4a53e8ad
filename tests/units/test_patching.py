"""Units moved between two runs, on minimal pairs whose grammar says what must follow."""

import re

import numpy as np
import pytest

from rnnviz import LSTM, SequenceModel, Vocabulary
from rnnviz.holds import Hold
from rnnviz.training.agreements import MEASURE_OF
from rnnviz.training.mandarin import MANDARIN
from rnnviz.units.labels import brackets, innermost
from rnnviz.units.minimal_pairs import MinimalPair, minimal_pairs
from rnnviz.units.patching import patch
from tests.units.planted import A_UNIT, COPY, COUNTER, counting, spread, with_copy

BRACKETS = Vocabulary("()[]\n")
CHINESE = Vocabulary(MANDARIN.text(20_000, seed=0))
PLANTED = [
    MinimalPair("\n(ab", "\n()ab", (")", "\n")),
    MinimalPair("a(b(ca", "a(b()ca", (")", "b")),
    MinimalPair("\n(bb", "\nbb", (")", "\n")),
]
EACH = [(unit,) for unit in range(8)]


def test_of_the_first_text_a_bracket_is_open_that_the_second_has_closed() -> None:
    for pair in minimal_pairs(BRACKETS, "brackets"):
        depth = [brackets(tuple(text + closing))[len(text) - 1] for text, closing in (
            (pair.first, pair.answers[0]), (pair.second, ""),
        )]  # fmt: skip
        assert depth == [1, 0]
        assert pair.first[-1] == pair.second[-1]
        assert pair.answers[1] == "\n"


@pytest.mark.parametrize(("label", "opening"), [("round", "("), ("square", "[")])
def test_of_the_first_text_the_innermost_bracket_is_of_the_label_s_kind(
    label: str, opening: str
) -> None:
    for pair in minimal_pairs(BRACKETS, label):
        for text, answer, is_own in (
            (pair.first, pair.answers[0], True), (pair.second, pair.answers[1], False),
        ):  # fmt: skip
            assert innermost(tuple(text + answer), opening)[len(text) - 1] == is_own
        assert len(pair.first) == len(pair.second)
        assert sum(a != b for a, b in zip(pair.first, pair.second, strict=True)) == 1


def test_a_conjunction_waits_for_its_answer_and_a_noun_for_its_measure_word() -> None:
    for label, asks, answers in (("because", "因为虽然", "所但"), ("although", "虽然因为", "但所")):
        for pair in minimal_pairs(CHINESE, label):
            lines = [text.rsplit("\n", 1)[1] for text in (pair.first, pair.second)]
            assert [line[:2] for line in lines] == [asks[:2], asks[2:]]
            assert lines[0][2:] == lines[1][2:]
            assert pair.answers == tuple(answers)
            assert lines[0].endswith("，")
    for label in ("measure", "measure:本"):
        for pair in minimal_pairs(CHINESE, label):
            lines = [text.rsplit("\n", 1)[1] for text in (pair.first, pair.second)]
            nouns = [line.partition("，")[0] for line in lines]
            assert tuple(MEASURE_OF[noun] for noun in nouns) == pair.answers
            assert len(set(pair.answers)) == 2
            assert label == "measure" or pair.answers[0] == "本"
            assert all(re.search("[一两三四五六七八九十]$", line) for line in lines)


def test_every_pair_can_be_read_and_other_networks_have_none() -> None:
    for vocabulary, label in ((BRACKETS, "brackets"), (CHINESE, "because"), (CHINESE, "measure")):
        pairs = minimal_pairs(vocabulary, label, seed=3)
        assert len(set(pairs)) > 12
        for pair in pairs:
            assert {*pair.first, *pair.second, *pair.answers} <= {*vocabulary}
        assert pairs == minimal_pairs(vocabulary, label, seed=3)
    assert minimal_pairs(BRACKETS, "because") == []
    assert minimal_pairs(CHINESE, "brackets") == []
    assert minimal_pairs(Vocabulary("abc()\n"), "brackets") == []


@pytest.mark.parametrize("before_end", [0, 1])
def test_all_of_the_difference_comes_along_with_the_planted_counter(before_end: int) -> None:
    found = patch(with_copy(), PLANTED, "H", [*EACH, (COUNTER, COPY)], before_end)
    assert found.moved[COUNTER].share == pytest.approx(1, abs=1e-12)
    assert found.moved[COUNTER].low == pytest.approx(1, abs=1e-12)
    assert found.moved[8].share == pytest.approx(1, abs=1e-12)
    for unit in {*range(8)} - {COUNTER}:
        assert found.moved[unit].share == pytest.approx(0, abs=1e-12)
    assert found.told == 1
    # Between ) and ↵, a bracket changes the difference by 17; between ) and b, by 8.
    assert found.difference == pytest.approx((17 + 8 + 17) / 3)


def test_no_unit_of_the_spread_network_is_enough_but_together_they_are() -> None:
    found = patch(spread(), PLANTED, "H", [*EACH, tuple(range(8))], before_end=0)
    shares = [moved.share for moved in found.moved]
    assert shares[8] == pytest.approx(1, abs=1e-9)
    assert sum(shares[:8]) == pytest.approx(1, abs=1e-9)
    assert max(shares[:8]) < 0.9


def test_a_unit_that_speaks_of_something_else_brings_nothing_along() -> None:
    ends_alike = MinimalPair("(a", "()a", (")", "b"))
    found = patch(counting(), [ends_alike], "H", [(A_UNIT,), (COUNTER,)])
    assert [round(moved.share, 9) for moved in found.moved] == [0, 1]


def test_moving_is_what_two_runs_with_a_hold_give() -> None:
    model = SequenceModel.random(LSTM, Vocabulary("abc"), 4, seed=2)
    texts, (i, j) = ("abca", "cbca"), (0, 2)
    found = patch(model, [MinimalPair(*texts, ("a", "c"))], "C", [(1, 3)], before_end=2)
    free = [model.trace(text) for text in texts]
    held = [
        model.trace(text, holds=[Hold("C", other["C"][1, 0, unit], [unit], [1]) for unit in (1, 3)])
        for text, other in zip(texts, free[::-1], strict=True)
    ]
    a, b, a_moved, b_moved = (
        float(np.subtract(*trace["logits"][-1, 0, [i, j]])) for trace in (*free, *held)
    )
    assert found.difference == pytest.approx(a - b)
    assert found.moved[0].share == pytest.approx(((a - a_moved) + (b_moved - b)) / 2 / (a - b))


def test_what_cannot_be_moved_is_named() -> None:
    with pytest.raises(ValueError, match="pairs is empty"):
        patch(counting(), [], "H", EACH)
    with pytest.raises(ValueError, match="before_end is 3; it must be from 0 to 2 here"):
        patch(counting(), [MinimalPair("\n(a", "\n()a", (")", "\n"))], "H", EACH, before_end=3)
    with pytest.raises(ValueError, match="H is held at unit 8; units run from 0 to 7"):
        patch(counting(), PLANTED, "H", [(8,)])
