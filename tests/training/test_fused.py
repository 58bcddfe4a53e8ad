"""The fast cells against the documents' cells, in float32 to 1e-5, gradients too."""

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from rnnviz import GRU, LSTM, RNN
from rnnviz.cells import EVERY_CELL, Cell
from rnnviz.training.derived import DerivedCell
from rnnviz.training.fused import FastCell, FusedLSTM, FusedOutput, fused
from rnnviz.training.parameters import Parameters
from rnnviz.training.torch_lstm import MOST_CHARACTERS, TorchLSTM

KINDS: dict[str, tuple[type[Cell], dict[str, object]]] = {
    "rnn": (RNN, {"phi": "tanh"}),
    "rnn-relu": (RNN, {"phi": "relu"}),
    "rnn-sigmoid": (RNN, {"phi": "sigmoid"}),
    "rnn-identity": (RNN, {"phi": "identity"}),
    "gru": (GRU, {"reset_after": False}),
    "gru-reset-after": (GRU, {"reset_after": True}),
    "lstm": (LSTM, {}),
    "lstm-torch": (LSTM, {}),
    **{f"derived-{name}": (cell, {}) for name, cell in EVERY_CELL.items() if name != "mlp"},
    "derived-gru-reset-after": (GRU, {"reset_after": True}),
    "derived-indrnn-tanh": (EVERY_CELL["indrnn"], {"phi": "tanh"}),
}
# Which LSTM is taken depends on the processor; both are held to the documents on all of them.
LSTMS = {"lstm": FusedLSTM, "lstm-torch": TorchLSTM}
# Of T, n, d and h.
SIZES = [(1, 1, 2, 8), (6, 3, 5, 8), (40, 2, 30, 16)]


def fast_cell(kind: str, parameters: Parameters, T: int, n: int) -> FastCell:
    if kind.startswith("derived-"):
        cell_type, options = KINDS[kind]
        return DerivedCell(cell_type.random(1, 1, seed=0, **options), parameters, T, n)
    return LSTMS.get(kind, fused)(parameters, T, n)


def both(kind: str, T: int, n: int, d: int, h: int) -> tuple[Cell, FastCell, Parameters]:
    """A cell of the documents, and the fast one with the same weights."""
    cell_type, options = KINDS[kind]
    cell = cell_type.random(d, h, seed=1, **options)
    parameters = Parameters(cell.name, cell.options, d, h)
    for name, value in cell.parameters.items():
        parameters.named[name].copy_(torch.from_numpy(value))
    return cell, fast_cell(kind, parameters, T, n), parameters


def reading(T: int, n: int, d: int, cell: Cell) -> tuple[NDArray[np.int64], dict[str, NDArray]]:
    """Characters to read, (T, n), and initial states, none of them zero, a normaliser above it."""
    rng = np.random.default_rng(2)
    states = {f"{state}0": rng.normal(size=(n, cell.hidden_size)) for state in cell.states}
    if "N0" in states:
        states["N0"] = 0.5 + np.abs(states["N0"])
    return rng.integers(d, size=(T, n)), states


