"""The stage as one HTML file, driven as a lecturer and a student would."""

import json
import re
from collections.abc import Callable
from html import escape
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Trace, Vocabulary
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Expression, Matmul, Parameter, Tensor, evaluate
from rnnviz.explain import NOTATIONS, unit_sum
from rnnviz.model import OUTPUT_PHASES, SCORE, phase_keys
from rnnviz.stage import html, notebook_html
from tests.browser.axe import serious
from tests.browser.overflow import cut, resize
from tests.browser.stage import TEXT, at, exactly, present, press, stop_the_clock, trace_of
from tests.cells.minimal_gated_unit import MinimalGatedUnit


def test_arrows_and_a_clicker_step_at_once_and_the_browser_and_streamlit_keep_their_keys(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of())
    at(page, 1, "predict")
    press(page, "ArrowLeft")
    at(page, 1, "predict")
    press(page, "ArrowRight", "ArrowRight")
    at(page, 3, "predict")
    press(page, "End", "ArrowRight")
    at(page, 5, "predict")
    press(page, "Home")
    at(page, 1, "predict")

    press(page, "PageDown", "PageDown")
    at(page, 3, "predict")
    press(page, "PageUp")
    at(page, 2, "predict")
    page.evaluate("document.activeElement.blur()")
    press(page, "PageDown")
    at(page, 3, "predict")
    press(page, "ArrowDown")
    at(page, 4, "input")

    page.evaluate(
        "document.addEventListener('keydown', (e) => { window.reached.push(e.defaultPrevented) })"
    )
    for key in ("r", "1", "Control+f", "Control+c", "Control+ArrowRight", "Tab"):
        page.evaluate("window.reached = []")
        press(page, key)
        # The modifier is a key as well.
        reached = page.evaluate("window.reached")
        assert reached == [False] * len(key.split("+")), key
        at(page, 4, "input")


def test_down_walks_through_every_phase_and_space_plays_them_at_a_speed_until_another_key(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 2, "phase": "input"})
    phases = phase_keys(LSTM)
    for phase in phases:
        at(page, 2, phase)
        press(page, "ArrowDown")
    at(page, 3, "input")
    press(page, "ArrowUp")
    at(page, 2, "predict")

    stop_the_clock(page)
    press(page, *["ArrowUp"] * (len(phases) - 1), "Space")
    page.clock.run_for(2000)
    pause = page.get_by_role("button", name="Pause")
    # A letter for it would be an emoji on some machines.
    expect(pause).to_have_text("")
    expect(pause.locator("path")).to_be_visible()
    at(page, 2, "output")
    press(page, "ArrowRight")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.clock.run_for(5000)
    at(page, 3, "output")

    speed = page.get_by_label("Speed of playing")
    expect(speed).to_have_value("1")
    press(page, *["ArrowUp"] * phases.index("output"), "+", "+", "Space")
    expect(speed).to_have_value("4")
    page.clock.run_for(1000)
    at(page, 3, "memory")
    press(page, "-")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(speed).to_have_value("2")
    page.clock.run_for(1000)
    at(page, 3, "logits")
    speed.select_option("0.5")
    page.clock.run_for(1700)
    at(page, 3, "logits")
    page.clock.run_for(200)
    at(page, 3, "predict")


# What a reader sees of a worked equation in each of these notations, chosen one after the other.
WORKED = """(notations) => notations.map((k) => {
  const choice = document.querySelector("select.notation")
  choice.selectedIndex = k
  choice.dispatchEvent(new Event("change", { bubbles: true }))
  return [...document.querySelectorAll(".worked .number")]
    .map((e) => Number(e.dataset.full.replace("·10^", "e").replaceAll("−", "-")))
})"""


# The richest cell in every notation, each other one in the notation of its variant, which says where PyTorch's differs.
@pytest.mark.parametrize(
    ("trace", "notations"),
    [
        (trace_of(MLP), []),
        (trace_of(RNN), ["uvw"]),
        (trace_of(GRU), ["torch", "row"]),
        (trace_of(GRU, reset_after=True), ["torch"]),
        (trace_of(LSTM), list(NOTATIONS)),
    ],
    ids=["mlp", "rnn", "gru", "gru of torch", "lstm"],
)
def test_a_cell_has_room_and_every_number_in_every_notation_is_the_trace_s_to_the_last_digit(
    opened: Callable[..., Page], trace: Trace, notations: list[str]
) -> None:
    page = opened(trace, place={"t": 3, "unit": 5})
    a_low_window_has_the_prediction_above_the_fold(page)
    # All is larger in a high window, where a short text is not cut.
    resize(page, 1440, 900)
    press(page, "ArrowDown")
    expect(page.locator(".what .text")).to_have_text(TEXT)

    press(page, "u")
    pre = {quantity.name: quantity.pre for quantity in trace.cell.description.quantities}
    for phase in reversed((*trace.cell.description.phases, *OUTPUT_PHASES)):
        at(page, 3, phase.key)
        unit = 4 if phase not in OUTPUT_PHASES else trace.model.vocabulary.indices(TEXT[3])[0]
        expected = unit_sum(trace, phase, t=2, unit=unit)
        result = page.locator(".in-numbers .result")
        expect(result).to_have_attribute("data-full", exactly(expected.value))
        if phase not in OUTPUT_PHASES and expected.function:
            bar = page.locator(".sum .total-bar")
            expect(bar).to_have_attribute("data-full", exactly(expected.total))
        if notations and (phase not in OUTPUT_PHASES or phase is SCORE):
            equation = parse(phase.equation, trace.model.parameters)
            parts = leaves(trace, equation.expression, 2, unit)
            names = (equation.target, pre.get(equation.target))
            parts += [trace[name][2, 0, unit] for name in names if name]
            asked = [list(NOTATIONS).index(notation) for notation in notations]
            for notation, drawn in zip(notations, page.evaluate(WORKED, asked), strict=True):
                assert sorted(drawn) == pytest.approx(sorted(parts), abs=1e-12), notation
        press(page, "ArrowUp")
    if trace.cell.title == "GRU":
        page.get_by_role("button", name="Equations").click()
        page.get_by_label("Notation").select_option(label="PyTorch's names")
        note = expect(page.locator(".note"))
        differs = "torch" not in notations[-1]
        (note.to_contain_text if differs else note.not_to_contain_text)("after the product")


