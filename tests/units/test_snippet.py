"""What the page on Python says of units is so."""

from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_snippet_s_unit_tells_which_bracket_is_open_and_is_needed() -> None:
    parts = PAGE.read_text("utf-8").split("```python\n")
    (snippet,) = (part for part in parts if "import units" in part)
    names: dict[str, Any] = {}
    exec(snippet.partition("```")[0], names)
    assert names["best"].auc > 0.9 > names["best"].chance
    assert names["cost"].low > 0
    assert names["points"].shape == (len(names["text"]), 2)
    assert 0 < names["share"].sum() < 1
