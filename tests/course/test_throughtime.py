"""Gradients through time: the chapter's numbers are those of the networks it speaks of."""

from functools import cache

import numpy as np
import pytest
import torch

from rnnviz.course.chapters.gradients.numbers import (
    CELLS,
    LONG,
    MEMORY,
    RADII,
    SHORT,
    begun_well,
    cliff,
    gradients,
    memory_moves,
    memory_reach,
    moves,
    networks,
)
from rnnviz.explain import by_distance, reach
from rnnviz.model import SequenceModel
from rnnviz.text import characters
from rnnviz.trace import Trace
from tests.cells.reference import Reference
from tests.course.javascript import evaluated

TEXTS = {"short": SHORT["en"], "long": LONG["en"]}
KINDS = ("untrained", "begun", "trained")


@cache
def network(text: str, cell: str, kind: str) -> SequenceModel:
    return networks(cell, TEXTS[text])[kind]


def trace_of(model: SequenceModel, text: str) -> Trace:
    tokens = characters(TEXTS[text])
    return model.trace(tokens[:-1], targets=tokens[1:])


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("cell", CELLS)
def test_the_triangles_are_those_of_python(text: str, cell: str) -> None:
    given = gradients("en")
    of = [{"text": text, "cell": cell, "kind": kind} for kind in KINDS]
    calls = [["triangleOf", given, one, measure] for one in of for measure in ("loss", "state")]
    found = iter(evaluated("chapters/gradients/throughtime", *calls))
    for kind in KINDS:
        trace = trace_of(network(text, cell, kind), text)
        for expected in (reach(trace)[:, :, 0], moves(trace)):
            ours = np.reshape(next(found), expected.shape)
            np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-10 * expected.max())


