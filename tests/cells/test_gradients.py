"""Every gradient, against torch's autograd and against central differences."""

from collections.abc import Callable

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from rnnviz.cells import Bidirectional, Cell
from tests.cells.examples import (
    KINDS,
    MATRIX_KINDS,
    SIZES,
    make,
    make_bidirectional,
    sequence,
    starts,
)
from tests.cells.reference import Reference
from tests.differences import gradients_are_slopes

Array = NDArray[np.float64]
Make = Callable[[str, int, int], Cell | Bidirectional]

MAKES = [make, make_bidirectional]


# The smallest; several of each, and no two alike.
@pytest.mark.parametrize(("T", "n", "d", "h"), [SIZES[0], SIZES[2]])
@pytest.mark.parametrize("kind", [*KINDS, *MATRIX_KINDS])
@pytest.mark.parametrize("make_cell", MAKES)
def test_every_gradient_agrees_with_autograd(
    make_cell: Make, kind: str, T: int, n: int, d: int, h: int
) -> None:
    cell = make_cell(kind, d, h)
    X, initial = sequence(T, n, d), starts(cell, n)
    dH = sequence(T, n, cell.output_size, seed=9)
    reference = Reference(cell, X, initial)
    expected = reference.gradients((reference.H * torch.tensor(dH)).sum())
    gradients = cell.backward(cell.run(X, **initial), dH)
    assert gradients.keys() == expected.keys()
    for name, gradient in expected.items():
        np.testing.assert_allclose(gradients[name], gradient, rtol=0, atol=1e-10, err_msg=name)


@pytest.mark.parametrize("kind", [*KINDS, *MATRIX_KINDS])
@pytest.mark.parametrize("make_cell", MAKES)
def test_every_gradient_is_the_slope_of_the_loss(make_cell: Make, kind: str) -> None:
    cell = make_cell(kind, 3, 2)
    inputs = {"X": sequence(4, 2, 3), **starts(cell, 2)}
    dH = sequence(4, 2, cell.output_size, seed=9)
    gradients_are_slopes(cell, inputs, dH)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("mlp")])
def test_the_gradient_of_a_state_is_that_of_all_that_follows_from_it(kind: str) -> None:
    cell = make(kind, 3, 4)
    X, dH = sequence(6, 2, 3), sequence(6, 2, 4, seed=9)
    trace = cell.run(X)
    gradients = cell.backward(trace, dH)
    for t in range(5):
        rest = cell.run(X[t + 1 :], **{f"{state}0": trace[state][t] for state in cell.states})
        later = cell.backward(rest, dH[t + 1 :])
        np.testing.assert_allclose(gradients["H"][t], dH[t] + later["H0"], rtol=0, atol=1e-13)
    np.testing.assert_array_equal(gradients["H"][5], dH[5])


@pytest.mark.parametrize("kind", [*KINDS, *MATRIX_KINDS])
def test_no_loss_no_gradient(kind: str) -> None:
    cell = make(kind, 3, 4)
    gradients = cell.backward(cell.run(sequence(5, 2, 3)), np.zeros((5, 2, 4)))
    for name, gradient in gradients.items():
        np.testing.assert_array_equal(gradient, 0, err_msg=name)


def test_a_long_way_back_the_rnn_s_gradient_fades_and_the_lstm_s_is_carried() -> None:
    """003: gates held open let the gradient pass, where a product at each step wears it down."""
    T = 60
    dH = np.zeros((T, 1, 8))
    dH[-1] = 1
    rnn, lstm = make("rnn", 3, 8), make("lstm", 3, 8)
    open_forget = lstm.with_parameters(b_f=np.full((1, 8), 20.0))
    X = sequence(T, 1, 3)
    faded = rnn.backward(rnn.run(X), dH)["H0"]
    carried = open_forget.backward(open_forget.run(X), dH)["C0"]
    assert np.abs(faded).max() < 1e-9
    assert np.abs(carried).max() > 0.01
