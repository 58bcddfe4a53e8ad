"""The small pictures of the contents are the chapters' own figures, answered, and moved by one of their numbers."""

import re
from pathlib import Path
from typing import Any

import pytest

from rnnviz.course import outline, pages
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("miniatures.mjs")
# A race of trainings has nothing to be moved.
STILL = {"evolution"}


def drawn(name: str) -> dict[str, Any]:
    data = pages.told(name, "en")
    found: dict[str, Any] = in_node(
        PROGRAM, {"name": name, "data": data, "shares": [0, 0.2, 0.4, 0.6, 0.8, 1]}
    )
    assert found["figure"] in {one["figure"] for one in data["sections"]}
    return found


@pytest.mark.parametrize("name", outline.CHAPTERS)
def test_a_chapters_miniature_is_its_figure_once_all_is_answered_and_moves(name: str) -> None:
    found = drawn(name)
    assert "NaN" not in found["rest"]
    # No box with a question mark hides any of it.
    assert '"class":"waiting"' not in found["rest"]
    if name in STILL:
        assert not found["by"]
        return
    assert any(one != found["rest"] for one in found["moved"][1:-1])
    # It begins as it stands, and ends so.
    assert found["moved"][0] == found["rest"]
    assert found["moved"][-1] == found["rest"]


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_part_of_one_chapter_is_a_timeline_of_cells(language: str) -> None:
    parts = pages.told("course", language)["parts"]
    lines = [one for part in parts for one in part["chapters"] if one.get("timeline")]
    assert [one["address"] for one in lines] == ["evolution"]
    cells = lines[0]["timeline"]
    years = [one["year"] for one in cells]
    assert years[0] == ""
    assert years[1:] == sorted(years[1:])
    assert all(re.fullmatch(r"\d{4}", year) for year in years[1:])
    sections = {one["id"] for one in pages.told("evolution", language)["sections"]}
    assert {one["section"] for one in cells} <= sections
    assert all(one["said"] and not one["said"].startswith(one["year"] or "-") for one in cells)
