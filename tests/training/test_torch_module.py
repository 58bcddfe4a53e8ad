"""A model as a module of PyTorch's, and back."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import (
    GRU,
    LSTM,
    MGU,
    RNN,
    Bidirectional,
    SequenceModel,
    Stacked,
    Vocabulary,
    from_torch,
)
from rnnviz.locale import Refusal
from rnnviz.training.torch_module import to_torch

TEXT = "hello, world"
VOCABULARY = Vocabulary(TEXT)


def model_of(cell: Any, hidden: Any = 6, **options: Any) -> SequenceModel:
    return SequenceModel.random(cell, VOCABULARY, hidden, seed=0, **options)


def both_ways(cell: type, d: int, h: int = 5, **options: Any) -> Bidirectional:
    return Bidirectional(cell.random(d, h, seed=1, **options), cell.random(d, h, seed=2, **options))


def model_around(cell: Any) -> SequenceModel:
    rng = np.random.default_rng(0)
    W, b = rng.normal(size=(cell.output_size, 9)), rng.normal(size=(1, 9))
    return SequenceModel(cell, W_hq=W, b_q=b, vocabulary=VOCABULARY)


@pytest.mark.parametrize(
    "model",
    [
        model_of(RNN),
        model_of(RNN, phi="relu"),
        model_of(GRU, reset_after=True),
        model_of(LSTM),
        model_around(Stacked(LSTM.random(9, 5, seed=0), LSTM.random(5, 5, seed=1))),
        model_around(both_ways(GRU, 9, reset_after=True)),
        model_around(Stacked(both_ways(LSTM, 9), both_ways(LSTM, 10))),
    ],
    ids=lambda model: repr(model.cell),
)
def test_the_module_computes_the_same_and_is_read_back(model: SequenceModel) -> None:
    module = to_torch(model)
    numbers = torch.from_numpy(VOCABULARY.indices(TEXT))[None]
    with torch.no_grad():
        logits, _state = module(numbers)
    np.testing.assert_allclose(logits[0], model.trace(TEXT)["logits"][:, 0], rtol=0, atol=1e-12)
    again = from_torch(module, VOCABULARY)
    assert repr(again) == repr(model)
    for name, value in model.parameters.items():
        np.testing.assert_allclose(again.parameters[name], value, rtol=0, atol=0, err_msg=name)
    if not module.rnn.bidirectional:
        with torch.no_grad():
            first, kept = module(numbers[:, :5])
            rest, _state = module(numbers[:, 5:], kept)
        torch.testing.assert_close(torch.cat([first, rest], dim=1), logits)


def test_it_goes_on_learning() -> None:
    module = to_torch(model_of(LSTM)).float()
    optimizer = torch.optim.Adam(module.parameters(), 0.05)
    numbers = torch.from_numpy(VOCABULARY.indices(TEXT))[None]
    losses = []
    for _ in range(60):
        logits, _state = module(numbers[:, :-1])
        loss = torch.nn.functional.cross_entropy(logits[0], numbers[0, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.3 * losses[0]
    learnt = from_torch(module, VOCABULARY).trace(TEXT[:-1], targets=TEXT[1:])
    assert learnt["loss"].mean() == pytest.approx(losses[-1], rel=0.3)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (model_of(GRU), "applies the reset gate after the matrix product"),
        (model_of(MGU), "PyTorch has no MGU"),
        (model_of(RNN, phi="sigmoid"), "has no phi sigmoid"),
        (
            model_around(Stacked(LSTM.random(9, 5, seed=0), LSTM.random(5, 4, seed=1))),
            r"No layer of PyTorch's computes Stacked\(LSTM\(9 → 5\), LSTM\(5 → 4\)\)",
        ),
        (
            model_around(Stacked(LSTM.random(9, 5, seed=0), both_ways(LSTM, 5))),
            "either all or none read in both directions",
        ),
    ],
)
def test_what_pytorch_does_not_have_is_named(model: SequenceModel, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        to_torch(model)
