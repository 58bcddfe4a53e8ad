"""Quantities held by hand: what is held, what follows from it, and that no gradient passes."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from rnnviz import GRU, LSTM, Bidirectional, Hold, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import Cell, Composite
from rnnviz.cells.expression import Apply, Expression, Tensor, evaluate
from rnnviz.explain.jacobians import jacobians
from tests.cells.examples import KINDS, make, make_bidirectional, sequence, starts
from tests.differences import central_difference

Array = NDArray[np.float64]
T, N, D, H = 5, 2, 3, 4


def composites() -> dict[str, Cell | Composite]:
    return {
        "both ways": make_bidirectional("lstm", D, H),
        "two layers": Stacked(make("gru", D, H), make("lstm", H, 3)),
        "layers both ways": Stacked(
            make_bidirectional("rnn", D, 2), make_bidirectional("gru", 5, 2)
        ),
        "a stack from the end": Bidirectional(
            Stacked.random(D, 2, seed=1, of=GRU), make_bidirectional("minlstm", D, 2)
        ),
    }


CELLS: dict[str, Cell | Composite] = {kind: make(kind, D, H) for kind in KINDS} | composites()


def initial_of(cell: Cell | Composite) -> dict[str, Array]:
    """Initial states of none is zero; a normaliser is above zero."""
    return {
        (f"{'.'.join(part.key for part in path)}.{name}" if path else name): value
        for path, leaf in cell.leaves.items()
        for name, value in starts(leaf, N, seed=len(path)).items()
    }


def lines(cell: Cell | Composite) -> dict[str, Expression]:
    """What each quantity and pre-activation is computed from."""
    found: dict[str, Expression] = {}
    for equation in cell.description.equations:
        e = equation.expression
        pre = cell.description.quantity(equation.target).pre
        if pre and isinstance(e, Apply):
            found[pre] = e.of
            e = Apply(e.function, Tensor(pre))
        found[equation.target] = e
    return found


def some_holds(cell: Cell | Composite, name: str) -> list[Hold]:
    """One unit over some steps, and another one, at another value, at all of them."""
    width = cell.widths[name]
    return [Hold(name, 0.3, units=[width - 1], steps=range(1, 4)), Hold(name, 0.7, units=[0])]


CASES = [(kind, name) for kind, cell in CELLS.items() for name in cell.widths]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_what_is_held_is_held_and_all_else_follows_from_it_by_the_equations(
    kind: str, name: str
) -> None:
    cell = CELLS[kind]
    X, holds = sequence(T, N, D), some_holds(cell, name)
    trace = cell.run(X, holds=holds, **initial_of(cell))
    assert (trace[name][1:4, :, -1] == (0.3 if cell.widths[name] > 1 else 0.7)).all()
    assert (trace[name][:, :, 0] == 0.7).all()
    assert trace.free.keys() == {name}
    assert trace.holds == tuple(holds)
    for quantity, expression in lines(cell).items():
        found = evaluate(
            expression,
            lambda e: trace.before(e.name) if e.before else trace[e.name],
            cell.parameters,
            str(getattr(cell, "phi", "")),
        )
        computed = trace.free.get(quantity, trace[quantity])
        np.testing.assert_allclose(computed, found, rtol=0, atol=1e-12, err_msg=quantity)
        is_held = np.zeros((T, N, cell.widths[quantity]), bool)
        if quantity == name:
            is_held[1:4, :, -1] = is_held[:, :, 0] = True
        np.testing.assert_array_equal(computed[~is_held], trace[quantity][~is_held])


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_gradients_with_a_hold_are_the_slopes_of_the_held_loss(kind: str, name: str) -> None:
    cell = CELLS[kind]
    holds = some_holds(cell, name)
    inputs = {"X": sequence(T, N, D), **initial_of(cell)}
    dH = sequence(T, N, cell.output_size, seed=9)

    everything = {**cell.parameters, **inputs}
    rng = np.random.default_rng(0)
    direction = {changed: rng.normal(size=value.shape) for changed, value in everything.items()}

    def loss_along(a: Array) -> float:
        moved = {changed: value + a * direction[changed] for changed, value in everything.items()}
        read = cell.with_parameters(**{changed: moved[changed] for changed in cell.parameters})
        trace = read.run(**{changed: moved[changed] for changed in inputs}, holds=holds)
        return float((trace["H"] * dH).sum())

    # In one random direction of all numbers at once: a single wrong one shows.
    gradients = cell.backward(cell.run(**inputs, holds=holds), dH)
    found = sum((gradients[changed] * direction[changed]).sum() for changed in everything)
    slope = central_difference(loss_along, np.zeros(()))
    np.testing.assert_allclose(found, slope, rtol=1e-6, atol=1e-6)


def test_an_lstm_with_holds_agrees_with_torch_and_autograd() -> None:
    cell = make("lstm", D, H)
    X, start = sequence(T, N, D), starts(cell, N)
    dH = sequence(T, N, H, seed=9)
    holds = [
        Hold("F", 1.0, units=[1], steps=range(1, 4)),
        Hold("C", -0.5, units=[2], steps=[2]),
        Hold("A_o", 3.0, units=[0]),
        Hold("F", 0.25, units=[1], steps=[3]),
    ]
    leaves = {
        name: torch.tensor(value, requires_grad=True)
        for name, value in {**cell.parameters, "X": X, **start}.items()
    }

    def held(name: str, t: int, value: torch.Tensor) -> torch.Tensor:
        value = value.clone()
        for hold in holds:
            if hold.quantity == name and (hold.steps is None or t in hold.steps):
                value[:, list(hold.units)] = hold.value
        return value

    h, c, hidden = leaves["H0"], leaves["C0"], []
    for t in range(T):
        a = {
            k: held(
                f"A_{k}",
                t,
                leaves["X"][t] @ leaves[f"W_x{k}"] + h @ leaves[f"W_h{k}"] + leaves[f"b_{k}"],
            )
            for k in "ifoc"
        }
        f = held("F", t, torch.sigmoid(a["f"]))
        c = held("C", t, f * c + torch.sigmoid(a["i"]) * torch.tanh(a["c"]))
        h = torch.sigmoid(a["o"]) * torch.tanh(c)
        hidden.append(h)
    torch.stack(hidden).mul(torch.tensor(dH)).sum().backward()

    trace = cell.run(X, holds=holds, **start)
    np.testing.assert_allclose(trace["H"], torch.stack(hidden).detach(), rtol=0, atol=1e-12)
    gradients = cell.backward(trace, dH)
    for name, leaf in leaves.items():
        np.testing.assert_allclose(gradients[name], leaf.grad, rtol=0, atol=1e-10, err_msg=name)
    # Nothing passes through the held value to what it would have been computed from.
    assert (gradients["A_f"][1:4, :, 1] == 0).all()
    assert (gradients["F"][1:4, :, 1] != 0).all()


def test_steps_count_in_the_order_of_the_text_in_both_directions() -> None:
    cell = make_bidirectional("gru", D, H)
    trace = cell.run(sequence(T, N, D), holds=[Hold("backward.Z", 1.0, steps=[1])])
    np.testing.assert_array_equal(trace["backward.H"][1], trace["backward.H"][2])
    assert (trace["backward.Z"][1] == 1).all()
    assert (trace["backward.Z"][3] != 1).all()


def test_the_joined_output_can_be_held_on_its_own() -> None:
    cell = make_bidirectional("gru", D, H)
    X = sequence(T, N, D)
    free, held = cell.run(X), cell.run(X, holds=[Hold("H", 0.0, units=[0], steps=[2])])
    np.testing.assert_array_equal(held["forward.H"], free["forward.H"])
    np.testing.assert_array_equal(held.free["H"], free["H"])
    assert (held["H"][2, :, 0] == 0).all()


@pytest.mark.parametrize("kind", CELLS)
def test_samples_side_by_side_are_held_each_at_its_own_values(kind: str) -> None:
    cell = CELLS[kind]
    X, start = sequence(T, N, D), initial_of(cell)
    dH = sequence(T, N, cell.output_size, seed=9)
    # What is read from the end comes first, so that the order of the values is seen.
    name = next(iter(cell.widths))
    series = (0.1, 0.2, 0.3, 0.4, 0.5)
    own = [
        [Hold(name, series, units=[0]), Hold(name, (0.6, 0.7), steps=[3, 1])],
        [Hold(name, -0.2, units=[1], steps=[1, 2])],
    ]
    together = cell.run(
        X, holds=[replace(hold, samples=[s]) for s in range(N) for hold in own[s]], **start
    )
    gradients = cell.backward(together, dH)
    np.testing.assert_array_equal(together[name][[0, 1, 2, 3], 0, 0], (0.1, 0.7, 0.3, 0.6))
    for s in range(N):
        alone = cell.run(
            X[:, [s]], holds=own[s], **{name: value[[s]] for name, value in start.items()}
        )
        for quantity in cell.widths:
            np.testing.assert_allclose(
                together[quantity][:, [s]], alone[quantity], rtol=0, atol=1e-12, err_msg=quantity
            )
        found = cell.backward(alone, dH[:, [s]])
        np.testing.assert_allclose(gradients["X"][:, [s]], found["X"], rtol=0, atol=1e-10)


def test_gradients_of_single_losses_keep_to_the_sample_that_is_held() -> None:
    model = SequenceModel.random(GRU, Vocabulary("abc"), 4, seed=3)
    codes = np.array([[0, 1], [2, 2], [1, 0], [0, 2]])
    X, k = np.eye(3)[codes], np.roll(codes, -1, axis=0)
    both = model.run(X, k, holds=[Hold("Z", 1.0, steps=[2], samples=[1])])
    alone = [
        model.run(X[:, [s]], k[:, [s]], holds=[Hold("Z", 1.0, steps=[2])] * s) for s in range(2)
    ]
    found = np.concatenate([jacobians(trace) for trace in alone], axis=2)
    np.testing.assert_allclose(jacobians(both), found, rtol=0, atol=1e-12)


def test_of_a_hold_over_a_whole_text_the_first_steps_can_be_taken() -> None:
    series = Hold("F", (0.1, 0.2, 0.3), units=[4])
    assert series.first(2) == Hold("F", (0.1, 0.2), units=[4])
    assert replace(series, steps=[5, 0, 1]).first(2) == Hold("F", (0.2, 0.3), [4], [0, 1])
    assert replace(series, steps=[5, 6, 7]).first(2) is None
    assert Hold("F", 1.0, steps=[1, 3]).first(3) == Hold("F", 1.0, steps=[1])


def test_a_model_s_loss_and_gradients_honour_the_holds() -> None:
    text = "想要有直升机"
    model = SequenceModel.random(LSTM, Vocabulary(text), 4, seed=3)
    holds = [Hold("F", value=1.0, units=[2], steps=range(1, 4)), Hold("I", 0.0, units=[2])]

    def loss(name: str, value: Array) -> float:
        changed = model.with_parameters(**{name: value})
        return float(changed.trace(text[:-1], targets=text[1:], holds=holds)["loss"].mean())

    trace = model.trace(text[:-1], targets=text[1:], holds=holds)
    gradients = model.gradients(trace)
    for name, value in model.parameters.items():
        slope = central_difference(partial(loss, name), value)
        np.testing.assert_allclose(gradients[name], slope, rtol=0, atol=1e-8, err_msg=name)
    assert trace["loss"].mean() != model.trace(text[:-1], targets=text[1:])["loss"].mean()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("F", float("nan")), "value is nan; a quantity is held at a finite number"),
        (("F", 10**400), r"value is 1000.*; a quantity is held at a finite number"),
        (("F", [0.5, "one"]), "value is 'one'; a quantity is held at a finite number"),
        (("F", (0.5, 1.0), None, [3]), "F is held at 2 values over 1 steps; it takes one value"),
        (("F", 1.0, None, None, [-2]), "samples has -2 in it; samples takes whole numbers"),
        (("F", "one"), "value is 'one'; a quantity is held at a finite number"),
        (("F", True), "value is True; a quantity is held at a finite number"),
        (("F", 1.0, 4), r"units is 4; units takes whole numbers from 0, such as \[4\]"),
        (("F", 1.0, []), "units is empty, so that nothing is held"),
        (("F", 1.0, [-1]), "units has -1 in it; units takes whole numbers from 0"),
        (("F", 1.0, None, [0.5]), "steps has 0.5 in it; steps takes whole numbers from 0"),
        (("F", 1.0, None, "12"), "steps is '12'; steps takes whole numbers"),
    ],
)
def test_a_hold_says_what_does_not_fit(arguments: tuple[object, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Hold(*arguments)


@pytest.mark.parametrize(
    ("hold", "words"),
    [
        (Hold("R", 1), "LSTM computes no 'R' that could be held; it computes A_i, I, A_f, F"),
        (Hold("X", 1), "LSTM computes no 'X' that could be held"),
        (Hold("F", 1, units=[3, 4]), "F is held at unit 4; units run from 0 to 3 here"),
        (Hold("F", 1, steps=range(9)), "F is held at step 5; steps run from 0 to 4 here"),
        (Hold("F", 1, samples=[2]), "F is held at sample 2; samples run from 0 to 1 here"),
        (Hold("F", (1, 2)), "F is held at 2 values over 5 steps; it takes one value"),
    ],
)
def test_a_cell_says_which_hold_does_not_fit(hold: Hold, words: str) -> None:
    cell = make("lstm", D, H)
    with pytest.raises(ValueError, match=words):
        cell.run(sequence(T, N, D), holds=[hold])
    prefixed = replace(hold, quantity=f"backward.{hold.quantity}")
    with pytest.raises(ValueError, match=r"'backward\.[RX]'|backward\.F is held at"):
        Bidirectional(cell, cell).run(sequence(T, N, D), holds=[prefixed])
    with pytest.raises(ValueError, match=r"holds has 'F' in it; it takes a list such as"):
        cell.run(sequence(T, N, D), holds=["F"])
