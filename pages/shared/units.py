"""What the module of the Units page is told, on its own page and on a follower's."""

from typing import Any

from pages.shared.assets import PLOTLY_ASSETS, UNITS_ASSETS
from rnnviz import web
from rnnviz.address import units_link
from rnnviz.locale import translator
from rnnviz.units import view

API = "/units"


def told(language: str) -> dict[str, Any]:
    """The words, the fields of a link, and where the rest is asked for."""
    _ = translator(language)
    return {
        "strings": {name: _(message) for name, message in (web.STRINGS | view.STRINGS).items()},
        "fields": units_link.told(_),
        "language": language,
        "api": API,
        "base": UNITS_ASSETS.url(),
        "plotly": f"{PLOTLY_ASSETS.url()}/plotly.js",
    }
