"""The browser makes the same tasks as Python, and tells readers the same."""

from collections.abc import Callable, Iterator
from itertools import chain, pairwise, product
from pathlib import Path

import numpy as np
import pytest

from rnnviz import practice
from rnnviz.cells.activations import Array
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Leaf, value
from rnnviz.practice.program import program
from tests.javascript import in_node
from tests.practice.reader import Reader, tells

PROGRAM = Path(__file__).with_name("tasks.mjs")
CLASS = Path(__file__).with_name("classquestion.mjs")
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
    for name, answer in task.answers.items():
        yield {name: [float(one) for one in answer.round(1)]}
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


@pytest.mark.parametrize(
    ("family", "seed"),
    [
        *product(practice.families(), (0, 7, practice.tasks.LARGEST_SEED)),
        # More draws than of most seeds until one is telling.
        ("backprop", 1946),
    ],
)
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


@pytest.mark.parametrize("family", practice.families())
def test_a_class_is_offered_the_right_number_and_those_that_slips_give(family: str) -> None:
    for seed in (3, 7):
        task = practice.task(family, seed=seed)
        found = in_node(CLASS, {"program": program(family), "seed": seed})
        assert any(found.values())
        for name, asked in found.items():
            if asked is None:
                continue
            place = asked["place"]
            offered = {one["text"]: one["slip"] for one in asked["numbers"]}
            # A room takes six answers, one of which is that it is none of these.
            assert 2 <= len(offered) == len(asked["numbers"]) <= 5
            numbers = [float(text.replace("−", "-")) for text in offered]
            assert numbers == sorted(numbers)
            assert [*offered.values()].count("") == 1
            assert list(offered.values())[asked["truth"]] == ""
            # Each wrong one is what its slip makes of the right numbers, and nothing is offered twice.
            assert len(set(offered.values())) == len(offered)
            for number, slip in zip(numbers, offered.values(), strict=True):
                trees = task.slips(task.equations[name])[slip] if slip else (task.equations[name],)
                with np.errstate(invalid="ignore"):
                    given = [value(one, read_by(task), "tanh")[0, place] for one in trees]
                assert min(abs(one - number) for one in given) <= 0.005 + 1e-9
            right_low, right_high = asked["numbers"][asked["truth"]]["range"]
            off = task.tolerances[name][place]
            answer = task.answers[name][place]
            assert [right_low, right_high] == pytest.approx([answer - off, answer + off])
            for one, number in zip(asked["numbers"], numbers, strict=True):
                low, high = one["range"]
                # No wrong number takes any of what counts as right, nor of what another one has.
                if one["slip"]:
                    assert high <= right_low or right_high <= low or high < low
                    assert (
                        low <= number <= high or right_low - 0.005 <= number <= right_high + 0.005
                    )
            ends = [one["range"] for one in asked["numbers"]]
            assert all(one[1] <= next_[0] for one, next_ in pairwise(ends))


def read_by(task: practice.Task) -> Callable[[Leaf], Array]:
    """The right numbers of what an equation takes."""

    def read(leaf: Leaf) -> Array:
        known = {**task.parameters, **task.given, **task.answers}
        if isinstance(task, practice.StepTask):
            known["X"] = task.trace["X"][task.steps - 1]
        return np.atleast_2d(known[text(leaf)])

    return read
