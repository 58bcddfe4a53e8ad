"""The stage's view of how far each loss reaches back."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, Position, expect

from rnnviz import Bidirectional, Hold
from rnnviz.explain import jacobians, reach
from tests.browser.axe import serious
from tests.browser.stage import at, trace_of
from tests.browser.test_hands import learnt_trace

# 1.2·10⁻⁴ as 1.2·10-4.
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def value(page: Page) -> float:
    """The number beside the triangle."""
    frame = page.locator(".triangle-frame:not([data-whole=''])")
    expect(frame).to_be_visible()
    said = page.locator(".reach-value").inner_text().rpartition(" = ")[2]
    return float(said.translate(RAISED).replace("·10", "e"))


def pair(page: Page, T: int, t: int, k: int) -> Position:
    """Where the pair of a loss and a step is in the triangle, from 1: the first loss is below."""
    box = page.locator(".triangle-frame").bounding_box()
    assert box
    return {"x": (k - 0.5) / T * box["width"], "y": (T - t + 0.5) / T * box["height"]}


def test_the_triangle_is_python_s_also_of_a_network_changed_by_hand(
    opened: Callable[..., Page],
) -> None:
    trace = learnt_trace("rnn")
    T = trace.steps
    page = opened(trace, place={"t": 4, "view": "reach"})
    assert value(page) == pytest.approx(reach(trace)[3, 0, 0], rel=0.03)
    held = learnt_trace("rnn", holds=[Hold("H", value=0.5, units=[1], steps=range(1, 3))])
    page = opened(trace, place={"t": 4, "view": "reach", "changes": "H.2.2-3=0.5"})
    assert value(page) == pytest.approx(reach(held)[3, 0, 0], rel=0.03)
    page.get_by_role("button", name="|∂Hₜ/∂Hₖ|").click()
    norms = np.linalg.norm(jacobians(held)[:, :, 0], axis=(2, 3)) / np.sqrt(8)
    assert value(page) == pytest.approx(norms[3, 0], rel=0.03)
    # All pairs, as a table: a row for each loss.
    page.keyboard.press(",")
    cells = page.locator("dialog[open] tbody tr").nth(3).locator("td")
    told = [f"{norm:.3g}" if norm >= 0.001 else None for norm in norms[3, :4]]
    for cell, number in zip(cells.all(), told, strict=False):
        assert number is None or float(cell.inner_text()) == pytest.approx(float(number), rel=0.01)
    expect(cells.nth(4)).to_have_text("")
    page.keyboard.press("Escape")
    frame, place = page.locator(".triangle-frame"), pair(page, T, 5, 2)
    frame.hover(position=place)
    assert frame.get_attribute("data-full") == re.sub(
        "value", f"{norms[4, 1]:.3g}", "|∂H₅/∂H₂|/√h = value"
    )
    assert serious(page) == []
    frame.click(position=place)
    # The walk begins with the loss of step 5, and has come to step 2.
    at(page, 2, "logits")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-way", "back")


def test_a_cell_without_a_state_has_no_triangle(opened: Callable[..., Page]) -> None:
    page = opened(learnt_trace("mlp"), place={"view": "reach"})
    expect(page.get_by_role("button", name="Reach")).to_be_hidden()
    expect(page.locator(".cell.panel")).to_be_visible()
    # Two directions have two, and the view says why it draws neither.
    page = opened(trace_of(Bidirectional), place={"t": 4, "view": "reach"})
    expect(page.locator(".no-ledger")).to_contain_text("one each way")
