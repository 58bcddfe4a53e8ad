"""What axe-core holds against a page: the rules of accessibility that a machine can check."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# Streamlit's own page has no main landmark or first heading that we could give it; those rules
# are of moderate weight, and are not asked for here. The one on regions takes the longest of them.
SERIOUS = ("serious", "critical")
# An equation is named by words that stand for its signs, and by its phase, which it does not show.
NAMED_IN_WORDS = ("label-content-name-mismatch", 'class="equation')
# How pale a letter of the page that grows is, is what it says; its words are heard, and stand in a table.
PALE_BY_MEANING = ("color-contrast", 'class="ink-')
LEFT_OUT = (NAMED_IN_WORDS, PALE_BY_MEANING)
RUN = """(only) => axe.run(only ?? document, {
  resultTypes: ["violations"], rules: { region: { enabled: false } },
}).then(({ violations }) => violations)"""
# The rules that other words or another width may break on a page whose elements are the same, and the contrast of each
# pair of ink and ground on it: a third of the processor time. A few texts stand for a pair: one may be hidden.
RUN_ANEW = """async () => {
  const WORDS = [
    "label-content-name-mismatch", "html-has-lang", "valid-lang", "link-in-text-block", "scrollable-region-focusable",
    "aria-command-name", "aria-input-field-name", "aria-toggle-field-name", "button-name", "input-button-name", "label",
    "link-name", "role-img-alt", "select-name", "svg-img-alt",
  ]
  const EACH = 3
  const texts = new Map()
  const walk = (one, ground) => {
    const style = getComputedStyle(one)
    if (style.display === "none" || style.clipPath !== "none" || style.clip !== "auto") return
    const drawn = [style.backgroundColor, style.backgroundImage, style.opacity].join()
    const under = drawn === "rgba(0, 0, 0, 0),none,1" ? ground : ground + drawn
    const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    if (style.visibility === "visible" && (isText || one.matches("input, textarea, select"))) {
      const pair = [under, style.color, style.fontSize, style.fontWeight].join()
      texts.set(pair, [...(texts.get(pair) ?? []), one].slice(0, EACH))
    }
    for (const child of (one.shadowRoot ?? one).children) walk(child, under)
  }
  walk(document.body, "")
  const found = [
    await axe.run(document, { resultTypes: ["violations"], runOnly: { type: "rule", values: WORDS } }),
    await axe.run(
      { include: [...texts.values()].flat() },
      { resultTypes: ["violations"], runOnly: { type: "rule", values: ["color-contrast"] } },
    ),
  ]
  return found.flatMap(({ violations }) => violations)
}"""


def serious(page: Page, only: str | None = None) -> list[str]:
    """One sentence for each element that breaks a serious rule, shadow roots included.

    only: a selector of the part of the page to look at, for what is wrong in a frame of
    Streamlit's and not in ours. Run `npm ci` once, as `make test` does.
    """
    return _sentences(page, RUN, only)


def serious_anew(page: Page) -> list[str]:
    """The same of a page that was looked at before, and differs in its words, its colours and its width alone."""
    return _sentences(page, RUN_ANEW)


def _sentences(page: Page, program: str, given: str | None = None) -> list[str]:
    # Streamlit pales what it is about to draw anew.
    expect(page.locator('[data-stale="true"]')).to_have_count(0)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    return [
        sentence(violation, node)
        for violation in page.evaluate(program, given)
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
        if not any(violation["id"] == rule and mark in node["html"] for rule, mark in LEFT_OUT)
    ]


def sentence(violation: dict[str, Any], node: dict[str, Any]) -> str:
    """The rule, where it is broken, and why, in one line."""
    place = json.dumps(node["target"], ensure_ascii=False)
    found = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
    return f"{violation['id']} at {place}: {'; '.join(found) or violation['help']}"