def a_low_window_has_the_prediction_above_the_fold(page: Page) -> None:
    resize(page, 1280, 520)
    for part in (".bar-line.is-target", ".losses .loss", ".worked", ".in-numbers"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 520, part
    press(page, "ArrowUp")
    box = page.locator(".in-numbers").bounding_box()
    assert box["y"] + box["height"] <= 520


def shown(number: float) -> str:
    """Three significant digits, as the stage writes them, in brackets below zero."""
    text = np.format_float_positional(number, 3, unique=False, fractional=False, trim="k")
    return f"({text})".replace("-", "−") if number < 0 else text


def leaves(trace: Trace, e: Expression, t: int, unit: int) -> list[float]:
    """What an equation adds and multiplies: quantities, biases, and products with a matrix."""
    if isinstance(e, Tensor | Parameter | Matmul):
        value = evaluate(
            e,
            lambda one: trace.before(one.name) if one.before else trace[one.name],
            trace.model.parameters,
            getattr(trace.cell, "phi", ""),
        )
        return [float(value.reshape(-1, value.shape[-1])[t if value.ndim == 3 else 0, unit])]
    parts = [one for p in vars(e).values() for one in (p if isinstance(p, tuple) else (p,))]
    inside = [leaves(trace, part, t, unit) for part in parts if isinstance(part, Expression)]
    return [number for found in inside for number in found]


def test_a_prediction_shows_its_softmax_and_loss_and_a_probability_is_worked_out_over_all(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 3, "unit": 2}, viewport={"width": 1280, "height": 900})
    z, p = trace["logits"][2, 0], trace["Y_hat"][2, 0]
    target = trace.model.vocabulary.indices("直")[0]
    order = [target, *(k for k in np.argsort(-p) if k != target)]
    fraction = page.locator(".worked .fraction")
    expect(fraction.locator("sup")).to_have_text(
        [shown(z[k]).strip("()") for k in (target, *order[:4])]
    )
    rest = fraction.locator(".captioned").last
    expect(rest).to_contain_text("2 others")
    assert float(rest.locator(".number").get_attribute("data-full")) == pytest.approx(
        np.exp(z[order[4:]]).sum()
    )
    expect(page.locator(".worked .result")).to_have_attribute("data-full", exactly(p[target]))
    line = page.locator(".bar-line.is-target")
    expect(line.locator(".character")).to_have_text("直")
    expect(line.locator(".number")).to_have_attribute("data-full", exactly(p[target]))
    expect(page.locator(".losses .loss")).to_have_attribute(
        "data-full", exactly(trace["loss"][2, 0])
    )
    mean = page.locator(".losses [data-full]").last
    assert float(mean.get_attribute("data-full")) == pytest.approx(
        trace["loss"][:3].mean(), rel=1e-14
    )
    # The candidates' logits are there before their probabilities are.
    logits = page.locator(".bar-line .logit")
    for k, line in zip(np.argsort(-p)[:4], logits.all(), strict=False):
        expect(line).to_have_attribute("data-full", exactly(z[k]))
    press(page, "ArrowUp")
    at(page, 3, "logits")
    expect(logits.first).to_be_visible()
    expect(page.locator(".bar-line .track + .number").first).to_be_hidden()
    # Before it there is the prediction of the step before.
    press(page, "ArrowUp")
    expect(page.locator(".output")).to_contain_text("Prediction after 要")
    expect(logits.first).to_have_attribute("data-full", exactly(trace["logits"][1, 0].max()))

    # An equation reads as one would write it.
    press(page, "ArrowUp")
    at(page, 3, "memory")
    F, I, C_tilde, C = (trace[name][2, 0, 1] for name in ("F", "I", "C_tilde", "C"))
    before = trace["C"][1, 0, 1]
    numbers = f"{shown(F)} · {shown(before)} + {shown(I)} · {shown(C_tilde)}"
    result = shown(C).strip("()")
    expect(page.locator(".worked")).to_have_text(f"C3[2] = {numbers} = {result}")

    # What is erased and written is drawn where it arises.
    press(page, "]", "]")
    erased = trace["F"][2, 0, 3] * trace["C"][1, 0, 3]
    strip = page.locator('.diagram .strip[aria-label^="(F₃ ⊙ C₂)[4]"]')
    expect(strip).to_be_visible()
    said = strip.get_attribute("aria-label").rpartition(": ")[2].replace("−", "-")
    # By ear as for the eye: three digits.
    assert said == f"{erased:#.3g}"
    expect(page.locator('.diagram .strip[aria-label^="(I₃ ⊙ C̃₃)[4]"]')).to_be_visible()
    expect(page.locator('.diagram .strip[aria-label="tanh(C₃): not computed yet"]')).to_be_visible()
    strip.click()
    at(page, 3, "memory")
    expect(page.get_by_role("button", name="Sum")).to_have_attribute("aria-pressed", "true")


