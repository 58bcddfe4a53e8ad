"""What the browser prints: sheets of paper, light, whole, with what a class needs and nothing that one would press."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import LSTM
from tests.browser.axe import serious
from tests.browser.stage import open_at, press, settled, stage, trace_of
from tests.browser.test_pictures import short
from tests.browser.test_views_file import post
from tests.serving import Server

SHEETS = ".rnnviz-print .sheet"
NOTES = "The answer is 0.04."
VIEWS = [
    {
        "view": "step?cell=gru&t=2&text=hello&weights=random",
        "ask": "What is <i>kept</i>?",
        "say": NOTES,
        "minutes": 3,
    },
    {"view": "why_state?section=train", "ask": "When does it learn?", "say": NOTES},
    {"view": "units?net=brackets&unit=6&label=square&k=7", "ask": "", "say": NOTES},
    {"view": "glossary", "ask": "Look it up", "say": ""},
]


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def media_boxes(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/MediaBox \[([^\]]*)\]", pdf))


def begin_printing(page: Page) -> Locator:
    """The sheets that the page has while it is printed, once all that they need is there."""
    page.wait_for_function(
        """() => {
          dispatchEvent(new Event("beforeprint"))
          return document.querySelector("body > .rnnviz-print") !== null
        }"""
    )
    page.emulate_media(media="print")
    return page.locator(SHEETS)


def end_printing(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="null")
    expect(page.locator(SHEETS)).to_have_count(0)


def print_is_kept(page: Page) -> None:
    """The browser's own dialog stays away; what would be printed stands there until a PDF was made."""
    page.evaluate("window.print = () => {}")


