from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Vocabulary
from rnnviz.cells import Cell
from tests.differences import central_difference

Array = NDArray[np.float64]

VOCABULARY = Vocabulary("想要有直升机")


def bidirectional(forward: Cell, backward: Cell) -> SequenceModel:
    rng = np.random.default_rng(3)
    q, h = len(VOCABULARY), forward.hidden_size + backward.hidden_size
    return SequenceModel(
        Bidirectional(forward, backward),
        W_hq=rng.normal(size=(h, q)),
        b_q=rng.normal(size=(1, q)),
        vocabulary=VOCABULARY,
    )


MODELS: dict[str, Callable[[], SequenceModel]] = {
    "mlp": lambda: SequenceModel.random(MLP, VOCABULARY, 4, seed=0),
    "rnn": lambda: SequenceModel.random(RNN, VOCABULARY, 4, seed=0),
    "rnn-sigmoid": lambda: SequenceModel.random(RNN, VOCABULARY, 4, seed=0, phi="sigmoid"),
    "gru": lambda: SequenceModel.random(GRU, VOCABULARY, 4, seed=0),
    "gru-after": lambda: SequenceModel.random(GRU, VOCABULARY, 4, seed=0, reset_after=True),
    "lstm": lambda: SequenceModel.random(LSTM, VOCABULARY, 4, seed=0),
    "bidirectional": lambda: bidirectional(LSTM.random(6, 3, seed=1), RNN.random(6, 2, seed=2)),
}


def with_output(logits_bias: list[float], vocabulary: str) -> SequenceModel:
    """A model whose logits are these, whatever it reads."""
    q = len(logits_bias)
    cell = RNN.random(q, 2, seed=0)
    return SequenceModel(
        cell, W_hq=np.zeros((2, q)), b_q=[logits_bias], vocabulary=Vocabulary(vocabulary)
    )


def test_the_document_s_helicopter_is_read_a_character_a_step() -> None:
    """002, figure 6.2: the label of each step is the character that follows."""
    model = SequenceModel.random(LSTM, VOCABULARY, hidden_size=8, seed=0)
    trace = model.trace("想要有直升", targets="要有直升机")
    assert trace.steps == 5
    assert trace.inputs == ("想", "要", "有", "直", "升")
    assert trace.targets == ("要", "有", "直", "升", "机")
    assert trace.model is model
    assert {name: tensor.shape for name, tensor in trace.items()} == {
        **{"X": (5, 1, 6), "H0": (1, 8), "C0": (1, 8)},
        **dict.fromkeys(("A_i", "I", "A_f", "F", "A_o", "O", "A_c", "C_tilde"), (5, 1, 8)),
        **{"C": (5, 1, 8), "H": (5, 1, 8)},
        **{"logits": (5, 1, 6), "Y_hat": (5, 1, 6), "loss": (5, 1)},
    }


