"""A module of somebody's own on the stage, as one file: its samples, what they read, and the way back from its loss."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect
from torch import Tensor, nn

from rnnviz import look
from rnnviz.frameworks import Seen
from tests.browser.axe import serious
from tests.browser.stage import exactly, press, stage

WORDS = ["the", "film", "was", "never", "dull", "good"]


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 4)
        self.encoder = nn.GRU(4, 6, batch_first=True)
        self.head = nn.Linear(6, 2)

    def forward(self, tokens: Tensor) -> Any:
        return self.head(self.encoder(self.embedding(tokens))[0].mean(1))


class Forecaster(nn.Module):
    def __init__(self, d: int) -> None:
        super().__init__()
        self.rnn = nn.LSTM(d, 5, batch_first=True)
        self.head = nn.Linear(5, 1)

    def forward(self, x: Tensor) -> Any:
        return self.head(self.rnn(x)[0][:, -1])


def classified() -> Seen:
    torch.manual_seed(2)
    tokens = torch.tensor([[0, 1, 2, 3, 4], [1, 2, 5, 5, 4], [0, 1, 2, 4, 4]])
    return look(
        Classifier().double(),
        tokens,
        torch.tensor([1, 1, 0]),
        nn.functional.cross_entropy,
        words=WORDS,
        classes=["bad", "good"],
    )


def forecast(d: int) -> Seen:
    torch.manual_seed(2)
    x = torch.randn(2, 7, d, dtype=torch.float64)
    return look(Forecaster(d).double(), x, x[:, -1, :1], nn.functional.mse_loss)


@pytest.fixture
def shown(page: Page, tmp_path: Path) -> Callable[[Seen, str], Page]:
    def show(seen: Seen, language: str = "en") -> Page:
        file = tmp_path / "seen.html"
        file.write_text(seen.html(language), "utf-8")
        page.goto(file.as_uri())
        expect(stage(page)).to_be_visible()
        return page

    return show


def test_samples_stand_there_one_at_a_time_each_with_what_it_reads_and_what_was_answered(
    shown: Callable[..., Page],
) -> None:
    seen = classified()
    page = shown(seen)
    read = page.locator(".ribbon .character.read")
    expect(read).to_have_text(["the", "film", "was", "never", "dull"])
    said = page.locator(".bar .what .muted")
    expect(said).to_contain_text(seen.answers[0].sentence(str))
    press(page, "ArrowRight", "ArrowRight", "}")
    expect(read).to_have_text(["film", "was", "good", "good", "dull"])
    expect(said).to_contain_text(seen.answers[1].sentence(str))
    # The place stays, and from the last sample nothing goes on.
    expect(stage(page)).to_have_attribute("data-t", "3")
    press(page, "}", "}")
    choice = page.get_by_role("combobox", name="The sample of the batch")
    expect(choice.locator("option:checked")).to_have_text("sample 3 of 3")
    choice.select_option("sample 1 of 3")
    expect(read).to_have_text(["the", "film", "was", "never", "dull"])
    assert serious(page) == []


def test_the_way_back_begins_at_what_the_module_s_own_loss_sends(
    shown: Callable[..., Page],
) -> None:
    seen = classified()
    page = shown(seen)
    press(page, "}", "y")
    expect(stage(page)).to_have_attribute("data-way", "back")
    # Of the last step nothing comes but from around the layer.
    size = np.linalg.norm(seen.layers["encoder"].gradients["H"][4, 1])
    expect(page.get_by_text(f"gradient of the hidden state has the size {size:.3}")).to_be_visible()
    expect(page.locator(".worked")).to_contain_text("∂+L/∂")
    # There is no loss to choose, and none that could be computed once more.
    expect(page.locator(".losses-of")).to_have_count(0)
    page.get_by_role("button", name="Gradients of the weights").click()
    expect(page.get_by_text("from all steps of this sample")).to_be_visible()
    expect(page.get_by_text("2ε")).to_have_count(0)
    assert serious(page) == []


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_numbers_that_are_read_are_curves_and_many_are_strips(
    shown: Callable[..., Page], d: int
) -> None:
    seen = forecast(d)
    page = shown(seen)
    is_few = d <= 3
    expect(page.locator(".input-curve")).to_have_count(d if is_few else 0)
    expect(page.locator(".input-dot.is-now")).to_have_count(d if is_few else 0)
    expect(page.locator('.ribbon .strip[data-q="X"]')).to_have_count(0 if is_few else 7)
    expect(page.locator(".ribbon .chip")).to_have_count(0)
    if not is_few:
        return
    # A pointer finds each number, and a click its step.
    dot = page.locator(".input-dot").nth(3)
    dot.hover()
    read = seen.sample(0)["X"][3, 0]
    told = "; ".join(map(exactly, read))
    expect(page.locator(".tip")).to_contain_text("all digits")
    page.keyboard.down("Shift")
    expect(page.locator(".tip")).to_contain_text(told)
    page.keyboard.up("Shift")
    expect(dot).to_have_attribute("data-full", told)
    dot.click()
    expect(stage(page)).to_have_attribute("data-t", "4")
