"""Nothing that carries meaning is cut: the stage and a lecture, in their states, at three sizes.

The pages are looked at by `test_accessibility.py`.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, RNN, Bidirectional, Trace
from rnnviz.cells import Written
from tests.browser.diagram import PHONE, SMALL_PHONE, touching
from tests.browser.overflow import Walk
from tests.browser.stage import open_at, press, settled, stage, trace_of
from tests.browser.test_hall import opening
from tests.browser.test_lecture_plan import BUILT_IN, card
from tests.browser.test_lecture_plan import opened as plan_opened
from tests.serving import Server

VIEWPORT = {"width": PHONE[0], "height": PHONE[1]}
OWN = "F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)\nH = F * H_prev + (1 - F) * tanh(X @ W_xh + b_h)"


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize(
    "traces",
    [
        pytest.param(lambda: trace_of(LSTM), id="LSTM"),
        pytest.param(lambda: [trace_of(cell) for cell in (LSTM, RNN, GRU)], id="three"),
        pytest.param(lambda: trace_of(Bidirectional, of=GRU), id="two directions"),
        pytest.param(lambda: trace_of(Written, equations=OWN), id="own"),
    ],
)
def test_nothing_of_the_stage_is_cut(
    opened: Callable[..., Page], traces: Callable[[], Trace | list[Trace]], language: str
) -> None:
    page, walk = opened(traces(), language=language, place={"t": 3}), Walk()
    walk.look(page, "forwards")
    stage(page).focus()
    press(page, "e")
    expect(page.locator(".hand-editor")).to_be_visible()
    walk.look(page, "form for changes")
    press(page, "Escape")
    # Where the browser refuses the whole screen, the stage fills the window, which has other sizes.
    page.evaluate("Element.prototype.requestFullscreen = undefined")
    press(page, "f")
    expect(page.locator("html")).to_have_attribute("data-presenting", "")
    walk.look(page, "presented")
    press(page, "f")
    page.locator(".bar .turn").click()
    walk.look(page, "backwards")
    assert not walk.found, "\n".join(walk.found)


@pytest.mark.parametrize("cell", [RNN, LSTM])
def test_in_a_diagram_on_a_phone_nothing_lies_over_another_thing(
    opened: Callable[..., Page], cell: type
) -> None:
    one, both = trace_of(cell), trace_of(Bidirectional, of=cell)
    for trace, way, phase in (
        (one, "forward", "predict"),
        (one, "back", "to-X"),
        (both, "forward", "backward-hidden"),
        (both, "back", "to-X"),
        (both, "back", "backward-hidden"),
    ):
        page = opened(trace, place={"t": 3, "way": way, "phase": phase}, viewport=VIEWPORT)
        expect(stage(page)).to_have_attribute("data-phase", phase)
        assert touching(page, PHONE, SMALL_PHONE) == [], (way, phase)
        # What no gradient has reached yet is called by its letter, too.
        expect(page.locator(".diagram [aria-label*='backward.']")).to_have_count(0)


def test_nothing_of_a_lecture_is_cut(server: Server, page: Page) -> None:
    walk = Walk()
    open_at(page, server)
    settled(page)
    plan_opened(page).get_by_label("Lecture plan", exact=True).select_option(label=BUILT_IN)
    walk.look(page, "plan")
    card(page).get_by_role("button", name="Start").click()
    expect(page.locator(".walk")).to_be_visible()
    with page.context.expect_page() as notes:
        press(page, "t")
    expect(notes.value.locator(".place")).to_be_visible()
    walk.look(notes.value, "notes")
    notes.value.close()
    opening(page)
    walk.look(page, "room")
    assert not walk.found, "\n".join(walk.found)
