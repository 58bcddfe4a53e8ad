"""What a loop does to the weights of any module, as `watching` measures it: against the loop's own numbers."""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

import rnnviz
from rnnviz.notebook.updates import FIGURES, GRANTED, MOST, SHARE, VALUES, Updates


class Reader(torch.nn.Module):
    """Reads numbers, packed where it is told lengths; it has a layer that nothing asks."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.lstm = torch.nn.LSTM(3, 5, batch_first=True)
        self.cell = torch.nn.GRUCell(5, 4)
        self.out = torch.nn.Linear(4, 2)
        self.unused = torch.nn.Linear(3, 3)
        self.frozen = torch.nn.Parameter(torch.ones(2), requires_grad=False)

    def forward(self, x: torch.Tensor, lengths: list[int] | None = None) -> torch.Tensor:
        if lengths:
            packed = torch.nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True)
            self.held, (last, _) = self.lstm(packed)
            return self.out(self.cell(last[0]))
        self.held, _ = self.lstm(x)
        return self.out(self.cell(self.held[:, -1]))


def batch(k: int) -> tuple[torch.Tensor, torch.Tensor]:
    draw = torch.Generator().manual_seed(k)
    x = torch.randn(6, 7, 3, generator=draw)
    return x, (x[:, :, 0].sum(1) > 0).long()


def learn(
    module: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    after: Callable[[], None],
    steps: int,
    **more: Any,
) -> None:
    for k in range(steps):
        x, y = batch(k)
        loss = cross_entropy(module(x, **more), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        after()


def test_a_step_s_update_is_the_rate_times_the_gradient_where_it_is_plain_descent() -> None:
    module = Reader()
    seen = Updates(module)
    rate, expected = 0.1, []

    def after() -> None:
        named = {name: one for name, one in module.named_parameters() if one.grad is not None}
        gradients = {
            name: one.grad.norm().item() for name, one in named.items() if one.grad is not None
        }
        # Before the step: what it was has the gradient taken away from it.
        sizes = {
            n: (o.detach() + rate * o.grad).norm().item()
            for n, o in named.items()
            if o.grad is not None
        }
        expected.append({name: (rate * g / sizes[name], g) for name, g in gradients.items()})
        seen.step()

    seen.begin()
    learn(module, torch.optim.SGD(module.parameters(), rate), after, 5)
    seen.end()
    assert seen.steps == [1, 2, 3, 4, 5]
    assert "frozen" not in seen.weights
    for k, step in enumerate(expected):
        for name, (update, gradient) in step.items():
            assert seen.weights[name].updates[k] == pytest.approx(update, rel=2e-3), name
            assert seen.weights[name].gradients[k] == pytest.approx(gradient, rel=1e-5), name
    assert seen.weights["unused.weight"].updates == [0.0] * 5
    assert np.isnan(seen.weights["unused.weight"].gradients).all()


@pytest.mark.parametrize("lengths", [None, [7, 7, 6, 4, 2, 1]])
def test_what_a_layer_holds_are_its_own_outputs(lengths: list[int] | None) -> None:
    module = Reader()
    seen = Updates(module)
    seen.begin()
    learn(module, torch.optim.SGD(module.parameters(), 0.1), seen.step, 1, lengths=lengths)
    seen.end()
    held = module.held.data.detach().numpy()
    # Of a packed batch what is padding is no output.
    assert held.size == 5 * (sum(lengths) if lengths else 6 * 7)
    assert seen.layers["lstm"].quantiles == [pytest.approx(np.quantile(held, (0.05, 0.5, 0.95)))]
    assert seen.layers["lstm"].ends == [np.mean(np.abs(held) > 0.97)]
    assert set(seen.layers) == {"lstm", "cell"}


def test_the_most_unusual_comes_first_and_at_most_twelve_are_shown() -> None:
    module = Reader()
    with torch.no_grad():
        for one in module.parameters():
            one.copy_(one.sign() / 2)  # All of a size, so that Adam moves all by the same share.
    groups = [
        {"params": [one for name, one in module.named_parameters() if name != "out.weight"]},
        {"params": [module.out.weight], "lr": 0.1},
    ]
    seen = Updates(module)
    seen.begin()
    learn(module, torch.optim.Adam(groups, 0.001), seen.step, 6)
    seen.end()
    names = [name for name, _, _ in seen.unusual()]
    # The cell is called without a state, so that nothing asks for what would read one.
    assert set(names[:3]) == {"unused.weight", "unused.bias", "cell.weight_hh"}
    # A rate a hundred times that of the others.
    assert names[3] == "out.weight"
    assert len(names) == len(seen.weights) + len(seen.layers) > FIGURES
    html = seen._repr_html_()
    assert html.count("<figure") == FIGURES
    assert f"{len(names) - FIGURES} more" in html
    assert "No step has changed it." in html
    assert html.index("unused.weight") < html.index("out.weight")


def test_a_layer_that_stands_still_or_is_at_its_ends_is_told() -> None:
    module = torch.nn.Sequential(torch.nn.RNN(3, 4, batch_first=True))
    for size, said in ((0, "It holds the same everywhere"), (1000, "at the ends of tanh")):
        with torch.no_grad():
            for one in module.parameters():
                one.copy_(size * torch.randn(one.shape, generator=torch.Generator().manual_seed(2)))
        seen = Updates(module)
        seen.begin()
        module(torch.randn(4, 6, 3, generator=torch.Generator().manual_seed(1)).abs())
        seen.step()
        seen.end()
        (layer,) = [words for name, words, _ in seen.unusual() if name == "0"]
        assert said in layer


def test_measuring_takes_its_share_of_the_loop_and_no_more() -> None:
    """A measure takes 5 ms on this clock, a step of the loop 10."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.0025
        return now[0]

    module = torch.nn.Linear(2, 2)
    seen = Updates(module, clock=clock)
    seen.begin()
    for _ in range(3000):
        now[0] += 0.01
        seen.step()
    # Two parts of a measurement, each of which is timed by two looks at the clock.
    spent = 2 * 0.0025 * len(seen.steps)
    assert 0.5 * (GRANTED + SHARE * now[0]) < spent < 1.2 * (GRANTED + SHARE * now[0])
    assert len(seen.steps) > 50


