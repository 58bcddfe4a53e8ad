"""The cells that came before and after the documents': the known properties of each."""

import numpy as np
import pytest
import torch

from rnnviz import (
    CIFG,
    GRU,
    LSTM,
    LSTM1997,
    MGU,
    RNN,
    SLSTM,
    IndRNN,
    MinGRU,
    MinLSTM,
    PeepholeLSTM,
    SequenceModel,
    Vocabulary,
)
from rnnviz.cells import EVOLUTION, Cell
from tests.cells.examples import MATRIX_KINDS, SIZES, make, sequence, starts
from tests.cells.reference import as_the_reference

FAR = 800.0
NEW = [*EVOLUTION, "indrnn-tanh"]


def parameters_of(cell: Cell, letters: str) -> dict[str, np.ndarray]:
    """The parameters of some gates."""
    return {f"{w}{k}": cell.parameters[f"{w}{k}"] for k in letters for w in ("W_x", "W_h", "b_")}


@pytest.mark.parametrize(("T", "n", "d", "h"), SIZES)
@pytest.mark.parametrize("kind", [*NEW, *MATRIX_KINDS])
def test_agrees_with_the_paper_s_equations_written_in_torch(
    kind: str, T: int, n: int, d: int, h: int
) -> None:
    cell = make(kind, d, h)
    X, initial = sequence(T, n, d), starts(cell, n)
    as_the_reference(cell, X, initial)


@pytest.mark.parametrize(
    ("cell", "shapes"),
    [
        (
            LSTM1997,
            {
                **dict.fromkeys(("W_xi", "W_xo", "W_xc"), (6, 8)),
                **dict.fromkeys(("W_hi", "W_ho", "W_hc"), (8, 8)),
                **dict.fromkeys(("b_i", "b_o", "b_c"), (1, 8)),
            },
        ),
        (
            CIFG,
            {
                **dict.fromkeys(("W_xf", "W_xo", "W_xc"), (6, 8)),
                **dict.fromkeys(("W_hf", "W_ho", "W_hc"), (8, 8)),
                **dict.fromkeys(("b_f", "b_o", "b_c"), (1, 8)),
            },
        ),
        (
            MGU,
            {
                **dict.fromkeys(("W_xf", "W_xh"), (6, 8)),
                **dict.fromkeys(("W_hf", "W_hh"), (8, 8)),
                **dict.fromkeys(("b_f", "b_h"), (1, 8)),
            },
        ),
        (IndRNN, {"W_xh": (6, 8), "u_h": (1, 8), "b_h": (1, 8)}),
        (MinGRU, {"W_xz": (6, 8), "b_z": (1, 8), "W_xh": (6, 8), "b_h": (1, 8)}),
        (
            MinLSTM,
            {
                "W_xf": (6, 8),
                "b_f": (1, 8),
                "W_xi": (6, 8),
                "b_i": (1, 8),
                "W_xh": (6, 8),
                "b_h": (1, 8),
            },
        ),
    ],
)
def test_its_parameters(cell: type[Cell], shapes: dict[str, tuple[int, int]]) -> None:
    drawn = cell.random(6, 8, seed=0)
    assert {name: value.shape for name, value in drawn.parameters.items()} == shapes


def test_the_lstm_s_parameters_and_peepholes() -> None:
    lstm = LSTM.random(6, 8, seed=0).parameters
    assert set(SLSTM.random(6, 8, seed=0).parameters) == set(lstm)
    peephole = PeepholeLSTM.random(6, 8, seed=0).parameters
    assert set(peephole) == {*lstm, "p_i", "p_f", "p_o"}
    assert peephole["p_o"].shape == (1, 8)


def test_every_one_says_where_it_comes_from_and_they_stand_in_order() -> None:
    years = [cell.year for cell in EVOLUTION.values()]
    assert years == sorted(years)  # type: ignore[type-var]
    assert all(cell.paper for cell in EVOLUTION.values())


