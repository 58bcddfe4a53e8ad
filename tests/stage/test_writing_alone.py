"""Who reads from the end has seen the next character, and cannot write without it."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.cells import Cell
from rnnviz.explain.writing import writing
from rnnviz.fit import memorise
from rnnviz.stage import track
from rnnviz.tagging import AFTER
from tests.javascript import in_node

TEXT = "人法地，地法天，天法道，道法自然"
CHANGES = "backward.H.2.2-4=0.5;forward.H.*.3=-0.2;W_hq.1.2=1.5"


@cache
def learnt(cell: type[Cell], both: bool) -> Trace:
    options = {"of": cell} if both else {}
    model = memorise(Bidirectional if both else cell, TEXT, 8, 0, **options)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


@pytest.mark.parametrize("cell", [RNN, GRU, LSTM])
def test_learnt_by_heart_in_two_directions_it_knows_every_next_character_and_cannot_write_one(
    cell: type[Cell],
) -> None:
    both, one = learnt(cell, True), learnt(cell, False)
    assert both["loss"].mean() < 0.02
    assert one["loss"].mean() < 0.02
    ahead, alone = writing(both), writing(one)
    np.testing.assert_allclose(alone.loss, one["loss"][:, 0], rtol=0, atol=1e-12)
    assert "".join(one.model.vocabulary[k] for k in alone.written) == TEXT[1:]
    assert ahead.loss.mean() > 0.3
    assert "".join(both.model.vocabulary[k] for k in ahead.written) != TEXT[1:]


def test_it_is_the_model_on_each_beginning_of_the_text() -> None:
    trace = learnt(LSTM, True)
    for t in range(trace.steps):
        cut = trace.model.trace(TEXT[: t + 1], targets=TEXT[1 : t + 2])
        np.testing.assert_allclose(writing(trace).loss[t], cut["loss"][t, 0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("changes", ["", CHANGES])
def test_the_browser_finds_the_same(changes: str) -> None:
    trace = learnt(RNN, True)
    found, left = read(changes, [Bounds.of(trace)])
    assert not left
    expected = writing(carried_out(trace, found))
    got = in_node(
        Path(__file__).with_name("writing.mjs"), {"track": track(trace), "changes": changes}
    )
    np.testing.assert_allclose(got["loss"], expected.loss, rtol=0, atol=1e-12)
    np.testing.assert_allclose(got["p"], expected.p, rtol=0, atol=1e-12)
    assert got["written"] == expected.written.tolist()
    assert got["shares"][-1] == 1


def test_tags_are_nothing_to_go_on_with() -> None:
    model = SequenceModel.random(Bidirectional, AFTER.words, 2, seed=0, labels=AFTER.tags)
    with pytest.raises(ValueError, match="next characters"):
        writing(model.trace(("花", "钱"), targets=("v", "n")))
    with pytest.raises(ValueError, match="next characters"):
        writing(SequenceModel.random(RNN, Vocabulary("ab"), 2, seed=0).trace("ab"))
