"""The chapters of the course in a browser: figures one takes hold of, and a place that is kept."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz.course import outline
from rnnviz.course.chapters.one_unit.numbers import knowledge
from rnnviz.course.pages import told
from rnnviz.hall.views_file import ChapterView, Seen, views_html
from rnnviz.site.page import themes
from tests.browser.aria import is_as_kept
from tests.browser.axe import serious, serious_anew
from tests.browser.landmarks import lost
from tests.browser.legibility import illegible
from tests.browser.virtual_reader import VirtualReader
from tests.serving import ROOT, Server

SETTINGS = ROOT / ".streamlit" / "config.toml"
CHAPTERS = (
    *(
        "neurons",
        "activations",
        "softmax",
        "descent",
        "backprop",
        "depth",
        "long_memory",
        "writing",
        "forecast",
        "one_unit",
    ),
    *("embeddings", "nnlm", "word2vec", "textcnn", "why_history"),
    *(
        "why_state",
        "why_unrolled",
        "why_shapes",
        "why_gates",
        "gradients",
        "evolution",
        "matrix_memory",
        "parallel",
    ),
)
# What a screen reader finds in these is kept, and how many lines of it: figures with handles and
# curves, and a unit along its text.
READ = {"softmax": 140, "one_unit": 140}
# Text in a figure, whose paper axe-core does not know: each with its contrast to the page.
PALE = """() => {
  const root = document.querySelector(".course")
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  const paper = light(channels(getComputedStyle(root).backgroundColor))
  const texts = [...root.querySelectorAll(".picture text, .picture tspan")]
    .filter((text) => text.textContent.replace("\u200b", "").trim())
  const pale = texts.filter((text) => {
    const ink = light(channels(getComputedStyle(text).fill))
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5
  })
  return [texts.length, pale.map((text) => text.textContent)]
}"""

# By how much more than a line of prose the first figure is higher up without an element.
MOVED = """(element) => {
  const chapter = element.closest(".course"), figure = chapter.querySelector(".figure")
  const line = parseFloat(getComputedStyle(chapter).lineHeight)
  const before = figure.getBoundingClientRect().top
  const [room, next] = [element.parentNode, element.nextSibling]
  element.remove()
  const after = figure.getBoundingClientRect().top
  room.insertBefore(element, next)
  return Math.max(0, before - after - line)
}"""

# Each button of the prose is pressed, and runs for two frames.
EACH_RUNS = """async (chapter) => {
  for (const button of chapter.querySelectorAll("[data-action]")) {
    button.click()
    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame)
  }
}"""


def open_chapter(page: Page, server: Server, name: str, query: str = "lang=en") -> Locator:
    page.goto(f"{server.url}/{name}?{query}")
    return drawn(page)


def drawn(page: Page) -> Locator:
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator(".picture").first.locator("text").first).to_be_attached()
    return chapter


def in_link(page: Page, part: str) -> None:
    page.wait_for_function("part => location.search.includes(part)", arg=part)


def chapters_file(
    folder: Path, names: Sequence[str], query: str = "", language: str = "en"
) -> Path:
    """Chapters in one file: drawn by the app's programs in its colours, and as wide as there, at a third of the
    processor time."""
    seen = [Seen(ChapterView(name, query, partial(told, name, language)), name) for name in names]
    html, left = views_html("Chapters", seen, language)
    assert left == []
    file = folder / "chapters.html"
    file.write_text(html.replace("</head>", f"<style>{themes(SETTINGS)}</style></head>"), "utf-8")
    return file


@pytest.fixture
def in_file(page: Page, tmp_path: Path) -> Callable[..., Locator]:
    """A function that opens a chapter in a file: `in_file("softmax", "all=on")`."""

    def opened(name: str, query: str = "") -> Locator:
        page.goto(chapters_file(tmp_path, [name], query).as_uri())
        return drawn(page)

    return opened


@pytest.mark.parametrize("names", [CHAPTERS[k::4] for k in range(4)], ids=" ".join)
@pytest.mark.parametrize(
    ("language", "scheme", "width", "height"),
    [
        pytest.param("en", "dark", 1280, 720, id="desk"),
        pytest.param("zh-Hans", "light", 390, 844, id="phone"),
    ],
)
def test_chapters_are_drawn_and_can_be_read(
    page: Page,
    tmp_path: Path,
    names: tuple[str, ...],
    language: str,
    scheme: Literal["dark", "light"],
    width: int,
    height: int,
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.goto(chapters_file(tmp_path, names, "all=on", language).as_uri())
    expect(page.locator("html")).to_have_attribute("lang", language)
    for k, name in enumerate(names):
        page.locator(".views select").select_option(index=k)
        chapter = drawn(page)
        can_be_read(page, chapter, name)
        if language == "en":
            assert serious(page) == [], name
            assert lost(page) == [], name
            if name in READ:
                is_as_kept(f"chapter-{name}.en", chapter, READ[name])
        else:
            assert serious_anew(page) == [], name
        # Every button runs for a moment; the page must log no error.
        chapter.evaluate(EACH_RUNS)
        expect(chapter).not_to_contain_text("NaN")


def can_be_read(page: Page, chapter: Locator, name: str) -> None:
    # What is out of sight is drawn a little later.
    expect(chapter.locator(".picture:not(:has(text))")).to_have_count(0)
    assert page.locator("html").evaluate("page => page.scrollWidth <= innerWidth"), name
    assert chapter.get_by_role("group").count() >= 3, name
    expect(chapter, name).not_to_contain_text("NaN")
    expect(chapter, name).not_to_contain_text("undefined")
    texts, pale = page.evaluate(PALE)
    assert texts > 30, name
    assert pale == [], name
    assert illegible(page) == [], name


def test_whatever_is_typed_is_answered_and_what_is_moved_stands_in_the_link(
    in_file: Callable[..., Locator], page: Page
) -> None:
    chapter = in_file("softmax")
    field = chapter.get_by_role("spinbutton", name="score of class 1").first
    for typed, sentence in (
        ("abc", "“abc” is not a number. It takes a number from −8.0 to 8.0."),
        ("1e400", "1e400 is outside −8.0 to 8.0; it stays at 4.0."),
        ("NaN", "“NaN” is not a number."),
        ("", "Nothing is written there."),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(chapter.get_by_role("alert").filter(has_text=sentence).first).to_be_visible()
        expect(field).to_have_value("4.0")
    field.fill("-2,5")
    field.press("Enter")
    expect(field).to_have_value("−2.5")
    expect(chapter.get_by_role("alert").first).to_be_empty()

    # The arrow keys move a handle and a number.
    ring = chapter.get_by_role("slider", name="score of class 1").first
    ring.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    expect(ring).to_have_attribute("aria-valuenow", "-1.4")
    field.focus()
    page.keyboard.press("ArrowDown")
    expect(ring).to_have_attribute("aria-valuenow", "-1.5")

    ring = chapter.get_by_role("slider", name="score of class 2").first
    chapter.locator("section[data-section=scores]").scroll_into_view_if_needed()
    box = ring.locator(".ring").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    page.mouse.up()
    field = chapter.get_by_role("spinbutton", name="score of class 2").first
    moved = float(field.input_value())
    assert moved > 1.5
    expect(ring).to_have_attribute("aria-valuenow", f"{moved:g}")
    in_link(page, f"z2={moved:g}")


def test_who_has_chosen_wrongly_reads_what_is_wrong_with_that_answer(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "softmax", "lang=en&section=shift")
    question, why = (
        chapter.locator("[data-question=shift]"),
        chapter.locator("[data-question] .why"),
    )
    question.get_by_label("they all come closer").check()
    expect(why).to_have_count(0)
    question.get_by_role("button", name="Show the answer").click()
    expect(why).to_contain_text("Beside 100 the differences look small")
    question.get_by_label("the largest comes closer").check()
    expect(why).to_contain_text("The largest score grows")
    question.get_by_label("they stay what they are").check()
    expect(why).to_have_count(0)


def test_an_answer_and_its_showing_are_two_acts_and_outlive_reload_and_language(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "softmax", "lang=en&section=shift&z2=1.7")
    question = chapter.locator("[data-question=shift]")
    question.get_by_label("they all come closer").check()
    expect(question.locator(".after")).to_be_empty()
    question.get_by_role("button", name="Show the answer").click()
    expect(question).to_contain_text("Not quite")
    in_link(page, "answer_shift=3")
    in_link(page, "shown_shift=on")
    in_link(page, "section=shift")
    page.reload()
    expect(question).to_contain_text("Not quite")
    moved = chapter.get_by_role("spinbutton", name="score of class 2").first
    expect(moved).to_have_value("1.7")
    place = question.bounding_box()
    page.get_by_test_id("stMain").get_by_text("简体").first.click()
    expect(question).to_contain_text("不完全对")
    in_link(page, "lang=zh-Hans")
    in_link(page, "answer_shift=3")
    after = question.bounding_box()
    assert place
    assert after
    assert abs(after["y"] - place["y"]) < 240
    # It is printed without what one presses.
    page.emulate_media(media="print")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => getComputedStyle(main).overflowY") != "auto"
    assert not page.get_by_test_id("stHeader").is_visible()
    assert not chapter.locator(".tools").is_visible()


def test_a_right_answer_is_called_right_and_symbols_of_prose_and_figure_light_up_together(
    in_file: Callable[..., Locator], page: Page
) -> None:
    """And a screen reader meets each formula as words, once."""
    chapter = in_file("softmax", "answer_shift=2&shown_shift=on")
    # The chapter on softmax calls a probability "right", too.
    expect(chapter.locator("[data-question=shift] .verdict")).to_have_text("✓ Yes.")
    chapter.locator("section[data-section=scores] math [data-symbol=z_2]").first.hover()
    lit = chapter.locator("section[data-section=scores] .picture [data-lit]")
    expect(lit.first).to_be_attached()
    assert set(lit.evaluate_all("all => all.map((one) => one.dataset.symbol)")) <= {"z", "z_2"}
    reader = VirtualReader(page, chapter.locator("section[data-section=scores]"))
    read = [reader.read("next") for _ in range(8)]
    assert read[1:3] == ["Three classes have the scores", "z 1 equals"]
    assert read[5:7] == [",", "z 2 equals"]
    reader.stop()


def test_a_task_is_done_in_the_figure(in_file: Callable[..., Locator], page: Page) -> None:
    chapter = in_file("activations")
    task = chapter.locator("[data-task=kill]")
    expect(task).not_to_contain_text("Done")
    ring = chapter.get_by_role("slider", name="bias b")
    ring.focus()
    for _ in range(40):
        page.keyboard.press("PageDown")
    expect(task).to_contain_text("Done")
    in_link(page, "shown_kill=on")


def test_what_was_done_is_found_again_by_another_link_until_one_begins_anew(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/softmax")
    task = drawn(page).locator("[data-task=tie]")
    # Also below the app's bar.
    assert lost(page) == []
    task.get_by_role("button", name="Do it for me").click()
    in_link(page, "shown_tie=on")
    page.goto(f"{server.url}/softmax")
    expect(task).to_contain_text("Done")
    in_link(page, "shown_tie=on")
    anew = page.get_by_role("button", name="Begin anew")
    anew.click()
    expect(task).not_to_contain_text("Done")
    expect(anew).to_be_hidden()
    page.wait_for_function("() => !location.search.includes('shown_tie')")
    page.goto(f"{server.url}/softmax")
    expect(task).not_to_contain_text("Done")


# The keys of figures that lie over lines of text.
KEYS_OVER_TEXT = """(chapter) => {
  const lines = [...chapter.querySelectorAll(".text :is(p, h2, li)")]
    .filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())
  const keys = [...chapter.querySelectorAll(".figure > .quiet-key")].filter((one) => one.offsetParent)
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  return [keys.length, keys.filter((one) => lines.some((line) => over(one.getBoundingClientRect(), line))).length]
}"""


def test_on_a_phone_the_keys_of_figures_lie_over_no_text(
    in_file: Callable[..., Locator], page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    count, hiding = in_file("softmax").evaluate(KEYS_OVER_TEXT)
    assert count > 0
    assert hiding == 0


def test_corners_are_parted_by_pointer_keys_and_hidden_layer(
    in_file: Callable[..., Locator], page: Page
) -> None:
    chapter = in_file("neurons")
    tasks = {name: chapter.locator(f"[data-task={name}]") for name in ("part", "xor", "cycle")}
    ring = chapter.get_by_role("slider", name="the neuron's line").last
    expect(chapter.locator("section[data-section=line] .picture")).to_contain_text("3 of 4 right")
    box = ring.locator(".ring").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 90, steps=4)
    page.mouse.up()
    expect(tasks["part"]).to_contain_text("Done")
    expect(chapter.locator("section[data-section=line] .picture")).to_contain_text("4 of 4 right")
    ring.focus()
    page.keyboard.press("End")
    expect(chapter.locator("section[data-section=line] .picture")).to_contain_text("1 of 4 right")
    for name in ("xor", "cycle"):
        expect(tasks[name]).not_to_contain_text("Done")
        tasks[name].get_by_role("button", name="Do it for me").click()
        expect(tasks[name], name).to_contain_text("Done")
    expect(chapter.locator("section[data-section=layer] .picture")).to_contain_text("4 of 4 right")
    expect(chapter.locator("section[data-section=cycle] .picture")).to_contain_text(
        "a cycle: h₁ → o"
    )


def solved(chapter: Locator, *tasks: str) -> None:
    """The tasks' own solutions solve them."""
    for task in tasks:
        asked = chapter.locator(f"[data-task={task}]")
        asked.get_by_role("button", name="Do it for me").click()
        expect(asked, task).to_contain_text("Done")


