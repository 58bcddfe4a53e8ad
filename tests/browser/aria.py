"""What a screen reader finds on a page, kept as text that one reads: see `tests/browser/aria`."""

import os
import re
import time
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Locator

KEPT = Path(__file__).with_name("aria")
PATIENCE = 30.0  # seconds
# Formulas, which their buttons say in words, the options of lists, addresses, and text beside what
# has a name.
LEFT_OUT = re.compile(r"^\s*- '?(math|superscript|option|text|/url)\b.*\n", re.MULTILINE)
NUMBER = re.compile(r"(?<!level=)[−-]?\d[\d.,]*(·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")


def outline(part: Locator) -> str:
    """The roles and names within a part of a page, without formulas and the options of lists."""
    return LEFT_OUT.sub("", part.aria_snapshot() + "\n")


def without_numbers(found: str) -> str:
    """An outline in which each number is #, where they differ from run to run."""
    return NUMBER.sub("#", found)


def kept(name: str) -> str:
    """The text that is kept under a name. After a change write the new one into the file, and read it."""
    return (KEPT / f"{name}.txt").read_text("utf-8")


def is_as_kept(
    name: str, part: Locator, lines: int | None = None, *, shown: Callable[[str], str] = str
) -> None:
    """Hold a part's outline to what is kept, or its first `lines`, as soon as all of it is there.

    shown: makes of an outline what is kept of it. With KEEP_ARIA=1 it is kept, to be read.
    """

    def found() -> str:
        return "".join(shown(outline(part)).splitlines(keepends=True)[:lines])

    if os.environ.get("KEEP_ARIA"):
        now, before = found(), None
        while now != before:
            part.page.wait_for_timeout(1000)
            now, before = found(), now
        (KEPT / f"{name}.txt").write_text(now, "utf-8")
    # A page says that its script has ended before all that it told is drawn.
    deadline = time.monotonic() + PATIENCE
    while found() != kept(name) and time.monotonic() < deadline:
        part.page.wait_for_timeout(100)
    differs = unified_diff(
        kept(name).splitlines(), found().splitlines(), name, "found", lineterm=""
    )
    assert not (said := "\n".join(differs)), said
