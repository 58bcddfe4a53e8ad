"""Changes made by hand: read alike in Python and on the stage, and carried out."""

from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Bidirectional, Hold, SequenceModel, Trace, Vocabulary
from rnnviz.address.changes import (
    LARGEST,
    MAX_LENGTH,
    MOST_CHANGES,
    Bounds,
    Change,
    carried_out,
    read,
    write,
)
from rnnviz.address.link import Link
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from tests.javascript import in_node

TEXT = "道法；自然 道"
TEXTS = [
    "",
    ";;",
    "F.5.2-5=1;H0.3=0.5;W_hf.2.5=-0.3;x.3=道;weights=0",
    "C.*.*=-2.5;F.1,3.1-5=0;F.1,1.1=0;H0.*=1;b_f.1.4=.5;b_f.1.4=5.",
    "F.5.2=1;F.5.2=0.5;F.5.2-2=0.25;C.1.1=0;F.5.2-2=1",
    "x.1=；;x.2=␣;x.2= ;x.3=%3B;x.1=%25;x.9=道;x.1=王;x.=道;x.1",
    "F.9.1=1;F.0.1=1;F.5.6=1;F.5.4-2=1;F.5.1=1e400;F.5.1=NaN;F.5.1=;F.5.1=1.5;F.5.1=-0.1;F.-1.1=1",
    "C.5.1=1001;C.5.1=-1000;C.5.1=1e2;C.5.1=1E-2;C.5.1=0x10;C.5.1=1_0;C.5.1=٣;C.٣.1=1;C.5.1=−0.5",
    "Q.5.1=1;__proto__.5.1=1;X.1.1=1;logits.1.1=1;F=1;F.1=1;.1.1=1;...=1;=;==;<b>;H0=1;H0.9=0",
    "weights=7;weights=;weights=-1;weights=30;W_hf.9.1=0;W_hf.*.1=0;W_hf.1.9=0;W_hq.1.1=1;H0.1,2=1",
    "2:F.1.1=1;1:F.1.1=0;0:F.1.1=1;02:R.1.1=0.5;3:F.1.1=1;2:R.1.1=1;:F.1.1=1;99:F.1.1=1;123:F.1.1=1",
    "F.5.1=1\n;\tF.4.1=1 ; F.3.1=1;F.2.1 =1;F.2.1= 1 ",
    ";".join(f"W_hf.{k % 8 + 1}.{k // 8 % 8 + 1}={k % 7}" for k in range(3000)),
    "F." + "1" * 400 + ".1=1;F.1.1=" + "9" * 400,
]


def trace_of(cell: type = LSTM, seed: int = 1) -> Trace:
    model = SequenceModel.random(cell, Vocabulary(TEXT), 8, seed)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def on_the_stage(bounds: list[Bounds], texts: list[str]) -> list[dict]:
    """What the stage's JavaScript reads in each text."""
    tracks = [
        {
            "T": one.T,
            "quantities": {
                name: {"width": width, "high": 1 if is_share else None}
                for name, (width, is_share) in one.quantities.items()
            },
            "states": one.states,
            "weights": one.weights,
            "vocabulary": one.vocabulary,
            "moments": one.moments,
        }
        for one in bounds
    ]
    program = Path(__file__).parents[1] / "stage" / "changes.mjs"
    return in_node(program, {"tracks": tracks, "texts": texts})


def as_the_stage_says(change: Change) -> dict:
    units = None if change.units is None else list(change.units)
    own: dict[str, dict] = {
        "hold": {
            "quantity": change.name,
            "units": units,
            "from": change.steps.start,
            "to": change.steps.stop - 1,
            "value": change.value,
        },
        "input": {"t": change.steps.start, "character": change.character},
        "initial": {
            "state": change.name,
            "unit": None if units is None else units[0],
            "value": change.value,
        },
        "weight": {
            "name": change.name,
            "row": change.row,
            "column": change.column,
            "value": change.value,
        },
        "weights": {"moment": change.moment},
    }
    track = {"track": change.track} if change.track else {}
    return {"kind": change.kind, **own[change.kind], **track}


def test_python_and_the_stage_read_the_same_changes() -> None:
    bounds = [Bounds.of(trace_of(), (0, 30)), Bounds.of(trace_of(GRU))]
    for text, stage in zip(TEXTS, on_the_stage(bounds, TEXTS), strict=True):
        changes, left = read(text, bounds)
        assert [as_the_stage_says(one) for one in changes] == stage["changes"], text
        assert left == stage["left"], text
        assert len(changes) <= MOST_CHANGES


