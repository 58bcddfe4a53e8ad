"""A page in a frame of its own, as notebooks show it beside others and keep it.

It travels packed, which is a third of its size, and is as dark as the notebook around it: a script beside the frame
tells it. Where a notebook runs no such script, the page follows the reader's system.
"""

import zlib
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

from rnnviz.web.modules import bundled

FOLDER = Path(str(files("rnnviz.web")))
HEAD = "<head>\n"
SCRIPTS = {
    "framed": "framed.js",
    "unpack": "unpack.js",
    "around": "aroundframes.js",
    "standin": "standin.js",
}
PACKED = """<!doctype html>
<meta charset="utf-8">
<script>
{script}views.unpack.unpack("{packed}");
</script>
"""
IFRAME = (
    '<iframe srcdoc="{page}" title="rnnviz" sandbox="allow-scripts allow-downloads" '
    'style="width:100%;height:{height}px;border:0"></iframe>'
)
# Several such scripts may stand in one notebook: what they name is within their own braces.
FRAME = "{iframe}\n<script>{{ {script}views.around.tellFrames(); }}</script>"
STAND_IN = (
    '<div id="rnnviz-{key}"><template>{iframe}</template></div>\n'
    '<script>{{ {script}views.standin.standIn("rnnviz-{key}"); }}</script>'
)


def frame(page: str, height: int = 820) -> str:
    """The frame, as HTML. page: complete in itself, as `document` makes it; height: pixels."""
    return FRAME.format(iframe=_iframe(page, height), script=_script("around"))


def stand_in(page: str, height: int, key: str) -> str:
    """The output below a widget's: nothing, until the widget cannot be shown; then the page in a frame.

    key: a word of its own, of letters and digits.
    """
    return STAND_IN.format(key=key, iframe=_iframe(page, height), script=_script("standin"))


def _iframe(page: str, height: int) -> str:
    inside = f"<script>{{ {_script('framed')}views.framed.followNotebook(); }}</script>\n"
    whole = page.replace(HEAD, HEAD + inside, 1)
    packed = b64encode(zlib.compress(whole.encode(), 9)).decode()
    small = PACKED.format(script=_script("unpack"), packed=packed)
    return IFRAME.format(page=escape(small), height=height)


@cache
def _script(name: str) -> str:
    return bundled({name: FOLDER / SCRIPTS[name]})


@dataclass(frozen=True)
class Framed:
    """A page that a notebook shows in a frame."""

    page: str

    def _repr_html_(self) -> str:
        return frame(self.page)
