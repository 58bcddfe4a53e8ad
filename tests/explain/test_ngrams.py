"""000 and 002: n-grams counted on a text, beside an RNN."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rnnviz import Vocabulary
from rnnviz.explain import ngrams
from rnnviz.presets.readers import ECHOES, MADE, REFERENCE, Reader

TEXT, HELD_OUT = REFERENCE.texts()
LETTERS = Vocabulary(REFERENCE.symbols)
V = len(LETTERS)
K, K_HELD = LETTERS.indices(TEXT), LETTERS.indices(HELD_OUT)


def nats(n: int, smoothing: ngrams.Smoothing, alpha: float = 0.1) -> float:
    p = ngrams.probabilities(K, K_HELD, n, V, smoothing, alpha)
    return float(-np.log(p).mean())


def test_pairs_are_counted_as_python_counts_them() -> None:
    counted = Counter(pairwise(TEXT))
    table = ngrams.table(K, 2, V)
    assert table.seen == len(counted)
    asked = LETTERS.indices("th")[:, None]
    assert table.count(asked[:1] * V + asked[1:]) == counted["t", "h"]


@pytest.mark.parametrize("smoothing", ["add", "back off"])
@pytest.mark.parametrize("n", range(1, 5))
def test_the_probabilities_of_all_next_letters_add_up_to_1(
    n: int, smoothing: ngrams.Smoothing
) -> None:
    """Also after beginnings that the text never shows."""
    for beginning in ("qzx", "the", "com"):
        text = np.concatenate((K, LETTERS.indices(beginning)))
        p = [ngrams.probabilities(text, np.array([k]), n, V, smoothing)[0] for k in range(V)]
        assert sum(p) == pytest.approx(1)


def test_a_worked_example_of_both_smoothings() -> None:
    """In aab a is followed by a once and by b once."""
    k = np.array([0, 0, 1])
    after_a = np.array([0, 0, 1, 0])  # ends in a, which is followed by nothing yet
    assert ngrams.probabilities(k, np.array([0]), 1, 2, "add", alpha=1.0)[0] == (2 + 1) / (3 + 2)
    assert ngrams.probabilities(after_a, np.array([1]), 2, 2, "add", alpha=1.0)[0] == 2 / 4
    # Two kinds of letter in three places: U = 2, and 1/2 stands below.
    assert ngrams.probabilities(k, np.array([0]), 1, 2, "back off")[0] == (2 + 2 / 2) / (3 + 2)


def test_a_table_with_a_place_for_every_six_letters_is_almost_empty() -> None:
    tables = [ngrams.table(K, n, V) for n in range(1, 7)]
    assert tables[5].seen < len(TEXT)
    assert tables[5].seen / V**6 < 1e-4
    assert np.all(np.diff([t.seen for t in tables]) > 0)


def test_the_longer_a_sequence_the_more_often_it_is_new() -> None:
    shares = [ngrams.unseen_share(K, K_HELD, n, V) for n in range(1, 7)]
    assert shares[0] == 0
    assert np.all(np.diff(shares) > 0)
    assert 0.2 < shares[5] < 0.6


def test_the_held_out_loss_falls_and_then_rises_with_n() -> None:
    added = [nats(n, "add") for n in range(1, 7)]
    assert 0 < np.argmin(added) < 5
    backing_off = [nats(n, "back off") for n in range(1, 7)]
    assert min(backing_off) < min(added)


def test_the_rnn_does_with_a_fixed_number_of_parameters() -> None:
    model = REFERENCE.load()
    count = sum(value.size for value in model.parameters.values())
    h = REFERENCE.hidden_size
    assert count == (V * h + h * h + h) + (h * V + V)
    assert count < V**3
    assert nats(6, "back off") < nats(2, "add")
    assert REFERENCE.losses(model).mean() < nats(2, "add")


def test_no_sentence_of_the_reference_stands_in_both_texts() -> None:
    seen = {TEXT[k : k + 60] for k in range(len(TEXT))}
    both = sum(HELD_OUT[k : k + 60] in seen for k in range(len(HELD_OUT) - 60))
    assert both < 0.02 * len(HELD_OUT)


def test_counting_stays_above_the_made_language_s_entropy_and_a_state_comes_near_it() -> None:
    read, held_out = MADE.codes()
    counted = [
        -np.log(ngrams.probabilities(read, held_out, n, len(MADE.symbols), smoothing)).mean()
        for n in range(1, 7)
        for smoothing in ("add", "back off")
    ]
    loss = MADE.losses(MADE.load()).mean()
    floor = ECHOES.entropy
    assert floor < loss < floor + 0.03
    assert min(counted) > floor + 0.15


def test_the_made_language_s_entropy_is_that_of_its_choices() -> None:
    # One of 16 names, one of four lengths, and one of two letters for each place between.
    choices = np.log(16) + np.log(4) + 5.5 * np.log(2)
    assert ECHOES.entropy == pytest.approx(choices / (2 + 1 + 5.5 + 1 + 2 + 1))


@pytest.mark.parametrize("reader", [REFERENCE, MADE], ids=lambda reader: reader.key)
def test_training_gives_the_same_reader(reader: Reader) -> None:
    """Two readings of the text's beginning, twice over."""
    read, held_out = reader.texts()
    short = replace(reader, epochs=2, source=lambda: (read[:12_000], held_out))
    told: list[tuple[float, float]] = []
    a, b = short.train(lambda *words: told.append(words)), short.train()
    for name, value in a.parameters.items():
        np.testing.assert_array_equal(value, b.parameters[name])
    assert [done for done, _ in told] == [0.5, 1.0]
    assert told[1][1] < told[0][1]


def test_characters_are_fewer_than_words_but_the_text_is_longer_in_them() -> None:
    """002 calls a character model simpler to compute; each letter is a step, though."""
    words = TEXT.split()
    assert len(set(words)) / V > 10
    assert len(TEXT) / len(words) > 4.9


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(ValueError, match="n is 0; it must be from 1 to 3"):
        ngrams.table(np.array([0, 1, 1]), 0, 2)
    with pytest.raises(ValueError, match="V is 1000 and n is 7; V to the power of n must stay"):
        ngrams.table(np.arange(10), 7, 1000)
