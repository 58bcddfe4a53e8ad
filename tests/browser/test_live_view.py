"""The Train page, as a lecturer before a class and a student with the link use it."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz.training import Runs, TrainingConfig
from tests.browser.aria import is_as_kept, without_numbers
from tests.browser.axe import serious
from tests.browser.test_pictures import read as read_picture
from tests.browser.test_pictures import saved
from tests.serving import Server
from tests.training_runs import train

# As long as a training takes on a computer that is busy with other tests.
SLOW = 60_000


def view(page: Page) -> Locator:
    return page.get_by_test_id("training")


def open_plan(page: Page, server: Server, query: str = "corpus=helicopter") -> Page:
    page.goto(f"{server.url}/train?{query}")
    expect(view(page)).to_have_attribute("data-status", "none", timeout=SLOW)
    return page


SAME_IN_EACH_RUN = re.compile(
    r"^ *- '?(?:heading|button|group|region|slider|combobox) \"[^%\"]*\"(?: \[[^]]*\])*",
    re.MULTILINE,
)


def status(page: Page, *expected: str) -> None:
    expect(view(page)).to_have_attribute(
        "data-status", re.compile("|".join(expected)), timeout=SLOW
    )


# Whether the training on the page, wherever in its shadow roots, has come to a step.
PAST = """step => [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot)].some(
  (root) => Number(root?.querySelector("[data-testid=training]")?.dataset.step ?? 0) >= step)"""


def past(page: Page, step: int) -> None:
    """Wait until `step` steps are done."""
    page.wait_for_function(PAST, arg=step, polling=100, timeout=SLOW)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def at_full_speed(page: Page) -> None:
    """The documents' sentence is learnt slowly, for a class to watch."""
    expect(view(page).locator(".tempo")).to_have_text("5 steps/s", timeout=SLOW)
    for _ in range(3):
        page.keyboard.press("+")
    expect(view(page).locator(".tempo")).to_have_text("full speed")


@pytest.fixture(scope="module")
def sentence(runs_folder: Path) -> str:
    """A run that has learnt the documents' sentence, of somebody else."""
    learnt = TrainingConfig(corpus="helicopter").fitting(6).to_dict() | {
        "corpus": "own",
        "steps": 300,
    }
    return train(runs_folder, "想要有直升机", **learnt)


def open_run(page: Page, server: Server, run: str) -> None:
    page.goto(f"{server.url}/train?run={run}")
    status(page, "finished")


def test_space_trains_and_the_sentence_is_learnt(server: Server, page: Page) -> None:
    open_plan(page, server)
    expect(view(page)).to_contain_text("想要有直升机")
    page.keyboard.press("Space")
    at_full_speed(page)
    status(page, "finished")
    expect(page).to_have_url(re.compile(r"run=[0-9a-f]{16}"))
    expect(view(page).locator(".sample").first).to_contain_text("要有直升机")
    # The probe's next characters are all right.
    expect(view(page).locator(".probe-expected .is-right")).to_have_count(5)
    # What it has learnt by heart it goes on with rightly, in either way; only so once it is looked at.
    feeding = view(page).locator(".feeding")
    expect(feeding.locator(".feeding-column")).to_have_count(0)
    feeding.scroll_into_view_if_needed()
    expect(feeding.locator(".feeding-heats .chosen")).to_have_count(1, timeout=SLOW)
    expect(feeding.locator(".feeding-column .is-right").first).to_be_visible()
    assert serious(page) == []
    # What it wrote, and what is measured, is different in each run; what is there is not.
    is_as_kept(
        "trained.en",
        view(page),
        shown=lambda found: "\n".join(SAME_IN_EACH_RUN.findall(found)) + "\n",
    )


