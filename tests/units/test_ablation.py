"""What it costs to hold a unit, beside a loop written by hand and on networks whose truth is known."""

from functools import partial

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Stacked, Vocabulary, units
from rnnviz.cells.activations import sigmoid
from rnnviz.locale import Refusal
from rnnviz.units import ablation
from rnnviz.units.ablation import WAYS, How, ablations, costs, held_losses, losses_of_ways, pairs
from tests.units.planted import A_UNIT, COPY, COUNTER, counting, depths, spread, text, with_copy

LETTERS = Vocabulary("abc\n")
TEXT = "".join(np.random.default_rng(1).choice([*LETTERS], 160))
LABEL = np.random.default_rng(2).random(160) < 0.3
MODEL = SequenceModel.random(GRU, LETTERS, 4, seed=0)
PLANTED = text(2500, seed=1)
INSIDE = depths(PLANTED) > 0


def losses_by_hand(unit: int, values: np.ndarray) -> list[float]:
    """The GRU's equations, one character after another, one unit of H held at `values`, (N,)."""
    p, one_hot = MODEL.parameters, np.eye(4)
    state, losses = np.zeros(4), []
    for k, token in enumerate(TEXT[:-1]):
        x = one_hot[LETTERS.tokens.index(token)]
        r = sigmoid(x @ p["W_xr"] + state @ p["W_hr"] + p["b_r"][0])
        z = sigmoid(x @ p["W_xz"] + state @ p["W_hz"] + p["b_z"][0])
        candidate = np.tanh(x @ p["W_xh"] + (r * state) @ p["W_hh"] + p["b_h"][0])
        state = z * state + (1 - z) * candidate
        state[unit] = values[k]
        logits = state @ p["W_hq"] + p["b_q"][0]
        losses.append(np.log(np.exp(logits).sum()) - logits[LETTERS.tokens.index(TEXT[k + 1])])
    return losses


@pytest.mark.parametrize("how", ["mean", "zero"])
def test_a_held_unit_costs_what_a_loop_written_by_hand_says(
    how: How, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ablation, "ROWS", 7)
    seen = units.read(MODEL, TEXT)
    value = seen["H"][:, 2].mean() if how == "mean" else 0.0
    extra = np.array(losses_by_hand(2, np.full(160, value))) - seen.loss
    cost = units.ablate(seen, "H", 2, LABEL, how)
    on = LABEL[:-1]
    assert cost.at_label == pytest.approx(extra[on].mean(), abs=1e-12)
    assert cost.on.loss == pytest.approx(seen.loss[on].mean(), abs=1e-12)
    # Elsewhere, each character counts as often as where the label is on.
    read = np.array([*TEXT[:-1]])
    matched = [extra[~on & (read == token)].mean() for token in read[on]]
    assert cost.elsewhere == pytest.approx(np.mean(matched), abs=1e-12)
    assert (cost.places, cost.matched) == (on.sum(), 1.0)


def test_a_resampled_unit_has_values_from_other_places_with_the_same_character() -> None:
    seen = units.read(MODEL, TEXT)
    others = ablation._other_places(seen.indices, seed=5)
    np.testing.assert_array_equal(seen.indices[others], seen.indices)
    assert (others != np.arange(160)).all()
    found = held_losses(seen, "H", [(2,)], "resample", seed=5)[0]
    np.testing.assert_allclose(found, losses_by_hand(2, seen["H"][others, 2]), atol=1e-12)
    assert ablation._other_places(np.array([3, 1, 3]), seed=0).tolist() == [2, 1, 0]


def test_the_three_ways_in_one_run_are_those_of_three_runs() -> None:
    seen = units.read(MODEL, TEXT)
    alone = [held_losses(seen, "Z", [(3,)], how)[0] for how in WAYS]
    np.testing.assert_allclose(losses_of_ways(seen, "Z", 3), alone, atol=1e-12)


