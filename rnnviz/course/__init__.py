"""The course: prose made into blocks, and the plain ES modules that show it with its figures.

`assets/` has what chapters share, and the mathematics of each; `views/` one module a page;
`figures/` the figures of chapters that have several large ones.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.course.markup import Prose, read
from rnnviz.course.plain import plain
from rnnviz.course.strings import STRINGS
from rnnviz.web import PALETTE

ASSETS, FIGURES, VIEWS = (
    Path(str(files("rnnviz.course") / name)) for name in ("assets", "figures", "views")
)


def style() -> str:
    """The style sheet of the course, in CSS."""
    return PALETTE.read_text("utf-8") + (ASSETS / "course.css").read_text("utf-8")


__all__ = ["ASSETS", "FIGURES", "STRINGS", "VIEWS", "Prose", "plain", "read", "style"]
