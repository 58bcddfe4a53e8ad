"""The Units page in a browser: walked through, asked, and given texts and networks of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from rnnviz.presets.units import NETS
from rnnviz.units import Reading, label, read
from rnnviz.units.turns import turn
from tests.serving import Server

UNITS = "/units"
FRAME_TOP = """(stage) => {
  const { outlineWidth, outlineOffset } = getComputedStyle(stage)
  return stage.getBoundingClientRect().top - parseFloat(outlineWidth) - parseFloat(outlineOffset)
}"""


def units_of(net: str) -> Reading:
    """The text as the page reads it."""
    return read(NETS[net].model(), NETS[net].text()[:5000])


def turn_of(net: str, unit: int, asked: str) -> int:
    """Where a unit of H turns, from 1: not at the beginning."""
    seen = units_of(net)
    place = turn(seen["H"][:, unit], label(seen, asked)) + 1
    assert place > 1
    return place


def test_one_walks_through_the_text_asks_and_finds_the_place_again(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}{UNITS}?net=brackets")
    units = page.get_by_test_id("units")
    # It opens with a unit that knows something, and with what it knows.
    expect(units).to_have_attribute("data-unit", "H[16]")
    asked = page.get_by_role("button", name="the innermost bracket is [", exact=True)
    expect(asked).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ask-said")).to_have_text(re.compile(r"underlined: \d+ of 5000"))
    underlined = page.locator(".text-row .on").first
    expect(underlined).to_be_visible()
    expect(page.locator(".units-find")).to_contain_text("H[16]")

    # It begins at the place where that unit turns.
    begin = turn_of("brackets", 15, "square")
    expect(units).to_have_attribute("data-k", str(begin))
    page.keyboard.press("ArrowRight")
    # The frame of its focus stands below the app's bar.
    bar = page.get_by_test_id("stHeader").bounding_box()
    assert bar
    assert units.evaluate(FRAME_TOP) >= bar["y"] + bar["height"]
    page.keyboard.press("]")
    expect(units).to_have_attribute("data-k", str(begin + 1))
    # There are sixteen.
    expect(units).to_have_attribute("data-unit", "H[16]")
    page.keyboard.press("[")
    expect(units).to_have_attribute("data-unit", "H[15]")

    page.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="This unit (CSV)").click()
    assert download.value.suggested_filename == "rnnviz-units-H15-values.csv"
    head = download.value.path().read_text("utf-8").splitlines()[0]
    assert head.startswith("place,")
    assert head.endswith(",H[15]")
    expect(page.get_by_text("Saved: rnnviz-units-H15-values.csv")).to_be_visible()
    page.keyboard.press("Escape")

    pattern = page.get_by_label("a regular expression")
    pattern.fill("(((")
    pattern.press("Enter")
    said = page.locator(".ask-said")
    expect(said).to_contain_text("is no regular expression")
    expect(pattern).to_have_value("(((")
    pattern.fill(r"\(\(")
    pattern.press("Enter")
    expect(said).to_contain_text("underlined")
    expect(page).to_have_url(re.compile("label=regex"))

    # Spans are marked by keys alone.
    units.focus()
    page.keyboard.press("Home")
    page.keyboard.press("m")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("label=spans.*spans=1-4"))
    page.reload()
    expect(units).to_have_attribute("data-unit", "H[15]")
    expect(units).to_have_attribute("data-k", "4")
    expect(page.locator(".text-row .on")).to_have_count(4)


def test_a_text_and_a_network_of_ones_own_are_read_or_refused_in_a_sentence(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}{UNITS}?net=library")
    source = page.get_by_role("button", name="Network and text")
    source.click()
    text = page.get_by_role("textbox", name="A text of your own")
    read = page.get_by_role("button", name="Read this text")
    read.click()
    expect(page.get_by_text("The text is empty")).to_be_visible()
    text.fill("a novel " * 60_000)
    read.click()
    expect(page.get_by_text("The text has 480000 characters; at most 20000 fit")).to_be_visible()
    expect(text).to_have_value("a novel " * 60_000)

    page.locator("input[type=file]").set_input_files(
        {"name": "x.safetensors", "mimeType": "application/octet-stream", "buffer": b"no weights"}
    )
    expect(page.get_by_role("alert").filter(has_text=re.compile("file"))).to_be_visible()

    text.fill("if x: 😀 print('hello')\n" * 4)
    read.click()
    units = page.get_by_test_id("units")
    expect(units).to_contain_text("left out, because it does not know them: 😀")
    expect(page).to_have_url(re.compile("net=library&text="))
    # It stays in the address, which others may be sent.
    expect(page.locator(".text-row").first).to_contain_text("if x:")


# How far the first and the last line that are in view reach beyond the box of the text.
EDGES = """(box) => {
  const { top, bottom } = box.getBoundingClientRect()
  const rows = [...box.querySelectorAll(".text-row")].map((row) => row.getBoundingClientRect())
    .filter((row) => row.top < bottom - 0.5 && row.bottom > top + 0.5)
  return [top - Math.min(...rows.map((row) => row.top)), Math.max(...rows.map((row) => row.bottom)) - bottom]
}"""


def test_what_a_link_names_that_is_not_there_is_said(server: Server, page: Page) -> None:
    page.goto(f"{server.url}{UNITS}?net=brackets&unit=99999&k=20000&second=C.3&how=never")
    units, said = page.get_by_test_id("units"), page.locator(".units-again")
    expect(units).to_have_attribute("data-unit", re.compile(r"H\[\d+\]"))
    shown = (units.get_attribute("data-unit") or "").removeprefix("H[").removesuffix("]")
    expect(said).to_contain_text('how is "never"; it must be one of')
    expect(said).to_contain_text(
        f"The link names unit 99999; H has {shown}, and the last is shown."
    )
    expect(said).to_contain_text("The link names C.3 as a line; this network has no such unit.")
    expect(said).to_contain_text("The link names character 20000; the text has ")
    # The last line is whole, though what is said above has made the text lower.
    above, below = page.get_by_test_id("text").evaluate(EDGES)
    assert below == pytest.approx(0, abs=1)
    assert above == pytest.approx(0, abs=1)
    # It goes with the first step, and does not come back.
    units.focus()
    page.keyboard.press("ArrowLeft")
    expect(said).to_be_hidden()
    page.goto(f"{server.url}{UNITS}?net=brackets&quantity=C&unit=3")
    expect(said).to_contain_text("The link names C, which this network does not have; H is shown.")
    # Chinese sentences have no space between them.
    page.goto(f"{server.url}{UNITS}?net=brackets&unit=99999&k=20000&lang=zh-Hans")
    expect(said).to_contain_text("这里显示最后一个。链接里写的是第 20000 个字符")
