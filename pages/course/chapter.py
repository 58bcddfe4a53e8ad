"""A chapter as a page: its prose, its place in the course, and the numbers it begins with."""

from pathlib import Path
from typing import Any

from pages.course import view
from pages.shared import address
from pages.shared.language import current
from rnnviz.course import read

CONTENT = Path(__file__).with_name("content")


def chapter(name: str, numbers: dict[str, Any] | None = None) -> None:
    """Show the chapter with this address: its prose in `content/`, its figures in the module of the
    same name in `rnnviz/course/views`.

    numbers: what Python has computed for its figures.
    """
    address.leave(name)
    prose = read((CONTENT / f"{name}.{current()}.md").read_text("utf-8"))
    view.show(
        name,
        name,
        view.place(name)
        | {"words": prose.words, "sections": prose.sections, "numbers": numbers or {}},
    )
