"""Streamlit's style sheet without its text fonts, which no page of ours uses.

    GET /sheets/<its name>

`index.py` names it in the place of Streamlit's own. A busy browser may paint a frame before it knows
our theme; it would then fetch Streamlit's fonts, half a megabyte, to throw them away.
"""

import re
from pathlib import Path

import streamlit
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.caching import FOREVER

PATH = "/sheets"
FOLDER = Path(streamlit.__file__).parent / "static" / "static" / "css"
FACE = re.compile(rb"@font-face\{font-family:Source [^}]*\}")


def without_text_fonts(sheet: bytes) -> bytes:
    """A style sheet of Streamlit's for `PATH`, without the fonts called Source Sans, Source Serif
    and Source Code Pro."""
    return FACE.sub(b"", sheet).replace(b"url(../media/", b"url(../static/media/")


SHEETS = {file.name: without_text_fonts(file.read_bytes()) for file in FOLDER.glob("*.css")}


async def answer(request: Request) -> Response:
    sheet = SHEETS.get(request.path_params["name"])
    if sheet is None:
        return Response(status_code=404)
    return Response(sheet, media_type="text/css", headers={"Cache-Control": FOREVER})


ROUTE = Route(f"{PATH}/{{name}}", answer)