def test_the_output_layer_is_the_documents() -> None:
    """O_t = H_t W_hq + b_q, softmax, cross-entropy, as torch computes them."""
    model = SequenceModel.random(LSTM, VOCABULARY, hidden_size=8, seed=0)
    trace = model.trace("想要有直升", targets="要有直升机")
    H, W = torch.tensor(trace["H"][:, 0]), torch.tensor(model.W_hq)
    logits = torch.addmm(torch.tensor(model.b_q), H, W)
    loss = torch.nn.functional.cross_entropy(logits, torch.arange(1, 6), reduction="none")
    np.testing.assert_allclose(trace["logits"][:, 0], logits.numpy(), rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        trace["Y_hat"][:, 0], torch.softmax(logits, dim=1).numpy(), rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(trace["loss"][:, 0], loss.numpy(), rtol=0, atol=1e-12)


def test_the_loss_is_minus_the_logarithm_of_what_the_right_character_was_given() -> None:
    trace = SequenceModel.random(GRU, VOCABULARY, 4, seed=0).trace("想要有", targets="要有直")
    for t, k in enumerate([1, 2, 3]):
        assert trace["loss"][t, 0] == pytest.approx(-np.log(trace["Y_hat"][t, 0, k]), rel=1e-12)


def test_without_targets_there_is_a_prediction_but_no_loss() -> None:
    trace = SequenceModel.random(GRU, VOCABULARY, 4, seed=0).trace("机")
    assert trace.targets is None
    assert "loss" not in trace
    assert trace["Y_hat"].sum() == pytest.approx(1, rel=1e-15)


def test_logits_of_ten_thousand_give_finite_losses_and_gradients() -> None:
    model = with_output([1e4, 0, -1e4], "abc")
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        trace = model.trace("abc", targets="abc")
        gradients = model.gradients(trace)
    assert trace["loss"][:, 0].tolist() == [0, 1e4, 2e4]
    assert all(np.isfinite(gradient).all() for gradient in gradients.values())


def test_the_gradient_of_the_logits_is_the_prediction_less_the_truth() -> None:
    """003: ŷ = (0.34, 0.46, 0.20), class 1 is right, ∂L = (0.34 − 1, 0.46, 0.20)."""
    model = with_output(np.log([0.34, 0.46, 0.20]).tolist(), "abc")
    trace = model.trace("b", targets="a")
    np.testing.assert_allclose(trace["Y_hat"], [[[0.34, 0.46, 0.20]]], rtol=0, atol=1e-15)
    np.testing.assert_allclose(
        model.gradients(trace)["logits"], [[[-0.66, 0.46, 0.20]]], rtol=0, atol=1e-15
    )


@pytest.mark.parametrize("name", MODELS)
def test_every_gradient_of_the_mean_loss_agrees_with_autograd_from_the_state_on(name: str) -> None:
    """The output layer against autograd; the cell below has its own tests."""
    model = MODELS[name]()
    trace = model.trace("想要有直升", targets="要有直升机")
    H = torch.tensor(trace["H"], requires_grad=True)
    W = torch.tensor(model.W_hq, requires_grad=True)
    b = torch.tensor(model.b_q, requires_grad=True)
    logits = H @ W + b
    logits.retain_grad()
    torch.nn.functional.cross_entropy(logits[:, 0], torch.arange(1, 6)).backward()
    gradients = model.gradients(trace)
    np.testing.assert_allclose(gradients["logits"], logits.grad.numpy(), rtol=0, atol=1e-10)
    np.testing.assert_allclose(gradients["W_hq"], W.grad.numpy(), rtol=0, atol=1e-10)
    np.testing.assert_allclose(gradients["b_q"], b.grad.numpy(), rtol=0, atol=1e-10)
    for key, gradient in model.cell.backward(trace, H.grad.numpy()).items():
        np.testing.assert_allclose(gradients[key], gradient, rtol=0, atol=1e-10, err_msg=key)


@pytest.mark.parametrize("name", MODELS)
def test_every_parameter_s_gradient_is_the_slope_of_the_mean_loss(name: str) -> None:
    model = MODELS[name]()
    gradients = model.gradients(model.trace("想要有直升", targets="要有直升机"))
    assert set(model.parameters) <= set(gradients)

    def loss_with(parameter: str, value: Array) -> float:
        changed = model.with_parameters(**{parameter: value})
        return float(changed.trace("想要有直升", targets="要有直升机")["loss"].mean())

    for parameter, value in model.parameters.items():
        slope = central_difference(partial(loss_with, parameter), value)
        np.testing.assert_allclose(
            gradients[parameter], slope, rtol=0, atol=1e-8, err_msg=parameter
        )


def test_a_bidirectional_model_reads_both_ways_into_one_output_layer() -> None:
    model = MODELS["bidirectional"]()
    trace = model.trace("想要有直升", targets="要有直升机")
    assert trace["H"].shape == (5, 1, 5)
    np.testing.assert_allclose(
        trace["logits"],
        trace["forward.H"] @ model.W_hq[:3] + trace["backward.H"] @ model.W_hq[3:] + model.b_q,
        rtol=0,
        atol=1e-14,
    )


@pytest.mark.parametrize("name", MODELS)
def test_a_batch_reads_each_of_its_texts_as_if_it_were_alone(name: str) -> None:
    model = MODELS[name]()
    pairs = [("想要有直", "要有直升"), ("机升直有", "升直有要"), ("要要想机", "要想机升")]
    alone = [model.trace(text, targets) for text, targets in pairs]
    X = np.concatenate([VOCABULARY.one_hot(text) for text, _ in pairs], axis=1)
    k = np.stack([VOCABULARY.indices(targets) for _, targets in pairs], axis=1)
    batch = model.run(X, k)
    for n, trace in enumerate(alone):
        for quantity in trace:
            mine, its = batch[quantity], trace[quantity]
            mine = mine[n] if quantity.endswith("0") else mine[:, n]
            its = its[0] if quantity.endswith("0") else its[:, 0]
            np.testing.assert_allclose(mine, its, rtol=1e-12, err_msg=quantity)
    # The batch's loss is the mean of theirs, so its gradients are the means of theirs.
    gradients, each = model.gradients(batch, k), [model.gradients(trace) for trace in alone]
    for parameter in model.parameters:
        mean = np.mean([one[parameter] for one in each], axis=0)
        np.testing.assert_allclose(gradients[parameter], mean, rtol=1e-9, atol=1e-15)


def test_a_batch_without_targets_has_no_gradient() -> None:
    model = MODELS["gru"]()
    with pytest.raises(ValueError, match="no targets"):
        model.gradients(model.run(VOCABULARY.one_hot("想要")))


def test_a_model_goes_on_from_a_state() -> None:
    model = SequenceModel.random(LSTM, VOCABULARY, 4, seed=0)
    whole = model.trace("想要有直升")
    rest = model.trace("直升", H0=whole["H"][2], C0=whole["C"][2])
    np.testing.assert_allclose(rest["Y_hat"], whole["Y_hat"][3:], rtol=0, atol=1e-14)


def test_tokens_may_be_longer_than_a_character() -> None:
    words = ["to", "be", "or", "not", "to", "be"]
    model = SequenceModel.random(RNN, Vocabulary(words), 4, seed=0)
    trace = model.trace(words[:-1], targets=words[1:])
    assert trace.inputs == ("to", "be", "or", "not", "to")
    assert trace["loss"].shape == (5, 1)
    with pytest.raises(
        ValueError, match="'t', 'o' are not in the vocabulary, which holds to be or"
    ):
        model.trace("to")


def test_an_emoji_is_one_step_and_targets_may_come_from_an_iterator() -> None:
    model = SequenceModel.random(RNN, Vocabulary("👨‍👩‍👧‍👦👍🏽🇨🇳"), 4, seed=0)
    trace = model.trace("👨‍👩‍👧‍👦👍🏽", targets=iter(["👍🏽", "🇨🇳"]))
    assert trace.steps == 2
    assert trace.targets == ("👍🏽", "🇨🇳")


def test_the_same_seed_draws_the_same_model() -> None:
    a, b = (SequenceModel.random(GRU, VOCABULARY, 4, seed=5) for _ in range(2))
    other = SequenceModel.random(GRU, VOCABULARY, 4, seed=6)
    for name, value in a.parameters.items():
        np.testing.assert_array_equal(value, b.parameters[name])
        assert np.abs(value - other.parameters[name]).min() > 0


def test_a_model_s_output_layer_is_drawn_as_pytorch_draws_it() -> None:
    """Uniformly within ±1/√h, apart from the cell's weights."""
    model = SequenceModel.random(RNN, Vocabulary([chr(k) for k in range(65, 265)]), 16, seed=0)
    for value in (model.W_hq, model.b_q):
        assert 0.24 < np.abs(value).max() <= 0.25
        assert abs(value.mean()) < 0.02
    assert len(np.intersect1d(model.W_hq, model.cell.W_xh)) == 0


def test_new_parameters_take_the_place_of_the_old_and_leave_them_as_they_were() -> None:
    model = SequenceModel.random(RNN, VOCABULARY, 4, seed=0)
    before = {name: value.copy() for name, value in model.parameters.items()}
    changed = model.with_parameters(b_q=np.ones((1, 6)), W_hh=np.zeros((4, 4)))
    assert changed.vocabulary == model.vocabulary
    np.testing.assert_array_equal(changed.b_q, np.ones((1, 6)))
    np.testing.assert_array_equal(changed.parameters["W_hh"], np.zeros((4, 4)))
    for name, value in before.items():
        np.testing.assert_array_equal(model.parameters[name], value)
        if name not in ("b_q", "W_hh"):
            np.testing.assert_array_equal(changed.parameters[name], value)


def test_parameters_keep_their_order_and_names() -> None:
    model = SequenceModel.random(RNN, VOCABULARY, 4, seed=0)
    assert list(model.parameters) == ["W_xh", "W_hh", "b_h", "W_hq", "b_q"]
    with pytest.raises(ValueError, match="RNN does not know W_hy"):
        model.with_parameters(W_hy=np.zeros((4, 6)))


def test_the_cell_must_read_the_vocabulary() -> None:
    with pytest.raises(ValueError, match="The cell takes 5 inputs, but the vocabulary has 6 char"):
        SequenceModel(
            RNN.random(5, 4, seed=0),
            W_hq=np.zeros((4, 6)),
            b_q=np.zeros((1, 6)),
            vocabulary=VOCABULARY,
        )


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"W_hq": np.zeros((6, 4))}, r"W_hq has shape \(6, 4\); \(4, 6\) fits, .* 6 = outputs"),
        ({"b_q": np.zeros(6)}, r"b_q has shape \(6,\); \(1, 6\) fits"),
        ({"b_q": np.full((1, 6), np.nan)}, r"b_q holds nan at \(0, 0\)"),
        ({"W_hq": "?"}, r"W_hq is '\?', not an array of numbers"),
    ],
)
def test_the_output_layer_must_fit(changed: dict[str, object], words: str) -> None:
    model = SequenceModel.random(RNN, VOCABULARY, 4, seed=0)
    with pytest.raises(ValueError, match=words):
        model.with_parameters(**changed)


