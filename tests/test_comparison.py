"""Two traces beside each other: the difference, and where they first part."""

import numpy as np
import pytest

from rnnviz import (
    CIFG,
    GRU,
    LSTM,
    LSTM1997,
    MGU,
    RNN,
    SLSTM,
    Bidirectional,
    Hold,
    IndRNN,
    MinGRU,
    MinLSTM,
    PeepholeLSTM,
    SequenceModel,
    Stacked,
    Vocabulary,
    compare,
)

TEXT = "想要有直升机"
INPUTS, TARGETS = TEXT[:-1], TEXT[1:]


def model_of(cell: type, **options: object) -> SequenceModel:
    return SequenceModel.random(cell, Vocabulary(TEXT), 6, seed=3, **options)


def test_a_hold_as_a_notebook_writes_it() -> None:
    model = model_of(LSTM)
    original = model.trace("想要有直升", targets="要有直升机")
    trace = model.trace(
        "想要有直升",
        targets="要有直升机",
        holds=[Hold("F", value=1.0, units=[4], steps=range(1, 5))],
    )
    assert (trace["F"][1:5, 0, 4] == 1).all()
    np.testing.assert_array_equal(trace.free["F"][0], original["F"][0])
    difference = compare(original, trace)
    assert difference["H"].shape == (5, 1, 6)
    np.testing.assert_array_equal(difference["C"], trace["C"] - original["C"])
    assert difference.first == (1, "forget", 4)
    assert difference.loss.original == original["loss"].mean()
    assert difference.loss.changed == trace["loss"].mean() != original["loss"].mean()
    assert list(difference) == list(original)
    assert LSTM.random(2, 3, seed=0).equations[0] == "I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)"
    assert "dF += dC * C_prev" in map(str, LSTM.random(2, 3, seed=0).contributions)
    stack = Stacked(PeepholeLSTM.random(6, 4, seed=0), Bidirectional.random(4, 2, seed=0, of=MGU))
    assert compare(stack.run(original["X"]), stack.run(original["X"])).first is None


@pytest.mark.parametrize(
    "cell", [LSTM1997, PeepholeLSTM, CIFG, MGU, IndRNN, MinGRU, MinLSTM, SLSTM]
)
def test_every_cell_of_the_evolution_can_be_held_and_compared(cell: type) -> None:
    model = model_of(cell)
    original = model.trace(INPUTS)
    changed = model.trace(INPUTS, holds=[Hold("H", 0.25, units=[3], steps=[2])])
    assert compare(original, changed).first == (2, "hidden", 3)
    assert compare(original, changed).loss == (None, None)


def test_equal_traces_part_nowhere() -> None:
    model = model_of(GRU)
    difference = compare(model.trace(INPUTS), model.trace(INPUTS))
    assert difference.first is None
    assert not any(difference[name].any() for name in difference)


def test_another_input_parts_at_its_step_and_another_weight_at_the_first() -> None:
    model = model_of(GRU)
    original = model.trace(INPUTS)
    assert compare(original, model.trace("想要想直升")).first[:2] == (2, "reset")
    W = model.parameters["W_hz"].copy()
    W[3, 5] += 0.5
    # H_0 is zero, so the weight is first felt at the second step.
    changed = model.with_parameters(W_hz=W).trace(INPUTS)
    assert compare(original, changed).first == (1, "update", 5)
    changed = model.trace(INPUTS, H0=np.eye(1, 6, 2))
    assert compare(original, changed).first[:2] == (0, "reset")
    b_q = model.b_q + np.eye(1, len(model.labels), 1)
    assert compare(original, model.with_parameters(b_q=b_q).trace(INPUTS)).first == (0, "logits", 1)


def test_a_cell_that_reads_from_the_end_parts_where_it_reads_first() -> None:
    model = model_of(Bidirectional, of=RNN)
    original = model.trace(INPUTS)
    changed = model.trace(INPUTS, holds=[Hold("backward.H", 0.5, units=[1], steps=[1, 3])])
    assert compare(original, changed).first == (3, "backward-hidden", 1)
    # It reads from the end first, and has then read what is at this step, too.
    assert compare(original, model.trace("想要想直升")).first[:2] == (2, "backward-hidden")


def test_in_a_stack_the_layer_below_parts_first() -> None:
    model = model_of(Stacked, of=GRU)
    original = model.trace(INPUTS)
    holds = [Hold("layer2.Z", 1.0, steps=[0]), Hold("layer1.Z", 1.0, units=[2], steps=[3])]
    first = compare(original, model.trace(INPUTS, holds=holds)).first
    assert first == (3, "layer1-update", 2)


def test_what_cannot_be_compared_is_named() -> None:
    lstm, gru = model_of(LSTM), model_of(GRU)
    with pytest.raises(ValueError, match="The traces are of LSTM and GRU, with X, "):
        compare(lstm.trace(INPUTS), gru.trace(INPUTS))
    with pytest.raises(ValueError, match=r"X has shape \(5, 1, 6\) in one trace and \(4, 1, 6\)"):
        compare(lstm.trace(INPUTS), lstm.trace(INPUTS[1:]))
