"""Errors name the invalid value, then what fits."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, MLP, RNN
from rnnviz.cells import Cell
from tests.cells.examples import KINDS, make, make_bidirectional, sequence


def weights(**changed: object) -> dict[str, object]:
    """An RNN's with d = 3 and h = 4."""
    return {
        "W_xh": np.ones((3, 4)),
        "W_hh": np.ones((4, 4)),
        "b_h": np.ones((1, 4)),
        **changed,
    }


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"W_xh": np.ones(4)},
            r"W_xh has shape \(4,\); \(d, h\) fits, where d = input_size, h = h",
        ),
        (
            {"W_hh": np.ones((3, 4))},
            r"W_hh has shape \(3, 4\); \(4, 4\) fits, where 4 = hidden_size",
        ),
        ({"W_hh": np.ones((4, 3))}, r"W_hh has shape \(4, 3\); \(4, 4\) fits"),
        ({"b_h": np.ones((2, 4))}, r"b_h has shape \(2, 4\); \(1, 4\) fits"),
        ({"b_h": np.ones(4)}, r"b_h has shape \(4,\); \(1, 4\) fits"),
        ({"b_h": 1.0}, r"b_h has shape \(\); \(1, 4\) fits"),
        ({"W_xh": np.ones((0, 4))}, r"W_xh has shape \(0, 4\), which is empty; \(d, h\) fits"),
        (
            {"W_xh": [[1, 2], [3]]},
            r"W_xh is \[\[1, 2\], \[3\]\], not an array of numbers; \(d, h\)",
        ),
        ({"W_xh": "abc"}, r"W_xh is 'abc', not an array of numbers"),
        ({"W_xh": [["1", "2"]]}, r"W_xh is \[\['1', '2'\]\], not an array of numbers"),
        ({"W_xh": None}, r"W_xh is None, not an array of numbers"),
        ({"W_xh": np.ones((3, 4)) * 1j}, r"W_xh is array.*, not an array of numbers"),
        ({"b_h": [[0, 0, 0, 10**400]]}, r"b_h is .*, not an array of numbers; \(1, 4\) fits"),
        ({"b_h": [[0, 0, np.nan, 0]]}, r"b_h holds nan at \(0, 2\); every number must be finite"),
        ({"b_h": [[0, -np.inf, 0, 0]]}, r"b_h holds -inf at \(0, 1\)"),
    ],
)
def test_parameters_that_do_not_fit(changed: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RNN(**weights(**changed))


def test_recurrent_weights_must_be_square_even_when_they_come_first() -> None:
    class WeightsFirst(RNN):
        weights = (RNN.weights[1], RNN.weights[0], RNN.weights[2])

    with pytest.raises(ValueError, match=r"W_hh has shape \(3, 4\); \(h, h\) fits"):
        WeightsFirst(**weights(W_hh=np.ones((3, 4))))


def test_a_missing_and_an_unknown_parameter() -> None:
    given = weights(W_x=np.ones((3, 4)))
    del given["b_h"]
    with pytest.raises(
        ValueError,
        match="RNN is missing b_h and does not know W_x; its parameters are W_xh, W_hh, b_h",
    ):
        RNN(**given)


def test_a_bias_of_torch_s_gru_fits_only_after_the_product() -> None:
    with pytest.raises(ValueError, match="GRU does not know b_hh"):
        GRU(b_hh=np.zeros((1, 4)), **GRU.random(3, 4, seed=0).parameters)
    with pytest.raises(ValueError, match="GRU is missing b_hh"):
        GRU(reset_after=True, **GRU.random(3, 4, seed=0).parameters)


@pytest.mark.parametrize("cell", [RNN, MLP])
@pytest.mark.parametrize("phi", ["softplus", "", None, 3, ["tanh"], np.array(["tanh", "relu"])])
def test_an_activation_there_is_none_of(cell: type[Cell], phi: object) -> None:
    with pytest.raises(
        ValueError, match=r"phi is .*; it must be one of tanh, relu, sigmoid, ident"
    ):
        cell.random(3, 4, seed=0, phi=phi)


@pytest.mark.parametrize("value", ["yes", "", 1, None, [True]])
def test_reset_after_is_true_or_false(value: object) -> None:
    with pytest.raises(ValueError, match=r"reset_after is .*; it must be True or False"):
        GRU.random(3, 4, seed=0, reset_after=value)


def test_an_option_of_another_cell() -> None:
    with pytest.raises(ValueError, match="LSTM does not know phi; its parameters are W_xi, W_hi,"):
        LSTM.random(3, 4, seed=0, phi="tanh")


@pytest.mark.parametrize("size", [0, -1, 2.0, "8", None, True, np.nan])
def test_sizes_are_whole_numbers_from_one(size: object) -> None:
    with pytest.raises(ValueError, match=r"hidden_size is .*; it must be a whole number from 1\."):
        RNN.random(3, size, seed=0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"input_size is .*; it must be a whole number from 1\."):
        RNN.random(size, 3, seed=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1.5, "0", None, [0], False])
def test_seeds_are_whole_numbers_from_zero(seed: object) -> None:
    with pytest.raises(ValueError, match=r"seed is .*; it must be a whole number from 0\."):
        RNN.random(3, 4, seed)  # type: ignore[arg-type]


def test_sizes_and_seeds_may_be_numpy_s() -> None:
    cell = RNN.random(np.int64(3), np.int32(4), np.int64(7))  # type: ignore[arg-type]
    np.testing.assert_array_equal(cell.W_xh, RNN.random(3, 4, 7).W_xh)


