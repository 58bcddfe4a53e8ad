"""000 and 002: n-grams counted on a text, beside an RNN."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from rnnviz import Vocabulary
from rnnviz.explain import ngrams
from rnnviz.explain.shapes import parameter_count
from rnnviz.presets import alice

TEXT, HELD_OUT = alice.chapters()
LETTERS = Vocabulary(sorted(set(TEXT)))
V = len(LETTERS)
K, K_HELD = LETTERS.indices(TEXT), LETTERS.indices(HELD_OUT)


def nats(n: int, smoothing: ngrams.Smoothing, alpha: float = 0.1) -> float:
    p = ngrams.probabilities(K, K_HELD, n, V, smoothing, alpha)
    return float(-np.log(p).mean())


def test_pairs_are_counted_as_python_counts_them() -> None:
    counted = Counter(pairwise(TEXT))
    table = ngrams.table(K, 2, V)
    assert (table.possible, table.seen) == (27**2, len(counted))
    asked = LETTERS.indices("th")[:, None]
    assert table.count(asked[:1] * V + asked[1:]) == counted["t", "h"]


@pytest.mark.parametrize("smoothing", ["add", "back off"])
@pytest.mark.parametrize("n", range(1, 5))
def test_the_probabilities_of_all_next_letters_add_up_to_1(
    n: int, smoothing: ngrams.Smoothing
) -> None:
    """Also after beginnings that the text never shows."""
    for beginning in ("qzx", "the", "ali"):
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


def test_the_table_grows_by_27_with_each_letter_and_stays_almost_empty() -> None:
    tables = [ngrams.table(K, n, V) for n in range(1, 7)]
    assert [t.possible for t in tables] == [27**n for n in range(1, 7)]
    assert tables[5].possible == 387_420_489
    assert tables[5].seen < len(TEXT)
    assert tables[5].seen / tables[5].possible < 1e-4
    assert np.all(np.diff([t.seen for t in tables]) > 0)


def test_a_third_of_the_six_letter_sequences_of_the_next_chapter_are_new() -> None:
    shares = [ngrams.unseen_share(K, K_HELD, n, V) for n in range(1, 7)]
    assert shares[0] == 0
    assert np.all(np.diff(shares) > 0)
    assert 0.3 < shares[5] < 0.36


def test_the_held_out_loss_falls_and_then_rises_with_n() -> None:
    added = [nats(n, "add") for n in range(1, 7)]
    assert np.argmin(added) + 1 == 4
    backing_off = [nats(n, "back off") for n in range(1, 7)]
    assert np.argmin(backing_off) + 1 == 5
    assert min(backing_off) < min(added)


def test_the_rnn_does_with_a_fixed_number_of_parameters() -> None:
    model = alice.load()
    count = sum(value.size for value in model.parameters.values())
    assert count == parameter_count("rnn", V, alice.HIDDEN_SIZE, V)
    assert count < ngrams.table(K, 3, V).possible
    loss = alice.losses(model).mean()
    assert nats(4, "back off") < loss < nats(3, "add")


def test_training_gives_the_same_rnn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two readings of the text, twice over."""
    monkeypatch.setattr(alice, "EPOCHS", 2)
    told: list[tuple[float, float]] = []
    a, b = alice.train(lambda *words: told.append(words)), alice.train()
    for name, value in a.parameters.items():
        np.testing.assert_array_equal(value, b.parameters[name])
    assert [done for done, _ in told] == [0.5, 1.0]
    assert told[1][1] < told[0][1]


def test_characters_are_fewer_than_words_but_the_text_is_longer_in_them() -> None:
    """002 calls a character model simpler to compute; each letter is a step, though."""
    words = TEXT.split()
    assert len(set(words)) / V > 50
    assert len(TEXT) / len(words) > 4.9


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(ValueError, match="n is 0; it must be from 1 to 3"):
        ngrams.table(np.array([0, 1, 1]), 0, 2)
    with pytest.raises(ValueError, match="V is 1000 and n is 7; V to the power of n must stay"):
        ngrams.table(np.arange(10), 7, 1000)
