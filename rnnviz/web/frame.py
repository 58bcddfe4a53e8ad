"""A page in a frame of its own, as notebooks show it beside others."""

from dataclasses import dataclass
from html import escape

FRAME = (
    '<iframe srcdoc="{page}" title="rnnviz" sandbox="allow-scripts allow-downloads" '
    'style="width:100%;height:{height}px;border:0"></iframe>'
)


def frame(page: str, height: int = 820) -> str:
    """The frame, as HTML. page: complete in itself; height: pixels."""
    return FRAME.format(page=escape(page, quote=True), height=height)


@dataclass(frozen=True)
class Framed:
    """A page that a notebook shows in a frame."""

    page: str

    def _repr_html_(self) -> str:
        return frame(self.page)
