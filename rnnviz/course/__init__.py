"""The course: prose made into blocks, and the plain ES modules that show it with its figures.

`chapters/` has a folder for each chapter: its module, its figures, what they compute, and its
prose. `reader/` shows any chapter, `plot/` is what figures are drawn with, `maths/` what several
chapters compute or what has a name of its own. `contents/`, `reference/` and `practice/` are the other pages.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.course.markup import Prose, read
from rnnviz.course.plain import plain
from rnnviz.course.strings import STRINGS
from rnnviz.web import TOKENS, bundled, sheets

FOLDER = Path(str(files("rnnviz.course")))
CHAPTERS = {path.parent.name: path for path in sorted(FOLDER.glob("chapters/*/chapter.js"))}
# The module of each page: of a chapter, of the contents, and of the pages to look things up in.
VIEWS = CHAPTERS | {
    name: FOLDER / name / f"{name}.js" for name in ("contents", "reference", "practice")
}
# What draws the figures of all chapters small, on the contents.
MINIATURES = FOLDER / "contents" / "miniatures.js"
STYLE = FOLDER / "reader" / "course.css"
ADDED = {"practice": (FOLDER / "practice" / "practice.css",)}


def prose(name: str, language: str) -> Path:
    """The prose of a chapter, or of a page to look things up in, in a language."""
    if name in CHAPTERS:
        return CHAPTERS[name].with_name(f"prose.{language}.md")
    return FOLDER / "reference" / f"{name}.{language}.md"


def style(view: str = "") -> str:
    """The style sheet of the course, in CSS, with what the module of this name adds to it."""
    return sheets(TOKENS, STYLE, *ADDED.get(view, ()))


def homework() -> dict[str, str]:
    """The files of a homework's page, but for the page itself: its script, and its style sheet."""
    begin = "views.homework.begin(document.getElementById('homework'), "
    told = "JSON.parse(document.getElementById('told').textContent));\n"
    script = bundled({"homework": FOLDER / "homework" / "homework.js"})
    return {
        "homework.js": script + begin + told,
        "homework.css": style("practice") + sheets(FOLDER / "homework" / "homework.css"),
    }


__all__ = [
    "CHAPTERS",
    "FOLDER",
    "MINIATURES",
    "STRINGS",
    "STYLE",
    "VIEWS",
    "Prose",
    "homework",
    "plain",
    "prose",
    "read",
    "style",
]
