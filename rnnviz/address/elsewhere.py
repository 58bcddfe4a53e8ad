"""Places that a view names because something is to be seen there that its own place does not show."""

from functools import cache
from urllib.parse import urlencode

from rnnviz.address.link import Link
from rnnviz.locale import ENGLISH
from rnnviz.locale.writing import HANT
from rnnviz.presets import COMPARISON_TRADITIONAL, COMPARISONS


@cache
def far_carried(language: str) -> str:
    """A link such as "step?text=…" at which gates carry gradients far and a plain network does not:
    the loss at the end of a text whose first character must be remembered."""
    own = COMPARISONS[0 if language == ENGLISH else -1]
    own = COMPARISON_TRADITIONAL if language == HANT else own
    cells = tuple(own.hidden_sizes)
    link = Link().changed(text=own.text, cell=cells[-1], weights="trained", beside=cells[:-1])
    back = link.changed(way="back", loss=str(link.steps))
    return f"step?{urlencode({**back.to_query(), 'lang': language})}"
