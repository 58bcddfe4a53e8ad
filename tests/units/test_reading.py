"""The units of a whole text, beside the trace that the Step page shows."""

import tracemalloc

import numpy as np
import pytest

from rnnviz import (
    GRU,
    LSTM,
    MLP,
    RNN,
    Bidirectional,
    SequenceModel,
    Stacked,
    Vocabulary,
    Written,
    units,
)
from rnnviz.locale import Refusal
from rnnviz.units import reading

LETTERS = Vocabulary("abc(")
TEXT = "".join(np.random.default_rng(1).choice([*LETTERS], 23))


@pytest.mark.parametrize(
    ("cell", "sizes", "options"),
    [
        (RNN, 3, {}),
        (GRU, 3, {}),
        (LSTM, 3, {}),
        (MLP, 3, {}),
        (Bidirectional, 3, {"of": LSTM}),
        (Stacked, (3, 2), {"of": GRU}),
    ],
)
def test_a_text_read_in_pieces_is_the_trace_of_the_whole_text(
    cell: type, sizes: int, options: dict[str, type], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PIECE", 7)
    model = SequenceModel.random(cell, LETTERS, sizes, seed=0, **options)
    seen = units.read(model, TEXT)
    trace = model.trace(TEXT[:-1], TEXT[1:])
    # What reads from the end also reads the last character.
    whole = model.trace(TEXT)
    assert seen.text == tuple(TEXT)
    for name in seen:
        np.testing.assert_allclose(seen[name], whole[name][:, 0], atol=1e-14)
    np.testing.assert_allclose(seen.Y_hat, whole["Y_hat"][:, 0], atol=1e-14)
    np.testing.assert_array_equal(seen.expected(np.array([3, 20])), seen.Y_hat[[3, 20]])
    if cell is not Bidirectional:
        np.testing.assert_allclose(seen.loss, trace["loss"][:, 0], atol=1e-12)
    right = seen.Y_hat[np.arange(22), LETTERS.indices(TEXT[1:])]
    np.testing.assert_allclose(seen.loss, -np.log(right), atol=1e-12)


def test_a_large_vocabulary_is_read_in_smaller_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Vocabulary(map(chr, range(0x4E00, 0x4E00 + 4096)))
    model = SequenceModel.random(RNN, letters, 2, seed=0)
    text = letters.tokens[:1000]
    whole = units.read(model, text)
    monkeypatch.setattr(reading, "MOST_AT_ONCE", 16 * len(letters))
    tracemalloc.start()
    try:
        seen = units.read(model, text)
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # One-hot, the whole text has four million numbers.
    assert taken < len(text) * len(letters) * 8 / 4
    np.testing.assert_allclose(seen["H"], whole["H"], atol=1e-14)
    np.testing.assert_allclose(seen.loss, whole.loss, atol=1e-12)
    # What reads from the end reads all of it at once.
    both = SequenceModel.random(Bidirectional, letters, 2, seed=0, of=RNN)
    with pytest.raises(Refusal, match="The text has 1000 characters; at most 16 fit"):
        units.read(both, text)


def test_each_unit_stands_under_one_quantity() -> None:
    assert units.read(SequenceModel.random(GRU, LETTERS, 2, seed=0), TEXT).quantities == (
        "R",
        "Z",
        "H_tilde",
        "H",
    )
    stack = units.read(SequenceModel.random(Stacked, LETTERS, (2, 2), seed=0, of=RNN), TEXT)
    assert stack.quantities == ("layer1.H", "layer2.H")
    assert "H" in stack


def test_a_text_that_cannot_be_read_gets_a_sentence() -> None:
    model = SequenceModel.random(RNN, LETTERS, 2, seed=0)
    with pytest.raises(Refusal, match=r"does not know the character ␣; it knows a b c \("):
        units.read(model, "abc abc")
    with pytest.raises(Refusal, match="in the text: 1; predicting the next needs two"):
        units.read(model, "a")
    with pytest.raises(Refusal, match="The text has 100001 characters; at most 100000 fit"):
        units.read(model, "a" * 100_001)
    tagger = SequenceModel.random(RNN, LETTERS, 2, seed=0, labels=Vocabulary("nv"))
    with pytest.raises(Refusal, match="predicts n v; the network must be one"):
        units.read(tagger, TEXT)


def test_a_state_that_grows_without_end_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It doubles with each character, and the largest number is a little below 2 to the 1024."""
    monkeypatch.setattr(reading, "PIECE", 1000)
    cell = RNN(phi="identity", W_xh=np.ones((4, 1)), W_hh=[[2.0]], b_h=[[0.0]])
    model = SequenceModel(cell, W_hq=np.zeros((1, 4)), b_q=np.zeros((1, 4)), vocabulary=LETTERS)
    assert units.read(model, "a" * 1023)["H"][-1] == 2.0**1023 - 1
    with pytest.raises(Refusal, match="After character 1024 the network’s numbers are larger"):
        units.read(model, "a" * 3000)
    sure = model.with_parameters(W_hq=[[1e300, -1e300, 0, 0]])
    with pytest.raises(Refusal, match=r"After character 2[0-9] the network’s numbers are larger"):
        units.read(sure, "a" * 200)


def test_a_written_cell_names_the_step_of_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PIECE", 100)
    cell = Written(
        "H = exp(X @ W_xh + H_prev @ W_hh + b_h)",
        W_xh=np.zeros((4, 1)),
        W_hh=[[0.0]],
        b_h=[[0.0]],
    ).with_parameters(W_xh=[[0.0], [0.0], [0.0], [1000.0]])
    model = SequenceModel(cell, W_hq=np.zeros((1, 4)), b_q=np.zeros((1, 4)), vocabulary=LETTERS)
    with pytest.raises(Refusal, match="at t = 251;"):
        units.read(model, "a" * 250 + "(" + "a" * 100)
