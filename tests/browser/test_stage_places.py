"""What of the stage stands still, and what a step, a phase and a view show."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, LSTM, RNN, Bidirectional, Stacked
from rnnviz.model import phase_keys
from tests.browser.stage import TEXT, at, present, press, trace_of

# Where everything is that means nothing by its place.
STILL = """() => [...document.querySelectorAll(
  ".stage :is(.bar .key, .stage-foot .key, .where, .point, .part, .tab, .stage-views, .view, .units-panel, .answer)"
  + ", .stage :is(.ribbon, .says)"
)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  // Digits of a step may be as wide as they are.
  const size = one.matches(".where") ? [] : [width, height]
  return [one.className.split(" ")[0], ...[left, top, ...size].map((number) => Math.round(number))].join(" ")
})"""


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("cell", [RNN, GRU, LSTM, Bidirectional])
def test_from_phase_to_phase_and_step_to_step_nothing_wanders(
    opened: Callable[..., Page], cell: type, language: str
) -> None:
    phases = phase_keys(cell)
    if cell is Bidirectional:
        # The part that reads from the end has a walk of its own.
        phases = phases[-4:]
    page = opened(trace_of(cell), language=language, place={"t": 2, "phase": phases[0]})

    def expect_stillness() -> None:
        first = page.evaluate(STILL)
        assert len(first) > 20
        for phase in phases:
            at(page, 2, phase)
            assert page.evaluate(STILL) == first, phase
            press(page, "ArrowDown")
        at(page, 3, phases[0])
        assert page.evaluate(STILL) == first

    expect_stillness()
    press(page, *["ArrowUp"] * len(phases))
    at(page, 2, phases[0])
    present(page)
    expect_stillness()


OVERLAPS = """() => {
  const names = [...document.querySelectorAll(".stage .part-name")].filter((one) => one.checkVisibility())
  const boxes = names.map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
  const row = document.querySelector(".stage .phase-row").getBoundingClientRect()
  return [
    ...boxes.filter((box, k) => k > 0 && box.left < boxes[k - 1].right).map(() => "over one another"),
    ...boxes.filter((box) => box.left < row.left - 1 || box.right > row.right + 1).map(() => "outside"),
    ...(boxes.length > 0 ? [] : ["none"]),
  ]
}"""


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_names_of_parts_do_not_lie_over_one_another_however_many_there_are(
    opened: Callable[..., Page], size: tuple[int, int], language: str
) -> None:
    lines = {"two layers": Stacked.random(4, 6, seed=1, of=LSTM)}
    each = [Bidirectional.random(d, 6, seed=1, of=LSTM) for d in (4, 12)]
    lines["two layers, each both ways"] = Stacked(*each)
    X = np.random.default_rng(0).normal(size=(5, 1, 4))
    for name, cell in lines.items():
        viewport = {"width": size[0], "height": size[1]}
        page = opened(cell.run(X), language=language, viewport=viewport)
        for part in page.locator(".stage .part").all():
            part.click()
            assert page.evaluate(OVERLAPS) == [], (name, part.get_attribute("aria-label"))
            expect(part).to_have_attribute("aria-pressed", "true")
            expect(part.locator(".part-name")).to_be_visible()


def wire(page: Page, quantity: str) -> Locator:
    """The wires that leave a quantity's box, by its hue, which no other wire of the cell has."""
    return page.locator(f".diagram .wire.hue-{quantity}").first


def width_of(page: Page, quantity: str) -> float:
    style = wire(page, quantity).evaluate("one => getComputedStyle(one).strokeWidth")
    return float(style.removesuffix("px"))


