"""The pages of the static edition as HTML: readable before any script has run."""

import hashlib
import json
import tomllib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from rnnviz.locale import ENGLISH, LANGUAGES, beginnings
from rnnviz.web import signs

# The size of a view in another page, in pixels, until it says how high it is.
EMBEDDED = 960, 720
# The app's colours and fonts, by the names of the style sheets.
COLOURS = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "primary-color": "primaryColor",
    "link-color": "linkColor",
}
FONTS = {"font": "font", "code-font": "codeFont"}
# Before the first frame: in which language the page is read, with which fonts for its signs and from which data, which
# are fetched at once. `site.js` keeps what was chosen.
FIRST = """
const known = %s;
const asked = new URLSearchParams(location.search).get("lang");
let kept = null;
try { kept = localStorage.getItem("rnnviz.language"); } catch {}
const spoken = `${navigator.language.toLowerCase()}-`;
const near = (%s).find(([beginning]) => spoken.startsWith(`${beginning}-`))?.[1] ?? known[0];
const language = [asked, kept, near].find((one) => known.includes(one));
document.documentElement.lang = language;
document.documentElement.dataset.language = language;
document.head.append(Object.assign(document.createElement("style"), { textContent: (%s)[language] }));
const data = (%s)[language];
const early = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: data };
if (data) document.head.append(Object.assign(document.createElement("link"), early));
"""
# A script would wait for the style sheets before it, and all that follows for the script.
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; \
script-src 'self' 'sha256-{digest}'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; \
base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<meta name="description" content="{description}">
{where}<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="{touch}">
<link rel="manifest" href="{manifest}">
<script>{first}</script>
<link rel="stylesheet" href="{style}">
{preloads}
</head>
<body>
<header class="bar"></header>
<main>
{articles}
</main>
<script type="application/json" id="site">{data}</script>
<script type="module" src="{script}"></script>
</body>
</html>
"""
FONT = '<link rel="preload" as="font" type="font/woff2" crossorigin href="{path}">'


class Shared(NamedTuple):
    """Whole addresses: of the page, of the edition's first page, of the page's picture, and of what it and each of its
    figures say of themselves to be embedded, with their titles. size: of the picture, in pixels."""

    where: str
    home: str
    picture: str
    oembed: Mapping[str, str]
    size: tuple[int, int]


def page(
    titles: Mapping[str, str],
    descriptions: Mapping[str, str],
    articles: Mapping[str, str],
    files: Mapping[str, str],
    preloads: Sequence[str],
    fonts: Sequence[str],
    data: Mapping[str, Any],
    shared: Shared | None = None,
) -> str:
    """One page in all languages, English first.

    titles, descriptions: by language. articles: HTML, by language. files: the addresses of "script",
    "style", "icon", "touch" (the same as a PNG) and "manifest"; preloads: of modules that are fetched
    at once, fonts: of fonts. data: what `site.js` reads. shared: for those who find the page or are sent its link.
    """
    of_signs = {language: signs(language) for language in LANGUAGES}
    fetched = {language: data["root"] + path for language, path in data["data"].items()}
    told = (list(LANGUAGES), beginnings(), of_signs, fetched)
    first = FIRST % tuple(map(json.dumps, told))
    digest = b64encode(hashlib.sha256(first.encode()).digest()).decode()
    return PAGE.format(
        language=ENGLISH,
        digest=digest,
        title=escape(f"{titles[ENGLISH]} · rnnviz"),
        description=escape(descriptions[ENGLISH]),
        preloads="\n".join(
            [f'<link rel="modulepreload" href="{path}">' for path in preloads]
            + [FONT.format(path=path) for path in fonts]
        ),
        first=first,
        where=_whereabouts(shared, titles[ENGLISH], descriptions[ENGLISH]) if shared else "",
        articles="\n".join(
            f'<article lang="{language}">\n{html}\n</article>'
            for language, html in articles.items()
        ),
        data=json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
        **files,
    )


def _whereabouts(shared: Shared, title: str, description: str) -> str:
    """What search engines and senders of links read of a page whose address is known."""
    where, picture = shared.where, shared.picture
    links = [("canonical", where, "")]
    links += [
        ("alternate", f"{where}?lang={language}", f' hreflang="{language}"')
        for language in LANGUAGES
    ]
    kind = ' type="application/json+oembed"'
    links += [
        ("alternate", address, f'{kind} title="{escape(own)}"')
        for address, own in shared.oembed.items()
    ]
    lines = [f'<link rel="{rel}" href="{escape(href)}"{more}>' for rel, href, more in links]
    width, height = shared.size
    graph = {
        "og:site_name": "rnnviz",
        "og:type": "article",
        "og:title": title,
        "og:description": description,
        "og:url": where,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": title,
    }
    lines += [
        f'<meta property="{name}" content="{escape(value)}">' for name, value in graph.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines) + "\n"


def oembed(shared: Shared, title: str, section: str = "") -> dict[str, Any]:
    """What a page that is given the address shows in its place (oembed.com, version 1.0).

    section: of a figure, which is then shown alone.
    """
    query = urlencode({"section": section, "embed": 1} if section else {"embed": 1})
    frame = (
        f'<iframe src="{escape(f"{shared.where}?{query}")}" title="{escape(title)}" loading="lazy" '
        'style="width:100%;height:720px;border:0" allow="fullscreen"></iframe>'
    )
    width, height = shared.size
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "rnnviz",
        "provider_url": shared.home,
        "title": title,
        "thumbnail_url": shared.picture,
        "thumbnail_width": width,
        "thumbnail_height": height,
        "html": frame,
        "width": EMBEDDED[0],
        "height": EMBEDDED[1],
    }


def themes(config: Path) -> str:
    """The app's colours and fonts as a style sheet, from Streamlit's settings."""
    theme = tomllib.loads(config.read_text("utf-8"))["theme"]
    light, dark = (_rules(theme[name], COLOURS) for name in ("light", "dark"))
    fonts = _rules(theme, FONTS)
    return (
        f":root {{ color-scheme: light dark; {light}{fonts}}}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"
    )


def _rules(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return "".join(f"--st-{ours}: {values[theirs]}; " for ours, theirs in names.items())
