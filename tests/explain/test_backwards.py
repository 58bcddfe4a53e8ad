"""The terms of every gradient, beside autograd with all other paths cut, and the sums that they make."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, RNN, Bidirectional, Hold, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import Cell, Composite
from rnnviz.cells.activations import Array
from rnnviz.explain import Arrival, backwards
from rnnviz.trace import Trace
from tests.cells.examples import KINDS, make
from tests.cells.reference import Reference
from tests.stage.test_engine import KINDS as VARIANTS
from tests.stage.test_engine import cells, random_holds

TEXT, TARGETS = "abcad", "bcada"
CHOICES = [None, [2], [0, 3]]


def around(cell: Cell | Composite) -> SequenceModel:
    rng = np.random.default_rng(0)
    W_hq, b_q = rng.normal(size=(cell.output_size, 4)), rng.normal(size=(1, 4))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=Vocabulary("abcd"))


def added(arrivals: tuple[Arrival, ...]) -> Array:
    return sum((one.value for one in arrivals), np.zeros(1))


class Cut:
    """A run in torch whose gradients pass only through chosen quantities."""

    def __init__(self, trace: Trace, losses: list[int] | None) -> None:
        model = trace.model
        assert isinstance(model, SequenceModel)
        assert isinstance(model.cell, Cell)
        initial = {f"{state}0": trace[f"{state}0"] for state in model.cell.states}
        self.steps = Reference(model.cell, trace["X"], initial).steps
        self.open: set[tuple[str, int]] | None = None
        for name, values in self.steps.items():
            for t, value in enumerate(values):
                value.register_hook(lambda gradient, at=(name, t): self._passed(gradient, at))
        self.dH = [torch.zeros_like(H) for H in self.steps["H"]]
        weights, bias = torch.tensor(model.W_hq), torch.tensor(model.b_q)
        targets = torch.tensor(model.labels.indices(TARGETS))
        counted = list(range(len(TEXT))) if losses is None else losses
        logits = [H @ weights + bias for H in self.steps["H"]]
        loss = sum(
            torch.nn.functional.cross_entropy(logits[t], targets[t : t + 1]) for t in counted
        ) / len(counted)
        every = [value for values in self.steps.values() for value in values]
        found = torch.autograd.grad(
            loss, every, retain_graph=True, allow_unused=True, materialize_grads=True
        )
        self.gradients = dict(zip(map(id, every), found, strict=True))

    def _passed(self, gradient: torch.Tensor, at: tuple[str, int]) -> torch.Tensor:
        return gradient if self.open is None or at in self.open else torch.zeros_like(gradient)

    def handed_back(self, source: str, to: str, t: int, by: int) -> Array:
        """What the equation of `source` at t + by hands to a quantity at t."""
        if t + by >= len(TEXT):
            return np.zeros(tuple(self.steps[to][t].shape))
        self.open = {(source, t + by), (to, t)}
        one = self.steps[source][t + by]
        (found,) = torch.autograd.grad(
            one,
            self.steps[to][t],
            self.gradients[id(one)],
            retain_graph=True,
            allow_unused=True,
            materialize_grads=True,
        )
        return found.numpy()


@pytest.mark.parametrize("losses", CHOICES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_each_path_is_autograds_with_all_others_cut(kind: str, losses: list[int] | None) -> None:
    trace = around(make(kind, 4, 3)).trace(TEXT, targets=TARGETS)
    cut = Cut(trace, losses)
    found = backwards(trace, losses)
    checked = 0
    for to in cut.steps:
        for (source, later), own in by_equation(found.get(to, ())):
            if source == "logits":
                continue
            expected = [cut.handed_back(source, to, t, int(later)) for t in range(len(TEXT))]
            np.testing.assert_allclose(added(own), expected, rtol=0, atol=1e-10)
            checked += 1
        whole = [cut.gradients[id(value)].numpy() for value in cut.steps[to]]
        np.testing.assert_allclose(
            np.zeros_like(whole) + added(found.get(to, ())), whole, rtol=0, atol=1e-10
        )
    assert checked >= 1


def by_equation(
    arrivals: tuple[Arrival, ...],
) -> Iterator[tuple[tuple[str, bool], tuple[Arrival, ...]]]:
    """An equation may read a quantity more than once."""
    for key, own in groupby(arrivals, key=lambda one: (one.source, one.later)):
        yield key, tuple(own)


@pytest.mark.parametrize("kind", VARIANTS)
def test_all_paths_add_up_to_the_model_s_gradients(kind: str) -> None:
    model = around(cells(4, 3, 1)[kind])
    rng = np.random.default_rng(2)
    for holds in ([], random_holds(model.cell, len(TEXT), rng)):
        trace = model.trace(TEXT, targets=TARGETS, holds=holds)
        found = backwards(trace)
        for name, gradient in model.gradients(trace).items():
            if name.endswith("0"):
                continue
            whole = added(found.get(name, ()))
            if name in model.parameters and name in found:
                whole = whole.sum(axis=0)
            np.testing.assert_allclose(
                np.zeros_like(gradient) + whole, gradient, rtol=0, atol=1e-12
            )


def test_the_loss_of_a_step_reaches_no_later_step() -> None:
    trace = around(LSTM.random(4, 3, seed=1)).trace(TEXT, targets=TARGETS)
    found = backwards(trace, [2])
    for name, arrivals in found.items():
        assert not added(arrivals)[3:].any(), name
    assert added(found["W_hf"])[:3].any()


def test_a_closed_forget_gate_hands_nothing_back_to_the_memory_before() -> None:
    model = around(LSTM.random(4, 3, seed=1))
    closed = model.trace(TEXT, targets=TARGETS, holds=[Hold("F", 0.0, None, [2])])
    _, later = backwards(closed)["C"]
    assert later.later
    assert not later.value[1].any()
    assert later.value[0].any()


def test_what_reads_from_the_end_gets_its_later_terms_from_the_left() -> None:
    cell = Bidirectional(RNN.random(4, 2, seed=0), RNN.random(4, 2, seed=1))
    found = backwards(around(cell).trace(TEXT, targets=TARGETS), [3])
    forward, backward = added(found["forward.H"]), added(found["backward.H"])
    assert not forward[4].any()
    assert forward[0].any()
    assert not backward[:3].any()
    assert backward[4].any()


def test_a_layer_below_gets_its_gradient_from_the_layer_above() -> None:
    cell = Stacked(GRU.random(4, 3, seed=0), RNN.random(3, 2, seed=1))
    found = backwards(around(cell).trace(TEXT, targets=TARGETS))
    assert [one.source for one in found["layer1.H"] if not one.later] == ["layer2.A_h"]


@pytest.mark.parametrize("losses", [[], [5], [-1], [True]], ids=str)
def test_steps_that_are_not_there_are_refused(losses: list[int]) -> None:
    trace = around(RNN.random(4, 3, seed=1)).trace(TEXT, targets=TARGETS)
    with pytest.raises(ValueError, match="it takes steps from 0 to 4, one or more"):
        backwards(trace, losses)


def test_without_targets_there_is_no_way_back() -> None:
    trace = around(RNN.random(4, 3, seed=1)).trace(TEXT)
    with pytest.raises(ValueError, match="no targets"):
        backwards(trace)