def test_without_forget_gate_it_is_the_lstm_that_forgets_nothing() -> None:
    lstm = LSTM.random(3, 4, seed=0)
    lstm = lstm.with_parameters(b_f=np.full((1, 4), FAR))
    old = LSTM1997(**parameters_of(lstm, "ioc"))
    X, initial = sequence(6, 2, 3), starts(lstm, 2)
    np.testing.assert_allclose(
        old.run(X, **initial)["H"], lstm.run(X, **initial)["H"], rtol=0, atol=1e-14
    )


def test_without_peepholes_it_is_the_lstm() -> None:
    lstm = LSTM.random(3, 4, seed=0)
    zeros = dict.fromkeys(("p_i", "p_f", "p_o"), np.zeros((1, 4)))
    cell = PeepholeLSTM(**lstm.parameters, **zeros)
    X, initial, dH = sequence(6, 2, 3), starts(lstm, 2), sequence(6, 2, 4, seed=9)
    run, expected = cell.run(X, **initial), lstm.run(X, **initial)
    np.testing.assert_allclose(run["H"], expected["H"], rtol=0, atol=1e-14)
    gradients, of_lstm = cell.backward(run, dH), lstm.backward(expected, dH)
    for name, gradient in of_lstm.items():
        np.testing.assert_allclose(gradients[name], gradient, rtol=0, atol=1e-13, err_msg=name)
    assert np.abs(gradients["p_o"]).min() > 0


def test_coupled_gates_are_the_lstm_whose_input_gate_is_what_is_not_kept() -> None:
    """σ(−a) = 1 − σ(a): with the forget gate's parameters negated, the input gate is 1 − F."""
    lstm = LSTM.random(3, 4, seed=0)
    forget = parameters_of(lstm, "f")
    opposite = {name[:-1] + "i": -value for name, value in forget.items()}
    lstm = lstm.with_parameters(**opposite)
    cell = CIFG(**parameters_of(lstm, "foc"))
    X, initial = sequence(6, 2, 3), starts(lstm, 2)
    np.testing.assert_allclose(
        cell.run(X, **initial)["H"], lstm.run(X, **initial)["H"], rtol=0, atol=1e-14
    )


def test_the_mgu_is_the_gru_whose_gates_are_one() -> None:
    mgu = MGU.random(3, 4, seed=0)
    forget = parameters_of(mgu, "f")
    reset = {name[:-1] + "r": value for name, value in forget.items()}
    update = {name[:-1] + "z": -value for name, value in forget.items()}
    gru = GRU(**reset, **update, **parameters_of(mgu, "h"))
    X, initial = sequence(6, 2, 3), starts(gru, 2)
    np.testing.assert_allclose(
        mgu.run(X, **initial)["H"], gru.run(X, **initial)["H"], rtol=0, atol=1e-14
    )


def test_independent_units_are_an_rnn_with_a_diagonal() -> None:
    cell = IndRNN.random(3, 4, seed=0, phi="tanh")
    rnn = RNN(W_xh=cell.W_xh, W_hh=np.diag(cell.u_h[0]), b_h=cell.b_h)
    X, initial = sequence(6, 2, 3), starts(rnn, 2)
    np.testing.assert_allclose(
        cell.run(X, **initial)["H"], rnn.run(X, **initial)["H"], rtol=0, atol=1e-14
    )
    assert IndRNN.random(3, 4, seed=0).options == {"phi": "relu"}


def test_a_unit_of_the_indrnn_hears_no_other() -> None:
    cell = make("indrnn-tanh", 3, 4)
    X, initial = sequence(6, 1, 3), starts(cell, 1)
    other = {"H0": initial["H0"] + [[1.0, 0, 0, 0]]}
    change = np.abs(cell.run(X, **other)["H"] - cell.run(X, **initial)["H"]).max(axis=(0, 1))
    assert change[0] > 1e-3
    np.testing.assert_array_equal(change[1:], 0)


