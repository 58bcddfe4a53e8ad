import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, RNN, Bidirectional
from rnnviz.cells import Cell
from tests.cells.examples import KINDS, SIZES, make_bidirectional, sequence, starts
from tests.cells.reference import as_the_reference, from_torch

MODULES = {"rnn": (torch.nn.RNN, RNN), "gru": (torch.nn.GRU, GRU), "lstm": (torch.nn.LSTM, LSTM)}


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", MODULES)
def test_agrees_with_torch(kind: str, T: int, n: int, d: int, h: int) -> None:
    torch.manual_seed(0)
    module_type, cell_type = MODULES[kind]
    options = {"reset_after": True} if kind == "gru" else {}
    module = module_type(d, h, bidirectional=True, dtype=torch.float64)
    cell = Bidirectional(
        cell_type(**options, **from_torch(module)),
        cell_type(**options, **from_torch(module, "_reverse")),
    )
    X, initial = sequence(T, n, d), starts(cell, n)
    states = [
        torch.tensor(np.stack([initial[f"forward.{state}0"], initial[f"backward.{state}0"]]))
        for state in cell.forward.states
    ]
    with torch.no_grad():
        H, _ = module(torch.tensor(X), states[0] if len(states) == 1 else tuple(states))
    trace = cell.run(X, **initial)
    assert trace["H"].shape == (T, n, 2 * h)
    np.testing.assert_allclose(trace["H"], H.numpy(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_the_two_directions_may_have_different_sizes(kind: str) -> None:
    """003, "双向循环网络": 不同方向上的隐藏单元个数也可以不同."""
    cell = make_bidirectional(kind, d=3, h=4)
    X, initial = sequence(6, 2, 3), starts(cell, 2)
    assert as_the_reference(cell, X, initial)["H"].shape == (6, 2, 9)


def test_the_first_state_already_knows_how_the_text_ends() -> None:
    cell = make_bidirectional("lstm", d=3, h=4)
    X = sequence(5, 1, 3)
    other = X.copy()
    other[-1] += 1
    change = np.abs(cell.run(other)["H"][0] - cell.run(X)["H"][0])[0]
    np.testing.assert_array_equal(change[:4], 0)
    assert change[4:].min() > 1e-6


def test_the_backward_state_of_a_step_comes_from_the_step_after() -> None:
    forward, backward = RNN.random(3, 4, seed=1), RNN.random(3, 4, seed=2)
    X = sequence(5, 2, 3)
    H = Bidirectional(forward, backward).run(X)["backward.H"]
    np.testing.assert_allclose(
        H[2], np.tanh(X[2] @ backward.W_xh + H[3] @ backward.W_hh + backward.b_h), atol=1e-14
    )


def test_the_directions_may_be_different_cells() -> None:
    forward, backward = LSTM.random(3, 4, seed=1), GRU.random(3, 2, seed=2)
    X = sequence(5, 2, 3)
    H = Bidirectional(forward, backward).run(X)["H"]
    np.testing.assert_allclose(H[:, :, :4], forward.run(X)["H"], rtol=0, atol=1e-14)
    np.testing.assert_allclose(H[:, :, 4:], backward.run(X[::-1])["H"][::-1], rtol=0, atol=1e-14)


def test_new_parameters_go_to_the_cell_that_their_prefix_names() -> None:
    cell = make_bidirectional("rnn", d=3, h=4)
    changed = cell.with_parameters(**{"backward.W_xh": np.ones((3, 5))})
    np.testing.assert_array_equal(changed.reverse.W_xh, np.ones((3, 5)))
    for name, value in changed.parameters.items():
        if name != "backward.W_xh":
            np.testing.assert_array_equal(value, cell.parameters[name])


def test_cells_that_read_different_inputs_do_not_fit_together() -> None:
    with pytest.raises(ValueError, match="takes 3 inputs and the backward cell 2; both must take"):
        Bidirectional(RNN.random(3, 4, seed=0), RNN.random(2, 4, seed=0))


def test_an_initial_state_needs_its_direction() -> None:
    cell = make_bidirectional("rnn", d=3, h=4)
    with pytest.raises(ValueError, match=r"no initial state H0; its names .* such as forward\.H0"):
        cell.run(sequence(2, 1, 3), H0=np.zeros((1, 4)))
    with pytest.raises(ValueError, match="RNN has no initial state C0; it takes H0"):
        cell.run(sequence(2, 1, 3), **{"backward.C0": np.zeros((1, 4))})
    with pytest.raises(ValueError, match=r"no parameter W_xh; .* such as forward\.W_xh"):
        cell.with_parameters(W_xh=np.ones((3, 4)))


@pytest.mark.parametrize("of", [RNN, GRU, LSTM])
def test_two_random_directions_differ_and_the_same_seed_draws_them_again(of: type[Cell]) -> None:
    cell, again = (Bidirectional.random(3, 4, seed=5, of=of) for _ in range(2))
    assert type(cell.forward) is type(cell.reverse) is of
    assert (cell.input_size, cell.hidden_size) == (3, 8)
    for name, value in cell.forward.parameters.items():
        assert np.abs(value - cell.reverse.parameters[name]).min() > 0
    for name, value in cell.parameters.items():
        np.testing.assert_array_equal(value, again.parameters[name])


def test_what_does_not_fit_a_random_cell_is_named() -> None:
    with pytest.raises(ValueError, match=r"seed is -1; it must be a whole number from 0\."):
        Bidirectional.random(3, 4, seed=-1)
    with pytest.raises(ValueError, match=r"hidden_size is 0; it must be a whole number from 1\."):
        Bidirectional.random(3, 0, seed=0)
    with pytest.raises(ValueError, match="GRU does not know phi"):
        Bidirectional.random(3, 4, seed=0, of=GRU, phi="tanh")


def test_the_backward_state_of_the_step_before_is_that_to_the_right() -> None:
    cell = make_bidirectional("rnn", d=3, h=4)
    initial = starts(cell, 2)
    trace = cell.run(sequence(5, 2, 3), **initial)
    H = trace["backward.H"]
    np.testing.assert_array_equal(trace.before("backward.H")[:-1], H[1:])
    np.testing.assert_array_equal(trace.before("backward.H")[-1], initial["backward.H0"])
    np.testing.assert_array_equal(trace.before("forward.H")[1:], trace["forward.H"][:-1])
    np.testing.assert_array_equal(trace.before("forward.H")[0], initial["forward.H0"])


def test_the_factors_of_a_cell_that_reads_from_the_end_are_drawn_where_its_wires_are() -> None:
    both = Bidirectional.random(3, 4, seed=0, of=LSTM).description
    forward, backward = both.diagram, both.further[0]
    placed = [
        (one.factor, other.factor)
        for one, other in zip(forward.edges, backward.edges, strict=True)
        if one.factor
    ]
    assert placed
    for (x, y), turned in placed:
        assert turned == (100 - x, y)
