"""What of a page is cut: words, formulas and figures that go beyond the box that shows them. And the signs of formulas
that the font of formulas leaves to others."""

import io
from functools import cache

from fontTools.ttLib import TTFont
from playwright.sync_api import Page

from rnnviz.web import mathfont

# A lecture's screen, a phone and a large one. The phone is between the two where everything can be clicked.
SIZES = ((1280, 720), (390, 844), (1920, 1080))

# The walk goes down from the body through every shadow root, and takes along the box that what is
# above leaves visible. Text is measured by its letters: the boxes that a browser reports for it are
# as high as its lines. What can be scrolled to is not cut, a formula excepted: it is read at once.
MEASURE = """async ({ drawn, whole }) => {
  await document.fonts.ready
  const moves = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 2000)
  await Promise.allSettled(moves.map(({ finished }) => finished))
  await new Promise((atRest) => requestIdleCallback(atRest, { timeout: 1000 }))
  const [TOUCH, CAPITALS, ARROW] = [1.5, 0.72, 12]
  const FIELDS = ["INPUT", "TEXTAREA", "SELECT"]
  // The beginning of a longer text, which says so itself.
  const EXCERPT = ".written"
  // On a phone the links to the pages are in a drawer.
  const isClosed = (one) => one.dataset?.testid === "stSidebar" && one.clientWidth < 2
  const found = new Set()
  const read = (one) => (one.textContent ?? "").replaceAll("\\u200b", "").trim().replace(/\\s+/g, " ")
  const pen = document.createElement("canvas").getContext("2d")
  const say = (what, one, words = read(one)) => {
    const box = one.nodeType === Node.TEXT_NODE ? one.parentElement : one
    const name = box.getAttribute("class") ?? box.localName
    found.add(`${what}: “${words.slice(0, 60)}” (${name.slice(0, 40)})`)
  }
  const parent = (one) => one.parentElement ?? one.getRootNode().host ?? null
  const all = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  const page = { ...all, left: 0, right: document.documentElement.clientWidth }

  /** The box that an element leaves of one: cut where it hides what overflows it, free where it scrolls. */
  function within(one, style, seen) {
    if (style.display === "contents" || style.display === "inline") return seen
    const svg = one.namespaceURI.endsWith("svg")
    if (svg && one.localName !== "svg") return seen
    const box = one.getBoundingClientRect()
    const [left, top] = [box.left + one.clientLeft, box.top + one.clientTop]
    const [right, bottom] = svg ? [box.right, box.bottom] : [left + one.clientWidth, top + one.clientHeight]
    const now = { ...seen }
    const hides = (how) => how === "hidden" || how === "clip"
    if (hides(style.overflowX)) {
      now.left = Math.max(seen.left, left)
      now.right = Math.min(seen.right, right)
    }
    if (hides(style.overflowY)) {
      now.top = Math.max(seen.top, top)
      now.bottom = Math.min(seen.bottom, bottom)
    }
    const scrolls = (how) => how === "auto" || how === "scroll"
    if (scrolls(style.overflowX)) Object.assign(now, { left: -Infinity, right: Infinity, scroller: one })
    if (scrolls(style.overflowY)) Object.assign(now, { top: -Infinity, bottom: Infinity })
    return now
  }

  function letters(text, size) {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ left, right, top, bottom }) => {
      const air = Math.max(0, (bottom - top - CAPITALS * size) / 2)
      return { left, right, top: top + air, bottom: bottom - air }
    })
  }

  function isInside(box, seen) {
    return box.left >= seen.left - TOUCH && box.right <= seen.right + TOUCH
      && box.top >= seen.top - TOUCH && box.bottom <= seen.bottom + TOUCH
  }

  function field(one, style) {
    // What a reader types scrolls; what is chosen from a list does not.
    const typed = one.role === "combobox" ? one.value : ""
    const free = typed || (one.value ? "" : one.placeholder)
    const words = one.localName === "select" ? one.selectedOptions[0]?.text : free
    if (!words) return
    // The shorthand is empty where a part of it, such as a stretch, cannot be said in it.
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const air = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
    const room = one.clientWidth - air - (one.localName === "select" ? ARROW : 0)
    if (pen.measureText(words).width > room + TOUCH) say("longer than its field", one, words)
  }

  function boxOf(one, style, seen) {
    if (one.clientWidth < 2) return
    const wide = one.scrollWidth > one.clientWidth + TOUCH
    const high = one.scrollHeight > one.clientHeight + TOUCH
    if (wide && style.textOverflow === "ellipsis" && style.overflowX !== "visible") say("ends in dots", one)
    if (high && style.webkitLineClamp !== "none" && !one.matches(EXCERPT)) say("lines left out", one)
    if ((style.maskImage ?? "none") !== "none" && wide) say("fades out", one)
    if (one.localName === "math") {
      const { left, right, width } = one.getBoundingClientRect()
      let holder = parent(one)
      while (holder && /^(inline|contents)$/.test(getComputedStyle(holder).display)) holder = parent(holder)
      const room = holder.getBoundingClientRect()
      if (width && (right > room.right + TOUCH || left < room.left - TOUCH)) say("a formula beyond its line", one)
      if (seen.scroller?.clientWidth < seen.scroller?.scrollWidth - TOUCH) say("a formula to be scrolled", one)
    }
  }

  function text(node, style, seen) {
    if (!read(node) || node.parentElement.closest(EXCERPT) || node.parentElement.localName === "style") return
    const whole = node.parentElement.closest("math, text") ?? node
    for (const box of letters(node, parseFloat(style.fontSize))) {
      if (!isInside(box, seen)) return say("cut", whole)
      // A drawing's words may lie beyond it, but not beyond its panel.
      const figure = node.parentElement.closest("svg") && node.parentElement.closest(".panel")
      const room = figure?.getBoundingClientRect()
      if (room && !isInside(box, { ...all, left: room.left, right: room.right })) return say("beyond its panel", whole)
    }
  }

  /** What is written in the font of formulas is in it, in the file that a browser takes for the style. */
  function signs(node, { fontFamily, fontStyle, fontWeight }) {
    if (!/^"?Formulas/.test(fontFamily)) return
    const file = fontStyle === "normal" ? 0 : fontWeight < 600 ? 1 : 2
    const others = [...node.data].filter((one) => /\\S/.test(one) && !drawn[file].includes(one) && whole.includes(one))
    if (others.length > 0) say(`${others.join("")} in another font`, node)
  }

  function walk(one, seen) {
    const style = getComputedStyle(one)
    if (style.display === "none" || style.opacity === "0" || isClosed(one)) return
    // Words for those who hear the page are a dot for those who see it.
    if (style.clipPath.startsWith("inset(50%") || style.clip === "rect(0px, 0px, 0px, 0px)") return
    const isSeen = style.visibility === "visible"
    // What is fixed is cut by the window alone.
    if (style.position === "fixed") seen = { ...page, top: 0, bottom: innerHeight }
    if (isSeen && FIELDS.includes(one.nodeName) && one.localName !== "textarea") field(one, style)
    const isBox = !one.namespaceURI.endsWith("svg")
    if (isSeen && isBox && read(one)) boxOf(one, style, seen)
    const inner = within(one, style, seen)
    for (const child of (one.shadowRoot ?? one).childNodes) {
      if (child.nodeType === Node.TEXT_NODE && isSeen && !FIELDS.includes(one.nodeName)) {
        text(child, style, inner)
        signs(child, style)
      }
      if (child.nodeType === Node.ELEMENT_NODE && one.localName !== "select") walk(child, inner)
    }
    if (one.localName === "slot")
      for (const child of one.assignedElements()) walk(child, inner)
  }
  walk(document.body, page)
  return [...found]
}"""


