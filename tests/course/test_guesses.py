"""Before an answer a figure shows its axes, and waits for the reader's own guess."""

from pathlib import Path

import pytest

from rnnviz.course import pages
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("guesses.mjs")


@pytest.mark.parametrize(
    ("chapter", "figure", "guesses"),
    [
        ("gradients", "fates", ["guessLeft"]),
        ("why_history", "table", ["guessNext"]),
        ("why_state", "term", ["guessVerb"]),
        ("one_unit", "needed", ["guessCost"]),
        ("one_unit", "spread", ["guessOne", "guessAll"]),
        ("one_unit", "learnt", ["guessFirst"]),
    ],
)
def test_a_figure_that_asks_has_a_ring_for_a_guess_and_no_box_with_a_question_mark(
    chapter: str, figure: str, guesses: list[str]
) -> None:
    data = pages.told(chapter, "en")
    found = in_node(PROGRAM, {"chapter": chapter, "figure": figure, "data": data})
    assert found["handles"] == guesses
    assert all(found["moved"])
    assert '"?"]' not in found["marks"].replace('"class":"hue-output bold"},"?"]', "")
    assert "your guess" in found["marks"]


def test_a_gate_s_states_wait_for_their_guess_with_the_first_of_them_and_their_steps() -> None:
    data = pages.told("why_gates", "en")
    asked = {"chapter": "why_gates", "figure": "keep", "data": data}
    assert '"?"]' not in in_node(PROGRAM, asked)["marks"]
