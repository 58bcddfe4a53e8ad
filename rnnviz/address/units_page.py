"""What the Units page is told wherever it stands: its words, the fields of its link, and what it knows of Python's
numbers."""

from typing import Any

from rnnviz import web
from rnnviz.address import units_link
from rnnviz.address.link_fields import MAX_CHARACTERS
from rnnviz.locale import translator
from rnnviz.units.ranking import NOTHING
from rnnviz.units.spans import MOST_SPANS
from rnnviz.units.view import STRINGS, text

# See `Constants` in `units/view/units.d.ts`.
CONSTANTS: dict[str, Any] = {
    "nothing": NOTHING,
    "mostSpans": MOST_SPANS,
    "block": text.BLOCK,
    "likeliest": text.LIKELIEST,
    "shades": text.SHADES,
    "mostOnStage": MAX_CHARACTERS,
}


def page_data(language: str) -> dict[str, Any]:
    """What each home adds to: where the rest is asked for."""
    _ = translator(language)
    return {
        "language": language,
        "strings": {name: _(message) for name, message in (web.STRINGS | STRINGS).items()},
        "fields": units_link.told(_),
        "constants": CONSTANTS,
    }