@pytest.mark.parametrize(
    ("cell", "sizes", "options", "quantity"),
    [
        (RNN, 3, {}, "H"),
        (LSTM, 3, {}, "F"),
        (LSTM, 3, {}, "C"),
        (Stacked, (3, 2), {"of": GRU}, "layer1.H"),
        (Bidirectional, 2, {"of": LSTM}, "backward.C"),
        (Bidirectional, 2, {"of": LSTM}, "H"),
    ],
)
def test_units_of_any_quantity_side_by_side_are_each_held_alone(
    cell: type, sizes: int, options: dict[str, type], quantity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = units.read(SequenceModel.random(cell, LETTERS, sizes, seed=1, **options), TEXT)
    monkeypatch.setattr(ablation, "WHOLE_ROWS", 200)
    monkeypatch.setattr(ablation, "TOGETHER", 2)
    for how in WAYS:
        found = {}
        chunks = list(ablations(seen, quantity, LABEL, how, first=1))
        for chunk in chunks:
            found |= chunk
        assert [*chunks[0]] == [1]
        assert sorted(found) == list(range(seen[quantity].shape[1]))
        for unit, cost in found.items():
            alone = units.ablate(seen, quantity, unit, LABEL, how)
            np.testing.assert_allclose(*map(_numbers, (cost, alone)), atol=1e-12)
        assert len({round(cost.at_label, 9) for cost in found.values()}) == len(found)


def _numbers(cost: ablation.Cost) -> list[float]:
    return [*cost.on, *cost.off, cost.places, cost.matched]


def test_the_interval_is_that_of_lines_drawn_again_and_again() -> None:
    seen = units.read(MODEL, TEXT)
    held = held_losses(seen, "H", [(2,)])
    found = costs(seen, LABEL, held)[0]
    extra, on = (held - seen.loss)[0], LABEL[:-1]
    lines = [[]]
    for k, token in enumerate(TEXT[:-1]):
        lines[-1].append(k)
        if token == "\n":
            lines.append([])
    lines = [np.array(line) for line in lines if on[line].any()]
    rng = np.random.default_rng(0)
    means = []
    for _ in range(4000):
        drawn = np.concatenate([lines[k] for k in rng.integers(len(lines), size=len(lines))])
        means.append(extra[drawn][on[drawn]].mean())
    width = found.high - found.low
    np.testing.assert_allclose(
        [found.low, found.high], np.percentile(means, (2.5, 97.5)), atol=width / 10
    )
    assert found.low < found.at_label < found.high


def test_a_text_without_lines_has_an_interval_too() -> None:
    one_line = TEXT.replace("\n", "a")
    cost = units.ablate(units.read(MODEL, one_line), "H", 2, LABEL)
    assert cost.low < cost.at_label < cost.high


def test_a_character_that_is_the_label_has_nothing_to_be_compared_with() -> None:
    seen = units.read(MODEL, TEXT)
    is_a = np.array([*TEXT]) == "a"
    cost = units.ablate(seen, "H", 2, is_a)
    assert (cost.elsewhere, cost.off, cost.matched) == (None, None, 0)
    # After a, all places have the same character, and its value comes from one of them.
    half = is_a & (np.arange(160) < 80)
    assert units.ablate(seen, "H", 2, half).matched == 1


def test_numbers_are_on_above_their_median() -> None:
    seen = units.read(MODEL, TEXT)
    by_numbers = units.ablate(seen, "H", 2, seen.loss)
    by_places = units.ablate(seen, "H", 2, np.append(seen.loss > np.median(seen.loss), False))
    assert by_numbers == by_places


def test_the_planted_counter_is_what_the_network_needs() -> None:
    seen = units.read(counting(), PLANTED)
    found = {k: cost for chunk in ablations(seen, "H", INSIDE) for k, cost in chunk.items()}
    assert found[COUNTER].low > 0.3
    assert max(found, key=lambda unit: found[unit].at_label) == COUNTER
    for unit in {*range(8)} - {COUNTER, A_UNIT}:
        assert found[unit].at_label == pytest.approx(0, abs=1e-12)
    # What follows from the character alone is the same at other places with that character.
    assert units.ablate(seen, "H", A_UNIT, INSIDE, "resample").at_label == pytest.approx(
        0, abs=1e-12
    )
    assert units.ablate(seen, "H", A_UNIT, INSIDE, "mean").low > 0


def test_a_copy_that_nothing_reads_costs_nothing_in_any_way() -> None:
    seen = units.read(with_copy(), PLANTED)
    for how in WAYS:
        assert units.ablate(seen, "H", COPY, INSIDE, how).at_label == pytest.approx(0, abs=1e-12)
        assert units.ablate(seen, "H", COUNTER, INSIDE, how).low > 0.3


def test_every_unit_of_the_spread_network_is_needed() -> None:
    seen = units.read(spread(), PLANTED)
    for chunk in ablations(seen, "H", INSIDE):
        assert all(cost.low > 0 for cost in chunk.values())


def test_two_units_that_stand_in_for_each_other_cost_more_together() -> None:
    own = with_copy()
    W_hq = own.W_hq.copy()
    # The counter and its copy now each say half of it, and of a saturated network it would be all.
    W_hq[COPY] = W_hq[COUNTER] = W_hq[COUNTER] / 2
    seen = units.read(own.with_parameters(W_hq=W_hq), PLANTED)
    best = pairs(seen, "H", [A_UNIT, COUNTER, COPY], INSIDE, "zero")
    assert set(best[0].units) == {COUNTER, COPY}
    both, one, other = (
        costs(seen, INSIDE, held_losses(seen, "H", [held], "zero"))[0].at_label
        for held in ((COUNTER, COPY), (COUNTER,), (COPY,))
    )
    assert best[0].beyond.at_label == pytest.approx(both - one - other, abs=1e-12)
    assert best[0].beyond.low > 0
    assert len(best) == 3
    assert pairs(seen, "H", [COUNTER], INSIDE) == []


def test_what_cannot_be_held_is_named() -> None:
    seen = units.read(MODEL, TEXT)
    ablate = partial(units.ablate, seen)
    with pytest.raises(ValueError, match="quantity is 'C'; the reading has R, Z, H_tilde, H"):
        ablate("C", 0, LABEL)
    with pytest.raises(ValueError, match="H is held at unit 4; units run from 0 to 3 here"):
        ablate("H", 4, LABEL)
    with pytest.raises(ValueError, match="how is 'one'; it must be one of mean, resample, zero"):
        ablate("H", 0, LABEL, "one")
    with pytest.raises(ValueError, match=r"label has shape \(3,\) and dtype bool; it takes"):
        ablate("H", 0, LABEL[:3])
    with pytest.raises(Refusal, match="is on at 9 characters; what a unit costs there"):
        ablate("H", 0, np.arange(160) < 9)


def test_other_work_passes_between_two_pieces_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "ROWS", 64)
    seen, pauses = units.read(MODEL, TEXT), []
    held = held_losses(seen, "H", [(0,), (1,)], between=lambda: pauses.append(len(pauses)))
    # Two rows take 32 steps a piece.
    assert len(pauses) == 160 / 32
    np.testing.assert_allclose(held, held_losses(seen, "H", [(0,), (1,)]), atol=1e-12)
