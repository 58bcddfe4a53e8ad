"""Signs that a machine without a Latin font of ours would draw as wide as a Chinese character.

Fonts are those of the reader's machine. Where none of the Latin ones in our lists is there, as on
many a Linux, a Chinese font writes the Latin letters too, and gives quotation marks, dots and some
mathematics the width of a Chinese character. `Latin signs` stands before the Chinese fonts in every
list and holds just these. Chinese text wants its quotation marks wide: there `Chinese signs` stands
before all others, and a page that is not Chinese has no such font.
"""

LATIN = ("Noto Sans", "Liberation Sans", "Arimo", "DejaVu Sans", "Arial")
CHINESE = (
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
)
# Quotation marks and the ellipsis; ·, ‖, ∂ and √.
QUOTES = "U+2018-201F, U+2026"
MATHEMATICS = "U+B7, U+2016, U+2202, U+221A"


def signs(language: str) -> str:
    """The two fonts for pages of a language, in CSS; no font is fetched for them."""
    if language.startswith("zh"):
        return _font("Chinese signs", CHINESE, QUOTES) + _font("Latin signs", LATIN, MATHEMATICS)
    return _font("Latin signs", LATIN, f"{QUOTES}, {MATHEMATICS}")


def _font(name: str, families: tuple[str, ...], signs: str) -> str:
    """A font of others' signs, in two weights: a local font is one weight, named with it."""
    css = ""
    for suffix, weights in (("", "1 550"), (" Bold", "551 1000")):
        sources = ", ".join(f'local("{family}{suffix}")' for family in families)
        css += (
            f'@font-face {{ font-family: "{name}"; src: {sources}; '
            f"font-weight: {weights}; unicode-range: {signs}; }}\n"
        )
    return css