def test_what_is_not_computed_yet_is_not_shown_and_the_largest_loss_is_marked(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 1, "phase": "forget"})
    expect(page.locator(".losses .loss")).to_have_text("?")
    expect(page.locator(".bar-line .number").first).to_be_hidden()
    # Of a later step stands there what was predicted last.
    press(page, "ArrowRight")
    at(page, 2, "forget")
    expect(page.locator(".losses .loss")).to_have_attribute(
        "data-full", exactly(trace["loss"][0, 0])
    )
    expect(page.locator(".column").nth(1).locator("text.character").last).to_have_text("?")
    expect(page.locator(".column").nth(0).locator("text.character").last).not_to_have_text("?")
    hidden = page.locator('.strip[data-q="C"]:not([data-before])').last
    expect(hidden).to_have_attribute("aria-label", "memory: not computed yet")

    press(page, *["ArrowRight"] * 3)
    at(page, 5, "forget")
    losses = trace["loss"][:, 0]
    # The last step's is not computed yet, so that it cannot be the largest.
    drawn = page.locator(".column .step-loss:not(.largest)")
    expect(drawn).to_have_text([f"{loss:.2f}" for loss in losses[:4]] + [""])
    marks = page.locator(".column .step-loss.largest")
    expect(marks).to_have_text(["▲ largest" if k == losses[:4].argmax() else "" for k in range(5)])
    # The end of the walk is the last phase of the last step: no loss is missing there.
    press(page, "End")
    at(page, 5, "predict")
    expect(marks).to_have_text(["▲ largest" if k == losses.argmax() else "" for k in range(5)])


def test_a_notation_changes_letters_order_and_shapes_and_no_number(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 3, "phase": "forget"})
    number = page.locator(".in-numbers .result").get_attribute("data-full")
    for notation, shapes, equation in (
        ("column vectors", "8×8 · 8×1 + 8×6 · 6×1 + 8×1 → 8×1", "ft=σ(Whfht−1+Wxfxt+bf)"),
        ("U, W, V", "8×8 · 8×1 + 8×6 · 6×1 + 8×1 → 8×1", "Ft=σ(WfSt−1+UfXt+bf)"),
        ("PyTorch's names", "8×8 · 8×1 + 8×6 · 6×1 + 8×1 → 8×1", "ft=σ(Whfht−1+Wifxt+(bif+bhf))"),
        ("row vectors", "1×6 · 6×8 + 1×8 · 8×8 + 1×8 → 1×8", "Ft=σ(XtWxf+Ht−1Whf+bf)"),
    ):
        page.get_by_label("Notation").select_option(label=notation)
        expect(page.locator(".shape")).to_have_text(shapes)
        expect(page.locator(".in-letters > span")).to_have_text(equation)
        expect(page.locator(".in-numbers .result")).to_have_attribute("data-full", number)
    press(page, "ArrowRight")
    at(page, 4, "forget")


def test_a_tap_shows_the_number_and_a_second_one_its_sum(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 3}, viewport={"width": 390, "height": 844}, has_touch=True)
    strip = page.locator('.diagram .strip[data-q="F"]')
    box = strip.bounding_box()
    place = {"x": box["width"] * (5.5 / 8), "y": box["height"] / 2}
    strip.tap(position=place)
    note = page.locator(".tip")
    expect(note.locator("span")).to_have_text(re.compile(rf": {trace['F'][2, 0, 5]:#.3g}$"))
    note.tap()
    expect(note).to_contain_text(exactly(trace["F"][2, 0, 5]))
    at(page, 3, "predict")
    strip.tap(position=place)
    at(page, 3, "forget")


