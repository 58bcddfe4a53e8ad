"""The view of what units have learnt: its data, made here, and the plain ES modules that draw it.

Each module makes what a panel asks for, as data for JSON, from a `Reading`;
`rnnviz/address/units_asked.py` names them. How a panel is added stands at the top of `assets/main.js`.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.units.view.strings import STRINGS

MAIN = Path(str(files("rnnviz.units.view") / "assets" / "main.js"))
STYLE = MAIN.with_name("units.css")

__all__ = ["MAIN", "STRINGS", "STYLE"]
