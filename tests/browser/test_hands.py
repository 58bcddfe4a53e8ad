"""Changing a network by hand on the stage, as one file: no server, no network."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, RNN, Hold, SequenceModel, presets
from rnnviz.stage import html
from tests.browser.axe import serious
from tests.browser.overflow import resize
from tests.browser.stage import TEXT, at, press, stage, trace_of

CHANGES = "F.5.2-5=1;H0.3=0.5;W_hf.2.5=-3;x.1=要"


def chips(page: Page) -> Locator:
    return page.locator(".hand-words")


def learnt(cell: str = "lstm", text: str = TEXT) -> SequenceModel:
    model = presets.load(text, cell, 8)
    assert model is not None
    return model


def learnt_trace(cell: str = "lstm", text: str = TEXT, **options: object):  # type: ignore[no-untyped-def]
    return learnt(cell, text).trace(text[:-1], targets=text[1:], **options)


def test_what_is_no_number_or_no_place_gets_a_sentence_and_changes_nothing(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 2, "phase": "forget"})
    # Without a change nothing stands between ribbon and cell.
    expect(page.locator(".hand-row")).to_be_hidden()
    expect(page.locator(".hands")).to_have_js_property("offsetHeight", 0)
    press(page, "e")
    # Typing in a field moves nothing.
    page.keyboard.type("12f ")
    press(page, "ArrowRight", "Home", "End")
    at(page, 2, "forget")
    expect(page.get_by_label("value")).to_have_value("12f ")
    for typed in ("", "abc", "1e400", "NaN", "1.5", "-0.1"):
        page.get_by_label("value").fill(typed)
        press(page, "Enter")
        expect(page.get_by_role("alert").filter(has_text="number")).to_have_text(
            f"The value is “{typed}”; it must be a number from 0 to 1."
        )
        expect(chips(page)).to_have_count(0)

    page.get_by_label("value").fill("1")
    for name, typed, sentence in (
        ("unit", "9", "The unit is “9”; it must be a whole number from 1 to 8, or all of them."),
        ("from step", "0", "The step is “0”; it must be a whole number from 1 to 5."),
        ("to", "1", "The last step is “1”; it must not come before the first, step 2."),
    ):
        field = page.get_by_label(name, exact=True)
        before = field.input_value()
        field.fill(typed)
        press(page, "Enter")
        expect(page.locator(".hand-problem")).to_have_text(sentence)
        field.fill(before)
    page.get_by_label("unit", exact=True).fill("all")
    press(page, "Enter")
    expect(chips(page)).to_have_text(["F held at 1, steps 2 to 5"])


def test_a_gate_is_held_with_the_keyboard_alone(opened: Callable[..., Page]) -> None:
    trace = learnt_trace()
    page = opened(trace, place={"t": 2, "phase": "forget", "unit": 5})
    press(page, "e")
    expect(page.get_by_label("value")).to_be_focused()
    expect(page.get_by_label("Quantity")).to_have_value("F")
    page.keyboard.type("1")
    press(page, "Enter")
    expect(chips(page)).to_have_text(["F[5] held at 1, steps 2 to 5"])
    expect(chips(page).first).to_have_attribute(
        "title", "forget gate of unit 5 held at 1 from step 2 to 5"
    )
    changed = learnt_trace(holds=[Hold("F", value=1.0, units=[4], steps=range(1, 5))])
    before, after = trace["loss"].mean(), changed["loss"].mean()
    losses = page.locator(".hand-effect .number")
    exact = losses.get_attribute("data-full")
    assert exact is not None
    shown = [float(number) for number in exact.split(" → ")]
    np.testing.assert_allclose(shown, [before, after], rtol=1e-12)
    # And it is the changed number that the equation now works out.
    press(page, "Escape")
    expect(page.locator(".hand-editor")).to_be_hidden()
    expect(page.locator(".worked .result")).to_have_text("1.00")


def test_undo_redo_reset_and_each_ones_own_way_back(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(), place={"changes": CHANGES})
    expect(chips(page)).to_have_count(4)
    page.get_by_role("button", name="Take back: hidden state of unit 3 begins at 0.5").click()
    expect(chips(page)).to_have_count(3)
    press(page, "Control+z")
    expect(chips(page)).to_have_count(4)
    press(page, "Control+Shift+z")
    expect(chips(page)).to_have_count(3)
    page.get_by_role("button", name="Reset", exact=True).click()
    expect(chips(page)).to_have_count(0)
    # An empty row takes no room from the panels; it is there where changes are made.
    expect(page.locator(".hand-row")).to_be_hidden()
    press(page, "Control+z")
    expect(chips(page)).to_have_count(3)
    page.get_by_role("button", name="Reset", exact=True).click()
    press(page, "e")
    page.get_by_role("button", name="Undo (Ctrl+Z)").click()
    expect(chips(page)).to_have_count(3)
    expect(page.get_by_role("button", name="Redo (Ctrl+Shift+Z)")).to_be_enabled()


def test_a_weight_an_initial_state_and_a_character_are_changed(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(), place={"t": 2})
    press(page, "e")
    page.get_by_label("What to change").select_option("weight")
    page.get_by_label("Parameter").select_option("W_hf")
    page.get_by_label("row").fill("2")
    page.get_by_label("column").fill("5")
    weights = trace_of().model.parameters["W_hf"]  # type: ignore[union-attr]
    placeholder = page.get_by_label("value").get_attribute("placeholder")
    assert placeholder is not None
    assert float(placeholder) == pytest.approx(weights[1, 4], rel=1e-5)
    page.get_by_label("value").fill("-0.3")
    press(page, "Enter")
    # The change has drawn the stage anew; the fields are as they were left.
    expect(chips(page)).to_have_text(["W_hf[2, 5] = −0.3"])
    expect(page.get_by_label("Parameter")).to_have_value("W_hf")
    expect(page.get_by_label("column")).to_have_value("5")
    expect(page.get_by_label("value")).to_be_focused()
    page.get_by_label("What to change").select_option("initial")
    page.get_by_label("State", exact=True).select_option("C")
    page.get_by_label("value").fill("0,5")
    press(page, "Enter")
    expect(page.locator(".hand-problem")).to_contain_text("The value is “0,5”; it must be a number")
    page.get_by_label("value").fill("0.5")
    press(page, "Enter")
    expect(chips(page)).to_have_text(["W_hf[2, 5] = −0.3", "C₀[1] = 0.5"])


def test_a_click_on_a_character_of_a_long_text_changes_that_one(
    opened: Callable[..., Page],
) -> None:
    text = "abcdefghijklmnopqrstuvwxyz"
    page = opened(trace_of(text=text), place={"t": 11})
    # A click on a step goes there, and another step is drawn in the place that was clicked.
    first = page.locator("text[data-input]").first
    clicked = int(first.get_attribute("data-input") or "")
    assert clicked < 9
    expect(first).to_have_text(text[clicked])
    first.click()
    editor = page.locator(".hand-editor")
    expect(editor).to_be_visible()
    expect(stage(page)).to_have_attribute("data-t", str(clicked + 1))
    editor.get_by_label("character").select_option("z")
    editor.get_by_role("button", name="Change", exact=True).click()
    expect(chips(page)).to_have_text([f"{text[clicked]} → z, step {clicked + 1}"])


def test_a_click_on_a_character_offers_others(opened: Callable[..., Page]) -> None:
    page = opened(trace_of())
    page.locator("text[data-input='2']").click()
    at(page, 3)
    expect(page.get_by_label("character")).to_be_focused()
    # Why there are not more of them, is said beside them.
    note = page.locator(".hand-editor .hint")
    expect(note).to_have_text(
        "The network has weights for these characters alone: it can read no other."
    )
    page.get_by_label("What to change").select_option("weight")
    expect(note).to_be_empty()
    page.get_by_label("What to change").select_option("input")
    page.get_by_label("character").select_option("机")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(chips(page)).to_have_text(["有 → 机, step 3"])
    expect(page.locator("text[data-input='2']")).to_have_text("机")


def test_where_the_two_part_is_said_and_can_be_gone_to(opened: Callable[..., Page]) -> None:
    page = opened(learnt_trace(), place={"changes": "C_tilde.3.3=0.9"})
    parting = page.get_by_role("button", name="first difference")
    expect(parting).to_have_text("first difference: t = 3, candidate memory cell, unit 3")
    parting.click()
    at(page, 3, "candidate")


def test_a_change_that_changes_no_number_says_so(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(RNN), place={"changes": "H0.1=0"})
    expect(page.get_by_role("button", name="no number differs")).to_be_disabled()


def test_of_a_hostile_link_the_valid_changes_apply(opened: Callable[..., Page]) -> None:
    hostile = "F.5.2-5=1;<img src=x onerror=alert(1)>=1;F.5.1=1e400;" + "Q.1.1=0;" * 3000
    page = opened(trace_of(), place={"changes": hostile})
    expect(chips(page)).to_have_text(["F[5] held at 1, steps 2 to 5"])
    expect(page.get_by_role("alert")).to_have_text(
        "3002 changes of the link do not fit here and are left out; the first: "
        "<img src=x onerror=alert(1)>=1"
    )
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_an_experiment_asks_first_and_then_shows_the_truth(
    opened: Callable[..., Page], cell: str
) -> None:
    trace = learnt_trace(cell)
    page = opened(trace)
    press(page, "e")
    gate = page.get_by_role("button", name="Close every output gate")
    expect(gate).to_have_count(1 if cell == "lstm" else 0)
    page.get_by_role("button", name="Remember only the first character, 想").click()
    expect(page.locator(".hand-question")).to_contain_text(
        "forget gate at 1" if cell == "lstm" else "update gate at 1"
    )
    expect(chips(page)).to_have_count(0)
    keep = [("F", 1.0), ("I", 0.0)] if cell == "lstm" else [("Z", 1.0)]
    holds = [Hold(name, value=value, steps=range(1, 5)) for name, value in keep]
    changed = learnt_trace(cell, holds=holds)
    likeliest = changed["Y_hat"][1:, 0].argmax(axis=1)
    truth = "No, they are all the same" if len(set(likeliest)) == 1 else "Yes, they still differ"
    page.get_by_role("button", name="No, they are all the same").click()
    expect(page.locator(".hand-truth")).to_contain_text(f"{truth}. ")
    right = "Right ✓" if truth.startswith("No") else "Not this time ✗"
    expect(page.locator(".hand-truth")).to_contain_text(right)
    expect(chips(page)).to_have_count(len(keep))


def test_the_weights_before_learning_come_with_the_file(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    trace = learnt_trace("gru")
    random = SequenceModel.random(GRU, learnt("gru").vocabulary, 8, seed=0)
    file = tmp_path / "stage.html"
    file.write_text(html(trace, "en", "", {"changes": "weights=0"}, moments=[{0: random}]), "utf-8")
    page = new_page()
    page.goto(file.as_uri())
    expect(chips(page)).to_have_text(["weights before learning"])
    loss = random.trace(TEXT[:-1], targets=TEXT[1:])["loss"].mean()
    exact = page.locator(".hand-effect .number").get_attribute("data-full")
    assert exact is not None
    assert float(exact.split(" → ")[1]) == pytest.approx(loss, rel=1e-12)


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_rows_can_be_read_by_everybody(opened: Callable[..., Page], language: str) -> None:
    page = opened(trace_of(), language=language, place={"changes": CHANGES + ";Q.1.1=1"})
    press(page, "e")
    trial = page.locator(".hand-trials button").first
    # A phone, and then a lecture's screen; in another language only lengths are others.
    for width, height in ((390, 844), (1280, 720)):
        resize(page, width, height)
        trial.click()
        expect(page.locator(".hand-question")).to_be_visible()
        assert language != "en" or serious(page) == []
        page.locator(".hand-question .hand-key").click()
        expect(page.locator(".hand-editor")).to_be_visible()
        assert language != "en" or serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(stage(page)).to_be_visible()


def test_a_change_of_another_network_says_whose_it_is(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "stage.html"
    place = {"t": 2, "changes": "F.5.2-5=1;2:Z.*.3-4=1"}
    file.write_text(html([learnt_trace(), learnt_trace("gru")], "en", "", place), "utf-8")
    page = new_page()
    page.goto(file.as_uri())
    expect(chips(page)).to_have_text(
        ["LSTM: F[5] held at 1, steps 2 to 5", "GRU: Z held at 1, steps 3 to 4"]
    )
    chips(page).nth(1).click()
    expect(stage(page)).to_have_attribute("data-track", "2")
    at(page, 3, "update")
    expect(page.locator(".hand-parting")).to_have_text(
        "first difference: t = 3, update gate, unit 1"
    )
    changed = learnt_trace("gru", holds=[Hold("Z", value=1.0, steps=range(2, 4))])
    exact = page.locator(".hand-effect .number").get_attribute("data-full")
    assert exact is not None
    assert float(exact.split(" → ")[1]) == pytest.approx(changed["loss"].mean(), rel=1e-12)
