"""The font of formulas, the same on every machine: STIX Two Math, cut down to the signs that formulas have.

Formulas differ in width by a fifth between the serif fonts that machines have, and few of those set an accent or a
large bracket well. So one font comes with the program, in three files: for signs and upright letters, for italic
letters, for bold italic ones. The package ziamath brings STIX Two Math, fontTools cuts it. A wheel holds the files; in
a clone they are made when first asked for, and kept beside this module. Where that cannot be, formulas have a serif
font of the reader's machine, and the log says so.

STIX Two Math is © 2001-2020 The STIX Fonts Project Authors (https://github.com/stipub/stixfonts), under the SIL Open
Font License 1.1 (https://scripts.sil.org/OFL). Each file says so, too.
"""

import base64
import hashlib
import importlib.util
import io
import logging
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

LOG = logging.getLogger(__name__)
FOLDER = Path(__file__).with_name("fonts")
# What a file is made by stands here whole: it is made anew when this changes.
RECIPE = hashlib.sha256(Path(__file__).read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:12]

# Beside the letters and what ASCII has. Python's operators come into equations that a reader writes.
SIGNS = (
    "\u00a0¯°±²³·¹×÷ĉŶŷˆ˜\u0302\u0303\u0304\u20d7ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψωϕϵ–‖‘’“”…′⁰⁴⁵⁶⁷⁸⁹⁻⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₋ₖ"
    "ℓℝ←↑→↓⇒∂∇∈∏∑−∗∘√∞∣∼≈≠≤≥⊙⋯⌊⌋⟨⟩"
)
# Those of them that stand in one text with an italic letter, such as "H₃".
BESIDE_LETTERS = "\u00a0¯²³·ˆ˜\u0302\u0303\u0304’…′⁻⁽⁾₀₁₂₃₄₅₆₇₈₉₋→←−×⊙"
# Tilde, hat and bar.
ACCENTS = "\u0303\u0302\u0304"
UPRIGHT, ITALIC, BOLD = "formulas.woff2", "formulas-italic.woff2", "formulas-bold.woff2"
STYLES = {
    UPRIGHT: "font-style: normal; font-weight: 1 1000",
    ITALIC: "font-style: italic; font-weight: 1 599",
    BOLD: "font-style: italic; font-weight: 600 1000",
}
# In thousandths of a letter's size. STIX Two Math has room above and below for the highest integral, and another one
# on Windows; with these a line is as high as in Times, on every system.
ABOVE, BELOW = 891, 216
# What stands in until the files are there, with letters as wide as theirs: fonts, and how wide they are made. Of each a
# local font is one style, named with it.
STAND_INS = {
    "Times": (("Times New Roman", "Liberation Serif", "Tinos"), 106),
    "DejaVu": (("DejaVu Serif",), 85),
}
LOCAL_STYLES = {
    "": STYLES[UPRIGHT],
    " Italic": STYLES[ITALIC],
    " Bold Italic": STYLES[BOLD],
}
FAMILY = "Formulas"
NOTICE = "STIX Two Math, (c) 2001-2020 The STIX Fonts Project Authors, SIL Open Font License 1.1, scripts.sil.org/OFL"
# For a page that draws formulas at once: a browser would fetch each file when its first letter is there. In JavaScript.
LOADING = (
    'Promise.all(["", "italic ", "italic bold "].map((style) => '
    f"document.fonts.load(`${{style}}1em {FAMILY}`)))"
)
STACK = ", ".join(
    (
        f'"{FAMILY}"',
        *(f'"{FAMILY} {name}"' for name in STAND_INS),
        '"Cambria Math"',
        "Georgia",
        "serif",
    )
)


