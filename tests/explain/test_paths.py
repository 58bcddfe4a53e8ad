"""Derivatives along paths through time, beside torch's autograd and the sums that they must make."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, RNN, Bidirectional, Hold, MinGRU, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import EVERY_CELL
from rnnviz.cells.activations import Array
from rnnviz.explain import by_distance, jacobians, reach
from rnnviz.explain.jacobians import step_jacobians
from rnnviz.trace import Trace
from tests.cells.examples import KINDS, make, sequence, starts
from tests.cells.reference import STEPS, Reference

TEXT, TARGETS = "abcabdaca", "bcabdacab"


def trace_of(cell: str, hidden: int = 5, **options: Any) -> Trace:
    vocabulary = Vocabulary("abcd")
    model = SequenceModel.random(EVERY_CELL[cell], vocabulary, hidden, seed=3, **options)
    return model.trace(TEXT, targets=TARGETS)


def stacked_trace() -> Trace:
    cell = Stacked(LSTM.random(4, 5, seed=0), GRU.random(5, 3, seed=1))
    return around(cell).trace(TEXT, targets=TARGETS)


def bidirectional_trace() -> Trace:
    cell = Bidirectional(GRU.random(4, 3, seed=0), RNN.random(4, 2, seed=1))
    return around(cell).trace(TEXT, targets=TARGETS)


def around(cell: Any) -> SequenceModel:
    rng = np.random.default_rng(0)
    W_hq, b_q = rng.normal(size=(cell.output_size, 4)), rng.normal(size=(1, 4))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=Vocabulary("abcd"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_pair_of_states_has_autograds_jacobian(kind: str) -> None:
    T, n, d, h = 6, 2, 3, 4
    cell, X = make(kind, d, h), sequence(T, n, d)
    initial = starts(cell, n)
    found = jacobians(cell.run(X, **initial))
    assert found.shape == (T, T, n, h, h)
    states = Reference(cell, X, initial).steps["H"]
    for t in range(T):
        for i in range(h):
            # Samples do not touch each other, so that their sum gives each its own derivative.
            rows = torch.autograd.grad(
                states[t][:, i].sum(), states, retain_graph=True, materialize_grads=True
            )
            for k, row in enumerate(rows):
                np.testing.assert_allclose(found[t, k, :, i], row.numpy(), rtol=0, atol=1e-10)


def test_the_jacobian_of_a_minimal_gru_is_what_its_gates_keep() -> None:
    trace = trace_of("mingru")
    found = jacobians(trace)
    for t in range(1, trace.steps):
        np.testing.assert_allclose(
            found[t, t - 1, 0], np.diag(1 - trace["Z"][t, 0]), rtol=0, atol=1e-15
        )


def test_a_jacobian_over_many_steps_is_the_product_of_those_between() -> None:
    found = jacobians(trace_of("gru"))[:, :, 0]
    product = np.eye(5)
    for t in range(1, 6):
        product = found[t, t - 1] @ product
    np.testing.assert_allclose(found[5, 0], product, rtol=0, atol=1e-14)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("mlp")])
def test_one_step_moves_all_states_as_autograd_says(kind: str) -> None:
    cell, X = make(kind, 3, 4), sequence(5, 2, 3)
    trace = cell.run(X, **starts(cell, 2))
    found = step_jacobians(trace)
    p = {name: torch.tensor(value) for name, value in cell.parameters.items()}

    def step(t: int, *states: torch.Tensor) -> torch.Tensor:
        q = STEPS[type(cell)](cell, p, torch.tensor(X[t, :1]), *states)
        return torch.cat([q[state][0] for state in cell.states])

    for t in range(5):
        before = tuple(torch.tensor(trace.before(state)[t, :1]) for state in cell.states)
        rows = torch.autograd.functional.jacobian(lambda *s, t=t: step(t, *s), before)
        expected = torch.cat([row[:, 0] for row in rows], dim=1)
        np.testing.assert_allclose(found[t, 0], expected.numpy(), rtol=0, atol=1e-12)


def test_a_step_needs_a_state_of_one_cell() -> None:
    for trace in (trace_of("mlp"), stacked_trace(), traces()["held"]):
        with pytest.raises(ValueError, match="one cell with a state"):
            step_jacobians(trace)


def test_of_stacked_cells_it_is_the_last_ones() -> None:
    trace = stacked_trace()
    upper = trace.cell.members[1].cell  # type: ignore[union-attr]
    alone = jacobians(upper.run(trace["layer1.H"]))
    np.testing.assert_allclose(jacobians(trace), alone, rtol=0, atol=1e-14)


def test_a_cell_that_reads_both_ways_has_no_state_to_derive_by() -> None:
    for of in (jacobians, reach):
        with pytest.raises(ValueError, match="reads both ways"):
            of(bidirectional_trace())


@pytest.mark.parametrize("cell", list(EVERY_CELL))
def test_the_reach_of_a_loss_is_the_norm_of_its_gradient(cell: str) -> None:
    trace = trace_of(cell)
    model = trace.model
    assert model is not None
    found = reach(trace)
    assert found.shape == (trace.steps, trace.steps, 1)
    k = model.labels.indices(TARGETS)
    for t in (0, 4, trace.steps - 1):
        dlogits = np.zeros_like(trace["logits"])
        dlogits[t, 0] = trace["Y_hat"][t, 0] - np.eye(4)[k[t]]
        norms = np.linalg.norm(model.backward(trace, dlogits)["H"], axis=2)
        np.testing.assert_allclose(found[t, : t + 1], norms[: t + 1], rtol=1e-12, atol=0)
    assert not found[np.triu_indices(trace.steps, 1)].any()


def traces() -> dict[str, Trace]:
    held = trace_of("lstm")
    assert held.model is not None
    holds = [
        Hold("F", 0.7, units=[1, 2], steps=range(3, 6)),
        Hold("C", 0.1, units=[0], steps=[4]),
        # Its equation reads the weights itself.
        Hold("A_i", 0.3, units=[1], steps=[2, 3]),
    ]
    return {
        **{cell: trace_of(cell) for cell in EVERY_CELL},
        "rnn-relu": trace_of("rnn", phi="relu"),
        "stacked": stacked_trace(),
        "bidirectional": bidirectional_trace(),
        "held": held.model.trace(TEXT, targets=TARGETS, holds=holds),
    }


@pytest.mark.parametrize("kind", traces())
def test_all_distances_together_make_the_gradient(kind: str) -> None:
    trace = traces()[kind]
    model = trace.model
    assert model is not None
    whole = model.gradients(trace)
    for name, value in model.parameters.items():
        found = by_distance(trace, name)
        assert found.shape == (trace.steps, *value.shape)
        np.testing.assert_allclose(found.sum(axis=0), whole[name], rtol=0, atol=1e-14, err_msg=name)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm", "slstm", "peephole"])
def test_a_distance_is_the_gradient_of_the_uses_that_far_back(cell: str) -> None:
    """Each step gets a copy of the parameters, whose gradients autograd keeps apart."""
    trace = trace_of(cell)
    copies, losses = unrolled(trace)
    for name in (name for name in trace.cell.parameters if name.startswith(("W_", "b_", "p_"))):
        expected = np.zeros((trace.steps, *trace.cell.parameters[name].shape))
        for t, loss in enumerate(losses):
            leaves = [copy[name] for copy in copies[: t + 1]]
            rows = torch.autograd.grad(loss, leaves, retain_graph=True, materialize_grads=True)
            for k, row in enumerate(rows):
                expected[t - k] += row.numpy() / len(losses)
        np.testing.assert_allclose(by_distance(trace, name), expected, rtol=0, atol=1e-12)


def test_the_output_layer_is_used_at_the_step_of_the_loss_alone() -> None:
    trace = trace_of("lstm")
    model = trace.model
    assert model is not None
    for name in ("W_hq", "b_q"):
        found = by_distance(trace, name)
        np.testing.assert_array_equal(found[0], model.gradients(trace)[name])
        assert found[0].any()
        assert not found[1:].any()


@pytest.mark.parametrize("length", [1, 2, 4, 9, 50])
def test_truncation_keeps_what_is_left_after_detaching_the_state(length: int) -> None:
    trace = trace_of("lstm")
    copies, losses = unrolled(trace, detach_every=length)
    torch.stack(losses).mean().backward()
    for name in ("W_hf", "W_xc", "b_o"):
        expected = sum(copy[name].grad.numpy() for copy in copies)
        kept = by_distance(trace, name, truncate=length)
        np.testing.assert_allclose(kept.sum(axis=0), expected, rtol=0, atol=1e-12)
        assert not kept[length:].any()


def unrolled(
    trace: Trace, detach_every: int | None = None
) -> tuple[list[dict[str, torch.Tensor]], list[torch.Tensor]]:
    """The text read in torch: a copy of the parameters for each step, and each step's loss."""
    cell, model = trace.cell, trace.model
    assert model is not None
    copies = [
        {name: torch.tensor(value, requires_grad=True) for name, value in cell.parameters.items()}
        for _ in range(trace.steps)
    ]
    states = [torch.tensor(trace[f"{state}0"]) for state in cell.states]
    targets = torch.tensor(model.labels.indices(TARGETS))
    losses = []
    for t, p in enumerate(copies):
        if detach_every and t % detach_every == 0:
            states = [state.detach() for state in states]
        q = STEPS[type(cell)](cell, p, torch.tensor(trace["X"][t]), *states)
        states = [q[state] for state in cell.states]
        logits = q["H"] @ torch.tensor(model.W_hq) + torch.tensor(model.b_q)
        losses.append(torch.nn.functional.cross_entropy(logits, targets[t : t + 1]))
    return copies, losses


def test_what_cannot_be_split_is_refused() -> None:
    trace = trace_of("gru")
    with pytest.raises(ValueError, match="name is 'W_hc'; it must be one of W_xr"):
        by_distance(trace, "W_hc")
    for length in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match="must be a whole number from 1"):
            by_distance(trace, "W_hh", truncate=length)  # type: ignore[arg-type]
    model = trace.model
    assert model is not None
    silent = model.trace(TEXT)
    for of in (reach, lambda t: by_distance(t, "W_hh")):
        with pytest.raises(ValueError, match="The trace has no targets"):
            of(silent)
        with pytest.raises(ValueError, match="The trace has no model"):
            of(model.cell.run(silent["X"]))


def test_samples_side_by_side_are_each_their_own() -> None:
    X: Array = sequence(5, 3, 2)
    cell = MinGRU.random(2, 4, seed=0)
    together = jacobians(cell.run(X))
    for s in range(3):
        alone = jacobians(cell.run(X[:, s : s + 1]))
        np.testing.assert_allclose(together[:, :, s], alone[:, :, 0], rtol=0, atol=1e-14)
