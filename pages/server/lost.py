"""What a visitor is told at an address where there is no page.

Streamlit sends its index there too, and then says so in English, in a box over the home page.
"""

from html import escape
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pages.shared.contents import ADDRESSES
from rnnviz.locale import LANGUAGES, N_, closest, translator

LOST, PLACES = N_("There is no page {path} here."), N_("These pages exist:")
MOST_SHOWN = 80
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>rnnviz</title>
<style>
  body {{ font: 1.125rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 12vh auto; padding: 0 1.25rem }}
  h1 {{ font-size: 1.5rem; overflow-wrap: anywhere }}
</style>
<h1>{lost}</h1>
<p>{places}</p>
<ul>
{links}
</ul>
</html>
"""


def is_page(path: str) -> bool:
    """Whether an address such as "/step" has a page."""
    return path.strip("/") in ADDRESSES


def lost(scope: Scope) -> Response:
    """The answer at an address without a page, in the reader's language."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
    spoken = closest(Headers(scope=scope).get("accept-language", ""))
    language = asked if asked in LANGUAGES else spoken
    _ = translator(language)
    path: str = scope["path"]
    shown = path if len(path) <= MOST_SHOWN else f"{path[:MOST_SHOWN]}…"
    links = "\n".join(
        f'  <li><a href="/{quote(address)}?lang={language}">{escape(_(title))}</a></li>'
        for address, title in ADDRESSES.items()
    )
    page = PAGE.format(
        language=language,
        lost=escape(_(LOST).format(path=shown)),
        places=escape(_(PLACES)),
        links=links,
    )
    return HTMLResponse(page.encode("utf-8", errors="replace"), status_code=404)
