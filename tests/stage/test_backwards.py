"""A track walked backwards on the stage has rnnviz's gradients, path by path."""

from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, Hold, SequenceModel, Trace, Vocabulary
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.cells import Written
from rnnviz.cells.activations import Array
from rnnviz.explain.backwards import backward_phases, backwards, loss_slopes
from rnnviz.stage import track
from tests.cells.scripts import UNUSUAL
from tests.javascript import in_node
from tests.stage.test_engine import KINDS, cells
from tests.stage.test_track import ROWS

TEXT, TARGETS = "想要有直升机想要", "要有直升机想要有"


def model_of(kind: str, hidden: int = 3) -> SequenceModel:
    vocabulary = Vocabulary("想要有直升机")
    cell = cells(len(vocabulary), hidden, 1)[kind]
    rng = np.random.default_rng(4)
    W_hq, b_q = rng.normal(size=(cell.output_size, 6)), rng.normal(size=(1, 6))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)


def walked(trace: Trace, asked: list[tuple[str, list[int] | None]]) -> list[dict]:
    """What the stage makes of it with each of these changes, for the mean of these losses."""
    listed = [{"changes": changes, "losses": losses} for changes, losses in asked]
    return in_node(
        Path(__file__).with_name("backwards.mjs"), {"track": track(trace), "asked": listed}
    )


