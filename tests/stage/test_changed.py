"""A model changed on the stage has the numbers that rnnviz gives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import (
    GRU,
    LSTM,
    RNN,
    SLSTM,
    Bidirectional,
    Hold,
    SequenceModel,
    Stacked,
    Trace,
    Vocabulary,
    compare,
)
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.cells import Written
from rnnviz.stage import encoded, track
from tests.javascript import in_node

TEXT = "人法地，地法天，天法道，道法自然"
MODELS = {
    "rnn": SequenceModel.random(RNN, Vocabulary(TEXT), 5, seed=3),
    "gru": SequenceModel.random(GRU, Vocabulary(TEXT), 5, seed=3),
    "lstm": SequenceModel.random(LSTM, Vocabulary(TEXT), 5, seed=3),
    "slstm": SequenceModel.random(SLSTM, Vocabulary(TEXT), 5, seed=3),
    "both ways": SequenceModel.random(Bidirectional, Vocabulary(TEXT), 5, seed=3, of=LSTM),
    "two layers": SequenceModel.random(Stacked, Vocabulary(TEXT), 5, seed=3, of=GRU),
}
CHANGES = {
    "rnn": ["H.2.3-5=0.5", "W_hh.1.2=2;b_h.1.1=-1", "x.3=道;x.1=然", "H0.*=0.25", "weights=7"],
    "gru": ["Z.*.2-9=1", "R.1,3.4=0;W_hz.5.5=-2;x.2=道", "b_q.1.3=4"],
    "lstm": ["F.5.2-5=1;H0.3=0.5;W_hf.2.5=-0.3;x.3=道", "O.*.*=0", "C0.1=-2;C.2.3=1;C.2.4=1"],
    "slstm": ["I.*.2-6=0;F.*.2-6=1", "N0.*=1;M0.2=0.5", "weights=7;W_xi.2.3=1;F_tilde.1.4=-3"],
    "both ways": [
        "backward.F.2.9-12=0;x.9=道",
        "forward.H0.1=1;backward.C0.*=0.5;backward.I.3.*=1",
    ],
    "two layers": ["layer1.Z.1.3-5=0.5;layer2.W_hz.1.1=3", "layer2.H.*.7=0"],
}


def places(hold: Hold, trace: Trace) -> Iterator[tuple[str, int, int]]:
    T, _, width = trace[hold.quantity].shape
    units = range(width) if hold.units is None else hold.units
    steps = range(T) if hold.steps is None else hold.steps
    return ((hold.quantity, t, unit) for t in steps for unit in units)


def on_the_stage(trace: Trace, moments: dict[str, Any], texts: list[str]) -> list[dict[str, Any]]:
    """What the stage makes of each text of changes."""
    asked = {"track": track(trace), "moments": moments, "texts": texts}
    return in_node(Path(__file__).with_name("changed.mjs"), asked)


@pytest.mark.parametrize("name", MODELS)
def test_a_changed_model_has_the_numbers_of_rnnviz(name: str) -> None:
    model = MODELS[name]
    trace = model.trace(TEXT[:-1], targets=TEXT[1:])
    drawn = np.random.default_rng(7)
    other = {key: value + drawn.normal(size=value.shape) for key, value in model.parameters.items()}
    stages = on_the_stage(trace, {"7": encoded(other)}, CHANGES[name])
    bounds = [Bounds.of(trace, (7,))]
    for text, stage in zip(CHANGES[name], stages, strict=True):
        changes, left = read(text, bounds)
        assert left == stage["left"] == []
        changed = carried_out(trace, changes, {7: other})
        hold_to(trace, changed, stage)


def hold_to(trace: Trace, changed: Trace, stage: dict[str, Any]) -> None:
    """What the stage makes of the trace is the changed one."""
    assert stage["inputs"] == list(changed.inputs)
    for key, numbers in stage["tensors"].items():
        if key != "mean_loss":
            expected = changed[key].ravel()
            np.testing.assert_allclose(numbers, expected, rtol=1e-12, atol=1e-12, err_msg=key)
    for quantity, t, unit, value, free in stage["held"]:
        assert value == changed[quantity][t, 0, unit]
        assert free == pytest.approx(changed.free[quantity][t, 0, unit], abs=1e-12)
    held = {(quantity, t, unit) for quantity, t, unit, *_ in stage["held"]}
    assert held == {place for one in changed.holds for place in places(one, changed)}
    difference = compare(trace, changed)
    assert stage["first"] == (difference.first and list(difference.first))
    np.testing.assert_allclose(stage["losses"], difference.loss, atol=1e-12)
    likeliest = [one["Y_hat"][:, 0].argmax(axis=1) for one in (trace, changed)]
    losses = [one["loss"][:, 0] for one in (trace, changed)]
    by = np.abs(losses[1] - losses[0])
    assert by[stage["most"]] == pytest.approx(by.max(), abs=1e-12)
    assert stage["predictions"] == np.flatnonzero(likeliest[0] != likeliest[1]).tolist()


def test_no_weights_of_a_moment_yet_change_nothing() -> None:
    trace = MODELS["rnn"].trace(TEXT[:-1], targets=TEXT[1:])
    (stage,) = on_the_stage(trace, {"7": None}, ["weights=7"])
    assert stage["first"] is None


def test_a_change_that_leads_out_of_the_numbers_is_named_where_it_happens_first() -> None:
    equations = "E = exp(X @ W + b)\nC = C_prev + E\nH = tanh(C)"
    model = SequenceModel.random(Written, Vocabulary(TEXT), 3, seed=0, equations=equations)
    trace = model.trace(TEXT[:-1], targets=TEXT[1:])
    column = [*model.vocabulary].index(TEXT[3]) + 1
    found = in_node(
        Path(__file__).with_name("changed.mjs"),
        {"track": track(trace), "moments": [], "texts": [f"W.{column}.2=999", "b.1.1=2"]},
    )
    assert [one["left"] for one in found] == [[], []]
    assert [one["overflow"] for one in found] == [[TEXT.index(TEXT[3]), "E"], None]
