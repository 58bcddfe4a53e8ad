"""A chapter as a page: its prose, its place in the course, and the numbers it begins with."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from pages.course import view
from pages.course.numbers import given
from pages.shared import address, language
from rnnviz.course import read

CONTENT = Path(__file__).with_name("content")


def chapter(name: str) -> None:
    """Show the chapter with this address: its prose in `content/`, its figures in the module of the
    same name in `rnnviz/course/views`, which begin with what `numbers.py` gives them."""
    address.leave(name)
    view.show(name, contents(name, language.current()))


def contents(name: str, spoken: str) -> dict[str, Any]:
    """What the chapter's module draws, in a language, beside the words of all pages."""
    source = (CONTENT / f"{name}.{spoken}.md").read_text("utf-8")
    numbers, texts = given(name, spoken)
    for key, text in texts.items():
        source = source.replace(f"{{{key}}}", quote(text))
    prose = read(source)
    return view.place(name, spoken) | {
        "words": prose.words,
        "sections": prose.sections,
        "numbers": dict(numbers),
    }
