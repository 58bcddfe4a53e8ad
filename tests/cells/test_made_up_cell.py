"""A cell that rnnviz has never heard of works everywhere with no other change."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rnnviz import Bidirectional, SequenceModel, Vocabulary
from rnnviz.cells.expression import evaluate
from rnnviz.explain import parse, unit_sum
from rnnviz.fit import memorise
from rnnviz.model import OUTPUT_PHASES, PREDICT
from rnnviz.text import characters
from tests.cells.minimal_gated_unit import MinimalGatedUnit
from tests.differences import gradients_are_slopes

Array = NDArray[np.float64]


def test_it_traces() -> None:
    cell = MinimalGatedUnit.random(3, 4, seed=0)
    trace = cell.run(np.ones((5, 2, 3)))
    assert {name: tensor.shape for name, tensor in trace.items()} == {
        "X": (5, 2, 3),
        "H0": (2, 4),
        **dict.fromkeys(("A_f", "F", "A_h", "H_tilde", "H"), (5, 2, 4)),
    }


def test_a_closed_gate_keeps_its_state() -> None:
    cell = MinimalGatedUnit.random(3, 4, seed=0).with_parameters(b_f=np.full((1, 4), -800.0))
    H0 = np.random.default_rng(0).normal(size=(2, 4))
    trace = cell.run(np.ones((5, 2, 3)), H0=H0)
    np.testing.assert_array_equal(trace["H"][-1], H0)


def test_it_refuses_what_does_not_fit_like_any_other() -> None:
    with pytest.raises(
        ValueError, match="Minimal does not know phi; its parameters are W_xf, W_hf, b"
    ):
        MinimalGatedUnit.random(3, 4, seed=0, phi="tanh")
    with pytest.raises(ValueError, match=r"X has shape \(5, 2, 2\); \(T, n, 3\) fits"):
        MinimalGatedUnit.random(3, 4, seed=0).run(np.ones((5, 2, 2)))


def test_its_gradients_are_the_slopes_of_the_loss() -> None:
    rng = np.random.default_rng(0)
    cell = MinimalGatedUnit.random(3, 2, seed=0)
    inputs = {"X": rng.normal(size=(4, 2, 3)), "H0": rng.normal(size=(2, 2))}
    dH = rng.normal(size=(4, 2, 2))
    gradients_are_slopes(cell, inputs, dH, atol=1e-8)


def test_it_learns_by_heart_and_reads_both_ways() -> None:
    text = "人法地，地法天，天法道，道法自然"
    tokens = characters(text)
    model = memorise(MinimalGatedUnit, text, hidden_size=16, seed=0)
    trace = model.trace(tokens[:-1], targets=tokens[1:])
    assert trace["loss"].mean() < 0.05
    forward, backward = (MinimalGatedUnit.random(3, 4, seed) for seed in (1, 2))
    X = np.random.default_rng(0).normal(size=(5, 1, 3))
    H = Bidirectional(forward, backward).run(X)["H"]
    np.testing.assert_allclose(H[:, :, 4:], backward.run(X[::-1])["H"][::-1], rtol=0, atol=1e-14)


def test_its_equations_are_read_and_its_numbers_explained() -> None:
    model = SequenceModel.random(MinimalGatedUnit, Vocabulary("想要有直升机"), 4, seed=0)
    trace = model.trace("想要有直升", targets="要有直升机")
    description = model.cell.description
    pre = {quantity.name: quantity.pre for quantity in description.quantities}
    for phase in (*description.phases, *OUTPUT_PHASES):
        equation = parse(phase.equation, trace.model.parameters)
        value = evaluate(
            equation.expression,
            lambda e: trace.before(e.name) if e.before else trace[e.name],
            model.parameters,
            phi="",
        )
        np.testing.assert_allclose(value, trace[equation.target], rtol=0, atol=1e-12)
        for unit in range(4):
            made = unit_sum(trace, phase, t=2, unit=unit)
            assert made.value == trace[equation.target][2, 0, unit]
            if phase is PREDICT:
                powers = np.exp(trace["logits"][2, 0])
                assert [term.value for term in made.terms] == pytest.approx(powers.tolist())
                continue
            summed = pre.get(equation.target) or equation.target
            assert sum(term.value for term in made.terms) == pytest.approx(
                trace[summed][2, 0, unit], rel=0, abs=1e-12
            )
