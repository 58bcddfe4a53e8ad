"""001: an output holds every input before it, and by how much."""

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, SequenceModel, Vocabulary
from rnnviz.cells import Cell
from rnnviz.explain.influence import (
    changed_outputs,
    derivatives,
    expanded,
    forgotten,
    moved,
    with_and_without_g,
)
from rnnviz.link import Link
from rnnviz.reading import trace_of as trace_shown
from rnnviz.trace import Trace

TEXT = "想要有直升机"


def trace_of(cell: type[Cell] = RNN, **options: str) -> Trace:
    return SequenceModel.random(cell, Vocabulary(TEXT), 5, seed=0, **options).trace(TEXT)


@pytest.mark.parametrize("phi", ["tanh", "relu", "sigmoid", "identity"])
@pytest.mark.parametrize("levels", range(1, 7))
def test_the_substitution_equals_the_trace_at_every_level(phi: str, levels: int) -> None:
    trace = trace_of(phi=phi)
    logits = expanded(trace, 5, levels)
    np.testing.assert_allclose(logits, trace["logits"][5], rtol=0, atol=1e-15)


def test_the_document_s_expansion_drops_its_g() -> None:
    """o_t = g(V s_t), yet the next line is V f(…): with g = softmax they are not the same."""
    probabilities, logits = with_and_without_g(trace_of(), 3)
    np.testing.assert_array_equal(probabilities, trace_of()["Y_hat"][3, 0])
    assert probabilities.sum() == pytest.approx(1)
    assert abs(logits.sum() - 1) > 0.1
    assert (logits < 0).any()


@pytest.mark.parametrize("cell", [RNN, GRU, LSTM])
def test_derivatives_agree_with_a_finite_difference(cell: type[Cell]) -> None:
    trace, t, step = trace_of(cell), 4, 1e-6
    model = trace.model
    assert model is not None
    exact = derivatives(trace, t)
    for k, i in np.ndindex(t + 1, len(TEXT)):
        X = trace["X"][: t + 1].copy()
        ends = []
        for sign in (1, -1):
            X[t - k, 0, i] += sign * step
            ends.append(model.cell.run(X)["H"][t, 0] @ model.W_hq)
            X[t - k, 0, i] -= sign * step
        np.testing.assert_allclose(exact[k, :, i], (ends[0] - ends[1]) / (2 * step), atol=1e-8)


def test_a_changed_input_reaches_the_output_from_every_distance_but_not_in_an_mlp() -> None:
    for cell, far in ((RNN, True), (MLP, False)):
        trace = trace_of(cell)
        changed = changed_outputs(trace, 4, "机")
        differs = np.abs(changed - trace["Y_hat"][4, 0]).sum(axis=1) > 1e-9
        assert differs.tolist() == [True] + [far] * 4
        assert (np.abs(derivatives(trace, 4)).sum(axis=(1, 2)) > 0).tolist() == [True] + [far] * 4


def test_putting_in_what_stands_there_changes_nothing() -> None:
    trace = trace_of()
    np.testing.assert_allclose(changed_outputs(trace, 2, "有")[0], trace["Y_hat"][2, 0], rtol=1e-12)


def test_what_does_not_fit_is_named() -> None:
    trace = trace_of()
    with pytest.raises(ValueError, match="levels is 4; it must be from 1 to 3"):
        expanded(trace, 2, 4)
    with pytest.raises(ValueError, match="t is 6; it must be from 0 to 5"):
        expanded(trace, 6, 1)
    with pytest.raises(ValueError, match="t is -1; it must be from 0 to 5"):
        derivatives(trace, -1)
    with pytest.raises(ValueError, match="The trace is of LSTM; 001 expands an RNN"):
        expanded(trace_of(LSTM), 0, 1)
    with pytest.raises(ValueError, match="The trace has no model"):
        derivatives(RNN.random(2, 2, seed=0).run(np.ones((1, 1, 2))), 0)


def test_the_first_character_of_fifteen_still_decides_the_last() -> None:
    """An RNN that has learnt the sentence by heart; 人 is exchanged for 天, 14 steps back."""
    trace = trace_shown(Link(cell="rnn", text="人法地，地法天，天法道，道法自然"))
    assert 0.5 < moved(trace, 14, "天")[14] < 1
    assert moved(trace, 14, "天")[14] > moved(trace, 14, "天")[1]


def test_what_is_forgotten_is_missed() -> None:
    trace = trace_of()
    for levels in range(1, 6):
        assert not np.allclose(forgotten(trace, 5, levels), expanded(trace, 5, levels))
    np.testing.assert_array_equal(forgotten(trace, 5, 6), expanded(trace, 5, 6))


def test_an_rnn_that_has_learnt_nothing_forgets() -> None:
    slopes = np.sqrt((derivatives(trace_of(), 5) ** 2).sum(axis=(1, 2)))
    assert slopes[-1] < slopes[0] / 2
