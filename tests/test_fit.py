import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

import rnnviz.fit
from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Vocabulary
from rnnviz.cells import Cell
from rnnviz.fit import LOSS_REACHED, Adam, at_moments, learn, memorise
from rnnviz.text import characters

TWENTY = "床前明月光，疑是地上霜。举头望明月，低头"
LAOZI = "人法地，地法天，天法道，道法自然"


def read_back(model: SequenceModel, text: str) -> tuple[float, tuple[str, ...]]:
    """The mean loss on the text, and the model's predictions for its characters from the second
    on."""
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
def test_the_same_arguments_give_the_same_weights(
    cell: type[Cell], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rnnviz.fit, "MAX_STEPS", 50)
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


def test_progress_is_how_far_the_loss_has_come_on_a_logarithmic_scale() -> None:
    seen: list[tuple[float, float]] = []
    memorise(GRU, TWENTY, 16, 0, on_progress=lambda done, loss: seen.append((done, loss)))
    start = seen[0][1]
    for step, (done, loss) in enumerate(seen[:-1], start=1):
        share = (np.log(start) - np.log(loss)) / (np.log(start) - np.log(0.02))
        assert done == pytest.approx(max(share, step / 600), rel=1e-12)


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


# 001, 词性标注: 表白 is a verb in the one sentence and a noun in the other.
SENTENCES = [
    (["他", "向", "我", "表白"], ["r", "p", "r", "v"]),
    (["我", "觉得", "他", "的", "表白", "不够", "真诚"], ["r", "v", "r", "u", "n", "d", "a"]),
]
WORDS = Vocabulary(word for words, _ in SENTENCES for word in words)
TAGS = Vocabulary(tag for _, tags in SENTENCES for tag in tags)


def tagger(cell: type[Cell | Bidirectional]) -> SequenceModel:
    return SequenceModel.random(cell, WORDS, 8, seed=0, labels=TAGS)


def tags_of(model: SequenceModel, words: list[str]) -> list[str]:
    best = model.trace(words)["Y_hat"][:, 0].argmax(axis=1)
    return [model.labels[k] for k in best]


@pytest.mark.parametrize("cell", [RNN, GRU, LSTM, Bidirectional])
def test_who_remembers_tells_the_verb_from_the_noun(cell: type[Cell | Bidirectional]) -> None:
    model = learn(tagger(cell), SENTENCES)
    for words, tags in SENTENCES:
        assert tags_of(model, words) == tags


def test_who_does_not_remember_cannot_tell_them_apart() -> None:
    losses: list[float] = []
    model = learn(tagger(MLP), SENTENCES, on_progress=lambda _, loss: losses.append(loss))
    assert tags_of(model, ["向", "表白"])[1] == tags_of(model, ["的", "表白"])[1]
    # One of two tags for two of eleven words; everything else is certain.
    bound = 2 * np.log(2) / 11
    assert bound <= min(losses) < bound + 0.01


