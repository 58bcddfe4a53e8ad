"""Three witnesses for one prediction, each held to what it says that it measures."""

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, Hold, SequenceModel, Vocabulary
from rnnviz.explain import witnesses
from rnnviz.presets import load, recall
from rnnviz.trace import Trace


def trace_of(cell: str = "gru") -> Trace:
    model = load("想要有直升机", cell, 8)
    assert model is not None
    return model.trace("想要有直升", targets="要有直升机")


def log_p(model: SequenceModel, text: str, t: int, label: str) -> float:
    return float(np.log(model.trace(text)["Y_hat"][t, 0, model.labels.indices([label])[0]]))


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_replacement_is_the_mean_of_texts_read_anew(cell: str) -> None:
    trace = trace_of(cell)
    model = trace.model
    assert model is not None
    values = witnesses(trace, 3)[1].values
    assert values is not None
    assert values.shape == (4,)
    text = "想要有直升"
    for s in range(4):
        others = [c for c in model.vocabulary if c != text[s]]
        changed = [log_p(model, text[:s] + c + text[s + 1 :], 3, "升") for c in others]
        assert values[s] == pytest.approx(log_p(model, text, 3, "升") - np.mean(changed), abs=1e-12)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_gradient_times_input_is_the_slope_of_scaling_an_input(cell: str) -> None:
    trace = trace_of(cell)
    model = trace.model
    assert model is not None
    values = witnesses(trace, 4)[0].values
    assert values is not None
    label, step = model.labels.indices(["机"])[0], 1e-5
    for s in range(5):
        both = []
        for sign in (1, -1):
            X = trace["X"].copy()
            X[s] *= 1 + sign * step
            both.append(np.log(model.run(X)["Y_hat"][4, 0, label]))
        assert values[s] == pytest.approx((both[0] - both[1]) / (2 * step), abs=1e-7)


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_the_ledger_adds_up_to_the_logit(cell: str) -> None:
    trace = trace_of(cell)
    model = trace.model
    assert model is not None
    values = witnesses(trace, 4)[2].values
    assert values is not None
    logits = trace["logits"][4, 0] - model.b_q[0]
    label = model.labels.indices(["机"])[0]
    # The first state is zero, so that nothing of it is left.
    assert values.sum() == pytest.approx(logits[label] - logits.mean(), abs=1e-10)


def test_a_plain_network_has_two_witnesses_and_a_reason() -> None:
    gradient, replacement, ledger = witnesses(trace_of("rnn"), 2)
    assert gradient.values is not None
    assert replacement.values is not None
    assert ledger.values is None
    assert "no ledger" in ledger.reason
    assert len({one.measures for one in (gradient, replacement, ledger)}) == 3


def test_over_a_long_stretch_the_gated_network_points_at_the_first_symbol() -> None:
    text = recall.LETTERS.text("C")
    found = {}
    for cell in ("rnn", "gru"):
        trace = recall.model(cell).trace(text[:-1], targets=text[1:])
        values = witnesses(trace, len(text) - 2)[1].values
        assert values is not None
        found[cell] = values
    assert found["gru"][0] > 3
    assert abs(found["rnn"][0]) < 0.05


def test_without_targets_the_likeliest_label_is_asked_for() -> None:
    trace = trace_of()
    model = trace.model
    assert model is not None
    silent = model.trace("想要有直升")
    for own, other in zip(witnesses(trace, 3), witnesses(silent, 3), strict=True):
        assert own.values is not None
        assert other.values is not None
        np.testing.assert_allclose(own.values, other.values)


def test_both_directions_are_read_to_the_end() -> None:
    cell = Bidirectional(GRU.random(3, 4, 0), RNN.random(3, 4, 1))
    rng = np.random.default_rng(0)
    model = SequenceModel(
        cell, W_hq=rng.normal(size=(8, 3)), b_q=np.zeros((1, 3)), vocabulary=Vocabulary("abc")
    )
    trace = model.trace("abcab", targets="bcabc")
    values = witnesses(trace, 1)[1].values
    assert values is not None
    changed = [log_p(model, f"{c}bcab", 1, "c") for c in "bc"]
    assert values[0] == pytest.approx(log_p(model, "abcab", 1, "c") - np.mean(changed), abs=1e-12)


def test_a_vocabulary_of_one_character_knows_no_other() -> None:
    trace = SequenceModel.random(LSTM, Vocabulary("a"), 2, seed=0).trace("aa", targets="aa")
    values = witnesses(trace, 1)[1].values
    assert values is not None
    assert not values.any()


def test_what_is_held_by_hand_stays_held_where_the_text_is_read_anew() -> None:
    model = trace_of().model
    assert model is not None
    text, holds = "想要有直升", [Hold("Z", 0.9, units=[1, 4], steps=[2, 3])]
    _, replacement, ledger = witnesses(model.trace(text, targets="要有直升机", holds=holds), 3)
    assert replacement.values is not None
    assert ledger.values is not None
    k = model.labels.indices(["升"])[0]

    def log_probability(read: str) -> float:
        return float(np.log(model.trace(read, holds=holds)["Y_hat"][3, 0, k]))

    others = [log_probability(c + text[1:]) for c in model.vocabulary if c != "想"]
    expected = log_probability(text) - np.mean(others)
    assert replacement.values[0] == pytest.approx(expected, abs=1e-12)
    # With the gate held at 1 from the second step on, only the first character counts.
    kept = model.trace(text, targets="要有直升机", holds=[Hold("Z", 1.0, steps=[1, 2, 3])])
    for witness in witnesses(kept, 3):
        assert witness.values is not None
        np.testing.assert_allclose(witness.values[1:], 0, atol=1e-12)


def test_what_cannot_be_asked_is_refused() -> None:
    trace = trace_of()
    model = trace.model
    assert model is not None
    with pytest.raises(ValueError, match="t is 5; it must be from 0 to 4"):
        witnesses(trace, 5)
    with pytest.raises(ValueError, match="not of a text"):
        witnesses(model.cell.run(trace["X"]), 1)
