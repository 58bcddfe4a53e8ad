"""A lecture plan: made, put in order, walked through on every page, reloaded, and kept from harm."""

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.stage import at, choose, open_at, press, settled, stage
from tests.serving import Server

BUILT_IN = "Inside an LSTM (20 min)"
# The lower edge of the lowest panel of the stage.
LOWEST = """() => Math.max(...[...document.querySelectorAll('*')].filter((one) => one.shadowRoot)
  .flatMap((one) => [...one.shadowRoot.querySelectorAll('.stage .panel')])
  .map((one) => one.getBoundingClientRect().bottom))"""


def card(page: Page) -> Locator:
    return page.locator("dialog.planner")


def opened(page: Page) -> Locator:
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(card(page)).to_be_visible()
    return card(page)


def chosen(page: Page, place: int) -> Locator:
    """A view whose fields are open in the card."""
    thumb = card(page).locator(".thumb").nth(place - 1)
    thumb.click()
    expect(thumb).to_have_attribute("aria-expanded", "true")
    return thumb


def added(page: Page, sentence: str) -> None:
    """Add the view of the page, with a sentence for the class."""
    before = card(page).locator(".stops li").count()
    card(page).get_by_role("button", name="Add this view").click()
    expect(card(page).locator(".stops li")).to_have_count(before + 1)
    page.keyboard.type(sentence)
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()


def refuse_foreign(page: Page, folder: Path) -> None:
    """What is no plan of ours changes nothing."""
    foreign = folder / "foreign.rnnviz-plan.json"
    foreign.write_text('{"title": "x", "views": [{"view": "https://example.org", "say": ""}]}')
    card(page).locator("input[type=file]").set_input_files(foreign)
    expect(card(page).get_by_role("alert")).to_contain_text("another link")
    expect(card(page).locator(".stops li")).to_have_count(4)


