"""What a visitor is told at an address where there is no page.

Streamlit sends its index there too, and then says so in English, in a box over the home page.
"""

from html import escape
from urllib.parse import quote

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pages.server.bare import bare
from pages.server.language import language_of
from pages.shared.contents import ADDRESSES
from rnnviz.locale import N_, translator

LOST, PLACES = N_("There is no page {path} here."), N_("These pages exist:")
MOST_SHOWN = 80


def is_page(path: str) -> bool:
    """Whether an address such as "/step" has a page."""
    return path.strip("/") in ADDRESSES


def lost(scope: Scope) -> Response:
    """The answer at an address without a page, in the reader's language."""
    language = language_of(HTTPConnection(scope))
    _ = translator(language)
    path: str = scope["path"]
    shown = path if len(path) <= MOST_SHOWN else f"{path[:MOST_SHOWN]}…"
    links = "\n".join(
        f'  <li><a href="/{quote(address)}?lang={language}">{escape(_(title))}</a></li>'
        for address, title in ADDRESSES.items()
    )
    more = f"<p>{escape(_(PLACES))}</p>\n<ul>\n{links}\n</ul>"
    return HTMLResponse(bare(language, _(LOST).format(path=shown), more), status_code=404)
