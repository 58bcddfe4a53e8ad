"""One unit or many: the probe beside torch's own optimiser, and on networks whose truth is known."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, SequenceModel, Stacked, units
from rnnviz.locale import translator
from rnnviz.units import Reading
from rnnviz.units.logistic import linear, logistic, next_unit, predicted
from rnnviz.units.probe import Size, probe
from tests.units.planted import A_UNIT, COUNTER, LETTERS, counting, depths, spread, text

TEXT = text(3000, seed=4)
DEPTH = depths(TEXT)
INSIDE = DEPTH > 0


def drawn(n: int, k: int, separable: bool) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, k))
    X[:, -1] += X[:, 0]
    logits = X @ rng.normal(size=k) + 0.5
    noise = 0 if separable else rng.logistic(size=n)
    return X, (logits + noise > 0).astype(float)


def by_torch(X: np.ndarray, y: np.ndarray, is_logistic: bool) -> np.ndarray:
    """The same objective, minimised by L-BFGS on autograd's gradients."""
    inputs, targets = torch.tensor(X), torch.tensor(y)
    w = torch.zeros(X.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [w], max_iter=2000, tolerance_grad=1e-12, tolerance_change=0, line_search_fn="strong_wolfe"
    )
    of = torch.nn.functional

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        told = inputs @ w[1:] + w[0]
        loss = (
            of.binary_cross_entropy_with_logits(told, targets, reduction="sum")
            if is_logistic
            else of.mse_loss(told, targets, reduction="sum") / 2
        )
        loss = loss + (w[1:] ** 2).sum() / 2
        loss.backward()
        return loss

    optimizer.step(closure)
    return w.detach().numpy()


@pytest.mark.parametrize("separable", [False, True])
@pytest.mark.parametrize("is_logistic", [True, False])
def test_a_regression_has_the_weights_that_torch_finds(separable: bool, is_logistic: bool) -> None:
    X, y = drawn(400, 4, separable)
    found = (logistic if is_logistic else linear)(X, y)
    np.testing.assert_allclose(found, by_torch(X, y, is_logistic), atol=1e-6)


def test_a_regression_has_the_weights_that_scikit_learn_finds() -> None:
    """Those of version 1.9.1: LogisticRegression(C=1, tol=1e-14), then Ridge(alpha=1)."""
    rng = np.random.default_rng(0)
    X = rng.integers(-20, 21, (40, 3)) / 10
    y = (X[:, 0] - X[:, 1] / 2 + rng.integers(-20, 21, 40) / 10 > 0).astype(float)
    of_logistic = [0.0822699, 0.83922857, -0.90114595, 0.00665691]
    of_ridge = [0.51027121, 0.165954, -0.17658529, 0.00161225]
    np.testing.assert_allclose(logistic(X, y), of_logistic, atol=1e-8)
    np.testing.assert_allclose(linear(X, y), of_ridge, atol=1e-8)


@pytest.mark.parametrize("is_logistic", [True, False])
def test_the_unit_added_next_is_the_one_that_helps_most(is_logistic: bool) -> None:
    X, y = drawn(2000, 8, False)
    fit = logistic if is_logistic else linear
    chosen = [3]
    for _ in range(4):
        losses = {}
        for k in {*range(8)} - {*chosen}:
            tried = [*chosen, k]
            told = predicted(X[:, tried], fit(X[:, tried], y))
            each = np.logaddexp(0, told) - y * told if is_logistic else (told - y) ** 2
            losses[k] = each.sum()
        best = next_unit(X, y, chosen, fit(X[:, chosen], y), is_logistic)
        assert best == min(losses, key=lambda k: losses[k])
        chosen.append(best)


def test_a_unit_that_the_chosen_ones_make_up_is_never_added() -> None:
    X, y = drawn(500, 4, False)
    X = np.column_stack([X, X[:, 1], np.zeros(500)])
    assert next_unit(X, y, [1], logistic(X[:, [1]], y), is_logistic=True) not in {4, 5}


def known(seen: Reading, label: np.ndarray, before: Reading | None = None) -> units.Spread:
    *_, last = units.spread(seen, label, before)
    return last


@pytest.fixture(scope="module")
def untrained() -> Reading:
    return units.read(SequenceModel.random(GRU, LETTERS, 8, seed=3), TEXT)


def test_a_planted_unit_knows_it_alone_and_has_learnt_it(untrained: Reading) -> None:
    for label in (INSIDE, DEPTH):
        found = known(units.read(counting(), TEXT), label, untrained)
        assert (found.word, found.learnt) == ("one", True)
        assert found.probe.units[0] == ("H", COUNTER)
        assert found.before is not None
        assert found.before.told[1] < 0.8
        assert found.probe.told[1] > 0.99


