"""Labels that a reader makes."""

import re
from collections.abc import Sequence

import numpy as np
import pytest

from rnnviz import units
from rnnviz.locale import Refusal
from rnnviz.units.spans import parts

TEXT = "f(a, g(b))\nclass A:\n"


@pytest.mark.parametrize("pattern", [r"\([^()]*", "^class.*$", "[a-c]+|A", "x*", "(?i)CLASS"])
def test_a_label_is_on_in_every_match_of_a_pattern(pattern: str) -> None:
    on = np.zeros(len(TEXT), bool)
    for match in re.finditer(pattern, TEXT, re.MULTILINE):
        on[match.start() : match.end()] = True
    np.testing.assert_array_equal(units.spans(TEXT, pattern), on)


def test_a_character_of_several_code_points_counts_once() -> None:
    text = "a👩🏽‍🚀e\u0301b"
    np.testing.assert_array_equal(units.spans(text, "🚀|b"), [False, True, False, True])
    np.testing.assert_array_equal(units.spans(text, "e"), [False, False, True, False])


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "The pattern is empty"),
        ("(a", r'"\(a" is no regular expression: it is wrong at character 3'),
        ("(?a)(?u)x", "is no regular expression"),
        ("a" * 201, "has 201 characters; at most 200 fit"),
        ("a(?R)?b", "calls itself"),
        ("(a(?1)?b)", "calls itself"),
        (r"(?:.{1000}){1000}", r"have 1004003 parts; at most 1000 fit"),
        ("(?:" * 18 + "a" + "{1,2})" * 17 + ")", "parts; at most 1000 fit"),
        ("(" * 20 + "(a|b)" + "+)" * 20, "parts; at most 1000 fit"),
        ("(?V1)" + "(?:[[a])]" * 12 + "a" + "){2}" * 12, "parts; at most 1000 fit"),
        (r"(?s)(?:.*.*)*\d", r"takes more than 0\.5 seconds"),
    ],
)
def test_a_wrong_or_hostile_pattern_gets_a_sentence(pattern: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        units.spans(TEXT * 500, pattern)


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        ("abc", 3),
        (r"\([^()]*\)", 3),
        ("a{2,5}b", 4),
        ("a{,3}b?c*", 3),
        ("(ab)+", 6),
        ("(?:(?:a{2}){2}){2}", 51),
        ("[({2}]{3}", 4),
        (r"[[:alpha:](]\({2}", 4),
        ("(?x)a{2}(b){3}", 168),
    ],
)
def test_the_parts_of_a_pattern_are_counted_with_its_repetitions_written_out(
    pattern: str, count: int
) -> None:
    assert parts(pattern) == count


def test_spans_marked_by_hand_are_on() -> None:
    np.testing.assert_array_equal(
        units.brushed("abcde", [(0, 1), (2, 4), (3, 5)]), [True, False, True, True, True]
    )
    assert not units.brushed("abcde", []).any()


@pytest.mark.parametrize("marked", [[(2, 2)], [(-1, 2)], [(3, 6)], [(3, 1)]])
def test_a_span_beside_the_text_is_named(marked: Sequence[tuple[int, int]]) -> None:
    with pytest.raises(
        Refusal, match=rf"from {marked[0][0]} to before {marked[0][1]}; .* text's 5"
    ):
        units.brushed("abcde", marked)


def test_too_many_spans_are_counted() -> None:
    with pytest.raises(Refusal, match="501 spans are marked; at most 500 fit"):
        units.brushed("abcde", [(0, 1)] * 501)