def test_a_task_s_own_solution_solves_it_and_a_key_shows_everything(
    in_file: Callable[..., Locator], page: Page
) -> None:
    solved(in_file("descent"), "below", "out")
    chapter = in_file("softmax")
    solved(chapter, "border", "fair")
    expect(chapter).not_to_contain_text("Dividing by one half is multiplying by two")
    page.keyboard.press("s")
    expect(chapter).to_contain_text("Dividing by one half is multiplying by two")
    in_link(page, "all=on")


def test_a_chapter_that_still_stands_writes_nothing_into_the_address_of_the_next_page(
    server: Server, page: Page
) -> None:
    # A clicker goes on within the quarter of a second after which a chapter tells where its reader is.
    chapter = open_chapter(page, server, "why_gates")
    for address in ("glossary?section=hidden_state", "softmax?section=loss"):
        chapter.locator("section").nth(2).scroll_into_view_if_needed()
        page.evaluate("address => history.pushState(history.state, '', address)", address)
        chapter.locator("section").nth(3).scroll_into_view_if_needed()
        page.wait_for_timeout(600)
        assert page.url == f"{server.url}/{address}"


def test_the_contents_lead_back_to_where_one_was_and_the_language_stays_on_every_page(
    server: Server, page: Page
) -> None:
    open_chapter(page, server, "depth", "lang=zh-Hans&depth=33")
    page.get_by_role("link", name="讲义").first.click()
    page.wait_for_url("**/course?*lang=zh-Hans*")
    contents = page.get_by_test_id("contents")
    contents.get_by_role("link", name="继续读：深度").click()
    page.wait_for_url("**/depth?*")
    in_link(page, "depth=33")
    in_link(page, "lang=zh-Hans")
    chapter = page.get_by_test_id("chapter")
    chapter.get_by_role("link", name="上一章").click()
    page.wait_for_url("**/backprop?*lang=zh-Hans*")
    expect(page.get_by_role("heading", level=1, name="手算反向传播")).to_be_visible()
    expect(chapter.get_by_role("link", name="讲义").first).to_be_in_viewport()
    for name, path in (("单步", "step"), ("训练", "train")):
        page.get_by_test_id("stTopNavLink").filter(has_text=name).first.click()
        page.wait_for_url(f"**/{path}?*lang=zh-Hans*")
    # No page is in the browser's history twice.
    page.go_back()
    page.wait_for_url("**/step?*")
    page.go_back()
    page.wait_for_url("**/backprop?*")


