"""Constants that Python and JavaScript both have are the same."""

import re
from pathlib import Path

import pytest

from rnnviz.address import link_fields
from rnnviz.stage.track import LIKELIEST
from rnnviz.text import SIGNS
from rnnviz.units.spans import MOST_SPANS
from rnnviz.units.view import text

ROOT = Path(__file__).parents[1]
UNITS, SITE = "rnnviz/units/view/assets", "rnnviz/site/assets"


@pytest.mark.parametrize(
    ("file", "names", "numbers"),
    [
        (f"{UNITS}/expected.js", "[BLOCK, LIKELIEST]", [text.BLOCK, text.LIKELIEST]),
        (f"{UNITS}/overview.js", "SHADES", text.SHADES),
        (f"{UNITS}/selectionbar.js", "MOST_SPANS", MOST_SPANS),
        (f"{UNITS}/onstage.js", "MOST", link_fields.MAX_CHARACTERS),
        (f"{SITE}/track.js", "LIKELIEST", LIKELIEST),
    ],
)
def test_a_constant_is_the_same_in_both_languages(
    file: str, names: str, numbers: int | list[int]
) -> None:
    assert f"const {names} = {numbers};" in (ROOT / file).read_text("utf-8")


@pytest.mark.parametrize("file", [f"{UNITS}/symbols.js", "rnnviz/web/characters.js"])
def test_characters_that_nobody_sees_have_the_same_signs_in_both_languages(file: str) -> None:
    script = (ROOT / file).read_text("utf-8")
    signs = re.search(r"const SIGNS = \{(.*)\};", script)
    assert signs
    for character, sign in re.findall(r'"([^"]+)": "([^"]+)"', signs[1]):
        assert SIGNS[character.encode().decode("unicode_escape")] == sign