@pytest.mark.parametrize("kind", ["mingru", "minlstm"])
def test_its_time_jacobian_is_what_the_gate_keeps(kind: str) -> None:
    """∂H_t/∂H_{t−1} = diag(1 − Z), or diag(F_hat): the gates do not read H any more."""
    cell = make(kind, 3, 4)
    trace = cell.run(sequence(6, 1, 3), **starts(cell, 1))
    keeps = 1 - trace["Z"] if kind == "mingru" else trace["F_hat"]
    dH = np.zeros((6, 1, 4))
    dH[-1] = 1
    gradients = cell.backward(trace, dH)
    np.testing.assert_allclose(gradients["H0"], keeps.prod(axis=0), rtol=1e-12)


def test_min_lstm_s_shares_make_one() -> None:
    trace = make("minlstm", 3, 4).run(sequence(6, 2, 3))
    np.testing.assert_allclose(trace["F_hat"] + trace["I_hat"], 1, rtol=0, atol=1e-15)


def test_min_gru_is_a_weighted_sum_that_needs_no_loop() -> None:
    """H_t = Σ_k Z_k H̃_k Π_{j>k} (1 − Z_j), all at once with cumulative products."""
    trace = make("mingru", 3, 4).run(sequence(8, 2, 3))
    kept = np.cumprod(1 - trace["Z"], axis=0)
    H = kept * np.cumsum(trace["Z"] * trace["H_tilde"] / kept, axis=0)
    np.testing.assert_allclose(trace["H"], H, rtol=0, atol=1e-13)


def unstabilised(cell: Cell, X: np.ndarray) -> np.ndarray:
    """sLSTM as the paper first writes it: c = f c + i z, n = f n + i, h = o c / n, in torch."""
    p = {name: torch.tensor(value) for name, value in cell.parameters.items()}
    h = c = n = torch.zeros(X.shape[1], cell.hidden_size, dtype=torch.float64)
    found = []
    for x in torch.tensor(X):
        a = {k: x @ p[f"W_x{k}"] + h @ p[f"W_h{k}"] + p[f"b_{k}"] for k in "ifoc"}
        i, f = torch.exp(a["i"]), torch.sigmoid(a["f"])
        c, n = f * c + i * torch.tanh(a["c"]), f * n + i
        h = torch.sigmoid(a["o"]) * c / n
        found.append(h)
    return torch.stack(found).numpy()


def test_the_stabiliser_changes_nothing_but_keeps_numbers_small() -> None:
    cell = make("slstm", 3, 4)
    X = sequence(20, 2, 3)
    trace = cell.run(X)
    np.testing.assert_allclose(trace["H"], unstabilised(cell, X), rtol=0, atol=1e-13)
    for gate in ("I", "F"):
        assert trace[gate].max() <= 1
    # Where e^I_tilde is no number any more.
    wide = cell.with_parameters(b_i=np.full((1, 4), 1000.0))
    with np.errstate(over="raise", invalid="raise"):
        H = wide.run(X)["H"]
    assert np.abs(H).max() <= 1
    assert np.isnan(unstabilised(wide, X)).any()


def test_slstm_s_denominator_is_the_normaliser_itself() -> None:
    """With a small input gate N stays below 1; the memory is divided by it all the same."""
    cell = make("slstm", 3, 4).with_parameters(b_i=np.full((1, 4), -3.0))
    trace = cell.run(sequence(5, 2, 3), M0=np.zeros((2, 4)))
    assert trace["N"].min() < 0.1
    np.testing.assert_allclose(trace["H"], trace["O"] * trace["C"] / trace["N"], rtol=1e-14)
    np.testing.assert_allclose(trace["H"][0], (trace["O"] * trace["C_tilde"])[0], rtol=1e-13)


@pytest.mark.parametrize("kind", NEW)
def test_a_model_of_it_learns(kind: str) -> None:
    """A hundred steps against its own gradients lower the loss."""
    cell, text = make(kind, 3, 8), "abacabacabac"
    model = SequenceModel.random(type(cell), Vocabulary(text), 8, seed=0, **cell.options)
    losses = []
    for _ in range(100):
        trace = model.trace(text[:-1], targets=text[1:])
        losses.append(trace["loss"].mean())
        gradients = model.gradients(trace)
        model = model.with_parameters(
            **{name: value - 0.5 * gradients[name] for name, value in model.parameters.items()}
        )
    assert losses[-1] < 0.6 * losses[0]