def test_a_wire_is_as_thick_as_the_number_that_it_carries_for_the_chosen_unit(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(LSTM)
    forget = trace["F"][2, 0]
    least, most = int(forget.argmin()), int(forget.argmax())
    page = opened(trace, place={"t": 3, "phase": "memory", "unit": least + 1})
    hue = page.locator('.diagram text.strip-label:has-text("F3")').first.get_attribute("class")
    assert hue is not None
    gate = re.search(r"hue-(\w+)", hue)
    assert gate is not None
    shut = width_of(page, gate[1])
    press(page, *(["]"] * (most - least) if most > least else ["["] * (least - most)))
    expect(page.locator(".units-panel select")).to_have_value(str(most))
    opened_wide = width_of(page, gate[1])
    # From nothing to 1 a gate's wire grows in proportion.
    assert opened_wide - shut == pytest.approx(
        6 * scale(page) * (forget[most] - forget[least]), abs=0.15
    )


def scale(page: Page) -> float:
    return float(
        page.locator(".cell.panel").evaluate("one => getComputedStyle(one).getPropertyValue('--s')")
    )


def test_a_sentence_says_what_a_step_leaves_and_writes_in_the_numbers_of_the_trace(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(LSTM)
    page = opened(trace, place={"t": 3, "phase": "memory", "unit": 2})
    kept = float(trace["F"][2, 0, 1])
    written = float((trace["I"] * trace["C_tilde"])[2, 0, 1])
    done = f"keeps {100 * kept:.2g}" if kept >= 0.5 else f"forgets {100 * (1 - kept):.2g}"
    expect(page.locator(".says")).to_contain_text(f"Reading {TEXT[2]}, unit 2 {done}")
    expect(page.locator(".says")).to_contain_text(f"writes {written:#.3g}".replace("-", "−"))
    # A question keeps it back.
    press(page, "q")
    expect(page.get_by_role("group", name="Question")).to_be_visible()
    expect(page.locator(".says")).to_have_text("")
    page = opened(trace, place={"t": 1, "phase": "memory", "unit": 2})
    expect(page.locator(".says")).to_contain_text("into an empty memory")
    press(page, "End")
    at(page, 5)
    best = trace.model.vocabulary[int(trace["Y_hat"][4, 0].argmax())]
    expect(page.locator(".says")).to_contain_text(
        f"{best} is expected with {100 * trace['Y_hat'][4, 0].max():.2g}"
    )


def test_how_much_of_a_gradient_is_left_is_said_for_one_loss(opened: Callable[..., Page]) -> None:
    trace = trace_of(RNN)
    place = {"way": "back", "loss": "5", "t": 2, "phase": "hidden"}
    page = opened(trace, place=place)
    slopes = trace["Y_hat"].copy()
    for t, character in enumerate(TEXT[1:]):
        slopes[t, 0, trace.model.vocabulary.indices(character)[0]] -= 1
    slopes[:4] = 0
    found = trace.model.backward(trace, slopes)["H"][:, 0]
    sizes = [float((one**2).sum() ** 0.5) for one in found]
    expect(page.locator(".says")).to_have_text(
        f"3 steps back, {100 * sizes[1] / sizes[4]:.2g}\u00a0% of the gradient is left."
    )


def test_every_unit_has_a_row_where_it_was_and_is_and_a_click_chooses_it(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(LSTM), place={"t": 3, "phase": "memory"})
    panel = page.locator(".units-panel")
    expect(panel.locator(".units-name")).to_have_count(8)
    # A circle is two arcs; the chosen unit has its own.
    for kind in ("units-before", "units-now"):
        drawn = panel.locator(f".{kind}:not(.is-chosen)").get_attribute("d") or ""
        assert drawn.count("M") == 7
    box = panel.locator(".units-hit").bounding_box()
    assert box is not None
    panel.locator(".units-hit").click(
        position={"x": box["width"] / 2, "y": box["height"] * 5.5 / 8}
    )
    expect(panel.locator("select")).to_have_value("5")
    # Before a phase has made the state, it is known only where it was.
    press(page, "ArrowUp")
    expect(panel.locator(".units-now.is-chosen")).to_have_attribute("d", "")


def test_one_view_at_a_time_has_the_middle_and_the_line_and_the_prediction_stay(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(LSTM), place={"t": 3, "phase": "memory"})
    middle = page.locator(".view")
    for tab, part in (
        ("Inside the cell", ".cell"), ("Equations", ".equations"), ("Over time", ".maps"), ("Sum", ".sum"),
        ("Ledger", ".ledger"), ("In words", ".in-words"),
    ):  # fmt: skip
        page.get_by_role("button", name=tab, exact=True).click()
        expect(middle.locator(f":scope > :is({part}, :has({part}))")).to_be_visible()
        expect(middle.locator(":scope > *")).to_have_count(1)
        for stays in (".ribbon", ".says", ".units-panel", ".output", ".points"):
            expect(page.locator(stays)).to_be_visible()
        has_numbers = tab in {"Inside the cell", "Equations", "Sum"}
        expect(page.locator(".in-numbers")).to_be_visible(visible=has_numbers)
        # It fills the room that it has, and no more.
        room, view = (one.bounding_box() for one in (page.locator(".stage-room"), middle))
        assert room is not None
        assert view is not None
        assert view["y"] + view["height"] <= room["y"] + room["height"] + 2


def test_a_point_of_the_foot_leads_to_its_phase(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM), place={"t": 3})
    page.get_by_role("list", name="Phases of the step").get_by_role(
        "button", name="forget gate"
    ).click()
    at(page, 3, "forget")
    current = page.locator(".point[aria-current=step]")
    expect(current).to_have_count(1)
    expect(current).to_have_accessible_name("forget gate")


def test_who_opens_another_view_by_a_key_keeps_the_keys(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM), place={"t": 3})
    page.locator('.diagram .strip[data-q="F"]').focus()
    press(page, "Enter")
    expect(page.locator(".sum")).to_be_visible()
    press(page, "ArrowRight")
    at(page, 4, "forget")