@pytest.mark.parametrize(
    ("text", "targets", "words"),
    [
        ("", None, "The text is empty; give at least one character"),
        ([], None, "The text is empty"),
        ("想x要y", None, "'x', 'y' are not in the vocabulary, which holds 想 要 有 直 升 机"),
        ("想要", "x有", "'x' is not in the vocabulary"),
        ("想要", "要", "Inputs: 2, targets: 1; each input needs one target, the char"),
        ("想", "", "Inputs: 1, targets: 0"),
        (b"abc", None, "97, 98, 99 are not in the vocabulary"),
    ],
)
def test_texts_that_do_not_fit(text: str, targets: str | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SequenceModel.random(RNN, VOCABULARY, 4, seed=0).trace(text, targets)


def test_gradients_need_targets_and_the_model_s_own_trace() -> None:
    a, b = (SequenceModel.random(RNN, VOCABULARY, 4, seed) for seed in (0, 1))
    with pytest.raises(ValueError, match="The trace has no targets; a gradient needs a loss"):
        a.gradients(a.trace("想要"))
    with pytest.raises(ValueError, match="The trace is not this model's; gradients takes what"):
        a.gradients(b.trace("想要", targets="要有"))
    with pytest.raises(ValueError, match="The trace is not this model's"):
        a.gradients(a.cell.run(VOCABULARY.one_hot("想要")))


def test_a_tagger_has_labels_of_its_own() -> None:
    """001: 他/r 向/p 我/r 表白/v."""
    words, tags = Vocabulary(["他", "向", "我", "表白"]), Vocabulary(["r", "p", "v"])
    model = SequenceModel.random(RNN, words, 5, seed=0, labels=tags)
    assert model.W_hq.shape == (5, 3)
    trace = model.trace(words, targets=["r", "p", "r", "v"])
    assert trace["Y_hat"].shape == (4, 1, 3)
    expected = [-np.log(trace["Y_hat"][t, 0, k]) for t, k in enumerate([0, 1, 0, 2])]
    np.testing.assert_allclose(trace["loss"][:, 0], expected, rtol=1e-12)
    assert model.with_parameters(b_q=np.ones((1, 3))).labels == tags
    with pytest.raises(ValueError, match="'他' is not in the vocabulary, which holds r p v"):
        model.trace(["他"], targets=["他"])
    with pytest.raises(ValueError, match=r"b_q has shape \(1, 4\); \(1, 3\) fits"):
        model.with_parameters(b_q=np.ones((1, 4)))


def test_a_tagger_s_gradients_are_slopes_too() -> None:
    words, tags = Vocabulary(["他", "向", "我", "表白"]), Vocabulary(["r", "p", "v"])
    model = SequenceModel.random(GRU, words, 3, seed=0, labels=tags)

    def loss_with(parameter: str, value: Array) -> float:
        changed = model.with_parameters(**{parameter: value})
        return float(changed.trace(words, targets=["r", "p", "r", "v"])["loss"].mean())

    gradients = model.gradients(model.trace(words, targets=["r", "p", "r", "v"]))
    for parameter, value in model.parameters.items():
        slope = central_difference(partial(loss_with, parameter), value)
        np.testing.assert_allclose(gradients[parameter], slope, rtol=0, atol=1e-8)


def test_a_random_model_may_read_both_ways() -> None:
    model = SequenceModel.random(Bidirectional, VOCABULARY, 4, seed=0, of=LSTM)
    assert model.W_hq.shape == (8, 6)
    assert model.trace("想要有")["H"].shape == (3, 1, 8)


@pytest.mark.parametrize("seed", [-1, "0", None])
def test_a_model_s_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(ValueError, match=r"seed is .*; it must be a whole number from 0\."):
        SequenceModel.random(RNN, VOCABULARY, 4, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("hidden_size", [0, "4", 1.5])
def test_a_model_s_size_is_a_whole_number(hidden_size: object) -> None:
    with pytest.raises(ValueError, match=r"hidden_size is .*; it must be a whole number from 1\."):
        SequenceModel.random(RNN, VOCABULARY, hidden_size, seed=0)  # type: ignore[arg-type]
