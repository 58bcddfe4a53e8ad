"""Trainings as they stand as one HTML file, which asks nobody for anything."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from rnnviz.live.strings import words
from rnnviz.web import TOKENS, joined, sheets
from rnnviz.web.document import document

ASSETS = Path(str(files("rnnviz.live") / "assets"))
BEGIN = """
const place = document.body.appendChild(document.createElement("div"));
open(place, JSON.parse(document.getElementById("data").textContent));
"""


def html(
    told: Mapping[str, Mapping[str, Any]],
    language: str = "en",
    *,
    states: str = "",
    samples: str = "",
    height: int = 560,
) -> str:
    """A page with the view of runs, by their names, each as `Whole.told` gives it.

    states, samples: a sentence that says why there are none. height: pixels, as for the widget.
    """
    data = {
        **words(language),
        "runs": list(told),
        "told": told,
        "states": states,
        "samples": samples,
        "height": height,
        "under": [],
        "plans": [],
        "css": "",
    }
    script = joined(ASSETS / "file.js") + BEGIN
    return document("rnnviz", language, style(), data, script)


def style() -> str:
    """The style sheet of the view, in CSS."""
    return sheets(TOKENS, ASSETS.parents[1] / "stage" / "assets" / "stage.css", ASSETS / "live.css")
