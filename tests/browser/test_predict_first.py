"""Predict, then see: the stage asks, is answered by key, click or touch, and then shows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rnnviz import Trace
from rnnviz.presets import BUILT_IN, load
from tests.browser.axe import serious
from tests.browser.stage import TEXT, at, press, stage, stop_the_clock

# The parts of the question that the window cuts off; a projector's screen does not scroll.
OUTSIDE = """() => [...document.querySelectorAll(".question:not([hidden]) :is(button, .asked)")]
  .filter((part) => {
    const box = part.getBoundingClientRect()
    return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight
  })
  .map((part) => part.textContent)"""
LAOZI = next(built_in.text for built_in in BUILT_IN if built_in.key == "laozi")


def trained(cell: str = "lstm", text: str = TEXT) -> Trace:
    model = load(text, cell, 8)
    assert model is not None
    return model.trace(text[:-1], targets=text[1:])


def test_before_a_prediction_nothing_tells_what_comes_next(opened: Callable[..., Page]) -> None:
    page = opened(trained(), place={"t": 2, "phase": "predict", "cover": 2})
    question = page.locator(".output .question")
    expect(question).to_contain_text("after 要")
    # The next characters are 有直升机; the choices stand in the order of the vocabulary.
    offered = question.locator(".candidate")
    assert offered.all_inner_texts() == [
        f"{key}{c}" for key, c in zip("ABCD", "要有直升", strict=True)
    ]
    for character in "直升机":
        elsewhere = stage(page).locator(".bar, .ribbon, .stage-views, .equations").all_inner_texts()
        assert character not in "".join(elsewhere)
    expect(page.locator(".bar-line:visible, .mark:visible")).to_have_count(0)
    offered.filter(has_text="直").click()
    verdict = page.locator(".answer > .verdict")
    expect(verdict).to_contain_text("✗ Not this time: 有")
    expect(verdict).to_contain_text("0 of 1 right")
    expect(page.locator(".bar-line.is-target")).to_contain_text("有")
    expect(page.locator(".column").nth(2).locator("text.character").first).to_have_text("有")


def test_a_step_is_asked_about_answered_and_then_shown(opened: Callable[..., Page]) -> None:
    trace = trained()
    page = opened(trace, place={"t": 1})
    press(page, "q")
    at(page, 2, "forget")
    box = page.locator("div.box")
    expect(box).to_contain_text("will it keep memory cell at 1, unit 7C1[7] or erase it?")
    expect(box.locator(".worked")).to_have_count(0)
    strip = page.locator('.diagram .strip[data-q="F"]')
    expect(strip).to_have_attribute("aria-label", "forget: not computed yet")
    press(page, "a")
    expect(box.locator(".verdict")).to_have_text(
        # The letter, and before it the words that are read in its place.
        f"✓ Right: forget gate at 2, unit 7F2[7] = {trace['F'][1, 0, 6]:.3f} 1 of 1 right"
    )
    expect(box.locator(".worked .result")).to_have_text(f"{trace['F'][1, 0, 6]:.3f}")
    at(page, 2, "forget")
    press(page, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    at(page, 2, "predict")
    expect(page.locator(".output .question")).to_be_visible()
    press(page, "b")
    expect(page.locator(".answer > .verdict")).to_contain_text("2 of 2 right")
    press(page, "ArrowRight", "ArrowRight")
    # A whole step on passes the question by; what it asked for is then visible.
    at(page, 4, "forget")
    press(page, "q")
    expect(page.locator(".question:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="Ask first")).to_have_attribute("aria-pressed", "false")


def test_what_would_give_the_answer_away_is_covered_too(opened: Callable[..., Page]) -> None:
    """H = O ⊙ tanh(C): with O and C on the screen, nobody would have to think."""
    page = opened(trained(), place={"t": 3, "phase": "hidden", "cover": 3})
    expect(page.locator("div.box")).to_contain_text("higher")
    for name in ("I", "F", "O", "C_tilde", "C", "H"):
        strip = page.locator(f'.diagram .strip[data-q="{name}"]:not([data-before])')
        expect(strip).to_have_attribute("aria-label", re.compile("not computed yet"))
    press(page, "u")
    expect(page.locator(".sum .row-value")).to_have_count(0)


def test_what_a_change_makes_of_all_steps_waits_for_the_last_one(
    opened: Callable[..., Page],
) -> None:
    place = {"t": 2, "phase": "memory", "cover": 2, "changes": "F.*.2-5=0"}
    page = opened(trained(), place=place)
    expect(page.locator(".hand-words")).to_be_visible()
    expect(page.locator(".hand-effect")).to_be_hidden()
    assert "→" not in page.locator(".hand-changes").inner_text()
    press(page, "End", "Enter", "Enter")
    at(page, 5)
    expect(page.locator(".hand-effect")).to_contain_text("0 of 5 predictions changed")


def test_before_a_prediction_its_lines_are_in_the_order_of_the_vocabulary(
    opened: Callable[..., Page],
) -> None:
    """Without questions too: a step's own phases come before its shares."""
    page = opened(trained(), place={"t": 1, "phase": "forget"})
    lines = page.locator(".output .bar-line")
    count = lines.count()
    assert count >= 3
    assert lines.locator(".character").all_text_contents() == list(dict.fromkeys(TEXT))[:count]
    weights = lines.evaluate_all("lines => lines.map((one) => getComputedStyle(one).fontWeight)")
    assert len(set(weights)) == 1
    assert lines.locator(".logit, .number, .mark").all_text_contents() == [""] * 3 * count
    press(page, *["ArrowDown"] * 6)
    at(page, 1)
    expect(lines.first).to_have_class(re.compile("is-target"))