def as_tensors(states: dict[str, NDArray]) -> list[torch.Tensor]:
    return [torch.from_numpy(state).float() for state in states.values()]


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_fast_cell_has_the_documents_states(kind: str, T: int, n: int, d: int, h: int) -> None:
    cell, fast, _ = both(kind, T, n, d, h)
    inputs, states = reading(T, n, d, cell)
    trace = cell.run(np.eye(d)[inputs], **states)
    last = fast.forward(torch.from_numpy(inputs), *as_tensors(states))
    np.testing.assert_allclose(fast.H.numpy(), trace["H"], rtol=0, atol=1e-5)
    for name, state in zip(cell.states, last, strict=True):
        np.testing.assert_allclose(state.numpy(), trace[name][-1], rtol=0, atol=1e-5)


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_fast_cell_has_the_documents_gradients(
    kind: str, T: int, n: int, d: int, h: int
) -> None:
    cell, fast, parameters = both(kind, T, n, d, h)
    inputs, states = reading(T, n, d, cell)
    # As large as those of a mean loss.
    dH = np.random.default_rng(3).normal(size=(T, n, h)) / (T * n)
    expected = cell.backward(cell.run(np.eye(d)[inputs], **states), dH)
    fast.forward(torch.from_numpy(inputs), *as_tensors(states))
    gradients, dH_fast = parameters.like(), torch.from_numpy(dH).float()
    fast.backward(dH_fast, gradients)
    for name in cell.parameters:
        found = gradients.named[name].numpy()
        np.testing.assert_allclose(found, expected[name], rtol=1e-5, atol=1e-5, err_msg=name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_batch_knows_nothing_of_the_first(kind: str) -> None:
    _, fast, parameters = both(kind, 6, 3, 5, 8)
    zeros = [torch.zeros(3, 8)] * fast.states

    def gradient(inputs: torch.Tensor) -> torch.Tensor:
        gradients = parameters.like()
        fast.forward(inputs, *zeros)
        fast.backward(torch.ones(6, 3, 8), gradients)
        return gradients.flat

    first, second = torch.zeros(6, 3, dtype=torch.int64), torch.ones(6, 3, dtype=torch.int64)
    alone = gradient(first)
    gradient(second)
    assert torch.equal(gradient(first), alone)


@pytest.mark.parametrize("kind", KINDS)
def test_reading_in_two_pieces_is_reading_in_one(kind: str) -> None:
    _, whole, parameters = both(kind, 8, 3, 5, 8)
    half = fast_cell(kind, parameters, 4, 3)
    inputs = torch.from_numpy(np.random.default_rng(0).integers(5, size=(8, 3)))
    zeros = (torch.zeros(3, 8),) * whole.states
    whole.forward(inputs, *zeros)
    first = half.forward(inputs[:4], *zeros)
    half.forward(inputs[4:], *first)
    np.testing.assert_allclose(half.H.numpy(), whole.H[4:].numpy(), rtol=0, atol=1e-6)


def test_a_large_vocabulary_is_read_by_our_own_lstm() -> None:
    parameters = Parameters("lstm", {}, MOST_CHARACTERS + 1, 4)
    assert isinstance(fused(parameters, 64, 32), FusedLSTM)


@pytest.mark.parametrize("q", [1, 7, 8, 9, 104])
def test_the_output_layer_has_the_loss_and_the_gradients_of_autograd(q: int) -> None:
    T, n, h = 3, 2, 5
    rng = np.random.default_rng(q)
    parameters = Parameters("rnn", {}, q, h)
    parameters.flat.copy_(torch.from_numpy(rng.normal(size=len(parameters.flat))))
    gradients = parameters.like()
    H = torch.from_numpy(rng.normal(size=(T, n, h))).float().requires_grad_()
    targets = torch.from_numpy(rng.integers(q, size=(T, n)))
    W_hq, b_q = (parameters.named[name].clone().requires_grad_() for name in ("W_hq", "b_q"))
    loss = cross_entropy((H @ W_hq + b_q).view(-1, q), targets.view(-1))
    loss.backward()

    output = FusedOutput(parameters, T * n)
    for _ in range(2):
        assert output.forward(H.detach(), targets) == pytest.approx(loss.item(), abs=1e-6)
        dH = output.backward(gradients).view(T, n, h)
        torch.testing.assert_close(dH, H.grad, rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(gradients.named["W_hq"], W_hq.grad, rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(gradients.named["b_q"], b_q.grad, rtol=1e-5, atol=1e-6)


def test_the_blocks_and_the_documents_names_are_the_same_numbers() -> None:
    for kind in KINDS:
        cell, _, parameters = both(kind, 1, 1, 5, 8)
        assert parameters.named.keys() == {*cell.parameters, "W_hq", "b_q"}
        assert sum(tensor.numel() for tensor in parameters.named.values()) == len(parameters.flat)
        parameters.flat.fill_(3)
        assert all((tensor == 3).all() for tensor in parameters.named.values())
