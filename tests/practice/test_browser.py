"""The browser makes the same tasks as Python, and tells readers the same."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from rnnviz import practice
from rnnviz.practice.program import program
from tests.javascript import in_node
from tests.practice.reader import Reader, tells

PROGRAM = Path(__file__).with_name("tasks.mjs")
Entered = dict[str, list[float]]


def readers(task: practice.Task) -> Iterator[Entered]:
    """Who rounds each step, who makes each slip in each operation, and goes on with it, and who guesses."""
    reader = Reader(task)
    whole: Entered = {}
    for name, e in task.entries.items():
        whole[name] = list(reader.computes(e)[0])
        if name in task.equations:
            reader.own[name] = np.array(whole[name])
    yield whole
    reader.own = dict(task.answers)
    for name, e in task.entries.items():
        for tree in chain.from_iterable(task.slips(e).values()):
            slipped = list(reader.computes(tree)[0])
            if tells(task, name, np.array(slipped)):
                yield {name: slipped}
                yield whole | {name: slipped}
    rng = np.random.default_rng(task.seed)
    for _ in range(5):
        yield {name: list(rng.uniform(-1, 1, len(numbers))) for name, numbers in whole.items()}


@pytest.mark.parametrize("family", practice.families())
@pytest.mark.parametrize("seed", [0, 7, practice.tasks.LARGEST_SEED])
def test_a_seed_is_the_same_task_there_and_its_answers_are_judged_alike(
    family: str, seed: int
) -> None:
    task = practice.task(family, seed=seed)
    entered = list(readers(task))
    found = in_node(PROGRAM, {"program": program(family), "seed": seed, "entered": entered})
    for name, own in task.parameters.items():
        np.testing.assert_array_equal(found["parameters"][name], own)
    for kind in ("given", "answers", "tolerances"):
        for name, own in getattr(task, kind).items():
            np.testing.assert_allclose(np.ravel(found[kind][name]), np.ravel(own), atol=1e-12)
    assert found["target"] == task.target
    for one, told in zip(entered, found["told"], strict=True):
        assert told == {name: vars(judged) for name, judged in task.judge(one).items()}
