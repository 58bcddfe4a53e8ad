"""What the module of the Units page is told, on its own page and on a follower's."""

from typing import Any

from pages.shared.assets import PLOTLY_ASSETS, UNITS_ASSETS
from rnnviz.address.units_page import page_data

API = "/units"


def told(language: str) -> dict[str, Any]:
    """What every home is told, and where the rest is asked for."""
    return {
        **page_data(language),
        "api": API,
        "base": UNITS_ASSETS.url(),
        "plotly": f"{PLOTLY_ASSETS.url()}/plotly.js",
    }
