"""What the stage's panels lay out is what rnnviz computes: bars to scale, words, and what is marked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.explain import ledger, unit_sum
from rnnviz.explain.backwards import loss_slopes
from rnnviz.model import OUTPUT_PHASES
from rnnviz.stage import scene
from tests.javascript import in_node

TEXT = "想要有直升机"
WIDTH, HEIGHT = 1240, 150
# A bar is at least so wide, or high.
LEAST = 1.5
CELLS = {"lstm": LSTM, "gru": GRU, "rnn": RNN, "both ways": Bidirectional}


def trace_of(cell: type, seed: int = 3) -> Trace:
    model = SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=seed)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def laid(traces: Trace | list[Trace], *asked: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    box = {"width": WIDTH, "height": HEIGHT, "asked": asked, **more}
    return in_node(Path(__file__).with_name("panels.mjs"), {"scene": scene(traces), **box})


@pytest.mark.parametrize("name", CELLS)
def test_the_bars_of_a_sum_are_its_terms_to_scale_and_end_at_its_total(name: str) -> None:
    trace = trace_of(CELLS[name])
    phases = (*trace.cell.description.phases, *OUTPUT_PHASES[:-1])
    asked = [
        {"what": "sum", "place": {"t": "3", "unit": "2", "phase": phase.key}} for phase in phases
    ]
    # Of an output the right one is looked at.
    right = trace.model.vocabulary.indices(TEXT[1:])[2]
    for phase, found in zip(phases, laid(trace, *asked), strict=True):
        unit = right if phase in OUTPUT_PHASES else 1
        true = unit_sum(trace, phase, 2, unit)
        scale = found["scale"]
        pixels = scale["room"] / (scale["high"] - scale["low"])
        shown = [float(row["bar"]["full"].replace("−", "-")) for row in found["rows"]]
        assert sum(shown) == pytest.approx(true.total, abs=1e-12)
        values = sorted((term.value for term in true.terms), key=abs, reverse=True)
        if len(values) == len(shown):
            assert sorted(map(abs, shown), reverse=True) == pytest.approx(np.abs(values).tolist())
        end = found["zero"]["x1"]
        for row, value in zip(found["rows"], shown, strict=True):
            bar = row["bar"]
            assert bar["hue"] == ("below" if value < 0 else "above")
            assert bar["width"] == pytest.approx(max(LEAST, abs(value) * pixels), abs=1e-6)
            assert bar["x"] == pytest.approx(min(end, end + value * pixels), abs=1e-6)
            end += value * pixels
        total = found["total"]["bar"]
        edge = total["x"] + (total["width"] if true.total > 0 else 0)
        assert edge == pytest.approx(end, abs=LEAST)


def test_a_sum_names_its_terms_and_its_curve_stands_beside_it_where_there_is_room() -> None:
    trace = trace_of(LSTM)
    asked = {"what": "sum", "place": {"t": "3", "unit": "2", "phase": "forget"}}
    (found,) = laid(trace, asked)
    labels = [row["label"]["text"] for row in found["rows"]]
    assert "H2\u200a[2] · Whf\u200a[2,2] = " in " ".join(labels)
    assert sum(" = " in label for label in labels) == 4
    assert found["caption"].startswith("F₃[2]")
    value = trace["F"][2, 0, 1]
    assert found["curve"]["title"]["text"].endswith(f"= {value:.3f}")
    assert found["share"] is None
    (narrow,) = laid(trace, asked, width=390)
    assert narrow["curve"] is None
    assert not any(" = " in row["label"]["text"] for row in narrow["rows"])


def test_a_softmax_has_its_share_where_a_sum_has_its_curve() -> None:
    trace = trace_of(GRU)
    (found,) = laid(trace, {"what": "sum", "place": {"t": "3", "phase": "predict"}})
    right = trace.model.vocabulary.indices(TEXT[1:])[2]
    assert found["curve"] is None
    assert [row["bar"]["hue"] for row in found["rows"]].count("own") == 1
    shown = float(found["share"]["texts"][2]["text"].removeprefix("= "))
    assert shown == pytest.approx(trace["Y_hat"][2, 0, right], rel=1e-2)


def test_an_outline_is_a_bar_before_a_change_and_only_where_it_has_moved() -> None:
    trace = trace_of(LSTM)
    place = {"t": "3", "unit": "2", "phase": "forget"}
    changes = [{"kind": "weight", "name": "W_hf", "row": 0, "column": 1, "value": 3.0}]
    before, after = laid(
        trace, {"what": "sum", "place": place}, {"what": "sum", "place": place, "changes": changes}
    )
    assert not any(row["outline"] for row in before["rows"])
    # The state's other numbers change nothing here; the one whose weight is another one has moved.
    (moved,) = [row for row in after["rows"] if row["outline"]]
    assert moved["bar"]["weight"]["weight"]["value"] == 3.0
    was = [row["bar"]["full"] for row in before["rows"] if "Whf\u200a[1,2]" in row["label"]["text"]]
    assert moved["outline"]["full"] == f"before: {was[0]}"


def test_an_accounts_bars_are_the_ledgers_entries_to_scale() -> None:
    trace = trace_of(LSTM)
    (found,) = laid(trace, {"what": "ledger", "place": {"t": "4", "unit": "2"}})
    true = ledger(trace, 3)[:, 0, 1]
    assert found["entries"] == pytest.approx(true.tolist(), abs=1e-12)
    heights = [bar["bar"]["height"] for bar in found["bars"]]
    # The first state is zero and has no bar.
    entries = true[1:]
    assert len(heights) == len(entries) == 4
    tall = np.abs(entries).argmax()
    pixels = heights[tall] / abs(entries[tall])
    for height, entry in zip(heights, entries, strict=True):
        assert height == pytest.approx(max(LEAST, abs(entry) * pixels))
    assert [bar["isMinus"] for bar in found["bars"]] == (entries < 0).tolist()
    assert found["total"]["height"] == pytest.approx(max(LEAST, abs(true.sum()) * pixels))
    assert found["text"][4] is None
    assert found["most"] == found["bars"][tall]["full"]


@pytest.mark.parametrize("name", CELLS)
def test_the_bars_of_a_gradient_add_up_to_it_and_what_is_not_reached_is_not_said(name: str) -> None:
    trace = trace_of(CELLS[name])
    model = trace.model
    gradients = model.backward(trace, loss_slopes(trace, None))
    weight = next(
        key for key in gradients if key.startswith(("W_hh", "W_hf", "W_hz", "forward.W_hh"))
    )
    asked = {"way": "back", "t": "3", "weight": f"{weight}.2.1"}
    (found,) = laid(trace, {"what": "gradient", "place": asked})
    assert found["name"] == weight
    true = gradients[weight][1, 0]
    assert sum(found["values"]) == pytest.approx(true, abs=1e-12)
    tall = max(range(5), key=lambda t: abs(found["values"][t]))
    pixels = found["bars"][tall]["box"]["height"] / abs(found["values"][tall])
    assert found["whole"]["height"] == pytest.approx(max(1, abs(true) * pixels))
    assert [bar["isMinus"] for bar in found["bars"]] == [value < 0 for value in found["values"]]
    said = found["words"].split("; ")
    assert len(said) == 5 - found["from"]


def test_marks_stand_where_one_network_is_right_and_the_one_above_is_not() -> None:
    traces = [trace_of(cell, seed=seed) for cell, seed in ((LSTM, 1), (GRU, 2), (RNN, 3))]
    (found,) = laid(traces, {"what": "lanes", "place": {"t": "5"}}, focused=1, height=200)
    targets = traces[0].model.vocabulary.indices(TEXT[1:])
    right = np.array([trace["Y_hat"][:, 0].argmax(-1) == targets for trace in traces])
    marks = [[step["mark"]["text"] for step in lane] for lane in found["lanes"]]
    assert marks[0] == [""] * 5
    for k in (1, 2):
        assert marks[k] == ["≠" if one else "" for one in right[k] != right[k - 1]]
    tops = [row["top"] for row in found["rows"]]
    assert tops == sorted(tops)
    assert found["rows"][1]["rowHeight"] > found["rows"][0]["rowHeight"]
    # The one in focus shows all its states, the others that which predicts.
    assert found["states"] == [["H"], ["H"], ["H"]]
    (first,) = laid(traces, {"what": "lanes", "place": {"t": "5"}}, focused=0, height=200)
    assert first["states"] == [["C", "H"], ["H"], ["H"]]
