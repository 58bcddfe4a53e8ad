"""Every letter outside the stage has a size, a weight and corners of the one scale, in `rnnviz/web/tokens.css`."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rnnviz.web import TOKENS
from tests.browser.overflow import resize
from tests.browser.stage import open_at, press, settled
from tests.browser.test_accessibility import complete
from tests.browser.test_hall import room_of
from tests.browser.test_lecture_plan import BUILT_IN, card
from tests.browser.test_lecture_plan import opened as plan_opened
from tests.serving import Server

REM = 16
SIZES = [
    round(float(rem) * REM)
    for rem in re.findall(r"--size-\w+: calc\(([\d.]+)rem \*", TOKENS.read_text("utf-8"))
]
PHONE = (390, 844)
# What only a letter, an axis or a key has, and what belongs to it, may be smaller than words.
SIGNS = (
    ".small, .sub, sub, sup, kbd, .overview-numbers *, .probe-letters *, .probe-expected *, "
    ".feeding-column *, .controls .hint, .losses *"
)
# name: a selector, and why the scale does not hold there.
EXCEPTIONS = {
    ".stage:not(.live, .units)": "the stage has its own letters",
    "math": "letters of formulas are as high as the text around them: see below",
    ".picture g[style*='font-size']": "a row of a figure that is low has lower letters, all alike",
    ".thumb": "a miniature is a figure made small, its letters with it",
    ".rest, .time, .say": "the notes' clock and sentence are read from two steps away: twice, and one and a half",
    "[data-testid=stIconMaterial]": "icons, of a font whose letters are pictures",
    ".js-plotly-plot *": "Plotly's own letters",
    "[data-testid=stTooltipIcon] *": "Streamlit's sign for help, an icon without words",
}

# Letters before a class are larger by a factor, which an element inherits as `--factor`; a reader's own letters make
# the root's larger.
MEASURE = """([sizes, signs, exceptions]) => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const [found, seen] = [new Set(), new Set()]
  const near = (value, all) => all.some((one) => Math.abs(value - one) < 0.06)
  const name = (one) => {
    const kinds = [...one.classList].filter((kind) => !/^(st-emotion|e[0-9a-z]{7,})/.test(kind))
    return [one.localName, ...kinds].join(".")
  }
  function say(one, what) {
    const holder = one.parentElement ?? one.getRootNode().host
    const words = (one.textContent ?? "").trim().slice(0, 30)
    found.add(`${holder ? `${name(holder)} > ` : ""}${name(one)} “${words}”: ${what}`)
  }
  function look(one, style) {
    const factor = Number(style.getPropertyValue("--factor") || 1)
    const size = (parseFloat(style.fontSize) / rem) * 16 / factor
    const words = [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim())
    const isWritten = !/^(range|checkbox|radio|file|color)$/.test(one.type)
    const isField = /^(input|select|textarea)$/.test(one.localName) && isWritten
    if (words || isField) {
      seen.add(Math.round(size))
      const isSign = one.closest(signs) !== null
      if (!near(size, sizes.filter((one) => isSign || one >= 14))) say(one, `${size.toFixed(2)} px`)
      if (!near(Number(style.fontWeight), [400, 600, 700])) say(one, `weight ${style.fontWeight}`)
    }
    const isControl = /^(button|summary|kbd|a)$/.test(one.localName) || isField
    if (!isControl || one.namespaceURI.endsWith("svg")) return
    for (const corner of ["TopLeft", "TopRight", "BottomLeft", "BottomRight"]) {
      const round = style[`border${corner}Radius`]
      if (round !== "50%" && !near(parseFloat(round), [0, 4, 8]) && parseFloat(round) < 99) say(one, `corner ${round}`)
    }
  }
  function walk(one) {
    const style = getComputedStyle(one)
    if (style.display === "none" || style.opacity === "0" || style.clipPath.startsWith("inset(50%")) return
    const { width, height } = one.getBoundingClientRect()
    // A label that a sign stands for has no size at all.
    const isSeen = style.visibility === "visible" && width > 1 && height > 1 && style.fontSize !== "0px"
    if (one.matches(exceptions)) return
    if (isSeen && !/^(style|script|option|title)$/.test(one.localName)) look(one, style)
    for (const child of (one.shadowRoot ?? one).children) walk(child)
    if (one.localName === "slot") for (const child of one.assignedElements()) walk(child)
  }
  walk(document.body)
  return [[...found].sort(), [...seen]]
}"""
# A formula's letters are 1.1 of its text's; no index, however deep, is smaller than a sign.
FORMULAS = """() => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const roots = [document]
  for (const root of roots)
    for (const one of root.querySelectorAll("*")) if (one.shadowRoot) roots.push(one.shadowRoot)
  return roots.flatMap((root) => [...root.querySelectorAll("math *")])
    .filter((one) => one.childElementCount === 0 && one.textContent.trim() && one.getClientRects().length > 0)
    .filter((one) => !one.closest(".stage:not(.live, .units), .unseen"))
    .filter((one) => (parseFloat(getComputedStyle(one).fontSize) / rem) * 16 < 12.9)
    .map((one) => `${one.closest("math").textContent}: ${one.textContent} ${getComputedStyle(one).fontSize}`)
}"""


def outside(page: Page) -> list[str]:
    """A sentence for each element whose size, weight or corners are not of the scale."""
    page.evaluate("document.fonts.ready.then(() => null)")
    found, seen = page.evaluate(MEASURE, [SIZES, SIGNS, ", ".join(EXCEPTIONS)])
    assert 14 in seen or 16 in seen, "no letter was looked at"
    formulas: list[str] = page.evaluate(FORMULAS)
    return [*found, *formulas]


def test_the_scale_is_what_was_decided() -> None:
    assert SIZES == [13, 14, 16, 20, 24, 32, 40]


@pytest.mark.parametrize(
    "name",
    ["", "step", "train", "units", "course", "practice", "why_gates", "gradients", "glossary"],
)
def test_letters_and_corners_of_every_page_are_of_the_scale(
    server: Server, page: Page, name: str
) -> None:
    found: list[str] = []
    for language, (width, height) in (("en", (1280, 720)), ("zh-Hans", PHONE)):
        resize(page, width, height)
        page.goto(f"{server.url}/{name}?lang={language}")
        complete(page)
        if name == "units":
            expect(page.locator(".units .rank-row").first).to_be_visible()
        found += [f"{language}, {width} px: {sentence}" for sentence in outside(page)]
        if name == "train" and language == "en":
            page.get_by_role("button", name="our recipe", exact=True).click()
            expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
            found += [f"recipe: {sentence}" for sentence in outside(page)]
    assert not found, "\n".join(found)


def test_letters_and_corners_of_the_hall_are_of_the_scale(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    open_at(page, server)
    settled(page)
    found = [f"plan: {sentence}" for sentence in _with_a_plan(page)]
    press(page, "Escape")
    expect(card(page)).to_be_hidden()
    link = room_of(page)
    page.get_by_role("button", name=re.compile("^Room")).click()
    expect(page.locator("dialog.card .link")).to_be_visible()
    found += [f"room: {sentence}" for sentence in outside(page)]
    follower = new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    follower.goto(link)
    expect(follower.locator(".paces button").first).to_be_visible()
    found += [f"follower: {sentence}" for sentence in outside(follower)]
    assert not found, "\n".join(found)


def _with_a_plan(page: Page) -> list[str]:
    plan_opened(page).get_by_label("Lecture plan", exact=True).select_option(label=BUILT_IN)
    expect(card(page).locator(".stops li").first).to_be_visible()
    return outside(page)


def test_a_size_that_somebody_writes_by_hand_is_found(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/glossary")
    complete(page)
    entry = page.locator(".course .lead").first
    for style, told in (
        ("font-size: 15px", "15.00 px"),
        ("font-size: 13px", "13.00 px"),
        ("font-weight: 650", "weight 650"),
    ):
        entry.evaluate("(one, style) => one.setAttribute('style', style)", style)
        assert [told in sentence for sentence in outside(page)] == [True]
    entry.evaluate("(one) => one.removeAttribute('style')")
    chip = page.locator(".course .chip").first
    chip.evaluate("(one) => { one.style.borderRadius = '6px' }")
    assert ["corner 6px" in sentence for sentence in outside(page)] == [True]
