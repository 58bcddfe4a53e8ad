"""The stage walked back through time, as one file: no server, no network."""

import re
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, MLP, RNN, Hold, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.cells import Written
from rnnviz.explain.backwards import backward_phases, loss_slopes
from tests.browser.axe import serious
from tests.browser.diagram import DESK, PHONE, touching
from tests.browser.stage import TEXT, at, present, press, stage, trace_of
from tests.cells.scripts import UNUSUAL


def gradients(trace: Trace, losses: list[int] | None = None) -> dict[str, np.ndarray]:
    assert trace.model is not None
    found = trace.model.backward(trace, loss_slopes(trace, losses))
    return cast("dict[str, np.ndarray]", found)


def shown(number: float) -> str:
    return np.format_float_positional(number, 3, unique=False, fractional=False, trim="k")


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
    bar = page.locator(".stage-foot")
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
        "aria-label", re.compile(rf": {gradients(trace)['H'][4, 0, 0]:#.3g}$")
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
    press(page, "ArrowLeft")
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


def test_before_the_first_step_back_the_losses_say_where_it_begins(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace)
    press(page, "y")
    bars = page.locator(".beginning-bar")
    expect(bars).to_have_count(5)
    expect(page.locator(".beginning-bar.is-left")).to_have_count(0)
    expect(page.locator(".cell .diagram")).to_be_hidden()
    losses = trace["loss"][:, 0].ravel()
    expect(page.locator(".beginning-title")).to_have_text(
        f"L, the mean of 5 losses: {shown(losses.mean())}"
    )
    expect(page.locator(".says")).to_contain_text(f"t = 5, with the loss {shown(losses[4])}")
    press(page, "ArrowDown")
    expect(page.locator(".beginning")).to_be_hidden()
    expect(page.locator(".cell .diagram").first).to_be_visible()
    # A loss chosen here is where it begins, alone and then with another one.
    press(page, "ArrowUp")
    bars.nth(1).click()
    at(page, 2, "logits")
    alone = f"L, the loss of t = 2: {shown(losses[1])}"
    expect(page.locator(".beginning-title")).to_have_text(alone)
    bars.nth(3).click()
    expect(page.locator(".beginning-bar.is-left")).to_have_count(3)
    at(page, 4, "logits")
    assert serious(page) == []
    # At the other one its loss is added to what has come from the first.
    page.locator(".ribbon .hit[data-step='2']").dispatch_event("click")
    at(page, 2, "logits")
    expect(page.locator(".says")).to_contain_text(f"At t = 2 the loss {shown(losses[1])} joins in")
    expect(page.locator(".beginning")).to_be_hidden()


def test_each_phase_of_the_way_back_says_how_large_its_own_gradient_is(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    found = gradients(trace)
    # What goes on to the memory before has passed through the forget gate.
    onwards = found["C"][2, 0] * trace["F"][2, 0]
    for phase, said in (
        (
            "forget",
            f"At step 3 the gradient of the forget gate has the size {norm(found['F'][2, 0])}.",
        ),
        (
            "memory",
            f"At step 3 the gradient of the memory cell has the size {norm(found['C'][2, 0])}.",
        ),
        ("to-C", f"goes on to the memory cell of step 2 has the size {norm(onwards)}."),
        ("to-X", f"At step 3 the gradient of the input has the size {norm(found['X'][2, 0])}."),
    ):
        page = opened(trace, place={"way": "back", "t": 3, "phase": phase})
        expect(page.locator(".says")).to_contain_text(said)


def norm(values: np.ndarray) -> str:
    return f"{np.linalg.norm(values):#.3g}"


def test_what_has_been_read_is_written_on_the_way_back(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"way": "back", "t": 5, "phase": "logits", "view": "words"})
    tree = page.locator(".words-tree")
    expect(tree).to_contain_text(f"t = 5: {TEXT[4]}")
    expect(tree).to_contain_text(f"t = 1: {TEXT[0]}; not")
    page = opened(trace, place={"way": "back", "t": 5, "phase": "logits", "view": "equations"})
    # A difference: what was expected, less what came.
    expect(page.locator(".shape").first).to_have_text("1×6 − 1×6 → 1×6")