def test_a_stage_is_printed_as_one_sheet_light_with_its_equation_and_lines_for_notes(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(LSTM, text="hello")
    page = opened(trace, place={"t": 3, "phase": "memory"}, color_scheme="dark")
    sheet = begin_printing(page)
    expect(sheet).to_have_count(1)
    expect(sheet.locator("h1")).to_contain_text("LSTM")
    expect(sheet.locator(".about")).to_contain_text("t = 3 of 4")
    said = sheet.locator("svg").evaluate("svg => svg.textContent")
    assert short(trace["C"][2, 0, 0]) in said
    expect(sheet.locator(".equation math").first).to_contain_text("C")
    # The room of the page goes to lines; nothing of the page itself is printed.
    assert sheet.locator(".lines i").count() > 4
    expect(stage(page)).to_be_hidden()
    assert sheet.locator("button, input, select").count() == 0
    ground = page.locator(".rnnviz-print").evaluate("e => getComputedStyle(e).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    # Printed once more by a browser that did not say that it had printed, it is one sheet still.
    page.emulate_media(media="null")
    assert pages(page.pdf(format="A4")) == 1
    end_printing(page)
    expect(stage(page)).to_be_visible()
    for form in ("A4", "Letter"):
        for landscape in (False, True):
            pdf = page.pdf(format=form, landscape=landscape, prefer_css_page_size=False)
            assert pages(pdf) == 1, (form, landscape)


def test_the_key_for_printing_fetches_what_it_needs_first(server: Server, page: Page) -> None:
    open_at(page, server, cell="gru", text="hello", weights="random", t="2")
    settled(page)
    page.evaluate("window.print = () => { window.isPrinted = true }")
    page.keyboard.press("Control+p")
    page.wait_for_function("() => window.isPrinted")
    sheet = begin_printing(page)
    expect(sheet.locator("footer")).to_contain_text("step?cell=gru")
    expect(page.get_by_test_id("stApp")).to_be_hidden()


def test_the_picture_s_dialog_prints_the_part_that_is_chosen(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM, text="hello"), place={"t": 2})
    print_is_kept(page)
    page.keyboard.press("i")
    dialog = page.locator(".picture-dialog")
    dialog.get_by_role("combobox").select_option("cell")
    dialog.get_by_role("button", name="Print").click()
    sheet = page.locator(SHEETS)
    expect(sheet).to_have_count(1)
    expect(sheet.locator("svg")).to_have_count(1)
    # The dialog lies above the page, and not on the paper.
    assert pages(page.pdf(format="A4")) == 1
    expect(sheet).to_have_count(0)


def filled(table: Locator) -> list[str]:
    return table.locator("td.blank").all_inner_texts()


def test_a_worksheet_leaves_blank_what_was_chosen_and_its_key_has_the_stage_s_numbers(
    opened: Callable[..., Page],
) -> None:
    trace = trace_of(LSTM, text="hello", hidden_size=4)
    page = opened(trace, place={"t": 3, "phase": "memory"})
    print_is_kept(page)
    page.get_by_role("button", name="A worksheet of this step").dispatch_event("click")
    dialog = page.get_by_role("dialog", name="Worksheet")
    boxes = dialog.get_by_role("checkbox")
    checked = [box.is_checked() for box in boxes.all()]
    assert checked == [False, False, False, False, True, True, True, True, True]

    assert serious(page, ".worksheet-dialog") == []
    paper, key = dialog.get_by_test_id("worksheet"), dialog.get_by_test_id("worksheet-key")
    memory = '[data-question="memory"]'
    assert filled(paper.locator(memory)) == [""] * 4
    expected = [short(value) for value in trace["C"][2, 0]]
    assert filled(key.locator(memory)) == expected
    assert all(box == "" for box in filled(paper))
    assert all(filled(key))
    # What is blank stands nowhere else on the sheet, and what is given does.
    said = paper.inner_text()
    assert not any(number in said for number in expected)
    gates = [short(value) for value in trace["F"][2, 0]]
    assert all(number in said for number in gates)

    dialog.get_by_role("checkbox", name="forget gate").check()
    assert filled(paper.locator('[data-question="forget"]')) == [""] * 8
    assert not any(number in paper.inner_text() for number in gates)
    assert set(gates) <= set(filled(key))
    dialog.get_by_role("radio", name="unit 1 alone").check()
    assert filled(key.locator(memory))[-1] == expected[0]

    dialog.get_by_role("button", name="Print").click()
    expect(page.locator(SHEETS)).to_have_count(2)
    assert page.locator(SHEETS).first.get_attribute("data-testid") == "worksheet"
    # The key begins a page of its own: each takes as many as the other.
    count = pages(page.pdf(format="A4"))
    assert count % 2 == 0
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_while_the_stage_asks_no_worksheet_gives_it_away(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM, text="hello"))
    press(page, "q", "ArrowRight")
    expect(stage(page)).to_have_attribute("data-asks", "")
    press(page, "_")
    expect(page.locator(".tip")).to_have_text(re.compile("^Answer first"))
    expect(page.get_by_role("dialog", name="Worksheet")).to_have_count(0)
    press(page, "Enter", "_")
    expect(page.get_by_role("dialog", name="Worksheet")).to_be_visible()


def test_on_a_phone_no_part_of_the_worksheet_s_dialog_is_cut(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(LSTM), language="zh-Hans", viewport={"width": 390, "height": 844})
    press(page, "_")
    dialog = page.get_by_role("dialog", name="练习单")
    paper = dialog.get_by_test_id("worksheet")
    for part in (
        *dialog.locator("label, button").all(),
        *paper.locator("h1, .equations .term").all(),
    ):
        box = part.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390, part.inner_text()


def test_a_worksheet_in_chinese_has_no_english_word(opened: Callable[..., Page]) -> None:
    page = opened(
        trace_of(LSTM, hidden_size=16), language="zh-Hant", place={"t": 2, "phase": "input"}
    )
    press(page, "_")
    paper = page.get_by_test_id("worksheet")
    expect(paper).to_contain_text("學習單")
    expect(paper).to_contain_text("較小的項")
    words = re.findall(r"[A-Za-z]{4,}", paper.inner_text())
    assert set(words) <= {"LSTM", "logits", "sigmoid", "softmax", "tanh"}


