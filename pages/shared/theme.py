"""The style sheet of all pages."""

import json
from functools import cache
from pathlib import Path
from urllib.parse import quote

from rnnviz.figures.look import HUE_IN_TEXT, HUES
from rnnviz.locale import N_, translator

# A cell has at most a dozen equations, and room for empty lines and remarks between them.
NUMBERED_LINES = 40
SHEET = Path(__file__).with_name("style.css")


@cache
def style(language: str) -> str:
    """Write the style sheet: the layout that Streamlit leaves to it, translations of Streamlit's
    English words, and the hues in formulas, which know no theme."""
    # A quoted string of JSON is one of CSS, as long as there is nothing to escape.
    choose = json.dumps(translator(language)(N_("Choose a file")), ensure_ascii=False)
    words = f":root {{ --words-choose-file: {choose}; --line-numbers: {_line_numbers()}; }}\n"
    # `currentColor` is what the element around it has: a formula within takes its colour.
    hues = "".join(
        f".katex {_of(hue)} "
        f"{{ color: color-mix(in srgb, {hue} {HUE_IN_TEXT:.0%}, currentColor) !important; }}\n"
        f".katex {_of(hue)} {_of(hue)} {{ color: inherit !important; }}\n"
        for hue in HUES.values()
    )
    return SHEET.read_text("utf-8") + words + hues


def _line_numbers() -> str:
    """A picture of the numbers from 1, one under another, for the edge of a text area."""
    numbers = "".join(
        f"<text x='28' y='{24 * k - 8}'>{k}</text>" for k in range(1, NUMBERED_LINES + 1)
    )
    picture = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='36' height='{24 * NUMBERED_LINES}' "
        f"font-family='monospace' font-size='12' fill='#808495' text-anchor='end'>{numbers}</svg>"
    )
    return f'url("data:image/svg+xml,{quote(picture)}")'


def _of(hue: str) -> str:
    """What has this colour, as KaTeX writes it into a page's text or a browser into its elements."""
    r, g, b = (int(hue[k : k + 2], 16) for k in (1, 3, 5))
    return f':is([style*="color:{hue}"], [style*="color: rgb({r}, {g}, {b})"])'
