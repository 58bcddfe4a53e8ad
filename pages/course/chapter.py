"""A chapter as a page: its prose, its place in the course, and the numbers it begins with."""

from typing import Any
from urllib.parse import quote

from pages.course import view
from pages.course.numbers import given
from pages.shared import address, language
from rnnviz import course


def chapter(name: str) -> None:
    """Show the chapter with this address: its folder in `rnnviz/course/chapters` has its prose, and
    its figures, which begin with what `numbers.py` gives them."""
    address.leave(name)
    view.show(name, contents(name, language.current()))


def contents(name: str, spoken: str) -> dict[str, Any]:
    """What the chapter's module draws, in a language, beside the words of all pages."""
    source = course.prose(name, spoken).read_text("utf-8")
    numbers, texts = given(name, spoken)
    for key, text in texts.items():
        source = source.replace(f"{{{key}}}", quote(text))
    prose = course.read(source)
    return view.place(name, spoken) | {
        "words": prose.words,
        "sections": prose.sections,
        "numbers": dict(numbers),
    }
