"""The style sheet of all pages."""

from functools import cache
from pathlib import Path

from rnnviz.figures.look import HUE_IN_TEXT, HUES

SHEET = Path(__file__).with_name("style.css")


@cache
def style() -> str:
    """What Streamlit leaves to style sheets, and the hues in formulas, which know no theme."""
    hues = "".join(
        # `currentColor` is what the element around it has: a formula within takes its colour.
        f'.katex [style*="color:{hue}"] '
        f"{{ color: color-mix(in srgb, {hue} {HUE_IN_TEXT:.0%}, currentColor) !important; }}\n"
        f'.katex [style*="color:{hue}"] [style*="color:{hue}"] {{ color: inherit !important; }}\n'
        for hue in HUES.values()
    )
    return SHEET.read_text("utf-8") + hues
