"""What of a chapter's figures and formulas cannot be read: cut, one over the other, or too small."""

from playwright.sync_api import Page

# Letters are measured by the height of capitals, because the boxes that a browser reports for text
# are as high as its lines. A touch is no overlap.
MEASURE = """async (smallest) => {
  // Figures are drawn anew as the page around them finds its size.
  await document.fonts.ready
  await new Promise((atRest) => requestIdleCallback(atRest, { timeout: 5000 }))
  const [TOUCH, CAPITALS] = [1, 0.72]
  const root = document.querySelector("[data-testid=chapter]")
  const found = []
  const read = (one) => one.textContent.replaceAll("\\u200b", "").trim().replace(/\\s+/g, " ")
  const size = (one) => parseFloat(getComputedStyle(one).fontSize)
  const letters = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect()
    const air = Math.max(0, (bottom - top - CAPITALS * size(text)) / 2)
    return { words: read(text), left, right, top: top + air, bottom: bottom - air }
  }
  for (const picture of root.querySelectorAll(".picture")) {
    const figure = picture.closest("[data-section]").dataset.section
    const say = (words) => found.push(`${figure}: ${words}`)
    const room = picture.closest(".beside").getBoundingClientRect()
    const texts = [...picture.querySelectorAll("text")].filter(read)
    for (const one of [...texts, ...picture.querySelectorAll("text tspan")].filter(read))
      if (size(one) < smallest) say(`“${read(one)}” is ${size(one)} px high`)
    const places = texts.map(letters)
    places.forEach((one, k) => {
      if (one.left < -TOUCH || one.right > innerWidth + TOUCH) say(`“${one.words}” is cut at a side`)
      if (one.top < room.top - TOUCH || one.bottom > room.bottom + TOUCH)
        say(`“${one.words}” is above or below its figure`)
      for (const other of places.slice(k + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
        if (wide > TOUCH && high > TOUCH) say(`“${one.words}” is over “${other.words}”`)
      }
    })
  }
  for (const one of root.querySelectorAll(".formula, p:not(.unseen), li, td, legend, button"))
    if (one.clientWidth && one.scrollWidth > one.clientWidth + TOUCH)
      found.push(`“${read(one).slice(0, 40)}” is wider than its line`)
  return found
}"""


def illegible(page: Page, smallest: float = 11) -> list[str]:
    """A sentence for each text of a file's chapter that cannot be read; smallest: pixels."""
    # A size of 11 may be computed as 10.99.
    found: list[str] = page.evaluate(MEASURE, smallest - 0.05)
    return found