@cache
def fonts() -> dict[str, object]:
    """drawn: the signs of each file of the font of formulas. whole: those that it could have."""
    files = mathfont.faces()
    drawn = [_signs(TTFont(io.BytesIO(files[name]))) for name in mathfont.STYLES]
    return {"drawn": drawn, "whole": _signs(TTFont(mathfont.whole()))}


def _signs(font: TTFont) -> str:
    return "".join(map(chr, font.getBestCmap()))


def cut(page: Page) -> list[str]:
    """A sentence for each text or formula that a reader cannot see whole, or not in one font."""
    found: list[str] = page.evaluate(MEASURE, fonts())
    return found


# Where one would have to scroll to the side: the page, or the part of it between its bars.
SIDEWAYS = """() => [document.documentElement, document.querySelector("[data-testid=stMain]")]
  .filter((one) => one && one.scrollWidth > one.clientWidth)
  .map((one) => `sticks out to the side by ${one.scrollWidth - one.clientWidth} px`)"""


class Walk:
    """What is found on the way, each with where it was."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def look(self, page: Page, where: str) -> None:
        """At every size, from the one at which the page is.

        The page then has the last of these sizes: each takes as long as a visit to have it drawn.
        """
        now = (page.viewport_size or {}).get("width")
        for width, height in SIZES if now == SIZES[0][0] else reversed(SIZES):
            if width != (page.viewport_size or {}).get("width"):
                resize(page, width, height)
            found = [*cut(page), *page.evaluate(SIDEWAYS)]
            self.found += [f"{where}, {width} px: {sentence}" for sentence in found]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
