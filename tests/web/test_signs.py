"""Quotation marks and mathematics in a font that fits the text around them."""

import re
import tomllib
from pathlib import Path

import pytest

from rnnviz.web import TOKENS, signs

ROOT = Path(__file__).parents[2]
CHINESE = ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC")
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]


def holds(language: str, font: str, sign: str) -> bool:
    """Whether a font of ours holds a sign on the pages of a language."""
    for face in re.findall(r"@font-face \{.*?\}", signs(language)):
        if f'"{font}"' in face:
            ranges = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face)
            if any(int(a, 16) <= ord(sign) <= int(b or a, 16) for a, b in ranges):
                return True
    return False


@pytest.mark.parametrize("sign", "“”‘’…")
def test_quotation_marks_are_latin_in_english_and_chinese_in_chinese(sign: str) -> None:
    assert holds("en", "Latin signs", sign)
    assert not holds("en", "Chinese signs", sign)
    assert holds("zh-Hans", "Chinese signs", sign)
    assert not holds("zh-Hans", "Latin signs", sign)
    assert holds("zh-Hant", "Chinese signs", sign)


@pytest.mark.parametrize("sign", "·‖∂√")
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_mathematics_is_latin_in_every_language(language: str, sign: str) -> None:
    assert holds(language, "Latin signs", sign)


@pytest.mark.parametrize(
    "fonts", [THEME["font"], THEME["headingFont"], TOKENS.read_text("utf-8").replace('"', "'")]
)
def test_signs_stand_before_the_fonts_that_would_write_them_otherwise(fonts: str) -> None:
    ours = ("Chinese signs", "Latin signs", "Chinese letters")
    places = [fonts.index(f"'{name}'") for name in (*ours, *CHINESE)]
    assert places[0] < min(fonts.index(name) for name in ("Segoe UI", "Noto Sans"))
    assert max(places[1:3]) < min(places[3:])


@pytest.mark.parametrize("character", "網，「")
def test_traditional_characters_have_fonts_of_their_own(character: str) -> None:
    assert holds("zh-Hant", "Chinese letters", character)
    assert not holds("zh-Hans", "Chinese letters", character)
    assert not holds("zh-Hant", "Chinese letters", "h")
    assert "Microsoft JhengHei" in signs("zh-Hant")
    assert "Microsoft YaHei" not in signs("zh-Hant")


def test_no_font_is_fetched() -> None:
    assert "url(" not in signs("en") + signs("zh-Hans") + signs("zh-Hant")