@pytest.mark.parametrize(
    ("X", "words"),
    [
        (
            np.ones((5, 3)),
            r"X has shape \(5, 3\); \(T, n, 3\) fits, where T = time steps, n = samp",
        ),
        (np.ones((5, 1, 2)), r"X has shape \(5, 1, 2\); \(T, n, 3\) fits, .* 3 = input_size"),
        (np.ones((0, 1, 3)), r"X has shape \(0, 1, 3\), which is empty; \(T, n, 3\) fits"),
        (np.ones((5, 0, 3)), r"X has shape \(5, 0, 3\), which is empty"),
        ("想要", "X is '想要', not an array of numbers"),
        ([[[0, np.inf, 0]]], r"X holds inf at \(0, 0, 1\); every number must be finite"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make_cell", [make, make_bidirectional])
def test_inputs_that_do_not_fit(
    make_cell: Callable[[str, int, int], Cell], kind: str, X: object, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        make_cell(kind, 3, 4).run(X)


def test_a_torch_tensor_is_an_array_unless_it_wants_gradients() -> None:
    cell = RNN.random(3, 4, seed=0)
    X = torch.tensor(sequence(2, 1, 3))
    np.testing.assert_array_equal(cell.run(X)["H"], cell.run(X.numpy())["H"])
    with pytest.raises(ValueError, match=r"X is tensor\(.*, not an array of numbers") as caught:
        cell.run(X.requires_grad_())
    assert "detach" in str(caught.value.__cause__)


@pytest.mark.parametrize(
    ("initial", "words"),
    [
        (
            {"H0": np.ones(4)},
            r"H0 has shape \(4,\); \(2, 4\) fits, where 2 = samples, 4 = hidden_si",
        ),
        ({"C0": np.ones((1, 4))}, r"C0 has shape \(1, 4\); \(2, 4\) fits"),
        ({"H0": np.full((2, 4), np.nan)}, r"H0 holds nan at \(0, 0\)"),
        ({"h0": np.ones((2, 4))}, "LSTM has no initial state h0; it takes H0, C0"),
    ],
)
def test_initial_states_that_do_not_fit(initial: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        LSTM.random(3, 4, seed=0).run(sequence(5, 2, 3), **initial)


def test_initial_states_that_a_cell_does_not_have() -> None:
    with pytest.raises(ValueError, match="RNN has no initial state C0; it takes H0"):
        make("rnn", 3, 4).run(sequence(5, 2, 3), C0=np.ones((2, 4)))
    with pytest.raises(ValueError, match="MLP has no initial state H0; it takes none"):
        make("mlp", 3, 4).run(sequence(5, 2, 3), H0=np.ones((2, 4)))


@pytest.mark.parametrize(
    ("dH", "words"),
    [
        (np.ones((5, 2, 3)), r"dH has shape \(5, 2, 3\); \(5, 2, 4\) fits"),
        (np.ones((4, 2, 4)), r"dH has shape \(4, 2, 4\); \(5, 2, 4\) fits, where 5 = time steps"),
        (np.ones((5, 4)), r"dH has shape \(5, 4\)"),
        (np.full((5, 2, 4), np.nan), r"dH holds nan at \(0, 0, 0\)"),
        (None, "dH is None, not an array of numbers"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_gradients_from_outside_that_do_not_fit(kind: str, dH: object, words: str) -> None:
    cell = make(kind, 3, 4)
    with pytest.raises(ValueError, match=words):
        cell.backward(cell.run(sequence(5, 2, 3)), dH)


def test_a_bidirectional_cell_takes_the_gradient_of_both_directions() -> None:
    cell = make_bidirectional("lstm", 3, 4)
    with pytest.raises(ValueError, match=r"dH has shape \(5, 2, 4\); \(5, 2, 9\) fits"):
        cell.backward(cell.run(sequence(5, 2, 3)), np.ones((5, 2, 4)))


def test_backward_takes_the_trace_of_the_same_cell() -> None:
    # A trace of the same kind and size would pass, and every gradient would be wrong.
    trace, dH = make("lstm", 3, 4, seed=1).run(sequence(5, 2, 3)), np.ones((5, 2, 4))
    with pytest.raises(ValueError, match=r"The trace is of another cell \(LSTM\); backward takes"):
        make("lstm", 3, 4, seed=2).backward(trace, dH)
    with pytest.raises(ValueError, match=r"The trace is of another cell \(LSTM\)"):
        make_bidirectional("lstm", 3, 4).backward(trace, dH)


def test_a_trace_says_what_it_has() -> None:
    trace = make("rnn", 3, 4).run(sequence(5, 2, 3))
    with pytest.raises(KeyError, match="'C' is not in the trace; it has X, H0, A_h, H"):
        trace["C"]
    assert "C" not in trace


def test_a_cell_does_not_change_with_the_arrays_it_was_made_from() -> None:
    given = {name: np.array(value) for name, value in weights().items()}
    X = sequence(2, 1, 3)
    cell = RNN(**given)
    trace = cell.run(X)
    H, seen = trace["H"].copy(), X.copy()
    for array in (*given.values(), X):
        array[:] = 0
    np.testing.assert_array_equal(cell.run(seen)["H"], H)
    np.testing.assert_array_equal(trace["X"], seen)


def test_the_same_seed_draws_the_same_cell_and_another_seed_another() -> None:
    for kind in KINDS:
        a, b, other = make(kind, 3, 4), make(kind, 3, 4), make(kind, 3, 4, seed=1)
        for name, value in a.parameters.items():
            np.testing.assert_array_equal(value, b.parameters[name])
            assert np.abs(value - other.parameters[name]).min() > 0
            assert np.abs(value).max() <= 1 / np.sqrt(4)


def test_drawing_a_cell_leaves_the_global_random_state_alone() -> None:
    np.random.seed(0)
    before = np.random.get_state()[1].copy()  # type: ignore[index, union-attr]
    make("lstm", 3, 4)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # type: ignore[index]
