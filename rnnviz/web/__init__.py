"""What the interactive views share: plain ES modules, and how the modules of a view become one."""

from importlib.resources import files
from pathlib import Path

from rnnviz.web.modules import bundled, joined

FOLDER = Path(str(files("rnnviz.web")))
PALETTE = FOLDER / "palette.css"

__all__ = ["FOLDER", "PALETTE", "bundled", "joined"]
