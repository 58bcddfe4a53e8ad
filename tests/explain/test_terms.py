import math

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.cells import Cell
from rnnviz.cells.expression import FUNCTIONS, Apply, OneMinus, Parameter, Product, Tensor
from rnnviz.explain import UnitSum, parse, unit_sum
from rnnviz.model import OUTPUT_QUANTITIES, PREDICT, SCORE

CELLS = {
    "mlp": (MLP, {"phi": "relu"}),
    "rnn": (RNN, {}),
    "rnn-identity": (RNN, {"phi": "identity"}),
    "gru": (GRU, {}),
    "gru-reset-after": (GRU, {"reset_after": True}),
    "lstm": (LSTM, {}),
    "bidirectional": (Bidirectional, {"of": LSTM}),
    "bidirectional-relu": (Bidirectional, {"of": RNN, "phi": "relu"}),
}


def model_trace(name: str) -> Trace:
    cell, options = CELLS[name]
    model = SequenceModel.random(cell, Vocabulary("想要有直升机"), 5, seed=4, **options)
    return model.trace("想要有直升", targets="要有直升机")


def cell_trace(name: str) -> Trace:
    """Three samples, inputs that are not one-hot, and states that are not zero at the start."""
    kind, options = CELLS[name]
    cell: Cell = kind.random(4, 5, seed=4, **options)
    rng = np.random.default_rng(0)
    initial = {f"{state}0": rng.normal(size=(3, 5)) for state in cell.states}
    return cell.run(rng.normal(size=(6, 3, 4)), **initial)


def phase_of(trace: Trace, key: str) -> object:
    return next(phase for phase in trace.cell.description.phases if phase.key == key)


def assert_adds_up(made: UnitSum, summed: float, value: float) -> None:
    assert sum(term.value for term in made.terms) == pytest.approx(summed, rel=0, abs=1e-12)
    assert made.total == pytest.approx(summed, rel=0, abs=1e-12)
    assert made.value == value
    for term in made.terms:
        assert term.value == pytest.approx(np.prod([f.value for f in term.factors]), rel=1e-15)
    if made.function is None:
        assert made.total == pytest.approx(made.value, rel=0, abs=1e-12)
    else:
        assert FUNCTIONS[made.function](np.array(made.total)) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("name", CELLS)
def test_every_unit_s_terms_add_up_to_its_pre_activation(name: str) -> None:
    trace = cell_trace(name)
    pre = {quantity.name: quantity.pre for quantity in trace.cell.description.quantities}
    for phase in trace.cell.description.phases:
        target = parse(phase.equation, trace.cell.parameters).target
        for t, sample, unit in np.ndindex(trace[target].shape):
            made = unit_sum(trace, phase, t, unit, sample)
            summed = trace[pre[target] or target][t, sample, unit]
            assert_adds_up(made, summed, trace[target][t, sample, unit])


@pytest.mark.parametrize("name", CELLS)
def test_the_same_in_a_model_and_for_its_logits(name: str) -> None:
    trace = model_trace(name)
    quantities = (*trace.cell.description.quantities, *OUTPUT_QUANTITIES)
    pre = {quantity.name: quantity.pre for quantity in quantities}
    for phase in (*trace.cell.description.phases, SCORE):
        target = parse(phase.equation, trace.model.parameters).target
        for t, sample, unit in np.ndindex(trace[target].shape):
            made = unit_sum(trace, phase, t, unit)
            summed = trace[pre[target] or target][t, sample, unit]
            assert_adds_up(made, summed, trace[target][t, sample, unit])


@pytest.mark.parametrize("name", CELLS)
def test_a_probability_is_e_to_its_logit_over_that_of_all(name: str) -> None:
    trace = model_trace(name)
    for t, sample, unit in np.ndindex(trace["Y_hat"].shape):
        made = unit_sum(trace, PREDICT, t, unit, sample)
        assert [term.factors[0].index for term in made.terms] == [(k,) for k in range(6)]
        assert made.terms[unit].value == pytest.approx(math.exp(trace["logits"][t, 0, unit]))
        assert made.total == pytest.approx(math.fsum(map(math.exp, trace["logits"][t, 0])))
        assert made.value == trace["Y_hat"][t, 0, unit]
        assert made.terms[unit].value / made.total == pytest.approx(made.value, rel=1e-12)