def test_what_is_spread_over_eight_units_takes_several(untrained: Reading) -> None:
    for label in (INSIDE, DEPTH):
        found = known(units.read(spread(), TEXT), label, untrained)
        assert (found.word, found.learnt) == ("several", True)
        assert found.probe.told[1] < 0.9
        assert found.probe.told[8] > 0.99
        assert found.probe.told[8] == pytest.approx(found.probe.told["all"])
        assert len({*found.probe.units}) == 8


def test_a_label_that_nothing_knows_is_not_in_there(untrained: Reading) -> None:
    rng = np.random.default_rng(7)
    for label in (np.cumsum(rng.random(3000) < 0.03) % 2 == 1, rng.normal(size=3000)):
        found = known(units.read(counting(), TEXT), label, untrained)
        assert (found.word, found.learnt) == ("absent", False)


def test_what_an_untrained_network_tells_as_well_was_not_learnt(untrained: Reading) -> None:
    """Every state tells the last character: here an a."""
    label = np.array([*TEXT]) == "a"
    found = known(units.read(counting(), TEXT), label, untrained)
    assert found.probe.units[0] == ("H", A_UNIT)
    assert found.word == "one"
    assert known(untrained, label, untrained).learnt is False


def test_the_control_tells_of_characters_alone() -> None:
    """One unit for each character tells any label of characters, and none of the brackets."""
    seen = units.read(counting(), TEXT)
    letters = (np.array([*TEXT])[:, None] == np.array([*LETTERS])).astype(float)
    of_letters = Reading(seen.model, seen.text, {"H": letters}, seen.loss)
    found = known(of_letters, INSIDE)
    assert found.control is not None
    assert found.control["all"] == pytest.approx(1)
    assert found.probe.best < 0.75
    numbers = known(of_letters, DEPTH).control
    assert numbers is not None
    assert numbers["all"] > 0.9


def said(told: dict[Size, float], **more: Any) -> list[str]:
    own = units.Probe((), 20, told)
    return units.Spread("auc", own, 0.6, **more).sentences(translator("en"))


def test_sentences_say_which_it_is_with_their_numbers() -> None:
    one, several = {1: 0.93, 2: 0.95, "all": 0.97}, {1: 0.7, 2: 0.8, "all": 0.9876}
    before = units.Probe((), 20, {1: 0.78, 2: 0.79, "all": 0.96})
    assert said(one, before=before) == [
        "One unit knows it: alone it reaches AUC 0.93, the best probe 0.97.",
        "It was learnt: before training, a probe with as many units reached 0.78.",
    ]
    assert said(several, before=before, control={1: 0.9, 2: 0.9, "all": 0.99}) == [
        "Several units know it together: one alone reaches AUC 0.7, 20 of them 0.988, the best probe 0.988.",
        "It was not learnt: before training, a probe with as many units reached 0.96.",
        "On labels assigned to characters at random it reaches 0.99: what it tells may be no more than which "
        "character stands there.",
    ]
    assert said({1: 0.55, "all": 0.6}, before=before, control={1: 0.9, "all": 0.99}) == [
        "It is not in there: the best probe reaches AUC 0.6, which does not pass the line of chance, 0.6."
    ]
    assert units.Spread("auc", units.Probe((), 3, {1: 0.55, "all": 0.58}), 0.53).sentences(str) == [
        "It is hardly in there: the best probe reaches AUC 0.58, and only from 0.6 on is that called knowing."
    ]
    # One unit alone does not pass the line, though it tells nearly as much.
    assert said({1: 0.595, 2: 0.602, "all": 0.604})[0].startswith("Several units know it together")


def test_more_is_known_with_each_turn(untrained: Reading) -> None:
    first, second, third = units.spread(untrained, INSIDE, untrained)
    assert (first.control, first.before) == (None, None)
    assert second.control is not None
    assert second.before is None
    assert third.before == third.probe == first.probe


def test_the_probe_reads_states_and_no_gates() -> None:
    seen = units.read(SequenceModel.random(LSTM, LETTERS, 3, seed=0), TEXT)
    assert seen.states == ("C", "H")
    assert {name for name, _ in probe(seen, INSIDE).units} <= {"C", "H"}
    assert len(probe(seen, INSIDE).units) == 6
    stack = units.read(SequenceModel.random(Stacked, LETTERS, (2, 2), seed=0, of=GRU), TEXT)
    assert stack.states == ("layer1.H", "layer2.H")