def test_a_state_s_dots_begin_where_the_gradient_comes_from(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    found = gradients(trace)["C"][3, 0]
    # At the last step nothing has come from a later one.
    page = opened(trace, place={"way": "back", "t": 5, "phase": "logits"})
    for dots in (".units-before", ".units-now"):
        for k in range(2):
            expect(page.locator(dots).nth(k)).to_have_attribute("d", "")
    page = opened(trace, place={"way": "back", "t": 4, "phase": "to-X"})
    expect(page.locator(".units-now.is-chosen")).not_to_have_attribute("d", "")
    page = opened(trace, place={"way": "back", "t": 3, "phase": "logits"})
    expect(page.locator(".units-before.is-chosen")).not_to_have_attribute("d", "")
    hit = page.locator(".units-hit")
    box = hit.bounding_box()
    assert box is not None
    for unit in (0, 7):
        hit.hover(position={"x": box["width"] / 2, "y": (unit + 0.5) / 8 * box["height"]})
        number = f"{found[unit]:.12f}"[:-2].replace("-", "−")
        expect(hit).to_have_attribute("data-full", re.compile(f"t = 4, unit {unit + 1}: {number}"))


@pytest.mark.parametrize(
    ("cell", "handed_on"),
    [
        (RNN, ["Ht−1", "Xt"]),
        (GRU, ["Ht−1", "Xt"]),
        (LSTM, ["Ht−1", "Ct−1", "Xt"]),
    ],
)
def test_each_phase_of_the_way_back_has_a_name_of_its_own(
    opened: Callable[..., Page], cell: type[RNN], handed_on: list[str]
) -> None:
    page = opened(trace_of(cell))
    names = page.locator(".stage-foot .point-name")
    forwards = names.all_text_contents()
    assert len(set(forwards)) == len(forwards)
    press(page, "y")
    expect(names.last).to_have_text("Xt")
    backwards = names.all_text_contents()
    assert len(set(backwards)) == len(backwards)
    assert backwards[-len(handed_on) :] == handed_on


def test_a_quantity_that_no_path_leads_to_says_so(opened: Callable[..., Page]) -> None:
    for name, equations in UNUSUAL.items():
        model = SequenceModel.random(Written, Vocabulary(TEXT), 3, 0, equations=equations)
        page = opened(model.trace(TEXT[:-1], targets=TEXT[1:]))
        for way in ("forward", "back"):
            expect(stage(page)).to_have_attribute("data-way", way)
            count = page.locator(".point").count()
            press(page, *["ArrowDown"] * count, "ArrowRight", "ArrowLeft")
            if (name, way) == ("a line that nothing reads", "back"):
                says_that_no_path_leads_from(page, "W")
            press(page, "y")


def says_that_no_path_leads_from(page: Page, parameter: str) -> None:
    page.get_by_role("button", name="Gradients of the weights").click()
    page.locator(".gradient-head select").select_option(parameter)
    expect(page.locator(".gradient-formula")).to_contain_text("No path leads from it to a loss.")
    stage(page).focus()


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


# What of the stage is below the fold, wider than its box, or over another text of the diagram; a touch is no overlap.
OVERFLOW = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const found = []
  const root = document.querySelector("[data-testid=stage]")
  const isSeen = (one) => one.getBoundingClientRect().width > 0
  const all = (parts) => [...root.querySelectorAll(parts)].filter(isSeen)
  for (const one of all(".body *:not(.wire-hit, .pulse, .hit)"))
    if (one.getBoundingClientRect().bottom > innerHeight + 0.5) found.push(`below the fold: ${one.textContent}`)
  for (const one of all(".equation, .in-numbers, .box.back, .says-what .hint, .gradient-facts div, .where"))
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
      found.push(`larger than its box: ${one.className} ${one.textContent}`)
  for (const one of all(".equation math")) {
    const [own, line] = [one, one.closest(".equation")].map((part) => part.getBoundingClientRect())
    if (own.right > line.right + 1) found.push(`cut: ${line.textContent}`)
  }
  const letters = all(".diagram svg text").filter((one) => one.textContent.trim()).map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const air = Math.max(0, (bottom - top - 0.72 * parseFloat(getComputedStyle(one).fontSize)) / 2)
    return { words: one.textContent, left, right, top: top + air, bottom: bottom - air }
  })
  letters.forEach((one, k) => letters.slice(k + 1).forEach((other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    if (wide > 2 && high > 2) found.push(`“${one.words}” is over “${other.words}”`)
  }))
  return found
}"""


@pytest.mark.parametrize(
    ("traces", "notation"),
    [
        ([trace_of(RNN)], "row"),
        ([trace_of(RNN)], "uvw"),
        ([trace_of(GRU)], "torch"),
        ([trace_of(LSTM), trace_of(GRU), trace_of(RNN)], "column"),
        ([trace_of(LSTM)], "dnk"),
        ([trace_of(Stacked, hidden_size=(4, 4), of=LSTM)], "row"),
    ],
    ids=["rnn", "rnn uvw", "gru torch", "lstm over two others", "lstm dnk", "two layers"],
)
def test_the_way_back_fits_the_screen_in_every_phase_and_nothing_is_cut(
    opened: Callable[..., Page], traces: list[Trace], notation: str
) -> None:
    place = {"way": "back", "t": 3, "phase": "logits", "notation": notation}
    expect_the_way_back_to_fit(opened(traces, place=place), traces[0].model)


def expect_the_way_back_to_fit(page: Page, model: SequenceModel | None) -> None:
    """Of a page that is at t = 3 and at the logits."""
    assert model is not None
    phases = [phase.key for phase in backward_phases(model)]

    def walk(key: str, phases: list[str]) -> None:
        for k, phase in enumerate(phases):
            press(page, *[key] * min(k, 1))
            at(page, 3, phase)
            assert page.evaluate(OVERFLOW) == [], phase
            expect(page.locator(".in-numbers .result").last).to_be_in_viewport(ratio=0.95)

    walk("ArrowDown", phases)
    present(page)
    walk("ArrowUp", phases[::-1])


def test_factors_stand_clear_of_the_gradients_of_an_lstm(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM), place={"way": "back", "t": 2, "phase": "to-X"})
    expect(page.locator(".diagram .factor")).not_to_have_count(0)
    assert touching(page, DESK, PHONE) == []


def test_the_factor_that_makes_an_rnns_gradient_shrink_stays_beside_its_wire(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(RNN)
    page = opened(trace, place={"way": "back", "t": 3, "phase": "logits", "unit": 2})
    factors = page.locator(".diagram text.factor")
    slope = 1 - trace["H"][2, 0, 1] ** 2
    for phase in ("hidden", "to-H", "to-X"):
        press(page, "ArrowDown")
        at(page, 3, phase)
        expect(factors.filter(has_text="(1 − H₃²)[2]")).to_contain_text(shown(slope))
    # The largest gradient of the step has the full colour of its sign.
    named = page.locator(".diagram text").filter(has_text="full colour")
    found = gradients(trace)
    strips = [found[name][2, 0] for name in ("logits", "H", "A_h")]
    handed_on = found["A_h"][2, 0] @ trace.cell.W_hh.T
    largest = max(np.abs(one).max() for one in (*strips, handed_on))
    expect(named).to_contain_text(f"±{shown(largest)}")


def test_beside_an_rnn_in_focus_the_memory_of_an_lstm_is_seen_on_the_way_back(
    opened: Callable[..., Page],
) -> None:
    page = opened([trace_of(RNN), trace_of(LSTM)], place={"way": "back", "t": 2, "phase": "to-X"})
    expect(page.locator(".lane").nth(1).locator(".letter")).to_have_text(["C", "H"])
    press(page, "y")
    expect(page.locator(".lane").nth(1).locator(".letter")).to_have_text(["H"])