def test_gradients_through_time_are_measured_stretched_and_cut(server: Server, page: Page) -> None:
    chapter = open_chapter(page, server, "gradients")
    # Of the untrained cells there is nothing to be seen before the question about them is answered.
    first = chapter.locator("section[data-section=start]")
    expect(first.locator("td .computed").filter(has_text="?")).to_have_count(5)
    # The real ones of two kinds, and the reader's guess.
    expect(first.locator(".picture .curve")).to_have_count(11)
    first.get_by_role("button", name="Show the answer").click()
    expect(first.locator("td .computed").filter(has_text="?")).to_have_count(0)
    expect(first.locator(".picture .curve")).to_have_count(15)
    tasks = {name: chapter.locator(f"[data-task={name}]") for name in ("hold", "keep", "harm")}
    for name, task in tasks.items():
        expect(task).not_to_contain_text("Done")
        task.get_by_role("button", name="Do it for me").click()
        expect(task, name).to_contain_text("Done")
    # What is told are the figures' own numbers.
    hold = chapter.locator("section[data-section=factor]")
    expect(hold).to_contain_text("With tanh it is 1.03")
    expect(hold.locator(".picture")).to_contain_text("with tanh: 1.03")
    knife = chapter.locator("section[data-section=knife]")
    ring = knife.get_by_role("slider", name="K")
    ring.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(knife).to_contain_text("0 % of the gradient's length")
    in_link(page, "length=30")
    link = chapter.locator("section[data-section=triangle]").get_by_role("link", name="LSTM")
    link.click()
    page.wait_for_url("**/step?**")
    in_link(page, "t=2")
    expect(
        page.get_by_test_id("stage").get_by_role("button", name="How far back")
    ).to_have_attribute("aria-pressed", "true")


