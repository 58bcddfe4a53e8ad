"""Streamlit's index.html, made ours: its first frame already wears our theme.

Streamlit learns the theme over the WebSocket, after it has drawn with its own. Until then a dark
room sees a white page, and the font of that first frame, Source Sans, is fetched for nothing:
170 kB that cannot be compressed. So the page brings the theme along and preloads no font.

Streamlit also asks for its icon font, 375 kB, before it knows of any icon. A browser fetches a
font by itself when the first character in it is drawn, and most of our pages draw none: a first
visit is then 0.7 MB instead of 1.2.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

INDEX = (Path(streamlit.__file__).parent / "static" / "index.html").read_bytes()

FONT_PRELOAD = re.compile(rb'<link\s[^>]*rel="preload"[^>]*as="font"[^>]*>\s*')
BEFORE_STREAMLIT = """
      const load = document.fonts.load.bind(document.fonts)
      document.fonts.load = (font, text) =>
        font.includes("Material Symbols") ? Promise.resolve([]) : load(font, text)
      window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href, ...%s }
    """
FIRST_FRAME = ("primaryColor", "backgroundColor", "secondaryBackgroundColor", "textColor")


@cache
def our_index() -> bytes:
    """The page that is sent; markup of Streamlit's that we do not know stays as it is."""
    index = FONT_PRELOAD.sub(b"", INDEX)
    index = index.replace(b"<title>Streamlit</title>", b"<title>rnnviz</title>")
    themes = {"LIGHT_THEME": _theme("light"), "DARK_THEME": _theme("dark")}
    # `<` may not appear inside a script element, where it could end it.
    settings = json.dumps(themes).replace("<", "\\u003c")
    script = f"<script>{BEFORE_STREAMLIT % settings}</script>"
    return index.replace(b"</head>", f"  {script}\n  </head>".encode(), 1)


@cache
def our_etag() -> str:
    return f'"{hashlib.sha256(our_index()).hexdigest()[:16]}"'


def _theme(name: str) -> dict[str, str]:
    option = streamlit.get_option
    colors = {key: option(f"theme.{name}.{key}") for key in FIRST_FRAME}
    fonts = {"bodyFont": option("theme.font"), "headingFont": option("theme.headingFont")}
    return {key: value for key, value in {**colors, **fonts}.items() if value}


class OurIndex:
    """ASGI middleware that sends `our_index()` wherever Streamlit sends its index.html."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        swapping = False

        async def swap(message: Message) -> None:
            nonlocal swapping
            if message["type"] == "http.response.start":
                swapping = message["status"] == 200 and _is_index(Headers(raw=message["headers"]))
                if not swapping:
                    await send(message)
            elif not swapping:
                await send(message)
            elif not message.get("more_body", False):
                await response(scope, receive, send)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {"Cache-Control": "no-cache", "ETag": our_etag()}
        if our_etag() in Headers(scope=scope).get("if-none-match", ""):
            response = Response(status_code=304, headers=headers)
        else:
            response = HTMLResponse(our_index(), headers=headers)
        await self._app(scope, receive, swap)


def _is_index(headers: Headers) -> bool:
    return headers.get("content-type", "").startswith("text/html") and headers.get(
        "content-length"
    ) == str(len(INDEX))
