"""Any number of the stage says how it is known: its equation, what was computed twice just then, and what its cell was
held to before."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, LSTM
from rnnviz.cells import Written
from rnnviz.explain.warrants import power, recorded
from tests.browser.axe import serious
from tests.browser.stage import exactly, press, stage, trace_of

NAME = "How we know this number"
PHONE = {"width": 390, "height": 844}
# Of a small phone, or of a page that is enlarged four times.
NARROWEST = 320
SECOND_PROGRAM = "a second program, written apart in PyTorch"


def known(page: Page) -> Locator:
    dialog = page.get_by_role("dialog", name=NAME)
    expect(dialog).to_be_visible()
    return dialog


def differences(dialog: Locator) -> list[float]:
    """The differences that its sentences name."""
    found = re.findall(
        r"iffer (?:from it )?by ([\d.]+)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", dialog.inner_text()
    )
    ascii_digits = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return [
        float(f"{digits}e{exponent.translate(ascii_digits) or 0}") for digits, exponent in found
    ]


def test_a_number_says_its_equation_what_was_computed_twice_and_what_its_cell_was_held_to(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(LSTM, text="hello", hidden_size=4)
    page = opened(trace, place={"t": 3, "phase": "memory", "unit": 2})
    press(page, "!")
    dialog = known(page)
    value = exactly(trace["C"][2, 0, 1])
    expect(dialog).to_contain_text(f"C₃[2], memory cell, t = 3, unit 2: {value}")
    expect(dialog.locator(".worked")).to_contain_text("C3[2] =")
    expect(dialog).to_contain_text("Python has computed the")
    assert [one < 1e-13 for one in differences(dialog)] == [True]
    rows = dialog.locator("tbody tr").all_inner_texts()
    (states,) = [
        one for one in recorded().warrants if one.to == "torch.nn.LSTM" and one.network == "lstm"
    ]
    assert f"{states.numbers:,}\t{power(states.largest)}" in rows[0]
    assert [row.split("\t")[1] for row in rows] == [
        "torch.nn.LSTM",
        SECOND_PROGRAM,
        "torch.nn.functional.cross_entropy",
    ]
    expect(dialog).to_contain_text(recorded().date)
    assert serious(page, ".warrant-dialog") == []

    # A key of the stage does nothing to what lies below.
    press(page, "ArrowRight")
    expect(stage(page)).to_have_attribute("data-t", "3")
    press(page, "Escape")
    expect(page.get_by_role("dialog", name=NAME)).to_have_count(0)
    press(page, "ArrowRight")
    expect(stage(page)).to_have_attribute("data-t", "4")


def test_on_the_way_back_the_slope_of_the_loss_stands_beside_the_gradient(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(GRU, text="hello", hidden_size=4)
    gradient = trace.model.gradients(trace)["Z"][1, 0, 2]
    page = opened(trace, place={"t": 2, "way": "back", "phase": "update", "unit": 3})
    press(page, "!")
    dialog = known(page)
    expect(dialog).to_contain_text("A gradient is a slope")
    words = dialog.locator("header + p").inner_text()
    assert words.startswith("∂L/∂Z₂[3], update gate")
    assert float(words.split(": ")[1].replace("−", "-")) == pytest.approx(gradient, rel=1e-9)
    apart, twice = differences(dialog)
    assert 0 < apart < 1e-9
    assert twice < 1e-13
    held_to = [row.split("\t")[1] for row in dialog.locator("tbody tr").all_inner_texts()]
    assert held_to == [
        "PyTorch's autograd",
        "the slope of the loss, each weight moved up and down by 0.00001",
    ]
    press(page, "Escape")

    page = opened(trace, place={"t": 2, "way": "back", "weight": "W_xz.1.1"})
    press(page, "!")
    dialog = known(page)
    expect(dialog.locator("header + p")).to_contain_text("∂L/∂W_xz[1, 1]")
    assert differences(dialog)[0] < 1e-9


def test_the_prediction_says_it_of_its_own_number(opened: Callable[..., Page]) -> None:
    trace = trace_of(LSTM, text="hello", hidden_size=4)
    page = opened(trace, place={"t": 3, "phase": "predict"})
    page.locator(".output").get_by_role("button", name=NAME).dispatch_event("click")
    target = trace.model.labels.indices(trace.targets)[2]
    expect(known(page).locator("header + p")).to_contain_text(exactly(trace["Y_hat"][2, 0, target]))


def test_a_strip_that_has_the_focus_is_what_it_is_said_of(opened: Callable[..., Page]) -> None:
    trace = trace_of(LSTM, text="hello", hidden_size=4)
    page = opened(trace, place={"t": 3, "phase": "memory", "unit": 2})
    page.locator('.diagram .strip[data-q="F"][tabindex]').focus()
    press(page, "!")
    expect(known(page).locator("header + p")).to_contain_text(exactly(trace["F"][2, 0, 1]))


@pytest.mark.parametrize("place", [{"view": "ledger"}, {"face": "river"}])
def test_of_a_ledger_and_a_river_it_says_that_the_parts_add_up(
    opened: Callable[..., Page], place: dict[str, str]
) -> None:
    page = opened(trace_of(LSTM, text="hello", hidden_size=4), place={"t": 3, **place})
    press(page, "!")
    dialog = known(page)
    expect(dialog).to_contain_text("adds up to the memory: 16 sums")
    assert max(differences(dialog)) < 1e-13


def test_while_the_stage_asks_it_does_not_give_the_answer_away(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM, text="hello"))
    press(page, "q", "ArrowRight")
    expect(stage(page)).to_have_attribute("data-asks", "")
    press(page, "!")
    expect(page.locator(".tip")).to_have_text(re.compile("^Answer first"))
    expect(page.get_by_role("dialog", name=NAME)).to_have_count(0)
    press(page, "Enter", "!")
    known(page)


def test_what_was_changed_by_hand_is_said_to_be_the_browser_s_alone(
    opened: Callable[..., Page],
) -> None:
    place = {"t": 3, "phase": "memory", "changes": "F.1.1-4=0.5"}
    page = opened(trace_of(LSTM, text="hello"), place=place)
    press(page, "!")
    dialog = known(page)
    expect(dialog).to_contain_text("Your browser alone has computed what is shown here.")
    expect(dialog).to_contain_text("Without your changes: Python has computed")


def test_of_a_cell_that_a_reader_has_written_only_what_was_computed_is_claimed(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(
        Written, text="hello", equations="H = tanh(X @ W + H_prev @ U) * sigmoid(H_prev @ V)"
    )
    page = opened(trace, place={"t": 3})
    press(page, "!")
    dialog = known(page)
    expect(dialog).to_contain_text("no program other than ours has computed it")
    assert differences(dialog)[0] < 1e-13
    assert "torch.nn.LSTM" not in dialog.inner_text()
    assert SECOND_PROGRAM not in dialog.inner_text()


@pytest.mark.parametrize(
    ("language", "name"), [("zh-Hans", "这个数是怎样核对的"), ("zh-Hant", "這個數是怎樣核對的")]
)
def test_on_a_phone_a_tap_opens_it_and_nothing_is_cut(
    opened: Callable[..., Page], language: str, name: str
) -> None:
    page = opened(trace_of(LSTM), language=language, viewport=PHONE, has_touch=True, place={"t": 2})
    page.locator(".stage-views").get_by_role("button", name=name).first.tap()
    dialog = page.get_by_role("dialog", name=name)
    for width in (PHONE["width"], NARROWEST):
        page.set_viewport_size({**PHONE, "width": width})
        for part in (dialog, *dialog.locator("p, th, td, button, .formula .term").all()):
            box = part.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width, part.inner_text()
    told = dialog.inner_text()
    assert not re.search(r"\b(the|of|and|by|numbers|differ)\b", told), told