def test_a_unit_is_found_and_held_by_hand(in_file: Callable[..., Locator], page: Page) -> None:
    chapter = in_file("one_unit")
    tasks = {name: chapter.locator(f"[data-task={name}]") for name in ("part", "fewer", "corner")}
    for task in tasks.values():
        expect(task).not_to_contain_text("Done")
    ring = chapter.get_by_role("slider", name="threshold")
    ring.focus()
    for _ in range(24):
        page.keyboard.press("ArrowLeft")
    expect(tasks["part"]).to_contain_text("Done")
    solved(chapter, "fewer")
    in_link(page, "looked=one")
    needed = chapter.locator("section[data-section=needed]")
    dots = needed.locator("[data-pick^=unit]")
    # What a unit costs is asked before it is drawn: all of them lie on one line.
    heights = (
        "all => new Set(all.map((one) => one.querySelector('circle').getAttribute('cy'))).size"
    )
    assert dots.evaluate_all(heights) == 1
    needed.get_by_role("button", name="Show the answer").click()
    expect(needed.locator("[data-question=needs]")).to_contain_text(
        "It tells, and it is not needed"
    )
    assert dots.evaluate_all(heights) > 20
    silent = f"unit {knowledge('en')['cast']['costly'] + 1}"
    needed.locator(f"[data-pick='{silent}']").click()
    expect(tasks["corner"]).to_contain_text("Done")


