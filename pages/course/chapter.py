"""A chapter as a page: its prose, its place in the course, and the numbers it begins with."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from pages.course import view
from pages.shared import address
from pages.shared.language import current
from rnnviz.course import read

CONTENT = Path(__file__).with_name("content")


def chapter(
    name: str,
    numbers: dict[str, Any] | None = None,
    texts: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Show the chapter with this address: its prose in `content/`, its figures in the module of the
    same name in `rnnviz/course/views`.

    numbers: what Python has computed for its figures. texts: what stands for {name} in the links of
    its prose.
    """
    address.leave(name)
    source = (CONTENT / f"{name}.{current()}.md").read_text("utf-8")
    for key, text in texts.items():
        source = source.replace(f"{{{key}}}", quote(text))
    prose = read(source)
    view.show(
        name,
        name,
        view.place(name)
        | {"words": prose.words, "sections": prose.sections, "numbers": numbers or {}},
    )
