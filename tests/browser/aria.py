"""What a screen reader finds on a page, kept as text that one reads: see `tests/browser/aria`."""

import re
from pathlib import Path

from playwright.sync_api import Locator

KEPT = Path(__file__).with_name("aria")
# Formulas, which their buttons say in words, the options of lists, and text beside what has a name.
LEFT_OUT = re.compile(r"^\s*- '?(math|superscript|option|text)\b.*\n", re.MULTILINE)


def outline(part: Locator) -> str:
    """The roles and names within a part of a page, without formulas and the options of lists."""
    return LEFT_OUT.sub("", part.aria_snapshot() + "\n")


def kept(name: str) -> str:
    """The text that is kept under a name. After a change write the new one into the file, and read it."""
    return (KEPT / f"{name}.txt").read_text("utf-8")
