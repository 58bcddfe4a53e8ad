"""Constants that Python and JavaScript both have are the same."""

import re
from pathlib import Path

import pytest

from rnnviz.address import changes
from rnnviz.fields import NUMBER, WHOLE_NUMBER
from rnnviz.stage.track import LIKELIEST
from rnnviz.text import SIGNS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("rnnviz/site/assets/track.js", "LIKELIEST", f"{LIKELIEST}"),
        ("rnnviz/stage/assets/hands/changes.js", "LARGEST", f"{changes.LARGEST:.0f}"),
        ("rnnviz/web/fields.js", "WHOLE_NUMBER", f"/^{WHOLE_NUMBER.pattern}$/"),
        ("rnnviz/web/numbers.js", "TYPED_NUMBER", f"/^{NUMBER.pattern}$/i"),
    ],
)
def test_a_constant_is_the_same_in_both_languages(file: str, name: str, value: str) -> None:
    assert f"const {name} = {value};" in (ROOT / file).read_text("utf-8")


@pytest.mark.parametrize(
    "file", ["rnnviz/units/view/assets/symbols.js", "rnnviz/web/characters.js"]
)
def test_characters_that_nobody_sees_have_the_same_signs_in_both_languages(file: str) -> None:
    script = (ROOT / file).read_text("utf-8")
    signs = re.search(r"const SIGNS = \{(.*)\};", script)
    assert signs
    for character, sign in re.findall(r'"([^"]+)": "([^"]+)"', signs[1]):
        assert SIGNS[character.encode().decode("unicode_escape")] == sign
