"""The stage walked back through time, as one file: no server, no network."""

import re
from collections.abc import Callable
from typing import cast

import numpy as np
from playwright.sync_api import Page, expect

from rnnviz import MLP, RNN, Hold, SequenceModel, Trace, Vocabulary
from rnnviz.cells import Written
from rnnviz.explain.backwards import loss_slopes
from tests.browser.axe import serious
from tests.browser.stage import TEXT, at, exactly, press, stage, trace_of
from tests.cells.scripts import UNUSUAL


def gradients(trace: Trace, losses: list[int] | None = None) -> dict[str, np.ndarray]:
    assert trace.model is not None
    found = trace.model.backward(trace, loss_slopes(trace, losses))
    return cast("dict[str, np.ndarray]", found)


def norm_at(page: Page, t: int, state: int) -> float:
    """The norm that the bar of a state says at a step; LSTM's states are C and H."""
    bars = page.locator(".ribbon .column").nth(t - 1).locator(".norm")
    words = bars.nth(state).get_attribute("data-full")
    assert words is not None
    return float(words.split(" = ")[1].replace("−", "-").replace("·10^", "e"))


def test_b_turns_the_room_and_the_walk_goes_from_the_last_loss_to_the_first_character(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace)
    bar = page.locator("header.bar")
    press(page, "y")
    at(page, 5, "logits")
    expect(stage(page)).to_have_attribute("data-way", "back")
    expect(bar).to_contain_text("← t = 5 of 5")
    assert (
        page.locator(".ribbon .column .norm").first.get_attribute("data-full") == "not reached yet"
    )
    press(page, "ArrowDown")
    at(page, 5, "hidden")
    expect(page.locator('.diagram .strip[data-q="H"]:not([data-before])')).to_have_attribute(
        "aria-label", re.compile(re.escape(exactly(gradients(trace)["H"][4, 0, 0])[:14]))
    )
    # A clicker goes on, and an arrow goes where it points.
    press(page, "PageDown", "ArrowLeft")
    at(page, 3, "hidden")
    found = gradients(trace)
    for t in (4, 5):
        for state, name in enumerate(("C", "H")):
            np.testing.assert_allclose(
                norm_at(page, t, state), np.linalg.norm(found[name][t - 1, 0]), rtol=1e-12
            )
    expect(page.locator(".announcement[aria-live]")).to_contain_text("Its norm is")
    # One loss alone: nothing comes from the steps after it.
    page.locator(".loss-source").nth(1).click()
    at(page, 2, "hidden")
    expect(page.locator('.loss-source[aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(".losses-of")).to_have_value("some")
    press(page, "End", "ArrowUp", "ArrowDown")
    at(page, 1, "hidden")
    alone = gradients(trace, [1])
    np.testing.assert_allclose(norm_at(page, 1, 1), np.linalg.norm(alone["H"][0, 0]), rtol=1e-12)
    assert norm_at(page, 3, 1) == 0
    assert serious(page) == []
    # Forward again, and back to the same place.
    press(page, "y")
    expect(stage(page)).to_have_attribute("data-way", "forward")
    press(page, "y")
    at(page, 1, "hidden")
    # Who wants to be asked turns forward.
    press(page, "q")
    expect(stage(page)).to_have_attribute("data-way", "forward")
    expect(page.get_by_role("group", name="Question")).to_be_visible()


def test_a_quantity_that_no_path_leads_to_says_so(opened: Callable[..., Page]) -> None:
    for equations in UNUSUAL.values():
        model = SequenceModel.random(Written, Vocabulary(TEXT), 3, 0, equations=equations)
        page = opened(model.trace(TEXT[:-1], targets=TEXT[1:]))
        for way in ("forward", "back"):
            expect(stage(page)).to_have_attribute("data-way", way)
            count = page.locator(".equation").count()
            press(page, *["ArrowDown"] * count, "ArrowRight", "ArrowLeft", "y")
    page = opened(
        SequenceModel.random(
            Written, Vocabulary(TEXT), 3, 0, equations=UNUSUAL["a line that nothing reads"]
        ).trace(TEXT[:-1], targets=TEXT[1:]),
        place={"way": "back", "phase": "A"},
    )
    expect(page.locator(".gradient-head select")).to_be_visible()
    page.locator(".gradient-head select").select_option("W")
    expect(page.locator(".gradient-formula")).to_contain_text("No path leads from it to a loss.")


def test_gradients_follow_what_is_changed_by_hand(opened: Callable[..., Page]) -> None:
    place = {"way": "back", "t": 1, "phase": "to-H"}
    page = opened(trace_of(), place=place)
    unchanged = norm_at(page, 1, 0)
    press(page, "e")
    page.get_by_role("combobox", name="Quantity").select_option("F")
    page.get_by_role("textbox", name="unit").fill("all")
    page.get_by_role("textbox", name="value").fill("0")
    press(page, "Enter")
    expect(page.locator(".hand-words")).to_have_count(1)
    model = trace_of().model
    assert model is not None
    closed = [Hold("F", value=0.0, steps=range(5))]
    trace = model.trace(TEXT[:-1], targets=TEXT[1:], holds=closed)
    expected = np.linalg.norm(gradients(trace)["C"][0, 0])
    np.testing.assert_allclose(norm_at(page, 1, 0), expected, rtol=1e-10)
    assert abs(unchanged - expected) > 1e-6
    press(page, "Escape", "Control+z")
    expect(page.locator(".hand-words")).to_have_count(0)
    np.testing.assert_allclose(norm_at(page, 1, 0), unchanged, rtol=1e-12)


def test_a_text_without_a_loss_says_why_there_is_no_way_back(opened: Callable[..., Page]) -> None:
    model = trace_of(RNN).model
    assert model is not None
    page = opened(model.trace(TEXT[:1]), place={"way": "back"})
    expect(stage(page)).to_have_attribute("data-way", "forward")
    press(page, "y")
    expect(page.locator(".tip")).to_contain_text("without a target there is no loss")
    expect(stage(page)).to_have_attribute("data-way", "forward")
    page = opened(trace_of(MLP))
    press(page, "y", "ArrowLeft")
    expect(stage(page)).to_have_attribute("data-way", "back")
