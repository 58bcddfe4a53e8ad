"""A task is done where all that it asks for is there, and only there."""

from pathlib import Path

import pytest

from rnnviz.course import pages
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("tasks.mjs")


def is_done(chapter: str, task: str, query: str | None) -> bool:
    """At an address of the chapter; without one, with the task's own solution."""
    numbers = pages.told(chapter, "en")["numbers"]
    (done,) = in_node(PROGRAM, {"chapter": chapter, "numbers": numbers, "asked": [[task, query]]})
    return bool(done)


# What a task asks for, and what has most of it.
NEARLY = [
    ("descent", "diverge", "rate=1.6&steps=12"),  # worse in the end, but not with the first step
    ("embeddings", "last", "word=13&terms=12"),  # not just before the row
    ("forecast", "pull", "shift=2"),  # too far
    ("forecast", "ahead", "series=season&cell=gru&steps=400"),  # a weighted sum does as well
    ("forecast", "ahead", "series=chaos&cell=gru&steps=0"),  # not trained
    ("gradients", "hold", "matrix=begun&radius=1.2"),  # less than half is left
    ("gradients", "hold", "matrix=begun&radius=1.35"),  # nearly twice as much is there
    ("gradients", "keep", "lstm=untrained&shift=4"),  # 49 % is left
    ("gradients", "harm", "text=long&cell=gru&weights=trained&length=10"),  # 48 % is taken
    ("gradients", "harm", "text=short&cell=gru&weights=trained&length=5"),  # another text
    ("long_memory", "fail", "cell=lstm&bias=1&way=exact&k=20&steps=400"),  # the other bias
    ("long_memory", "fail", "cell=rnn&bias=0&way=exact&k=20&steps=400"),  # another cell
    ("matrix_memory", "half", "apart=60&asked=30"),  # asked elsewhere
    ("matrix_memory", "spare", "near=90&rule=add&again=a3+b2+a1&now=3"),  # nothing is taken out
    ("matrix_memory", "spare", "near=89&rule=replace&again=a3+b2+a1&now=3"),  # not quite
    ("matrix_memory", "spare", "near=90&rule=replace&again=a3+a1&now=2"),  # b has nothing to lose
    ("parallel", "few", "block=64"),  # too many rounds
    ("parallel", "few", "block=256"),  # too many products
    ("why_shapes", "lift", "g=softmax&raise=-1"),  # lowered
    ("word2vec", "even", "c1=1&c2=20&c3=20&c4=20&c5=20&c6=20&c7=10&merges=6"),  # four forks
]


@pytest.mark.parametrize(("chapter", "task", "query"), NEARLY)
def test_what_is_nearly_what_a_task_asks_for_is_not_done(
    chapter: str, task: str, query: str
) -> None:
    assert not is_done(chapter, task, query)


@pytest.mark.parametrize(("chapter", "task"), sorted({one[:2] for one in NEARLY}))
def test_a_task_s_own_solution_is_what_it_asks_for(chapter: str, task: str) -> None:
    assert is_done(chapter, task, None)
