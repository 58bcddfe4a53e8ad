"""001: why a network without hidden state cannot tag 表白, and one with it can."""

from functools import cache

import numpy as np
import pytest

from rnnviz import MLP, RNN, Bidirectional, SequenceModel, Vocabulary
from rnnviz.explain.context import lowest_loss
from rnnviz.fit import learn
from rnnviz.tagging import AFTER, BEFORE, NEAR, NETWORKS, TASKS, Task, tagger


@cache
def trained(task: Task, network: str) -> SequenceModel:
    return tagger(task, NETWORKS[network], 4, seed=0, sees=network)


def loss_of(model: SequenceModel, task: Task) -> float:
    losses = [model.trace(words, tags)["loss"] for words, tags in task.sentences]
    return float(np.concatenate(losses).mean())


def tags_given(model: SequenceModel, task: Task) -> list[tuple[str, ...]]:
    return [
        tuple(model.labels[k] for k in model.trace(words)["Y_hat"][:, 0].argmax(axis=1))
        for words, _ in task.sentences
    ]


def probabilities_of_asked(model: SequenceModel, task: Task) -> list[np.ndarray]:
    return [model.trace(words)["Y_hat"][words.index(task.asked), 0] for words, _ in task.sentences]


def test_the_two_sentences_are_the_document_s() -> None:
    assert ["".join(words) for words, _ in BEFORE.sentences] == [
        "他向我表白",
        "我觉得他的表白不够真诚",
    ]
    assert all(len(words) == len(tags) for t in TASKS.values() for words, tags in t.sentences)
    assert {tag for t in TASKS.values() for tag in t.tags} == set("adnpruv")


def test_the_lowest_loss_of_the_mlp_is_two_coin_tosses_in_twelve() -> None:
    """表白 is v once and n once: log 2 at each of two steps, nothing at the other ten."""
    assert lowest_loss(BEFORE.sentences, "mlp") == pytest.approx(2 * np.log(2) / 12)
    assert lowest_loss(BEFORE.sentences, "rnn") == 0
    assert lowest_loss(BEFORE.sentences, "bidirectional") == 0


def test_an_mlp_that_also_reads_the_word_before_could_do_it() -> None:
    """001 says that an ordinary network cannot; it only cannot with one word at a time."""
    assert lowest_loss(BEFORE.sentences, "window") == 0
    assert lowest_loss(AFTER.sentences, "window") > 0


def test_where_the_word_after_decides_an_rnn_is_no_better_than_an_mlp() -> None:
    bounds = {kind: lowest_loss(AFTER.sentences, kind) for kind in NETWORKS}
    half = np.log(2) / 2
    assert bounds == {"mlp": pytest.approx(half), "rnn": pytest.approx(half), "bidirectional": 0}


@pytest.mark.parametrize("task", [BEFORE, AFTER], ids=lambda task: task.key)
@pytest.mark.parametrize("network", NETWORKS)
def test_training_comes_to_the_lowest_loss_and_not_below(task: Task, network: str) -> None:
    lowest = lowest_loss(task.sentences, network)
    assert lowest <= loss_of(trained(task, network), task) <= lowest + NEAR


def test_the_mlp_gives_one_word_the_same_vector_twice_and_the_rnn_two() -> None:
    verb, noun = probabilities_of_asked(trained(BEFORE, "mlp"), BEFORE)
    assert np.array_equal(verb, noun)
    verb, noun = probabilities_of_asked(trained(BEFORE, "rnn"), BEFORE)
    tags = BEFORE.tags
    assert verb[tags.indices(["v"])[0]] > 0.9
    assert noun[tags.indices(["n"])[0]] > 0.9


