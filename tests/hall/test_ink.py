"""What a lecturer draws for all: which lines are taken, and what somebody is told who knew some."""

import pytest

from rnnviz.hall import Ink
from rnnviz.hall.ink import MOST_IN_ALL, MOST_OF_A_LINE
from rnnviz.locale import Refusal

LINE = {"part": "equations", "points": [0, 0, 500, 1000]}


def test_who_knew_some_lines_is_told_the_others_and_after_a_wipe_all() -> None:
    ink = Ink()
    ink.draw(LINE | {"more": "x"})
    known = ink.state
    ink.draw({"part": "cell", "points": [-20, 3, 4, 5]})
    assert ink.since(None)["lines"] == [LINE, {"part": "cell", "points": [-20, 3, 4, 5]}]
    assert ink.since(known) == {
        "isDark": False,
        "first": 1,
        "lines": [{"part": "cell", "points": [-20, 3, 4, 5]}],
    }
    ink.wipe()
    ink.draw(LINE)
    assert ink.since(known) == {"isDark": False, "first": 0, "lines": [LINE]}


@pytest.mark.parametrize(
    "told",
    [
        None,
        "line",
        {"part": "<b>", "points": [0, 0, 1, 1]},
        {"part": "cell", "points": [0, 0]},
        {"part": "cell", "points": [0, 0, 1]},
        {"part": "cell", "points": [0, 0, 1, "1"]},
        {"part": "cell", "points": [0, 0, 1, True]},
        {"part": "cell", "points": [0, 0, 1, 0.5]},
        {"part": "cell", "points": [0, 0, 1, 10**9]},
        {"part": "cell", "points": [0] * (MOST_OF_A_LINE + 2)},
    ],
)
def test_what_is_no_line_is_refused(told: object) -> None:
    ink = Ink()
    with pytest.raises(Refusal, match="no line"):
        ink.draw(told)
    assert ink.lines == []


def test_so_many_lines_are_enough() -> None:
    ink = Ink()
    for _ in range(MOST_IN_ALL // MOST_OF_A_LINE):
        ink.draw({"part": "cell", "points": [1] * MOST_OF_A_LINE})
    with pytest.raises(Refusal, match="X wipes"):
        ink.draw(LINE)