def test_many_moments_are_thinned_and_the_last_one_stays() -> None:
    module, ticks = torch.nn.Linear(2, 2), count()
    seen = Updates(module, clock=lambda: next(ticks) * 1e-9)
    seen.begin()
    for _ in range(3 * MOST):
        seen.step()
    assert MOST / 2 <= len(seen.steps) <= MOST
    assert seen.steps == sorted(seen.steps)
    assert seen.steps[-1] == 3 * MOST
    assert len(seen.weights["weight"].updates) == len(seen.weights["weight"].gradients)
    assert len(seen.weights["weight"].updates) == len(seen.steps)


def test_a_watched_module_is_left_as_it_was_also_after_an_error() -> None:
    module = Reader()
    before = torch.random.get_rng_state()
    optimizer = torch.optim.SGD(module.parameters(), 0.1)
    x, y = batch(0)
    seen = rnnviz.watching(module)

    def broken() -> None:
        with seen:
            loss = cross_entropy(module(x), y)
            loss.backward()
            optimizer.step()
            seen.step(loss)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert torch.equal(before, torch.random.get_rng_state())
    assert not any(one._forward_hooks for one in module.modules())
    assert seen.updates is not None
    assert seen.updates.steps == [1]
    # What is not there any more cannot be kept alive.
    assert seen.updates._outputs == {}


def test_names_enter_as_text_and_sentences_in_the_reader_s_language() -> None:
    module = torch.nn.Module()
    module.register_parameter("<img src=x>", torch.nn.Parameter(torch.ones(2)))
    seen = Updates(module, "zh-Hant")
    assert "<p>" in seen._repr_html_()
    seen.begin()
    seen.step()
    html = seen._repr_html_()
    assert "<img" not in html
    assert "&lt;img src=x&gt;" in html
    assert "No step" not in html


def test_of_a_large_weight_some_numbers_are_looked_at() -> None:
    module = torch.nn.Linear(1000, 1000)
    seen = Updates(module)
    seen.begin()
    assert seen._before is not None
    assert VALUES <= seen._before["weight"].numel() <= 2 * VALUES
    with torch.no_grad():
        module.weight.mul_(1.01)
    seen.step()
    assert seen.weights["weight"].updates == [pytest.approx(0.01, rel=1e-3)]


def test_what_goes_wrong_with_measuring_ends_the_measuring_and_not_the_loop() -> None:
    module = torch.nn.Sequential(torch.nn.LazyLinear(3), torch.nn.Linear(3, 2))
    with rnnviz.watching(module) as seen:
        for k in range(3):
            module(batch(k)[0])
            seen.step(1.0)
    assert seen.updates is not None
    assert seen.updates.problem
    assert "Measuring has ended with" in seen.updates._repr_html_()
    assert not any(one._forward_hooks for one in module.modules())


def test_a_weight_that_learns_only_in_a_second_loop_has_missed_the_first() -> None:
    module = Reader()
    module.out.weight.requires_grad_(False)
    optimizer = torch.optim.SGD(module.parameters(), 0.1)
    seen = Updates(module)
    for _ in range(2):
        seen.begin()
        learn(module, optimizer, seen.step, 3)
        seen.end()
        module.out.weight.requires_grad_(True)
    updates = np.array(seen.weights["out.weight"].updates)
    assert np.isnan(updates).tolist() == [True] * 3 + [False] * 3
    assert "out.weight" in [name for name, _, _ in seen.unusual()]
    assert "<svg" in seen._repr_html_()


def test_a_moment_that_fails_halfway_is_none() -> None:
    module = Reader()
    seen = Updates(module)
    seen.begin()
    learn(module, torch.optim.SGD(module.parameters(), 0.1), seen.step, 2)
    module.out.weight.data = torch.ones(5, 5)
    seen.step()
    assert seen.problem
    assert seen.steps == [1, 2]
    assert {len(one.updates) for one in seen.weights.values()} == {2}
    assert "<svg" in seen._repr_html_()
