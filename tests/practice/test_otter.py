"""A homework as a notebook for otter-grader: its tests take what is right, and say which slip was made."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import practice
from rnnviz.course.practice.page import told
from rnnviz.locale import LANGUAGES
from rnnviz.practice import SLIPS
from rnnviz.practice.seeds import seed_of
from tests.javascript import in_node

OTTER = Path(__file__).with_name("otter.mjs")
FAMILIES = practice.families()
MARK = '""" # END TEST CONFIG'


def cells_of(language: str, notation: str, *families: str) -> list[tuple[str, str]]:
    """(kind, source) of each cell."""
    whole = told(language)
    data = {name: whole[name] for name in ("practice", "slips", "families", "say")}
    data["families"] = [one for one in data["families"] if one["program"]["family"] in families]
    homework = {
        "id": "week3",
        "title": "Week 3",
        "count": 1,
        "help": 0,
        "tries": 0,
        "notation": notation,
        "data": {**data, "language": language},
    }
    made = json.loads(in_node(OTTER, homework))
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 4)
    return [(one["cell_type"], "".join(one["source"])) for one in made["cells"]]


def run(cells: list[tuple[str, str]], names: dict[str, Any]) -> list[tuple[dict[str, Any], bool]]:
    """What the tests among these cells say of themselves, and whether they pass."""
    found = []
    for kind, source in cells:
        if kind == "code" and MARK in source:
            head, _, body = source.partition(MARK)
            try:
                exec(body, {"np": np, **names})
                passes = True
            except (AssertionError, TypeError):
                passes = False
            lines = (line.partition(": ") for line in head.splitlines()[1:])
            found.append(({name: json.loads(value) for name, _, value in lines}, passes))
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_right_passes_all_tests_and_nothing_passes_no_hidden_one(family: str) -> None:
    cells = cells_of("en", "row", family)
    task = practice.task(family, seed=seed_of("week3", "", family, 1))
    solutions = [source for kind, source in cells if kind == "code" and "# SOLUTION" in source]
    names: dict[str, Any] = {}
    exec(solutions[0], names)
    suffix = f"_{family.replace('.', '_')}_1"
    answers = {name: names[name + suffix] for name in task.wanted}
    for name, answer in task.answers.items():
        np.testing.assert_allclose(np.ravel(answers[name]), answer, rtol=1e-9)
    right = run(cells, {name + suffix: one for name, one in answers.items()})
    assert all(passes for _, passes in right)
    assert sum(one["points"] for one, _ in right) == len(task.wanted)
    # As otter leaves it for a learner.
    blank = run(cells, {name + suffix: ... for name in answers})
    assert [passes for _, passes in blank] == [not one.get("hidden", False) for one, _ in blank]


def test_a_slip_is_named_where_it_was_made_and_what_is_right_stands_in_hidden_tests_alone() -> None:
    cells = cells_of("en", "row", "gru.step")
    task = practice.task("gru.step", seed=seed_of("week3", "", "gru.step", 1))
    names = {f"{name}_gru_step_1": answer for name, answer in task.answers.items()}
    sight = task._sight({}, task.tolerances)
    for slip, trees in task.slips(task.equations["Z"]).items():
        made, _ = sight.computed(trees[-1])
        failed = [one for one, passes in run(cells, names | {"Z_gru_step_1": made}) if not passes]
        assert [one["hidden"] for one in failed if "hidden" in one] == [True]
        assert SLIPS[slip] in [one.get("failure_message") for one in failed]
    number = f"{task.answers['Z'][0]:.9g}"[:-2]
    shown = [source for _kind, source in cells if "# SOLUTION" not in source]
    with_it = [source for source in shown if number in source]
    assert with_it
    assert all("hidden: true" in source for source in with_it)


@pytest.mark.parametrize(
    ("language", "notation"), list(zip(LANGUAGES, ("row", "column", "torch"), strict=True))
)
def test_what_is_given_can_be_computed_with(language: str, notation: str) -> None:
    cells = cells_of(language, notation, *FAMILIES)
    tasks = [kind for kind, source in cells if source.startswith("# BEGIN QUESTION")]
    assert len(tasks) == len(FAMILIES)
    given: dict[str, Any] = {"np": np}
    for (kind, source), (_, after) in itertools.pairwise(cells):
        if after.startswith("# BEGIN QUESTION"):
            assert kind == "code"
            exec(source, given)
    task = practice.task("gru.step", seed=seed_of("week3", "", "gru.step", 1))
    is_column = notation != "row"
    weights = given["W_hz"].T if is_column else given["W_hz"]
    np.testing.assert_allclose(weights, task.parameters["W_hz"])