def test_names_of_parts_have_dots_of_their_own() -> None:
    bounds = [Bounds.of(trace_of(Bidirectional))]
    text = "backward.H.8.2=1;forward.H0.1=0.5;backward.W_xh.1.2=0.25;H.1.1=0;backward.H.9.1=1"
    changes, left = read(text, bounds)
    (stage,) = on_the_stage(bounds, [text])
    assert [as_the_stage_says(one) for one in changes] == stage["changes"]
    assert [one.kind for one in changes] == ["hold", "initial", "weight", "hold"]
    assert left == stage["left"] == ["backward.H.9.1=1"]


def test_changes_are_carried_out() -> None:
    trace = trace_of()
    moments = {0: SequenceModel.random(LSTM, Vocabulary(TEXT), 8, seed=2).parameters}
    text = "weights=0;F.5.2-5=1;H0.3=0.5;C0.*=-0.25;W_hf.2.5=-0.3;x.1=然"
    changes, _ = read(text, [Bounds.of(trace, (0,))])
    changed = carried_out(trace, changes, moments)
    np.testing.assert_array_equal(changed["F"][1:5, 0, 4], 1.0)
    assert changed["F"][0, 0, 4] < 1
    assert changed["H0"][0].tolist() == [0, 0, 0.5, 0, 0, 0, 0, 0]
    np.testing.assert_array_equal(changed["C0"], -0.25)
    assert changed.inputs == ("然", *trace.inputs[1:])
    assert changed.targets == trace.targets
    assert changed.model is not None
    expected = moments[0]["W_hf"].copy()
    expected[1, 4] = -0.3
    np.testing.assert_array_equal(changed.model.parameters["W_hf"], expected)
    # The first step has no hold yet: a gate written out by hand.
    W = changed.model.parameters
    X = changed.model.vocabulary.one_hot("然")[0]
    A = X @ W["W_xf"] + changed["H0"] @ W["W_hf"] + W["b_f"]
    np.testing.assert_allclose(changed["F"][0], 1 / (1 + np.exp(-A)), atol=1e-12)
    # Nothing of the original has moved.
    np.testing.assert_array_equal(trace["F"], trace_of()["F"])


def test_the_run_of_a_cell_alone_is_changed_too() -> None:
    trace = GRU.random(3, 2, seed=0).run(np.ones((2, 1, 3)))
    changes, left = read("R.1.2=1;H0.2=0.5;W_hz.1.1=0.25", [Bounds.of(trace)])
    changed = carried_out(trace, changes)
    assert not left
    cell = trace.cell.with_parameters(W_hz=changed.cell.parameters["W_hz"])
    assert cell.parameters["W_hz"][0, 0] == 0.25
    again = cell.run(
        np.ones((2, 1, 3)), holds=[Hold("R", 1.0, [0], [1])], H0=np.array([[0.0, 0.5]])
    )
    np.testing.assert_array_equal(changed["H"], again["H"])
    assert not np.array_equal(changed["H"], trace["H"])


def test_what_is_written_is_read_again() -> None:
    bounds = [Bounds.of(trace_of(), (0, 30)), Bounds.of(trace_of(GRU))]
    for text in TEXTS:
        changes, _ = read(text, bounds)
        assert read(write(changes), bounds) == (changes, []), text
    (change,), _ = read("F.5.2-5=0.123456789", bounds)
    assert write([change]) == "F.5.2-5=0.123457"
    link = "F.5.2-5=1;F.*.1-6=0.5;x.1=%3B;H0.3=0.5;C0.*=-2;W_hf.2.5=-0.3;weights=30;2:R.1,2.1=1"
    assert write(read(link.replace("%3B", "自"), bounds)[0]) == link.replace("%3B", "自")


def test_a_link_keeps_its_changes_and_refuses_what_is_no_link() -> None:
    link = Link(changes="F.5.2-5=1;x.3=道")
    assert Link.from_query(link.to_query()) == (link, [])
    assert link.without_place() == Link()
    assert link.changed(t=3).changes == link.changes
    assert link.changed(text="道法自然").changes == ""
    with pytest.raises(LinkError, match=f"4001 characters long; at most {MAX_LENGTH} fit"):
        Link(changes="x" * 4001)
    with pytest.raises(LinkError, match=r"The changes contain U\+D800"):
        Link(changes="x.1=\ud800")
    shown, problems = Link.from_query({"changes": "F" * 9000, "t": "2"})
    assert shown == Link(t=2)
    assert [one.sentence(N_) for one in problems] == [
        f"The link's changes are 9000 characters long; at most {MAX_LENGTH} fit."
    ]


def test_the_bounds_hold_the_largest_number_that_the_stage_takes() -> None:
    bounds = [Bounds.of(trace_of())]
    assert read(f"C.1.1={LARGEST:.0f}", bounds)[0][0].value == LARGEST
