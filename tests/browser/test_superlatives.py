"""Over time: what is largest in the whole text, each line with the way to its place."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import Hold
from tests.browser.stage import at
from tests.browser.test_hands import learnt_trace


def lines(page: Page) -> Locator:
    return page.locator(".superlatives li:visible button")


def largest(amounts: np.ndarray) -> tuple[int, int]:
    t, unit = np.unravel_index(np.argmax(amounts), amounts.shape)
    return int(t), int(unit)


def test_what_was_erased_and_written_most_in_the_whole_text(opened: Callable[..., Page]) -> None:
    trace = learnt_trace("lstm")
    F, I, C_tilde = (trace[name][:, 0] for name in ("F", "I", "C_tilde"))
    erased = np.abs(trace.before("C")[:, 0]) * (1 - F)
    written = np.abs(I * C_tilde)
    page = opened(trace, place={"t": 1, "view": "memory"})
    for line, amounts in zip(lines(page).all()[:2], (erased, written), strict=True):
        t, unit = largest(amounts)
        expect(line).to_contain_text(f"unit {unit + 1} at t = {t + 1}")
        expect(line).to_contain_text(f"{amounts[t, unit]:.3g}")
        line.click()
        at(page, t + 1, "memory")
        expect(page.locator(".which-unit select")).to_have_value(str(unit))
    losses = trace["loss"][:, 0]
    page.get_by_role("button", name="largest loss").click()
    at(page, int(losses.argmax()) + 1)


def test_the_unit_that_changes_least_and_whether_it_does_anything(
    opened: Callable[..., Page],
) -> None:
    trace = learnt_trace("gru")
    H = trace["H"][:, 0]
    unit = int(np.argmin(np.ptp(H, axis=0)))
    mean = float(H[:, unit].mean())
    held = learnt_trace("gru", holds=[Hold("H", value=mean, units=[unit], steps=range(len(H)))])
    page = opened(trace, place={"t": 1, "view": "memory"})
    line = page.get_by_role("button", name="moves least")
    expect(line).to_contain_text(f"unit {unit + 1},")
    told = line.inner_text().rstrip(".").rpartition(" ")[2]
    assert float(told) == pytest.approx(held["loss"].mean(), rel=0.01)
    # In an RNN nothing is erased or written by itself; what changed most is named.
    page = opened(learnt_trace("rnn"), place={"t": 1, "view": "memory"})
    expect(lines(page).first).to_contain_text("most changed: unit")


def test_nothing_of_the_text_is_told_while_its_prediction_is_asked(
    opened: Callable[..., Page],
) -> None:
    page = opened(
        learnt_trace("lstm"), place={"t": 2, "phase": "predict", "cover": 2, "view": "memory"}
    )
    expect(page.locator(".maps")).to_be_visible()
    expect(page.locator(".superlatives")).to_be_hidden()