DASHES = "all => all.map((one) => getComputedStyle(one).strokeDasharray)"
STROKES = "all => all.map((one) => getComputedStyle(one).stroke)"
RANGES = """node => {
    const end = (panel) => Number(node.querySelector(`rect[data-panel=${panel}]`).getAttribute("y"))
    return [...node.querySelectorAll(".curve-number")]
        .filter((one) => one.getAttribute("text-anchor") === "middle" || one.getAttribute("y") < end("norm"))
        .map((one) => one.textContent)
}"""


def test_curves_grow_in_their_place_and_keep_the_zoom(server: Server, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_plan(page, server, "steps=20000&hidden=16&large=curves")
    press(page, "Train")
    past(page, 5)
    picture = view(page).locator(".curves-picture")
    training = picture.locator(".curve-line.training")
    picture.evaluate("node => { node.mine = true }")
    view(page).locator(".probe-frame canvas").evaluate("node => { node.mine = true }")
    box = picture.bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.2 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"], steps=5)
    expect(picture.locator(".curve-box")).to_be_visible()
    page.mouse.up()
    whole = view(page).get_by_role("button", name="See all")
    expect(whole).to_be_visible()
    ranges = picture.evaluate(RANGES)
    whole.click()
    expect(whole).to_be_hidden()
    assert picture.evaluate(RANGES) != ranges
    page.mouse.move(box["x"] + 0.12 * box["width"], box["y"] + 0.8 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.82 * box["height"], steps=5)
    page.mouse.up()
    expect(whole).to_be_visible()
    ranges, before = picture.evaluate(RANGES), training.get_attribute("d")
    past(page, int(view(page).get_attribute("data-step") or 0) + 20)
    expect(training).not_to_have_attribute("d", before or "")
    assert picture.evaluate(RANGES) == ranges
    assert picture.evaluate("node => node.mine === true")
    assert view(page).locator(".probe-frame canvas").evaluate("node => node.mine === true")
    # What a first visit has no use for: the stage, and Streamlit's text fonts.
    assert [url for url in asked if re.search("plotly|/stage.js|static/css|SourceSans", url)] == []
    press(page, "Reset")
    status(page, "none")


def values_read(told: Locator) -> dict[str, str]:
    """The step that is read, and the value of each curve there."""
    rows = [row.locator("span").all_inner_texts() for row in told.locator("div").all()]
    return dict(rows) | {"step": told.locator("strong").inner_text().removeprefix("step ")}


def number(written: str) -> float:
    """A number as pages write it: 1.8·10⁻⁵."""
    return float(written.replace("·10", "e").translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")))


def strokes_and_words(picture: ET.Element) -> tuple[set[str], str]:
    """The colours of a picture's lines, and all that is written in it."""
    lines = [one for one in picture.iter() if one.tag.endswith("path") and "stroke" in one.attrib]
    texts = ["".join(one.itertext()) for one in picture.iter() if one.tag.endswith("text")]
    return {line.attrib["stroke"] for line in lines}, " ".join(texts)


def test_curves_are_read_by_pointer_and_keys_and_go_into_a_picture(
    server: Server,
    page: Page,
    sentence: str,
    runs_folder: Path,
    tmp_path: Path,
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{server.url}/train?run={sentence}&large=curves")
    status(page, "finished")
    metrics = Runs(runs_folder).read(sentence).metrics
    picture, told = view(page).locator(".curves-picture"), view(page).locator(".curve-told")

    box = picture.bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.3 * box["height"])
    read = values_read(told)
    [row] = (metrics["step"] == int(read["step"])).nonzero()[0]
    assert 20 < int(read["step"]) < 40
    assert read["training"] == f"{metrics['loss'][row]:.3f}"
    norm = metrics["norm"][row]
    assert number(read["norm before clipping"]) == pytest.approx(norm, rel=0.03)
    clipped = norm * metrics["scale"][row]
    assert number(read["after clipping"]) == pytest.approx(clipped, rel=0.03)

    # A click goes to the checkpoint close by, and a name leaves its curve out, and leaves the keys with the view.
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"])
    expect(page).to_have_url(re.compile(r"at=1\d\d"))
    expect(picture.locator(".curve-then")).to_have_attribute("visibility", "visible")
    view(page).get_by_role("button", name="after clipping").click()
    expect(picture.locator(".curve-line.after")).to_have_count(0)
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile("at="))
    expect(picture.locator(".curve-then")).to_have_attribute("visibility", "hidden")

    picture.focus()
    page.keyboard.press("End")
    loss, last = metrics["loss"], int(metrics["step"][-1])
    expect(picture).to_have_attribute(
        "aria-valuetext",
        re.compile(rf"^step {last}; training {loss[-1]:.3f}; norm before"),
    )
    page.keyboard.press("ArrowLeft")
    expect(picture).to_have_attribute("aria-valuenow", str(last - 1))
    whole = view(page).get_by_role("button", name="See all")
    page.keyboard.press("ArrowUp")
    expect(whole).to_be_visible()
    page.keyboard.press("Escape")
    expect(whole).to_be_hidden()
    expect(picture).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"at=\d+"))
    assert serious(page) == []

    view(page).get_by_role("button", name="perplexity").click()
    expect(picture.locator(".curve-number", has_text=re.compile(r"^10$"))).to_have_count(0)
    expect(picture.locator(".curve-number", has_text=re.compile(r"^[125]$"))).to_have_count(3)

    page.keyboard.press("i")
    file = read_picture(saved(page, "svg", tmp_path))
    assert "; perplexity equals e to the power the loss\n" in file.findtext("{*}desc")
    strokes, words = strokes_and_words(file)
    # In the light colours: training and the norm before clipping; the one left out is not there.
    assert {"#da0f2d", "#7a6200"} <= strokes
    assert "#0b7285" not in strokes
    assert "norm before clipping" in words
    assert "after clipping" not in words