def test_a_plan_is_a_sheet_for_each_view_without_the_lecturer_s_notes(
    server: Server, page: Page
) -> None:
    plan = {
        "title": "Four <b>views</b>",
        "views": [{"minutes": 0, "question": [], **one} for one in VIEWS],
    }
    page.goto(f"{server.url}/handout?lang=en")
    expect(page.get_by_role("status")).to_contain_text("keeps no plan")
    page.evaluate(
        "plan => localStorage.setItem('rnnviz plans', JSON.stringify({ plans: [plan], chosen: 0 }))",
        plan,
    )
    page.reload()
    expect(page.locator("#handout")).to_have_attribute("data-state", "ready")
    sheets = page.locator(".papers .sheet")
    expect(sheets).to_have_count(4)
    expect(sheets.locator(".sentence")).to_have_text(
        [VIEWS[0]["ask"], VIEWS[1]["ask"], VIEWS[3]["ask"]]
    )
    assert NOTES not in page.locator(".papers").inner_text()
    for k, sheet in enumerate(sheets.all()):
        expect(sheet.locator("footer")).to_contain_text(f"Four <b>views</b> · {k + 1} / 4")
        expect(sheet.locator("svg").first).to_be_visible()
        assert sheet.locator(".lines i").count() > 4
    expect(sheets.first.locator("footer")).to_contain_text("step?cell=gru&t=2&text=hello")
    assert "t = 2 of 4" in sheets.first.inner_text()
    assert serious(page) == []
    for form in ("A4", "Letter"):
        assert pages(page.pdf(format=form)) == 4


def test_the_card_of_the_plans_opens_the_handout(server: Server, page: Page) -> None:
    open_at(page, server, cell="gru", text="hello", weights="random")
    settled(page)
    press(page, "*", "#")
    with page.expect_popup() as opening:
        page.get_by_role("dialog", name="Plan").get_by_role("button", name="Handout").click()
    handout = opening.value
    expect(handout.locator("#handout")).to_have_attribute("data-state", "ready")
    expect(handout.locator(".papers .sheet")).to_have_count(1)
    handout.close()


def test_a_file_of_views_is_printed_view_by_view(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    status, body, _left = post(server, {"title": "Four", "views": VIEWS})
    assert status == 200, body
    file = tmp_path / "views.html"
    file.write_text(body, "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    print_is_kept(page)
    page.get_by_role("button", name="Handout").click()
    sheets = page.locator(SHEETS)
    expect(sheets).to_have_count(4)
    expect(sheets.locator("footer")).to_have_text([f"Four · {k} / 4" for k in (1, 2, 3, 4)])
    assert pages(page.pdf(format="Letter")) == 4
    expect(sheets).to_have_count(0)
    expect(page.locator(".views .number")).to_have_text("1 / 4")


def test_a_chapter_is_printed_whole_with_its_figures_and_nothing_to_press(
    server: Server, page: Page
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{server.url}/why_gates?lang=en")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("h2").first).to_be_visible()
    headings = chapter.locator("section h2").all_text_contents()
    figures = chapter.locator("figure.figure").count()
    sheet = begin_printing(page)
    assert sheet.locator("section h2").all_text_contents() == headings
    drawn = sheet.locator("figure.figure > svg").evaluate_all(
        "all => all.map(one => one.children.length)"
    )
    assert len(drawn) == figures
    assert all(drawn)
    assert sheet.locator("button, input, select, dialog").count() == 0
    ink = sheet.locator(".course").evaluate("e => getComputedStyle(e).color")
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 200, ink
    # No line and no figure is wider than the paper.
    page.set_viewport_size({"width": 680, "height": 1000})
    wide = sheet.locator(".course *").evaluate_all(
        """all => all.filter(one => one.checkVisibility() && !one.closest("svg, math") &&
             one.getBoundingClientRect().right > 681).map(one => one.outerHTML.slice(0, 120))"""
    )
    assert wide == []


@pytest.mark.parametrize("name", ["glossary", "course"])
def test_a_page_to_look_things_up_in_is_printed_open(server: Server, page: Page, name: str) -> None:
    page.goto(f"{server.url}/{name}?lang=en")
    expect(page.locator(".course h1").first).to_be_visible()
    sheet = begin_printing(page)
    expect(sheet.locator(".course h1")).to_be_visible()
    assert sheet.locator("details:not([open])").count() == 0
    assert sheet.locator("button").count() == 0