def test_in_presenter_mode_letters_answer_and_digits_choose_panels(
    opened: Callable[..., Page],
) -> None:
    page = opened(trained(), place={"t": 2, "phase": "forget", "cover": 2})
    press(page, "f", "1")
    expect(page.locator(".alone-ribbon")).to_be_visible()
    press(page, "0")
    expect(page.locator(".question:visible")).to_be_visible()
    press(page, "b")
    expect(page.locator("div.box .verdict")).to_contain_text("✗ Not this time")
    # The panel that is alone makes room for the next question.
    press(page, "4")
    expect(page.locator(".alone-memory")).to_be_visible()
    press(page, "ArrowRight")
    expect(page.locator(".alone")).to_have_count(0)
    expect(page.locator(".question:visible")).to_be_visible()


def test_playing_waits_for_an_answer(opened: Callable[..., Page]) -> None:
    page = opened(trained(), place={"t": 2, "cover": 2, "phase": "input"})
    stop_the_clock(page)
    press(page, "Space")
    page.clock.run_for(10_000)
    at(page, 2, "forget")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".verdict:visible")).to_contain_text("Answer: forget gate at 2, unit 7")


def test_a_question_is_read_out_with_its_choices(opened: Callable[..., Page]) -> None:
    page = opened(trained(), place={"t": 2, "phase": "forget", "cover": 2})
    said = page.locator(".announcement[aria-live=polite]")
    expect(said).to_contain_text("A: keep: above ½; B: erase: below ½")
    press(page, "b")
    expect(said).to_contain_text("✗ Not this time: F₂[7]")


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [((1280, 720), "en", "dark"), ((1280, 720), "zh-Hans", "light"), ((390, 844), "en", "light")],
)
def test_questions_fit_every_screen_and_can_be_read(
    opened: Callable[..., Page], size: tuple[int, int], language: str, scheme: str
) -> None:
    page = opened(
        trained("gru", LAOZI),
        place={"t": 2, "phase": "update", "cover": 2},
        language=language,
        color_scheme=scheme,
        viewport={"width": size[0], "height": size[1]},
    )
    if size == (1280, 720):
        press(page, "f")
        page.wait_for_function("() => document.fullscreenElement !== null")
    for _ in range(5):
        press(page, "ArrowRight")
        expect(page.locator(".question:visible")).to_have_count(1)
        page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
    # In another language only lengths are others.
    assert language != "en" or serious(page) == []
    press(page, "a")
    expect(page.locator(".verdict:visible")).to_have_count(1)
    assert language != "en" or serious(page) == []
