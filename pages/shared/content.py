"""Prose from files: one Markdown file a page and language, in named sections.

<!-- name -->
Text with a computed {{number:.3f}} in it.
"""

import re
from collections.abc import Mapping
from pathlib import Path

SECTION = re.compile(r"^<!-- (\w+) -->\n", re.MULTILINE)
NUMBER = re.compile(r"\{\{(\w+)(?::([^}]*))?\}\}")


def sections(prose: Path, language: str) -> dict[str, str]:
    """The sections of a page's prose by name.

    prose: the path of its files, without language and `.md`.
    """
    parts = SECTION.split(prose.with_name(f"{prose.name}.{language}.md").read_text("utf-8"))
    return dict(zip(parts[1::2], (text.strip() for text in parts[2::2]), strict=True))


def filled(text: str, numbers: Mapping[str, object]) -> str:
    """The text with each {{number:format}} filled in, and with true minus signs."""
    return NUMBER.sub(
        lambda found: format(numbers[found[1]], found[2] or "").replace("-", "−"), text
    )
