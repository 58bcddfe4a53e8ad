"""Every snippet of the README and of docs runs, in the order of its page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if SNIPPET.search(page.read_text("utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_snippets_of_a_page_run_one_after_another(page: Path) -> None:
    text = page.read_text("utf-8")
    names: dict[str, object] = {}
    for found in SNIPPET.finditer(text):
        line = text.count("\n", 0, found.start(1))
        # A failure names the page and its line.
        exec(compile("\n" * line + found[1], str(page), "exec"), names)
