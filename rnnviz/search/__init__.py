"""The search: what a reader can look for in a language, and the dialog that finds it in the browser.

The index is a file that a page fetches when the dialog is opened for the first time. Nobody is told what a reader looks
for.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.search.index import KINDS, index
from rnnviz.search.strings import STRINGS

FOLDER = Path(str(files("rnnviz.search"))) / "assets"
# The search in the app; the static edition has another home for it.
VIEW = FOLDER / "app.js"
STYLE = FOLDER / "search.css"

__all__ = ["FOLDER", "KINDS", "STRINGS", "STYLE", "VIEW", "index"]