def test_a_stretched_matrix_has_the_radius_asked_for_and_its_factors_their_singular_values() -> (
    None
):
    given = gradients("en")
    of = {"text": "short", "cell": "rnn", "kind": "trained", "radius": 1.3}
    found, last, powers = evaluated(
        "chapters/gradients/throughtime",
        ["factorValues", given, of],
        ["lastRow", given, of],
        ["powersOfW", given, of],
    )
    model = network("short", "rnn", "trained")
    W = model.cell.parameters["W_hh"]
    W = W * 1.3 / np.abs(np.linalg.eigvals(W)).max()
    trace = trace_of(model.with_parameters(W_hh=W), "short")
    slopes = 1 - trace["H"][:, 0] ** 2
    expected = [np.linalg.svd(slope[:, np.newaxis] * W.T)[1] for slope in slopes]
    np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(last, moves(trace)[-1], rtol=1e-8, atol=1e-12)
    power = np.linalg.norm(np.linalg.matrix_power(W, 5)) / np.sqrt(len(W))
    assert powers[5] == pytest.approx(power, rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_left_of_an_lstm_s_memory_is_autograd_s(kind: str) -> None:
    model = network("short", "lstm", kind)
    trace = trace_of(model, "short")
    steps = Reference(model.cell, trace["X"], {}).steps
    states, memory = steps["H"], steps["C"]
    T, h = trace.steps, trace["C"].shape[-1]

    def by_memory(value: torch.Tensor) -> list[torch.Tensor]:
        return list(torch.autograd.grad(value, memory, retain_graph=True, materialize_grads=True))

    moved = np.array([[by_memory(memory[t][0, i]) for i in range(h)] for t in range(T)])
    expected = np.linalg.norm(moved[:, :, :, 0], axis=(1, 3)) / np.sqrt(h)
    np.testing.assert_allclose(memory_moves(trace), expected, rtol=0, atol=1e-12)
    W, b = torch.tensor(model.W_hq), torch.tensor(model.b_q)
    assert trace.targets is not None
    right = model.labels.indices(trace.targets)
    losses = [
        torch.nn.functional.cross_entropy(H @ W + b, torch.tensor([k]))
        for H, k in zip(states, right, strict=True)
    ]
    reached = np.array([by_memory(loss) for loss in losses])
    np.testing.assert_allclose(
        memory_reach(trace), np.linalg.norm(reached, axis=3), rtol=0, atol=1e-12
    )


def test_the_forget_gates_product_and_the_memory_s_whole_derivative() -> None:
    given = gradients("en")
    of = {"text": "long", "cell": "lstm", "kind": "untrained", "shift": 2}
    road, memory = evaluated(
        "chapters/gradients/throughtime", ["roadOf", given, of], ["lastRow", given, of, "C"]
    )
    model = network("long", "lstm", "untrained")
    trace = trace_of(model.with_parameters(b_f=model.cell.parameters["b_f"] + 2), "long")
    F = trace["F"][:, 0]
    for k in (0, 7, len(F) - 1):
        left = F[k + 1 :].prod(axis=0)
        assert road[k] == pytest.approx(np.sqrt((left**2).mean()), rel=1e-12)
    # ∂C_T/∂C_0 by central differences, from the memory before the first step.
    h, step = F.shape[1], 1e-6
    inputs = characters(TEXTS["long"])[:-1]
    sides = [
        model.with_parameters(b_f=model.cell.parameters["b_f"] + 2).trace(
            inputs, C0=sign * step * np.eye(h)[[unit]]
        )["C"]
        for unit in range(h)
        for sign in (1, -1)
    ]
    first = np.array([(sides[2 * u][0, 0] - sides[2 * u + 1][0, 0]) / (2 * step) for u in range(h)])
    last = np.array(
        [(sides[2 * u][-1, 0] - sides[2 * u + 1][-1, 0]) / (2 * step) for u in range(h)]
    )
    # C_0 moves C_1 through the gate alone, so that ∂C_T/∂C_1 is their quotient.
    whole = np.linalg.solve(first, last)
    assert memory[0] == pytest.approx(np.linalg.norm(whole) / np.sqrt(h), rel=1e-5)


@pytest.mark.parametrize("cell", CELLS)
def test_what_the_knife_leaves_is_truncated_backpropagation(cell: str) -> None:
    given = gradients("en")
    of = {"text": "short", "cell": cell, "kind": "trained"}
    every, lengths, whole = evaluated(
        "chapters/gradients/throughtime",
        ["afterKnife", given, of, "every", 4],
        ["lengthsByDistance", given, of],
        ["gradientOf", given, of],
    )
    model = network("short", cell, "trained")
    trace = trace_of(model, "short")
    names = list(model.cell.parameters)

    def flat(truncate: int | None) -> np.ndarray:
        parts = [by_distance(trace, name, truncate) for name in names]
        return np.concatenate([part.reshape(trace.steps, -1) for part in parts], axis=1)

    parts, kept = flat(None), flat(4).sum(axis=0)
    all_of_it = parts.sum(axis=0)
    np.testing.assert_allclose(
        lengths["parts"], np.linalg.norm(parts, axis=1), rtol=1e-9, atol=1e-15
    )
    assert np.linalg.norm(whole) == pytest.approx(np.linalg.norm(all_of_it), rel=1e-10)
    assert every["share"] == pytest.approx(
        np.linalg.norm(all_of_it - kept) / np.linalg.norm(all_of_it), rel=1e-9
    )
    cosine = all_of_it @ kept / np.linalg.norm(all_of_it) / np.linalg.norm(kept)
    assert np.cos(np.radians(every["angle"])) == pytest.approx(cosine, abs=1e-12)


def test_clipping_by_norm_keeps_the_direction_and_by_value_does_not() -> None:
    gradient = np.random.default_rng(0).normal(size=40) * 10
    by_norm, by_value = evaluated(
        "chapters/gradients/throughtime",
        ["clippedByNorm", gradient.tolist(), 2.0],
        ["clippedByValue", gradient.tolist(), 2.0],
    )
    assert np.linalg.norm(by_norm) == pytest.approx(2)
    np.testing.assert_allclose(np.cross(gradient[:3], by_norm[:3]), 0, atol=1e-12)
    np.testing.assert_allclose(by_value, np.clip(gradient, -2, 2))


def test_a_network_begun_well_has_orthogonal_recurrent_weights_and_gates_that_keep() -> None:
    for cell, gate in (("rnn", None), ("gru", "b_z"), ("lstm", "b_f"), ("mingru", "b_z")):
        model = begun_well(network("short", cell, "untrained"))
        for weight in model.cell.description.weights:
            W = model.cell.parameters[weight.name]
            if weight.kind == "recurrent weight":
                np.testing.assert_allclose(W @ W.T, np.eye(len(W)), atol=1e-12)
        if gate:
            assert (np.abs(model.cell.parameters[gate]) == 1).all()


def test_the_cliff_is_that_of_the_gradients_which_the_browser_clips() -> None:
    # Where it is steep, each rounding grows with it.
    places = (0, 20, 40, 80, 144)
    radii = [round(float(RADII[k]), 6) for k in places]
    of = [{"text": "long", "cell": "rnn", "kind": "begun", "radius": radius} for radius in radii]
    found = evaluated(
        "chapters/gradients/throughtime", *(["gradientOf", gradients("en"), one] for one in of)
    )
    lengths = [np.log10(np.linalg.norm(one)) for one in found]
    np.testing.assert_allclose(lengths, [cliff()[k] for k in places], atol=1e-3)


# What the prose says, of both languages' texts.


def left(language: str, text: str, measure: str = "state") -> dict[str, dict[str, float]]:
    """What is left of a state over the whole text, by cell and weights."""
    curves = gradients(language)[text]["curves"]
    return {
        cell: {kind: 10 ** curves[cell][kind][measure][-1] for kind in KINDS} for cell in curves
    }


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_untrained_all_cells_vanish_and_a_good_beginning_buys_powers_of_ten(language: str) -> None:
    for text in ("long", "short"):
        for cell, found in left(language, text).items():
            assert found["untrained"] < 2e-3, (text, cell)
            assert 10 * found["untrained"] < found["begun"] < 0.25, (text, cell)


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_trained_gates_reach_as_far_as_the_text_asks_them_to(language: str) -> None:
    far, near = left(language, "long"), left(language, "short")
    assert far["rnn"]["trained"] < 1e-6
    assert min(far[cell]["trained"] for cell in ("gru", "mingru")) > 0.3
    # An LSTM keeps in C what it has to keep, and H alone would make a plain network seem better.
    assert 1e-3 < far["lstm"]["trained"] < 0.1
    assert far[MEMORY]["trained"] > 0.3
    assert all(near[cell]["trained"] < 0.05 for cell in CELLS)
    for cell in CELLS:
        trace = networks(cell, SHORT[language])["trained"].trace
        tokens = characters(SHORT[language])
        assert trace(tokens[:-1], targets=tokens[1:])["loss"].mean() < 0.03


def rnn(kind: str, radius: float) -> dict[str, object]:
    return {"text": "long", "cell": "rnn", "kind": kind, "radius": radius}


def test_a_radius_alone_does_not_decide() -> None:
    given = gradients("en")
    asked = [("begun", 1), ("begun", 1.3), ("begun", 2), ("untrained", 1.5), ("trained", 2)]
    found = evaluated(
        "chapters/gradients/throughtime", *(["lastRow", given, rnn(*one)] for one in asked)
    )
    (powers,) = evaluated(
        "chapters/gradients/throughtime", ["powersOfW", given, rnn("untrained", 1.5)]
    )
    at_one, holds, explodes, saturated, trained = (row[0] for row in found)
    assert at_one < 0.1
    assert 0.8 < holds < 1.25
    assert explodes > 10
    assert powers[-1] > 1e4
    assert saturated < 1e-5
    assert trained < 1e-2


def test_a_memory_that_never_forgets_closes_its_way_out() -> None:
    given = gradients("en")
    shifts = (0, 2, 4)
    of = [{"text": "long", "cell": "lstm", "kind": "untrained", "shift": one} for one in shifts]
    calls = [["lastRow", given, one, state] for one in of for state in ("C", "H")]
    rows = [row[0] for row in evaluated("chapters/gradients/throughtime", *calls)]
    memory, state = rows[::2], rows[1::2]
    assert memory[0] < 1e-5
    assert memory[2] > 0.5
    assert state[0] < state[2] < state[1]
    model = network("long", "lstm", "untrained")
    b_f = model.cell.parameters["b_f"]
    shifted = [trace_of(model.with_parameters(b_f=b_f + one), "long") for one in shifts]
    slopes = [1 - np.tanh(trace["C"][-1]) ** 2 for trace in shifted]
    assert slopes[2].mean() < 1e-2
    assert slopes[1].mean() > 0.1
    (trained,) = evaluated(
        "chapters/gradients/throughtime",
        ["lastRow", given, {"text": "long", "cell": "lstm", "kind": "trained"}, "C"],
    )
    assert trained[0] > 0.5


def test_a_healthy_sum_may_hold_nothing_from_far() -> None:
    given = gradients("en")
    asked = [("lstm", "untrained"), ("gru", "trained"), ("mingru", "trained")]
    of = [{"text": "long", "cell": cell, "kind": kind} for cell, kind in asked]
    found = evaluated(
        "chapters/gradients/throughtime",
        *(["lengthsByDistance", given, one] for one in of),
        *(["afterKnife", given, one, "every", 5] for one in of),
    )
    untrained, *trained = found[:3]
    assert untrained["whole"] > 0.1
    assert max(untrained["parts"][15:]) < 1e-3 * untrained["whole"]
    for one in trained:
        assert max(one["parts"][25:]) > 2 * max(one["parts"][8:20])
    near, *far = found[3:]
    assert near["angle"] < 6
    assert min(one["share"] for one in far) > 0.5


def test_the_gradient_is_tame_before_the_cliff_and_jagged_after() -> None:
    lengths = np.array(cliff())
    assert lengths[RADII <= 1.5].max() < 0.6
    assert np.abs(np.diff(lengths[RADII <= 1.5])).max() < 0.1
    assert np.abs(np.diff(lengths[RADII > 3.5])).max() > 1.5
    gradient = evaluated(
        "chapters/gradients/throughtime", ["gradientOf", gradients("en"), rnn("begun", 4.1)]
    )[0]
    by_value = np.clip(gradient, -1, 1)
    cosine = gradient @ by_value / np.linalg.norm(gradient) / np.linalg.norm(by_value)
    assert np.degrees(np.arccos(cosine)) > 30
