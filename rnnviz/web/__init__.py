"""What the interactive views share: plain ES modules, and how the modules of a view become one."""

from importlib.resources import files
from pathlib import Path

from rnnviz.web.mathfont import formulas
from rnnviz.web.modules import bundled, joined, module
from rnnviz.web.sheets import sheets
from rnnviz.web.signs import signs
from rnnviz.web.strings import ASKED, STRINGS

FOLDER = Path(str(files("rnnviz.web")))
TOKENS = FOLDER / "tokens.css"
# The module that takes pictures; a page asks for it with the first one.
PICTURES = FOLDER / "picture" / "save.js"

__all__ = [
    "ASKED",
    "FOLDER",
    "PICTURES",
    "STRINGS",
    "TOKENS",
    "bundled",
    "formulas",
    "joined",
    "module",
    "sheets",
    "signs",
]
