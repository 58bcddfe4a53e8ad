"""The notebook's cells are run, one after another, as Jupyter would."""

import json
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Hold, SequenceModel, Stacked, Trace, Vocabulary, Written
from rnnviz.cells.beginnings import LEAKY
from rnnviz.export import notebook, to_notebook
from rnnviz.locale import Refusal, translator
from tests.notebooks import run

TEXT = "a '\"\\b`#想"


def reading(kind: type, size: int | tuple[int, ...], **options: Any) -> Trace:
    model = SequenceModel.random(kind, Vocabulary(TEXT), size, seed=2, **options)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


@pytest.mark.parametrize(
    "trace",
    [
        reading(LSTM, 3),
        reading(GRU, 2),
        reading(Stacked, (3, 2), of=LSTM),
        reading(Written, 2, equations=LEAKY),
    ],
    ids=["lstm", "gru", "stacked", "written"],
)
def test_its_cells_compute_the_very_trace(trace: Trace) -> None:
    again = run(to_notebook(trace))["trace"]
    assert again.inputs == trace.inputs
    assert set(again) == set(trace)
    for name, value in trace.items():
        np.testing.assert_array_equal(again[name], value)


def test_it_holds_what_was_held_and_begins_where_the_trace_began() -> None:
    model = SequenceModel.random(LSTM, Vocabulary("abc"), 3, seed=2)
    holds = [Hold("F", 0.125, units=[1], steps=[0, 2]), Hold("H", -1.0, steps=[1])]
    trace = model.trace("abc", holds=holds, C0=np.full((1, 3), 0.1))
    again = run(to_notebook(trace))["trace"]
    for name, value in trace.items():
        np.testing.assert_array_equal(again[name], value)


def test_it_is_a_notebook_of_format_4_5_and_shows_the_stage() -> None:
    file = json.loads(to_notebook(reading(LSTM, 3), translator("zh-Hans")))
    assert (file["nbformat"], file["nbformat_minor"]) == (4, 5)
    assert file["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in file["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in file["cells"]:
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert file["cells"][-1]["source"] == ["trace"]
    assert "rnnviz" in file["cells"][0]["source"][0]


def test_a_model_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_BYTES", 1000)
    with pytest.raises(Refusal, match="a notebook may hold 1000"):
        to_notebook(reading(LSTM, 3))
