"""What a screen reader finds on a page, kept as text that one reads: see `tests/browser/aria`."""

import os
import re
from pathlib import Path

from playwright.sync_api import Locator

KEPT = Path(__file__).with_name("aria")
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


def is_as_kept(name: str, found: str, lines: int | None = None) -> None:
    """Hold an outline to what is kept, or its first `lines`; with KEEP_ARIA=1, keep it, to be read."""
    first = "".join(found.splitlines(keepends=True)[:lines])
    if os.environ.get("KEEP_ARIA"):
        (KEPT / f"{name}.txt").write_text(first, "utf-8")
    assert first == kept(name), name
