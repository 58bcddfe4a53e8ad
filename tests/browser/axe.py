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
RUN = """(only) => axe.run(only ?? document, {
  resultTypes: ["violations"], rules: { region: { enabled: false } },
}).then(({ violations }) => violations)"""


def serious(page: Page, only: str | None = None) -> list[str]:
    """One sentence for each element that breaks a serious rule, shadow roots included.

    only: a selector of the part of the page to look at, for what is wrong in a frame of
    Streamlit's and not in ours. Run `npm ci` once, as `make test` does.
    """
    # Streamlit pales what it is about to draw anew.
    expect(page.locator('[data-stale="true"]')).to_have_count(0)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    return [
        sentence(violation, node)
        for violation in page.evaluate(RUN, only)
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
        if violation["id"] != NAMED_IN_WORDS[0] or NAMED_IN_WORDS[1] not in node["html"]
    ]


def sentence(violation: dict[str, Any], node: dict[str, Any]) -> str:
    """The rule, where it is broken, and why, in one line."""
    place = json.dumps(node["target"], ensure_ascii=False)
    found = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
    return f"{violation['id']} at {place}: {'; '.join(found) or violation['help']}"
