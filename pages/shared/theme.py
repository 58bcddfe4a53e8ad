"""The style sheet of all pages."""

import json
from functools import cache
from pathlib import Path
from urllib.parse import quote

from rnnviz.locale import N_, translator
from rnnviz.web import TOKENS, sheets, signs

# A cell has at most a dozen equations, and room for empty lines and remarks between them.
NUMBERED_LINES = 40
SHEET = Path(__file__).with_name("style.css")
OFFLINE = N_("No connection to the server; trying again …")


@cache
def style(language: str) -> str:
    """Write the style sheet: the layout that Streamlit leaves to it."""
    # A quoted string of JSON is one of CSS, as long as there is nothing to escape.
    offline = json.dumps(translator(language)(OFFLINE), ensure_ascii=False)
    values = f":root {{ --line-numbers: {_line_numbers()}; --words-offline: {offline}; }}\n"
    return signs(language) + sheets(TOKENS, SHEET) + values


def _line_numbers() -> str:
    """A picture of the numbers from 1, one under another, for the edge of a text area."""
    numbers = "".join(
        f"<text x='28' y='{24 * k - 8}'>{k}</text>" for k in range(1, NUMBERED_LINES + 1)
    )
    picture = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='36' height='{24 * NUMBERED_LINES}' "
        f"font-family='monospace' font-size='13' fill='#808495' text-anchor='end'>{numbers}</svg>"
    )
    return f'url("data:image/svg+xml,{quote(picture)}")'
