"""The landmarks of a page, by which those who hear it find their way: each can be told from the others."""

import re
from collections import Counter

from playwright.sync_api import Page

LANDMARK = re.compile(
    r"^\s*- '?(banner|complementary|contentinfo|form|main|navigation|region|search)\b(?: \"(.*?)\"(?=[:'\s]|$))?",
    re.MULTILINE,
)
# What has the focus once a page is there, from its frame to its end, and where the bar above the page ends.
FOCUS = """() => {
  let focused = document.activeElement
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (focused === document.body) return null
  const bar = document.querySelector("[data-testid=stHeader], body > .bar")?.getBoundingClientRect()
  const { outlineWidth, outlineOffset } = getComputedStyle(focused)
  const frame = parseFloat(outlineWidth) + parseFloat(outlineOffset)
  return { top: focused.getBoundingClientRect().top - frame, bar: bar?.bottom ?? 0, name: focused.className }
}"""


def lost(page: Page) -> list[str]:
    """One sentence for each landmark that is mistaken for another one, and for a focus that begins behind the bar."""
    marks = LANDMARK.findall(page.locator("body").aria_snapshot())
    roles = Counter(role for role, _ in marks)
    names = Counter(name for _, name in marks if name)
    said = [
        f"a {role} of {roles[role]} has no name"
        for role, name in marks
        if not name and roles[role] > 1
    ]
    said += [f"{count} landmarks are named {name}" for name, count in names.items() if count > 1]
    if roles["main"] != 1:
        said.append(f"{roles['main']} landmarks are main")
    focus = page.evaluate(FOCUS)
    if focus and focus["top"] < focus["bar"]:
        said.append(
            f"the focus ({focus['name']}) begins at {focus['top']}, behind the bar, which ends at {focus['bar']}"
        )
    return said