def formulas(address: Callable[[str], str] | None = None) -> str:
    """The font in CSS, and its name as the property `--math`, which every view inherits.

    address: where a page finds one of the files, by its name; without it they are in the CSS itself.
    """
    found = faces()
    address = address or (lambda name: _inline(found[name]))
    css = f"/* {NOTICE} */\n" if found else ""
    for name in found:
        css += _face(FAMILY, f'url({address(name)}) format("woff2")', STYLES[name])
    for name, (families, wide) in STAND_INS.items():
        above, below = (f"{100 * part / 10 / wide:.1f}%" for part in (ABOVE, BELOW))
        fitted = (
            f"; size-adjust: {wide}%; ascent-override: {above}; descent-override: {below}; "
            "line-gap-override: 0%"
        )
        for suffix, style in LOCAL_STYLES.items():
            sources = ", ".join(f'local("{family}{suffix}")' for family in families)
            css += _face(f"{FAMILY} {name}", sources, style + fitted)
    return f"{css}:root {{ --math: {STACK}; }}\n"


def first() -> list[str]:
    """The names of the files that every page with a formula draws with; none where there are none."""
    return [name for name in (UPRIGHT, BOLD) if name in faces()]


def _face(family: str, source: str, more: str) -> str:
    return f'@font-face {{ font-family: "{family}"; src: {source}; {more}; font-display: swap; }}\n'


def _inline(font: bytes) -> str:
    return f"data:font/woff2;base64,{base64.b64encode(font).decode()}"


@cache
def faces() -> Mapping[str, bytes]:
    """The files by name, as WOFF2; none where they are not there and cannot be made."""
    paths = {name: FOLDER / file_name(name) for name in STYLES}
    try:
        return {name: path.read_bytes() for name, path in paths.items()}
    except OSError:
        pass
    try:
        made = cut()
    except Exception as error:
        LOG.warning(
            "Formulas have a font of the reader's machine: %s", f"{error}".partition("\n")[0]
        )
        return {}
    _keep({paths[name]: font for name, font in made.items()})
    return made


def file_name(name: str) -> str:
    """What one of the files is called where it is kept."""
    return f"{RECIPE}-{name}"


def _keep(fonts: Mapping[Path, bytes]) -> None:
    """What was made, for the next start. Where nothing may be written, each start makes it."""
    from rnnviz import files

    try:
        FOLDER.mkdir(exist_ok=True)
        for path, font in fonts.items():
            files.put(path, font, mode=files.AS_OTHERS)
        for path in FOLDER.glob("*.woff2"):
            if path not in fonts:
                path.unlink(missing_ok=True)
    except OSError as error:
        LOG.info("The font of formulas is not kept: %s", error)


def cut() -> dict[str, bytes]:
    """The files, made from STIX Two Math, always the same. Raises ImportError without the packages for it."""
    source = whole()
    italic, bold = _alphabet("ITALIC"), _alphabet("BOLD ITALIC")
    # A formula's single letters are signs of their own, as Unicode has them: italic ones also in the file of upright
    # ones, and bold ones in the place of them where a letter is bold.
    of_italic = {italic[letter]: sign for letter, sign in bold.items()}
    return {
        UPRIGHT: _cut(source, {sign: sign for sign in italic.values()}, SIGNS, "MATH"),
        ITALIC: _cut(source, italic | {sign: sign for sign in italic.values()}, BESIDE_LETTERS),
        BOLD: _cut(source, bold | of_italic, BESIDE_LETTERS),
    }


