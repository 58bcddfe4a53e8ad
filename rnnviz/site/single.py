"""The static edition as one HTML file, which opens from the disk by a double click."""

from collections.abc import Iterator
from functools import partial

from rnnviz.address.caption import LEARNT
from rnnviz.cells import CELLS
from rnnviz.course import outline
from rnnviz.course.pages import told
from rnnviz.hall.views_file import ChapterView, Seen, StageView, views_html
from rnnviz.locale import translator
from rnnviz.locale.writing import for_reader
from rnnviz.presets import BUILT_IN, load
from rnnviz.text import characters


def single(language: str) -> str:
    """All stages of the built-in texts and all chapters, in a language."""
    page, _left = views_html("rnnviz", _views(language), language)
    return page


def _views(language: str) -> Iterator[Seen]:
    _ = translator(language)

    for one in BUILT_IN:
        text = for_reader(one.text, language)
        for name, cell in CELLS.items():
            if model := load(text, name, one.hidden_size):
                tokens = characters(text)
                trace = model.trace(tokens[:-1], targets=tokens[1:])
                view = StageView(f"{one.key}-{name}", [trace], {}, [_(LEARNT)])
                yield Seen(view, f"{cell.title} · {text}")
    for name, chapter in outline.CHAPTERS.items():
        yield Seen(ChapterView(name, "", partial(told, name, language)), _(chapter.title))