def close(found: object, expected: Array) -> None:
    np.testing.assert_allclose(np.array(found), expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_every_gradient_and_every_path_is_rnnviz_s(kind: str) -> None:
    model = model_of(kind)
    held = model.cell.description.quantities[1].name
    changes = f"{held}.2.3-4=0.25"
    holds = [Hold(held, 0.25, [1], range(2, 4))]
    trace, changed = (model.trace(TEXT, targets=TARGETS, holds=one) for one in ([], holds))
    asked = [("", None), (changes, None), (changes, [1, 6]), ("", [3])]
    for (made, losses), stage in zip(asked, walked(trace, asked), strict=True):
        compare(changed if made else trace, stage, losses)


@pytest.mark.parametrize("kind", KINDS)
def test_the_gradient_of_any_number_is_the_slope_of_the_loss_there(kind: str) -> None:
    """Also of one that is held, and of one whose loss is not counted."""
    trace = model_of(kind).trace(TEXT, targets=TARGETS)
    held = trace.cell.description.quantities[1].name
    for stage in walked(trace, [("", None), (f"{held}.1.1-2=0.25", [0, 3])]):
        for name, slopes in stage["slopes"].items():
            first, *_, last = stage["values"][name]
            assert slopes == pytest.approx([first[0], last[0]], abs=1e-9), name


@pytest.mark.parametrize("equations", UNUSUAL.values(), ids=UNUSUAL)
def test_what_no_path_leads_to_has_gradient_zero(equations: str) -> None:
    model = SequenceModel.random(Written, Vocabulary("想要有直升机"), 3, 0, equations=equations)
    trace = model.trace(TEXT, targets=TARGETS)
    (stage,) = walked(trace, [("", None)])
    compare(trace, stage, None)
    # Every quantity has its phase on the way back, whether or not a path leads to it.
    assert {phase["target"] for phase in stage["phases"]} >= {*trace.cell.widths} - {
        q.pre for q in trace.cell.description.quantities
    }


@pytest.mark.parametrize("kind", ["lstm", "two layers", "both ways"])
def test_what_a_reader_changes_and_takes_back_is_what_the_sums_of_the_way_back_have(
    kind: str,
) -> None:
    trace = model_of(kind).trace(TEXT, targets=TARGETS)
    weight = next(weight.name for weight in trace.cell.description.weights if "hh" in weight.axes)
    text = f"{weight}.1.2=0.9;W_hq.2.3=-2;x.3=机;{trace.cell.states[0]}0.1=0.5"
    changes, left = read(text, [Bounds.of(trace)])
    assert left == []
    changed = carried_out(trace, changes)
    stages = walked(trace, [("", None), (text, None), ("", None)])
    for one, stage in zip([trace, changed, trace], stages, strict=True):
        compare(one, stage, None)


def compare(trace: Trace, stage: dict, losses: list[int] | None) -> None:
    model = trace.model
    assert model is not None
    assert stage["left"] == []
    assert stage["inputs"] == stage["words"] == list(trace.inputs)
    assert stage["likeliest"] == trace["Y_hat"][:, 0].argmax(axis=1).tolist()
    gradients = model.backward(trace, loss_slopes(trace, losses))
    arrivals = backwards(trace, losses)
    for name, value in stage["values"].items():
        if name in gradients:
            close(value, gradients[name][:, 0])
            close(stage["norms"][name], np.linalg.norm(gradients[name][:, 0], axis=1))
        expected = arrivals.get(name, ())
        assert [(one["source"], one["later"]) for one in stage["paths"][name]] == [
            (one.source, one.later) for one in expected
        ]
        for one, path in zip(stage["paths"][name], expected, strict=True):
            close(one["value"], path.value[:, 0])
    for phase, own in zip(stage["phases"], backward_phases(model), strict=True):
        assert (phase["key"], phase["target"]) == (own.key, own.target.name)
        close(phase["evaluated"], np.array(phase["value"]))
        close(phase["summed"], np.array(phase["value"]))
        close(phase["inner"] or [], np.zeros_like(phase["inner"] or []))
    for name, one in stage["parameters"].items():
        (shape, T) = (model.parameters[name].shape, trace.steps)
        close(np.reshape(one["whole"], shape), gradients[name])
        zero = np.zeros((T, *shape))
        own = sum((path.value for path in arrivals.get(name, ())), zero)
        close(np.reshape(one["steps"], (T, *shape)), own)
        close(np.reshape(one["upTo"], (T, *shape)), np.cumsum(own[::-1], axis=0))


@pytest.mark.parametrize("kind", ["lstm", "gru", "two layers", "both ways"])
def test_a_weight_on_the_way_back_is_named_as_its_notation_has_it(kind: str) -> None:
    """Rows: (∂A Wᵀ)[i] = Σ ∂A[j] W[i,j]. Columns: (Wᵀ ∂a)[i] = Σ W[j,i] ∂a[j], W transposed."""
    model = model_of(kind)
    characters = {token: k for k, token in enumerate(model.vocabulary)}

    def at(place: str) -> int:
        return characters[place] if place in characters else int(place) - 1

    (stage,) = walked(model.trace(TEXT, targets=TARGETS), [("", None)])
    seen = 0
    for by_notation in stage["placed"]:
        for key, terms in by_notation.items():
            for factors in terms:
                for k, factor in enumerate(factors):
                    if len(factor["place"]) == 1:
                        continue
                    held = model.parameters[factor["name"]]
                    vector = factors[k - 1 if key in ROWS else k + 1]
                    i, j = map(at, factor["place"])
                    assert factor["value"] == (held[i, j] if key in ROWS else held.T[i, j])
                    own, other = (i, j) if key in ROWS else (j, i)
                    assert (own, other) == (1, at(vector["place"][0]))
                    seen += 1
    assert seen > 20


def test_a_weight_moved_a_little_moves_the_loss_as_its_gradient_says() -> None:
    trace = model_of("lstm").trace(TEXT, targets=TARGETS)
    (stage,) = walked(trace, [("F.*.1-3=0.5", [2, 7])])
    assert stage["left"] == []
    for name, one in stage["parameters"].items():
        assert one["differences"] == pytest.approx(
            one["whole"][: len(one["differences"])], abs=1e-9
        ), name


def test_a_network_too_large_for_the_engine_has_no_way_back() -> None:
    vocabulary = Vocabulary(chr(0x4E00 + k) for k in range(3000))
    model = SequenceModel.random(GRU, vocabulary, 16, seed=1)
    trace = model.trace(vocabulary[:4], targets=vocabulary[1:5])
    assert track(trace)["backward"] is None
