import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, SequenceModel
from rnnviz.cells import Cell
from rnnviz.fit import memorise
from rnnviz.text import characters

TWENTY = "床前明月光，疑是地上霜。举头望明月，低头"
LAOZI = "人法地，地法天，天法道，道法自然"


def read_back(model: SequenceModel, text: str) -> tuple[float, tuple[str, ...]]:
    """The mean loss on the text, and what the model takes for its characters from the second."""
    tokens = characters(text)
    trace = model.trace(tokens[:-1], targets=tokens[1:])
    best = trace["Y_hat"][:, 0].argmax(axis=1)
    return float(trace["loss"].mean()), tuple(model.vocabulary[k] for k in best)


def conditional_entropy(text: str) -> float:
    """How uncertain the next character is when only the present one is known, in nats."""
    tokens = characters(text)
    pairs = Counter(pairwise(tokens))
    singles = Counter(tokens[:-1])
    return sum(
        -count * np.log(count / singles[present]) for (present, _), count in pairs.items()
    ) / (len(tokens) - 1)


@pytest.mark.parametrize("cell", [RNN, GRU, LSTM])
@pytest.mark.parametrize("text", [TWENTY, "to be or not to be, "])
def test_a_text_of_twenty_characters_is_learnt_by_heart(cell: type[Cell], text: str) -> None:
    assert len(characters(text)) == 20
    loss, predicted = read_back(memorise(cell, text, hidden_size=16, seed=0), text)
    assert predicted == characters(text)[1:]
    assert loss < 0.05


@pytest.mark.parametrize("phi", ["relu", "sigmoid", "identity"])
def test_the_options_of_a_cell_are_kept(phi: str) -> None:
    model = memorise(RNN, TWENTY, hidden_size=16, seed=0, phi=phi)
    assert model.cell.options == {"phi": phi}
    assert read_back(model, TWENTY)[1] == characters(TWENTY)[1:]


def test_without_memory_the_loss_stops_where_the_present_character_tells_no_more() -> None:
    """After 法 come 地, 天, 道 and 自: no network that sees 法 alone can do better."""
    bound = conditional_entropy(LAOZI)
    assert bound > 0.5
    losses: list[float] = []
    model = memorise(MLP, LAOZI, 16, 0, on_progress=lambda _, loss: losses.append(loss))
    assert min(losses) >= bound
    assert read_back(model, LAOZI)[0] < bound + 0.01


def test_with_memory_it_goes_on_to_nothing() -> None:
    assert read_back(memorise(LSTM, LAOZI, 16, 0), LAOZI)[0] < 0.05 < conditional_entropy(LAOZI)


@pytest.mark.parametrize("cell", [MLP, RNN, GRU, LSTM])
def test_the_same_arguments_give_the_same_weights(cell: type[Cell]) -> None:
    a, b, other = (memorise(cell, "abracadabra", 4, seed) for seed in (7, 7, 8))
    for name, value in a.parameters.items():
        np.testing.assert_array_equal(value, b.parameters[name])
        assert np.abs(value - other.parameters[name]).max() > 1e-3


def test_progress_runs_from_nothing_to_everything_and_the_loss_falls() -> None:
    seen: list[tuple[float, float]] = []
    memorise(GRU, TWENTY, 16, 0, on_progress=lambda done, loss: seen.append((done, loss)))
    done, losses = zip(*seen, strict=True)
    assert 0 <= done[0] < 0.1
    assert done[-1] == 1
    assert list(done) == sorted(done)
    assert list(losses) == sorted(losses, reverse=True)


def test_progress_reaches_the_end_even_if_the_text_cannot_be_learnt() -> None:
    done: list[float] = []
    memorise(MLP, LAOZI, 4, 0, on_progress=lambda share, _: done.append(share))
    assert done[-1] == 1
    assert list(done) == sorted(done)


def test_a_text_of_one_character_over_and_over_is_known_from_the_start() -> None:
    model = memorise(LSTM, "aaaa", hidden_size=4, seed=0)
    assert read_back(model, "aaaa") == (0, ("a", "a", "a"))


def test_two_characters_are_enough_and_one_is_not() -> None:
    assert read_back(memorise(RNN, "ab", 1, 0), "ab")[1] == ("b",)
    for text, count in (("a", 1), ("", 0), ("👨‍👩‍👧‍👦", 1)):
        with pytest.raises(ValueError, match=f"Characters in the text: {count}; learning .* two"):
            memorise(RNN, text, 4, 0)


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(ValueError, match=r"hidden_size is 0; it must be a whole number from 1\."):
        memorise(RNN, "abc", 0, 0)
    with pytest.raises(ValueError, match=r"seed is -1; it must be a whole number from 0\."):
        memorise(RNN, "abc", 4, -1)
    with pytest.raises(ValueError, match=r"phi is 'softplus'; it must be one of tanh"):
        memorise(RNN, "abc", 4, 0, phi="softplus")


def test_learning_by_heart_needs_no_torch() -> None:
    code = """
import sys
from rnnviz import LSTM
from rnnviz.fit import memorise
memorise(LSTM, "abc", 2, 0)
assert "torch" not in sys.modules and "streamlit" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True)
