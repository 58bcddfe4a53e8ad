"""Writing with a model, held to its traces and to the chances it states."""

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Vocabulary
from rnnviz.sampling import Reader, expected, written

TEXT = "想要有直升机，想要有一切"


@pytest.mark.parametrize("cell", [MLP, RNN, GRU, LSTM])
def test_a_reader_that_stops_and_goes_on_expects_what_a_whole_trace_does(cell: type) -> None:
    model = SequenceModel.random(cell, Vocabulary(TEXT), 5, seed=1)
    reader = Reader(model)
    reader.read(TEXT[:3])
    logits = reader.read(TEXT[3:7])
    np.testing.assert_allclose(logits, model.trace(TEXT[:7])["logits"][-1, 0], rtol=1e-12)


def test_who_reads_in_both_directions_cannot_go_on() -> None:
    model = SequenceModel.random(Bidirectional, Vocabulary(TEXT), 3, seed=0)
    with pytest.raises(ValueError, match="both directions"):
        Reader(model)


def test_the_temperature_divides_the_logits() -> None:
    logits = np.array([2.0, 1.0, -1.0])
    weights = np.exp(logits / 0.5)
    np.testing.assert_allclose(expected(logits, 0.5), weights / weights.sum(), rtol=1e-12)
    np.testing.assert_array_equal(expected(logits, 0), [1, 0, 0])
    np.testing.assert_allclose(expected(logits * 1e4, 1.0), [1, 0, 0], atol=1e-12)
    with pytest.raises(ValueError, match="temperature"):
        expected(logits, -0.1)


def test_what_is_written_follows_the_chances_of_the_model() -> None:
    model = SequenceModel.random(RNN, Vocabulary("ab"), 4, seed=3)
    p = expected(Reader(model).read("ab"), 1.0)
    first = [written(model, 1, 1.0, seed, prefix="ab") for seed in range(600)]
    share = first.count("a") / len(first)
    # Four standard deviations of a share of 600.
    assert abs(share - p[0]) < 4 * np.sqrt(p[0] * p[1] / 600)


def test_at_temperature_zero_each_character_is_the_likeliest_after_those_before() -> None:
    model = SequenceModel.random(LSTM, Vocabulary(TEXT), 6, seed=2)
    text = written(model, 8, 0, seed=5, prefix="想要")
    for k in range(8):
        logits = model.trace("想要" + text[:k])["logits"][-1, 0]
        assert text[k] == model.vocabulary[int(logits.argmax())]


def test_the_same_seed_writes_the_same() -> None:
    model = SequenceModel.random(GRU, Vocabulary(TEXT), 6, seed=2)
    assert written(model, 30, 1.0, seed=7) == written(model, 30, 1.0, seed=7)
    assert written(model, 30, 1.0, seed=7) != written(model, 30, 1.0, seed=8)
