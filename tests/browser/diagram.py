"""What stands too close in the diagram of a cell: words, strips and boxes that lie over one another."""

from playwright.sync_api import Page

# Of a line of words its letters count, not the room above and below them. A pixel is what rounding takes.
TOUCHING = """() => {
  const [LETTERS, PIXEL, CORNER] = [0.95, 1, 0.15]
  const seen = [...document.querySelectorAll(".diagram")].find((one) => one.checkVisibility())
  const boxed = (kind, name, { left, right, top, bottom }) => ({ kind, name, left, right, top, bottom })
  const words = [...seen.querySelectorAll("svg text")].filter((one) => one.textContent.trim()).map((one) => {
    const box = one.getBoundingClientRect()
    const air = Math.max(0, (box.height - LETTERS * parseFloat(getComputedStyle(one).fontSize)) / 2)
    const { left, right, top, bottom } = box
    return boxed("words", one.textContent, { left, right, top: top + air, bottom: bottom - air })
  })
  const strips = [...seen.querySelectorAll("[role=img][tabindex]")].map((one) =>
    boxed("strip", one.getAttribute("aria-label"), one.getBoundingClientRect()))
  // A circle has nothing in the corners of its box.
  const nodes = [...seen.querySelectorAll(".node")].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const off = one.localName === "circle" ? (CORNER * (right - left)) / 2 : 0
    const inner = { left: left + off, right: right - off, top: top + off, bottom: bottom - off }
    return boxed("box", one.parentElement.querySelector(".node-label").textContent, inner)
  })
  const all = [...words, ...strips, ...nodes]
  const isLabel = (a, b) => a.kind === "words" && b.kind === "box" && a.name === b.name
  const over = (a, b) => !isLabel(a, b)
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > PIXEL
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > PIXEL
  return all.flatMap((a, k) => all.slice(k + 1).filter((b) => over(a, b))
    .map((b) => `${a.kind} “${a.name}” over ${b.kind} “${b.name}”`))
}"""
AT_REST = "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"


DESK, PHONE, SMALL_PHONE = (1280, 720), (390, 844), (360, 740)


def touching(page: Page, *sizes: tuple[int, int]) -> list[str]:
    """Of the diagram that is seen, in windows of these sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST)
        found += [f"{width}: {one}" for one in page.evaluate(TOUCHING)]
    return found