def test_a_reload_finds_the_run_again_and_a_stranger_only_watches(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    # The documents' sentence is learnt slowly, so that it takes no processor from other tests.
    open_plan(page, server, "corpus=helicopter&steps=20000")
    page.keyboard.press("Space")
    past(page, 5)
    address = page.url
    page.reload()
    status(page, "training")

    friend = new_page()
    friend.goto(address)
    status(friend, "training")
    expect(friend.get_by_role("button", name="Pause")).to_be_disabled()

    expect(page.get_by_role("button", name="Pause")).to_be_enabled()
    view(page).focus()
    page.keyboard.press("Space")
    status(page, "paused")
    status(friend, "paused")
    press(page, "Reset")
    status(page, "none")
    status(friend, "stopped")


def test_one_gradient_step_is_replayed(server: Server, page: Page) -> None:
    open_plan(page, server, "corpus=helicopter&steps=50")
    page.keyboard.press("n")
    status(page, "paused")
    replay = view(page).locator(".replay")
    expect(replay).to_contain_text("The loss of this very batch went from", timeout=SLOW)
    expect(view(page)).to_have_attribute("data-step", "1")
    page.keyboard.press("n")
    expect(view(page)).to_have_attribute("data-step", "2", timeout=SLOW)
    expect(replay.get_by_label("Step", exact=True)).to_have_value("2", timeout=SLOW)
    replay.get_by_label("Parameter").select_option("b_q")
    expect(replay).to_contain_text("b_q[1, ")
    page.keyboard.press("Space")


def test_a_finished_run_is_looked_at_written_on_and_gone_back_in(
    server: Server, page: Page, sentence: str
) -> None:
    open_run(page, server, sentence)
    # The heading of what stands below the time machine says that there is more.
    expect(view(page).locator(".gradient-reach h2")).to_be_in_viewport(ratio=0.9)
    digits_show_one_panel(page)
    a_text_is_gone_on_with(page)
    # Back in time, and into the stage.
    view(page).focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"at=0"))
    expect(view(page).locator(".then")).to_contain_text("step 0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile(r"at=2"))
    page.reload()
    expect(view(page).locator(".machine-where")).to_have_text("step 2", timeout=SLOW)
    page.get_by_role("link", name="Open in Step").click()
    expect(page.get_by_test_id("stage")).to_be_visible(timeout=SLOW)
    expect(page.get_by_test_id("stage")).to_contain_text("after step 2 of")


def test_a_view_that_still_stands_writes_nothing_into_the_address_of_the_next_page(
    server: Server, page: Page, sentence: str
) -> None:
    open_run(page, server, sentence)
    view(page).focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"at=0"))
    page.evaluate("history.pushState(history.state, '', 'step?cell=gru')")
    page.keyboard.press("ArrowRight")
    expect(view(page).locator(".machine-where")).not_to_have_text("step 0")
    assert page.url == f"{server.url}/step?cell=gru"