def test_a_network_is_trained_on_the_spot_and_its_moment_stands_in_the_link(
    in_file: Callable[..., Locator], page: Page
) -> None:
    chapter = in_file("long_memory", "section=train&cell=mingru&bias=1")
    section = chapter.locator("section[data-section=train]")
    steps = section.get_by_role("spinbutton", name="steps taken")
    section.get_by_role("button", name="Train").click()
    section.get_by_role("button", name="Stop").click()
    assert 0 <= int(steps.input_value()) < 400
    section.get_by_role("button", name="Train").click()
    expect(steps).to_have_value("400", timeout=30_000)
    expect(section).to_contain_text("Now 100 % of the answers are right")
    in_link(page, "steps=400")
    ring = section.get_by_role("slider", name="steps taken")
    ring.focus()
    page.keyboard.press("Home")
    expect(section).not_to_contain_text("Now 100 % of the answers are right")
    page.keyboard.press("End")
    expect(section).to_contain_text("Now 100 % of the answers are right")


# Each look at the clock finds it later by more than a training takes at once, so that it takes one step a picture.
SLOW = """
const now = performance.now.bind(performance)
let late = 0
window.isSlow = true
performance.now = () => now() + (window.isSlow ? (late += 20) : late)
"""


def test_a_link_to_a_trained_network_shows_no_number_before_there_is_one_and_greets_nobody(
    server: Server, fresh_page: Callable[..., Page]
) -> None:
    page = fresh_page()
    page.add_init_script(SLOW)
    link = "lang=en&section=train&cell=lstm&bias=0&way=exact&steps=400"
    section = open_chapter(page, server, "long_memory", link).locator("section[data-section=train]")
    expect(section).to_contain_text("Now – of the answers are right")
    expect(section.locator("svg").first).to_contain_text("training…")
    expect(section.locator("circle.dot")).to_have_count(0)
    page.evaluate("window.isSlow = false")
    expect(section).to_contain_text("right answers after 400 steps", timeout=60_000)
    expect(section).not_to_contain_text("Done")
    section.get_by_role("button", name="Do it for me").click()
    expect(section).to_contain_text("Done")


