"""The style sheet of all pages."""

import json
from functools import cache
from pathlib import Path

from rnnviz.figures.look import HUE_IN_TEXT, HUES
from rnnviz.locale import N_, translator

SHEET = Path(__file__).with_name("style.css")


@cache
def style(language: str) -> str:
    """Write the style sheet: the layout that Streamlit leaves to it, translations of Streamlit's
    English words, and the hues in formulas, which know no theme."""
    # A quoted string of JSON is one of CSS, as long as there is nothing to escape.
    choose = json.dumps(translator(language)(N_("Choose a file")), ensure_ascii=False)
    words = f":root {{ --words-choose-file: {choose}; }}\n"
    # `currentColor` is what the element around it has: a formula within takes its colour.
    hues = "".join(
        f".katex {_of(hue)} "
        f"{{ color: color-mix(in srgb, {hue} {HUE_IN_TEXT:.0%}, currentColor) !important; }}\n"
        f".katex {_of(hue)} {_of(hue)} {{ color: inherit !important; }}\n"
        for hue in HUES.values()
    )
    return SHEET.read_text("utf-8") + words + hues


def _of(hue: str) -> str:
    """What has this colour, as KaTeX writes it into a page's text or a browser into its elements."""
    r, g, b = (int(hue[k : k + 2], 16) for k in (1, 3, 5))
    return f':is([style*="color:{hue}"], [style*="color: rgb({r}, {g}, {b})"])'