def test_a_strip_needs_no_mouse_and_the_focus_shows_numbers_and_shift_all_their_digits(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 3, "unit": 2})
    strip = page.locator('.diagram .strip[data-q="F"]')
    strip.focus()
    expect(page.locator(".tip span")).to_have_text(re.compile(rf": {trace['F'][2, 0, 1]:#.3g}$"))
    press(page, "]")
    told = "F₃[3], forget gate, t = 3, unit 3: "
    # While it has the focus what changes is told once, and by its name only afterwards.
    expect(page.locator(".announcement[aria-live]")).to_have_text(
        f"{told}{trace['F'][2, 0, 2]:#.3g}"
    )
    expect(strip).to_have_attribute("aria-label", re.compile("unit 2"))
    press(page, "Enter")
    at(page, 3, "forget")
    press(page, "Escape")
    expect(strip).to_have_attribute("aria-label", f"{told}{trace['F'][2, 0, 2]:#.3g}")

    page.locator(".in-numbers").focus()
    tip = page.locator(".tip")
    expect(tip).to_contain_text("all digits: Shift")
    expect(tip).not_to_contain_text(exactly(trace["F"][2, 0, 2]))
    page.keyboard.down("Shift")
    expect(tip).to_contain_text(exactly(trace["F"][2, 0, 2]))
    page.keyboard.up("Shift")
    expect(tip).not_to_contain_text(exactly(trace["F"][2, 0, 2]))
    press(page, "]")
    page.keyboard.down("Shift")
    expect(tip).to_contain_text(exactly(trace["F"][2, 0, 3]))


def test_a_click_on_a_unit_on_the_ribbon_or_on_a_map_goes_to_where_it_was_made(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 3})
    strip = page.locator('.diagram .strip[data-q="F"]')
    box = strip.bounding_box()
    strip.click(position={"x": box["width"] * (5.5 / 8), "y": box["height"] / 2})
    at(page, 3, "forget")
    # With its sum.
    expect(page.get_by_role("button", name="Sum")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".says-what .hint")).to_contain_text("F₃[6]")
    press(page, "Escape")
    earlier = page.locator('.diagram .strip[data-q="C"][data-before]')
    earlier.click()
    at(page, 2, "memory")
    press(page, "Escape")
    expect(earlier).to_be_visible()
    page.get_by_role("button", name="Over time").click()

    page.locator(".column").nth(4).locator("text.character").first.click()
    at(page, 5, "memory")
    frame = page.locator('[data-map="C"]')
    box = frame.bounding_box()
    frame.click(position={"x": box["width"] * 0.3, "y": box["height"] * (6.5 / 8)})
    at(page, 2, "memory")
    press(page, "u", "ArrowDown")
    expect(page.locator(".says-what .hint")).to_contain_text("H₂[7]")