def test_a_gate_s_sum_is_the_character_s_weight_the_past_and_the_bias() -> None:
    trace = model_trace("lstm")
    made = unit_sum(trace, phase_of(trace, "forget"), t=2, unit=3)
    cell = trace.cell
    # One-hot: of the input's weights one row is left, that of 有.
    assert [[f.value for f in term.factors] for term in made.terms] == [
        [1.0, cell.W_xf[2, 3]],
        *([trace["H"][1, 0, i], cell.W_hf[i, 3]] for i in range(5)),
        [cell.b_f[0, 3]],
    ]
    x, w = made.terms[0].factors
    assert (x.expression, x.index) == (Tensor("X"), (2,))
    assert (w.expression, w.index) == (Parameter("W_xf"), (2, 3))
    past = made.terms[1].factors[0]
    assert (past.expression, past.index) == (Tensor("H", before=True), (0,))
    assert made.terms[-1].factors[0].index == (3,)
    assert made.function == "sigmoid"
    assert made.value == trace["F"][2, 0, 3]


def test_an_input_that_is_not_one_hot_has_a_term_for_each_number() -> None:
    trace = cell_trace("rnn")
    assert len(unit_sum(trace, phase_of(trace, "hidden"), t=0, unit=0).terms) == 4 + 5 + 1


def test_the_first_step_s_past_is_zero_and_still_shown() -> None:
    trace = model_trace("rnn")
    made = unit_sum(trace, phase_of(trace, "hidden"), t=0, unit=0)
    assert [term.factors[0].value for term in made.terms[1:-1]] == [0] * 5
    assert made.function == "tanh"


def test_the_new_state_is_what_is_kept_and_what_is_written() -> None:
    trace = model_trace("gru")
    kept, written = unit_sum(trace, phase_of(trace, "hidden"), t=3, unit=1).terms
    Z = trace["Z"][3, 0, 1]
    assert [f.value for f in kept.factors] == [Z, trace["H"][2, 0, 1]]
    assert [f.value for f in written.factors] == [1 - Z, trace["H_tilde"][3, 0, 1]]
    assert written.factors[0].expression == OneMinus(Tensor("Z"))


def test_what_passes_the_reset_gate_is_one_number_before_the_weight() -> None:
    trace = model_trace("gru")
    made = unit_sum(trace, phase_of(trace, "candidate"), t=3, unit=1)
    through = made.terms[1].factors[0]
    assert through.expression == Product(Tensor("R"), Tensor("H", before=True))
    assert through.value == trace["R"][3, 0, 0] * trace["H"][2, 0, 0]


def test_after_the_product_the_reset_gate_multiplies_each_term() -> None:
    trace = model_trace("gru-reset-after")
    made = unit_sum(trace, phase_of(trace, "candidate"), t=3, unit=1)
    R = trace["R"][3, 0, 1]
    inside = made.terms[1:7]
    assert [term.factors[0].value for term in inside] == [R] * 6
    assert inside[-1].factors[1].expression == Parameter("b_hh")


def test_the_hidden_state_shows_the_memory_through_tanh() -> None:
    trace = model_trace("lstm")
    (term,) = unit_sum(trace, phase_of(trace, "hidden"), t=1, unit=0).terms
    gate, memory = term.factors
    assert gate.value == trace["O"][1, 0, 0]
    assert memory.expression == Apply("tanh", Tensor("C"))
    assert memory.value == np.tanh(trace["C"][1, 0, 0])


def test_the_cell_s_own_function_is_named() -> None:
    for phi in ("tanh", "relu", "sigmoid", "identity"):
        cell = RNN.random(2, 3, seed=0, phi=phi)
        trace = cell.run(np.ones((2, 1, 2)))
        assert unit_sum(trace, cell.description.phases[0], t=1, unit=0).function == phi


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"t": 5, "unit": 0}, "t is 5; it must be from 0 to 4"),
        ({"t": -1, "unit": 0}, "t is -1; it must be from 0 to 4"),
        ({"t": 0, "unit": 5}, "unit is 5; it must be from 0 to 4"),
        ({"t": 0, "unit": 0, "sample": 1}, "sample is 1; it must be from 0 to 0"),
    ],
)
def test_a_place_outside_the_trace(place: dict[str, int], words: str) -> None:
    trace = model_trace("rnn")
    with pytest.raises(ValueError, match=words):
        unit_sum(trace, trace.cell.description.phases[0], **place)
