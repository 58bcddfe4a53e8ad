"""Signs and letters that a machine's own choice of fonts would draw otherwise than a page wants.

Fonts are those of the reader's machine. Where none of the Latin ones in our lists is there, as on
many a Linux, a Chinese font writes the Latin letters too, and gives quotation marks, dots and some
mathematics the width of a Chinese character. `Latin signs` stands before the Chinese fonts in every
list and holds just these. Chinese text wants its quotation marks wide: there `Chinese signs` stands
before all others, and a page that is not Chinese has no such font.

The Chinese fonts of our lists are those of simplified characters. `Chinese letters` stands before
them and is there on pages in traditional characters alone, whose forms differ.
"""

LATIN = ("Noto Sans", "Liberation Sans", "Arimo", "DejaVu Sans", "Arial")
CHINESE = (
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
)
TRADITIONAL = (
    "PingFang TC",
    "Microsoft JhengHei",
    "Noto Sans CJK TC",
    "Noto Sans TC",
    "Source Han Sans TC",
)
# Quotation marks and the ellipsis; ·, ‖, ∂ and √; Chinese characters, their punctuation and full-width letters.
QUOTES = "U+2018-201F, U+2026"
MATHEMATICS = "U+B7, U+2016, U+2202, U+221A"
LETTERS = "U+2E80-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-3FFFF"


def signs(language: str) -> str:
    """The fonts for pages of a language, in CSS; none is fetched for them."""
    if not language.startswith("zh"):
        return _font("Latin signs", LATIN, f"{QUOTES}, {MATHEMATICS}")
    latin = _font("Latin signs", LATIN, MATHEMATICS)
    if language != "zh-Hant":
        return _font("Chinese signs", CHINESE, QUOTES) + latin
    letters = _font("Chinese letters", TRADITIONAL, LETTERS)
    return _font("Chinese signs", TRADITIONAL, QUOTES) + letters + latin


def _font(name: str, families: tuple[str, ...], signs: str) -> str:
    """A font of others' signs, in two weights: a local font is one weight, named with it."""
    css = ""
    for suffix, weights in (("", "1 550"), (" Bold", "551 1000")):
        sources = ", ".join(f'local("{family}{suffix}")' for family in families)
        css += (
            f'@font-face {{ font-family: "{name}"; src: {sources}; '
            f"font-weight: {weights}; font-display: swap; unicode-range: {signs}; }}\n"
        )
    return css
