"""A scene has one track for each trace, and refuses traces that cannot stand side by side."""

import pytest

from rnnviz import GRU, LSTM, SequenceModel, Trace, Vocabulary
from rnnviz.stage import html, scene, track

TEXT = "想要有直升机"


def trace_of(cell: type, text: str = TEXT, targets: str | None = TEXT[1:]) -> Trace:
    model = SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=3)
    return model.trace(text[:-1], targets=targets)


def test_each_trace_is_a_track_with_its_own_caption() -> None:
    traces = [trace_of(LSTM), trace_of(GRU)]
    made = scene(traces, "en", ["one", "two"])
    assert made["tracks"] == [
        {**track(traces[0], "en", "one"), "label": "LSTM"},
        {**track(traces[1], "en", "two"), "label": "GRU"},
    ]
    assert scene(traces[0])["tracks"] == [{**track(traces[0]), "label": "LSTM"}]
    twice = scene([traces[0], traces[0]])["tracks"]
    assert [one["label"] for one in twice] == ["LSTM 1", "LSTM 2"]
    called = scene(traces, labels=["early", "late"])["tracks"]
    assert [one["label"] for one in called] == ["early", "late"]
    assert html(traces).count("<title>rnnviz · LSTM, GRU</title>") == 1


def test_a_scene_is_another_with_other_traces_order_language_or_captions() -> None:
    traces = [trace_of(LSTM), trace_of(GRU)]
    made = [
        scene(traces),
        scene(traces[::-1]),
        scene(traces[:1]),
        scene(traces, "zh-Hans"),
        scene(traces, captions=["a", "b"]),
    ]
    assert len({one["id"] for one in made}) == len(made)
    assert scene(traces)["id"] == scene([trace_of(LSTM), trace_of(GRU)])["id"]


def test_traces_of_different_texts_do_not_stand_side_by_side() -> None:
    other = trace_of(GRU, "想有要直升机")
    with pytest.raises(
        ValueError, match=r"Trace 2 has read '想有要直升', the first one '想要有直升'"
    ):
        scene([trace_of(LSTM), other])
    with pytest.raises(ValueError, match="Trace 2 has other targets"):
        scene([trace_of(LSTM), trace_of(GRU, targets=None)])
    with pytest.raises(ValueError, match="no trace"):
        scene([])
    with pytest.raises(ValueError, match="There are 1 captions for 2 traces"):
        scene([trace_of(LSTM), trace_of(GRU)], captions=["one"])
