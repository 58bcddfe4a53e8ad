"""The stage's view of how far each loss reaches back."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, Position, expect

from rnnviz import RNN, Bidirectional, Hold
from rnnviz.explain import by_distance, jacobians, reach
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
    expect(page.get_by_role("button", name="How far back")).to_be_hidden()
    expect(page.locator(".cell.panel")).to_be_visible()
    # Two directions have two, and the view says why it draws neither.
    page = opened(trace_of(Bidirectional), place={"t": 4, "view": "reach"})
    expect(page.locator(".no-ledger")).to_contain_text("one each way")


def test_a_sentence_says_what_is_left_and_a_bar_leads_to_its_step(
    opened: Callable[..., Page],
) -> None:
    trace = learnt_trace("rnn")
    T = trace.steps
    norms = reach(trace)[:, :, 0]
    page = opened(trace, place={"t": T, "view": "reach"})
    value(page)
    said = page.locator(".says-what .finding")
    left = norms[T - 1, 0] / norms[T - 1, T - 1]
    # Only one loss has so many steps before it.
    expect(said).to_have_text(
        f"{T - 1} steps back, at t = 1, {per_cent(left)} of the gradient of loss {T} is left."
    )
    bar = page.locator(".reach-chart .bar").nth(2)
    left = norms[T - 1, 2] / norms[T - 1, T - 1]
    assert (bar.get_attribute("data-full") or "").endswith(per_cent(left))
    bar.click()
    at(page, 3, "logits")
    expect(said).to_contain_text(f"{T - 3} steps back, at t = 3, {per_cent(left)}")


def test_of_several_losses_the_median_is_said(opened: Callable[..., Page]) -> None:
    trace = trace_of(RNN, text="to be or not to be")
    norms = reach(trace)[:, :, 0]
    page = opened(trace, place={"t": trace.steps, "view": "reach"})
    value(page)
    median = np.median([norms[t, t - 5] / norms[t, t] for t in range(5, trace.steps)])
    said = page.locator(".says-what .finding")
    expect(said).to_contain_text(f"Of all losses, {per_cent(median)} is left 5 steps back")


def per_cent(share: float) -> str:
    """As the stage writes shares of 0.1 % and more."""
    return f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"


def test_a_weight_s_gradient_by_distance(opened: Callable[..., Page]) -> None:
    trace = learnt_trace("gru")
    assert trace.model is not None
    gradients = trace.model.gradients(trace)
    page = opened(trace, place={"t": 3, "way": "back", "view": "distance", "weight": "W_hr.2.1"})
    for name in ("W_hr", "W_hz"):
        page.locator(".distance select").select_option(name)
        expect(page.locator(f".distance[data-whole*={name}]")).to_be_visible()
        parts = by_distance(trace, name).reshape(trace.steps, -1)
        gradient = gradients[name].ravel()
        shares = parts @ gradient / (gradient @ gradient)
        told = [
            one.get_attribute("data-full") or "" for one in page.locator(".distance rect").all()
        ]
        found = [
            float(one.rpartition(": ")[2].removesuffix(" %").replace("−", "-")) for one in told
        ]
        np.testing.assert_allclose(found, 100 * shares, rtol=1e-9, atol=1e-9)
    expect(page.locator(".finding")).to_contain_text(
        f"{per_cent(shares[0])} of ∂L/∂W_hz comes from"
    )
    assert serious(page) == []
    page.keyboard.press(",")
    rows = page.locator("dialog[open] tbody tr")
    expect(rows).to_have_count(trace.steps)