def test_the_cells_of_the_evolution_fold_and_a_link_a_clicker_a_key_and_paper_open_them(
    in_file: Callable[..., Locator], page: Page
) -> None:
    chapter = in_file("evolution")
    assert page.evaluate("document.scrollingElement.scrollHeight") < 5000
    cells, pictures = chapter.locator("details.fold"), chapter.locator(".folded .picture")
    seen = "all => all.filter((one) => one.checkVisibility()).length"
    expect(cells).to_have_count(11)
    assert pictures.evaluate_all(seen) == 0
    page.emulate_media(media="print")
    assert pictures.evaluate_all(seen) == 11
    expect(chapter.locator(".folded .picture:not(:has(text))")).to_have_count(0)
    page.emulate_media(media="screen")
    # A clicker passes through all of them to the end, and nothing is left out.
    opened: list[str] = []
    for _ in range(80):
        before = page.evaluate("scrollY")
        page.keyboard.press("PageDown")
        last = cells.evaluate_all(
            "all => all.filter((one) => one.open).map((one) => one.parentElement.dataset.section)"
        )
        new = [name for name in last if name not in opened]
        assert len(new) <= 1
        for name in new:
            expect(chapter.locator(f"[data-section={name}] h2")).to_be_in_viewport()
        opened += new
        if not new and page.evaluate("scrollY") == before:
            break
    assert len(opened) == 11
    expect(chapter.locator(".around")).to_be_in_viewport()


def test_a_cell_that_a_reader_has_opened_stays_so_and_a_key_opens_the_others(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "evolution", "lang=en&section=gru")
    cell = chapter.locator("[data-section=gru]")
    expect(cell.get_by_text("one gate for keeping and writing")).to_be_in_viewport()
    expect(chapter.locator("details[open]")).to_have_count(1)
    chapter.locator("[data-section=mgu] summary").click()
    in_link(page, "section=mgu")
    page.keyboard.press("s")
    expect(chapter.locator("details[open]")).to_have_count(11)
    page.keyboard.press("s")
    expect(chapter.locator("details[open]")).to_have_count(2)
    page.get_by_test_id("stMain").get_by_text("简体").first.click()
    expect(cell).to_contain_text("一个状态，两个门")
    expect(chapter.locator("details[open]")).to_have_count(2)
    page.reload()
    expect(chapter.locator("details[open]")).to_have_count(2)
    expect(chapter.locator("[data-section=mgu]")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_what_a_chapter_builds_on_moves_its_first_figure_by_no_more_than_a_line(
    page: Page, tmp_path: Path, language: str
) -> None:
    page.goto(chapters_file(tmp_path, CHAPTERS, "", language).as_uri())
    moved = {}
    for k, name in enumerate(CHAPTERS):
        page.locator(".views select").select_option(index=k)
        chapter = drawn(page)
        lines = chapter.locator('[data-section="recap"] li')
        expect(lines).to_have_count(5)
        needs = chapter.locator(".needs")
        expect(needs.get_by_role("link")).to_have_count(len(outline.CHAPTERS[name].needs))
        for width, height in ((1280, 720), (390, 844), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            # On a wide screen they stand in two columns, each in one of them.
            assert lines.evaluate_all(
                "all => all.every((one) => one.getClientRects().length === 1)"
            )
            if needs.count() > 0:
                moved[name, width] = needs.evaluate(MOVED)
        if needs.count() > 0:
            page.emulate_media(media="print")
            expect(needs).to_be_visible()
            page.emulate_media(media="screen")
    assert len(moved) > 3 * len(CHAPTERS) / 2
    assert not {where: by for where, by in moved.items() if by > 0}, moved
