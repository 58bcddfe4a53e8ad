"""The chain rule on the stage: its equations, its terms, a wire's factor, and a weight's gradient, as one file."""

from collections.abc import Callable

import numpy as np
from playwright.sync_api import Page, expect

from rnnviz.trace import Trace
from tests.browser.stage import at, press, stage, trace_of


def gradients_of(trace: Trace) -> dict[str, np.ndarray]:
    assert trace.model is not None
    return trace.model.gradients(trace)


def full(page: Page, k: int) -> float:
    """A number of the weight's facts, with all its digits."""
    return float(fact(page, k).get_attribute("data-full").replace("−", "-").replace("·10^", "e"))


def fact(page: Page, k: int):  # type: ignore[no-untyped-def]
    return page.locator(".gradient-facts dd").nth(k)


def test_a_weight_s_gradient_grows_step_by_step_to_the_whole(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace, place={"way": "back", "t": 5, "phase": "input", "weight": "W_hf.2.5"})
    whole = gradients_of(trace)["W_hf"][1, 4]
    np.testing.assert_allclose(full(page, 1), whole, rtol=1e-9)
    seen = [full(page, 0)]
    for t in (4, 3, 2, 1):
        press(page, "ArrowLeft")
        at(page, t, "input")
        seen.append(full(page, 0))
    assert len(set(seen)) > 3
    np.testing.assert_allclose(seen[-1], whole, rtol=1e-9)
    # The check beside it: the loss computed twice, and not the same code.
    expect(fact(page, 2)).not_to_have_text("…")
    np.testing.assert_allclose(full(page, 2), whole, rtol=1e-6, atol=1e-9)


def test_weights_are_chosen_with_the_keyboard_and_named_in_the_link(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"way": "back", "t": 1, "phase": "input", "view": "gradients"})
    page.get_by_label("Parameter").select_option("W_hi")
    weights = page.locator(".gradient-map[tabindex]")
    weights.focus()
    first = weights.get_attribute("aria-label")
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowUp")
    expect(weights).to_be_focused()
    expect(weights).not_to_have_attribute("aria-label", str(first))
    expect(stage(page)).to_have_attribute("data-t", "1")
    assert "∂L/∂W_hi[" in str(weights.get_attribute("aria-label"))


def test_a_backward_equation_its_terms_and_its_numbers(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"way": "back", "t": 3, "phase": "forget", "view": "equations"})
    line = page.locator(".equation[aria-current]")
    expect(line).to_have_text("∂L/∂Ft=∂L/∂Ct⊙Ct−1∂L/∂Af,t=∂L/∂Ft⊙Ft⊙(1−Ft)")
    numbers = page.locator(".in-numbers .result").all()
    found = [one.get_attribute("data-full") for one in numbers]
    gradients = gradients_of(trace)
    expected = [gradients[name][2, 0, 0] for name in ("F", "A_f")]
    np.testing.assert_allclose(
        [float(str(one).replace("−", "-").replace("·10^", "e")) for one in found],
        expected,
        rtol=1e-9,
    )
    press(page, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    at(page, 3, "hidden")
    # From the output, and from each of the four gates of the step after.
    expect(line).to_contain_text("∂L/∂Ai,t+1Whiᵀ+∂L/∂Af,t+1Whfᵀ+∂L/∂Ao,t+1Whoᵀ+∂L/∂Ac,t+1Whcᵀ")
    press(page, "u")
    expect(page.locator(".sum .row-label").first).to_contain_text("∂L/∂")


def test_a_wire_says_its_factor(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"way": "back", "t": 3, "phase": "to-X", "unit": 2})
    note = page.locator(".wire-note:visible")
    wire = page.locator(".wire-hit").nth(9)
    wire.focus()
    press(page, "Enter")
    expect(note).to_contain_text("Factor of unit 2: F₃[2] = ")
    expect(wire).to_have_attribute("aria-pressed", "true")
    before = note.text_content()
    press(page, "ArrowLeft")
    expect(note).to_contain_text("F₂[2]")
    assert note.text_content() != before
    wire.focus()
    press(page, "Enter")
    expect(note).to_have_count(0)
