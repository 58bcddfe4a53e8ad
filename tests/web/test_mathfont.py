"""The font of formulas: what its files hold, and what a page does without them."""

import io
import re
from collections.abc import Iterator
from importlib import util
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin.utils import load_plugin_from_script

from rnnviz.web import document, mathfont
from rnnviz.web.mathfont import BOLD, ITALIC, STYLES, UPRIGHT
from tests.power import Disk
from tests.systems import needs_linux

ROOT = Path(__file__).parents[2]
MOST_BYTES = 60_000
C, TILDE = "C", "\u0303"


@pytest.fixture(scope="module")
def fonts() -> dict[str, TTFont]:
    return {name: TTFont(io.BytesIO(font)) for name, font in mathfont.faces().items()}


@pytest.fixture
def no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a fresh clone keeps the files."""
    monkeypatch.setattr(mathfont, "FOLDER", tmp_path / "fonts")
    mathfont.faces.cache_clear()
    yield tmp_path / "fonts"
    mathfont.faces.cache_clear()


def glyph(font: TTFont, sign: str) -> str:
    return font.getBestCmap()[ord(sign)]


def test_the_font_is_small_and_says_whose_it_is(fonts: dict[str, TTFont]) -> None:
    assert set(fonts) == set(STYLES)
    assert sum(map(len, mathfont.faces().values())) <= MOST_BYTES
    for font in fonts.values():
        assert "The STIX Fonts Project Authors" in font["name"].getDebugName(0)
        assert "SIL Open Font License" in font["name"].getDebugName(13)


def test_an_italic_letter_is_drawn_as_mathematics_has_it(fonts: dict[str, TTFont]) -> None:
    def drawn(name: str, sign: str) -> object:
        font = fonts[name]
        return font["glyf"][glyph(font, sign)].getCoordinates(font["glyf"])[0]

    # ℎ and 𝐻 are single letters of a formula, as a browser writes them.
    for letter, sign in (("H", "𝐻"), ("h", "ℎ"), ("σ", "𝜎")):
        assert drawn(ITALIC, letter) == drawn(ITALIC, sign) == drawn(UPRIGHT, sign)
        assert drawn(BOLD, letter) == drawn(BOLD, sign) != drawn(ITALIC, sign)
        assert drawn(UPRIGHT, letter) != drawn(UPRIGHT, sign)


def test_an_accent_stands_over_its_letter_in_a_text_too(fonts: dict[str, TTFont]) -> None:
    for name in (ITALIC, BOLD):
        font = fonts[name]
        (lookup,) = font["GSUB"].table.LookupList.Lookup
        joins = {
            (letter, *rule.Component): rule.LigGlyph
            for table in lookup.SubTable
            for letter, rules in table.ligatures.items()
            for rule in rules
        }
        whole = font["glyf"][joins[glyph(font, C), glyph(font, TILDE)]]
        letter, tilde = whole.components
        assert (letter.glyphName, tilde.glyphName) == (glyph(font, C), glyph(font, TILDE))
        c, mark = (font["glyf"][one.glyphName] for one in (letter, tilde))
        assert mark.yMin + tilde.y > c.yMax
        assert c.xMin < (mark.xMin + mark.xMax) / 2 + tilde.x < c.xMax
        # One that Unicode has as a single sign is drawn the same.
        assert glyph(font, "Ŷ") == joins[glyph(font, "Y"), glyph(font, "\u0302")]


def test_no_browser_makes_an_accent_wider_than_it_is(fonts: dict[str, TTFont]) -> None:
    font = fonts[UPRIGHT]
    wider = font["MATH"].table.MathVariants.HorizGlyphCoverage.glyphs
    assert glyph(font, "→") in wider
    assert {glyph(font, sign) for sign in mathfont.ACCENTS}.isdisjoint(wider)


def test_a_line_is_as_high_on_every_system(fonts: dict[str, TTFont]) -> None:
    for font in fonts.values():
        across, windows = font["hhea"], font["OS/2"]
        assert across.ascent == windows.sTypoAscender == windows.usWinAscent
        assert -across.descent == -windows.sTypoDescender == windows.usWinDescent
        assert across.lineGap == windows.sTypoLineGap == 0


def test_a_large_bracket_is_a_sign_of_the_upright_font_alone(fonts: dict[str, TTFont]) -> None:
    assert [name for name, font in fonts.items() if "MATH" in font] == [UPRIGHT]


def test_a_clone_makes_the_files_once(no_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_files.mkdir()
    (no_files / "0-formulas.woff2").write_bytes(b"of an older recipe")
    made = mathfont.faces()
    assert {path.name for path in no_files.iterdir()} == set(map(mathfont.file_name, STYLES))
    mathfont.faces.cache_clear()
    monkeypatch.setattr(mathfont, "cut", pytest.fail)
    assert mathfont.faces() == made


@pytest.mark.usefixtures("no_files")
def test_without_what_makes_it_formulas_have_the_readers_own_font(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(mathfont.LOG, "warning", lambda text, *more: lines.append(text % more))
    monkeypatch.setattr(util, "find_spec", lambda _name: None)
    css = mathfont.formulas()
    assert mathfont.formulas() == css
    (line,) = lines
    assert "ziamath" in line
    assert "url(" not in css
    assert re.search(r"--math: .*, serif;", css)
    assert mathfont.first() == []


def test_a_page_that_is_a_file_asks_nobody_for_the_font() -> None:
    page = document.document("a", "en", "", {}, "")
    sources = re.findall(r'"Formulas"; src: url\((.{0,22})', page)
    assert sources == ["data:font/woff2;base64"] * len(STYLES)
    assert "font-src data:" in page


def test_a_wheel_brings_the_files(tmp_path: Path) -> None:
    # As hatchling finds it.
    kind = load_plugin_from_script(
        str(ROOT / "hatch_build.py"), "hatch_build.py", BuildHookInterface, "build_hook"
    )
    hook = kind(str(ROOT), {}, None, None, str(tmp_path), "wheel")
    brought: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("standard", brought)
    # Where an installed rnnviz looks for them.
    folder = mathfont.FOLDER.relative_to(ROOT).as_posix()
    fonts = {path: made for made, path in brought["force_include"].items() if folder in path}
    there = {path: Path(made).read_bytes() for path, made in fonts.items()}
    hook.finalize("standard", brought, "")
    faces = mathfont.faces()
    assert there == {f"{folder}/{mathfont.file_name(name)}": faces[name] for name in STYLES}


@needs_linux
def test_after_a_power_cut_a_font_is_whole_or_made_anew(no_files: Path) -> None:
    fonts = {no_files / mathfont.file_name(name): name.encode() * 50 for name in STYLES}
    whole = {path.name: font for path, font in fonts.items()}

    def check(copy: Path) -> None:
        kept = {path.name: path.read_bytes() for path in copy.iterdir()}
        assert all(kept.get(name, font) == font for name, font in whole.items())

    no_files.mkdir()
    with Disk(no_files, check) as disk:
        mathfont._keep(fonts)
        disk.cut()
    assert disk.moments > 10