def digits_show_one_panel(page: Page) -> None:
    """In presenter mode, for those in the back row."""
    view(page).focus()
    page.keyboard.press("f")
    expect(view(page)).to_have_class(re.compile("presenting"))
    panels = ("curves", "samples", "probe", "replay", "continue", "page")
    for digit, panel in enumerate(panels, start=1):
        page.keyboard.press(str(digit))
        expect(view(page).locator(f".{panel}").first).to_be_visible()
        expect(view(page).locator(".panel:visible")).to_have_count(1)
    page.keyboard.press("0")
    expect(view(page).locator(".panel:visible")).to_have_count(3)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Words on this page")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    view(page).focus()
    page.keyboard.press("f")
    expect(view(page)).not_to_have_class(re.compile("presenting"))


def a_text_is_gone_on_with(page: Page) -> None:
    """By a click, and by chance."""
    panel = view(page).locator(".continue")
    panel.get_by_label("Text to go on from").fill("想☃要")
    expect(panel).to_contain_text("It has never seen ☃")
    expect(panel.locator(".expected-line").first).to_contain_text("有")
    panel.locator(".expected-line").first.click()
    expect(panel.locator(".grown")).to_have_text("有")
    expect(panel.locator(".expected-line").first).to_contain_text("直")
    panel.get_by_role("button", name="Draw one").click()
    expect(panel.locator(".grown")).to_have_text(re.compile("^有.$"))
    panel.get_by_role("button", name="Undo").click()
    expect(panel.locator(".grown")).to_have_text("有")


def test_three_networks_race(server: Server, new_page: Callable[..., Page], tmp_path: Path) -> None:
    """From the plan over a single step to the end; axe looks at each stage, in the light and in the dark."""
    page = new_page(color_scheme="light")
    open_plan(page, server, "corpus=chinese&cell=race&steps=60&hidden=16")
    found = serious(page)
    page.keyboard.press("n")
    status(page, "paused")
    expect(view(page).locator(".replay")).to_contain_text("The loss of this", timeout=SLOW)
    found += serious(page)

    page.emulate_media(color_scheme="dark")
    # Slowly, until all of it is looked at.
    for _ in range(3):
        page.keyboard.press("-")
    expect(view(page).locator(".tempo")).to_have_text("5 steps/s")
    page.keyboard.press("Space")
    past(page, 2)
    is_as_kept("training.en", view(page).locator(".bar").first, shown=without_numbers)
    found += serious(page)
    for key in ("f", "?"):
        page.keyboard.press(key)
        found += serious(page)
    assert not found, "\n".join(found)
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    at_full_speed(page)
    status(page, "finished")
    expect(page).to_have_url(re.compile(r"run=[0-9a-f]{16}\.[0-9a-f]{16}\.[0-9a-f]{16}"))
    for name in ("RNN", "GRU", "LSTM"):
        expect(view(page).locator(".sample-column", has_text=name)).to_have_count(1)
    expect(view(page).locator(".probe")).to_have_count(3)
    expect(view(page).locator(".page-margin .curve-line")).to_have_count(6)
    view(page).focus()
    page.keyboard.press("v")
    expect(view(page).locator(".curves-picture .curve-line")).to_have_count(9)
    # What the made language demands is counted for each.
    expect(view(page).locator(".agreement-title", has_text="因为→所以")).to_have_count(3)
    # The three are told by their lines, whose hues would be those of quantities.
    lines = view(page).locator(".curves-picture .curve-line.validation")
    assert len(set(lines.evaluate_all(DASHES))) == 3
    assert len(set(lines.evaluate_all(STROKES))) == 1
    # So they are in a picture, which has nothing that is folded away on the page.
    folded = view(page).locator(".agreements-what p").first.text_content() or "?"
    view(page).focus()
    page.keyboard.press("i")
    strokes, words = strokes_and_words(read_picture(saved(page, "svg", tmp_path)))
    assert not {"#1769b5", "#257a38", "#743a06"} & strokes
    assert "因为→所以" in words
    assert folded[:8] not in words


