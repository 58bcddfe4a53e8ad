"""The pages of the static edition as HTML: readable before any script has run."""

import hashlib
import json
import tomllib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from rnnviz.locale import ENGLISH, LANGUAGES
from rnnviz.web import signs

# The app's colours and fonts, by the names of the style sheets.
COLOURS = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "primary-color": "primaryColor",
    "link-color": "linkColor",
}
FONTS = {"font": "font", "code-font": "codeFont"}
# Before the first frame: in which language the page is read, and with which fonts for its signs. `site.js` keeps what
# was chosen.
FIRST = """
const known = %s;
const asked = new URLSearchParams(location.search).get("lang");
let kept = null;
try { kept = localStorage.getItem("rnnviz.language"); } catch {}
const spoken = navigator.language.toLowerCase().split("-")[0];
const near = known.find((one) => one.toLowerCase().split("-")[0] === spoken) ?? known[0];
const language = [asked, kept, near].find((one) => known.includes(one));
document.documentElement.lang = language;
document.documentElement.dataset.language = language;
document.head.append(Object.assign(document.createElement("style"), { textContent: (%s)[language] }));
"""
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; \
script-src 'self' 'sha256-{digest}'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<meta name="description" content="{description}">
{where}<link rel="icon" href="{icon}">
<link rel="manifest" href="{manifest}">
<link rel="stylesheet" href="{style}">
{preloads}
<script>{first}</script>
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


def page(
    titles: Mapping[str, str],
    descriptions: Mapping[str, str],
    articles: Mapping[str, str],
    files: Mapping[str, str],
    preloads: Sequence[str],
    data: Mapping[str, Any],
    where: str = "",
) -> str:
    """One page in all languages, English first.

    titles, descriptions: by language. articles: HTML, by language. files: the addresses of "script",
    "style", "icon" and "manifest"; preloads: of modules that are fetched at once. data: what
    `site.js` reads. where: the page's whole address, if it is known.
    """
    fonts = {language: signs(language) for language in LANGUAGES}
    first = FIRST % (json.dumps(list(LANGUAGES)), json.dumps(fonts))
    digest = b64encode(hashlib.sha256(first.encode()).digest()).decode()
    return PAGE.format(
        language=ENGLISH,
        digest=digest,
        title=escape(f"{titles[ENGLISH]} · rnnviz"),
        description=escape(descriptions[ENGLISH]),
        preloads="\n".join(f'<link rel="modulepreload" href="{path}">' for path in preloads),
        first=first,
        where=_whereabouts(where, titles[ENGLISH], descriptions[ENGLISH]),
        articles="\n".join(
            f'<article lang="{language}">\n{html}\n</article>'
            for language, html in articles.items()
        ),
        data=json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
        **files,
    )


def _whereabouts(where: str, title: str, description: str) -> str:
    """What search engines and senders of links read of a page whose address is known."""
    if not where:
        return ""
    lines = [f'<link rel="canonical" href="{escape(where)}">']
    lines += [
        f'<link rel="alternate" hreflang="{language}" href="{escape(where)}?lang={language}">'
        for language in LANGUAGES
    ]
    shared = {"title": title, "description": description, "url": where, "type": "article"}
    lines += [
        f'<meta property="og:{name}" content="{escape(value)}">' for name, value in shared.items()
    ]
    return "\n".join(lines) + "\n"


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