def whole() -> Path:
    """STIX Two Math as its package brings it, with six thousand signs. Raises ImportError."""
    found = importlib.util.find_spec("ziamath")
    if found is None or found.origin is None:
        raise ImportError("the package ziamath, which brings STIX Two Math, is not installed")
    return Path(found.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"


def _alphabet(style: str) -> dict[int, int]:
    """Where Unicode has the letters of a mathematical style, by the usual ones."""
    signs = (code for code in range(0x1D400, 0x1D800))
    found = {
        int(unicodedata.decomposition(chr(code)).split()[1], 16): code
        for code in signs
        if unicodedata.name(chr(code), "").startswith(f"MATHEMATICAL {style} ")
    }
    # The one italic letter that had been there before all others: Planck's constant.
    return found | ({ord("h"): 0x210E} if style == "ITALIC" else {})


def _cut(source: Path, letters: Mapping[int, int], signs: str, *tables: str) -> bytes:
    """A font of letters, each drawn as the sign of a code, of ASCII and of signs. tables: kept beside those that every
    font has."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(source, recalcTimestamp=False)
    drawn = font.getBestCmap()
    replaced = {code: drawn[sign] for code, sign in letters.items() if sign in drawn}
    _draw(font, replaced)
    _fit(font)
    singles = _join_accents(font, replaced)
    _stiffen(font, ACCENTS)
    options = Options()
    options.layout_features = ["ccmp"]
    options.drop_tables += {"DSIG", "MATH"} - set(tables)
    options.hinting = False
    options.notdef_outline = True
    # Copyright, family, style, licence and where it is to be read.
    options.name_IDs = [0, 1, 2, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*range(0x20, 0x7F), *map(ord, signs), *replaced, *singles])
    subsetter.subset(font)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _join_accents(font: Any, letters: Mapping[int, str]) -> list[int]:
    """Make a glyph of each Latin letter with each accent, as a formula has them, for texts such as "C\u0303": a text
    knows nothing of the table by which formulas are set, and WebKit moves no accent up. letters: the glyphs' names.
    Returns the codes of those that have one, as "Ŷ"."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    table = font["MATH"].table
    over = table.MathGlyphInfo.MathTopAccentAttachment
    places = (place.Value for place in over.TopAccentAttachment)
    middles = dict(zip(over.TopAccentCoverage.glyphs, places, strict=True))
    lowest = table.MathConstants.AccentBaseHeight.Value
    drawn, glyphs = font.getBestCmap(), font.getGlyphSet()
    joined, singles, rules = {}, {}, []
    for code, accent in product(letters, ACCENTS):
        if code > 0x7F:
            continue
        letter, mark = letters[code], drawn[ord(accent)]
        up = max(0, font["glyf"][letter].yMax - lowest)
        pen = TTGlyphPen(glyphs)
        pen.addComponent(letter, (1, 0, 0, 1, 0, 0))
        pen.addComponent(mark, (1, 0, 0, 1, middles[letter] - middles[mark], up))
        name = f"{letter}_{mark}"
        joined[name] = pen.glyph()
        font["hmtx"][name] = font["hmtx"][letter]
        rules.append(f"sub {letter} {mark} by {name};")
        single = unicodedata.normalize("NFC", chr(code) + accent)
        if len(single) == 1:
            singles[ord(single)] = name
    for name, glyph in joined.items():
        font["glyf"][name] = glyph
    font.setGlyphOrder(font["glyf"].glyphOrder)
    addOpenTypeFeaturesFromString(font, f"feature ccmp {{ {' '.join(rules)} }} ccmp;", ["GSUB"])
    _draw(font, singles)
    return [*singles]


def _stiffen(font: Any, signs: str) -> None:
    """Take away the wider forms of signs. Chromium uses none over a letter, Firefox the next wider one, and WebKit one
    beside the letter; and what `stretchy="false"` keeps narrow, WebKit sets far above."""
    drawn = font.getBestCmap()
    variants = font["MATH"].table.MathVariants
    kept = [
        (glyph, forms)
        for glyph, forms in zip(
            variants.HorizGlyphCoverage.glyphs, variants.HorizGlyphConstruction, strict=True
        )
        if glyph not in {drawn[ord(sign)] for sign in signs}
    ]
    variants.HorizGlyphCoverage.glyphs = [glyph for glyph, _ in kept]
    variants.HorizGlyphConstruction = [forms for _, forms in kept]
    variants.HorizGlyphCount = len(kept)


def _draw(font: Any, glyphs: Mapping[int, str]) -> None:
    """Draw codes as glyphs, by name."""
    for table in font["cmap"].tables:
        if table.isUnicode():
            # The old format holds no code beyond 16 bits.
            most = 0xFFFF if table.format == 4 else 0x10FFFF
            table.cmap.update({code: name for code, name in glyphs.items() if code <= most})


def _fit(font: Any) -> None:
    """The same height of a line for all systems, which read it in different places."""
    across, for_windows = font["hhea"], font["OS/2"]
    across.ascent = for_windows.sTypoAscender = for_windows.usWinAscent = ABOVE
    across.descent = for_windows.sTypoDescender = -BELOW
    for_windows.usWinDescent = BELOW
    across.lineGap = for_windows.sTypoLineGap = 0
