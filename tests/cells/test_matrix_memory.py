"""Cells whose memory is a matrix: what the papers say of them, and what the language of equations makes of it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rnnviz import (
    DeltaNet,
    GatedDeltaNet,
    Hold,
    LinearAttention,
    SequenceModel,
    Vocabulary,
    explain,
)
from rnnviz.cells import MATRIX_CELLS, S6, Cell
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.cells.equation import parse, text
from rnnviz.cells.matrix_memory import MatrixMemory
from rnnviz.explain.ledger import ledger
from rnnviz.explain.terms import unit_sum
from rnnviz.locale import Refusal
from rnnviz.stage.standalone import html
from tests.cells.examples import MATRIX_KINDS, make, sequence
from tests.cells.matrices import Everything
from tests.differences import gradients_are_slopes

Array = NDArray[np.float64]
KINDS = pytest.mark.parametrize("kind", MATRIX_KINDS)
T, N, D, H_SIZE, K_SIZE = 7, 2, 3, 4, 6


def close(one: object, other: object, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(one, other, rtol=0, atol=tolerance)  # type: ignore[arg-type]


def always(cell: Cell, **gates: float) -> Cell:
    """The cell whose gates are these numbers whatever it reads; 1 comes of a pre-activation of 40."""
    made = {f"b_{k}": np.full((1, 1), value) for k, value in gates.items()}
    return cell.with_parameters(**made, **{f"W_x{k}": np.zeros((D, 1)) for k in gates})


def test_linear_attention_is_attention_without_its_softmax() -> None:
    cell = make("linear", D, H_SIZE)
    trace = cell.run(sequence(T, N, D))
    scores = np.einsum("tnk,snk->nts", trace["Q"], trace["K"]) * np.tri(T)
    close(trace["H"], np.einsum("nts,snh->tnh", scores, trace["V"]))


def test_the_delta_rule_as_the_paper_writes_it() -> None:
    """S (I − β k kᵀ) + β v kᵀ, with a column for each number of a key (Yang et al. 2024, equation 3)."""
    for kind in ("deltanet", "gateddeltanet"):
        cell = make(kind, D, H_SIZE)
        trace = cell.run(sequence(T, 1, D))
        S = np.zeros((H_SIZE, K_SIZE))
        for t in range(T):
            k, v, b = trace["K"][t, 0], trace["V"][t, 0], trace["B"][t, 0, 0]
            fade = trace["F"][t, 0, 0] if kind == "gateddeltanet" else 1
            S = fade * S @ (np.eye(K_SIZE) - b * np.outer(k, k)) + b * np.outer(v, k)
            close(trace["S"][t, 0], S.T)
            close(trace["H"][t, 0], S @ trace["Q"][t, 0])


def test_a_key_is_written_twice_one_memory_adds_and_the_other_replaces() -> None:
    X = np.repeat(np.eye(D)[:2, np.newaxis], [3, 1], axis=0)  # a a a b
    delta = always(make("deltanet", D, H_SIZE), b=40)
    found = delta.run(X)
    close(found["S"][0], found["S"][2])
    close(np.einsum("k,kh->h", found["K"][0, 0], found["S"][2, 0]), found["V"][0, 0])
    added = make("linear", D, H_SIZE).run(X)
    close(added["S"][2], 3 * added["S"][0])


def test_keys_that_are_orthogonal_do_not_disturb_each_other() -> None:
    cell = always(make("deltanet", D, H_SIZE), b=40).with_parameters(
        W_xk=np.eye(D, K_SIZE), W_xq=np.eye(D, K_SIZE)
    )
    trace = cell.run(np.eye(D)[:, np.newaxis])
    for t in range(D):
        close(trace["K"][t, 0] @ trace["S"][-1, 0], trace["V"][t, 0])


def test_without_fading_the_gated_one_is_the_other_and_with_a_shut_gate_it_begins_anew() -> None:
    gated, X = make("gateddeltanet", D, H_SIZE), sequence(T, N, D)
    shared = {k: v for k, v in gated.parameters.items() if k not in ("W_xf", "b_f")}
    close(always(gated, f=40).run(X)["H"], DeltaNet(**shared).run(X)["H"])
    emptied = always(gated, f=-800).run(X)
    for t in range(T):
        close(emptied["S"][t], gated.run(X[t : t + 1])["S"][0])


def test_zero_order_hold_is_what_many_small_steps_come_to() -> None:
    """S' = A S + B u from 0, with u held: (e^(Δ A) − 1) / A · B u; Euler's Δ B u is its beginning."""
    euler, held = make("s6", D, H_SIZE), make("s6-zero-order-hold", D, H_SIZE)
    held = held.with_parameters(**euler.parameters)
    trace = held.run(sequence(1, 1, D))
    delta, u, b = trace["Delta"][0, 0], trace["U"][0, 0], trace["B"][0, 0]
    rate, pieces = -np.exp(held.parameters["A_log"]), 200_000
    share, S = delta[:, np.newaxis] / pieces, np.zeros((H_SIZE, K_SIZE))
    for _ in range(pieces):
        S = S + share * (rate * S + np.outer(u, b))
    close(trace["S"][0, 0], S, 1e-4)
    # A short step: both write the same, and the difference falls with its square.
    far = [
        np.abs(
            euler.with_parameters(b_t=shift).run(sequence(1, 1, D))["S"]
            - held.with_parameters(b_t=shift).run(sequence(1, 1, D))["S"]
        ).max()
        for shift in (np.full((1, H_SIZE), -8.0), np.full((1, H_SIZE), -9.0))
    ]
    assert far[0] / far[1] == pytest.approx(np.e**2, rel=0.02)
    assert not np.allclose(euler.run(sequence(1, 1, D))["S"], trace["S"], atol=1e-3)


def test_mlstm_as_the_paper_writes_it() -> None:
    """Without the stabiliser, and a row for each number of a value (Beck et al. 2024, equations 19 to 27)."""
    cell = make("mlstm", D, H_SIZE)
    trace = cell.run(2 * sequence(T, 1, D))
    C, n = np.zeros((H_SIZE, K_SIZE)), np.zeros(K_SIZE)
    divided = 0
    for t in range(T):
        k, v, q, o = (trace[name][t, 0] for name in "KVQO")
        i = np.exp(trace["I_tilde"][t, 0, 0])
        f = 1 / (1 + np.exp(-trace["F_tilde"][t, 0, 0]))
        C, n = f * C + i * np.outer(v, k), f * n + i * k
        close(trace["H"][t, 0], o * (C @ q) / max(abs(n @ q), 1))
        divided += abs(n @ q) > 1
    assert 0 < divided < T


def test_the_stabiliser_holds_what_an_exponential_cannot() -> None:
    cell = make("mlstm", D, H_SIZE)
    # As soon as the divisor is the sum, a factor at all input gates changes nothing.
    some, many = (
        cell.with_parameters(b_i=np.full((1, 1), by)).run(sequence(T, 1, D)) for by in (60, 900)
    )
    assert np.isfinite(many["H"]).all()
    close(some["H"], many["H"], 1e-9)


def test_s6_begins_as_mamba_does() -> None:
    cell = S6.random(D, H_SIZE, seed=3, key_size=5)
    close(np.exp(cell.parameters["A_log"]), np.tile(np.arange(1, 6), (H_SIZE, 1)))


@KINDS
def test_a_text_cut_in_two_is_the_whole_if_the_matrix_is_carried_over(kind: str) -> None:
    cell, X = make(kind, D, H_SIZE), sequence(T, N, D)
    whole, first = cell.run(X), cell.run(X[:3])
    rest = cell.run(X[3:], **{f"{name}0": first[name][-1] for name in cell.states})
    close(np.concatenate((first["S"], rest["S"])), whole["S"])
    close(np.concatenate((first["H"], rest["H"])), whole["H"])
    close(whole.beginning(3)["S0"], whole["S0"])
    close(whole.beginning(3)["S"], first["S"])


@KINDS
def test_a_batch_is_its_samples(kind: str) -> None:
    cell, X = make(kind, D, H_SIZE), sequence(T, 3, D)
    together = cell.run(X)
    for k in range(3):
        close(together["S"][:, k : k + 1], cell.run(X[:, k : k + 1])["S"])


@KINDS
def test_one_number_of_the_matrix_is_held_by_hand(kind: str) -> None:
    cell, X = make(kind, D, H_SIZE), sequence(T, 1, D)
    free = cell.run(X)
    rows, columns = free["S"].shape[2:]
    hold = Hold("S", 0.5, units=(columns + 1,), steps=(2, 3))
    trace = cell.run(X, holds=[hold])
    close(trace["S"][2:4, 0, 1, 1], 0.5)
    close(trace["S"][:2], free["S"][:2])
    assert trace.free["S"].shape == (T, 1, rows, columns)
    assert np.abs(trace["H"][3] - free["H"][3]).max() > 1e-3
    with pytest.raises(ValueError, match=str(rows * columns)):
        cell.run(X, holds=[Hold("S", 0.5, units=(rows * columns,))])


@KINDS
def test_holding_what_it_is_changes_nothing_and_lets_no_gradient_through(kind: str) -> None:
    cell, X = make(kind, D, H_SIZE), sequence(3, 1, D)
    free = cell.run(X)
    holds = [
        Hold("S", float(value), units=(unit,), steps=(t, t))
        for t in range(3)
        for unit, value in enumerate(free["S"][t, 0].reshape(-1))
    ]
    trace = cell.run(X, holds=holds)
    close(trace["H"], free["H"])
    gradients = cell.backward(trace, np.ones_like(trace["H"]))
    assert not gradients["S0"].any()
    assert gradients["S"].any()


@KINDS
def test_a_model_of_text_and_all_that_is_said_of_its_numbers(kind: str) -> None:
    cell, options = MATRIX_KINDS[kind]
    model = SequenceModel.random(cell, Vocabulary("abc"), H_SIZE, 1, key_size=K_SIZE, **options)
    trace = model.trace("abcab", "bcabc")
    gradients = model.gradients(trace)
    for name in model.parameters:
        close(explain.by_distance(trace, name).sum(axis=0), gradients[name])
    for name, found in explain.backwards(trace).items():
        if name in trace:
            close(sum(one.value for one in found), gradients[name])
    for phase in model.cell.description.phases:
        target = trace[phase.equation.partition(" ")[0]]
        for unit in range(target[0, 0].size):
            behind = unit_sum(trace, phase, 2, unit)
            assert sum(term.value for term in behind.terms) == pytest.approx(
                behind.total, abs=1e-12
            )
            assert behind.value == target[2, 0].reshape(-1)[unit]
    assert explain.jacobians(trace).shape == (5, 5, 1, H_SIZE, H_SIZE)
    close(ledger(trace, 4).sum(axis=0), trace["S"][4])


@KINDS
def test_the_paths_of_a_gradient_stop_where_a_number_of_the_matrix_is_held(kind: str) -> None:
    cell, options = MATRIX_KINDS[kind]
    model = SequenceModel.random(cell, Vocabulary("abc"), H_SIZE, 1, key_size=K_SIZE, **options)
    trace = model.trace("abcab", "bcabc", holds=[Hold("S", 0.5, units=(3, 7), steps=(1, 3))])
    gradients = model.gradients(trace)
    for name in model.parameters:
        close(explain.by_distance(trace, name).sum(axis=0), gradients[name])
    for name, found in explain.backwards(trace).items():
        if name in trace:
            close(sum(one.value for one in found), gradients[name])
    close(ledger(trace, 4).sum(axis=0), trace["S"][4])


def test_what_a_step_wrote_into_linear_attention_stays_and_s6_lets_it_fade() -> None:
    X = sequence(T, 1, D)
    added = make("linear", D, H_SIZE).run(X)
    close(ledger(added, T - 1)[1], np.einsum("nk,nh->nkh", added["K"][0], added["V"][0]))
    fading = make("s6", D, H_SIZE).run(X)
    close(
        ledger(fading, T - 1)[1],
        np.prod(fading["A_bar"][1:], axis=0)
        * np.einsum("nh,nk->nhk", fading["Delta"][0] * fading["U"][0], fading["B"][0]),
    )


def test_every_operation_has_the_derivative_that_its_numbers_show() -> None:
    cell = Everything.random(D, H_SIZE, seed=2, key_size=5)
    cell = cell.with_parameters(**{k: 0.2 * v for k, v in cell.parameters.items()})
    rng = np.random.default_rng(4)
    X = {"X": rng.normal(size=(3, N, D)), "S0": rng.normal(size=(N, 5, H_SIZE)) / 20}
    X |= {"H0": rng.normal(size=(N, H_SIZE)), "N0": rng.normal(size=(N, 1))}
    assert cell.run(**X)["N"].shape == (3, N, 1)
    gradients_are_slopes(cell, X, rng.normal(size=(3, N, H_SIZE)))


def test_a_key_of_zeros_has_no_direction_and_writes_nothing() -> None:
    cell = make("deltanet", D, H_SIZE)
    trace = cell.run(np.zeros((2, 1, D)))
    assert not trace["K"].any()
    assert not trace["S"].any()
    assert np.isfinite(cell.backward(trace, np.ones((2, 1, H_SIZE)))["W_xk"]).all()


def test_equations_are_read_as_they_are_written() -> None:
    for cell in MATRIX_CELLS.values():
        made = cell.random(D, H_SIZE, seed=0)
        for line in made.equations:
            tree = parse(line, made.parameters)
            assert f"{tree.target} = {text(tree.expression)}" == line
    assert "dS += outer(Q, dH)" in map(str, make("deltanet", D, H_SIZE).contributions)


def described(quantities: dict[str, str], *lines: str) -> type[Cell]:
    """A cell of these equations, whose quantities have these axes."""
    made = tuple(Quantity(name, "state", "", "", axes=axes) for name, axes in quantities.items())
    phases = tuple(Phase(line.partition(" ")[0], "", line, "") for line in lines)
    known = {"W": "dh", "U": "dk"}
    weights = tuple(
        Weight(name, "input weight", "H", axes=axes)
        for name, axes in known.items()
        if any(f"@ {name}" in line for line in lines)
    )
    body = {
        "quantities": (Quantity("X", "input", "", ""), *made),
        "weights": weights,
        "phases": phases,
        "states": (),
        "name": "made",
        "title": "made",
    }
    return type("Made", (MatrixMemory,), body)


@pytest.mark.parametrize(
    ("axes", "lines", "words"),
    [
        (
            {"K": "k", "H": "h"},
            ("K = X @ U", "H = X @ W + K"),
            r"'H = X @ W \+ K' .* k do not fit h",
        ),
        ({"K": "k", "H": "h"}, ("K = X @ U", "H = K @ K"), r"k times k: a vector takes a matrix"),
        ({"K": "k", "H": "h"}, ("K = X @ U", "H = K"), r"'H = K' makes k of H, whose axes are h"),
        (
            {"K": "k", "S": "kh", "H": "h"},
            ("K = X @ U", "H = X @ W", "S = outer(H, K)"),
            r"makes hk of S, whose axes are kh",
        ),
    ],
)
def test_shapes_that_do_not_fit_name_their_line(
    axes: dict[str, str], lines: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        _ = described(axes, *lines).random(D, H_SIZE, seed=0, key_size=5).program


def test_what_does_not_fit_a_matrix_memory_is_said() -> None:
    cell = LinearAttention.random(D, H_SIZE, seed=0, key_size=5)
    with pytest.raises(ValueError, match=r"S0 has shape \(2, 4\); \(2, 5, 4\) fits.* 5 = key_size"):
        cell.run(np.zeros((1, 2, D)), S0=np.zeros((2, 4)))
    with pytest.raises(ValueError, match="no initial state H0; it takes S0"):
        cell.run(np.zeros((1, 2, D)), H0=np.zeros((2, 4)))
    with pytest.raises(ValueError, match="key_size is 0; it must be a whole number from 1"):
        GatedDeltaNet.random(D, H_SIZE, seed=0, key_size=0)
    with pytest.raises(ValueError, match="zero_order_hold"):
        S6.random(D, H_SIZE, seed=0, zero_order_hold="yes")
    with pytest.raises(ValueError, match=r"W_xq has shape \(3, 4\)"):
        cell.with_parameters(W_xq=np.zeros((D, 4)))


def test_the_stage_says_that_it_shows_no_matrix_and_a_notebook_shows_the_names() -> None:
    model = SequenceModel.random(DeltaNet, Vocabulary("ab"), 2, seed=0)
    trace = model.trace("ab", "ba")
    with pytest.raises(Refusal, match="The memory of DeltaNet, S, is a matrix"):
        html(trace)
    assert trace._repr_html_() is None
    assert "S0, A_k, K, V" in repr(trace)
