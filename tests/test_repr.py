"""What a Python prompt prints of the things that hold many numbers: a line each, without a number of theirs."""

import numpy as np
import pytest

from rnnviz import (
    GRU,
    LSTM,
    RNN,
    Bidirectional,
    Hold,
    SequenceModel,
    Stacked,
    Vocabulary,
    compare,
)
from rnnviz.units import read

MODEL = SequenceModel.random(LSTM, Vocabulary("hello"), 8, seed=0)
TRACE = MODEL.trace("hell", targets="ello")
HELD = MODEL.trace("hell", targets="ello", holds=[Hold("F", 1.0, units=[4])])
TAGGER = SequenceModel.random(RNN, Vocabulary("ab"), 3, seed=0, labels=Vocabulary("xyz"))


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (MODEL, "SequenceModel(LSTM(4 → 8), 4 characters, 452 parameters)"),
        (TAGGER, "SequenceModel(RNN(2 → 3, phi='tanh'), 2 characters, 3 labels, 30 parameters)"),
        (GRU.random(2, 3, seed=0, reset_after=True), "GRU(2 → 3, reset_after=True)"),
        (Bidirectional.random(2, 3, seed=0), None),
        (
            Stacked(LSTM.random(2, 4, seed=0), LSTM.random(4, 3, seed=0)),
            "Stacked(LSTM(2 → 4), LSTM(4 → 3))",
        ),
        (
            TRACE,
            "<Trace of LSTM(4 → 8), T = 4, n = 1, 'hell' → 'ello', mean loss 1.527 nats: X, H0, C0, "
            "A_i, I, A_f, F, A_o, O, A_c, C_tilde, C, H, logits, Y_hat, loss>",
        ),
        (
            LSTM.random(1, 6, seed=0).run(np.zeros((24, 2, 1))),
            "<Trace of LSTM(1 → 6), T = 24, n = 2: X, H0, C0, A_i, I, A_f, F, A_o, O, A_c, C_tilde, "
            "C, H>",
        ),
        (
            compare(TRACE, HELD),
            "<Difference of two traces of LSTM(4 → 8): first Parting(t=0, phase='forget', unit=4), "
            f"{compare(TRACE, HELD).loss!r}>",
        ),
        (compare(TRACE, TRACE), None),
        (Vocabulary("ab"), "Vocabulary(['a', 'b'])"),
        (Vocabulary(map(str, range(5000))), None),
        (
            read(MODEL, "hello" * 200),
            f"<Reading of 1,000 characters by LSTM(4 → 8), mean loss "
            f"{read(MODEL, 'hello' * 200).loss.mean():.4g} nats: I, F, O, C_tilde, C, H>",
        ),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_is_printed_is_a_line_that_says_what_it_is(thing: object, words: str | None) -> None:
    printed = repr(thing)
    assert words is None or printed == words
    assert len(printed) < 400
    assert "object at" not in printed
    assert "\n" not in printed


def test_what_is_held_is_counted_and_a_long_text_is_cut_short() -> None:
    assert ", 1 held by hand: X" in repr(HELD)
    long = MODEL.trace("hello" * 400, targets="ello" + "hello" * 399 + "h")
    assert len(repr(long)) < 300
