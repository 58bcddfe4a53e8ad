"""Counting in the browser, against Python's."""

import numpy as np
import pytest

from rnnviz.course.chapters.why_history.numbers import history
from rnnviz.explain import ngrams
from tests.course.javascript import evaluated

V = 5
CODES = [int(k) for k in np.random.default_rng(1).choice(V, size=400, p=[0.5, 0.2, 0.1, 0.1, 0.1])]
TEXT, HELD_OUT = np.array(CODES[:300]), np.array(CODES[300:])
PLACES = list(range(300, 400))
ORDERS = range(1, 6)


@pytest.fixture(scope="module")
def counts() -> list[list[list[int]]]:
    """For n = 1 … 5, at each place that is held out."""
    asked = [["countsIn", CODES, list(range(n - 1, 300)), n, V, PLACES] for n in ORDERS]
    return evaluated("maths/counting", *asked)


@pytest.mark.parametrize("alpha", [0.05, 0.7])
def test_losses_and_new_grams_are_those_of_python(
    counts: list[list[list[int]]], alpha: float
) -> None:
    for n in ORDERS:
        loss, new = evaluated(
            "maths/counting", ["lossOfCounts", counts[n - 1], alpha, V], ["newShare", counts[n - 1]]
        )
        p = ngrams.probabilities(TEXT, HELD_OUT, n, V, "add", alpha)
        assert loss == pytest.approx(-np.log(p).mean())
        assert new == pytest.approx(ngrams.unseen_share(TEXT, HELD_OUT, n, V))


def test_backing_off_is_that_of_python(counts: list[list[list[int]]]) -> None:
    (losses,) = evaluated("maths/counting", ["backOffLosses", counts, V])
    for n, loss in zip(ORDERS, losses, strict=True):
        p = ngrams.probabilities(TEXT, HELD_OUT, n, V, "back off")
        assert loss == pytest.approx(-np.log(p).mean())


def test_what_follows_a_beginning_is_counted_and_shared_out() -> None:
    (rows,) = evaluated(
        "maths/counting", ["followersIn", CODES, list(range(2, 300)), V, [0, 1], 0.5]
    )
    text = "".join(map(str, CODES[:300]))
    after = [sum(text.startswith(f"01{k}", at) for at in range(298)) for k in range(V)]
    assert [row["count"] for row in rows] == after
    assert [row["share"] for row in rows] == pytest.approx(
        [(count + 0.5) / (sum(after) + 0.5 * V) for count in after]
    )


def test_the_page_gets_texts_and_losses_that_belong_together() -> None:
    given = history()
    assert set(given["read"] + given["held"]) <= set(given["symbols"])
    made = given["made"]
    assert made["entropy"] < made["reader"]["loss"] < min(made["added"] + made["backingOff"])
    for line in made["lines"]:
        assert len(line["text"]) == len(line["counted"]) == len(line["rnn"]) == len(line["H"])
        # The second name: a surprise to who counts, and known to who has a state.
        second = slice(line["text"].rindex(" ") + 1, -1)
        assert sum(line["counted"][second]) > 1.5
        assert sum(line["rnn"][second]) < 0.5
