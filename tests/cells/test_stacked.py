import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, RNN, Bidirectional, Stacked
from tests.cells.examples import SIZES, make, sequence, starts
from tests.cells.reference import from_torch

MODULES = {"rnn": (torch.nn.RNN, RNN), "gru": (torch.nn.GRU, GRU), "lstm": (torch.nn.LSTM, LSTM)}


def layers(module: torch.nn.RNNBase, cell: type, **options: object) -> Stacked:
    return Stacked(*(cell(**options, **from_torch(module, layer=k)) for k in range(2)))


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", MODULES)
def test_two_layers_agree_with_torch_forward_and_backward(
    kind: str, T: int, n: int, d: int, h: int
) -> None:
    torch.manual_seed(0)
    module_type, cell_type = MODULES[kind]
    module = module_type(d, h, num_layers=2, dtype=torch.float64)
    cell = layers(module, cell_type, **({"reset_after": True} if kind == "gru" else {}))
    X, dH = sequence(T, n, d), sequence(T, n, h, seed=9)
    x = torch.tensor(X, requires_grad=True)
    H, _ = module(x)
    (H * torch.tensor(dH)).sum().backward()
    trace = cell.run(X)
    np.testing.assert_allclose(trace["H"], H.detach().numpy(), rtol=0, atol=1e-12)
    gradients = cell.backward(trace, dH)
    np.testing.assert_allclose(gradients["X"], x.grad.numpy(), rtol=0, atol=1e-10)
    for layer in (0, 1):
        expected = from_torch(module, layer=layer, of="grad")
        for name, gradient in expected.items():
            if name.startswith("W_"):
                found = gradients[f"layer{layer + 1}.{name}"]
                np.testing.assert_allclose(found, gradient, rtol=0, atol=1e-10, err_msg=name)


def test_layers_that_read_both_ways_compose() -> None:
    torch.manual_seed(0)
    module = torch.nn.LSTM(3, 4, num_layers=2, bidirectional=True, dtype=torch.float64)
    cell = Stacked(
        *(
            Bidirectional(
                LSTM(**from_torch(module, layer=k)), LSTM(**from_torch(module, "_reverse", layer=k))
            )
            for k in range(2)
        )
    )
    X, dH = sequence(6, 2, 3), sequence(6, 2, 8, seed=9)
    x = torch.tensor(X, requires_grad=True)
    H, _ = module(x)
    (H * torch.tensor(dH)).sum().backward()
    trace = cell.run(X)
    np.testing.assert_allclose(trace["H"], H.detach().numpy(), rtol=0, atol=1e-12)
    np.testing.assert_allclose(cell.backward(trace, dH)["X"], x.grad.numpy(), rtol=0, atol=1e-10)
    H_b = trace["layer2.backward.H"]
    np.testing.assert_array_equal(trace.before("layer2.backward.H")[:-1], H_b[1:])
    np.testing.assert_array_equal(
        trace.before("layer1.forward.H")[1:], trace["layer1.forward.H"][:-1]
    )


def test_a_stack_may_be_read_from_the_end() -> None:
    stack, other = (Stacked.random(3, 4, seed=k, of=GRU) for k in (1, 2))
    X = sequence(5, 2, 3)
    trace = Bidirectional(stack, other).run(X)
    np.testing.assert_allclose(trace["H"][:, :, 4:], other.run(X[::-1])["H"][::-1], atol=1e-14)


def test_layers_start_where_they_are_told_to_and_go_on_from_there() -> None:
    cell = Stacked(make("lstm", 3, 4), make("gru", 4, 2))
    X = sequence(6, 2, 3)
    initial = {
        f"{part.part.key}.{name}": one
        for k, part in enumerate(cell.members)
        for name, one in starts(part.cell, 2, seed=k).items()
    }
    whole = cell.run(X, **initial)
    first = cell.run(X[:3], **initial)
    rest = cell.run(X[3:], **{f"{state}0": first[state][-1] for state in cell.states})
    np.testing.assert_allclose(rest["H"], whole["H"][3:], rtol=0, atol=1e-14)


def test_what_does_not_stack() -> None:
    with pytest.raises(ValueError, match="Layers: 1; a stack needs two or more"):
        Stacked(make("rnn", 3, 4))
    with pytest.raises(ValueError, match="Layer 2 takes 3 inputs and layer 1 gives 4; both"):
        Stacked(make("rnn", 3, 4), make("rnn", 3, 4))
    cell = Stacked.random(3, 4, seed=0)
    with pytest.raises(ValueError, match=r"Stacked has no parameter W_xi; .* such as layer1\.W_xi"):
        cell.with_parameters(W_xi=np.ones((3, 4)))


def test_new_parameters_go_to_their_layer() -> None:
    cell = Stacked.random(3, 4, seed=0, of=RNN)
    changed = cell.with_parameters(**{"layer2.b_h": np.ones((1, 4))})
    np.testing.assert_array_equal(changed.layers[1].b_h, 1)
    np.testing.assert_array_equal(changed.layers[0].b_h, cell.layers[0].b_h)
