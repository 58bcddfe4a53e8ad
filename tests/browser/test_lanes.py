"""Several networks under one another: one cursor, one of them in focus, and marks where they differ."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, LSTM, MLP, RNN, Trace
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.model import OUTPUT_PHASES, phase_keys
from rnnviz.presets import load
from tests.browser.aria import is_as_kept
from tests.browser.axe import serious
from tests.browser.stage import at, exactly, press, stage, trace_of

LONG = "人法地，地法天，天法道，道法自然"
CELLS = (LSTM, RNN, GRU)
# Every unit of the first network, everywhere.
CHANGE = "H.*.*=0.9"


@pytest.fixture
def three(opened: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens three networks beside each other."""

    def open_three(text: str = LONG, **options: object) -> Page:
        return opened([trace_of(cell, text) for cell in CELLS], **options)

    return open_three


def rights(trace: Trace) -> np.ndarray:
    """At which steps the likeliest character is the next one, (T,)."""
    wanted = trace.model.labels.indices(trace.targets)
    return trace["Y_hat"][:, 0].argmax(axis=1) == wanted


def differing(traces: list[Trace]) -> list[int]:
    """The steps, from 1, at which only some are right, or whose losses differ most."""
    all_rights = np.array([rights(trace) for trace in traces])
    losses = np.array([trace["loss"][:, 0] for trace in traces])
    most = int((losses.max(axis=0) - losses.min(axis=0)).argmax())
    parting = np.flatnonzero(all_rights.any(axis=0) & ~all_rights.all(axis=0))
    return sorted({*(int(t) + 1 for t in parting), most + 1})


def test_one_cursor_moves_all_networks_and_the_focused_one_owns_the_rest(
    three: Callable[..., Page],
) -> None:
    page = three(place={"t": 3})
    traces = [trace_of(cell, LONG) for cell in CELLS]
    expect(page.locator(".lane")).to_have_count(3)
    expect(page.locator(".lane-name strong")).to_have_text(["LSTM", "RNN", "GRU"])
    expect(stage(page)).to_have_attribute("data-track", "1")
    expect(page.locator(".diagram .strip[data-q=C]").first).to_be_visible()
    # Only the focused network shows its memory cell.
    memories = page.locator(".lanes .strip[data-q=C]")
    columns = page.locator(".lanes .column").count()
    expect(memories).to_have_count(columns)
    is_as_kept("compare.en", page.locator(".lanes"))
    press(page, "ArrowRight")
    # Each step tells what the others predict.
    for title, trace in zip(("RNN", "GRU"), traces[1:], strict=True):
        character = trace.model.labels[int(trace["Y_hat"][3, 0].argmax())]
        verdict = "right" if rights(trace)[3] else "wrong"
        expect(page.locator("[aria-live]")).to_contain_text(
            f"{title} predicts {character}, {verdict}."
        )
    press(page, "n")
    at(page, 4)
    expect(stage(page)).to_have_attribute("data-track", "2")
    expect(page.locator(".lane-name[aria-pressed=true] strong")).to_have_text("RNN")
    expect(page.locator(".diagram .strip[data-q=C]")).to_have_count(0)
    expect(memories).to_have_count(0)
    expect(page.locator(".lanes .strip[data-q=H]")).to_have_count(3 * columns)
    expect(page.locator(".losses .loss")).to_have_attribute(
        "data-full", exactly(traces[1]["loss"][3, 0])
    )
    press(page, "n", "n")
    expect(stage(page)).to_have_attribute("data-track", "1")
    page.get_by_role("button", name="GRU").click()
    expect(stage(page)).to_have_attribute("data-track", "3")
    press(page, "ArrowLeft", "n")
    at(page, 3)
    expect(stage(page)).to_have_attribute("data-track", "1")
    # A click on a cell goes to its network and step.
    page.locator(".lane").nth(2).locator(".lane-cell").nth(4).locator("text").first.click()
    at(page, 5)
    expect(stage(page)).to_have_attribute("data-track", "3")


def test_a_key_and_a_button_go_where_the_networks_differ_which_may_have_one_scale(
    three: Callable[..., Page],
) -> None:
    steps = differing([trace_of(cell, LONG) for cell in CELLS])
    assert 1 < len(steps) < len(LONG) - 1
    page = three(place={"t": steps[-1]})
    for t in steps:
        press(page, "j")
        at(page, t)
    page.get_by_role("button", name="next difference").click()
    at(page, steps[0])

    scales = page.get_by_role("button", name="one scale")
    expect(scales).to_have_attribute("aria-pressed", "false")
    first = page.locator(".lanes .strip[data-q=H]").evaluate_all(COLOURS)
    scales.click()
    expect(scales).to_have_attribute("aria-pressed", "true")
    after = page.locator(".lanes .strip[data-q=H]").evaluate_all(COLOURS)
    highs = {name: np.abs(trace_of(name, LONG)["H"]).max() for name in CELLS}
    assert (first != after) == (len({end_of(high) for high in highs.values()}) > 1)