def keep_what_is_typed(page: Page) -> None:
    """A click elsewhere loses no letter, and the keys of the lecture are letters in a field."""
    field = card(page).get_by_label("Your notes: nobody else sees them: 2")
    chosen(page, 2)
    card(page).get_by_label("Title").click()
    page.keyboard.press("End")
    page.keyboard.type(" *1")
    field.click()
    page.keyboard.type("* 0.04")
    expect(field).to_have_value("* 0.04")
    expect(field).to_be_focused()
    card(page).get_by_label("Add all views of another plan").select_option(label=BUILT_IN)
    expect(card(page).locator(".stops li")).to_have_count(14)
    card(page).get_by_role("button", name="Undo").wait_for(state="detached")
    chosen(page, 5)
    for _ in range(10):
        card(page).get_by_role("button", name="Remove 5", exact=True).click()
    card(page).get_by_role("button", name="Undo").click()
    card(page).get_by_role("button", name="Remove 5", exact=True).click()
    # Another's file may hold any names; what is no plan is kept, and hides no other.
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("rnnviz plans"));
          const views = ["constructor", "toString", "__proto__"].map((name) => (
            { view: `${name.toLowerCase()}?${name}=1&section=${name}&cell=${name}`, say: "" }));
          kept.plans.push({ title: "Odd", views }, { title: "None", views: [{ view: "//x", say: "" }] });
          localStorage.setItem("rnnviz plans", JSON.stringify(kept));
        }"""
    )
    page.keyboard.press("Escape")
    opened(page).get_by_label("Lecture plan", exact=True).select_option(label="Odd")
    expect(card(page).locator(".stops .title")).to_have_text(
        ["constructor", "tostring", "__proto__"]
    )
    expect(card(page)).to_contain_text("“None” is kept in this browser, but is no lecture plan.")
    card(page).get_by_label("Lecture plan", exact=True).select_option(label="My lecture *1")
    chosen(page, 2)
    expect(field).to_have_value("* 0.04")


def saved(page: Page) -> list[dict[str, str]]:
    """The views of the plan that the card saves as a file."""
    with page.expect_download() as download:
        card(page).get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "My-lecture.rnnviz-plan.json"
    views: list[dict[str, str]] = json.loads(Path(download.value.path()).read_text("utf-8"))[
        "views"
    ]
    return views


def test_a_plan_is_made_walked_through_and_kept(server: Server, page: Page, tmp_path: Path) -> None:
    open_at(page, server, cell="gru", weights="random", t="2", phase="hidden")
    settled(page)
    opened(page)
    added(page, "What is <b>kept</b>?")
    stage(page).focus()
    press(page, "ArrowRight", "ArrowRight")
    at(page, 4, "hidden")
    press(page, "ArrowUp", "ArrowUp", "ArrowUp")
    at(page, 4, "reset")
    opened(page)
    added(page, "And now?")
    page.goto(f"{server.url}/train?corpus=helicopter")
    opened(page)
    added(page, "Draw the curve first.")
    page.goto(f"{server.url}/softmax?section=loss")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    opened(page)
    added(page, "What does a guess cost?")

    # The chapter comes before the training, and both before the stage's second place.
    opened(page)
    for place in (3, 4, 3):
        chosen(page, place)
        card(page).get_by_role("button", name=f"Move {place} up").click()
    said = [
        "What is <b>kept</b>?",
        "What does a guess cost?",
        "Draw the curve first.",
        "And now?",
    ]
    expect(card(page).locator(".stops .title")).to_have_text(said)
    assert serious(page) == []

    refuse_foreign(page, tmp_path)
    assert [one["ask"] for one in saved(page)] == said
    keep_what_is_typed(page)

    card(page).get_by_role("button", name="Start").click()
    strip = page.locator(".walk")
    at(page, 2, "hidden")
    expect(strip).to_contain_text("1/4What is <b>kept</b>?")
    press(page, ">")
    page.wait_for_url("**/softmax?section=loss*")
    expect(strip).to_contain_text("What does a guess cost?")
    page.reload()
    expect(strip).to_contain_text("2/4")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    press(page, ">")
    page.wait_for_url("**/train?corpus=helicopter*")
    expect(strip).to_contain_text("Draw the curve first.")
    strip.get_by_role("button", name="Next").click()
    at(page, 4, "reset")
    expect(strip).to_contain_text("4/4")
    press(page, "<")
    page.wait_for_url("**/train?*")
    expect(strip).to_contain_text("3/4")
    strip.get_by_role("button", name="Put the plan away").click()
    expect(strip).to_be_hidden()


def drive_from_notes(page: Page) -> None:
    """A second window has the notes, the hall what is for the class and no more; its keys act there."""
    press(page, "f")
    expect(page.locator(":fullscreen")).to_have_count(0)
    with page.context.expect_page() as opened_window:
        press(page, "t")
    notes = opened_window.value
    expect(notes.locator(".say")).to_contain_text("All predictions are right")
    expect(notes.locator(".after")).to_contain_text("Step to the end")
    press(page, "f")
    expect(page.locator(".walk > :visible")).to_have_class("say")
    expect(page.locator(".walk")).to_contain_text("Which predictions will go wrong?")
    notes.keyboard.press("ArrowLeft")
    at(page, 4)
    notes.reload()
    expect(notes.locator(".place")).to_have_text("7 / 10")
    assert serious(notes) == []
    notes.get_by_role("button", name="Next").click()
    at(page, 2, "memory")
    expect(notes.locator(".say")).to_contain_text("Step to the end")
    notes.keyboard.press("<")
    expect(notes.locator(".say")).to_contain_text("All predictions are right")
    notes.close()
    # With or without them, the hall reads what is for the class, and no notes.
    expect(page.locator(".walk")).to_be_visible()
    expect(page.locator(".walk")).to_contain_text("Which predictions will go wrong?")
    expect(page.locator(".walk")).not_to_contain_text("All predictions are right")
    press(page, "#")
    expect(card(page).locator(".stops li")).to_have_count(10)
    expect(card(page).get_by_label("For the class")).to_have_count(1)
    expect(card(page).get_by_label("Your notes")).to_have_count(0)
    expect(card(page)).not_to_contain_text("All predictions are right")
    page.keyboard.press("Escape")
    # Looking and walking copied nothing; adding a view makes the plan one's own.
    plans = "JSON.parse(localStorage.getItem('rnnviz plans')).plans.length"
    assert page.evaluate(plans) == 0
    press(page, "*")
    expect(page.get_by_text("as view 11")).to_be_visible()
    assert page.evaluate(plans) == 1


def test_a_stage_stays_where_it_is_and_on_the_full_screen(server: Server, page: Page) -> None:
    open_at(page, server, t="3")
    settled(page)
    # What listens for keys is there once, however often the language changes.
    for language, word in (("简体", "计划"), ("English", "Plan")):
        choose(page, language)
        expect(page.locator("button.plan")).to_have_text(word)
    opened(page).get_by_label("Lecture plan", exact=True).select_option(label=BUILT_IN)
    card(page).get_by_role("button", name="Start").click()
    page.evaluate("window.isTheSamePage = true")
    stage(page).focus()
    press(page, "f")
    press(page, ">")
    at(page, 2, "forget")
    expect(page.locator(".walk")).to_contain_text("The forget gate")
    expect(page.locator(".walk")).to_be_visible()
    # The stage ends above the plan, also where it fills the screen.
    lowest = page.evaluate(LOWEST)
    dock = page.locator(".dock").bounding_box()
    assert dock
    assert lowest <= dock["y"] + 1
    for _ in range(6):
        press(page, ">")
    at(page, 2, "memory")
    expect(stage(page)).to_contain_text("held at 0")
    assert page.evaluate("window.isTheSamePage && document.fullscreenElement !== null")
    press(page, "<")
    at(page, 5)
    expect(stage(page)).not_to_contain_text("held at 0")
    drive_from_notes(page)


# The parts of a lecture, each with its end at hand: a last step, a short section, a training, a question.
RUNS = re.compile("training|waiting|finished")
VIEWS = (
    "step?cell=gru&weights=random&t=4&phase=hidden",
    "softmax?section=loss&answer_shift=2&shown_shift=on",
    "train?corpus=helicopter&steps=50",
    "step?t=2&phase=forget&cover=2",
)


def walked(page: Page, place: int) -> None:
    """The plan is at this view, in the same document and on the full screen."""
    expect(page.locator(".walk .count")).to_have_text(f"{place}/{len(VIEWS)}")
    page.wait_for_function("() => !window.rnnvizDesk.isArriving()")
    assert page.evaluate("window.isTheSamePage && document.fullscreenElement !== null")


def test_a_clicker_alone_goes_through_a_plan_on_the_full_screen_and_back(
    server: Server, page: Page
) -> None:
    open_at(page, server, t="3")
    settled(page)
    plan = {"title": "All", "views": [{"view": view, "say": ""} for view in VIEWS]}
    page.evaluate(
        "plan => localStorage.setItem('rnnviz plans', JSON.stringify({plans: [plan], chosen: 0}))",
        plan,
    )
    page.reload()
    settled(page)
    # At the end a clicker begins no plan.
    press(page, "PageDown", "PageDown", "PageDown")
    at(page, 5)
    opened(page)
    card(page).get_by_role("button", name="Start").click()
    at(page, 4, "hidden")
    page.evaluate("window.isTheSamePage = true")
    press(page, "f")
    page.wait_for_function("() => document.fullscreenElement !== null")

    press(page, "PageDown")
    at(page, 5, "hidden")
    press(page, "PageDown")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("[data-section=loss] h2")).to_be_in_viewport()
    walked(page, 2)
    # What was answered in rehearsal is not answered yet.
    expect(chapter.locator("[data-question=shift] .verdict")).to_have_count(0)
    while page.locator(".walk .count").inner_text() == f"2/{len(VIEWS)}":
        press(page, "PageDown")
    training = page.get_by_test_id("training")
    expect(training).to_have_attribute("data-status", "none")
    walked(page, 3)
    press(page, "PageDown")
    expect(training).not_to_have_attribute("data-status", "none")
    press(page, "PageDown")
    expect(stage(page)).to_have_attribute("data-asks", "")
    walked(page, 4)
    press(page, "PageDown")
    expect(stage(page)).not_to_have_attribute("data-asks", "")
    at(page, 2, "forget")
    come_back(page)


def come_back(page: Page) -> None:
    """Back through the plan as forth; each view is fresh, and a reload of it is not."""
    chapter, training = page.get_by_test_id("chapter"), page.get_by_test_id("training")
    press(page, "PageUp")
    # Its training is there as it stands, and was not asked for again.
    expect(training).to_have_attribute("data-status", RUNS)
    walked(page, 3)
    press(page, "PageUp")
    walked(page, 2)
    expect(chapter.locator("[data-section=loss]")).to_be_in_viewport()
    while page.locator(".walk .count").inner_text() == f"2/{len(VIEWS)}":
        press(page, "PageUp")
    at(page, 5, "hidden")
    walked(page, 1)
    press(page, "PageUp")
    at(page, 4, "hidden")
    for _ in VIEWS[1:]:
        press(page, ">")
    expect(stage(page)).to_have_attribute("data-asks", "")
    walked(page, 4)
    press(page, "PageDown")
    expect(stage(page)).not_to_have_attribute("data-asks", "")
    page.reload()
    expect(stage(page).locator(".verdict:visible")).to_be_visible()