@pytest.mark.parametrize(
    ("task", "network", "knows"),
    [
        (BEFORE, "mlp", False),
        (BEFORE, "rnn", True),
        (BEFORE, "bidirectional", True),
        (AFTER, "mlp", False),
        (AFTER, "rnn", False),
        (AFTER, "bidirectional", True),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_who_tags_every_word_rightly(task: Task, network: str, knows: bool) -> None:
    right = [tags for _, tags in task.sentences]
    assert (tags_given(trained(task, network), task) == right) is knows


def test_an_rnn_whose_loop_is_cut_is_the_mlp() -> None:
    """001: without the arrow marked W, it is an ordinary fully connected network."""
    rnn = RNN.random(input_size=5, hidden_size=4, seed=3)
    cut = rnn.with_parameters(W_hh=np.zeros((4, 4)))
    mlp = MLP(W_xh=rnn.parameters["W_xh"], b_h=rnn.parameters["b_h"])
    X = np.random.default_rng(0).normal(size=(7, 2, 5))
    np.testing.assert_array_equal(cut.run(X)["H"], mlp.run(X)["H"])


def test_a_bidirectional_network_gives_2h_features_to_the_output_layer() -> None:
    model = SequenceModel.random(Bidirectional, BEFORE.words, 4, seed=0, labels=BEFORE.tags)
    trace = model.trace(BEFORE.sentences[1][0])
    assert trace["H"].shape == (8, 1, 8)
    assert model.parameters["W_hq"].shape == (8, len(BEFORE.tags))
    np.testing.assert_array_equal(
        trace["H"], np.concatenate((trace["forward.H"], trace["backward.H"]), axis=2)
    )


def test_the_two_directions_begin_with_weights_of_their_own() -> None:
    a, b = (Bidirectional.random(3, 4, seed=1) for _ in range(2))
    for name, value in a.parameters.items():
        np.testing.assert_array_equal(value, b.parameters[name])
    assert not np.array_equal(a.parameters["forward.W_xh"], a.parameters["backward.W_xh"])


def test_labels_are_counted_apart_from_words() -> None:
    model = SequenceModel.random(RNN, Vocabulary("ab"), 3, seed=0, labels=Vocabulary("xyz"))
    trace = model.trace("abba", targets="xyzx")
    assert trace["Y_hat"].shape == (4, 1, 3)
    k = [0, 1, 2, 0]
    np.testing.assert_allclose(trace["loss"][:, 0], -np.log(trace["Y_hat"][range(4), 0, k]))
    assert model.with_parameters(b_q=np.zeros((1, 3))).labels == Vocabulary("xyz")
    with pytest.raises(ValueError, match="'a' is not in the vocabulary, which holds x y z"):
        model.trace("ab", targets="xa")
    with pytest.raises(ValueError, match=r"W_hq has shape \(3, 2\); \(3, 3\) fits"):
        model.with_parameters(W_hq=np.zeros((3, 2)))


def test_gradients_of_a_tagger_agree_with_a_finite_difference() -> None:
    words, tags = BEFORE.sentences[0]
    model = SequenceModel.random(Bidirectional, BEFORE.words, 2, seed=0, labels=BEFORE.tags)
    trace = model.trace(words, tags)
    gradients, step = model.gradients(trace), 1e-6
    for name, value in model.parameters.items():
        for place in np.ndindex(value.shape):
            ends = []
            for sign in (1, -1):
                moved = value.copy()
                moved[place] += sign * step
                ends.append(
                    model.with_parameters(**{name: moved}).trace(words, tags)["loss"].mean()
                )
            slope = (ends[0] - ends[1]) / (2 * step)
            assert gradients[name][place] == pytest.approx(slope, abs=1e-8), (name, place)


def test_several_sequences_weigh_by_their_lengths() -> None:
    """Learning two sequences is learning the mean over all their steps."""
    seen: list[float] = []
    model = SequenceModel.random(RNN, BEFORE.words, 2, seed=0, labels=BEFORE.tags)
    learn(model, BEFORE.sentences, on_progress=lambda _, loss: seen.append(loss))
    assert seen[0] == pytest.approx(loss_of(model, BEFORE))


def test_what_does_not_fit_is_named() -> None:
    model = SequenceModel.random(RNN, BEFORE.words, 2, seed=0, labels=BEFORE.tags)
    with pytest.raises(ValueError, match="Examples: 0; there must be at least one"):
        learn(model, [])
    with pytest.raises(ValueError, match="text is '花'; it must be one of 花钱, 花开"):
        AFTER.sentence("花")
    with pytest.raises(ValueError, match="sees is 'all'; it must be one of mlp, window, rnn, bid"):
        lowest_loss(BEFORE.sentences, "all")
    with pytest.raises(ValueError, match="Steps in the examples: 0"):
        lowest_loss([], "mlp")