def test_every_step_counts_the_same_however_the_sentences_are_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mean is over all steps, so that a long sentence weighs more than a short one."""
    monkeypatch.setattr(rnnviz.fit, "MAX_STEPS", 50)
    losses: list[float] = []
    start = tagger(RNN)
    learn(start, SENTENCES, on_progress=lambda _, loss: losses.append(loss))
    of_each = [start.trace(words, tags)["loss"] for words, tags in SENTENCES]
    assert losses[0] == pytest.approx(np.concatenate(of_each).mean(), rel=1e-14)
    # A network without memory cannot notice where one sentence ends and the next begins.
    (words, tags), (more_words, more_tags) = SENTENCES
    joined = [(words + more_words, tags + more_tags)]
    apart, together = (learn(tagger(MLP), examples) for examples in (SENTENCES, joined))
    for name, value in apart.parameters.items():
        np.testing.assert_allclose(value, together.parameters[name], rtol=0, atol=1e-6)


def test_it_stops_as_soon_as_the_loss_is_low_enough() -> None:
    losses: list[float] = []
    learn(tagger(RNN), SENTENCES, reached=0.5, on_progress=lambda _, loss: losses.append(loss))
    assert losses[-1] <= 0.5 < losses[-2]


def test_learning_needs_examples_and_an_end_that_can_be_reached() -> None:
    with pytest.raises(ValueError, match="Examples: 0; there must be at least one to learn"):
        learn(tagger(RNN), [])
    for reached in (0, -0.1, np.nan):
        with pytest.raises(ValueError, match=f"reached is {reached}; it must be above 0"):
            learn(tagger(RNN), SENTENCES, reached=reached)
    with pytest.raises(ValueError, match="Inputs: 4, targets: 3"):
        learn(tagger(RNN), [(SENTENCES[0][0], ["r", "p", "r"])])


def test_adam_takes_the_steps_that_torch_takes() -> None:
    rng = np.random.default_rng(0)
    values = {"W": rng.normal(size=(3, 2)), "b": rng.normal(size=(1, 2))}
    theirs = {name: torch.tensor(value, requires_grad=True) for name, value in values.items()}
    optimiser = torch.optim.Adam(theirs.values(), lr=0.03)
    adam = Adam()
    for scale in (0.01, 0.1, 1, 10, 1000, 0):
        gradients = {name: scale * rng.normal(size=value.shape) for name, value in values.items()}
        for name, value in theirs.items():
            value.grad = torch.tensor(gradients[name])
        torch.nn.utils.clip_grad_norm_(theirs.values(), 1.0)
        optimiser.step()
        values = adam.step(values, gradients)
        for name, value in theirs.items():
            # torch adds 1e-6 to the norm by which it divides.
            np.testing.assert_allclose(values[name], value.detach().numpy(), rtol=0, atol=1e-7)


def test_learning_by_heart_needs_no_torch() -> None:
    code = """
import sys
from rnnviz import LSTM
from rnnviz.fit import LOSS_REACHED, Adam, at_moments, learn, memorise
memorise(LSTM, "abc", 2, 0)
assert "torch" not in sys.modules and "streamlit" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True)


def test_a_moment_of_learning_is_on_the_way_to_what_is_learnt() -> None:
    random = SequenceModel.random(LSTM, Vocabulary(LAOZI), 8, seed=3)
    begun = at_moments(LSTM, LAOZI, 8, 3, (0, 5))
    np.testing.assert_equal(dict(begun[0].parameters), dict(random.parameters))
    losses: list[float] = []
    memorise(LSTM, LAOZI, 8, 3, on_progress=lambda _, loss: losses.append(loss))
    assert read_back(begun[5], LAOZI)[0] == pytest.approx(losses[5])
    with pytest.raises(ValueError, match="steps is 601; it must be from 0 to 600"):
        at_moments(LSTM, LAOZI, 8, 3, (601,))


def test_all_moments_of_a_learning_are_found_on_one_way() -> None:
    found = at_moments(LSTM, LAOZI, 8, 3, (0, 10, 5))
    assert list(found) == [0, 10, 5]
    for steps, model in found.items():
        alone = at_moments(LSTM, LAOZI, 8, 3, (steps,))[steps]
        np.testing.assert_equal(dict(model.parameters), dict(alone.parameters))


def test_a_model_says_how_many_steps_it_took_to_learn() -> None:
    """After that many steps, and no earlier, its loss is the one at which learning ends."""
    learnt = memorise(GRU, "hello world", 8, seed=0).learnt
    assert learnt is not None
    assert learnt.loss <= learnt.reached == LOSS_REACHED
    last = (learnt.steps - 1, learnt.steps)
    models = at_moments(GRU, "hello world", 8, 0, last)
    before, there = (read_back(models[steps], "hello world")[0] for steps in last)
    assert there == pytest.approx(learnt.loss, rel=1e-12)
    assert before > LOSS_REACHED
