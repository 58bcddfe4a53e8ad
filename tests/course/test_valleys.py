"""Valleys of a loss, learning online, and how much a batch's gradient is off."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz.course.chapters.descent.numbers import batch_sizes
from tests.course.javascript import evaluated

WAVE = np.array(
    [
        [0.4, 0.8], [0.7, 1.1], [1.1, 0.9], [1.4, 0.1], [1.7, -0.1], [2.0, -0.7],
        [2.4, -1.1], [2.7, -0.7], [3.0, -0.2], [3.3, 0.4], [3.7, 0.9], [4.0, 1.1],
    ]
)  # fmt: skip
WALK = {
    "look": "batch", "rate": 0.15, "schedule": "constant", "steps": 300, "start": 0.3, "seed": 1,
}  # fmt: skip


def wave_loss(w: torch.Tensor) -> torch.Tensor:
    x, y = torch.tensor(WAVE).T
    return ((torch.sin(w * x) - y) ** 2 / 2).mean()


def test_loss_and_slope_of_the_wave_are_torch_s() -> None:
    for value in (-0.7, 0.3, 2.1, 3.3):
        w = torch.tensor(value, dtype=torch.float64, requires_grad=True)
        wave_loss(w).backward()
        loss, slope, *samples = evaluated(
            "chapters/descent/valleys",
            ["valleyLoss", "wave", value],
            ["valleySlope", "wave", value],
            *(["sampleSlope", "wave", value, k] for k in range(12)),
        )
        assert loss == pytest.approx(wave_loss(w).item())
        assert w.grad is not None
        assert slope == pytest.approx(w.grad.item())
        assert np.mean(samples) == pytest.approx(slope)


def test_the_line_has_one_valley_and_no_chord_below_its_curve() -> None:
    (turns,) = evaluated("chapters/descent/valleys", ["turnsOf", "line"])
    assert (len(turns["valleys"]), turns["passes"]) == (1, [])
    rng = np.random.default_rng(1)
    chords = [sorted(pair) for pair in rng.uniform(-0.4, 4.4, (20, 2)).tolist()]
    assert (
        max(
            evaluated("chapters/descent/valleys", *(["aboveChord", "line", *one] for one in chords))
        )
        < 0
    )
    waves = evaluated("chapters/descent/valleys", *(["aboveChord", "wave", *one] for one in chords))
    (inside,) = evaluated("chapters/descent/valleys", ["aboveChord", "wave", 1.8, 2.2])
    assert inside < 0 < max(waves)


def test_the_wave_s_valleys_are_where_its_loss_turns() -> None:
    (turns,) = evaluated("chapters/descent/valleys", ["turnsOf", "wave"])
    grid = np.linspace(-0.4, 4.4, 4801)
    losses = np.array([wave_loss(torch.tensor(w)).item() for w in grid])
    inner = (losses[1:-1] < losses[:-2]) & (losses[1:-1] < losses[2:])
    np.testing.assert_allclose(sorted(turns["valleys"]), grid[1:-1][inner], atol=2e-3)
    assert turns["valleys"][0] == pytest.approx(grid[losses.argmin()], abs=2e-3)
    assert len(turns["passes"]) == len(turns["valleys"]) - 1


def test_batch_descent_stays_in_its_valley_and_one_sample_at_a_time_leaves_it() -> None:
    (stays, ends) = evaluated(
        "chapters/descent/valleys",
        ["valleyWalk", "wave", WALK],
        ["endsOf", "wave", WALK | {"look": "stochastic"}, 100],
    )
    slope, *inside = evaluated(
        "chapters/descent/valleys",
        ["valleySlope", "wave", stays[-1]],
        *(["isInLowest", "wave", w] for w in (stays[-1], *ends)),
    )
    assert slope == pytest.approx(0, abs=1e-9)
    assert inside[0] is False
    assert sum(inside[1:]) > 50


def test_a_walk_goes_where_torch_s_sgd_goes_and_a_falling_rate_calms_it() -> None:
    (path,) = evaluated("chapters/descent/valleys", ["valleyWalk", "wave", WALK | {"steps": 20}])
    w = torch.tensor(WALK["start"], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.15)
    for there in path:
        assert there == pytest.approx(w.item())
        optimizer.zero_grad()
        wave_loss(w).backward()
        optimizer.step()
    near: dict[str, Any] = WALK | {"look": "stochastic", "start": 2.0, "rate": 0.1}
    constant, falling = evaluated(
        "chapters/descent/valleys",
        ["endsOf", "wave", near, 60],
        ["endsOf", "wave", near | {"schedule": "falling"}, 60],
    )
    assert np.std(falling) < 0.7 * np.std(constant)


STREAM = {"count": 200, "change": 100, "before": 1.0, "after": -0.5, "noise": 0.3, "seed": 4}


def test_all_samples_so_far_give_the_least_squares_and_one_at_a_time_follows_a_change() -> None:
    (stream,) = evaluated("chapters/descent/stream", ["streamOf", STREAM])
    online, batch = evaluated(
        "chapters/descent/stream", ["onlineWeights", stream, 0.5], ["batchWeights", stream]
    )
    x, y = np.array(stream).T
    for t in (5, 50, 199):
        expected = np.linalg.lstsq(x[: t + 1, None], y[: t + 1], rcond=None)[0][0]
        assert batch[t] == pytest.approx(expected)
    w = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.5)
    for (one, wanted), found in zip(stream, online, strict=True):
        optimizer.zero_grad()
        ((w * one - wanted) ** 2 / 2).backward()
        optimizer.step()
        assert found == pytest.approx(w.item())
    assert abs(online[-1] + 0.5) < abs(batch[-1] + 0.5)
    still, calm = (np.square(np.array(found[50:100]) - 1).mean() for found in (online, batch))
    assert calm < still


def test_a_batch_four_times_as_large_is_half_as_far_off() -> None:
    (gradients,) = evaluated("chapters/descent/batchnoise", ["sampleGradients"])
    assert len(gradients) == 4096
    (all_of_them,) = evaluated("chapters/descent/batchnoise", ["momentsOf", gradients])
    for size in (4, 16, 64):
        (means,) = evaluated(
            "chapters/descent/batchnoise", ["batchGradients", gradients, size, 2000, 3]
        )
        (found,) = evaluated("chapters/descent/batchnoise", ["momentsOf", means])
        assert found["spread"] == pytest.approx(all_of_them["spread"] / size**0.5, rel=0.06)
        assert found["mean"] == pytest.approx(np.mean(gradients), abs=4 * found["spread"] / 44)


def test_what_the_chapter_says_of_measured_batch_sizes_is_what_was_measured() -> None:
    seconds = {int(size): one for size, one in batch_sizes()["sizes"]["seconds"].items()}
    each = {size: one / size for size, one in seconds.items()}
    assert each[1] / each[16] == pytest.approx(6, abs=0.5)
    assert all(0.85 < each[size] / each[16] < 1 for size in seconds if 16 < size <= 300)
    assert all(each[size] > 1.2 * each[16] for size in seconds if size > 300)
    for power in (32, 64, 128, 256, 512):
        beside = (each[power - 1] + each[power + 1]) / 2
        assert each[power] == pytest.approx(beside, rel=0.02)
