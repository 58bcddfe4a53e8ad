"""Prose from files, as `rnnviz/course/markup.py` reads it: one Markdown file a page and language, with computed numbers
such as {{number:.3f}} in it."""

import re
from collections.abc import Mapping
from pathlib import Path

NUMBER = re.compile(r"\{\{(\w+)(?::([^}]*))?\}\}")


def filled(prose: Path, numbers: Mapping[str, object]) -> str:
    """A file's text with each {{number:format}} filled in, and with true minus signs."""
    return NUMBER.sub(
        lambda found: format(numbers[found[1]], found[2] or "").replace("-", "−"),
        prose.read_text("utf-8"),
    )
