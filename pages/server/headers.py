"""Security headers: the page may load nothing but what our own server sends.

A lecture hall may have no network but the lecturer's machine, and a page that can reach no other
host cannot leak what a student typed.
"""

import base64
import hashlib
import logging
import re

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.index import our_index
from pages.server.language import language_of
from rnnviz.locale import N_, translator

LOG = logging.getLogger(__name__)
FAILED = N_("The server could not answer this; its log says what happened.")
STARTS = {"http.response.start", "websocket.http.response.start"}


def _inline_scripts() -> list[str]:
    """CSP hashes of the scripts written into the page itself."""
    scripts = re.findall(rb"<script>(.*?)</script>", our_index(), re.DOTALL)
    digests = (hashlib.sha256(script).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def content_security_policy() -> str:
    directives = {
        "default-src": ["'self'"],
        # A component's JavaScript reaches the page as a blob: module.
        "script-src": ["'self'", "blob:", *_inline_scripts()],
        # Streamlit's widgets are styled by elements and attributes that its scripts write.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'", "data:"],
        "media-src": ["'self'", "data:", "blob:"],
        "worker-src": ["'self'", "blob:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        # Lecturers put the stage into slides and course pages, wherever those are served. There
        # is no account here and nothing to be clicked into by a page that frames ours.
        "frame-ancestors": ["*"],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # The address holds the text being studied; it stays with us.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": (
        "fullscreen=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=(), "
        "payment=(), usb=()"
    ),
}


class SecurityHeaders:
    """ASGI middleware that adds these headers to every HTTP response.

    Error responses have them too. An uncaught error is logged, and answered with a sentence.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = {"Content-Security-Policy": content_security_policy(), **HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] in STARTS:
                has_begun = True
                MutableHeaders(raw=message["headers"]).update(self._headers)
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            if scope["type"] != "http" or has_begun:
                raise
            LOG.exception("%s %s", scope["method"], scope["path"])
            told = translator(language_of(HTTPConnection(scope)))(FAILED)
            answer = PlainTextResponse(told, status_code=500)
            await answer(scope, receive, send_with_headers)
