"""A homework as a quiz: text2qti reads it, and takes for right what is right on the page."""

from pathlib import Path

import numpy as np
import pytest
from text2qti.config import Config
from text2qti.quiz import Question, Quiz, TextRegion

from rnnviz import practice
from rnnviz.course.practice.page import told
from rnnviz.locale import LANGUAGES
from rnnviz.practice.seeds import seed_of
from tests.javascript import in_node

QUIZ = Path(__file__).with_name("quiz.mjs")
# text2qti writes so many decimals.
TINY = 1e-4


def quiz_of(language: str, notation: str, count: int) -> Quiz:
    whole = told(language)
    data = {name: whole[name] for name in ("practice", "slips", "families", "say")}
    homework = {
        "id": "week3",
        "title": "Week 3",
        "count": count,
        "help": 0,
        "notation": notation,
        "data": {**data, "language": language},
    }
    return Quiz(in_node(QUIZ, homework), config=Config())


def told_families(language: str) -> list[str]:
    return [one["program"]["family"] for one in told(language)["families"]]


@pytest.mark.parametrize(
    ("language", "notation"), list(zip(LANGUAGES, ("row", "column", "torch"), strict=True))
)
def test_text2qti_reads_all_kinds_of_task_and_takes_what_is_right(
    language: str, notation: str
) -> None:
    quiz = quiz_of(language, notation, 2)
    regions = [one for one in quiz.questions_and_delims if isinstance(one, TextRegion)]
    questions = iter([one for one in quiz.questions_and_delims if isinstance(one, Question)])
    families = told_families(language)
    assert len(regions) == 2 * len(families)
    for family in families:
        for number in (1, 2):
            task = practice.task(family, seed=seed_of("week3", "", family, number))
            for name in task.wanted:
                for answer, off in zip(
                    np.ravel(task.answers[name]), np.ravel(task.tolerances[name]), strict=True
                ):
                    asked = next(questions)
                    assert asked.type == "numerical_question"
                    low, high = asked.numerical_min, asked.numerical_max
                    if answer == round(answer) != 0:
                        assert low == high == answer
                        continue
                    assert low == pytest.approx(answer - off, abs=11 * TINY), (family, name)
                    assert high == pytest.approx(answer + off, abs=11 * TINY), (family, name)
    assert next(questions, None) is None


def test_what_is_given_stands_in_tables_before_the_questions() -> None:
    quiz = quiz_of("en", "row", 1)
    families = told_families("en")
    regions = [one for one in quiz.questions_and_delims if isinstance(one, TextRegion)]
    text = regions[families.index("gru.step")].text_html_xml
    task = practice.task("gru.step", seed=seed_of("week3", "", "gru.step", 1))
    for number in np.ravel(task.parameters["W_xz"]):
        assert f"{abs(number):.2f}" in text
    # Of what has rows, each is one; nothing that is asked is given away.
    assert text.count("&lt;table") == 11
    assert "\\tilde" not in text
