"""A sensor's readings in the place of a text: typed, learnt, compared, walked back, changed, saved."""

import json
from pathlib import Path

import numpy as np
import pytest

from rnnviz import weights
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.address.controls import SENSORS
from rnnviz.address.link import Link
from rnnviz.address.link_fields import MAX_BYTES
from rnnviz.address.reading import moments, trace_of
from rnnviz.export import to_csv, to_json, to_notebook, to_torch_script
from rnnviz.fields import LinkError
from rnnviz.readings import MOST_FEATURES, MOST_STEPS, typed_readings
from rnnviz.stage import scene, track
from rnnviz.trace import Trace
from tests.export.test_notebook import run
from tests.forks import Forks
from tests.javascript import in_node
from tests.stage.test_backwards import compare, walked

TWO = "20 60; 21.5 58; 21 55; 21 57; 19.5 61"
# Without a change, from all losses and from one.
BACK: list[tuple[str, list[int] | None]] = [("", None), ("", [2])]
STAGE = Path(__file__).with_name("stage")


def shown(readings: str = TWO, **values: object) -> Link:
    return Link().changed(readings=readings, **values)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return trace_of(shown(hidden=3))


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("20 21 22", [[20], [21], [22]]),
        ("20, 21,22", [[20], [21], [22]]),
        ("20;21;22;", [[20], [21], [22]]),
        ("20\n21\n\n22\n", [[20], [21], [22]]),
        ("20 60; 21 58", [[20, 60], [21, 58]]),
        ("20\t60\r\n21\t58", [[20, 60], [21, 58]]),
        ("20,60\n21, 58", [[20, 60], [21, 58]]),
        ("２０，６０；２１、５８", [[20, 60], [21, 58]]),
        ("−1.5 +2 .5 1e3", [[-1.5], [2], [0.5], [1000]]),
    ],
)
def test_readings_are_read_as_people_type_them(typed: str, rows: list[list[float]]) -> None:
    assert typed_readings(typed).values.tolist() == rows


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Readings: 0; the network needs at least two"),
        ("21.5", "Readings: 1; the network needs at least two"),
        ("20 60; 21", "Reading 2 has 1 numbers and the first one 2"),
        ("20 21°C", '"21°C" is no number from −1000000 to 1000000'),
        ("20 nan", '"nan" is no number'),
        ("20 1e9", '"1e9" is no number'),
        ("1 " * (MOST_STEPS + 1), f"Readings: {MOST_STEPS + 1}; at most {MOST_STEPS} fit"),
        ("1 " * (MOST_FEATURES + 1) + ";2", f"A reading has {MOST_FEATURES + 1} numbers; at most"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(typed: str, said: str) -> None:
    with pytest.raises(LinkError, match=said):
        typed_readings(typed)


def test_a_link_of_too_many_bytes_shows_a_text_instead() -> None:
    link, (problem,) = Link.from_query({"readings": "1.000000 " * (MAX_BYTES // 9 + 1)})
    assert not link.readings
    assert "bytes long" in problem.sentence(str)


def test_each_feature_is_read_around_its_mean_and_the_first_one_s_trend_is_the_target() -> None:
    found = typed_readings(TWO)
    every = np.concatenate([found.X[:, 0], (found.values[-1:] - found.scale[0]) / found.scale[1]])
    np.testing.assert_allclose(every.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(every.std(axis=0), 1)
    assert found.targets == ("↑", "↓", "=", "↓")
    # What never changes has no spread to be divided by.
    assert not typed_readings("5 1; 5 2").X[:, 0, 0].any()


def test_a_reading_of_many_numbers_is_named_by_its_first() -> None:
    assert typed_readings("1013.25 60 3; 1012 58 4").words == ("1013.25 +2", "1012 +2")


def test_readings_stand_in_the_link_until_a_text_is_chosen() -> None:
    link = shown(beside=("rnn", "gru"), t=4, way="back")
    assert Link.from_query(link.to_query()) == (link, [])
    assert (link.steps, len(link.vocabulary), len(link.said)) == (4, 2, 3)
    assert [len(track.tokens) for track in link.tracks] == [5, 5, 5]
    assert not link.changed(text="hello").readings
    assert not link.changed(goal="after").readings
    back = link.changed(readings="")
    assert (back.readings, back.text, back.t) == ("", Link().text, 1)


def test_a_sensor_has_no_parts_of_speech() -> None:
    _link, (problem,) = Link.from_query({"text": "花开", "goal": "after", "readings": TWO})
    assert "no parts of speech" in problem.sentence(str)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm", "bigru", "mgu"])
def test_every_kind_of_network_learns_whether_it_rises(cell: str) -> None:
    trace = trace_of(shown(cell=cell, hidden=4))
    assert trace["loss"].mean() < 0.05
    assert trace["X"].shape == (4, 1, 2)
    likeliest = trace["Y_hat"][:, 0].argmax(axis=1)
    assert tuple(trace.model.labels[k] for k in likeliest) == trace.targets


def test_the_sensors_of_the_examples_need_a_memory() -> None:
    for readings in (one.text for one in SENSORS):
        losses = [trace_of(shown(readings, cell=cell))["loss"].mean() for cell in ("mlp", "rnn")]
        assert losses[0] > 5 * losses[1]


def test_untaught_weights_are_shown_and_no_moments_are_offered() -> None:
    link = shown(weights="random", seed=3)
    assert trace_of(link)["loss"].mean() > 0.5
    assert moments(shown()) == ()


def test_gradients_agree_with_central_differences(trace: Trace) -> None:
    model = trace.model
    gradient = model.gradients(trace)["W_xf"]
    for k in np.ndindex(*gradient.shape):
        losses = []
        for by in (1e-6, -1e-6):
            W_xf = model.parameters["W_xf"].copy()
            W_xf[k] += by
            other = model.with_parameters(W_xf=W_xf)
            losses.append(other.trace(trace.readings, trace.targets)["loss"].mean())
        assert gradient[k] == pytest.approx((losses[0] - losses[1]) / 2e-6, abs=1e-8)


def test_the_stage_has_the_numbers_as_measured_and_as_read(trace: Trace) -> None:
    told = track(trace)
    assert told["readings"] == (
        ("20", "60"),
        ("21.5", "58"),
        ("21", "55"),
        ("21", "57"),
        ("19.5", "61"),
    )
    assert told["inputs"] == ["20 60", "21.5 58", "21 55", "21 57"]
    assert told["vocabulary"] == []
    json.dumps(scene([trace, trace_of(shown(cell="rnn", hidden=3))], "zh-Hans"))


def test_what_is_changed_on_the_stage_and_walked_back_has_the_numbers_of_rnnviz(
    trace: Trace,
) -> None:
    text = "F.2.2-3=1;W_xi.1.2=-1"
    changes, left = read(text, [Bounds.of(trace)])
    changed = carried_out(trace, changes)
    asked = {"track": track(trace), "moments": {}, "texts": [text]}
    (stage,) = in_node(STAGE / "changed.mjs", asked)
    assert left == stage["left"] == []
    for key in ("H", "Y_hat", "loss"):
        np.testing.assert_allclose(stage["tensors"][key], changed[key].ravel(), atol=1e-12)
    for (_text, losses), back in zip(BACK, walked(trace, BACK), strict=True):
        compare(trace, back, losses)
    # A reading is no character that could be exchanged.
    assert read("x.1=x1", [Bounds.of(trace)]) == ([], ["x.1=x1"])


def test_saved_files_give_the_same_numbers(trace: Trace, forks: Forks, tmp_path: Path) -> None:
    again = run(to_notebook(trace))["trace"]
    for name, value in trace.items():
        np.testing.assert_array_equal(again[name], value)
    forks.run(to_torch_script(trace) + "\nnp.savez('n.npz', H=H, loss=loss)\n", tmp_path)
    with np.load(tmp_path / "n.npz") as found:
        for name in ("H", "loss"):
            np.testing.assert_allclose(found[name], trace[name][:, 0], atol=1e-12)
    assert json.loads(to_json(trace))["about"]["vocabulary"] == ["x1", "x2"]
    assert "X,1,1,x1," in to_csv(trace)
    assert weights.from_bytes(weights.to_bytes(trace.model)).trace(trace.readings)["H"] is not None
