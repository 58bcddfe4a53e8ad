"""The triangles of the browser are those of `reach`, `jacobians` and `by_distance`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import SequenceModel, Trace, Vocabulary
from rnnviz.explain import by_distance, jacobians, reach
from tests.javascript import in_node
from tests.stage.test_engine import KINDS, asked_of, cells, random_holds

TEXT = "想要有直升机想要有"
CUT = 3
# Nothing carries their H on, or it is of two cells that read both ways.
NO_STATE = {
    "mlp",
    "mlp relu",
    "both ways",
    "both ways, phi",
    "layers both ways",
    "a stack from the end",
}


def answers_to(asked: list[dict[str, object]]) -> list[dict]:
    return in_node(Path(__file__).with_name("probes.mjs"), asked)


def model(kind: str, seed: int = 1) -> SequenceModel:
    rng = np.random.default_rng(seed)
    vocabulary = Vocabulary("想要有直升机")
    cell = cells(len(vocabulary), 5, seed)[kind]
    q = len(vocabulary)
    W_hq, b_q = rng.normal(size=(cell.output_size, q)), rng.normal(size=(1, q))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)


def norms(trace: Trace) -> np.ndarray:
    """‖∂H_t/∂H_k‖/√h, Frobenius."""
    found = jacobians(trace)[:, :, 0]
    return np.linalg.norm(found, axis=(2, 3)) / np.sqrt(found.shape[-1])


@pytest.mark.parametrize("kind", KINDS)
def test_both_triangles_with_and_without_something_held(kind: str) -> None:
    made = model(kind)
    rng = np.random.default_rng(3)
    asked, traces = [], []
    for holds in ([], random_holds(made.cell, len(TEXT) - 1, rng)):
        # What is held in a layer below the last does not reach its H; the last one's does.
        trace = made.trace(TEXT[:-1], targets=TEXT[1:], holds=holds)
        traces.append(trace)
        asked.append(asked_of(trace, holds))
    for answer, trace in zip(answers_to(asked), traces, strict=True):
        if answer is None:
            assert kind in NO_STATE
        else:
            hold_to(trace, answer)


def hold_to(trace: Trace, answer: dict[str, Any]) -> None:
    """Both triangles are those of the trace."""
    T = trace.steps
    expected = reach(trace)[:, :, 0]
    found = np.reshape(answer["reach"], (T, T))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * expected.max())
    expected = norms(trace)
    found = np.reshape(answer["moves"], (T, T))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * expected.max())


@pytest.mark.parametrize(
    "kind", ["rnn", "gru", "lstm", "mingru", "rnn relu", "gru of torch", "written"]
)
def test_the_weights_gradient_pair_by_pair_whole_and_cut(kind: str) -> None:
    trace = model(kind).trace(TEXT[:-1], targets=TEXT[1:])
    (answer,) = answers_to([asked_of(trace, []) | {"pairs": True, "truncate": CUT}])
    assert set(answer["names"]) == set(trace.cell.parameters)

    def flat(truncate: int | None) -> np.ndarray:
        """All weights one after another, in the order of the browser: (T, ·)."""
        parts = [by_distance(trace, name, truncate) for name in answer["names"]]
        return np.concatenate([part.reshape(trace.steps, -1) for part in parts], axis=1)

    whole = flat(None)
    largest = np.abs(whole).max()
    np.testing.assert_allclose(answer["byDistance"], whole, rtol=0, atol=1e-10 * largest)
    np.testing.assert_allclose(answer["cut"], flat(CUT).sum(axis=0), rtol=0, atol=1e-10 * largest)
    gradients = trace.model.gradients(trace)
    summed = np.concatenate([gradients[name].ravel() for name in answer["names"]])
    np.testing.assert_allclose(np.sum(answer["byDistance"], axis=0), summed, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "kind", ["rnn", "gru", "lstm", "mingru", "gru of torch", "written", "two layers"]
)
def test_the_shares_by_distance_are_python_s_along_the_gradient(kind: str) -> None:
    trace = model(kind).trace(TEXT[:-1], targets=TEXT[1:])
    assert trace.model is not None
    gradients = trace.model.gradients(trace)
    asked = {
        "gradients": {name: gradients[name].ravel().tolist() for name in trace.cell.parameters},
        "losses": [*range(trace.steps)],
    }
    (answer,) = answers_to([asked_of(trace, []) | asked])
    assert answer["split"]
    for name in answer["split"]:
        whole = gradients[name].ravel()
        parts = by_distance(trace, name).reshape(trace.steps, -1)
        np.testing.assert_allclose(
            answer["shares"][name], parts @ whole / (whole @ whole), atol=1e-9
        )
        assert sum(answer["shares"][name]) == pytest.approx(1, abs=1e-9)


def test_the_shares_of_one_loss_alone_add_up_to_its_own_gradient() -> None:
    made = model("gru")
    trace = made.trace(TEXT[:5], targets=TEXT[1:6])
    # The other losses count nothing: what is left is the mean of one.
    whole, rest = (made.gradients(made.trace(TEXT[:T], targets=TEXT[1 : T + 1])) for T in (5, 4))
    own = {name: 5 * whole[name] - 4 * rest[name] for name in trace.cell.parameters}
    asked = {"gradients": {name: one.ravel().tolist() for name, one in own.items()}, "losses": [4]}
    (answer,) = answers_to([asked_of(trace, []) | asked])
    assert {name: sum(shares) for name, shares in answer["shares"].items()} == pytest.approx(
        dict.fromkeys(own, 1.0), abs=1e-9
    )