def test_the_others_wait_for_the_focused_network_s_state_and_prediction(
    three: Callable[..., Page],
) -> None:
    page = three(place={"t": 2, "phase": "input"})
    others = page.locator(".lane").nth(1).locator(".lane-cell").nth(1)
    said = others.locator("text").first
    for phase in phase_keys(LSTM):
        at(page, 2, phase)
        is_ghost = phase not in ("hidden", *(one.key for one in OUTPUT_PHASES))
        expect(others.locator(".box.ghost")).to_have_count(1 if is_ghost else 0)
        if phase == "predict":
            expect(said).not_to_have_text("?")
        else:
            expect(said).to_have_text("?")
        press(page, "ArrowDown")


def test_the_loss_of_a_step_runs_into_no_name(three: Callable[..., Page]) -> None:
    page = three("想要有直升机", place={"t": 3, "phase": "predict"})
    losses, names = page.locator("text.step-loss"), page.locator(".lane-name")
    expect(losses.first).to_have_text(re.compile(r"^\d\.\d+$"))
    right = max(box["x"] + box["width"] for box in map(Locator.bounding_box, names.all()) if box)
    shown = [one.bounding_box() for one in losses.all() if one.text_content()]
    assert min(box["x"] for box in shown if box) >= right


def test_where_predictions_part_a_mark_says_so(three: Callable[..., Page]) -> None:
    traces = [trace_of(cell, LONG) for cell in CELLS]
    all_rights = [rights(trace) for trace in traces]
    page = three(place={"t": 6}, viewport={"width": 2400, "height": 1200})
    for k in (1, 2):
        marks = page.locator(".lane").nth(k).locator(".parting")
        parts = all_rights[k] != all_rights[k - 1]
        expect(marks).to_have_text(
            ["≠" if t < 6 and parts[t] else "" for t in range(marks.count())]
        )
    losses = np.array([trace["loss"][:6, 0] for trace in traces])
    spread = losses.max(axis=0) - losses.min(axis=0)
    most = page.locator(".lane").first.locator(".parting")
    expect(most.nth(int(spread.argmax()))).to_have_text("▲")
    # What the marks mean stands below them, in words.
    legend = page.locator(".lane-legend")
    expect(legend).to_contain_text(f"▲ losses differ most: t = {spread.argmax() + 1}, by ")
    expect(legend).to_contain_text("≠ only one of the two is right")
    expect(legend).to_contain_text("red: ")
    heights = [
        page.locator(".lane").nth(k).locator(".lane-cell .box").first.bounding_box()["height"]
        for k in range(3)
    ]
    assert heights[0] / 2 > 1.3 * max(heights[1:])
    expect(most.nth(int(spread.argmax()))).to_have_attribute(
        "data-full", f"largest difference of loss: {exactly(float(spread.max()))}"
    )


def test_cells_that_learn_to_the_same_loss_are_compared_by_their_steps(
    opened: Callable[..., Page], three: Callable[..., Page]
) -> None:
    text, told, traces = "hello world", [], []
    for cell in (LSTM, RNN, MLP):
        model = load(text, cell.name, 8)
        assert model is not None
        assert model.learnt is not None
        traces.append(model.trace(text[:-1], targets=text[1:]))
        if model.learnt.loss <= model.learnt.reached:
            told.append(f"{cell.title} {model.learnt.steps}")
        else:
            told.append(f"{cell.title} never, {model.learnt.loss:.3f} at best")
    assert "never" in told[2]
    legend = opened(traces).locator(".lane-legend")
    expect(legend).to_contain_text(
        f"ends at a loss of 0.02, so compare the steps up to there: {', '.join(told)}"
    )
    # Random weights have learnt nothing.
    expect(three().locator(".lane-legend")).not_to_contain_text("ends at a loss")


def test_nothing_under_the_cover_is_given_away(three: Callable[..., Page]) -> None:
    steps = differing([trace_of(cell, LONG) for cell in CELLS])
    page = three(place={"t": steps[0], "cover": steps[0] + 1})
    press(page, "ArrowRight", "j")
    expect(stage(page)).to_have_attribute("data-t", str(steps[0]))
    assert len(steps) > 1


