"""Streamlit's index.html, made ours: its first frame already wears our theme.

Streamlit learns the theme over the WebSocket, after it has drawn with its own. Until then a dark
room sees a white page, and the browser fetches that first frame's font, Source Sans, for nothing:
170 kB that cannot be compressed. So our page brings the theme along and preloads no font.

Streamlit also asks for its icon font, 375 kB, before it knows of any icon. A browser fetches a
font by itself when the first character in it is drawn, and most of our pages draw none: a first
visit is then 0.7 MB instead of 1.2.

Where its server is silent for some seconds, Streamlit covers the page with a dialog that takes its
keys. But a stage can be stepped without a server, and a lecture goes on: the dialog is blocked, and
a line at the bottom says what is the matter; see `style.css`.

And it asks for the code of an element only when the first such element has arrived, one file after
another. So what every page of ours needs is fetched beside Streamlit's own files. The stage itself
comes before them, because on its own pages it is drawn before Streamlit starts; a page of the
course and the training page have their own modules there instead, after them.

Streamlit's own words are English; a script in the page puts them into its language. Another one
keeps late pages out of the address; see `late.js`.
"""

import json
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.caching import SHARED
from pages.server.fonts import PATH as SHEETS
from pages.server.language import language_of
from pages.server.lost import is_page, lost
from pages.server.words import script
from pages.shared.assets import COURSE_ASSETS, LIVE_ASSETS, STAGE_ASSETS, formulas
from rnnviz import web
from rnnviz.course import outline
from rnnviz.web import mathfont

STATIC = Path(streamlit.__file__).parent / "static"
INDEX = (STATIC / "index.html").read_bytes()
LATE = Path(__file__).with_name("late.js")
# The Streamlit elements of every page: its style sheet, the stage or a chapter, and the languages.
ELEMENTS = ("Html", "BidiComponent", "ButtonGroup")
IMPORT = re.compile(r'(?:from|import)"\./([^"]+\.js)"')

SHEET = re.compile(rb'<link rel="stylesheet"([^>]*) href="\./static/css/([^"]+)">')
# Streamlit fetches its own style sheet with the code of some elements, unless the page has a link
# to it. One that is disabled fetches nothing.
OUR_SHEET = (
    rb'<link rel="stylesheet"\1 href=".%b/\2">'
    rb'<link rel="stylesheet"\1 href="./static/css/\2" disabled>'
) % SHEETS.encode()
FONT_PRELOAD = re.compile(rb'<link\s[^>]*rel="preload"[^>]*as="font"[^>]*>\s*')
BEFORE_STREAMLIT = """
      const load = document.fonts.load.bind(document.fonts)
      document.fonts.load = (font, text) =>
        font.includes("Material Symbols") ? Promise.resolve([]) : load(font, text)
      window.__streamlit = {
        BACKEND_BASE_URL: new URL(".", location.href).href, HOST_CONFIG: { blockErrorDialogs: true }, ...%s
      }
      // Not where the controls take more than one row, nor where a frame chooses the theme.
      if (["/", "/step"].includes(location.pathname) && innerWidth >= 1200 && !location.search.includes("embed"))
        window.rnnvizEarly = fetch(
          "/early-stage" + (location.search || "?") + (location.pathname === "/" ? "&page=home" : ""),
          { headers: { "Accept-Language": navigator.language } },
        )
    """
# On a large screen the bar and the controls grow with the stage. Streamlit's own rules come later.
PAPER = (
    "html {{ background: {light} }} "
    "@media (prefers-color-scheme: dark) {{ html {{ background: {dark} }} }} "
    "@media (min-width: 1800px) {{ :root {{ font-size: 20px !important }} }} "
    '[data-testid="stSkeleton"], [data-testid="stAppSkeleton"] * {{ animation: none !important }} '
    ':is([data-testid="stPopoverButton"] [data-testid="stIconMaterial"], '
    '[data-testid="stFileUploader"] button:has(p) span:has(> [data-testid="stIconMaterial"])) '
    "{{ display: none !important }}"
)
FONTS = {"bodyFont": "font", "headingFont": "headingFont", "codeFont": "codeFont"}
FIRST_FRAME = ("primaryColor", "backgroundColor", "secondaryBackgroundColor", "textColor")