def test_each_step_is_told_in_words_and_every_control_has_a_name_a_focus_and_gives_the_keys_back(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of()
    page = opened(trace)
    press(page, "ArrowRight")
    live = page.locator("[aria-live]")
    expect(live).to_contain_text("Time step 2 of 5, prediction. Input 要.")
    expect(live).to_contain_text("Loss")
    press(page, "ArrowUp")
    target = trace.model.vocabulary.indices("有")[0]
    expect(live).to_contain_text(f"The logit of 有 is {trace['logits'][1, 0, target]:.3f}")
    expect(live).not_to_contain_text("Predicted")
    press(page, "ArrowUp")
    expect(live).to_contain_text("hidden state")

    nameless = page.locator("button, select, input").evaluate_all(
        """all => all.filter((e) => !(e.getAttribute('aria-label') || e.title || e.textContent.trim()
          || [...e.labels].some((label) => label.textContent.trim()))).map((e) => e.outerHTML)"""
    )
    assert nameless == []
    stage = page.get_by_test_id("stage")
    expect(stage).to_be_focused()
    for _ in range(12):
        press(page, "Tab")
        style = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(style) != "none", page.evaluate("document.activeElement.outerHTML")

    page.get_by_label("Notation").select_option(label="column vectors")
    expect(stage).to_be_focused()
    page.get_by_label("Speed of playing").focus()
    press(page, "Escape")
    expect(stage).to_be_focused()
    page.get_by_role("button", name="Ask first").focus()
    press(page, "Escape", "ArrowRight")
    at(page, 3, "hidden")


def test_motion_is_left_out_for_those_who_ask(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(), place={"phase": "forget"})
    page.evaluate(
        """() => {
          window.started = 0
          const animate = Element.prototype.animate
          Element.prototype.animate = function (...how) {
            window.started += 1
            return animate.apply(this, how)
          }
        }"""
    )
    press(page, "ArrowDown")
    assert page.evaluate("window.started") > 0
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.started = 0")
    press(page, "ArrowDown", "ArrowRight")
    assert page.evaluate("window.started") == 0


def test_text_enters_as_text(opened: Callable[..., Page]) -> None:
    tokens = (
        "<img src=x onerror=document.title='caught'>",
        "</script><script>document.title='caught'</script>",
        "\u202e&lt;b&gt;",
        "__proto__",
    )
    model = SequenceModel.random(RNN, Vocabulary(tokens), 3, seed=0)
    trace = model.trace(tokens[:-1], targets=tokens[1:])
    page = opened(trace)
    expect(page.locator(".column").first.locator("text.character").first).to_have_text(tokens[0])
    press(page, "ArrowRight", "u", "?")
    assert page.locator("img, b").count() == 0
    assert page.title() == "rnnviz · RNN"


def test_help_names_every_key_and_gives_the_place_back(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(), language="zh-Hans")
    press(page, "?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("时间步")
    press(page, "Escape")
    expect(dialog).to_be_hidden()
    press(page, "ArrowRight")
    at(page, 2, "predict")


def test_a_phone_scrolls_down_and_never_sideways(opened: Callable[..., Page]) -> None:
    page = opened(
        trace_of(text="a long enough text to scroll", hidden_size=128),
        viewport={"width": 320, "height": 640},
    )
    for _ in range(3):
        press(page, "ArrowRight", "u")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert cut(page) == []


def test_a_long_text_with_many_units_is_drawn_and_stepped(opened: Callable[..., Page]) -> None:
    text = "".join(chr(0x4E00 + k) for k in range(200))
    page = opened(trace_of(text=text, hidden_size=128))
    press(page, "End")
    at(page, 199, "predict")
    expect(page.locator('.column[data-status="now"] text.character').first).to_have_text(text[198])
    page.get_by_label("Time step", exact=True).fill("100")
    at(page, 100, "predict")


def test_one_character_is_stepped_without_a_label(opened: Callable[..., Page]) -> None:
    model = SequenceModel.random(LSTM, Vocabulary("想"), 4, seed=0)
    page = opened(model.trace("想"))
    expect(page.locator(".losses")).to_contain_text("no target")
    press(page, "ArrowUp", "ArrowRight")
    at(page, 1, "logits")


def test_a_trace_without_a_model_is_drawn_too(opened: Callable[..., Page]) -> None:
    trace = GRU.random(3, 4, seed=0).run(np.random.default_rng(0).normal(size=(6, 2, 3)))
    page = opened(trace)
    at(page, 1, "hidden")
    press(page, "u", "ArrowUp", "ArrowRight")
    at(page, 2, "candidate")
    expected = unit_sum(trace, trace.cell.description.phases[2], t=1, unit=0)
    expect(page.locator(".in-numbers .result")).to_have_attribute(
        "data-full", exactly(expected.value)
    )


def test_a_sensor_s_readings_are_stepped_as_the_numbers_that_they_are(
    opened: Callable[..., Page],
) -> None:
    """004: x_t may be a reading at time t."""
    readings = np.array([0.25, -1.5, 3.0, 0.125])
    trace = GRU.random(1, 4, seed=0).run(readings[:, None, None])
    page = opened(trace, place={"t": 2, "phase": "candidate", "notation": "dnk"})
    dots = page.locator(".ribbon .input-dot")
    for k, number in enumerate(readings):
        expect(dots.nth(k)).to_have_attribute("data-full", exactly(number))
    expect(page.locator(".cell .character")).to_have_text("−1.50")
    expect(page.locator(".shape")).to_contain_text("N×D · D×1")
    expect(page.locator(".shape")).to_contain_text("N = 4, D = 1")
    expected = unit_sum(trace, trace.cell.description.phases[2], t=1, unit=0)
    expect(page.locator(".in-numbers .result")).to_have_attribute(
        "data-full", exactly(expected.value)
    )


LONG_WORDS = ("the", "president", "of", "international", "extraordinarily", "cat")
# Boxes, each by what it holds, of the parts of the stage that words are written in.
WORDS_PLACES = """() => {
  const root = document.querySelector("[data-testid=stage]").getRootNode()
  const places = (selector) => [...root.querySelectorAll(selector)]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0)
    .map(([words, { left, right, top, bottom }]) => ({ words, left, right, top, bottom }))
  return {
    stage: places("[data-testid=stage]")[0],
    ribbon: places(".ribbon text.character"),
    bars: places(".bar-line .character"),
    losses: places(".losses"),
    below: places(".below span"),
  }
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_long_words_keep_out_of_each_other_s_way(opened: Callable[..., Page], width: int) -> None:
    model = SequenceModel.random(LSTM, Vocabulary(LONG_WORDS), 8, seed=0)
    # It expects the longest everywhere.
    model = model.with_parameters(b_q=[[float(word == "extraordinarily") for word in LONG_WORDS]])
    trace = model.trace(LONG_WORDS, targets=[*LONG_WORDS[1:], "the"])
    page = opened(trace, place={"view": "memory"}, viewport={"width": width, "height": 844})
    press(page, "End")
    expect(page.locator(".ribbon text.character.ghost")).to_have_count(0)
    places = page.evaluate(WORDS_PLACES)
    stage = places.pop("stage")
    assert len(places["bars"]) >= 4
    for kind, boxes in places.items():
        assert boxes, kind
        for box in boxes:
            assert stage["left"] - 1 <= box["left"], (kind, box)
            assert box["right"] <= stage["right"] + 1 or kind == "ribbon", (kind, box)
        for one, other in combinations(boxes, 2):
            apart = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
            above = one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
            assert apart or above, (kind, one, other)


def notebook(folder: Path, ink: str, paper: str, outputs: str) -> str:
    """The address of a page that shows outputs as a notebook does."""
    file = folder / "notebook.html"
    body = f'<body style="color: {ink}; background: {paper}">{outputs}'
    file.write_text(f"<!doctype html><meta charset=utf-8>{body}", "utf-8")
    return file.as_uri()


def test_a_notebook_shows_the_stage_in_a_frame(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.set_content(notebook_html(trace_of(RNN)))
    stage = page.frame_locator("iframe").get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "1")
    stage.press("ArrowRight")
    expect(stage).to_have_attribute("data-t", "2")


def test_in_a_notebook_each_stage_is_as_dark_as_the_notebook(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(color_scheme="light")
    outputs = 2 * notebook_html(trace_of(RNN))
    page.goto(notebook(tmp_path, "#eee", "#111", outputs))
    frames = page.locator("iframe")
    stages = [page.frame_locator("iframe").nth(k).get_by_test_id("stage") for k in range(2)]
    for k, stage in enumerate(stages):
        # What is not seen is not drawn.
        frames.nth(k).scroll_into_view_if_needed()
        expect(stage).to_have_attribute("data-theme", "dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert stages[0].evaluate(f"() => {ground}") == "rgb(20, 24, 31)"
    # The reader chooses another theme.
    page.evaluate("document.body.style.cssText = 'color: #222; background: #fff'")
    for k, stage in enumerate(stages):
        frames.nth(k).scroll_into_view_if_needed()
        expect(stage).to_have_attribute("data-theme", "light")
    # JupyterLab says so itself, before its style sheet has come.
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    expect(stages[1]).to_have_attribute("data-theme", "dark")


def test_a_light_notebook_in_a_dark_system_has_a_light_stage(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(color_scheme="dark")
    outputs = notebook_html(trace_of(RNN))
    page.goto(notebook(tmp_path, "#222", "#fff", outputs))
    stage = page.frame_locator("iframe").get_by_test_id("stage")
    expect(stage).to_have_attribute("data-theme", "light")


def test_a_notebook_keeps_a_third_of_what_the_page_takes() -> None:
    trace = trace_of(RNN)
    assert len(json.dumps(notebook_html(trace))) < 0.4 * len(json.dumps(escape(html(trace))))


def test_two_directions_are_two_rows_and_meet_in_one_state(opened: Callable[..., Page]) -> None:
    words, tags = ("他", "向", "我", "表白"), ("r", "p", "r", "v")
    model = SequenceModel.random(
        Bidirectional, Vocabulary(words), 3, seed=0, labels=Vocabulary(tags)
    )
    trace = model.trace(words, targets=tags)
    page = opened(trace, place={"t": 4, "phase": "backward-hidden"})
    phases = {one.key: one for one in (*trace.cell.description.phases, *OUTPUT_PHASES)}
    backward, *others = phases
    # The text is read from its end before the first character is read from the left.
    walked = [(t, backward) for t in (4, 3, 2, 1)] + [(t, key) for t in (1, 2) for key in others]
    for t, key in walked:
        at(page, t, key)
        unit = (
            0 if phases[key] not in OUTPUT_PHASES else trace.model.labels.indices([tags[t - 1]])[0]
        )
        expected = unit_sum(trace, phases[key], t=t - 1, unit=unit)
        result = page.locator(".in-numbers .result")
        expect(result).to_have_attribute("data-full", exactly(expected.value))
        if (t, key) == (2, backward):
            columns = page.locator(".column")
            assert [columns.nth(k).locator(".box").get_attribute("class") for k in (0, 1, 2)] == [
                "box ghost", "box", "box",
            ]  # fmt: skip
        if (t, key) == (2, "predict"):
            # Only the backward cell has read the characters to the right.
            last = page.locator(".column").nth(3)
            expect(last.locator(".wire.hue-state.ghost")).to_have_count(1)
        else:
            press(page, "ArrowDown")
    expect(page.locator(".column").nth(1).locator("text.character").last).to_contain_text(
        model.labels[int(trace["Y_hat"][1, 0].argmax())]
    )
    press(page, "ArrowUp", "ArrowUp")
    expect(page.locator(".shape")).to_have_text("[1×3, 1×3] → 1×6")


def test_two_directions_say_which_is_shown_and_where_their_state_comes_from(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(Bidirectional, hidden_size=4), place={"t": 2})
    expect(page.locator("header.bar")).to_contain_text("BiRNN")
    expect(page.locator("header.bar")).to_contain_text("h = 4 each way")
    for name, phase, title, meaning in (
        ("forward direction", "forward-hidden", "forward hidden state", "step before in the text (t − 1)"),
        ("backward direction", "backward-hidden", "backward hidden state", "begins at the end"),
        ("both directions", "logits", "logits", "each possible output"),
    ):  # fmt: skip
        button = page.get_by_role("button", name=name)
        button.click()
        at(page, 2, phase)
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".phase-row [aria-pressed=true]")).to_have_count(1)
        expect(page.locator(".phase")).to_contain_text(title)
        expect(page.locator(".says-what .hint")).to_contain_text(meaning)
        expect(page.locator(".diagram:visible")).to_have_count(1)
    # The backward cell finds its earlier state to the right.
    page.get_by_role("button", name="backward direction").click()
    page.locator('.diagram:visible .strip[data-q="backward.H"][data-before]').click()
    at(page, 3, "backward-hidden")


def test_on_a_phone_the_titles_of_maps_keep_apart(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM), place={"view": "memory"}, viewport={"width": 390, "height": 844})
    boxes = page.locator(".map-title").evaluate_all(
        """titles => titles.map((title) => {
          const words = document.createRange()
          words.selectNodeContents(title)
          const { left, right } = words.getBoundingClientRect()
          return { left, right, row: Math.round(title.getBoundingClientRect().top) }
        })"""
    )
    assert len(boxes) == 6
    for one, other in pairwise(boxes):
        assert one["row"] != other["row"] or one["right"] + 2 < other["left"], (one, other)


def test_a_made_up_cell_is_drawn_with_no_other_change(opened: Callable[..., Page]) -> None:
    trace = trace_of(MinimalGatedUnit)
    first, *_, last = phase_keys(MinimalGatedUnit)
    page = opened(trace, place={"t": 2, "phase": first})
    for phase in (*trace.cell.description.phases, *OUTPUT_PHASES):
        at(page, 2, phase.key)
        unit = 0 if phase not in OUTPUT_PHASES else trace.model.labels.indices(TEXT[2])[0]
        expected = unit_sum(trace, phase, t=1, unit=unit)
        result = page.locator(".in-numbers .result")
        expect(result).to_have_attribute("data-full", exactly(expected.value))
        press(page, "ArrowDown")
    drawn = page.locator(".diagram .strip")
    declared = [
        node for node in trace.cell.description.diagram.nodes if node.writes not in ("", "X")
    ]
    expect(drawn).to_have_count(len(declared))
    assert last == "predict"


# Each text on the stage: its words, its size in CSS pixels, and its contrast with the background by
# WCAG, including its parents' opacity.
TEXTS = r"""() => {
  const stage = document.querySelector('.stage')
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number)
  const part = (colour) => {
    const [r, g, b, a = 1] = numbers(colour)
    return colour.startsWith('color(srgb') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]
  }
  const over = (top, under, a = top[3]) => [0, 1, 2].map((k) => top[k] * a + under[k] * (1 - a))
  const light = (c) => c.slice(0, 3)
    .map((x) => x / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    .reduce((sum, x, k) => sum + x * [0.2126, 0.7152, 0.0722][k], 0)
  const chain = (e) => e === stage ? [e] : [...chain(e.parentElement), e]
  // What is behind an element's text, and the opacity of the text; its parents are asked once.
  const known = new Map()
  const around = (e) => {
    if (!known.has(e)) {
      const { back, opacity } = e === stage ? { back: [255, 255, 255], opacity: 1 } : around(e.parentElement)
      const its = getComputedStyle(e)
      known.set(e, { back: over(part(its.backgroundColor), back), opacity: opacity * Number(its.opacity) })
    }
    return known.get(e)
  }
  const found = []
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement
    const words = node.textContent.trim()
    const hidden = e.closest('.announcement, dialog, option, .tip, style, [hidden]')
    if (!words || words === '\u200a' || hidden || !e.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNode(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    const style = getComputedStyle(e)
    const { back, opacity } = around(e)
    const colour = over(part(e.closest('svg') ? style.fill : style.color), back, opacity)
    const [a, b] = [light(colour), light(back)].sort((x, y) => y - x)
    const isSub = e.matches('.sub, sup, sup *, :is(msub, msubsup) > :not(:first-child), ' +
      ':is(msub, msubsup) > :not(:first-child) *')
    const worked = '.equations:not(.dense) .equation, .equation[aria-current], .worked'
    const isWorked = Boolean(e.closest(worked)) && !e.closest('.captioned > :last-child')
    found.push({
      words, size: parseFloat(style.fontSize), isSub, isWorked, contrast: (a + 0.05) / (b + 0.05),
      where: chain(e).map((one) => one.getAttribute('class') ?? one.localName).slice(2).join(' > '),
      acrossInside: box.left >= -0.5 && box.right <= innerWidth + 0.5,
      inside: box.left >= -0.5 && box.right <= innerWidth + 0.5 && box.top >= -0.5 && box.bottom <= innerHeight + 0.5,
    })
  }
  return found
}"""


def texts_on(page: Page, wrong: str) -> tuple[int, list[dict]]:
    """How many texts there are, and those that are wrong by an expression: to bring all here takes four times as long
    as to find them."""
    fields = "{ size, isSub, isWorked, contrast, inside, acrossInside }"
    count, found = page.evaluate(
        f"() => {{ const all = ({TEXTS})(); return [all.length, all.filter(({fields}) => {wrong})] }}"
    )
    return count, found[:5]


def all_of_it_is_on_the_screen(page: Page, width: int, height: int) -> None:
    for view in ("memory", "sum"):
        # At one moment: the stage is drawn once more when the screen has become its own.
        parts = page.locator(".stage.presenting :is(.bar, .ribbon, .panel, .sum, .maps, .bar-line)")
        boxes = parts.evaluate_all(
            """parts => parts.filter((part) => part.checkVisibility()).map((part) => {
                const { top, right, bottom } = part.getBoundingClientRect()
                return [part.getAttribute("class"), top, right, bottom]
            })"""
        )
        assert boxes
        for name, top, right, bottom in boxes:
            assert top >= 0
            assert bottom <= height, f"{name} in {view}"
            assert right <= width
        press(page, "u")


# The languages differ in the lengths of words: the fullest stage has both, and each other one.
@pytest.mark.parametrize(
    ("cell", "language"),
    [(MLP, "zh-Hans"), (RNN, "en"), (GRU, "zh-Hans"), (LSTM, "zh-Hans"), (LSTM, "en"),
     (Bidirectional, "en")],
)  # fmt: skip
def test_in_presenter_mode_all_is_on_the_screen_and_can_be_read_from_the_back_row(
    opened: Callable[..., Page], cell: type, language: str
) -> None:
    trace = trace_of(cell)
    # The legs of a walk in two directions meet at the first step.
    t = 1 if cell is Bidirectional else 3
    page = opened(trace, language=language, place={"t": t})
    if cell is Bidirectional:
        a_low_window_has_the_prediction_above_the_fold(page)
        resize(page, 1280, 720)
        press(page, "ArrowDown")
    present(page)
    all_of_it_is_on_the_screen(page, 1280, 720)
    for phase in reversed(phase_keys(cell)):
        at(page, t, phase)
        count, wrong = texts_on(page, "!inside || size < (isWorked && !isSub ? 24 : 18) - 0.01")
        assert count > 40
        assert not wrong
        press(page, "ArrowUp")
    # A digit brings up one panel.
    panels = page.locator(".stage :is(.ribbon, .diagram, .equations, .maps, .output)")
    named = (".ribbon", ".diagram", ".equations .box", ".maps", ".bar-line")
    for digit, panel in enumerate(named, start=1):
        press(page, "0", str(digit))
        _, small = texts_on(page, "size < (isSub ? 14 : 18) - 0.01")
        assert not small
        if cell is LSTM:
            expect(panels.filter(visible=True)).to_have_count(1)
            expect(page.locator(panel).first).to_be_visible()
            box = page.locator(".alone").bounding_box()
            assert box["y"] + box["height"] <= 720
            assert box["width"] > 1150
    if cell is LSTM and language == "en":
        keys_step_beside_the_one_panel(page)


def keys_step_beside_the_one_panel(page: Page) -> None:
    """At the end of the walk, from where one leaves the presenter's mode."""
    at(page, 2, "predict")
    press(page, "ArrowRight")
    at(page, 3, "predict")
    expect(page.locator(".alone")).to_have_count(1)
    press(page, "0")
    expect(page.locator(".alone")).to_have_count(0)
    press(page, "4", "ArrowRight", "Escape")
    expect(page.locator(".alone")).to_have_count(0)
    expect(page.locator(".stage.presenting")).to_be_visible()
    press(page, "Escape")
    expect(page.locator(".stage.presenting")).to_have_count(0)
    at(page, 4, "predict")


def test_a_large_screen_has_all_of_it_in_presenter_mode(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(), viewport={"width": 1920, "height": 1080})
    present(page)
    all_of_it_is_on_the_screen(page, 1920, 1080)
    press(page, "f")
    expect(page.locator(".stage.presenting")).to_be_hidden()


@pytest.mark.parametrize(
    ("cell", "scheme"),
    [(RNN, "dark"), (LSTM, "light"), (LSTM, "dark"), (Bidirectional, "light")],
)
def test_all_text_stands_out_from_what_is_behind_it(
    opened: Callable[..., Page], cell: type, scheme: str
) -> None:
    trace = trace_of(cell)
    page = opened(trace, place={"t": 3, "phase": phase_keys(cell)[0]}, color_scheme=scheme)
    for keys in (["u"], ["End"], ["f"], ["c"]):
        _, pale = texts_on(page, "contrast < 4.5")
        assert not pale
        press(page, *keys)


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", (1280, 720)), ("dark", (390, 844))], ids=["desk", "phone"]
)
def test_axe_finds_nothing_serious_in_any_state_of_the_stage(
    opened: Callable[..., Page], scheme: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = opened(trace_of(), place={"t": 3}, color_scheme=scheme, viewport=viewport)
    found = serious(page)
    for keys in (("ArrowUp", "u"), ("c",), ("f",), ("2",), ("4",), ("5",), ("?",)):
        press(page, *keys)
        found += [f"after {keys}: {sentence}" for sentence in serious(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("cell", [GRU, LSTM, Bidirectional])
def test_on_a_phone_nothing_is_cut_off_and_equations_break(
    opened: Callable[..., Page], cell: type
) -> None:
    page = opened(trace_of(cell), place={"t": 3}, viewport={"width": 390, "height": 844})
    for _ in phase_keys(cell):
        beyond = page.locator(".equation:visible, .worked").evaluate_all(
            "all => all.filter((e) => (e.clientWidth && e.scrollWidth > e.clientWidth)"
            " || e.getBoundingClientRect().right > 390).map((e) => e.innerText)"
        )
        assert not beyond
        _, out = texts_on(page, "!acrossInside")
        assert not out
        press(page, "ArrowUp")
