"""The page of a follower: a stage without Streamlit, light enough for a hall of phones."""

import streamlit
from starlette.requests import Request

from pages.server.bare import document, scripted
from pages.server.language import language_of
from pages.shared.assets import HALL_ASSETS, STAGE_ASSETS, formulas
from pages.shared.contents import ADDRESSES
from rnnviz.course.outline import CHAPTERS
from rnnviz.hall import STRINGS
from rnnviz.locale import translator
from rnnviz.web import signs

COLOURS = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "primary-color": "primaryColor",
}
FONTS = {"font": "font", "code-font": "codeFont"}
BODY = """<style>{fonts}</style>
<link rel="stylesheet" href="{base}/follower.css">
<link rel="modulepreload" href="{stage}">
<div id="hall"></div>
{script}"""


def page(request: Request, code: str) -> bytes:
    """The page for a room, in the reader's own language."""
    language = language_of(request)
    _ = translator(language)
    base, stage = HALL_ASSETS.url(), f"{STAGE_ASSETS.url()}/stage.js"
    data = {
        "code": code,
        "language": language,
        "stage": stage,
        "strings": {name: _(words) for name, words in STRINGS.items()},
        "titles": {name: _(title) for name, title in ADDRESSES.items()},
        "chapters": sorted(CHAPTERS),
        "themes": {name: theme(name) for name in ("light", "dark")},
    }
    script = scripted(f"{base}/follower.js", data)
    fonts = formulas() + signs(language)
    return document(language, BODY.format(base=base, stage=stage, fonts=fonts, script=script))


def theme(name: str) -> dict[str, str]:
    """The app's colours and fonts, "light" or "dark", by the names of the style sheets."""
    option = streamlit.get_option
    found = {ours: option(f"theme.{name}.{theirs}") for ours, theirs in COLOURS.items()}
    found |= {ours: option(f"theme.{theirs}") for ours, theirs in FONTS.items()}
    return {name: str(value) for name, value in found.items() if value}