def our_index(path: str = "/") -> bytes:
    """Our version of Streamlit's index page for an address such as "/step"; unfamiliar markup stays
    as it is."""
    name = path.strip("/")
    view = outline.view(name)
    if view is not None:
        return _index(_formulas(), _preload(f"{COURSE_ASSETS.url()}/{view}.js", "low"))
    if name == "train":
        return _index("", _preload(f"{LIVE_ASSETS.url()}/live.js", "low"))
    stage = STAGE_ASSETS.url()
    page = f'<script type="module" async crossorigin src="{stage}/page.js"></script>\n    '
    # The Units page begins with letters, not with formulas.
    fonts = "" if name == "units" else _formulas()
    return _index(_preload(f"{stage}/stage.js") + page + fonts, "")


def _preload(path: str, priority: str = "auto") -> str:
    return f'<link rel="modulepreload" crossorigin fetchpriority="{priority}" href="{path}">\n    '


def _formulas() -> str:
    """The font is fetched beside the scripts: its letters are there when the first formula is drawn."""
    return f"<script>{mathfont.LOADING}</script>\n    "


@lru_cache(maxsize=64)
def _index(first: str, last: str) -> bytes:
    """first, last: what is fetched before Streamlit's files, and after them."""
    index = FONT_PRELOAD.sub(b"", INDEX)
    index = index.replace(b"<title>Streamlit</title>", b"<title>rnnviz</title>")
    index = SHEET.sub(OUR_SHEET, index)
    themes = {"LIGHT_THEME": _theme("light"), "DARK_THEME": _theme("dark")}
    # `<` may not appear inside a script element, where it could end it.
    settings = json.dumps(themes).replace("<", "\\u003c")
    late = f"{{\n{web.bundled({'late': LATE})}views.late.refuseLatePages();\n}}"
    ours = (BEFORE_STREAMLIT % settings, late, script())
    scripts = "\n    ".join(f"<script>{code}</script>" for code in ours)
    light, dark = (theme.get("backgroundColor", "Canvas") for theme in themes.values())
    paper = PAPER.format(light=light, dark=dark)
    begin = f"<style>{paper}\n{formulas()}</style>\n    {scripts}\n    {first}"
    later = "".join(_preload(path, "low") for path in early_files(STATIC))
    # What comes before the first link are the document's encoding and its width.
    index = index.replace(b"<link", f"{begin}<link".encode(), 1)
    return index.replace(b"</head>", f"{later}{last}  </head>".encode(), 1)


def early_files(static: Path) -> list[str]:
    """The files with the code of `ELEMENTS` that the index does not load yet; missing ones are
    skipped."""
    folder = static / "static" / "js"
    index = (static / "index.html").read_text("utf-8")
    files = [file.name for name in ELEMENTS for file in sorted(folder.glob(f"{name}.*.js"))]
    for file in files:
        for name in IMPORT.findall((folder / file).read_text("utf-8")):
            if name not in index and name not in files and (folder / name).is_file():
                files.append(name)
    return [f"./static/js/{name}" for name in files]


def _theme(name: str) -> dict[str, str]:
    option = streamlit.get_option
    colors = {key: option(f"theme.{name}.{key}") for key in FIRST_FRAME}
    fonts = {key: option(f"theme.{name}") for key, name in FONTS.items()}
    return {key: value for key, value in {**colors, **fonts}.items() if value}


class OurIndex:
    """ASGI middleware that sends `our_index()` where Streamlit sends its index.html for a page of
    ours, and says so where there is none."""

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
                known = is_page(scope["path"])
                answer = _answer(scope) if known else lost(scope)
                await answer(scope, receive, send)

        await self._app(scope, receive, swap if scope["type"] == "http" else send)


def _answer(scope: Scope) -> Response:
    """Our index, which says its language: Streamlit's own words follow it from the first frame."""
    request = Headers(scope=scope)
    language = f'<html lang="{language_of(HTTPConnection(scope))}"'.encode()
    index = our_index(scope["path"]).replace(b'<html lang="en"', language, 1)
    headers = {
        "Cache-Control": SHARED,
        "Vary": "Accept-Language",
        "ETag": f'"{sha256(index).hexdigest()[:16]}"',
    }
    if headers["ETag"] in request.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return HTMLResponse(index, headers=headers)


def _is_index(headers: Headers) -> bool:
    return headers.get("content-type", "").startswith("text/html") and headers.get(
        "content-length"
    ) == str(len(INDEX))