def test_a_run_that_is_gone_is_said_so(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/train?run={'0' * 16}")
    expect(page.get_by_test_id("stAlertContainer").first).to_be_visible(timeout=SLOW)
    status(page, "none")


def test_after_a_choice_the_keys_are_the_training_s_again(server: Server, page: Page) -> None:
    open_plan(page, server, "corpus=dates&steps=20000&hidden=16")
    # How many parameters it has, says what they are where one asks.
    parts = page.locator(".plan-parts")
    count = parts.get_by_title("Shows the matrices and biases that add up to them")
    expect(count).to_contain_text("parameters")
    count.click()
    expect(parts.get_by_role("row", name="Σ")).to_be_visible()
    page.get_by_role("button", name="Dates in two notations").click()
    page.get_by_label("Text", exact=True).first.click()
    page.get_by_role("option", name="Nested brackets").click()
    expect(page).to_have_url(re.compile("corpus=brackets"), timeout=SLOW)
    expect(view(page)).to_be_focused(timeout=SLOW)
    page.get_by_role("button", name="16 units").click()
    page.get_by_role("spinbutton", name="Hidden units").fill("12")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("hidden=12"), timeout=SLOW)
    expect(view(page)).to_be_focused(timeout=SLOW)
    page.get_by_role("button", name="GRU", exact=True).click()
    page.get_by_role("radio", name="RNN").click()
    expect(page).to_have_url(re.compile("cell=rnn"), timeout=SLOW)
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(view(page)).to_be_focused(timeout=SLOW)
    page.keyboard.press("Space")
    past(page, 2)
    view(page).get_by_label("Probe sentence", exact=True).click()
    page.keyboard.type("([)].")
    expect(view(page).get_by_label("Probe sentence", exact=True)).to_have_value("([)].")
    page.keyboard.press("Escape")
    expect(view(page)).to_be_focused()
    page.keyboard.press("Space")
    status(page, "paused")
    page.keyboard.press("Backspace")
    status(page, "none")


def test_after_the_end_another_temperature_writes_anew_and_a_step_says_what_to_do(
    server: Server, page: Page
) -> None:
    open_plan(page, server, "corpus=chinese&steps=30&hidden=16")
    page.keyboard.press("Space")
    status(page, "finished")
    expect(view(page).locator(".temperature")).to_have_count(3)
    before = view(page).locator(".sample-list .sample").count()
    view(page).get_by_label("temperature").nth(1).fill("0")
    drawn = view(page).locator(".sample-column > .then .sample")
    expect(drawn).to_contain_text("τ = 0", timeout=SLOW)
    assert view(page).locator(".sample-list .sample").count() == before
    for slider in view(page).get_by_label("temperature").all():
        expect(slider).to_have_value("0")
    view(page).focus()
    page.keyboard.press("n")
    expect(view(page).locator(".status")).to_have_text(re.compile("Reset, then One gradient step"))
    page.keyboard.press("Backspace")
    status(page, "none")
