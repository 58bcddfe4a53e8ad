"""Holding and changing with the pointer, on the memory map and in the sum of a unit."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import Hold, Trace, presets
from rnnviz.stage import html
from tests.browser.stage import TEXT, press

INPUTS, TARGETS = TEXT[:-1], TEXT[1:]
MODEL = presets.load(TEXT, "lstm", 8)
assert MODEL is not None
T, H = len(INPUTS), 8


def trace_with(*holds: Hold) -> Trace:
    return MODEL.trace(INPUTS, targets=TARGETS, holds=holds)


def chips(page: Page) -> Locator:
    return page.locator(".hand-words")


def cell_of(page: Page, name: str, t: int, unit: int) -> tuple[float, float]:
    """The middle of a number on a memory map."""
    frame = page.locator(f'[data-map="{name}"]')
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * (t + 0.5) / T, box["y"] + box["height"] * (unit + 0.5) / H


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def held(page: Page, name: str, unit: int, first: int, last: int) -> None:
    drag(page, cell_of(page, name, first, unit), cell_of(page, name, last, unit))


def grip(page: Page, part: str) -> Locator:
    return page.locator(f".hold-{part}")


def losses_are_those_of(page: Page, changed: Trace) -> None:
    exact = page.locator(".hand-effect .number").get_attribute("data-full")
    assert exact is not None
    shown = [float(number.replace("−", "-")) for number in exact.split(" → ")]
    np.testing.assert_allclose(
        shown, [trace_with()["loss"].mean(), changed["loss"].mean()], rtol=1e-12
    )


def test_a_drag_across_the_map_holds_a_unit_at_the_value_that_it_had(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_with(), place={"view": "memory", "t": 5})
    held(page, "F", 2, 1, 3)
    value = round(float(trace_with()["F"][1, 0, 2]), 2)
    expect(chips(page)).to_have_text([f"F[3] held at {value:g}, steps 2 to 4"])
    losses_are_those_of(page, trace_with(Hold("F", value, [2], range(1, 4))))
    # The drag is one step back, and a click still goes to its place.
    press(page, "Control+z")
    expect(chips(page)).to_have_count(0)
    page.mouse.click(*cell_of(page, "F", 3, 2))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-t", "4")


def test_on_a_sorted_map_the_unit_that_is_seen_there_is_held(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_with(), place={"view": "memory", "t": 5, "sort": "C.size"})
    order = np.argsort(-np.abs(trace_with()["C"][4, 0]), kind="stable")
    assert list(order) != sorted(order)
    held(page, "C", 0, 1, 3)
    unit = int(order[0])
    words = re.compile(rf"^C\[{unit + 1}\] held at (.+), steps 2 to 4$")
    expect(chips(page)).to_have_text(words)
    found = words.match(chips(page).inner_text())
    assert found is not None
    value = float(found[1].replace("−", "-"))
    assert value == pytest.approx(trace_with()["C"][1, 0, unit], abs=0.02)
    losses_are_those_of(page, trace_with(Hold("C", value, [unit], range(1, 4))))


def test_the_handle_is_the_value_and_its_ends_are_the_span_by_pointer_and_by_keys(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_with(), place={"view": "memory", "t": 5, "changes": "F.5.2-3=0.5"})
    x, y = middle(grip(page, "value"))
    drag(page, (x, y), (x, y - 200))
    expect(chips(page)).to_have_text(["F[5] held at 1, steps 2 to 3"])
    drag(page, middle(grip(page, "to")), cell_of(page, "F", 4, 4))
    expect(chips(page)).to_have_text(["F[5] held at 1, steps 2 to 5"])
    drag(page, middle(grip(page, "from")), cell_of(page, "F", 2, 4))
    expect(chips(page)).to_have_text(["F[5] held at 1, steps 3 to 5"])
    losses_are_those_of(page, trace_with(Hold("F", 1.0, [4], range(2, 5))))

    grip(page, "value").focus()
    expect(grip(page, "value")).to_have_attribute(
        "aria-label", "value: forget gate of unit 5 held at 1 from step 3 to 5"
    )
    press(page, "ArrowDown", "ArrowDown")
    expect(grip(page, "value")).to_have_attribute("aria-valuenow", "0.9")
    press(page, "Home")
    expect(grip(page, "value")).to_have_attribute("aria-valuenow", "0")
    grip(page, "to").focus()
    press(page, "ArrowLeft", "ArrowLeft", "ArrowRight")
    grip(page, "from").focus()
    press(page, "ArrowLeft", "ArrowLeft")
    expect(chips(page)).to_have_text(["F[5] held at 0, steps 1 to 4"])
    expect(page.get_by_test_id("stage")).to_have_attribute("data-t", "5")
    losses_are_those_of(page, trace_with(Hold("F", 0.0, [4], range(4))))
    press(page, "Delete")
    expect(chips(page)).to_have_count(0)
    expect(page.locator(".hold")).to_have_count(0)


def test_a_finger_draws_a_span_as_a_pointer_does(opened: Callable[..., Page]) -> None:
    page = opened(
        trace_with(),
        place={"view": "memory", "t": 5},
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    (x, y), (end, _) = cell_of(page, "F", 1, 4), cell_of(page, "F", 3, 4)
    fingers = page.context.new_cdp_session(page)
    fingers.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for k in range(1, 9):
        at = {"x": x + (end - x) * k / 8, "y": y}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(chips(page)).to_have_text([re.compile(r"^F\[5\] held at 0\.\d+, steps 2 to 4$")])


def colours(page: Page, name: str) -> np.ndarray:
    """The colours of a map, (T, h, 3)."""
    pixels = page.locator(f'[data-map="{name}"] canvas').evaluate(
        "c => [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data]"
    )
    return np.array(pixels).reshape(H, T, 4)[:, :, :3].transpose(1, 0, 2)


def test_the_maps_show_what_changed_and_where_nothing_did(opened: Callable[..., Page]) -> None:
    page = opened(trace_with(), place={"view": "memory", "t": 5})
    tab = page.get_by_role("button", name="What changed")
    expect(tab).to_be_hidden()
    held(page, "F", 4, 2, 3)
    x, y = middle(grip(page, "value"))
    drag(page, (x, y), (x, y + 200))
    tab.click()
    difference = trace_with(Hold("F", 0.0, [4], range(2, 4)))["C"] - trace_with()["C"]
    shown = colours(page, "C")
    assert (shown[:2] == shown[0, 0]).all()
    largest = np.unravel_index(np.abs(difference[:, 0]).argmax(), (T, H))
    red, _, blue = shown[largest]
    assert (red > blue) == (difference[largest[0], 0, largest[1]] > 0)
    assert (shown[largest] != shown[0, 0]).any()
    page.get_by_role("button", name="Reset").click()
    expect(tab).to_be_hidden()
    expect(page.get_by_role("button", name="Over time")).to_have_attribute("aria-pressed", "true")


def test_the_prediction_and_the_loss_stand_beside_what_they_were(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_with(), place={"view": "memory", "t": 5})
    expect(page.locator(".bar-before").first).to_be_hidden()
    page = opened(trace_with(), place={"view": "memory", "t": 5, "changes": "O.*.*=0"})
    before = trace_with()
    best = int(before["Y_hat"][4, 0].argmax())
    line = page.locator(".bar-line", has_text=list(MODEL.labels)[best]).first
    told = line.locator(".bar-before").get_attribute("data-full")
    assert told is not None
    assert float(told.removeprefix("before: ")) == before["Y_hat"][4, 0, best]
    expect(page.locator(".losses")).to_contain_text(f"{before['loss'][4, 0]:.3g}")


def test_a_held_number_s_equation_says_so_and_what_it_would_have_been(
    opened: Callable[..., Page],
) -> None:
    place = {"t": 3, "phase": "forget", "unit": 5, "changes": "F.5.2-4=0.25"}
    page = opened(trace_with(), place=place)
    changed = trace_with(Hold("F", 0.25, [4], range(1, 4)))
    free = changed.free["F"][2, 0, 4]
    worked = page.locator(".worked")
    expect(worked).to_contain_text(f"= {free:.3g}, but held by hand at 0.250")
    expect(worked.locator(".result")).to_have_text("0.250")
    press(page, "u")
    expect(page.locator(".sum .point.held")).to_have_count(1)
    expect(page.locator(".says-what .hint")).to_contain_text(f"its equation gives {free:.3g}")
    press(page, "]")
    expect(worked).not_to_contain_text("held")
    expect(page.locator(".sum .point.held")).to_have_count(0)


def test_a_change_is_written_with_the_letters_of_its_own_track(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """The LSTM in focus has no update gate."""
    gru = presets.load(TEXT, "gru", 8)
    assert gru is not None
    traces = [trace_with(), gru.trace(INPUTS, targets=TARGETS)]
    file = tmp_path / "two.html"
    file.write_text(
        html(traces, place={"view": "memory", "t": 5, "changes": "2:Z.3.2-4=1;F.5.2-3=0"}), "utf-8"
    )
    page = new_page()
    page.goto(file.as_uri())
    expect(chips(page)).to_have_text(
        ["GRU: Z[3] held at 1, steps 2 to 4", "LSTM: F[5] held at 0, steps 2 to 3"]
    )
    expect(page.locator(".hold")).to_have_count(1)
    chips(page).first.click()
    expect(page.get_by_test_id("stage")).to_have_attribute("data-track", "2")
    expect(page.locator('[data-map="Z"] .hold')).to_have_count(1)


def test_a_weight_is_changed_at_its_bar_by_pointer_by_keys_and_as_a_number(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_with(), place={"t": 4, "phase": "forget", "unit": 2, "view": "sum"})
    bar = page.locator(".sum [data-weight]").first
    before = float(bar.get_attribute("aria-valuenow") or "nan")
    for way in ("pointer", "keys"):
        if way == "pointer":
            x, y = middle(bar)
            drag(page, (x, y), (x - 60, y))
        else:
            bar.focus()
            press(page, "ArrowLeft", "ArrowLeft")
            # Who goes on has changed it, and is told so.
            press(page, "Tab")
        expect(chips(page)).to_have_count(1)
        expect(chips(page)).to_be_visible()
        name, row, column, value = re.findall(r"[\w−.]+", chips(page).inner_text())
        value = float(value.replace("−", "-"))
        assert value != pytest.approx(before, abs=0.01)
        weights = MODEL.parameters[name].copy()
        place = (int(row) - 1, int(column) - 1)
        assert weights[place] == pytest.approx(before)
        weights[place] = value
        changed = MODEL.with_parameters(**{name: weights}).trace(INPUTS, targets=TARGETS)
        losses_are_those_of(page, changed)
        expect(page.locator(".sum .outline").first).to_be_visible()
        page.get_by_role("button", name="Reset", exact=True).click()
        expect(chips(page)).to_have_count(0)

    # A click opens the field for its number.
    bar.focus()
    press(page, "Enter")
    field = page.get_by_label("value", exact=True)
    expect(field).to_be_focused()
    assert float(field.get_attribute("placeholder") or "nan") == pytest.approx(before, rel=1e-5)
    page.keyboard.type("1e400")
    press(page, "Enter")
    expect(page.get_by_role("alert").filter(has_text="number")).to_be_visible()
    expect(chips(page)).to_have_count(0)
