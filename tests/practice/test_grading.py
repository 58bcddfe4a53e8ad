"""Answers to a homework are judged anew from who answered what."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from rnnviz import practice
from rnnviz.__main__ import main
from rnnviz.practice.grading import grade, read, written
from rnnviz.practice.seeds import seed_of
from tests.javascript import in_node

HOMEWORK, FAMILY = "7f3a", "gru.step"
SEEDS = Path(__file__).with_name("seeds.mjs")


def answers(learner: str, number: int, **changed: list[float]) -> str:
    task = practice.task(FAMILY, seed=seed_of(HOMEWORK, learner, FAMILY, number))
    found = {name: [round(float(one), 2) for one in own] for name, own in task.answers.items()}
    return ";".join(
        f"{name}={' '.join(map(str, own))}" for name, own in {**found, **changed}.items()
    )


def row(learner: str, number: int, given: str) -> dict[str, str]:
    return {"learner": learner, "task": f"{HOMEWORK}.{FAMILY}.{number}", "answers": given}


def test_neighbours_have_other_numbers_and_the_browser_the_same_ones() -> None:
    asked = [
        [HOMEWORK, learner, family, number]
        for learner in ("", "anna", "阿明", "x" * 300)
        for family in practice.families()
        for number in (1, 2)
    ]
    seeds = [seed_of(*one) for one in asked]
    assert len(set(seeds)) == len(asked)
    assert in_node(SEEDS, asked) == seeds


def test_each_learner_s_own_task_is_judged_and_a_neighbour_s_answers_are_wrong() -> None:
    rows = [
        row("anna", 1, answers("anna", 1)),
        row("anna", 2, answers("anna", 2, Z=[9, 9])),
        row("ben", 1, answers("anna", 1)),
        row("ben", 2, ""),
    ]
    found = list(grade(rows))
    assert [(one.right, one.of) for one in found[:2]] == [(4, 4), (3, 4)]
    assert found[2].right < 4
    assert (found[3].right, found[3].of, found[3].note) == (0, 4, "")


def test_of_one_quantity_alone_the_task_is_another_one_and_nothing_else_is_wanted() -> None:
    kind = f"{FAMILY}.Z"
    own = practice.task(FAMILY, seed=seed_of(HOMEWORK, "anna", kind, 1))
    assert own.seed != practice.task(FAMILY, seed=seed_of(HOMEWORK, "anna", FAMILY, 1)).seed
    right = f"Z={' '.join(map(str, own.answers['Z']))}"
    task = f"{HOMEWORK}.{kind}.1"
    found = list(
        grade([{"learner": "anna", "task": task, "answers": one} for one in (right, "", "R=0 0")])
    )
    assert [(one.right, one.of) for one in found[:2]] == [(1, 1), (0, 1)]
    assert found[2].note == "'R' is not wanted; wanted are Z."


@pytest.mark.parametrize(
    ("task", "given", "note"),
    [
        (f"x.{FAMILY}.Q.1", "", "'Q' is not asked; asked are R, Z,"),
        (f"x.{FAMILY}..1", "", "'' is not asked"),
        ("nothing", "", "The task is none of ours."),
        (f"x.{FAMILY}.", "", "The task is none of ours."),
        (f"x.{FAMILY}.²", "", "The task is none of ours."),
        (f"x.{FAMILY}.1", "Q=1 2", "'Q' is not wanted"),
        (f"x.{FAMILY}.1", "R=1", "must be 2 finite numbers"),
        (f"x.{FAMILY}.1", "R=1e999 nan", "must be 2 finite numbers"),
        (f"x.{FAMILY}.1", "R=one two", "is no answer such as"),
        (f"x.{FAMILY}.1", "R=0 0;" * 2000, "characters; at most"),
    ],
)
def test_what_cannot_be_judged_is_said_and_costs_no_other_row(
    task: str, given: str, note: str
) -> None:
    first, last = grade(
        [{"learner": "a", "task": task, "answers": given}, row("anna", 1, answers("anna", 1))]
    )
    assert note in first.note
    assert last.right == 4


@pytest.mark.parametrize("divider", [",", ";", "\t"])
def test_a_file_is_read_however_its_columns_are_divided_and_named(divider: str) -> None:
    given = "R=0.5 0.1;Z=1 2" if divider != ";" else '"R=0.5 0.1;Z=1 2"'
    text = f"Learner{divider}Date{divider}TASK{divider}Answers\nanna{divider}now{divider}t{divider}{given}\n"
    assert read(text) == [{"learner": "anna", "task": "t", "answers": "R=0.5 0.1;Z=1 2"}]
    with pytest.raises(ValueError, match="has no learner and no answers"):
        read(f"who{divider}task\n")
    for nothing in ("", f"learner,task,answers\n{'x' * 200_000}"):
        with pytest.raises(ValueError, match="no file of columns"):
            read(nothing)


def test_no_result_is_a_formula_of_a_spreadsheet() -> None:
    [_, *rows] = csv.reader(StringIO("".join(written(grade([row("=1+1", 1, "")])))))
    assert rows[0][0] == "'=1+1"


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "answers.csv"
    file.write_text(
        f"learner,task,answers\nanna,{HOMEWORK}.{FAMILY}.1,{answers('anna', 1)}\n", "utf-8"
    )
    assert main(["grade", str(file)]) == 0
    assert capsys.readouterr().out == (
        f"learner,task,right,of,note\nanna,{HOMEWORK}.{FAMILY}.1,4,4,\n"
    )
    # As learners hand it in, each a file of his own.
    other = tmp_path / "rnnviz-homework-anna.txt"
    other.write_text(
        f"learner\ttask\tanswers\nanna\t{HOMEWORK}.{FAMILY}.2\t{answers('anna', 2)}\n", "utf-8"
    )
    assert main(["grade", str(file), str(other)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    file.write_text("a,b\n", "utf-8")
    assert main(["grade", str(other), str(file)]) == 1
    assert "has no learner" in capsys.readouterr().err
