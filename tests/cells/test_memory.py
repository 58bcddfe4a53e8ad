"""What a run has seen goes with its trace, at once: a whole text is large."""

import gc
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

from rnnviz.cells import EVERY_CELL, Bidirectional, Stacked, Written

CELLS = {**EVERY_CELL, **{one.name: one for one in (Bidirectional, Stacked, Written)}}
SIZES = {Stacked.name: (3, 2)}
OPTIONS = {
    **{Bidirectional.name: {"of": EVERY_CELL["lstm"]}, Stacked.name: {"of": EVERY_CELL["gru"]}},
    Written.name: {"equations": "H = tanh(X @ W_xh + H_prev @ W_hh + b_h)"},
}


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("name", CELLS)
def test_a_trace_that_nobody_needs_any_more_leaves_nothing_behind(name: str) -> None:
    cell = CELLS[name].random(2, SIZES.get(name, 3), seed=0, **OPTIONS.get(name, {}))
    trace = cell.run(np.ones((4, 1, 2)))
    gradients = cell.backward(trace, np.ones_like(trace["H"]))
    seen = [weakref.ref(value) for value in (trace["X"], trace["H"], gradients["X"])]
    del trace, gradients
    assert [one() for one in seen] == [None] * 3