# The pixels of strips, all of which are painted on one canvas.
COLOURS = """strips => strips.map(strip => {
  const sheet = strip.parentElement.querySelector("canvas.strips")
  const [own, all] = [strip, sheet].map((one) => one.getBoundingClientRect())
  const place = [own.left - all.left, own.top - all.top, own.width, own.height].map(Math.round)
  return [...sheet.getContext("2d").getImageData(...place).data].join()
})"""


def end_of(largest: float) -> float:
    """The end of a quantity's own scale: 0.1, 0.2, 0.5, 1, 1.5, …"""
    usual = (0.1, 0.2, 0.5)
    return next((end for end in usual if largest <= end), max(1.0, np.ceil(2 * largest) / 2))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_in_presenter_mode_three_networks_are_on_the_screen_and_can_be_read(
    three: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = three(place={"t": 4}, viewport={"width": size[0], "height": size[1]})
    press(page, "f")
    for _ in CELLS:
        outside = page.locator(
            ".stage :is(.bar, .ribbon, .panel, .lane-name, .bar-line)"
        ).evaluate_all(
            """all => all.filter((e) => {
              const { left, top, right, bottom } = e.getBoundingClientRect()
              return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
            }).map((e) => e.className)"""
        )
        assert not outside, outside
        small = page.locator(".lanes :is(text, .lane-name strong, .lane-name span)").evaluate_all(
            "all => all.filter((e) => e.textContent && parseFloat(getComputedStyle(e).fontSize) < 18)"
            ".map((e) => e.textContent)"
        )
        assert not small, small
        press(page, "n")


@pytest.mark.parametrize(
    ("scheme", "size"), [("dark", (1280, 720)), ("light", (390, 844))], ids=["desk", "phone"]
)
def test_axe_finds_nothing_serious_with_three_networks(
    three: Callable[..., Page], scheme: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = three(place={"t": 3}, color_scheme=scheme, viewport=viewport)
    found = serious(page)
    for keys in (("n", "ArrowUp"), ("f",), ("1",)):
        press(page, *keys)
        found += [f"after {keys}: {sentence}" for sentence in serious(page)]
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_what_a_network_predicted_before_a_change_stands_behind_what_it_predicts_now(
    opened: Callable[..., Page],
) -> None:
    traces = [trace_of(cell, LONG) for cell in (LSTM, RNN)]
    place = {"t": 6, "changes": CHANGE}
    page = opened(traces, place=place, viewport={"width": 2400, "height": 1200})
    now = carried_out(traces[0], read(CHANGE, [Bounds.of(trace) for trace in traces])[0])
    before, after = (one["Y_hat"][:, 0].argmax(axis=1) for one in (traces[0], now))
    assert (before[:6] != after[:6]).any()
    for lane, trace in enumerate(traces):
        cells = page.locator(".lane").nth(lane).locator(".lane-cell")
        for t in range(6):
            was = cells.nth(t).locator(".was")
            if lane == 0 and before[t] != after[t]:
                expect(was).to_have_text(trace.model.labels[int(before[t])])
            else:
                expect(was).to_have_count(0)


def test_how_much_of_a_gradient_each_network_carries_on_is_said_and_what_that_is_owed_to(
    opened: Callable[..., Page],
) -> None:
    traces = [trace_of(cell, LONG) for cell in (LSTM, RNN)]
    last = len(LONG) - 2
    page = opened(traces, place={"way": "back", "t": 3, "phase": "predict"})
    shares = []
    for trace in traces:
        found = np.linalg.norm(reaching(trace, last), axis=1)
        shares.append(100 * found[2] / found[last])
    words = page.locator(".lane-words")
    expect(words).to_contain_text(f"from the loss at t = {last + 1}, this is left at t = 3: LSTM ")
    whole = re.findall(r"([\d.]+(?:·10\^−\d+)?) %", words.get_attribute("data-full"))
    told = [float(one.replace("·10^−", "e-")) for one in whole]
    np.testing.assert_allclose(told, shares, rtol=1e-9)
    is_against = shares[0] < shares[1]
    assert ("Gates do not carry it further here" in words.inner_text()) == is_against


def reaching(trace: Trace, t: int) -> np.ndarray:
    """∂L_t/∂H of every step, (T, h), where L is the loss of step t alone."""
    wanted = trace.model.labels.indices(trace.targets)
    dlogits = np.zeros_like(trace["Y_hat"])
    dlogits[t, 0] = trace["Y_hat"][t, 0] - np.eye(len(trace.model.labels))[wanted[t]]
    return trace.model.backward(trace, dlogits)["H"][:, 0]
